import CGalleyCairo
import GalleyLoading
import GalleyText

// CSS Backgrounds 3 §6: images in place of borders.
extension CairoPainter {
    /// Draws the image around a box; the box's border where it has not come.
    mutating func draw(_ image: BoxBorderImage) {
        let picture = image.image.url.flatMap { images.backgrounds[$0] }
        if image.image.url != nil, picture == nil {
            if let border = image.fallback { drawBorder(border) }
            return
        }
        let parts = BorderImageParts(image, of: picture?.naturalDimensions ?? .none)
        guard !parts.parts.isEmpty else { return }
        let opacity = alpha * image.opacity
        cairo_save(context)
        defer { cairo_restore(context) }
        if let clip = image.clip {
            addPath(snapped(clip), Corners(0))
            cairo_clip(context)
        }
        switch (image.image, picture?.content) {
        case (.gradient(let gradient), _):
            guard let geometry = GradientGeometry(gradient, size: parts.size) else { return }
            let painting = GradientPainting(geometry, opacity: 1)
            let whole = Rect(x: 0, y: 0, width: parts.size.width, height: parts.size.height)
            for part in parts.parts { draw(placed(part), of: parts.size, opacity) { painting.paint(whole, in: $0) } }
        case (_, .vector(let vector)?):
            let whole = Rect(x: 0, y: 0, width: parts.size.width, height: parts.size.height)
            for part in parts.parts { draw(placed(part), of: parts.size, opacity) { vector.draw(whole, in: $0) } }
        case (_, .pixels(let decoded, _)?):
            for part in parts.parts { draw(placed(part), of: decoded, opacity) }
        case (_, nil): break
        }
    }

    /// A part on whole pixels of a raster target: parts that touch each other still do.
    private func placed(_ part: BorderImageParts.Part) -> BorderImageParts.Part {
        var placed = part
        placed.area = snapped(part.area)
        if part.tiles.stepX == nil, part.tiles.first.width == part.area.width {
            (placed.tiles.first.x, placed.tiles.first.width) = (placed.area.x, placed.area.width)
        }
        if part.tiles.stepY == nil, part.tiles.first.height == part.area.height {
            (placed.tiles.first.y, placed.tiles.first.height) = (placed.area.y, placed.area.height)
        }
        return placed
    }

