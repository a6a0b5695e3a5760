import CGalleyFreeType
import CGalleyHarfBuzz

/// A face at one place of its variation axes, with what has to be synthesised: what text is shaped and drawn with.
///
///     let instance = collection.instance(collection.match(query)[0])
///     instance.withHarfBuzzFont { hb_shape($0, buffer, nil, 0) }      // positions in font units
///
/// Immutable but for a memo behind a lock (``crossing(of:_:)``), for any number of tasks at once; shaping takes no lock. Advances are those of the design (unhinted, no
/// `trak`), also for synthetic bold.
///
/// `@unchecked Sendable`: every stored property is a `let`; the two HarfBuzz fonts were made immutable; the tables that
/// they point to are written in `init` only and freed in `deinit` only, after the fonts.
public final class FontInstance: @unchecked Sendable {
    public let id: FontInstanceID
    public let face: FontFace
    /// The place on each axis that is not at its default, sorted by tag; empty for a static face.
    public let variations: [AxisValue]
    public let synthesis: FaceSynthesis
    /// What the declaration of the face changes.
    public let overrides: FaceOverrides
    /// In font units, at this place of the axes.
    public let metrics: FontMetrics

    /// Font units per em.
    @inlinable public var unitsPerEm: Int { face.unitsPerEm }

    private let base: OpaquePointer
    private let font: OpaquePointer
    private let map: CharacterMap
    private let table: UnsafeMutablePointer<galley_glyph_table>
    private let advances: UnsafeMutablePointer<Int32>
    /// What lines along text have asked of its glyphs.
    let crossings = CrossingMemo()

    package init(
        id: FontInstanceID, face: FontFace, variations: [AxisValue], synthesis: FaceSynthesis,
        overrides: FaceOverrides = FaceOverrides()
    ) {
        self.id = id
        self.face = face
        self.variations = variations
        self.synthesis = synthesis
        self.overrides = overrides

        base = hb_font_create(face.hbFace)
        if !variations.isEmpty {
            let values = variations.map { hb_variation_t(tag: $0.tag.rawValue, value: $0.value) }
            hb_font_set_variations(base, values, UInt32(values.count))
        }
        hb_font_make_immutable(base)

        advances = FontInstance.advances(of: face, variations: variations, font: base)
        map = face.sharedCharacterMap()
        table = .allocate(capacity: 1)
        table.initialize(
            to: galley_glyph_table(
                advances: advances, advance_count: UInt32(face.glyphCount), pages: UnsafePointer(map.pages)))
        font = galley_font_create(base, table)
        var metrics = FontMetrics(face: face, font: font)
        metrics.apply(overrides)
        self.metrics = metrics
    }

    deinit {
        hb_font_destroy(font)
        hb_font_destroy(base)
        table.deallocate()
        advances.deallocate()
    }

    /// Lets `body` use the HarfBuzz font: scale = units per em, so that all positions are font units. The pointer is
    /// valid inside `body` only.
    @inline(__always)
    package func withHarfBuzzFont<Result>(_ body: (_ font: OpaquePointer) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(self) { try body(font) }
    }

    /// Lets `body` read the horizontal advance of every glyph, in font units, by glyph id.
    package func withAdvances<Result>(_ body: (UnsafeBufferPointer<Int32>) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(self) {
            try body(UnsafeBufferPointer(start: advances, count: face.glyphCount))
        }
    }

    /// Lets `body` read the tables that the font functions answer from: for text that needs no shaping. A code point
    /// of the BMP is `galley_table_glyph(table, unicode)`; 0 means "ask ``glyph(for:)``".
    package func withGlyphTable<Result>(
        _ body: (UnsafePointer<galley_glyph_table>) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(self) { try body(table) }
    }

    /// The places on the axes as CSS and Cairo write them (`wght=700,wdth=80`); empty for a static face. Cairo sets a
    /// FreeType face back to its default place unless its font options say the same.
    package var variationSettings: String {
        variations.map { "\($0.tag)=\($0.value)" }.joined(separator: ",")
    }

    /// The advance of one glyph in font units; 0 for an id that the face does not have.
    public func advance(of glyph: UInt16) -> Int32 {
        Int(glyph) < face.glyphCount ? advances[Int(glyph)] : 0
    }

    /// CSS px for one font unit at a font size: with `size-adjust`.
    public func pixelsPerUnit(fontSize: Double) -> Double {
        fontSize * overrides.sizeAdjust / Double(max(1, face.unitsPerEm))
    }

    /// The glyph of one code point, if the face has it and may show it.
    public func glyph(for scalar: Unicode.Scalar) -> UInt16? {
        guard overrides.allows(scalar) else { return nil }
        let known = galley_table_glyph(table, scalar.value)
        return known != 0 ? UInt16(truncatingIfNeeded: known) : face.glyph(for: scalar)
    }

    /// A FreeType face of the caller's own at this place of the axes. See ``FontFace/makeFreeTypeFace(variations:)``.
    package func makeFreeTypeFace() throws(FontError) -> FreeTypeFace {
        try face.makeFreeTypeFace(variations: variations)
    }

    /// All advances, once: through FreeType unscaled for static faces (it reads `hmtx` and loads no glyph), through
    /// hb-ot for variable ones and where FreeType knows no units (DESIGN.md, rule 5).
    private static func advances(
        of face: FontFace, variations: [AxisValue], font: OpaquePointer
    ) -> UnsafeMutablePointer<Int32> {
        let count = face.glyphCount
        let advances = UnsafeMutablePointer<Int32>.allocate(capacity: count)
        advances.initialize(repeating: 0, count: count)
        if !face.isVariable, fillFromFreeType(advances, face) { return advances }
        let glyphs = (0..<UInt32(count)).map { $0 }
        hb_font_get_glyph_h_advances(font, UInt32(count), glyphs, 4, advances, 4)
        return advances
    }

    private static func fillFromFreeType(_ advances: UnsafeMutablePointer<Int32>, _ face: FontFace) -> Bool {
        guard let opened = try? face.makeFreeTypeFace() else { return false }
        let freeType = opened.face
        let count = face.glyphCount
        // FreeType has no units for a face of bitmaps only, and may count glyphs otherwise in a damaged one.
        guard Int(freeType.pointee.units_per_EM) == face.unitsPerEm, Int(freeType.pointee.num_glyphs) == count else {
            return false
        }
        var wide = [FT_Fixed](repeating: 0, count: count)
        guard FT_Get_Advances(freeType, 0, FT_UInt(count), GALLEY_FT_LOAD_NO_SCALE, &wide) == 0 else { return false }
        for glyph in 0..<count { advances[glyph] = Int32(truncatingIfNeeded: wide[glyph]) }
        return withExtendedLifetime(opened) { true }
    }
}
