import CGalleyCairo
import GalleyFonts
import GalleyText

/// Glyphs as the data of SVG's paths, for what is a shape and no text: shadows and emphasis marks.
struct GlyphOutlines: ~Copyable {
    private let surface: OpaquePointer
    private let context: OpaquePointer
    private var faces: CairoFaces

    init(fonts: FontCollection) throws(RenderError) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1), let context = cairo_create(surface)
        else {
            throw .cairo("no surface")
        }
        self.surface = surface
        self.context = context
        faces = CairoFaces(
            fonts: fonts, matrix: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0))
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    mutating func path(of run: TextRun, in list: borrowing DisplayList) throws(RenderError) -> SVGBytes {
        var data = SVGBytes()
        guard run.fontSize > 0 else { return data }
        cairo_set_scaled_font(context, try faces.font(run.instance, size: run.fontSize))
        // Cairo's paths end at 2^23 px; those of each glyph are moved here.
        for glyph in list.glyphs[run.glyphs] {
            var origin = cairo_glyph_t(index: UInt(glyph.id), x: 0, y: 0)
            cairo_new_path(context)
            cairo_glyph_path(context, &origin, 1)
            guard let path = cairo_copy_path(context) else { continue }
            defer { cairo_path_destroy(path) }
            guard path.pointee.status == CAIRO_STATUS_SUCCESS, let items = path.pointee.data else { continue }
            var index = 0
            while index < Int(path.pointee.num_data) {
                let header = items[index].header
                let letter: StaticString =
                    switch header.type {
                    case CAIRO_PATH_MOVE_TO: "M"
                    case CAIRO_PATH_LINE_TO: "L"
                    case CAIRO_PATH_CURVE_TO: "C"
                    default: "Z"
                    }
                data.raw(letter)
                for place in 1..<max(1, Int(header.length)) {
                    let point = items[index + place].point
                    if place > 1 { data.raw(" ") }
                    data.number(glyph.x + point.x)
                    data.raw(" ")
                    data.number(glyph.y + point.y)
                }
                index += max(1, Int(header.length))
            }
        }
        return data
    }
}
