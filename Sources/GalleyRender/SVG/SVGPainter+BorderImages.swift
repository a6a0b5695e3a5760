import GalleyText

/// Images in place of borders: each part is a view of the whole image.
extension SVGPainter {
    mutating func draw(_ image: BoxBorderImage) {
        let natural: NaturalDimensions
        switch image.image {
        case .gradient: natural = .none
        case .url(let url):
            guard let picture = images.backgrounds[url] else {
                if let border = image.fallback { draw(border) }
                return
            }
            natural = picture.naturalDimensions
        }
        let parts = BorderImageParts(image, of: natural)
        guard !parts.parts.isEmpty, let whole = whole(image.image, parts.size) else { return }
        if let clip = image.clip { beginClip { $0.path(clip, Corners(0)) } }
        for part in parts.parts {
            var tile = SVGBytes()
            tile.raw("<svg")
            let size = part.tiles.first.size
            let isRepeated = part.tiles.stepX != nil || part.tiles.stepY != nil
            tile.place(
                isRepeated || image.opacity < 1
                    ? Rect(x: 0, y: 0, width: size.width, height: size.height) : part.tiles.first)
            tile.raw(" viewBox=\"")
            for (index, value) in [part.source.x, part.source.y, part.source.width, part.source.height].enumerated() {
                if index > 0 { tile.raw(" ") }
                tile.factor(value)
            }
            tile.raw("\" preserveAspectRatio=\"none\">")
            tile.append(whole)
            tile.raw("</svg>\n")
            if isRepeated || image.opacity < 1 {
                draw(tile, part.tiles, in: part.area, Corners(0), image.opacity)
            } else {
                body.append(tile)
            }
        }
        if image.clip != nil { body.raw("</g>\n") }
    }

    /// All of the image with its top left at 0,0.
    private mutating func whole(_ image: BackgroundImage, _ size: Size) -> SVGBytes? {
        switch image {
        case .url(let url):
            images.backgrounds[url].flatMap {
                picture($0, in: Rect(x: 0, y: 0, width: size.width, height: size.height))
            }
        case .gradient(let gradient): GradientGeometry(gradient, size: size).map { tile(of: $0, size) }
        }
    }
}
