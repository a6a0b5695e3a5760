import CGalleyHarfBuzz
import GalleyFonts
import GalleyUnicode

/// What is known of a shape plan's lookups without shaping: which characters no lookup can touch. Such a *plain*
/// character's glyph and advance are those of the face's tables, wherever it stands; and nothing on one side of it can
/// change a glyph on the other.
///
/// Lookups that place marks (GPOS types 4 to 6) do not count: they start at a mark, change nothing else, and look no
/// further back than to the glyph that it belongs to; a character that a mark follows is left to HarfBuzz.
///
/// A lookup is applied where a glyph of its coverage stands, and looks from there at glyphs around. So a glyph that no
/// lookup of the plan, nor any that their contextual rules apply, names in its coverage, its input, its backtrack or its
/// lookahead, is never changed; and a rule that looks at it fails there, unless it takes any glyph (class 0:
/// ``ContextualRules``) or its flags leave such glyphs out. What HarfBuzz does beside lookups (marks, ignorables,
/// conjoining Hangul, mirrored characters, missing spaces) is left to it: those characters are not plain.
final class PlanGlyphs {
    /// A plain character.
    struct Glyph {
        var advance: Int32
        var glyph: UInt16
        var flags: ClusterFlags
        var isPlain: Bool
    }

    /// Whether text on one side of a plain character changes nothing on the other side. Where that is not so, only text
    /// of plain characters alone is known.
    let separates: Bool

    /// Whether the same holds of U+0020 where no mark follows it: it is plain, or lookups join it with marks only.
    let spaceSeparates: Bool

    /// Whether marks may be placed on U+0020. Where not, they are placed on nothing before it either: it is no mark, so
    /// none is looked past it.
    let spaceAttaches: Bool

    private let table = PageTable<Glyph>()
    private let touched: OpaquePointer
    private let instance: FontInstance
    private let isRightToLeft: Bool
    private let isCursive: Bool
    private let isHangul: Bool
    /// Glyphs that the face calls marks.
    private let marks: OpaquePointer

    /// `nil` where lookups are not all that shapes the text (`kern`, AAT), or the tables cannot be read.
    init?(_ instance: FontInstance, _ style: FontStyle, _ features: [hb_feature_t], script: Script, isRightToLeft: Bool)
    {
        guard let set = hb_set_create(), let marks = hb_set_create() else { return nil }
        let space = instance.glyph(for: " ") ?? 0
        var isSpaceSafe = space != 0
        var isKnown = true
        var isOpen = false
        var attaches = false
        instance.withHarfBuzzFont { font in
            guard let face = hb_font_get_face(font) else { return isKnown = false }
            isKnown = PlanGlyphs.isShapedByLookups(face, script, style.language)
            guard isKnown else { return }
            let plan = PlanGlyphs.makePlan(font, style, features, script: script, isRightToLeft: isRightToLeft)
            defer { hb_shape_plan_destroy(plan) }
            hb_ot_layout_get_glyphs_in_class(face, HB_OT_LAYOUT_GLYPH_CLASS_MARK, marks)
            hb_set_union(set, marks)
            isSpaceSafe = isSpaceSafe && hb_set_has(marks, UInt32(space)) == 0
            for tag: FontTag in ["GSUB", "GPOS"] {
                let rules = ContextualRules(
                    tag, of: face, lookups: PlanGlyphs.lookups(plan, tag), isPositioning: tag == "GPOS")
                isKnown = isKnown && rules.isReadable
                isOpen = isOpen || rules.matchesUnnamedGlyphs
                for lookup in rules.attachments {
                    guard let placed = hb_set_create() else { continue }
                    hb_ot_layout_lookup_collect_glyphs(
                        face, tag.rawValue, UInt32(lookup), placed, placed, placed, nil)
                    if hb_set_has(placed, UInt32(space)) != 0 { attaches = true }
                    hb_set_destroy(placed)
                }
                for lookup in rules.lookups where !rules.attachments.contains(lookup) {
                    let hadSpace = hb_set_has(set, UInt32(space)) != 0
                    hb_set_del(set, UInt32(space))
                    hb_ot_layout_lookup_collect_glyphs(face, tag.rawValue, UInt32(lookup), set, set, set, nil)
                    if hb_set_has(set, UInt32(space)) != 0 {
                        isSpaceSafe =
                            isSpaceSafe && PlanGlyphs.joinsMarksOnly(face, tag, space, rules.ligatures[lookup], marks)
                    }
                    if hadSpace { hb_set_add(set, UInt32(space)) }
                }
                // IgnoreBaseGlyphs and IgnoreLigatures: such lookups look past glyphs that they do not name.
                if rules.flags & 6 != 0 { isOpen = true }
            }
        }
        touched = set
        self.instance = instance
        self.isRightToLeft = isRightToLeft
        isCursive = script.isCursive
        isHangul = script == .hangul
        separates = !isOpen
        spaceSeparates = !isOpen && isSpaceSafe
        spaceAttaches = attaches
        self.marks = marks
        guard isKnown else { return nil }
    }

