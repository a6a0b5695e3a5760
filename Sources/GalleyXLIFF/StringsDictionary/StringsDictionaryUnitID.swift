/// The id of a text of a `.stringsdict` file in Xcode's XLIFF: the keys that lead to it.
///
///     StringsDictionaryUnitID("/count:dict/ITEMS:dict/one:dict/:string")?.path      // ["count", "ITEMS", "one"]
///     StringsDictionaryUnitID(path: ["count", "NSStringLocalizedFormatKey"]).description
///
/// The first key is the app's own and may hold anything, `/` and `:` included, so an id is read from its end. A key that
/// holds `:dict/` itself can only be told with the dictionary at hand: see ``init(_:in:)``.
public struct StringsDictionaryUnitID: Sendable, Hashable, CustomStringConvertible {
    /// The keys from the outermost on; at least two.
    public var path: [String]

    private static let end = ":dict/:string"
    private static let separator = ":dict/"

    public init(path: [String]) { self.path = path }

    /// Reads an id; `nil` when it is none, or when it leads deeper than property lists nest.
    ///
    /// Complexity: linear.
    public init?(_ id: String) {
        guard id.utf8.first == UInt8(ascii: "/") else { return nil }
        let bytes = Array(id.utf8)
        guard bytes.count > Self.end.utf8.count, bytes.suffix(Self.end.utf8.count).elementsEqual(Self.end.utf8) else {
            return nil
        }
        var path: [String] = []
        let body = bytes[1..<bytes.count - Self.end.utf8.count]
        var start = body.startIndex
        var index = start
        while index < body.endIndex {
            if body[index] == UInt8(ascii: ":"), body[index...].starts(with: Self.separator.utf8) {
                path.append(String(decoding: body[start..<index], as: UTF8.self))
                index += Self.separator.utf8.count
                start = index
            } else {
                index += 1
            }
        }
        path.append(String(decoding: body[start...], as: UTF8.self))
        guard path.count >= 2, path.count <= XLIFFLimits.propertyListDepth else { return nil }
        self.path = path
    }

    /// Reads an id of a dictionary that is known: the first key is the longest that the dictionary has.
    public init?(_ id: String, in dictionary: StringsDictionary) {
        guard let plain = Self(id) else { return nil }
        path = plain.path
        // Rarely are there more than three parts, and never more than the depth of a list.
        for length in stride(from: path.count - 1, to: 1, by: -1) {
            let key = path[..<length].joined(separator: Self.separator)
            if dictionary.root[key] != nil {
                path = [key] + path[length...]
                return
            }
        }
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.path.map(ExactString.init) == right.path.map(ExactString.init)
    }

    public func hash(into hasher: inout Hasher) { for key in path { hasher.combine(ExactString(key)) } }

    /// The id as Xcode writes it.
    public var description: String { "/" + path.joined(separator: Self.separator) + Self.end }
}
