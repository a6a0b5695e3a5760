import GalleyLayout
import GalleyText

/// Images in place of borders (CSS Backgrounds 3 §6).
extension DisplayListBuilder {
    /// Adds the image around a box, in place of `border`.
    ///
    /// - Parameter box: the border box; of a part of a box that is cut, that of the whole box.
    /// - Parameter part: what of a cut box stands here, and the sides that it has.
    mutating func add(
        _ image: BorderImage, around box: Rect, widths: EdgeInsets, inPlaceOf border: BoxBorder?,
        part: (rect: Rect, sides: Edges<Bool>)? = nil, lengths: LengthContext, opacity: Double = 1
    ) {
        func px(_ extent: BorderImageLayout.Extent, _ width: Double, of base: Double) -> Double? {
            switch extent {
            case .auto: nil
            case .times(let factor): factor * width
            case .length(let length): length.resolved(in: lengths.of(base))
            }
        }
        let layout = image.layout
        func outset(_ side: KeyPath<Edges<BorderImageLayout.Extent>, BorderImageLayout.Extent>, _ width: Double)
            -> Double
        {
            let value = px(layout.outsets[keyPath: side], width, of: 0) ?? 0
            return min(max(0, value), RenderLimits.maximumBorderImageSide)
        }
        let outsets = EdgeInsets(
            top: -outset(\.top, widths.top), right: -outset(\.right, widths.right),
            bottom: -outset(\.bottom, widths.bottom), left: -outset(\.left, widths.left))
        let area = box.inset(by: outsets)
        var clip: Rect?
        if let part {
            var edges = outsets
            if !part.sides.top { edges.top = 0 }
            if !part.sides.right { edges.right = 0 }
            if !part.sides.bottom { edges.bottom = 0 }
            if !part.sides.left { edges.left = 0 }
            clip = part.rect.inset(by: edges)
        }
        var drawn = BoxBorderImage(
            resolved(image.image, lengths), area: area, borderWidths: widths, slices: layout.slices)
        drawn.widths = Edges(
            top: px(layout.widths.top, widths.top, of: area.height),
            right: px(layout.widths.right, widths.right, of: area.width),
            bottom: px(layout.widths.bottom, widths.bottom, of: area.height),
            left: px(layout.widths.left, widths.left, of: area.width))
        drawn.isFilled = layout.isFilled
        (drawn.repetitionX, drawn.repetitionY) = (layout.repetitionX, layout.repetitionY)
        drawn.clip = clip
        drawn.opacity = opacity
        drawn.fallback = border
        list.append(.borderImage(drawn))
    }
}
