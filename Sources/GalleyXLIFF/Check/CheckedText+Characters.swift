extension CheckedText {
    /// White space at the edges, line breaks, controls, direction.
    func checkCharacters(_ reporter: inout CheckReporter) {
        if has([.edgeSpace, .lineFeed]), keepsSpace(reporter.file) {
            let plain = source.flatMap(PlainSpace.init)
            let isSame = plain != nil && plain == PlainSpace(target)
            if has(.edgeSpace), !isSame { checkEdges(&reporter) }
            if has(.lineFeed), !isSame { checkLines(&reporter) }
        }
        if !targetMarks.isDisjoint(with: [.control, .leadC2, .leadE2, .leadEF, .leadF]) { checkScalars(&reporter) }
    }

    // MARK: White space

    /// Whether white space is text. Outside of Apple's exports (where it is, whatever they say), the default is that
    /// it is only how the XML is laid out (XML 1.0 §2.10).
    private func keepsSpace(_ file: XLIFFFile) -> Bool {
        preservesSpace || file.tool?.name == "Xcode" || OriginalPath.isApple(file.original)
    }

    private func checkEdges(_ reporter: inout CheckReporter) {
        guard let source, source.contains(where: { !$0.isWhitespace }) else { return }
        let sourceEdges = EdgeSpace(source)
        let targetEdges = EdgeSpace(target)
        // Texts that are put together need no space between them where words have none.
        let isUnspaced = Self.languagesWithoutSpaces.contains(LocaleTag(reporter.locale)?.language ?? "")
        for (edge, expected, found) in [
            ("starts", sourceEdges.leading, targetEdges.leading), ("ends", sourceEdges.trailing, targetEdges.trailing),
        ] where expected != found {
            // A full-width sign brings its space along: "Name: " and "名称：".
            if edge == "ends", found.isEmpty, expected == " ", targetEdges.endsFullWidth { continue }
            if isUnspaced, expected == " " && found.isEmpty { continue }
            // A space between scripts: " HP 最高的".
            if isUnspaced, expected.isEmpty && found == " ", targetEdges.isLatin(atStart: edge == "starts") { continue }
            reporter.report(
                .edgeSpace,
                "the target of \(key) \(edge) with \(EdgeSpace.words(found)), its source with \(EdgeSpace.words(expected))",
                unit)
        }
    }

    private static let languagesWithoutSpaces: Set<String> = [
        "bo", "dz", "ja", "km", "lo", "my", "th", "yue", "zh",
    ]

    private func checkLines(_ reporter: inout CheckReporter) {
        guard let source else { return }
        // Line feeds at the edges are told as space.
        let (expected, found) = (EdgeSpace(source).lineCount, EdgeSpace(target).lineCount)
        if expected != found {
            reporter.report(
                .lineCount,
                "the target of \(key) has \(found) \(found == 1 ? "line" : "lines"), its source \(expected)", unit)
        }
    }

    // MARK: Characters that do harm

    private func checkScalars(_ reporter: inout CheckReporter) {
        var unwanted: Unicode.Scalar?
        var hasSeparator = false
        var bidi = BidiBalance()
        for scalar in target.unicodeScalars {
            switch scalar.value {
            case 0x0A, 0x0D, 0x85, 0x2029: bidi.endParagraph()
            default: bidi.add(scalar)
            }
            if scalar.value == 0x2028 || scalar.value == 0x2029 { hasSeparator = true }
            if unwanted == nil, Self.isUnwanted(scalar.value) { unwanted = scalar }
        }
        bidi.endParagraph()
        if hasSeparator, source?.unicodeScalars.contains(where: { $0.value == 0x2028 || $0.value == 0x2029 }) != true {
            reporter.report(.lineSeparator, "the target of \(key) has a U+2028 or U+2029 line break", unit)
        }
        if let unwanted, source?.unicodeScalars.contains(unwanted) != true {
            reporter.report(
                .controlCharacter, "the target of \(key) has the character \(unwanted.name)", unit)
        }
        if let control = bidi.culprit, source.map({ BidiBalance($0).culprit }) != .some(control) {
            reporter.report(
                .unbalancedBidi, "the target of \(key) has an unbalanced direction control, \(control.name)", unit)
        }
    }

    /// Controls (but for tab and line ends), noncharacters, and what decoders leave behind: U+FFFD, U+FEFF.
    private static func isUnwanted(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x85: false
        case 0..<0x20, 0x7F..<0xA0, 0xFFFD, 0xFEFF, 0xFDD0...0xFDEF: true
        default: value & 0xFFFE == 0xFFFE
        }
    }
}