    /// Draws a part of a picture that has no pixels; `draw` draws all of the picture with its top left at 0,0.
    private func draw(
        _ part: BorderImageParts.Part, of size: Size, _ opacity: Double, _ draw: (OpaquePointer) -> Void
    ) {
        let tile = part.tiles.first
        let (scaleX, scaleY) = (tile.width / part.source.width, tile.height / part.source.height)
        let side = RenderLimits.maximumBorderImageSide
        guard !tile.isEmpty, scaleX * size.width <= side, scaleY * size.height <= side else { return }
        /// The tile, scaled, with its top left at 0,0 and nothing beside it.
        func drawTile(_ context: OpaquePointer) {
            cairo_rectangle(context, 0, 0, tile.width, tile.height)
            cairo_clip(context)
            cairo_scale(context, scaleX, scaleY)
            cairo_translate(context, -part.source.x, -part.source.y)
            draw(context)
        }
        // What is drawn goes through a recording, so that nothing that happens inside touches the page.
        let (stepX, stepY) = (part.tiles.stepX ?? tile.width, part.tiles.stepY ?? tile.height)
        // The extents of a recording are whole numbers.
        let (unitsX, unitsY) = (max(1, (2 * stepX).rounded(.up)), max(1, (2 * stepY).rounded(.up)))
        var extents = cairo_rectangle_t(x: 0, y: 0, width: unitsX, height: unitsY)
        guard unitsX <= 2 * side, unitsY <= 2 * side,
            let recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)
        else { return }
        defer { cairo_surface_destroy(recording) }
        guard let inner = cairo_create(recording) else { return }
        cairo_scale(inner, unitsX / stepX, unitsY / stepY)
        drawTile(inner)
        let isIntact = cairo_status(inner) == CAIRO_STATUS_SUCCESS
        cairo_destroy(inner)
        guard isIntact, cairo_surface_status(recording) == CAIRO_STATUS_SUCCESS else { return }
        let units = Size(width: unitsX, height: unitsY)
        let isRepeated = part.tiles.stepX != nil || part.tiles.stepY != nil
        let (across, down) = (part.area.width / stepX, part.area.height / stepY)
        guard isRepeated, across * down > RenderLimits.maximumSingleTiles else {
            cairo_save(context)
            addPath(part.area, Corners(0))
            cairo_clip(context)
            for place in seen(part.tiles, in: part.area) {
                let step = snapped(Rect(x: place.x, y: place.y, width: stepX, height: stepY))
                paint(recording, step, size: units, in: step, repeats: false, opacity)
            }
            cairo_restore(context)
            return
        }
        let step = Rect(x: tile.x, y: tile.y, width: stepX, height: stepY)
        paint(recording, step, size: units, in: part.tiles.area(in: part.area), repeats: true, opacity)
    }

    /// Draws a part of a picture made of pixels: of these alone, so that what is beside it in the picture does not show where it is
    /// scaled.
    private mutating func draw(_ part: BorderImageParts.Part, of decoded: DecodedImage, _ opacity: Double) {
        let source = part.source
        let (left, top) = (source.minX.rounded(.down), source.minY.rounded(.down))
        let pixels = Rect(
            x: left, y: top, width: (source.maxX - 1e-6).rounded(.up) - left,
            height: (source.maxY - 1e-6).rounded(.up) - top)
        guard let surface = surface(of: decoded, pixels) else { return }
        let isRepeated = part.tiles.stepX != nil || part.tiles.stepY != nil
        let across = part.area.width / (part.tiles.stepX ?? part.area.width)
        let down = part.area.height / (part.tiles.stepY ?? part.area.height)
        // Viewers show lines between the tiles of a pattern.
        let isMany = across * down > RenderLimits.maximumSingleTiles
        if isRepeated, part.tiles.areDense, isMany || pixelScale != nil {
            // Parts of pixels do not repeat: the tile has all of them.
            paint(
                surface, part.tiles.first, size: pixels.size, in: part.tiles.area(in: part.area), repeats: true, opacity
            )
            return
        }
        cairo_save(context)
        addPath(part.area, Corners(0))
        cairo_clip(context)
        for tile in seen(part.tiles, in: part.area) {
            let tile = snapped(tile)
            let (scaleX, scaleY) = (tile.width / source.width, tile.height / source.height)
            let whole = Rect(
                x: tile.x - (source.x - pixels.x) * scaleX, y: tile.y - (source.y - pixels.y) * scaleY,
                width: pixels.width * scaleX, height: pixels.height * scaleY)
            paint(surface, whole, size: pixels.size, in: tile, repeats: false, opacity)
        }
        cairo_restore(context)
    }

    /// A surface with some of the pixels of a picture, made once.
    private mutating func surface(of decoded: DecodedImage, _ part: Rect) -> OpaquePointer? {
        let whole = Rect(x: 0, y: 0, width: Double(decoded.width), height: Double(decoded.height))
        guard !part.isEmpty, whole.union(part) == whole,
            let address = decoded.pixels.withUnsafeBytes(\.baseAddress)
        else { return nil }
        let key = Picture.part(address, part)
        if let known = surfaces[key] { return known }
        let (width, height) = (Int(part.width), Int(part.height))
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
            return nil
        }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let target = cairo_image_surface_get_data(surface)
        else {
            cairo_surface_destroy(surface)
            return nil
        }
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        let start = (Int(part.y) * decoded.width + Int(part.x)) * 4
        decoded.pixels.withUnsafeBytes { source in
            for row in 0..<height {
                let from = start + row * decoded.width * 4
                UnsafeMutableRawBufferPointer(start: target + row * stride, count: width * 4)
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from..<from + width * 4]))
            }
        }
        cairo_surface_mark_dirty(surface)
        surfaces[key] = surface
        return surface
    }
}
