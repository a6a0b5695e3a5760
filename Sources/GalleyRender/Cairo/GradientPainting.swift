import CGalleyCairo
import Foundation
import GalleyText

/// Draws a gradient with Cairo: linear and radial ones are its patterns, a conic one is a mesh of narrow sectors.
struct GradientPainting {
    private let geometry: GradientGeometry
    /// 0 to 1.
    private let opacity: Double

    init(_ geometry: GradientGeometry, opacity: Double) {
        self.geometry = geometry
        self.opacity = opacity
    }

    /// Fills a tile.
    func paint(_ tile: Rect, in context: OpaquePointer) {
        guard let pattern = makePattern(tile) else { return }
        cairo_save(context)
        cairo_translate(context, tile.x, tile.y)
        cairo_set_source(context, pattern)
        cairo_pattern_destroy(pattern)
        cairo_rectangle(context, 0, 0, tile.width, tile.height)
        cairo_fill(context)
        cairo_restore(context)
    }

    private func makePattern(_ tile: Rect) -> OpaquePointer? {
        switch geometry.shape {
        case .solid:
            guard let color = geometry.stops.last?.color else { return nil }
            return cairo_pattern_create_rgba(
                Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha) * opacity)
        case .linear(let from, let to):
            return withStops(cairo_pattern_create_linear(from.x, from.y, to.x, to.y))
        case .radial(let center, let x, let y):
            guard x > 0, y > 0, let pattern = withStops(cairo_pattern_create_radial(0, 0, 0, 0, 0, x)) else {
                return nil
            }
            // From the box to a circle around the origin.
            var matrix = cairo_matrix_t()
            cairo_matrix_init_scale(&matrix, 1, x / y)
            cairo_matrix_translate(&matrix, -center.x, -center.y)
            cairo_pattern_set_matrix(pattern, &matrix)
            return pattern
        case .conic(let center, let from): return mesh(center, from, tile)
        }
    }

    private func withStops(_ pattern: OpaquePointer?) -> OpaquePointer? {
        guard let pattern else { return nil }
        for stop in geometry.stops {
            cairo_pattern_add_color_stop_rgba(
                pattern, stop.offset, Double(stop.color.red), Double(stop.color.green), Double(stop.color.blue),
                Double(stop.color.alpha) * opacity)
        }
        cairo_pattern_set_extend(pattern, geometry.repeats ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
        return pattern
    }

    /// Sectors around the centre that reach over all corners of the box, with a colour along each of their sides.
    private func mesh(_ center: Point, _ from: Double, _ tile: Rect) -> OpaquePointer? {
        guard let pattern = cairo_pattern_create_mesh() else { return nil }
        for sector in GradientSector.all(geometry.stops) {
            let outer = sector.corners(center, from: from, size: tile.size)
            cairo_mesh_pattern_begin_patch(pattern)
            cairo_mesh_pattern_move_to(pattern, center.x, center.y)
            cairo_mesh_pattern_line_to(pattern, outer.0.x, outer.0.y)
            cairo_mesh_pattern_line_to(pattern, outer.1.x, outer.1.y)
            cairo_mesh_pattern_line_to(pattern, center.x, center.y)
            for (corner, color) in [(0, sector.start), (1, sector.start), (2, sector.end), (3, sector.end)] {
                cairo_mesh_pattern_set_corner_color_rgba(
                    pattern, UInt32(corner), Double(color.red), Double(color.green), Double(color.blue),
                    Double(color.alpha) * opacity)
            }
            cairo_mesh_pattern_end_patch(pattern)
        }
        return pattern
    }
}
