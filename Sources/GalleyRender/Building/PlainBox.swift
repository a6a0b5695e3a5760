import GalleyText

/// A box that is no block: of inline elements, first letters, margin boxes of pages, attachments.
struct PlainBox {
    /// The border box in page px.
    var rect: Rect
    var radius: Corners<CornerRadius> = Corners(0)
    var background: Color?
    /// Front to back.
    var layers: [BackgroundLayer] = []
    var padding = EdgeInsets.zero
    var fontSize = 16.0
    var edges: Edges<BorderEdge>
    /// In place of the border.
    var borderImage: BorderImage?
    /// Front to back.
    var shadows: [BoxShadow]
    var opacity = 1.0
    /// The sides that it has here; at others it is cut.
    var sides: Edges<Bool> = Edges(true)
    /// The box that images are laid out in, where this is a slice of it, and the widths of its border.
    var whole: Rect?
    var wholeBorder: EdgeInsets?
}

extension PlainBox {
    /// What an image is laid out in: of a slice, one of the boxes of the whole.
    func origin(_ box: BackgroundLayout.Box) -> Rect {
        guard let whole else { return area(box).0 }
        var uncut = self
        uncut.rect = whole
        return uncut.area(box).0
    }

    /// One of its boxes, and the corners of that.
    func area(_ box: BackgroundLayout.Box) -> (Rect, Corners<CornerRadius>) {
        let border = EdgeInsets(edges.visibleWidths)
        let inner = (rect.inset(by: border), radius.fitting(rect).inset(by: border))
        switch box {
        case .border, .text: return (rect, radius)
        case .padding: return inner
        case .content: return (inner.0.inset(by: padding), inner.1.inset(by: padding))
        }
    }
}

extension DisplayListBuilder {
    /// Adds a box from back to front (CSS Backgrounds 3 §6.1): shadows around it, background, shadows in it, border.
    mutating func add(_ box: PlainBox) {
        addShadows(of: box)
        if let color = box.background?.faded(by: box.opacity), !color.isTransparent {
            list.append(.fill(box.rect, radius: box.radius, color))
        }
        for layer in box.layers.reversed() where layer.layout.clip != .text {
            list.append(
                .background(
                    background(
                        layer, in: box.origin(layer.layout.origin), clip: box.area(layer.layout.clip),
                        lengths: LengthContext(fontSize: box.fontSize),
                        opacity: box.opacity)))
        }
        addShadows(of: box, isInset: true)
        guard let image = box.borderImage else {
            return addBorder(box.edges, around: box.rect, radius: box.radius, opacity: box.opacity)
        }
        add(
            image, around: box.whole ?? box.rect, widths: box.wholeBorder ?? EdgeInsets(box.edges.map(\.width)),
            inPlaceOf: border(box.edges, around: box.rect, radius: box.radius, opacity: box.opacity),
            part: box.whole == nil ? nil : (box.rect, box.sides), lengths: LengthContext(fontSize: box.fontSize),
            opacity: box.opacity)
    }

    /// Adds the shadows of a box that are around it, or those that are in it; the first one is in front.
    mutating func addShadows(of box: PlainBox, isInset: Bool = false) {
        guard !box.shadows.isEmpty else { return }
        var (rect, radius) = (box.rect, box.radius)
        if isInset {
            (rect, radius) = box.area(.padding)
        }
        guard !rect.isEmpty else { return }
        for var shadow in box.shadows.reversed() where shadow.isInset == isInset {
            shadow.color = shadow.color.faded(by: box.opacity)
            guard !shadow.color.isTransparent else { continue }
            list.append(.shadow(ShadowShape(shadow, of: rect, radius: radius, has: box.sides)))
        }
    }
}
