import CGalleyCairo
import GalleyFonts
import GalleyText

/// The Cairo fonts of one drawing task: a face for each font instance, a scaled font for each size of it.
///
/// Cairo keeps faces and scaled fonts in caches of its own beyond the surface's end, so each Cairo face owns the
/// FreeType face that it draws from, which is let go when Cairo destroys the face.
struct CairoFaces: ~Copyable {
    /// What is needed to draw with one instance.
    struct Face {
        let cairo: OpaquePointer
        /// Colour bitmaps: such glyphs have no outline.
        let isColor: Bool
        /// Such bitmaps alone: layers may be in the text's colour.
        let isBitmap: Bool
        /// The tangent of the synthetic slant; 0 for none.
        let slant: Double
        /// `wght=612.5,...` for Cairo, which sets a variable face back to its default place otherwise.
        let variations: String
    }

    private struct SizedInstance: Hashable {
        var instance: FontInstanceID
        var size: Double
        var turn: TransformMatrix
    }

    private let fonts: FontCollection
    private var faces: [FontInstanceID: Face] = [:]
    private var scaledFonts: [SizedInstance: OpaquePointer] = [:]
    /// What is done to the glyphs that are drawn next on their way to the target; their places are not a part of it.
    var turn: TransformMatrix
    /// What is done to those that no transform changes.
    let upright: TransformMatrix

    /// `matrix` is the transformation in which text is drawn that nothing else transforms.
    init(fonts: FontCollection, matrix: cairo_matrix_t) {
        self.fonts = fonts
        upright = TransformMatrix(a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, e: 0, f: 0)
        turn = upright
    }

    deinit {
        for font in scaledFonts.values { cairo_scaled_font_destroy(font) }
        for face in faces.values { cairo_font_face_destroy(face.cairo) }
    }

    mutating func face(_ id: FontInstanceID) throws(RenderError) -> Face {
        if let known = faces[id] { return known }
        let face = try CairoFaces.makeFace(fonts.instance(id))
        faces[id] = face
        return face
    }

    /// The font for a size in px. Hinting of outlines and metrics is off: positions are those of layout.
    mutating func font(_ id: FontInstanceID, size: Double) throws(RenderError) -> OpaquePointer {
        let key = SizedInstance(instance: id, size: size, turn: turn)
        if let known = scaledFonts[key] { return known }
        let face = try face(id)
        let size = size * fonts.instance(id).overrides.sizeAdjust
        var fontMatrix = cairo_matrix_t(xx: size, yx: 0, xy: -face.slant * size, yy: size, x0: 0, y0: 0)
        var matrix = cairo_matrix_t(turn)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        if !face.variations.isEmpty { cairo_font_options_set_variations(options, face.variations) }
        guard let font = cairo_scaled_font_create(face.cairo, &fontMatrix, &matrix, options) else {
            throw .cairo("no font")
        }
        let status = cairo_scaled_font_status(font)
        guard status == CAIRO_STATUS_SUCCESS else {
            cairo_scaled_font_destroy(font)
            throw .font(reason: "\(fonts.instance(id).face.path): \(CairoStatus.message(status))")
        }
        scaledFonts[key] = font
        return font
    }

    private static func makeFace(_ instance: FontInstance) throws(RenderError) -> Face {
        let opened: FreeTypeFace
        do throws(FontError) {
            opened = try instance.makeFreeTypeFace()
        } catch {
            throw .font(reason: error.description)
        }
        guard let face = cairo_ft_font_face_create_for_ft_face(opened.face, loadFlags) else { throw .cairo("no face") }
        // Given back by Cairo's destroy call, which comes once the face is out of all of Cairo's caches.
        let owner = Unmanaged.passRetained(opened)
        let status = cairo_font_face_set_user_data(face, ownerKey, owner.toOpaque()) { pointer in
            if let pointer { Unmanaged<FreeTypeFace>.fromOpaque(pointer).release() }
        }
        guard status == CAIRO_STATUS_SUCCESS else {
            cairo_font_face_destroy(face)
            owner.release()
            throw .cairo(CairoStatus.message(status))
        }
        if instance.synthesis.contains(.bold) {
            cairo_ft_font_face_set_synthesize(face, UInt32(CAIRO_FT_SYNTHESIZE_BOLD.rawValue))
        }
        let isOblique = instance.synthesis.contains(.oblique)
        return Face(
            cairo: face, isColor: instance.face.hasColor, isBitmap: instance.face.hasOnlyBitmaps,
            slant: isOblique ? obliqueSlant : 0,
            variations: instance.variations.map { "\($0.tag)=\($0.value)" }.joined(separator: ","))
    }

    /// The tangent of the slant of faces without an oblique one of their own.
    static var obliqueSlant: Double { GALLEY_OBLIQUE_SLANT }

    /// Colour bitmaps where there are any; never hinting.
    private static var loadFlags: Int32 { GALLEY_CAIRO_LOAD_FLAGS }

    private static var ownerKey: UnsafePointer<cairo_user_data_key_t> { galley_cairo_face_owner_key() }
}

/// Cairo's errors in words.
enum CairoStatus {
    static func message(_ status: cairo_status_t) -> String { String(cString: cairo_status_to_string(status)) }
}

extension cairo_matrix_t {
    init(_ matrix: TransformMatrix) {
        self.init(xx: matrix.a, yx: matrix.b, xy: matrix.c, yy: matrix.d, x0: matrix.e, y0: matrix.f)
    }
}