    deinit {
        hb_set_destroy(touched)
        hb_set_destroy(marks)
    }

    /// The page of a code point of the BMP: entries by its low byte. Valid while this object is.
    @inline(__always)
    func page(_ number: Int) -> UnsafeMutablePointer<Glyph> { table.page(number) { glyph($0) } }

    func isPlain(_ scalar: UInt32) -> Bool { scalar < 0x1_0000 && page(Int(scalar >> 8))[Int(scalar & 0xFF)].isPlain }

    /// Whether a piece may begin with a character: its glyph is no mark to the face either.
    func mayBegin(_ scalar: UInt32) -> Bool {
        let found = instance.withGlyphTable { galley_table_glyph($0, scalar) }
        return found != 0 && hb_set_has(marks, found) == 0
    }

    private static func joinsMarksOnly(
        _ face: OpaquePointer, _ tag: FontTag, _ glyph: UInt16, _ subtables: [Int]?, _ marks: OpaquePointer
    ) -> Bool {
        guard let subtables else { return false }
        let table = SFNTTable(tag, of: face)
        for start in subtables {
            let joins = LigatureSubtable.joinsMarksOnly(start, table, glyph: glyph) {
                hb_set_has(marks, UInt32($0)) != 0
            }
            if joins != true { return false }
        }
        return true
    }

    private func glyph(_ scalar: UInt32) -> Glyph {
        let found = instance.withGlyphTable { galley_table_glyph($0, scalar) }
        let isUsual =
            UnicodeProperties.graphemeBreakClass(scalar) == .other
            && UnicodeProperties.indicConjunctBreak(scalar) == .none
            && !UnicodeProperties.isExtendedPictographic(scalar)
        // Syllables that are one character; those put together of conjoining letters are not plain.
        let isSyllable = isHangul && (0xAC00...0xD7A3).contains(scalar)
        let isPlain =
            found != 0 && (isUsual || isSyllable) && hb_set_has(touched, found) == 0
            && !UnicodeProperties.isMark(scalar) && !UnicodeProperties.isDefaultIgnorable(scalar)
            && !(isRightToLeft && UnicodeProperties.isBidiMirrored(scalar))
            && !(isCursive && scalar >= 0x80) && scalar != 0x2044
        return Glyph(
            advance: instance.advance(of: UInt16(truncatingIfNeeded: found)),
            glyph: UInt16(truncatingIfNeeded: found),
            flags: [.safeToBreakBefore, ShapedText.contentFlags(scalar)], isPlain: isPlain)
    }

    /// Whether a face's lookups are all that shapes text of a script and language: no `kern`, no AAT.
    static func isShapedByLookups(_ face: OpaquePointer, _ script: Script, _ language: OpaquePointer?) -> Bool {
        for tag: FontTag in ["kern", "kerx", "morx", "mort", "trak"] where SFNTTable(tag, of: face).count > 0 {
            guard tag == "kern", kernsByLookups(face, script, language) else { return false }
        }
        return true
    }

