import CGalleyCairo
import GalleyText

// SVG pictures. They are drawn on a surface of their own, which is then shown: what goes wrong inside leaves the page as it is.
extension CairoPainter {
    /// Draws a vector picture into a rectangle.
    mutating func draw(_ vector: VectorImage, _ rect: Rect, _ opacity: Double) {
        guard !rect.isEmpty, let (surface, area) = surface(of: vector, rect) else { return }
        paint(surface, area, size: surfaceSize(surface, vector, area.size), in: area, repeats: false, opacity)
        cairo_surface_destroy(surface)
    }

    /// Draws a vector picture as the tiles of a background; its box is the clip already.
    mutating func draw(_ vector: VectorImage, _ tiles: BoxBackground.Tiles, in clip: Rect, _ opacity: Double) {
        let area = tiles.area(in: clip)
        let (across, down) = (area.width / tiles.first.width, area.height / tiles.first.height)
        guard tiles.areDense, across * down > RenderLimits.maximumVectorTiles else {
            for tile in tiles.seen(in: clip) { draw(vector, snapped(tile), opacity) }
            return
        }
        guard
            let (surface, place) = surface(
                of: vector, Rect(x: 0, y: 0, width: tiles.first.width, height: tiles.first.height))
        else { return }
        let size = surfaceSize(surface, vector, place.size)
        paint(surface, tiles.first, size: size, in: area, repeats: true, opacity)
        cairo_surface_destroy(surface)
    }

    /// How large a surface is in its own pixels or units, which shows a picture at a size.
    private func surfaceSize(_ surface: OpaquePointer, _ vector: VectorImage, _ size: Size) -> Size {
        CairoPainter.size(of: surface) ?? recordedSize(vector, size)
    }

    /// A surface with the picture, and where it stands on the page: all of it, or as much of a large one as is seen. To be
    /// destroyed by the caller.
    mutating func surface(of vector: VectorImage, _ rect: Rect) -> (OpaquePointer, Rect)? {
        guard case .raster(let scale) = target else {
            return recording(of: vector, rect.size).map { (cairo_surface_reference($0), rect) }
        }
        let count = rect.width * rect.height * scale * scale
        if count <= RenderLimits.maximumKeptVectorPixels {
            let key = Picture.vector(ObjectIdentifier(vector), rect.size)
            if let known = surfaces[key] { return (cairo_surface_reference(known), rect) }
            let whole = Rect(x: 0, y: 0, width: rect.width, height: rect.height)
            guard let made = makePixels(of: vector, whole, in: whole, scale: scale) else { return nil }
            surfaces[key] = made
            return (cairo_surface_reference(made), rect)
        }
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_clip_extents(context, &left, &top, &right, &bottom)
        // On whole pixels.
        func edge(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
            (value * scale).rounded(rule) / scale
        }
        left = max(rect.minX, edge(left, .down))
        top = max(rect.minY, edge(top, .down))
        right = min(rect.maxX, edge(right, .up))
        bottom = min(rect.maxY, edge(bottom, .up))
        guard right > left, bottom > top else { return nil }
        let seen = Rect(x: left, y: top, width: right - left, height: bottom - top)
        return makePixels(of: vector, rect, in: seen, scale: scale).map { ($0, seen) }
    }

    /// The pixels of a part of a picture that fills a rectangle.
    private func makePixels(of vector: VectorImage, _ rect: Rect, in seen: Rect, scale: Double) -> OpaquePointer? {
        let scale = scale / vector.coarseness(pixels: seen.width * seen.height * scale * scale)
        let width = (seen.width * scale - 1.0 / 64).rounded(.up)
        let height = (seen.height * scale - 1.0 / 64).rounded(.up)
        let limit = Double(RenderLimits.maximumImageSide)
        guard width >= 1, height >= 1, width <= limit, height <= limit,
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        else { return nil }
        return CairoPainter.drawn(on: surface) { inner in
            cairo_scale(inner, width / seen.width, height / seen.height)
            cairo_translate(inner, -seen.x, -seen.y)
            vector.draw(rect, in: inner)
        }
    }

    /// What drawing the picture at a size does, recorded once: it is in a PDF once.
    private mutating func recording(of vector: VectorImage, _ size: Size) -> OpaquePointer? {
        let key = Picture.vector(ObjectIdentifier(vector), size)
        if let known = surfaces[key] { return known }
        let units = recordedSize(vector, size)
        var extents = cairo_rectangle_t(x: 0, y: 0, width: units.width, height: units.height)
        guard let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents) else { return nil }
        let made = CairoPainter.drawn(on: surface) { inner in
            cairo_scale(inner, units.width / size.width, units.height / size.height)
            vector.draw(Rect(x: 0, y: 0, width: size.width, height: size.height), in: inner)
        }
        if let made { surfaces[key] = made }
        return made
    }

    /// What a recording is as large as. Filters and masks are pixels in vector formats too: as many as masks of ours.
    private func recordedSize(_ vector: VectorImage, _ size: Size) -> Size {
        let scale =
            target.maskScale / vector.coarseness(pixels: size.width * size.height * target.maskScale * target.maskScale)
        return Size(width: size.width * scale, height: size.height * scale)
    }

    /// The surface after drawing on it; `nil`, and no surface, when Cairo cannot.
    private static func drawn(on surface: OpaquePointer, _ draw: (OpaquePointer) -> Void) -> OpaquePointer? {
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let inner = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        // What is drawn of a picture that is given up on the way is shown.
        draw(inner)
        let isIntact = cairo_status(inner) == CAIRO_STATUS_SUCCESS
        cairo_destroy(inner)
        guard isIntact, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            return nil
        }
        return surface
    }

    /// The size of a surface of pixels.
    private static func size(of surface: OpaquePointer) -> Size? {
        guard cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE else { return nil }
        return Size(
            width: Double(cairo_image_surface_get_width(surface)),
            height: Double(cairo_image_surface_get_height(surface)))
    }
}
