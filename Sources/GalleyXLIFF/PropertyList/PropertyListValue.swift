/// A value of a property list, whichever of the three formats it was read from.
///
///     let list = try PropertyListValue(bytes: bytes, name: "Localizable.stringsdict")
///     if case .dictionary(let dictionary) = list { print(dictionary["followers_count"]) }
///
/// Strings are equal if their bytes are, numbers that are not numbers are equal, and where something was read from does
/// not count.
public enum PropertyListValue: Sendable {
    case string(String)
    case dictionary(PropertyListDictionary)
    case array([PropertyListValue])
    case data([UInt8])
    /// Between -2^63 and 2^64 - 1 when it was read.
    case integer(Int128)
    case real(Double)
    case boolean(Bool)
    /// In whole seconds since the beginning of 2001, UTC: XML knows no parts of one.
    case date(Int64)
}

/// The formats of property lists.
public enum PropertyListFormat: String, Sendable, Hashable, Codable {
    /// `{ key = value; }`, which `.strings` files are written in.
    case oldStyle
    /// With elements such as `<dict>`, which `.stringsdict` files are written in.
    case xml
    /// `bplist00`, which tables are compiled to.
    case binary
}

extension PropertyListValue {
    /// The string, if it is one.
    public var string: String? { if case .string(let string) = self { string } else { nil } }
    /// The dictionary, if it is one.
    public var dictionary: PropertyListDictionary? {
        if case .dictionary(let dictionary) = self { dictionary } else { nil }
    }

    /// What it is, for a message: `a string`.
    var kind: String {
        switch self {
        case .string: "a string"
        case .dictionary: "a dictionary"
        case .array: "an array"
        case .data: "data"
        case .integer: "an integer"
        case .real: "a real number"
        case .boolean: "a boolean"
        case .date: "a date"
        }
    }
}

extension PropertyListValue: Hashable {
    public static func == (left: PropertyListValue, right: PropertyListValue) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
        case (.dictionary(let left), .dictionary(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)):
            left.isNaN ? right.isNaN : left.bitPattern == right.bitPattern
        case (.boolean(let left), .boolean(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .string(let string): hasher.combine(ExactString(string))
        case .dictionary(let dictionary): hasher.combine(dictionary)
        case .array(let array): hasher.combine(array)
        case .data(let data): hasher.combine(data)
        case .integer(let integer): hasher.combine(integer)
        case .real(let real): hasher.combine(real.isNaN ? 0 : real.bitPattern)
        case .boolean(let boolean): hasher.combine(boolean)
        case .date(let date): hasher.combine(date)
        }
    }
}

extension PropertyListValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    public init(stringLiteral string: String) { self = .string(string) }
    public init(dictionaryLiteral pairs: (String, PropertyListValue)...) {
        self = .dictionary(PropertyListDictionary(pairs.map { .init(key: $0.0, value: $0.1) }))
    }
    public init(arrayLiteral values: PropertyListValue...) { self = .array(values) }
}
