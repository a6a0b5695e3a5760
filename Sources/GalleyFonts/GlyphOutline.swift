import CGalleyHarfBuzz

/// The contours of a glyph in font units, y growing upwards. Contours are closed; filled by the non-zero rule.
public struct GlyphOutline: Hashable, Sendable {
    /// What a step of an outline does; each takes its points from ``GlyphOutline/points`` in order.
    public enum Step: UInt8, Hashable, Sendable {
        /// Starts a contour; 1 point.
        case move
        /// 1 point.
        case line
        /// A quadratic curve; 2 points, the last on the curve.
        case quadratic
        /// A cubic curve; 3 points, the last on the curve.
        case cubic
        /// Ends the contour; no point.
        case close
    }

    public internal(set) var steps: [Step] = []
    public internal(set) var points: [SIMD2<Float>] = []

    public init() {}

    public var isEmpty: Bool { steps.isEmpty }

    /// Makes it empty and keeps the storage.
    public mutating func removeAll() {
        steps.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
    }
}

/// The box around a glyph's contours, in font units, y growing upwards.
public struct GlyphExtents: Hashable, Sendable {
    public var left: Int
    public var top: Int
    public var right: Int
    public var bottom: Int
}

extension FontInstance {
    /// The outline of a glyph at this instance's place of the axes; empty for a space, a bitmap, or an id that the
    /// face does not have. Synthesis is not applied. Allocates; for many glyphs use ``appendOutline(of:to:)``.
    public func outline(of glyph: UInt16) -> GlyphOutline {
        var outline = GlyphOutline()
        appendOutline(of: glyph, to: &outline)
        return outline
    }

    /// Adds the outline of a glyph to `outline`.
    public func appendOutline(of glyph: UInt16, to outline: inout GlyphOutline) {
        withHarfBuzzFont { font in
            withUnsafeMutablePointer(to: &outline) { pointer in
                hb_font_get_glyph_shape(font, UInt32(glyph), outlineFunctions, pointer)
            }
        }
    }

    /// The box around a glyph's ink; `nil` where the face cannot tell. A space has an empty box.
    public func extents(of glyph: UInt16) -> GlyphExtents? {
        withHarfBuzzFont { font in
            var box = hb_glyph_extents_t()
            guard hb_font_get_glyph_extents(font, UInt32(glyph), &box) != 0 else { return nil }
            return GlyphExtents(
                left: Int(box.x_bearing), top: Int(box.y_bearing), right: Int(box.x_bearing) + Int(box.width),
                bottom: Int(box.y_bearing) + Int(box.height))
        }
    }
}

/// Where a point of HarfBuzz's goes.
private func add(_ step: GlyphOutline.Step, _ data: UnsafeMutableRawPointer?, _ points: SIMD2<Float>...) {
    guard let outline = data?.assumingMemoryBound(to: GlyphOutline.self) else { return }
    outline.pointee.steps.append(step)
    outline.pointee.points.append(contentsOf: points)
}

/// HarfBuzz's draw functions over a `GlyphOutline`; made once and immutable.
nonisolated(unsafe) private let outlineFunctions: OpaquePointer = {
    let functions = hb_draw_funcs_create()!
    hb_draw_funcs_set_move_to_func(functions, { _, data, _, x, y, _ in add(.move, data, [x, y]) }, nil, nil)
    hb_draw_funcs_set_line_to_func(functions, { _, data, _, x, y, _ in add(.line, data, [x, y]) }, nil, nil)
    hb_draw_funcs_set_quadratic_to_func(
        functions, { _, data, _, cx, cy, x, y, _ in add(.quadratic, data, [cx, cy], [x, y]) }, nil, nil)
    hb_draw_funcs_set_cubic_to_func(
        functions, { _, data, _, ax, ay, bx, by, x, y, _ in add(.cubic, data, [ax, ay], [bx, by], [x, y]) }, nil, nil)
    hb_draw_funcs_set_close_path_func(functions, { _, data, _, _ in add(.close, data) }, nil, nil)
    hb_draw_funcs_make_immutable(functions)
    return functions
}()
