/// Reads one format specifier, from behind its `%`.
struct FormatScanner {
    let bytes: [UInt8]
    var index: Int

    struct Found {
        /// `nil` for `%%`.
        var type: FormatSpecifiers.ArgumentType?
        var position: Int?
        /// Widths and precisions that are arguments, each with its position if it says one.
        var stars: [Int?] = []
    }

    private var peek: UInt8 { index < bytes.count ? bytes[index] : 0 }

    private mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - index >= count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        index += count
        return true
    }

    private mutating func number() -> Int? {
        var value: Int?
        while (0x30...0x39).contains(peek) {
            value = min(9_999, (value ?? 0) * 10 + Int(peek - 0x30))
            index += 1
        }
        return value
    }

    /// `1$`
    private mutating func position() -> Int? {
        let start = index
        if let number = number(), number > 0, take("$") { return number }
        index = start
        return nil
    }

    private mutating func widthOrPrecision(_ found: inout Found) {
        if take("*") { found.stars.append(position()) } else { _ = number() }
    }

    /// The specifier, or `nil` when there is none; the index is behind it then.
    mutating func specifier() -> Found? {
        if take("%") { return Found() }
        var found = Found()
        found.position = position()
        if take("arg") {
            found.type = .variable("arg")
            return found
        }
        let start = index
        // `%1#@count@` is wrong (it lacks its `$`), but ships and works.
        _ = number()
        if take("#@") {
            guard let end = bytes[index...].firstIndex(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "%") }),
                end > index, bytes[end] == UInt8(ascii: "@")
            else { return nil }
            found.type = .variable(String(decoding: bytes[index..<end], as: UTF8.self))
            index = end + 1
            return found
        }
        index = start
        while "-+#0'".utf8.contains(peek) { index += 1 }
        widthOrPrecision(&found)
        if take(".") { widthOrPrecision(&found) }
        var is64Bit = false
        while "hlqLztj".utf8.contains(peek) {
            if "lqztj".utf8.contains(peek) { is64Bit = true }
            index += 1
        }
        guard let type = Self.type(of: peek, is64Bit: is64Bit) else { return nil }
        found.type = type
        index += 1
        return found
    }

    /// What a conversion character reads.
    private static func type(of conversion: UInt8, is64Bit: Bool) -> FormatSpecifiers.ArgumentType? {
        switch conversion {
        case UInt8(ascii: "@"): .object
        case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "X"),
            UInt8(ascii: "o"), UInt8(ascii: "c"), UInt8(ascii: "C"):
            .integer(is64Bit: is64Bit)
        case UInt8(ascii: "D"), UInt8(ascii: "U"), UInt8(ascii: "O"): .integer(is64Bit: true)
        case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "g"),
            UInt8(ascii: "G"), UInt8(ascii: "a"), UInt8(ascii: "A"):
            .floating
        case UInt8(ascii: "s"): .cString
        case UInt8(ascii: "S"): .wideString
        case UInt8(ascii: "p"): .pointer
        case UInt8(ascii: "n"): .counter
        default: nil
        }
    }

    // MARK: Mistyped specifiers

    /// Where a percent sign of another script with a specifier behind it ends: `％@`, `٪1$d`.
    static func endOfLookalike(at index: Int, of bytes: [UInt8]) -> Int? {
        for sign in lookalikes where bytes[index...].starts(with: sign) {
            return endOfConversion(at: index + sign.count, of: bytes)
        }
        return nil
    }

    private static let lookalikes: [[UInt8]] = [[0xD9, 0xAA], [0xEF, 0xBC, 0x85], [0xEF, 0xB9, 0xAA]]

    /// Where what follows a loose `%` ends, if it was meant as a specifier: `% @`, `%` and a no-break space and `d`,
    /// `%1`, `%1$`.
    static func endOfMistyped(at percent: Int, of bytes: [UInt8]) -> Int? {
        var index = percent + 1
        while let length = space(at: index, of: bytes) { index += length }
        if index > percent + 1 { return endOfConversion(at: index, of: bytes) }
        var digits = index
        while digits < bytes.count, (0x30...0x39).contains(bytes[digits]) { digits += 1 }
        guard digits > index else { return nil }
        return digits < bytes.count && bytes[digits] == UInt8(ascii: "$") ? digits + 1 : digits
    }

    /// The length of a space: U+0020, U+00A0, U+2009, U+202F.
    private static func space(at index: Int, of bytes: [UInt8]) -> Int? {
        guard index < bytes.count else { return nil }
        if bytes[index] == 0x20 { return 1 }
        for space: [UInt8] in [[0xC2, 0xA0], [0xE2, 0x80, 0x89], [0xE2, 0x80, 0xAF]]
        where bytes[index...].starts(with: space) {
            return space.count
        }
        return nil
    }

    /// Where a conversion that no letter follows ends: `@`, `lld`, `1$@`, `.2f`.
    private static func endOfConversion(at index: Int, of bytes: [UInt8]) -> Int? {
        var scanner = FormatScanner(bytes: bytes, index: index)
        guard index < bytes.count, bytes[index] != UInt8(ascii: "%"), let found = scanner.specifier(),
            let type = found.type
        else { return nil }
        if type == .object { return scanner.index }
        let follows = scanner.index < bytes.count ? bytes[scanner.index] : 0
        return follows >= 0x80 || (follows | 0x20 >= 0x61 && follows | 0x20 <= 0x7A) ? nil : scanner.index
    }
}
