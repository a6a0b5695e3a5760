import FuzzSupport
import GalleyUnicode

/// Line, grapheme, word and sentence boundaries of any bytes.
///
/// The first byte chooses options, and whether the rest is UTF-8 as it stands or each byte stands for a character of its
/// own class. Text is compared with UAX #14 written out plainly (``LineBreakReference``) and must keep what the rules
/// promise.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBreaks(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let options = LineBreakOptions(
        strictness: LineBreakStrictness.allCases[Int(bytes[0] & 7) % LineBreakStrictness.allCases.count],
        wordBreak: WordBreakMode.allCases[Int(bytes[0] >> 3 & 3) % WordBreakMode.allCases.count],
        language: bytes[0] & 0x20 != 0 ? (bytes[0] & 0x80 != 0 ? .chinese : .japanese) : .other)
    let rest = UnsafeBufferPointer(start: bytes + 1, count: min(count - 1, 4_096))
    guard bytes[0] & 0x40 == 0 else {
        check(alphabet.utf8(rest), options)
        return 0
    }
    // What is no UTF-8 must not trap; what is made of it is text like any other.
    _ = LineBreaks(options).marks(Array(rest))
    useSegments(rest)
    check(Array(String(decoding: rest, as: UTF8.self).utf8), options)
    return 0
}

private let alphabet = Alphabet(
    startingWith: ["\u{25CC}", "\u{201C}", "\u{201D}", "\u{200D}", "\u{FF08}", "\u{FF09}", "«", "»"]
) { UnicodeProperties.lineBreakClass($0).rawValue }

private func check(_ utf8: [UInt8], _ options: LineBreakOptions) {
    let marks = LineBreaks(options).marks(utf8)
    utf8.withUnsafeBufferPointer { text in
        checkSegments(text)
        var flags = [BoundaryFlags](repeating: [], count: utf8.count)
        flags.withUnsafeMutableBufferPointer { GraphemeBreaks.mark(text, into: $0) }
        require(marks.first.map { $0.isDisjoint(with: .line) } ?? true, "LB2")
        var last = 0
        for offset in marks.indices where !marks[offset].isDisjoint(with: .line) {
            if options.strictness == .anywhere || options.wordBreak == .breakAll {
                require(
                    flags[offset].contains(.grapheme) || marks[offset].contains(.lineMandatory), "between graphemes")
            }
            guard marks[offset].contains(.lineMandatory) else { continue }
            // No rule looks across the end of a line: what comes after is the same alone, and what came before too.
            if offset - last < 200 {
                require(
                    LineBreaks(options).marks(Array(utf8[last..<offset])) == clearedStart(marks[last..<offset]))
            }
            last = offset
        }
        require(LineBreaks(options).marks(Array(utf8[last...])) == clearedStart(marks[last...]))
        compare(utf8, marks, options)
    }
}

private func clearedStart(_ marks: ArraySlice<BoundaryFlags>) -> [BoundaryFlags] {
    var marks = Array(marks)
    if !marks.isEmpty { marks[0].subtract(.line) }
    return marks
}

/// With UAX #14 written out, where CSS changes nothing but the class CJ.
private func compare(_ utf8: [UInt8], _ marks: [BoundaryFlags], _ options: LineBreakOptions) {
    guard options.wordBreak == .normal, options.language == .other else { return }
    // `auto` breaks pairs of ASCII characters as browsers do.
    guard options.strictness == .normal || options.strictness == .strict else { return }
    let scalars = String(decoding: utf8, as: UTF8.self).unicodeScalars.map(\.value)
    let expected = LineBreakReference(scalars, isStrict: options.strictness == .strict).decisions()
    var offset = 0
    for (index, scalar) in scalars.enumerated() {
        let found = marks[offset].intersection(.line)
        switch expected[index] {
        case .prohibited: require(found.isEmpty, "no break before \(index) of \(scalars)")
        case .allowed: require(found == .lineAllowed, "a break before \(index) of \(scalars)")
        case .mandatory: require(found.contains(.lineMandatory), "a line ends before \(index) of \(scalars)")
        }
        let end = offset + UTF8.width(Unicode.Scalar(scalar)!)
        for inner in offset + 1..<end { require(marks[inner].isEmpty, "inside a character") }
        offset = end
    }
}

private func useSegments(_ text: UnsafeBufferPointer<UInt8>) {
    for offset in stride(from: 0, to: text.count, by: max(1, text.count / 16)) {
        _ = (GraphemeBreaks.next(text, after: offset), GraphemeBreaks.previous(text, before: offset + 1))
        _ = (WordBreaks.next(text, after: offset), WordBreaks.previous(text, before: offset + 1))
        _ = (SentenceBreaks.next(text, after: offset), SentenceBreaks.previous(text, before: offset + 1))
    }
}

/// Forwards, backwards and all at once say the same of graphemes, words and sentences.
private func checkSegments(_ text: UnsafeBufferPointer<UInt8>) {
    func check(
        _ flag: BoundaryFlags, _ mark: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<BoundaryFlags>) -> Void,
        _ next: (UnsafeBufferPointer<UInt8>, Int) -> Int, _ previous: (UnsafeBufferPointer<UInt8>, Int) -> Int,
        _ isBoundary: (UnsafeBufferPointer<UInt8>, Int) -> Bool
    ) {
        var flags = [BoundaryFlags](repeating: [], count: text.count)
        flags.withUnsafeMutableBufferPointer { mark(text, $0) }
        var places = flags.indices.filter { flags[$0].contains(flag) }
        require(places.first == 0 || text.isEmpty, "a segment begins the text")
        places.append(text.count)
        // Walking back looks at what is before: long texts are sampled.
        let step = max(1, places.count / 64)
        for index in stride(from: 0, to: places.count - 1, by: step) {
            require(next(text, places[index]) == places[index + 1], "forwards")
            require(previous(text, places[index + 1]) == places[index], "backwards")
        }
        for offset in stride(from: 0, to: text.count, by: max(1, text.count / 64)) {
            require(isBoundary(text, offset) == flags[offset].contains(flag), "at an offset")
        }
    }
    guard !text.isEmpty else { return }
    check(
        .grapheme, { GraphemeBreaks.mark($0, into: $1) }, { GraphemeBreaks.next($0, after: $1) },
        { GraphemeBreaks.previous($0, before: $1) }, { GraphemeBreaks.isBoundary($0, at: $1) })
    check(
        .word, { WordBreaks.mark($0, into: $1) }, { WordBreaks.next($0, after: $1) },
        { WordBreaks.previous($0, before: $1) }, { WordBreaks.isBoundary($0, at: $1) })
    check(
        .sentence, { SentenceBreaks.mark($0, into: $1) }, { SentenceBreaks.next($0, after: $1) },
        { SentenceBreaks.previous($0, before: $1) }, { SentenceBreaks.isBoundary($0, at: $1) })
}
