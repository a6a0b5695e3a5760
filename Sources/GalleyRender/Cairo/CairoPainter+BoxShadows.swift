import CGalleyCairo
import GalleyText

/// Shadows of boxes (CSS Backgrounds 3 §6.1).
extension CairoPainter {
    func draw(_ shadow: ShadowShape) {
        guard !shadow.color.isTransparent, shadow.isInset || !shadow.rect.isEmpty else { return }
        cairo_save(context)
        defer { cairo_restore(context) }
        if let clip = shadow.clip {
            addPath(clip, Corners(0))
            cairo_clip(context)
        }
        // Nothing of it is seen in the box, or outside of it: not through backgrounds that are transparent either.
        let box = snapped(shadow.box)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
        addPath(box, shadow.boxRadius)
        if !shadow.isInset { addPath(shadow.around.union(box), Corners(0)) }
        cairo_clip(context)
        setSource(shadow.color)
        guard shadow.blurRadius > 0 else {
            addForm(shadow, snapped(shadow.rect), to: context)
            cairo_fill(context)
            return
        }
        let area = shadow.extent.intersection(page)
        guard !area.isEmpty,
            let mask = BlurMask.make(area: area, blurRadius: shadow.blurRadius, scale: maskScale(shadow, area))
        else { return }
        mask.draw { context in
            cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
            addForm(shadow, shadow.rect, to: context)
            cairo_fill(context)
        }
        mask.paint(on: context)
    }

    /// Adds what is dark of a shadow to the path: its form, or what is around it.
    private func addForm(_ shadow: ShadowShape, _ rect: Rect, to context: OpaquePointer) {
        if !rect.isEmpty { CairoPainter.addPath(rect, shadow.radius, to: context) }
        // Wider than what is seen, so that the blur comes from the form's own edge alone.
        if shadow.isInset { CairoPainter.addPath(shadow.around, Corners(0), to: context) }
    }

    /// Pixels of a mask a px: a wide blur wants few, as nothing sharp is in it.
    private func maskScale(_ shadow: ShadowShape, _ area: Rect) -> Double {
        let enough = max(8 / shadow.blurRadius, 1 / 8)
        let fitting = Double(RenderLimits.maximumBlurSide / 2) / max(area.width, area.height, 1)
        // Vector formats are magnified by those who look at them.
        let least = if case .raster = target { enough } else { max(enough, 0.5) }
        return min(target.maskScale, least, fitting)
    }
}
