import GalleyLayout
import GalleyParagraph
import GalleyText

/// Transparent text that a background is seen through (`background-clip: text`, CSS Backgrounds 4 §2.4).
extension DisplayListBuilder {
    /// The colour that transparent text gets so that it can be read: that of the background that is clipped to it, of a
    /// gradient its average. `nil` where there is none.
    func colorThroughText(_ run: GlyphRun, of line: Line, _ layout: ParagraphLayout) -> Color? {
        let middle = run.rect.minX + run.rect.width / 2
        for fragment in line.boxFragments.reversed() where (fragment.rect.minX...fragment.rect.maxX).contains(middle) {
            let style = layout.shaped.inline.boxes[fragment.box].style
            if let color = style.backgroundLayers.colorThroughText { return color }
        }
        var next = textBlock
        for _ in 0..<RenderLimits.maximumTagDepth {
            guard let block = next else { return nil }
            let style = content.text.style(of: block)
            if let color = style.backgroundLayers.colorThroughText { return color }
            if style.backgroundClip == .text, let color = style.background, !color.isTransparent { return color }
            next = content.text.blocks[block.index].parent
        }
        return nil
    }
}

extension [BackgroundLayer] {
    /// Of the gradient in front among those that are clipped to text.
    fileprivate var colorThroughText: Color? {
        for layer in self where layer.layout.clip == .text {
            guard case .gradient(let gradient) = layer.image else { continue }
            let color = GradientRamp(gradient.stops, length: 100).average.color
            if !color.isTransparent { return color }
        }
        return nil
    }
}
