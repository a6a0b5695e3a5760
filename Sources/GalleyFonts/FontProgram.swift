import CGalleyFreeType
import CGalleyHarfBuzz

/// The outlines of some glyphs of an instance, each under its own number, as PDF embeds them (ISO 32000-1 §9.9).
package struct FontProgram {
    /// A TrueType file, or a table `CFF ` alone.
    package let bytes: [UInt8]
    package let isCFF: Bool
    /// Around all glyphs of the face, in font units: left, bottom, right, top.
    package let box: [Int]
    /// The face's own at this place of the axes, whatever a style sheet says.
    package let metrics: FontMetrics
    /// Degrees counterclockwise from upright: below 0 where letters lean to the right.
    package let italicAngle: Double
}

extension FontInstance {
    /// A program with these glyphs and the one for what is missing, at this place of the axes; `nil` where the face forbids
    /// embedding or cutting (`OS/2.fsType`), or has no outlines that can be cut out.
    ///
    /// - Parameter isKeyed: whether it has ``characterIdentifiers``: then those stay, and the glyphs' numbers need not.
    package func program(of glyphs: some Sequence<UInt16>, isKeyed: Bool) -> FontProgram? {
        guard face.allowsSubset, let input = hb_subset_input_create_or_fail() else { return nil }
        defer { hb_subset_input_destroy(input) }
        let kept = hb_subset_input_glyph_set(input)
        hb_set_add(kept, 0)
        for glyph in glyphs { hb_set_add(kept, UInt32(glyph)) }
        hb_set_clear(hb_subset_input_set(input, HB_SUBSET_SETS_NAME_ID))
        // Text is shaped already, and a PDF says itself what it reads.
        let dropped = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
        for tag in FontProgram.shapingTables { hb_set_add(dropped, tag.rawValue) }
        hb_subset_input_set_flags(
            input,
            HB_SUBSET_FLAGS_NOTDEF_OUTLINE.rawValue | (isKeyed ? 0 : HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue))
        for axis in face.axes {
            let value = variations.last { $0.tag == axis.tag }?.value
            let isPinned =
                value.map { hb_subset_input_pin_axis_location(input, face.hbFace, axis.tag.rawValue, $0) }
                ?? hb_subset_input_pin_axis_to_default(input, face.hbFace, axis.tag.rawValue)
            guard isPinned != 0 else { return nil }
        }
        guard let cut = hb_subset_or_fail(face.hbFace, input) else { return nil }
        defer { hb_face_destroy(cut) }
        // What still varies would be shown at its default place.
        guard !FontProgram.has("gvar", cut), !FontProgram.has("CFF2", cut) else { return nil }
        let isCFF = FontProgram.has("CFF ", cut)
        guard isCFF || FontProgram.has("glyf", cut) else { return nil }
        guard
            let blob = isCFF
                ? hb_face_reference_table(cut, ("CFF " as FontTag).rawValue) : hb_face_reference_blob(cut)
        else { return nil }
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        guard let data = hb_blob_get_data(blob, &length), length > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
        let head = SFNTTable("head", of: face.hbFace)
        let box = [36, 38, 40, 42].map { Int(head.int16(at: $0) ?? 0) }
        return withHarfBuzzFont { font in
            FontProgram(
                bytes: Array(bytes), isCFF: isCFF, box: box, metrics: FontMetrics(face: face, font: font),
                italicAngle: Double(hb_style_get_value(font, HB_STYLE_TAG_SLANT_ANGLE)))
        }
    }

    /// By glyph, the numbers by which a program with character identifiers of its own knows it (§9.7.4.2); `nil` where those are
    /// the glyphs' own.
    package var characterIdentifiers: [UInt16]? {
        guard FontProgram.has("CFF ", face.hbFace), let opened = try? makeFreeTypeFace() else { return nil }
        var isKeyed: FT_Bool = 0
        guard FT_Get_CID_Is_Internally_CID_Keyed(opened.face, &isKeyed) == 0, isKeyed != 0 else { return nil }
        return (0..<face.glyphCount).map { glyph in
            var identifier: FT_UInt = 0
            let error = FT_Get_CID_From_Glyph_Index(opened.face, FT_UInt(glyph), &identifier)
            return error == 0 ? UInt16(truncatingIfNeeded: identifier) : UInt16(truncatingIfNeeded: glyph)
        }
    }
}

extension FontProgram {
    fileprivate static let shapingTables: [FontTag] = [
        "GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "kern", "kerx", "morx", "mort", "feat", "trak", "Silf", "Glat",
        "Gloc", "Feat", "Sill", "DSIG", "STAT", "name", "post", "OS/2", "cmap", "hdmx", "VDMX", "LTSH", "meta", "vhea",
        "vmtx", "VORG", "EBDT", "EBLC", "EBSC",
    ]

    fileprivate static func has(_ tag: FontTag, _ face: OpaquePointer) -> Bool {
        SFNTTable(tag, of: face).count > 0
    }
}
