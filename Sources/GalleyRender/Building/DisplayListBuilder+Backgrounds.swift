import GalleyLayout
import GalleyText

/// The images of backgrounds (CSS Backgrounds 3 §3).
extension DisplayListBuilder {
    /// One of a block's boxes, and its corners.
    func backgroundBox(
        _ box: BackgroundLayout.Box, _ fragment: BlockFragment, _ radius: Corners<CornerRadius>
    ) -> (rect: Rect, radius: Corners<CornerRadius>) {
        switch box {
        case .border, .text: return (fragment.paintedFrame, radius)
        case .padding:
            return (fragment.paintedFrame.inset(by: fragment.paintedBorder), radius.inset(by: fragment.paintedBorder))
        case .content:
            return (
                fragment.contentRect, radius.inset(by: fragment.paintedBorder).inset(by: fragment.padding)
            )
        }
    }

    /// What an image is laid out in: where the box is cut, the same of the whole box.
    private func originBox(_ box: BackgroundLayout.Box, _ fragment: BlockFragment) -> Rect {
        guard let whole = fragment.whole else { return backgroundBox(box, fragment, Corners(0)).rect }
        switch box {
        case .border, .text: return whole.frame
        case .padding: return whole.frame.inset(by: whole.border)
        case .content: return whole.frame.inset(by: whole.border).inset(by: whole.padding)
        }
    }

    /// A block's background image (CSS Backgrounds 3 §3). That of the root is the canvas's: it is placed in the root's box
    /// and covers everything (§2.11.2).
    mutating func background(
        _ layer: BackgroundLayer, _ fragment: BlockFragment, _ radius: Corners<CornerRadius>
    ) -> BoxBackground {
        let area = originBox(layer.layout.origin, fragment)
        let clip = fragment.block == .root ? (sheet, Corners(0)) : backgroundBox(layer.layout.clip, fragment, radius)
        return background(
            layer, in: area, clip: clip, lengths: content.lengthContext(of: fragment.block))
    }

    /// Adds what a cell shows of the background images of a row, a column or a group of them, back to front: they are laid out in
    /// their box (CSS 2 §17.5.1), and seen in the cell's.
    mutating func addBackgrounds(_ part: BoxUnderlay, of fragment: BlockFragment) {
        for layer in part.backgroundLayers.reversed() where layer.layout.clip != .text {
            list.append(
                .background(
                    background(
                        layer, in: part.area, clip: (fragment.frame, Corners(0)),
                        lengths: content.lengthContext(of: fragment.block))))
        }
    }

    mutating func background(
        _ layer: BackgroundLayer, in area: Rect, clip: (Rect, Corners<CornerRadius>), lengths: LengthContext,
        opacity: Double = 1
    ) -> BoxBackground {
        let layout = layer.layout
        let area = layout.attachment == .fixed ? sheet : area
        func px(_ length: Length, of base: Double) -> Double {
            var lengths = lengths
            lengths.percentageBase = base
            return length.resolved(in: lengths)
        }
        let image = resolved(layer.image, lengths)
        func position(_ length: Length) -> BoxBackground.Position {
            let own = px(length, of: 0)
            return BoxBackground.Position(fraction: px(length, of: 1) - own, px: own)
        }
        var background = BoxBackground(image, area: area, clip: clip.0, radius: clip.1)
        background.repetitionX = layout.repetitionX
        background.repetitionY = layout.repetitionY
        background.positionX = position(layout.positionX)
        background.positionY = position(layout.positionY)
        switch layout.extent {
        case .cover: background.extent = .cover
        case .contain: background.extent = .contain
        case .size(let width, let height):
            background.extent = .size(
                width: width.length.map { px($0, of: area.width) },
                height: height.length.map { px($0, of: area.height) })
        }
        background.opacity = opacity
        return background
    }

    /// An image whose lengths are px and percentages.
    mutating func resolved(_ image: BackgroundImage, _ lengths: LengthContext) -> BackgroundImage {
        guard case .gradient(let gradient) = image, gradient.uses({ _ in true }) else { return image }
        // Boxes in a row often have the same one.
        if let known = lastGradient, known.gradient == gradient, known.lengths == lengths {
            return .gradient(known.resolved)
        }
        let resolved = gradient.mapLengths { length in
            let own = length.resolved(in: lengths.of(0))
            return Length(px: own, percent: length.resolved(in: lengths.of(100)) - own)
        }
        lastGradient = (gradient, lengths, resolved)
        return .gradient(resolved)
    }
}
