import CGalleyCairo
import Foundation
import GalleyText

/// Pictures and background images: each is in the file once.
extension SVGPainter {
    mutating func draw(_ id: AttachmentID, _ rect: Rect) {
        guard !rect.isEmpty, let image = images[id], let name = name(of: image) else { return }
        body.append(placed(name, natural: image.decoded.size, in: rect))
    }

    mutating func draw(_ background: BoxBackground) {
        guard !background.clip.isEmpty else { return }
        switch background.image {
        case .url(let url):
            guard let image = images.backgrounds[url], let tiles = background.tiles(of: image.decoded.size),
                let picture = name(of: image)
            else { return }
            let rect = Rect(x: 0, y: 0, width: tiles.first.width, height: tiles.first.height)
            draw(placed(picture, natural: image.decoded.size, in: rect), tiles, background)
        case .gradient(let gradient):
            guard let (tiles, geometry) = GradientGeometry.tiles(of: gradient, background) else { return }
            draw(tile(of: geometry, tiles.first.size), tiles, background)
        }
    }

    /// Draws a tile, whose top left is at 0,0, as often as the background shows it.
    private mutating func draw(_ tile: SVGBytes, _ tiles: BoxBackground.Tiles, _ background: BoxBackground) {
        // Where it stands once in a direction, its pattern is not seen again.
        let area = tiles.area(in: background.clip)
        let pattern = nextName()
        body.raw("<pattern patternUnits=\"userSpaceOnUse\"")
        body.attribute("id", pattern)
        body.place(
            Rect(
                x: tiles.first.x, y: tiles.first.y, width: tiles.stepX ?? tiles.first.width,
                height: tiles.stepY ?? tiles.first.height))
        body.raw(">")
        body.append(tile)
        body.raw("</pattern>\n")
        let isCut = background.radius != Corners(0) || area != background.clip
        if isCut { beginClip { $0.path(background.clip, background.radius) } }
        body.raw("<rect")
        body.place(area)
        body.attribute("fill", "url(#\(pattern))")
        if background.opacity < 1 { body.attribute("opacity", max(0, background.opacity)) }
        body.raw("/>\n")
        if isCut { body.raw("</g>\n") }
    }

    private func placed(_ name: String, natural: Size, in rect: Rect) -> SVGBytes {
        var use = SVGBytes()
        use.raw("<use")
        use.attribute("href", "#" + name)
        use.raw(" transform=\"translate(")
        use.number(rect.x)
        use.raw(" ")
        use.number(rect.y)
        // More digits than a length has: they are multiplied by the picture's size.
        use.raw(") scale(\(rect.width / natural.width) \(rect.height / natural.height))\"/>\n")
        return use
    }

    /// The name of a picture, which is defined when it is first asked for. Copies share their pixels.
    private mutating func name(of image: DrawnImage) -> String? {
        guard let key = image.decoded.pixels.withUnsafeBytes(\.baseAddress) else { return nil }
        if let known = pictures[key] { return known }
        guard let file = SVGPainter.file(of: image) else { return nil }
        let name = nextName()
        pictures[key] = name
        definitions.raw("<image preserveAspectRatio=\"none\"")
        definitions.attribute("id", name)
        definitions.attribute("width", image.decoded.size.width)
        definitions.attribute("height", image.decoded.size.height)
        definitions.raw(" href=\"data:image/\(image.jpeg == nil ? "png" : "jpeg");base64,")
        definitions.raw(Data(file).base64EncodedString())
        definitions.raw("\"/>\n")
        return name
    }

    /// A JPEG as it came, anything else as PNG.
    private static func file(of image: DrawnImage) -> [UInt8]? {
        if let jpeg = image.jpeg { return jpeg }
        guard let surface = CairoPainter.makeSurface(image, embedsSource: false) else { return nil }
        defer { cairo_surface_destroy(surface) }
        return try? PNGWriter.encode(surface)
    }
}