    /// The plan that HarfBuzz shapes with; to be destroyed.
    static func makePlan(
        _ font: OpaquePointer, _ style: FontStyle, _ features: [hb_feature_t], script: Script, isRightToLeft: Bool
    ) -> OpaquePointer? {
        var properties = hb_segment_properties_t()
        properties.direction = isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
        properties.script = hb_script_t(rawValue: script.tag)
        properties.language = style.language
        var coordCount: UInt32 = 0
        let coords = hb_font_get_var_coords_normalized(font, &coordCount)
        return features.withUnsafeBufferPointer {
            hb_shape_plan_create_cached2(
                hb_font_get_face(font), &properties, $0.baseAddress, UInt32($0.count), coords, coordCount, nil)
        }
    }

    /// The lookups of a plan's features in one table.
    static func lookups(_ plan: OpaquePointer?, _ tag: FontTag) -> [UInt16] {
        guard let set = hb_set_create() else { return [] }
        defer { hb_set_destroy(set) }
        hb_ot_shape_plan_collect_lookups(plan, tag.rawValue, set)
        var lookups: [UInt16] = []
        var lookup = hb_codepoint_t.max
        while hb_set_next(set, &lookup) != 0 { lookups.append(UInt16(truncatingIfNeeded: lookup)) }
        return lookups
    }

    /// Whether the GPOS feature `kern` of this script and language takes the place of the table `kern`.
    private static func kernsByLookups(_ face: OpaquePointer, _ script: Script, _ language: OpaquePointer?) -> Bool {
        var scripts = [hb_tag_t](repeating: 0, count: 4)
        var languages = [hb_tag_t](repeating: 0, count: 4)
        var scriptCount: UInt32 = 4
        var languageCount: UInt32 = 4
        hb_ot_tags_from_script_and_language(
            hb_script_t(rawValue: script.tag), language, &scriptCount, &scripts, &languageCount, &languages)
        let table = FontTag("GPOS").rawValue
        var scriptIndex: UInt32 = 0
        var chosen: hb_tag_t = 0
        hb_ot_layout_table_select_script(face, table, scriptCount, scripts, &scriptIndex, &chosen)
        var languageIndex: UInt32 = 0
        hb_ot_layout_script_select_language(face, table, scriptIndex, languageCount, languages, &languageIndex)
        var feature: UInt32 = 0
        return hb_ot_layout_language_find_feature(
            face, table, scriptIndex, languageIndex, FontTag("kern").rawValue, &feature) != 0
    }
}

/// What lookups are known by: everything that chooses a shape plan.
struct PlanGlyphsKey: Hashable {
    var instance: UInt16
    var script: UInt8
    var isRightToLeft: Bool
    var language: OpaquePointer?
    /// Tag and value of each feature.
    var features: [UInt64]

    init(_ item: TextItem, _ style: FontStyle, _ features: [hb_feature_t]) {
        instance = item.instance.rawValue
        script = item.script.rawValue
        isRightToLeft = item.isRightToLeft
        language = style.language
        self.features = features.map { UInt64($0.tag) << 32 | UInt64($0.value) }
    }
}

extension LayoutContext {
    /// What is known of the lookups that an item's text is shaped with; `nil` when nothing is.
    func planGlyphs(_ item: TextItem, _ style: FontStyle, _ instance: FontInstance) -> PlanGlyphs? {
        let features = style.features(for: item, in: instance)
        let key = PlanGlyphsKey(item, style, features)
        if let known = state.pointee.knownPlanGlyphs[key] { return known }
        if state.pointee.knownPlanGlyphs.count >= ShapingLimits.maximumKnownPlans {
            state.pointee.knownPlanGlyphs.removeAll()
        }
        let made = PlanGlyphs(instance, style, features, script: item.script, isRightToLeft: item.isRightToLeft)
        state.pointee.knownPlanGlyphs[key] = .some(made)
        return made
    }
}
