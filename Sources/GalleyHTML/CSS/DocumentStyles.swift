import GalleyMarkup

/// The number of a computed style in one ``DocumentStyles``.
public struct StyleID: RawRepresentable, Hashable, Sendable {
    /// The place in ``DocumentStyles/styles``.
    public let rawValue: UInt32
    /// A style from its number.
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The number as an index.
    @inlinable public var index: Int { Int(rawValue) }
}

/// The computed styles of a whole tree: a number for each node, each distinct style once.
///
///     let styles = StyleResolver(tree: tree, sheets: sheets).resolve()
///     let style = styles[node]                        // text nodes have their parent's style
///     if let before = styles.style(of: .before, on: node) { ... }
///
/// Immutable. Looking up costs O(1); a builder may keep what it derives from a style in an array by ``StyleID``.
public struct DocumentStyles: Sendable {
    /// The distinct styles; number 0 has all initial values.
    public let styles: [ComputedStyle]
    /// By node; of a long document in two bytes each, where they are enough (`narrowIDs`).
    private let ids: [UInt32]
    private let narrowIDs: ContiguousArray<UInt16>
    private let pseudoElements: [UInt64: UInt32]
    /// What the hook wants otherwise, by element.
    let overrides: [NodeID: BlockHook.Override]
    /// Whether any element has a `::first-line` or `::first-letter` style.
    package let hasFirstStyles: Bool
    /// `@font-face`, `@page` and `@counter-style` rules of all sheets whose conditions hold, in order.
    public let atRules: [StyleSheet.AtRule]
    /// What was left out of the sheets.
    public let diagnostics: [CSSDiagnostic]

    init(
        styles: [ComputedStyle], ids: [UInt32], pseudoElements: [UInt64: UInt32],
        overrides: [NodeID: BlockHook.Override], atRules: [StyleSheet.AtRule],
        diagnostics: [CSSDiagnostic]
    ) {
        self.styles = styles
        let isNarrow = ids.count >= DocumentStyles.narrowCount && styles.count <= 1 << 16
        self.ids = isNarrow ? [] : ids
        narrowIDs = isNarrow ? ContiguousArray(ids.lazy.map { UInt16(truncatingIfNeeded: $0) }) : []
        self.pseudoElements = pseudoElements
        self.overrides = overrides
        hasFirstStyles = pseudoElements.keys.contains { key in
            let kind = PseudoElement(rawValue: UInt8(truncatingIfNeeded: key))
            return kind == .firstLine || kind == .firstLetter
        }
        self.atRules = atRules
        self.diagnostics = diagnostics
    }

    /// So many nodes have a long document.
    private static let narrowCount = 1 << 20

    /// The style's number of a node.
    public func id(of node: NodeID) -> StyleID {
        StyleID(rawValue: narrowIDs.isEmpty ? ids[node.index] : UInt32(narrowIDs[node.index]))
    }

    /// The style of a node.
    public subscript(node: NodeID) -> ComputedStyle { styles[id(of: node).index] }

    /// The style of a number.
    public subscript(id: StyleID) -> ComputedStyle { styles[id.index] }

    /// The style's number of a pseudo-element; nil when it is not generated (`::before` and `::after` without content)
    /// or no rule is about it.
    public func id(of pseudoElement: PseudoElement, on node: NodeID) -> StyleID? {
        if pseudoElements.isEmpty { return nil }
        return pseudoElements[DocumentStyles.key(pseudoElement, node)].map { StyleID(rawValue: $0) }
    }

    /// The style of a pseudo-element, as ``id(of:on:)``.
    public func style(of pseudoElement: PseudoElement, on node: NodeID) -> ComputedStyle? {
        id(of: pseudoElement, on: node).map { styles[$0.index] }
    }

    static func key(_ pseudoElement: PseudoElement, _ node: NodeID) -> UInt64 {
        UInt64(UInt32(bitPattern: node.rawValue)) << 8 | UInt64(pseudoElement.rawValue)
    }
}
