/// The arguments that a format string takes, by position: what `String(format:)` reads from its argument list.
///
/// `%1$@ %d %%` and the like (IEEE printf with Foundation's `%@` and the plural variables `%#@name@`, `%arg`). A `%`
/// followed by a space is taken as a percent sign: "100 % der" is German, not a specifier with the space flag.
package struct FormatSpecifiers: Hashable {
    /// What is read for an argument. Types that are read alike (`%d`, `%u`, `%x`) are one.
    package enum ArgumentType: Hashable {
        case object
        case integer(is64Bit: Bool)
        case floating
        case pointer
        case cString
        case wideString
        /// `%n`: writes to memory.
        case counter
        /// A variable of a plural rule.
        case variable(String)
    }

    /// An argument and the specifier that reads it.
    package struct Argument: Hashable {
        package var type: ArgumentType
        package var specifier: String
    }

    /// By position, from 1.
    package private(set) var arguments: [Int: Argument] = [:]

    package init(_ format: String) {
        let bytes = Array(format.utf8)
        var index = 0
        var next = 1
        while let percent = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
            var scanner = Scanner(bytes: bytes, index: percent + 1)
            if let found = scanner.specifier() {
                for _ in 0..<found.stars {
                    arguments[next] = Argument(type: .integer(is64Bit: false), specifier: "*")
                    next += 1
                }
                if let type = found.type {
                    let position = found.position ?? next
                    if found.position == nil { next += 1 }
                    if arguments[position] == nil || found.position == nil {
                        arguments[position] = Argument(
                            type: type, specifier: String(decoding: bytes[percent..<scanner.index], as: UTF8.self))
                    }
                }
                index = scanner.index
            } else {
                index = percent + 1
            }
        }
    }

    /// Reads one specifier.
    private struct Scanner {
        let bytes: [UInt8]
        var index: Int

        struct Found {
            /// `nil` for `%%`.
            var type: ArgumentType?
            var position: Int?
            var stars = 0
        }

        private var peek: UInt8 { index < bytes.count ? bytes[index] : 0 }

        private mutating func take(_ text: String) -> Bool {
            guard bytes[index...].starts(with: text.utf8) else { return false }
            index += text.utf8.count
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

        mutating func specifier() -> Found? {
            if take("%") { return Found(type: nil) }
            var found = Found(type: nil)
            let start = index
            if let number = number(), number > 0, take("$") { found.position = number } else { index = start }
            if take("arg") {
                found.type = .variable("arg")
                return found
            }
            if take("#@") {
                guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "@")), end > index else { return nil }
                found.type = .variable(String(decoding: bytes[index..<end], as: UTF8.self))
                index = end + 1
                return found
            }
            while "-+#0'".utf8.contains(peek) { index += 1 }
            if take("*") { found.stars += 1 } else { _ = number() }
            if take(".") { if take("*") { found.stars += 1 } else { _ = number() } }
            var is64Bit = false
            while "hlqLztj".utf8.contains(peek) {
                if "lqztj".utf8.contains(peek) { is64Bit = true }
                index += 1
            }
            switch peek {
            case UInt8(ascii: "@"): found.type = .object
            case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "X"),
                UInt8(ascii: "o"), UInt8(ascii: "c"), UInt8(ascii: "C"):
                found.type = .integer(is64Bit: is64Bit)
            case UInt8(ascii: "D"), UInt8(ascii: "U"), UInt8(ascii: "O"): found.type = .integer(is64Bit: true)
            case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "g"),
                UInt8(ascii: "G"), UInt8(ascii: "a"), UInt8(ascii: "A"):
                found.type = .floating
            case UInt8(ascii: "s"): found.type = .cString
            case UInt8(ascii: "S"): found.type = .wideString
            case UInt8(ascii: "p"): found.type = .pointer
            case UInt8(ascii: "n"): found.type = .counter
            default: return nil
            }
            index += 1
            return found
        }
    }
}
