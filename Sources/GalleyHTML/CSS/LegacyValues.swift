import GalleyText

/// HTML's own rules for the values of old attributes (HTML §2.3).
enum LegacyValues {
    /// §2.3.4.4, dimension values: px, or a percentage; trailing junk is ignored. HTML 4's relative lengths (`2*`) are none, as
    /// in Chromium: two of three parts are not two px.
    static func dimension(_ text: String) -> Length? {
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count, isWhitespace(bytes[index]) { index += 1 }
        let start = index
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        guard index > start else { return nil }
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "."), isDigit(bytes[index + 1]) {
            index += 1
            while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: "*") { return nil }
        let value = bytes[start..<index].withUnsafeBufferPointer { DecimalNumber.value(of: $0) }
        let clamped = Length.clamped(value)
        return index < bytes.count && bytes[index] == UInt8(ascii: "%") ? .percent(clamped) : .px(clamped)
    }

    /// §2.3.4.2: a non-negative integer with junk after it.
    static func nonNegativeInteger(_ text: String) -> Double? {
        var bytes = Substring(text).utf8
        while let first = bytes.first, isWhitespace(first) { bytes.removeFirst() }
        if bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        let digits = Array(bytes.prefix { isDigit($0) })
        guard !digits.isEmpty else { return nil }
        return Length.clamped(digits.withUnsafeBufferPointer { DecimalNumber.value(of: $0) })
    }

    /// `<font size>` (§15.3.4): 1 to 7, or relative to 3, as a size keyword.
    static func fontSize(_ text: String) -> String? {
        var bytes = Substring(text).utf8
        while let first = bytes.first, isWhitespace(first) { bytes.removeFirst() }
        var sign = 0
        if bytes.first == UInt8(ascii: "+") { sign = 1 } else if bytes.first == UInt8(ascii: "-") { sign = -1 }
        if sign != 0 { bytes.removeFirst() }
        let digits = Array(bytes.prefix { isDigit($0) })
        guard !digits.isEmpty else { return nil }
        let number = Int(min(digits.withUnsafeBufferPointer { DecimalNumber.value(of: $0) }, 100))
        let size = min(max(sign == 0 ? number : 3 + sign * number, 1), 7)
        return ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"][size - 1]
    }

    /// §2.3.6, "rules for parsing a legacy color value": almost anything is a colour.
    static func color(_ text: String) -> Color? {
        let trimmed = text.trimmingCSSWhitespace()
        guard !trimmed.isEmpty else { return nil }
        let lowered = trimmed.lowercased()
        if lowered == "transparent" { return nil }
        if let value = NamedColors.values[lowered] { return Color(rgb: value) }
        if trimmed.utf8.count == 4, trimmed.utf8.first == UInt8(ascii: "#"),
            let color = ColorText.hexadecimal(String(trimmed.dropFirst()))
        {
            return color
        }
        // Characters beyond the basic plane count as two zeros; other strangers as one.
        var digits: [UInt32] = []
        for scalar in trimmed.unicodeScalars.prefix(128) {
            let isHex = scalar.value < 128 ? hexValue(UInt8(scalar.value)) : nil
            digits.append(isHex ?? 0)
            if scalar.value > 0xFFFF { digits.append(0) }
        }
        if trimmed.unicodeScalars.first == "#" { digits.removeFirst() }
        while digits.isEmpty || digits.count % 3 != 0 { digits.append(0) }
        var length = digits.count / 3
        var parts = (0..<3).map { Array(digits[$0 * length..<($0 + 1) * length]) }
        if length > 8 {
            parts = parts.map { Array($0.suffix(8)) }
            length = 8
        }
        while length > 2, parts.allSatisfy({ $0[0] == 0 }) {
            parts = parts.map { Array($0.dropFirst()) }
            length -= 1
        }
        let bytes = parts.map { part in part.prefix(2).reduce(0) { $0 * 16 + $1 } }
        return Color(rgb: bytes[0] << 16 | bytes[1] << 8 | bytes[2])
    }
}
