/// A four-letter OpenType tag: of a table, an axis, a feature or a script.
public struct FontTag: Hashable, Sendable, RawRepresentable, Comparable {
    /// The letters as one big-endian number, as HarfBuzz and FreeType have them.
    public var rawValue: UInt32

    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The first four bytes of `text`, filled up with spaces.
    public init(_ text: String) {
        var value: UInt32 = 0
        var bytes = text.utf8.makeIterator()
        for _ in 0..<4 { value = value << 8 | UInt32(bytes.next() ?? 0x20) }
        rawValue = value
    }

    @inlinable public static func < (left: FontTag, right: FontTag) -> Bool { left.rawValue < right.rawValue }
}

extension FontTag: ExpressibleByStringLiteral, CustomStringConvertible {
    public init(stringLiteral text: StaticString) { self.init(text.description) }

    public var description: String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }, as: UTF8.self)
    }
}

extension FontTag {
    package static let weight: FontTag = "wght"
    package static let width: FontTag = "wdth"
    package static let slant: FontTag = "slnt"
    package static let italic: FontTag = "ital"
    package static let opticalSize: FontTag = "opsz"
}
