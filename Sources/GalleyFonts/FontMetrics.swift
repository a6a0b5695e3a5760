import CGalleyHarfBuzz

/// The measures of a face instance, in font units, y growing upwards.
///
/// Ascent, descent and line gap follow FreeType, and so Chromium on Linux: the `OS/2` typographic values where the face
/// asks for them (`USE_TYPO_METRICS`); else `hhea`; else, where both are zero, typographic, else `win` values; a face
/// without any gets 0.8 and 0.2 em, so that a line always has a height. Variable faces add their `MVAR` deltas.
///
/// Nothing is rounded here. Chromium rounds ascent, descent and line gap to whole px, each for itself, at the used size;
/// with `line-height: normal` the baseline lies at the rounded ascent plus half the rounded gap, rounded down (measured
/// with eleven families at twenty sizes: the same heights and baselines).
public struct FontMetrics: Hashable, Sendable {
    /// Above the baseline; positive upwards.
    public var ascent = 0
    /// Below the baseline; positive downwards.
    public var descent = 0
    /// The part of an em above the baseline, where ruby and marks stand: of the typographic ascent and descent, or else of the
    /// two above (CSS Inline 3, appendix A; as Blink).
    public var emAscent = 0
    /// Extra space between lines; never negative.
    public var lineGap = 0
    /// Of lower-case letters: `OS/2`, else measured on `x`, else half an em.
    public var xHeight = 0
    /// Of capitals: `OS/2`, else measured on `H`, else the ascent.
    public var capHeight = 0
    /// The middle of the underline; negative below the baseline.
    public var underlinePosition = 0
    public var underlineThickness = 0
    /// The top of the strike-through above the baseline.
    public var strikeoutPosition = 0
    public var strikeoutThickness = 0
    /// The mean advance that the face declares.
    public var averageAdvance = 0
    /// The advance of `0`: CSS's unit `ch`; half an em where the face has no such glyph (CSS Values 4 §6.1.1).
    public var zeroAdvance = 0
    /// The advance of the ideograph for water, U+6C34: CSS's unit `ic`; one em where the face has no such glyph.
    public var ideographAdvance = 0
    /// How far subscripts go down and superscripts up (`OS/2`).
    public var subscriptOffset = 0
    public var superscriptOffset = 0
    /// The height of an em of them (`OS/2`), else 0.65 em as most faces say.
    public var subscriptSize = 0
    public var superscriptSize = 0
    public var unitsPerEm = 1000

    /// `ascent + descent + lineGap`: the height of a line with `line-height: normal`.
    public var lineSpacing: Int { ascent + descent + lineGap }
}

extension FontMetrics {
    /// `font` is at the instance's place of the axes, in font units.
    init(face: FontFace, font: OpaquePointer) {
        let em = face.unitsPerEm
        unitsPerEm = em
        let os2 = SFNTTable("OS/2", of: face.hbFace)
        setVertical(os2: os2, hhea: SFNTTable("hhea", of: face.hbFace), font: font)
        setLines(os2: os2, post: SFNTTable("post", of: face.hbFace), font: font)
        setLetters(os2: os2, face: face, font: font)
    }

    private mutating func setVertical(os2: borrowing SFNTTable, hhea: borrowing SFNTTable, font: OpaquePointer) {
        let hasOS2 = os2.count >= 78 && os2.uint16(at: 0) != 0xFFFF
        func typographic() -> (Int, Int, Int) {
            (Int(os2.int16(at: 68) ?? 0), Int(os2.int16(at: 70) ?? 0), Int(os2.int16(at: 72) ?? 0))
        }
        var (up, down, gap) = (0, 0, 0)
        if hasOS2, (os2.uint16(at: 62) ?? 0) & 1 << 7 != 0 {
            (up, down, gap) = typographic()
        } else {
            (up, down) = (Int(hhea.int16(at: 4) ?? 0), Int(hhea.int16(at: 6) ?? 0))
            gap = Int(hhea.int16(at: 8) ?? 0)
            if up == 0, down == 0, hasOS2 {
                (up, down, gap) = typographic()
                if up == 0, down == 0 {
                    (up, down, gap) = (Int(os2.uint16(at: 74) ?? 0), -Int(os2.uint16(at: 76) ?? 0), 0)
                }
            }
        }
        up += variation("hasc", font)
        down += variation("hdsc", font)
        gap += variation("hlgp", font)
        // A descent above the baseline is a sign error of old fonts; FreeType's users negate it as well.
        if down > 0 { down = -down }
        if up - down <= 0 { (up, down, gap) = (unitsPerEm * 8 / 10, -(unitsPerEm - unitsPerEm * 8 / 10), 0) }
        (ascent, descent, lineGap) = (up, -down, max(0, gap))
        var (over, under) = (up, -down)
        if hasOS2, typographic().0 > 0, typographic().1 <= 0 { (over, under) = (typographic().0, -typographic().1) }
        emAscent = over + under > 0 ? min(max(0, over * unitsPerEm / (over + under)), unitsPerEm) : unitsPerEm
    }

