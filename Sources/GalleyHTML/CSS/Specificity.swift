/// The weight of a selector: ids, then classes (with attributes and pseudo-classes), then types (with
/// pseudo-elements), compared lexicographically (Selectors 4 §17).
///
///     Specificity(ids: 1, classes: 0, types: 0) > Specificity(ids: 0, classes: 40, types: 9)   // true
///
/// Each count saturates at 2²⁰ - 1, so no selector, however long, can carry into the next one.
public struct Specificity: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The three counts, 20 bits each.
    let packed: UInt64

    private static let limit = (1 << 20) - 1

    /// A specificity from its three counts; negative counts are 0.
    public init(ids: Int, classes: Int, types: Int) {
        func field(_ count: Int) -> UInt64 { UInt64(min(max(count, 0), Specificity.limit)) }
        packed = field(ids) << 40 | field(classes) << 20 | field(types)
    }

    /// The weight of `*` and of `:where()`.
    public static let zero = Specificity(ids: 0, classes: 0, types: 0)

    /// Number of id selectors.
    public var ids: Int { Int(packed >> 40) }
    /// Number of class selectors, attribute selectors and pseudo-classes.
    public var classes: Int { Int(packed >> 20) & Specificity.limit }
    /// Number of type selectors and pseudo-elements.
    public var types: Int { Int(packed) & Specificity.limit }

    /// Lexicographic order.
    public static func < (left: Specificity, right: Specificity) -> Bool { left.packed < right.packed }

    /// Adds count by count, saturating.
    public static func + (left: Specificity, right: Specificity) -> Specificity {
        Specificity(ids: left.ids + right.ids, classes: left.classes + right.classes, types: left.types + right.types)
    }

    /// `(ids,classes,types)`
    public var description: String { "(\(ids),\(classes),\(types))" }
}
