import CGalleyCairo
import GalleyLoading
import GalleyText

extension CairoPainter {
    /// Draws a background image; nothing where there is none.
    mutating func draw(_ background: BoxBackground) {
        guard !background.clip.isEmpty else { return }
        var placed = background
        placed.clip = snapped(background.clip)
        placed.area = snapped(background.area)
        switch background.image {
        case .url(let url): drawPicture(placed, url)
        case .gradient(let gradient): draw(gradient, placed)
        }
    }

    private mutating func drawPicture(_ placed: BoxBackground, _ url: String) {
        guard let image = images.backgrounds[url], let tiles = placed.tiles(of: image.naturalDimensions) else { return }
        cairo_save(context)
        defer { cairo_restore(context) }
        addPath(placed.clip, placed.radius)
        cairo_clip(context)
        let opacity = alpha * placed.opacity
        switch image.content {
        case .vector(let vector): draw(vector, tiles, in: placed.clip, opacity)
        case .pixels(let decoded, _): draw(decoded, tiles, placed, opacity)
        }
    }

    private mutating func draw(
        _ decoded: DecodedImage, _ tiles: BoxBackground.Tiles, _ placed: BoxBackground, _ opacity: Double
    ) {
        guard let surface = surface(of: decoded) else { return }
        if tiles.areDense {
            paint(
                surface, tiles.first, size: decoded.size, in: tiles.area(in: placed.clip),
                repeats: tiles.stepX != nil || tiles.stepY != nil, opacity)
            return
        }
        for tile in tiles.seen(in: placed.clip) {
            paint(surface, tile, size: decoded.size, in: tile, repeats: false, opacity)
        }
    }

    /// Draws each tile that is seen; where they are many, the pixels or the form of one again and again.
    private mutating func draw(_ gradient: Gradient, _ placed: BoxBackground) {
        guard let (tiles, geometry) = GradientGeometry.tiles(of: gradient, placed) else { return }
        let opacity = alpha * placed.opacity
        cairo_save(context)
        defer { cairo_restore(context) }
        addPath(placed.clip, placed.radius)
        cairo_clip(context)
        let area = tiles.area(in: placed.clip)
        guard tiles.stepX != nil || tiles.stepY != nil, tiles.first.union(area) != tiles.first else {
            return GradientPainting(geometry, opacity: opacity).paint(tiles.first, in: context)
        }
        let size = tiles.first.size
        // On pixels each tile has edges on whole ones, or lines would be seen between them.
        if case .raster = target, snapped(tiles.first) != tiles.first {
            let all = tiles.seen(in: area)
            if all.count <= RenderLimits.maximumTilesAcross {
                let painting = GradientPainting(geometry, opacity: opacity)
                for tile in all { painting.paint(snapped(tile), in: context) }
                return
            }
        }
        var extents = cairo_rectangle_t(
            x: 0, y: 0, width: tiles.stepX ?? size.width, height: tiles.stepY ?? size.height)
        guard let recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents) else { return }
        defer { cairo_surface_destroy(recording) }
        guard let inner = cairo_create(recording) else { return }
        GradientPainting(geometry, opacity: opacity).paint(
            Rect(x: 0, y: 0, width: size.width, height: size.height), in: inner)
        cairo_destroy(inner)
        cairo_rectangle(context, area.x, area.y, area.width, area.height)
        cairo_clip(context)
        cairo_translate(context, tiles.first.x, tiles.first.y)
        cairo_set_source_surface(context, recording, 0, 0)
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_REPEAT)
        cairo_paint(context)
    }
}
