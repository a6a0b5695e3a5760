/// A face instance within one ``FontCollection``: a small number for hot data. Means nothing in another collection.
public struct FontInstanceID: Hashable, Sendable, RawRepresentable, Comparable, BitwiseCopyable {
    public var rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The embedded face that every collection has.
    public static let lastResort = FontInstanceID(rawValue: 0)

    @inlinable public static func < (left: FontInstanceID, right: FontInstanceID) -> Bool {
        left.rawValue < right.rawValue
    }
}
