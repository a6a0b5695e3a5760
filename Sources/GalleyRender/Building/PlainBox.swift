import GalleyText

/// A box whose background is a colour: of inline elements, first letters, margin boxes of pages, attachments.
struct PlainBox {
    /// The border box in page px.
    var rect: Rect
    var radius: Corners<CornerRadius> = Corners(0)
    var background: Color?
    var edges: Edges<BorderEdge>
    /// Front to back.
    var shadows: [BoxShadow]
    var opacity = 1.0
    /// The sides that it has here; at others it is cut.
    var sides: Edges<Bool> = Edges(true)
}

extension DisplayListBuilder {
    /// Adds a box from back to front (CSS Backgrounds 3 §6.1): shadows around it, background, shadows in it, border.
    mutating func add(_ box: PlainBox) {
        addShadows(of: box)
        if let color = box.background?.faded(by: box.opacity), !color.isTransparent {
            list.append(.fill(box.rect, radius: box.radius, color))
        }
        addShadows(of: box, isInset: true)
        addBorder(box.edges, around: box.rect, radius: box.radius, opacity: box.opacity)
    }

    /// Adds the shadows of a box that are around it, or those that are in it; the first one is in front.
    mutating func addShadows(of box: PlainBox, isInset: Bool = false) {
        guard !box.shadows.isEmpty else { return }
        var (rect, radius) = (box.rect, box.radius)
        if isInset {
            let width = box.edges.map { $0.isVisible ? $0.width : 0 }
            let border = EdgeInsets(top: width.top, right: width.right, bottom: width.bottom, left: width.left)
            (rect, radius) = (rect.inset(by: border), radius.fitting(rect).inset(by: border))
        }
        guard !rect.isEmpty else { return }
        for var shadow in box.shadows.reversed() where shadow.isInset == isInset {
            shadow.color = shadow.color.faded(by: box.opacity)
            guard !shadow.color.isTransparent else { continue }
            list.append(.shadow(ShadowShape(shadow, of: rect, radius: radius, has: box.sides)))
        }
    }
}
