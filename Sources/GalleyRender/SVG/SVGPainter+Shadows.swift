import GalleyText

/// Shadows of boxes (CSS Backgrounds 3 §6.1).
extension SVGPainter {
    mutating func draw(_ shadow: ShadowShape) {
        guard !shadow.color.isTransparent, shadow.isInset || !shadow.rect.isEmpty else { return }
        if let clip = shadow.clip { beginClip { $0.path(clip, Corners(0)) } }
        // Nothing of it is seen in the box, or outside of it.
        beginClip(isEvenOdd: true) {
            $0.path(shadow.box, shadow.boxRadius)
            if !shadow.isInset { $0.path(shadow.around, Corners(0)) }
        }
        if shadow.blurRadius > 0 { beginBlur(shadow.blurRadius, of: shadow.around) }
        body.raw("<path fill-rule=\"evenodd\" d=\"")
        if !shadow.rect.isEmpty { body.path(shadow.rect, shadow.radius) }
        // Wider than what is seen, so that the blur comes from the form's own edge alone.
        if shadow.isInset { body.path(shadow.around, Corners(0)) }
        body.raw("\"")
        paint(shadow.color)
        body.raw("/>\n")
        if shadow.blurRadius > 0 { body.raw("</g>\n") }
        body.raw("</g>\n")
        if shadow.clip != nil { body.raw("</g>\n") }
    }
}
