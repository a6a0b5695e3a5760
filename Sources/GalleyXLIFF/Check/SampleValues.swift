/// What stands for the arguments of a format when its length is measured.
public struct SampleValues: Sendable, Hashable {
    /// For `%@`, `%s` and `%S`.
    public var text = "Sample"
    /// For `%d` and the like.
    public var integer = "100"
    /// For `%f` and the like.
    public var number = "0.50"
    /// By position, from 1: goes before those by type.
    public var arguments: [Int: String] = [:]
    /// By name, for plural variables and placeholders such as `${applicationName}`.
    public var names: [String: String] = [:]

    public init() {}

    /// Takes one setting as a person writes it: `@=Ann`, `d=1,000`, `f=0.5`, `2=Monday`, `applicationName=Tally`.
    ///
    /// - Returns: whether it was understood.
    public mutating func set(_ setting: String) -> Bool {
        guard let equals = setting.firstIndex(of: "="), equals > setting.startIndex else { return false }
        let name = setting[..<equals].drop { $0 == "%" }
        let value = String(setting[setting.index(after: equals)...])
        switch name {
        case "": return false
        case "@", "s", "S": text = value
        case "d", "i", "u", "ld", "lld", "lu", "llu", "x", "X", "c": integer = value
        case "f", "g", "e": number = value
        default:
            if let position = Int(name) {
                guard position > 0 else { return false }
                arguments[position] = value
            } else {
                names[String(name)] = value
            }
        }
        return true
    }

    /// The text as it may look in the app: specifiers replaced by values, `%%` by a percent sign.
    ///
    /// A precision counts for text (`%.3@` and `%.3s` cut it), widths do not. A text that is no format stays as it is.
    /// Complexity: O(*length*).
    public func filled(_ format: String) -> String {
        let bytes = Array(format.utf8)
        let specifiers = FormatSpecifiers(format)
        guard specifiers.isFormat else { return format }
        var result: [UInt8] = []
        var index = 0
        var last = -1
        for use in specifiers.uses where use.specifier != "*" && use.range.lowerBound > last {
            append(bytes[index..<use.range.lowerBound], to: &result)
            result += value(of: use).utf8
            index = use.range.upperBound
            last = use.range.lowerBound
        }
        append(bytes[index...], to: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// What is between specifiers: `%%` is a percent sign.
    private func append(_ bytes: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var isSecond = false
        for byte in bytes {
            let isPercent = byte == UInt8(ascii: "%")
            if isPercent, isSecond {
                isSecond = false
                continue
            }
            isSecond = isPercent
            result.append(byte)
        }
    }

    private func value(of use: FormatSpecifiers.Use) -> String {
        if case .variable(let name) = use.type, let value = names[name] { return value }
        if let value = arguments[use.position] { return value }
        return switch use.type {
        case .object, .cString, .wideString: text
        case .integer, .variable: integer
        case .floating: number
        case .pointer: "0x16fdff0a0"
        case .counter: ""
        }
    }
}
