import GalleyMarkup
import GalleyText

// The margin collapsing quirks (HTML standard, §15.3.10): in quirks mode the margins that elements have by default do not
// count at the edges of the body and of cells. Authors' margins do.
extension ModelBuilder {
    /// Whether the block that is about to be opened begins a body or cell, with nothing before it to keep margins apart.
    private var beginsQuirkyContainer: Bool {
        for context in blocks.reversed() {
            guard context.paragraphsBefore == writer.paragraphCount else { return false }
            if context.kind == .cell || context.id == bodyBlock { return true }
            let style = styles[context.style]
            if context.isFlowRoot || style.border.top.width > 0 || style.box.padding.top != .zero { return false }
        }
        return false
    }

    /// Takes the margins away that a quirks document ignores.
    mutating func ignoreQuirkyMargins(_ node: NodeID, _ style: ComputedStyle, _ block: inout BlockStyle) {
        guard tree.isQuirks, let factor = defaultMargin(node) else { return }
        let margin = SizeValue.length(.px(style.inheritedStorage.value.shaping.fontSize * factor))
        if style.box.hasDefaultMarginTop, block.margin.top == margin, beginsQuirkyContainer {
            block.margin.top = .length(.zero)
        }
        if style.box.hasDefaultMarginBottom, block.margin.bottom == margin, endsCell(node) {
            block.margin.bottom = .length(.zero)
        }
    }

    /// The height of a cell has its padding and borders in it (Quirks Mode §3.9, the table cell height box sizing quirk).
    func takeEdges(ofHeightOf cell: inout BlockStyle) {
        guard cell.boxSizing == .contentBox, let height = cell.height.length, !height.hasPercentage else { return }
        let edges = cell.padding.top + cell.padding.bottom + .px(cell.border.top.width + cell.border.bottom.width)
        cell.height = .length(height + -edges)
    }

    /// Whether nothing that shows follows an element in its cell.
    private func endsCell(_ node: NodeID) -> Bool {
        guard let parent = tree.parent(of: node), tree.isHTML(parent, .td) || tree.isHTML(parent, .th) else {
            return false
        }
        var next = tree.nextSibling(of: node)
        while let sibling = next {
            if tree.isElement(sibling) {
                if styles[sibling].box.display != .none { return false }
            } else if !tree.textBytes(of: sibling).allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x09 }) {
                return false
            }
            next = tree.nextSibling(of: sibling)
        }
        return true
    }

    /// The default margin of an element in `em`; nil for one that has none.
    private func defaultMargin(_ node: NodeID) -> Double? {
        guard tree.namespace(of: node) == .html else { return nil }
        switch tree.name(of: node) {
        case .blockquote, .dir, .dl, .listing, .menu, .ol, .p, .plaintext, .pre, .ul, .xmp: return 1
        case .h1: return 0.67
        case .h2: return 0.83
        case .h3: return 1
        case .h4: return 1.33
        case .h5: return 1.67
        case .h6: return 2.33
        default: return nil
        }
    }
}
