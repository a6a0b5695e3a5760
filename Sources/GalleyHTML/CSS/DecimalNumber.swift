/// Decimal text to `Double`, without locale and never infinite: CSS Syntax 3 §4.3.13, HTML's rules for numbers.
package enum DecimalNumber {
    /// The value of `[+-]digits[.digits][e[+-]digits]`; a magnitude beyond `Double` becomes the largest finite one.
    ///
    /// Exact for short numbers (mantissa below 2⁵³, exponent within ±22: one correctly rounded operation); the rest
    /// goes through the standard library.
    package static func value(of text: UnsafeBufferPointer<UInt8>) -> Double {
        var index = 0
        var negative = false
        if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            negative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        var mantissa: UInt64 = 0
        var digits = 0
        var scale = 0
        while index < text.count, isDigit(text[index]), digits < 16 {
            mantissa = mantissa * 10 + UInt64(text[index] - 0x30)
            digits += mantissa == 0 ? 0 : 1
            index += 1
        }
        if index < text.count, text[index] == UInt8(ascii: "."), digits < 16 {
            index += 1
            while index < text.count, isDigit(text[index]), digits < 16, scale < 22 {
                mantissa = mantissa * 10 + UInt64(text[index] - 0x30)
                digits += mantissa == 0 ? 0 : 1
                scale += 1
                index += 1
            }
        }
        if index == text.count, mantissa < 1 << 53 {
            let magnitude = Double(mantissa) / powersOfTen[scale]
            return negative ? -magnitude : magnitude
        }
        let slow = Double(String(decoding: text, as: UTF8.self)) ?? 0
        return min(max(slow, -Double.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