extension Unicode.Scalar {
    /// `U+0016`
    fileprivate var name: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

/// The white space of a text whose ends are ASCII, seen without making strings of it: where that of two texts is the same,
/// there is nothing to say about it.
private struct PlainSpace: Equatable {
    /// What stands before and behind, of up to seven bytes each; of more it is not plain.
    private var leading: UInt64 = 0
    private var trailing: UInt64 = 0
    /// As ``EdgeSpace`` counts them.
    private var lineCount = 1

    init?(_ text: String) {
        var text = text
        let isPlain = text.withUTF8 { bytes in
            var (start, end) = (0, bytes.count)
            while start < end, Self.isSpace(bytes[start]) {
                leading = leading << 8 | UInt64(bytes[start])
                start += 1
            }
            while end > start, Self.isSpace(bytes[end - 1]) {
                trailing = trailing << 8 | UInt64(bytes[end - 1])
                end -= 1
            }
            guard start < 8, bytes.count - end < 8, start == end || (bytes[start] < 0x80 && bytes[end - 1] < 0x80)
            else { return false }
            var previous: UInt8 = 0
            for byte in bytes[start..<end] {
                if byte == 0x0D || (byte == 0x0A && previous != 0x0D) { lineCount += 1 }
                previous = byte
            }
            return true
        }
        guard isPlain else { return nil }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
}

/// The white space around a text.
private struct EdgeSpace {
    var leading: String
    var trailing: String
    /// Whether the last character before the trailing space is as wide as two.
    var endsFullWidth: Bool
    /// Of what is between.
    var lineCount: Int
    /// The first and the last character of that.
    private var first: UInt32
    private var last: UInt32

    init(_ text: String) {
        let scalars = text.unicodeScalars
        let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
        var end = scalars.endIndex
        while end > start, scalars[scalars.index(before: end)].properties.isWhitespace {
            end = scalars.index(before: end)
        }
        leading = String(scalars[..<start])
        trailing = String(scalars[end...])
        first = end > start ? scalars[start].value : 0
        last = end > start ? scalars[scalars.index(before: end)].value : 0
        lineCount = 1
        var previous: UInt8 = 0
        for byte in text.utf8[start..<max(start, end)] {
            if byte == 0x0D || (byte == 0x0A && previous != 0x0D) { lineCount += 1 }
            previous = byte
        }
        endsFullWidth = (0x3000...0x303F).contains(last) || (0xFF00...0xFF60).contains(last)
    }

    /// Whether the text next to the edge is a Latin letter or a digit.
    func isLatin(atStart: Bool) -> Bool {
        let scalar = atStart ? first : last
        return (0x30...0x39).contains(scalar) || (0x61...0x7A).contains(scalar | 0x20)
    }

    static func words(_ space: String) -> String {
        guard let first = space.unicodeScalars.first else { return "none" }
        let name =
            switch first.value {
            case 0x20: "space"
            case 0x0A, 0x0D: "line feed"
            case 0x09: "tab"
            case 0xA0: "no-break space"
            default: first.name
            }
        guard space.unicodeScalars.allSatisfy({ $0 == first }) else { return "white space that is mixed" }
        return space.unicodeScalars.count == 1 ? "a \(name)" : "\(space.unicodeScalars.count) \(name)s"
    }

}

/// Whether embeddings and isolates are closed where they should be (UAX #9 §3.3.2, rules BD8 to BD13).
struct BidiBalance {
    /// What is open, in order.
    private var open: [Unicode.Scalar] = []
    /// How many of them are isolates.
    private var openIsolates = 0
    /// The first control without its counterpart.
    private(set) var culprit: Unicode.Scalar?

    init() {}

    init(_ text: String) {
        for scalar in text.unicodeScalars {
            if scalar.value == 0x0A || scalar.value == 0x2029 { endParagraph() } else { add(scalar) }
        }
        endParagraph()
    }

    mutating func add(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        // LRE, RLE, LRO, RLO, and the isolates LRI, RLI, FSI
        case 0x202A, 0x202B, 0x202D, 0x202E: open.append(scalar)
        case 0x2066...0x2068:
            open.append(scalar)
            openIsolates += 1
        // PDF closes an embedding that is open inside of the last isolate.
        case 0x202C:
            if let last = open.last, last.value < 0x2060 { open.removeLast() } else { blame(scalar) }
        // PDI closes the last isolate and the embeddings in it.
        case 0x2069:
            // Without one, the embeddings that are open are not searched for it.
            guard openIsolates > 0 else { return blame(scalar) }
            openIsolates -= 1
            var inside: Unicode.Scalar?
            while let last = open.popLast(), last.value < 0x2066 { inside = last }
            if let inside { blame(inside) }
        default: break
        }
    }

    /// A paragraph closes what is open in it.
    mutating func endParagraph() {
        if let first = open.first { blame(first) }
        open.removeAll()
        openIsolates = 0
    }

    private mutating func blame(_ scalar: Unicode.Scalar) { culprit = culprit ?? scalar }
}