    private mutating func setLines(os2: borrowing SFNTTable, post: borrowing SFNTTable, font: OpaquePointer) {
        underlinePosition = Int(post.int16(at: 8) ?? 0) + variation("undo", font)
        underlineThickness = Int(post.int16(at: 10) ?? 0) + variation("unds", font)
        if underlineThickness <= 0 { underlineThickness = max(1, unitsPerEm / 20) }
        if underlinePosition == 0 { underlinePosition = -unitsPerEm / 10 }
        strikeoutThickness = Int(os2.int16(at: 26) ?? 0) + variation("strs", font)
        strikeoutPosition = Int(os2.int16(at: 28) ?? 0) + variation("stro", font)
        if strikeoutThickness <= 0 { strikeoutThickness = underlineThickness }
        subscriptOffset = Int(os2.int16(at: 16) ?? 0) + variation("sbyo", font)
        superscriptOffset = Int(os2.int16(at: 24) ?? 0) + variation("spyo", font)
        subscriptSize = Int(os2.int16(at: 12) ?? 0) + variation("sbys", font)
        superscriptSize = Int(os2.int16(at: 20) ?? 0) + variation("spys", font)
        if subscriptSize <= 0 { subscriptSize = unitsPerEm * 65 / 100 }
        if superscriptSize <= 0 { superscriptSize = unitsPerEm * 65 / 100 }
        averageAdvance = Int(os2.int16(at: 2) ?? 0)
    }

    private mutating func setLetters(os2: borrowing SFNTTable, face: FontFace, font: OpaquePointer) {
        func height(of scalar: Unicode.Scalar) -> Int? {
            guard let glyph = face.glyph(for: scalar) else { return nil }
            var extents = hb_glyph_extents_t()
            guard hb_font_get_glyph_extents(font, UInt32(glyph), &extents) != 0, extents.y_bearing > 0 else {
                return nil
            }
            return Int(extents.y_bearing)
        }
        func advance(of scalar: Unicode.Scalar) -> Int? {
            face.glyph(for: scalar).map { Int(hb_font_get_glyph_h_advance(font, UInt32($0))) }
        }
        let isVersion2 = (os2.uint16(at: 0) ?? 0) >= 2 && os2.uint16(at: 0) != 0xFFFF
        if isVersion2, let value = os2.int16(at: 86), value > 0 {
            xHeight = Int(value) + variation("xhgt", font)
        } else {
            xHeight = height(of: "x") ?? unitsPerEm / 2
        }
        if isVersion2, let value = os2.int16(at: 88), value > 0 {
            capHeight = Int(value) + variation("cpht", font)
        } else {
            capHeight = height(of: "H") ?? ascent
        }
        if strikeoutPosition == 0 { strikeoutPosition = (xHeight + strikeoutThickness) / 2 }
        zeroAdvance = advance(of: "0") ?? unitsPerEm / 2
        ideographAdvance = advance(of: "\u{6C34}") ?? unitsPerEm
    }

    /// The `MVAR` delta of a metric; 0 for a static face.
    private func variation(_ tag: FontTag, _ font: OpaquePointer) -> Int {
        Int(hb_ot_metrics_get_variation(font, hb_ot_metrics_tag_t(rawValue: tag.rawValue)).rounded())
    }
}
