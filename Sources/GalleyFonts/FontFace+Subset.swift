import CGalleyHarfBuzz

extension FontFace {
    /// A font file of this face with nothing in it but what showing some characters takes, kerning, ligatures and joining
    /// included; `nil` where the face forbids embedding or cutting (`OS/2.fsType`), or cannot be cut.
    ///
    /// - Parameter features: OpenType features beside those that are on by default.
    package func subset(of scalars: some Sequence<UInt32>, features: some Sequence<FontTag>) -> [UInt8]? {
        guard allowsSubset, let input = hb_subset_input_create_or_fail() else { return nil }
        defer { hb_subset_input_destroy(input) }
        let characters = hb_subset_input_unicode_set(input)
        for scalar in scalars { hb_set_add(characters, scalar) }
        let kept = hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG)
        for feature in features { hb_set_add(kept, feature.rawValue) }
        // Names of features and axes are for people.
        hb_set_clear(hb_subset_input_set(input, HB_SUBSET_SETS_NAME_ID))
        hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING.rawValue)
        guard let face = hb_subset_or_fail(hbFace, input) else { return nil }
        defer { hb_face_destroy(face) }
        guard let blob = hb_face_reference_blob(face) else { return nil }
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        guard let data = hb_blob_get_data(blob, &length), length > 0 else { return nil }
        return UnsafeRawBufferPointer(start: data, count: Int(length)).withMemoryRebound(to: UInt8.self) { Array($0) }
    }

    /// OpenType 1.9, `OS/2.fsType`: 2 alone is restricted; bit 8 forbids subsets, bit 9 outlines.
    var allowsSubset: Bool {
        guard let type = SFNTTable("OS/2", of: hbFace).uint16(at: 8) else { return true }
        return type & 0x0F != 2 && type & 0x0300 == 0
    }
}
