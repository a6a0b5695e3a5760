import CGalleyCairo
import GalleyText

extension CairoPainter {
    /// Draws a background image; nothing where there is none.
    mutating func draw(_ background: BoxBackground) {
        guard !background.clip.isEmpty, let image = images.backgrounds[background.url] else { return }
        var placed = background
        placed.clip = snapped(background.clip)
        placed.area = snapped(background.area)
        guard let tiles = placed.tiles(of: image.decoded.size),
            let surface = surface(of: .background(url: background.url), image)
        else { return }
        cairo_save(context)
        defer { cairo_restore(context) }
        addPath(placed.clip, placed.radius)
        cairo_clip(context)
        let opacity = alpha * background.opacity
        let isDense =
            (tiles.stepX ?? tiles.first.width) == tiles.first.width
            && (tiles.stepY ?? tiles.first.height) == tiles.first.height
        if isDense {
            var area = placed.clip
            if tiles.stepX == nil { (area.x, area.width) = (tiles.first.x, tiles.first.width) }
            if tiles.stepY == nil { (area.y, area.height) = (tiles.first.y, tiles.first.height) }
            paint(
                surface, tiles.first, size: image.decoded.size, in: area,
                repeats: tiles.stepX != nil || tiles.stepY != nil, opacity)
            return
        }
        for y in starts(tiles.first.y, tiles.first.height, tiles.stepY, in: placed.clip.minY...placed.clip.maxY) {
            for x in starts(tiles.first.x, tiles.first.width, tiles.stepX, in: placed.clip.minX...placed.clip.maxX) {
                let tile = Rect(x: x, y: y, width: tiles.first.width, height: tiles.first.height)
                paint(surface, tile, size: image.decoded.size, in: tile, repeats: false, opacity)
            }
        }
    }

    /// Where tiles begin that reach into a range: no more than a page can show.
    private func starts(
        _ first: Double, _ length: Double, _ step: Double?, in range: ClosedRange<Double>
    ) -> [Double] {
        guard let step, step > 0 else { return [first] }
        let start = first + ((range.lowerBound - first - length) / step).rounded(.up) * step
        let count = min(Double(RenderLimits.maximumTilesAcross), max(0, (range.upperBound - start) / step).rounded(.up))
        return (0..<Int(count)).map { start + Double($0) * step }
    }
}
