import FuzzSupport
import GalleyUnicode

/// Embedding levels of any bytes, and the order of a line's items.
///
/// The first byte chooses the base direction, and whether the rest is UTF-8 as it stands or each byte stands for a
/// character of its own class. Valid text is compared with UAX #9 written out plainly (``BidiReference``).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBidi(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let direction = BaseDirection.allCases[Int(bytes[0] & 3)]
    let rest = UnsafeBufferPointer(start: bytes + 1, count: min(count - 1, 600))
    let utf8 = bytes[0] & 0x40 != 0 ? alphabet.utf8(rest) : Array(rest)
    let paragraph = utf8.withUnsafeBufferPointer { BidiParagraph($0, direction: direction) }
    check(utf8, paragraph, direction)
    utf8.withUnsafeBufferPointer { text in
        // The memory of the algorithm leaves no trace.
        memory.withLevels(of: text, direction) { require($0 == paragraph) }
        let end = BidiParagraph.trailingSpaceStart(text, line: 0..<text.count)
        require(end >= 0 && end <= text.count)
    }
    checkOrder(Array(rest.prefix(60)))
    return 0
}

/// What is kept from one text to the next.
private struct Memory {
    private var algorithm = BidiAlgorithm()

    mutating func withLevels(
        of text: UnsafeBufferPointer<UInt8>, _ direction: BaseDirection, _ body: (BidiParagraph) -> Void
    ) {
        body(BidiParagraph(text, direction: direction, algorithm: &algorithm))
    }
}

nonisolated(unsafe) private var memory = Memory()  // libFuzzer calls from one thread.

private let alphabet = Alphabet(
    startingWith: ["(", ")", "[", "]", "\u{2329}", "\u{232A}", "\u{3008}", "\u{3009}", "{", "}"]
) { UnicodeProperties.bidiClass($0).rawValue }

private func check(_ utf8: [UInt8], _ paragraph: BidiParagraph, _ direction: BaseDirection) {
    require(paragraph.levels.isEmpty || paragraph.levels.count == utf8.count, "a level for each byte")
    require(paragraph.baseLevel <= 1)
    require(paragraph.levels.allSatisfy { $0 <= 126 }, "the deepest level is 125, and one more for numbers")
    guard String(validating: utf8, as: UTF8.self) != nil else { return }
    let scalars = String(decoding: utf8, as: UTF8.self).unicodeScalars.map(\.value)
    let base: UInt8? = direction == .leftToRight ? 0 : direction == .rightToLeft ? 1 : nil
    let expected = BidiReference(
        scalars, baseLevel: base, elseLevel: direction == .automaticElseRightToLeft ? 1 : 0)
    require(paragraph.baseLevel == expected.baseLevel, "base level of \(scalars)")
    var offset = 0
    for (index, scalar) in scalars.enumerated() {
        let end = offset + UTF8.width(Unicode.Scalar(scalar)!)
        for inner in offset..<end {
            require(paragraph.level(at: inner) == paragraph.level(at: offset), "one level a character")
        }
        // X9 removes characters: the standard gives them no level.
        if !BidiReference.isRemoved(UnicodeProperties.bidiClass(scalar)) {
            require(
                paragraph.level(at: offset) == expected.levels[index],
                "level of \(index): \(paragraph.level(at: offset)), not \(expected.levels[index]), in \(scalars)")
        }
        offset = end
    }
}

/// L2 as it is written: from the highest level down to the lowest odd one, whatever is at that level or above is reversed.
private func checkOrder(_ bytes: [UInt8]) {
    let levels = bytes.map { $0 % 6 }
    var order = Array(levels.indices)
    if let highest = levels.max(), let lowest = levels.filter({ $0 % 2 == 1 }).min() {
        for level in stride(from: highest, through: lowest, by: -1) {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
        }
    }
    require(BidiOrder.visual(levels) == order, "the order of \(levels)")
}
