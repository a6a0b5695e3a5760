import CGalleyCairo
import Foundation
import GalleyLoading
import GalleyText

/// Pictures and background images: each is in the file once.
extension SVGPainter {
    mutating func draw(_ id: AttachmentID, _ rect: Rect) {
        guard !rect.isEmpty, let image = images[id], let picture = picture(image, in: rect) else { return }
        body.append(picture)
    }

    mutating func draw(_ background: BoxBackground) {
        guard !background.clip.isEmpty else { return }
        switch background.image {
        case .url(let url):
            guard let image = images.backgrounds[url], let tiles = background.tiles(of: image.naturalDimensions),
                let picture = picture(image, in: Rect(x: 0, y: 0, width: tiles.first.width, height: tiles.first.height))
            else { return }
            draw(picture, tiles, in: background.clip, background.radius, background.opacity)
        case .gradient(let gradient):
            guard let (tiles, geometry) = GradientGeometry.tiles(of: gradient, background) else { return }
            let tile = tile(of: geometry, tiles.first.size)
            draw(tile, tiles, in: background.clip, background.radius, background.opacity)
        }
    }

    /// Draws a tile, whose top left is at 0,0, as often as a box shows it.
    mutating func draw(
        _ tile: SVGBytes, _ tiles: BoxBackground.Tiles, in clip: Rect, _ radius: Corners<CornerRadius>,
        _ opacity: Double
    ) {
        // Where it stands once in a direction, its pattern is not seen again.
        let area = tiles.area(in: clip)
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
        let isCut = radius != Corners(0) || area != clip
        if isCut { beginClip { $0.path(clip, radius) } }
        body.raw("<rect")
        body.place(area)
        body.attribute("fill", "url(#\(pattern))")
        if opacity < 1 { body.attribute("opacity", max(0, opacity)) }
        body.raw("/>\n")
        if isCut { body.raw("</g>\n") }
    }

    /// A picture in a rectangle: it is defined when it is first asked for.
    mutating func picture(_ image: DrawnImage, in rect: Rect) -> SVGBytes? {
        let key: CairoPainter.Picture
        /// As large as the definition is.
        let size: Size
        switch image.content {
        case .pixels(let decoded, _):
            guard let address = decoded.pixels.withUnsafeBytes(\.baseAddress) else { return nil }
            (key, size) = (.pixels(address), decoded.size)
        // Its root element lays it out for each size.
        case .vector(let vector): (key, size) = (.vector(ObjectIdentifier(vector), rect.size), rect.size)
        }
        let name: String
        if let known = pictures[key] {
            name = known
        } else {
            guard let file = SVGPainter.file(of: image, size) else { return nil }
            name = nextName()
            pictures[key] = name
            // What is in an SVG says itself how it fills its place.
            definitions.raw(file.type == "svg+xml" ? "<image" : "<image preserveAspectRatio=\"none\"")
            definitions.attribute("id", name)
            definitions.attribute("width", size.width)
            definitions.attribute("height", size.height)
            definitions.raw(" href=\"data:image/\(file.type);base64,")
            definitions.raw(Data(file.bytes).base64EncodedString())
            definitions.raw("\"/>\n")
        }
        var use = SVGBytes()
        use.raw("<use")
        use.attribute("href", "#" + name)
        use.raw(" transform=\"translate(")
        use.number(rect.x)
        use.raw(" ")
        use.number(rect.y)
        // More digits than a length has: they are multiplied by the picture's size.
        use.raw(") scale(\(rect.width / size.width) \(rect.height / size.height))\"/>\n")
        return use
    }

    /// JPEG and SVG as they came, anything else as PNG.
    private static func file(of image: DrawnImage, _ size: Size) -> (type: String, bytes: [UInt8])? {
        switch image.content {
        case .vector(let vector): return ("svg+xml", vector.embeddedFile(size))
        case .pixels(_, let jpeg?): return ("jpeg", jpeg)
        case .pixels(let decoded, nil):
            guard let surface = CairoPainter.makeSurface(decoded, jpeg: nil) else { return nil }
            defer { cairo_surface_destroy(surface) }
            return (try? PNGWriter.encode(surface)).map { ("png", $0) }
        }
    }
}
