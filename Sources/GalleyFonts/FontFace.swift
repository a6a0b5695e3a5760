import CGalleyFreeType
import CGalleyHarfBuzz

/// One face of a font file: its names, style, axes, character map, outlines. Independent of any size.
///
///     let face = try FontFace(path: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
///     print(face.names.family, face.unitsPerEm, face.glyph(for: "A") ?? 0)
///
/// A face is immutable and may be used by any number of tasks at once. A ``FontInstance`` adds variation coordinates
/// and is what text is shaped with. All values are in font units with y growing upwards, as in the file.
///
/// `@unchecked Sendable`: every stored property is a `let`; `hbFace` and `hbFont` were made immutable, which is
/// HarfBuzz's condition for use from several threads (its lazily loaded tables are published atomically); they are
/// destroyed in `deinit` only; FreeType's object, which is not safe to share, stays behind `freeType`'s lock.
public final class FontFace: @unchecked Sendable {
    /// Where the bytes came from; `<memory>` when not from a file.
    public var path: String { data.path }
    /// The number of the face in its file: 0 but for collections.
    public let index: Int
    public let names: FontNames
    /// The style that the face itself declares (`OS/2`, else `head`); a variable face's default location.
    public let style: FaceStyle
    /// Empty for a static face.
    public let axes: [FontAxis]
    public let unitsPerEm: Int
    public let glyphCount: Int
    /// Has glyphs in colour: layers, bitmaps or SVG.
    public let hasColor: Bool
    /// Every glyph is as wide as every other (`post.isFixedPitch`).
    public let isFixedPitch: Bool
    /// Fits beside a serif text face, as far as the face tells (`OS/2` PANOSE and class, else the family's name).
    public let isSerif: Bool

    package let data: FontData
    package let hbFace: OpaquePointer
    /// The default location in font units with HarfBuzz's own functions.
    package let hbFont: OpaquePointer
    private let freeType = Locked<FreeTypeFace?>(nil)
    private let characterMap = Locked<CharacterMap?>(nil)

    /// The face number `index` of a file.
    public convenience init(path: String, index: Int = 0) throws(FontError) {
        try self.init(data: FontData(path: path), index: index)
    }

    /// The face number `index` of a font file in memory. The bytes are copied.
    public convenience init(bytes: some Collection<UInt8>, index: Int = 0) throws(FontError) {
        try self.init(data: FontData(copying: bytes), index: index)
    }

    /// All faces of a file, in their order. Faces of a collection that are damaged are left out, unless all are.
    public static func all(path: String) throws(FontError) -> [FontFace] {
        try all(in: FontData(path: path))
    }

    package static func all(in packed: FontData) throws(FontError) -> [FontFace] {
        let data = try unpacked(packed)
        let count = try faceCount(of: data)
        var faces: [FontFace] = []
        var failure: FontError?
        for index in 0..<min(count, FontLimits.maximumFacesPerFile) {
            do throws(FontError) {
                faces.append(try FontFace(data: data, index: index))
            } catch {
                failure = failure ?? error
            }
        }
        if faces.isEmpty, let failure { throw failure }
        return faces
    }

    package init(data packed: FontData, index: Int) throws(FontError) {
        let data = try FontFace.unpacked(packed)
        let count = try FontFace.faceCount(of: data)
        guard index >= 0, index < count else {
            throw .noSuchFace(path: data.path, index: index, count: count)
        }
        let blob = FontFace.blob(of: data)
        let face = hb_face_create(blob, UInt32(index))!
        hb_blob_destroy(blob)
        do throws(FontError) {
            unitsPerEm = try FontFace.checkedUnitsPerEm(of: face, path: data.path)
            glyphCount = try FontFace.checkedGlyphCount(of: face, path: data.path)
        } catch {
            hb_face_destroy(face)
            throw error
        }
        hb_face_make_immutable(face)
        let font = hb_font_create(face)!
        hb_font_make_immutable(font)

        self.data = data
        self.index = index
        hbFace = face
        hbFont = font
        names = FontNames(face)
        axes = FontFace.axes(of: face)
        hasColor =
            hb_ot_color_has_layers(face) != 0 || hb_ot_color_has_png(face) != 0 || hb_ot_color_has_svg(face) != 0
        style = FontFace.style(of: face, axes: axes)
        isFixedPitch = SFNTTable("post", of: face).uint32(at: 12).map { $0 != 0 } ?? false
        isSerif = FontFace.isSerif(face, family: names.family)
    }

    deinit {
        hb_font_destroy(hbFont)
        hb_face_destroy(hbFace)
    }

    public var isVariable: Bool { !axes.isEmpty }

    /// Its colours are bitmaps, none of which depends on the text's colour.
    package var hasOnlyBitmaps: Bool {
        hb_ot_color_has_png(hbFace) != 0 && hb_ot_color_has_layers(hbFace) == 0 && hb_ot_color_has_svg(hbFace) == 0
    }

    /// The glyph of one code point, if the face has it. Safe from any task; about 30 ns.
    public func glyph(for scalar: Unicode.Scalar) -> UInt16? {
        var glyph: hb_codepoint_t = 0
        guard hb_font_get_nominal_glyph(hbFont, scalar.value, &glyph) != 0 else { return nil }
        return UInt16(truncatingIfNeeded: glyph)
    }

    /// Lets `body` use a FreeType face at the default location. One caller at a time: for metrics and for tests, not
    /// for drawing, where each renderer makes its own by ``makeFreeTypeFace(variations:)``.
    package func withFreeTypeFace<Result: Sendable>(_ body: (FT_Face) -> Result) throws(FontError) -> Result {
        let result = freeType.withLock { cached -> Swift.Result<Result, FontError> in
            do throws(FontError) {
                if let cached { return .success(body(cached.face)) }
                let opened = try makeFreeTypeFace()
                cached = opened
                return .success(body(opened.face))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// A FreeType face of the caller's own over the same bytes, with a FreeType library of its own, so that no lock is
    /// needed. Keep the returned object as long as the `FT_Face` in it is used.
    package func makeFreeTypeFace(variations: [AxisValue] = []) throws(FontError) -> FreeTypeFace {
        try FreeTypeFace(data: data, index: index, variations: variations)
    }

    /// The whole character map of the BMP as a table, made on first use and then shared.
    func sharedCharacterMap() -> CharacterMap {
        characterMap.withLock { cached in
            if let cached { return cached }
            let made = CharacterMap(font: hbFont, face: hbFace)
            cached = made
            return made
        }
    }
}

extension FontFace: CustomStringConvertible {
    public var description: String { "\(names.full) (\(path)\(index == 0 ? "" : "#\(index)"))" }
}
