/// The sizes of all spans of a target, each in the time of a binary search: spans may lie in each other by the thousand.
///
/// Only where sizes add up: text that is normalized first is measured span by span, unless it is ASCII.
struct SpanSizes {
    private let codes: [InlineText.Code]
    /// The size of the text before each byte, and what the codes before each code declare.
    private var text = [0]
    private var extras = [0]

    /// - Parameter codes: in the order of the text, none in another.
    init?(
        _ target: [UInt8], _ codes: [InlineText.Code], _ profile: SizeProfile?, _ extra: KeyPath<InlineText.Code, Int>
    ) {
        guard let profile, profile.isStandard, profile.normalization == .none || target.allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        self.codes = codes
        for code in codes { extras.append(extras[extras.count - 1] + code[keyPath: extra]) }
        text.reserveCapacity(target.count + 1)
        var code = 0
        for (offset, byte) in target.enumerated() {
            while code < codes.count, codes[code].range.upperBound <= offset { code += 1 }
            let isInCode = code < codes.count && codes[code].range.lowerBound <= offset
            text.append(text[offset] + (isInCode ? 0 : profile.size(ofByte: byte)))
        }
    }

    /// The size of a range that cuts no code.
    func size(_ range: Range<Int>) -> Int {
        let range = range.clamped(to: 0..<text.count - 1)
        let first = partition { $0.lowerBound >= range.lowerBound }
        let end = partition { $0.upperBound > range.upperBound }
        return text[range.upperBound] - text[range.lowerBound] + (end > first ? extras[end] - extras[first] : 0)
    }

    /// The index of the first code for which a condition holds, which then holds for all behind it.
    private func partition(_ condition: (Range<Int>) -> Bool) -> Int {
        var (low, high) = (0, codes.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(codes[middle].range) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension SizeProfile {
    /// What a byte of UTF-8 adds to a size: the first byte of a character stands for all of it.
    fileprivate func size(ofByte byte: UInt8) -> Int {
        if unit == .bytes(.utf8) { return 1 }
        if byte & 0xC0 == 0x80 { return 0 }
        switch unit {
        case .bytes(.utf16): return byte >= 0xF0 ? 4 : 2
        case .bytes(.utf32): return 4
        default: return 1
        }
    }
}
