import GalleyText

/// Gradients: linear and radial ones are SVG's own, which interpolate with straight alpha too; a conic one, which SVG has
/// not, is made of sectors.
extension SVGPainter {
    /// A gradient in a box with its top left at 0,0.
    mutating func tile(of geometry: GradientGeometry, _ size: Size) -> SVGBytes {
        var tile = SVGBytes()
        let box = Rect(x: 0, y: 0, width: size.width, height: size.height)
        switch geometry.shape {
        case .solid:
            guard let color = geometry.stops.last?.color else { break }
            tile.raw("<rect")
            tile.place(box)
            tile.paint(color, of: .fill)
            tile.raw("/>\n")
        case .linear(let from, let to):
            let name = nextName()
            tile.raw("<linearGradient gradientUnits=\"userSpaceOnUse\"")
            tile.attribute("id", name)
            tile.attribute("x1", from.x)
            tile.attribute("y1", from.y)
            tile.attribute("x2", to.x)
            tile.attribute("y2", to.y)
            add(geometry, to: &tile)
            tile.raw("</linearGradient>")
            fill(box, name, in: &tile)
        case .radial(let center, let x, let y):
            let name = nextName()
            tile.raw("<radialGradient gradientUnits=\"userSpaceOnUse\" cx=\"0\" cy=\"0\"")
            tile.attribute("id", name)
            tile.attribute("r", x)
            tile.raw(" gradientTransform=\"translate(")
            tile.number(center.x)
            tile.raw(" ")
            tile.number(center.y)
            tile.raw(") scale(1 \(y / x))\"")
            add(geometry, to: &tile)
            tile.raw("</radialGradient>")
            fill(box, name, in: &tile)
        case .conic(let center, let from):
            // One colour each; without smooth edges none shows what is behind them.
            for sector in GradientSector.all(geometry.stops, smoothest: 1.0 / 360) {
                let outer = sector.corners(center, from: from, size: size)
                tile.raw("<path shape-rendering=\"crispEdges\" d=\"")
                tile.polygon([center, outer.0, outer.1])
                tile.raw("\"")
                tile.paint(GradientSector.mixed(sector.start, sector.end, 0.5), of: .fill)
                tile.raw("/>\n")
            }
        }
        return tile
    }

    private func add(_ geometry: GradientGeometry, to tile: inout SVGBytes) {
        if geometry.repeats { tile.raw(" spreadMethod=\"repeat\"") }
        tile.raw(">")
        for stop in geometry.stops {
            // More digits than a length has: they are multiplied by one.
            tile.raw("<stop offset=\"\(stop.offset)\"")
            tile.paint(stop.color, of: .stop)
            tile.raw("/>")
        }
    }

    private func fill(_ box: Rect, _ gradient: String, in tile: inout SVGBytes) {
        tile.raw("<rect")
        tile.place(box)
        tile.attribute("fill", "url(#\(gradient))")
        tile.raw("/>\n")
    }
}
