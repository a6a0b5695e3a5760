import CGalleyHarfBuzz

extension FontInstance {
    /// Where carets stand inside a ligature's glyph, from left to right, in font units from its origin (GDEF's list of
    /// ligature carets); empty where the face says nothing.
    public func ligatureCarets(of glyph: UInt16) -> [Int32] {
        withHarfBuzzFont { font in
            var count = UInt32(FontLimits.maximumLigatureCarets)
            var carets = [hb_position_t](repeating: 0, count: FontLimits.maximumLigatureCarets)
            hb_ot_layout_get_ligature_carets(font, HB_DIRECTION_LTR, UInt32(glyph), 0, &count, &carets)
            return Array(carets.prefix(Int(count)))
        }
    }
}
