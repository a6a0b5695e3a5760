import GalleyLayout
import GalleyText

/// Outlines of boxes (CSS UI 4 §2): above all that is painted with a box, in the last step of CSS 2 Appendix E.
extension DisplayListBuilder {
    /// Finds the outlines, each with the group that paints it.
    mutating func findOutlines() {
        for (index, fragment) in content.blocks.enumerated() {
            let style = content.text.style(of: fragment.block)
            guard let outline = style.outline, outline.edge.isVisible, style.isVisible else { continue }
            outlines[owner(of: fragment.block), default: []].append(index)
        }
    }

    /// Adds the outlines of a group that has been painted.
    mutating func addOutlines(of index: Int) {
        let root = max(0, paint.groups[index].root)
        closeScopes(around: root)
        // What the group's own box clips does not clip its outline.
        while let last = open.last, last.fragment == root, last.kind != .effects {
            closeScopes(downTo: open.count - 1)
        }
        for index in outlines[index] ?? [] {
            let fragment = content.blocks[index]
            let style = content.text.style(of: fragment.block)
            guard let outline = style.outline else { continue }
            let count = open.count
            openClips(from: content.text.blocks[fragment.block.index].parent, around: style.position)
            // With what of a legend is over the border, as in browsers.
            add(outline, around: fragment.frame, radius: radii(of: style, fragment))
            closeScopes(downTo: count)
        }
    }

    /// Adds an outline around a border box. That of a part of a box is closed, too (§2).
    mutating func add(
        _ outline: Outline, around box: Rect, radius: Corners<CornerRadius>, opacity: Double = 1
    ) {
        let rect = outline.rect(around: box)
        // Round corners stay parallel to the box's, sharp ones sharp.
        let (x, y) = (box.x - rect.x, box.y - rect.y)
        let corners = radius.fitting(box).map { radius in
            radius.x > 0 && radius.y > 0
                ? CornerRadius(x: max(0, radius.x + x), y: max(0, radius.y + y)) : CornerRadius(0)
        }
        addBorder(Edges(outline.edge), around: rect, radius: corners, opacity: opacity)
    }
}
