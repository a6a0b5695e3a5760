/// The arguments that a format string takes, by position: what `String(format:)` reads from its argument list.
///
/// `%1$@ %d %%` and the like (IEEE printf with Foundation's `%@` and the plural variables `%#@name@`, `%arg`). A `%`
/// followed by a space is taken as a percent sign: "100 % der" is German, not a specifier with the space flag.
package struct FormatSpecifiers: Hashable, Sendable {
    /// What is read for an argument. Types that are read alike (`%d`, `%u`, `%x`) are one.
    package enum ArgumentType: Hashable, Sendable {
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

        var isVariable: Bool { if case .variable = self { true } else { false } }
        var isInteger: Bool { if case .integer = self { true } else { false } }
    }

    /// An argument and the specifier that reads it.
    package struct Argument: Hashable, Sendable {
        package var type: ArgumentType
        package var specifier: String
    }

    /// One reading of an argument.
    package struct Use: Hashable, Sendable {
        /// From 1.
        package var position: Int
        /// Whether the specifier says the position itself.
        package var isPositioned: Bool
        package var type: ArgumentType
        package var specifier: String
        /// Where it stands, in UTF-8 offsets.
        package var range: Range<Int>
    }

    /// In the order of the text.
    package internal(set) var uses: [Use] = []
    /// How many `%%` there are.
    package private(set) var escapedPercents = 0
    /// How many `%` are neither part of a specifier nor escaped.
    package private(set) var loosePercents = 0
    /// What looks like a specifier that somebody mistyped: `% @`, `％d`, `%1`, `@%`. In the order of the text.
    package private(set) var nearMisses: [String] = []

    /// By position, from 1: the first specifier that reads the argument.
    package var arguments: [Int: Argument] {
        Dictionary(uses.map { ($0.position, Argument(type: $0.type, specifier: $0.specifier)) }) { first, _ in first }
    }

    /// Whether the text says by itself that it is a format.
    package var isFormat: Bool { !uses.isEmpty || escapedPercents > 0 }

    /// The plural variables that the text refers to, in order.
    package var variables: [String] {
        uses.compactMap { use in
            if case .variable(let name) = use.type, use.specifier.utf8.contains(UInt8(ascii: "#")) { name } else { nil }
        }
    }

    /// Complexity: O(*length of the text*).
    package init(_ format: String) {
        let bytes = Array(format.utf8)
        var index = 0
        var next = 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                var scanner = FormatScanner(bytes: bytes, index: index + 1)
                if let found = scanner.specifier() {
                    add(found, index..<scanner.index, of: bytes, &next)
                    index = scanner.index
                } else {
                    addLoose(at: index, of: bytes)
                    index += 1
                }
            // ٪ U+066A, ％ U+FF05, ﹪ U+FE6A
            case 0xD9, 0xEF:
                if let end = FormatScanner.endOfLookalike(at: index, of: bytes) {
                    nearMisses.append(String(decoding: bytes[index..<end], as: UTF8.self))
                    index = end
                } else {
                    index += 1
                }
            default: index += 1
            }
        }
    }

    private mutating func add(_ found: FormatScanner.Found, _ range: Range<Int>, of bytes: [UInt8], _ next: inout Int) {
        func take(_ position: Int?) -> Int {
            if let position { return position }
            defer { next += 1 }
            return next
        }
        for star in found.stars {
            uses.append(
                Use(
                    position: take(star), isPositioned: star != nil, type: .integer(is64Bit: false), specifier: "*",
                    range: range))
        }
        guard let type = found.type else {
            escapedPercents += 1
            return
        }
        uses.append(
            Use(
                position: take(found.position), isPositioned: found.position != nil, type: type,
                specifier: String(decoding: bytes[range], as: UTF8.self), range: range))
    }

    private mutating func addLoose(at index: Int, of bytes: [UInt8]) {
        loosePercents += 1
        if let end = FormatScanner.endOfMistyped(at: index, of: bytes) {
            nearMisses.append(String(decoding: bytes[index..<end], as: UTF8.self))
        } else if index > 0, bytes[index - 1] == UInt8(ascii: "@") {
            // "@%": the specifier as a right-to-left editor shows it.
            nearMisses.append("@%")
        }
    }
}
