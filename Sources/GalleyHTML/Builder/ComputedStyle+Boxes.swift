import GalleyText

// What kind of box a style makes of an element.
extension ComputedStyle {
    /// Whether the box is a block of its own.
    var isBlockLevel: Bool { box.display.isBlockLevel }

    /// The kind of flow that a pseudo-element is; nil for one that stands in the flow around it. (A table's text would be
    /// in a cell; it is an inline block.)
    var flowKind: Flow.Kind? {
        switch box.display {
        case .none, .contents: nil
        case _ where box.position.isOutOfFlow: .positioned
        case _ where box.float != .none: .float
        case .inlineBlock, .inlineFlex, .inlineGrid, .inlineTable: .inlineBlock
        default: nil
        }
    }

    /// Whether the inline box has edges, a shift or a direction of its own, and so needs a span.
    var hasInlineEdges: Bool {
        box.verticalAlignment != .baseline || box.isolation != .normal || box.position == .relative
            || border.hasVisibleEdge
            || box.padding != Edges(.zero) || box.margin != Edges(.length(.zero)) || !box.shadows.isEmpty
            || box.hasBackgroundImage || outline != nil || box.borderImageSource != nil
    }
}

extension ComputedStyle {
    /// Whether a block of it gives strings to headers and footers, or another one than its text to the outline.
    var givesStrings: Bool { !box.namedStrings.isEmpty || box.bookmarkLabel != [.elementText] }
}

extension Edges where Value == BorderEdge {
    /// Whether any edge takes room.
    var hasVisibleEdge: Bool { top.width > 0 || right.width > 0 || bottom.width > 0 || left.width > 0 }
}
