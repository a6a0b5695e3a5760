import CGalleyHarfBuzz
import GalleyFonts
import GalleyUnicode

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What neighbours do to each other in a plan, for characters whose glyphs change by pairs alone (``PairRules``): a
/// character's glyph and advance are those of the face's tables, and HarfBuzz is asked once for each pair how far it moves
/// apart and whether it may be torn. Text of such characters needs no shaping, but for what joins to ligatures.
///
/// It is knowledge about a face, as its glyph tables are, and is kept as long as those.
///
/// Memory: a page of 2 KB for each 256 code points that occur, and 512 bytes for each character that has stood before
/// another, of a block of 128 KB of which the system gives only what is written.
final class PairGlyphs {
    /// A character that pairs are known of.
    struct Character {
        var advance: Int32
        var glyph: UInt16
        var flags: ClusterFlags
        /// Its row and column in ``pairs``; 0 for one that does not pair, ``unnumbered`` before it is first met.
        var number: UInt8
    }
    static let unnumbered: UInt8 = 255
    /// The number of all characters that no lookup touches (``PlanGlyphs``): whatever a pair does to one of them it does
    /// to all.
    static let plain: UInt8 = 254

    /// An entry of ``pairs``.
    enum Pair {
        static let unknown: Int16 = 0
        /// Known ones have this bit; above it whether HarfBuzz calls the place between unsafe to break, then the amount.
        static let known: Int16 = 1
        static let unsafe: Int16 = 2
        /// Joins, or is not what pairs can say: HarfBuzz shapes it with what stands on either side.
        static let joined: Int16 = 4
        /// Unknown, and noted as such in this item.
        static let asked: Int16 = 8
    }

    /// What loops read: pointers alone, of which nothing is counted. Valid while the object is.
    struct Tables {
        /// By number of the first and the second character.
        let pairs: UnsafeMutablePointer<Int16>
        /// By the code point's high byte.
        let pages: UnsafeMutablePointer<UnsafeMutablePointer<Character>?>
    }
    let tables: Tables
    var pairs: UnsafeMutablePointer<Int16> { tables.pairs }
    private let table = PageTable<Character>()
    private var count: UInt8 = 0
    private let rules: PairRules
    private let instance: FontInstance
    let isReversed: Bool
    private let plainGlyphs: PlanGlyphs?
    /// False when text put together of pairs has differed from HarfBuzz's.
    var isTrusted = true

    /// `nil` where the tables cannot be read or lookups are not all that shapes the text.
    init?(
        _ instance: FontInstance, _ style: FontStyle, _ features: [hb_feature_t], script: Script, isRightToLeft: Bool,
        plain: PlanGlyphs?
    ) {
        guard
            let lookups = PlanLookups(instance, style, features, script: script, isRightToLeft: isRightToLeft)
        else { return nil }
        var glyphs = GlyphSet()
        for range in PairGlyphs.ranges(of: script) {
            for scalar in range where PairGlyphs.isUsual(scalar, isRightToLeft: isRightToLeft) {
                let found = instance.withGlyphTable { galley_table_glyph($0, scalar) }
                if found != 0, !lookups.isMark(found) { glyphs.insert(UInt16(truncatingIfNeeded: found)) }
            }
        }
        rules = instance.withHarfBuzzFont { font in
            PairRules(
                glyphs, face: hb_font_get_face(font), substitutions: lookups.substitutions, positions: lookups.positions
            )
        }
        guard rules.isReadable else { return nil }
        self.instance = instance
        isReversed = isRightToLeft
        plainGlyphs = plain?.separates == true ? plain : nil
        // Zeros that cost nothing until they are looked at.
        guard let block = calloc(256 * 256, MemoryLayout<Int16>.stride) else { return nil }
        tables = Tables(pairs: block.bindMemory(to: Int16.self, capacity: 256 * 256), pages: table.pages)
    }

    deinit {
        free(pairs)
    }

    /// The advance of a glyph in font units.
    func advance(_ glyph: UInt16) -> Int32 { instance.advance(of: glyph) }

    /// The page of a code point of the BMP: entries by its low byte. Valid while this object is.
    @inline(__always)
    func page(_ number: Int) -> UnsafeMutablePointer<Character> { table.page(number) { character($0) } }

    private func character(_ scalar: UInt32) -> Character {
        let found = instance.withGlyphTable { galley_table_glyph($0, scalar) }
        let glyph = UInt16(truncatingIfNeeded: found)
        var number: UInt8 = 0
        if found != 0, PairGlyphs.isUsual(scalar, isRightToLeft: isReversed), rules.glyphs.contains(glyph) {
            number = PairGlyphs.unnumbered
        } else if plainGlyphs?.isPlain(scalar) == true {
            number = PairGlyphs.plain
        }
        return Character(
            advance: instance.advance(of: glyph), glyph: glyph,
            flags: [.safeToBreakBefore, ShapedText.contentFlags(scalar)], number: number)
    }

    /// Gives a character that is met for the first time its number; false where there are too many.
    func number(_ scalar: UInt32) -> Bool {
        guard count < PairGlyphs.plain - 1 else { return false }
        count += 1
        page(Int(scalar >> 8))[Int(scalar & 0xFF)].number = count
        return true
    }

    /// Whether two glyphs are part of a ligature.
    func joins(_ first: UInt16, _ second: UInt16) -> Bool {
        !rules.joined.isEmpty && rules.joined.contains(UInt32(first) << 16 | UInt32(second))
    }

    /// Characters that HarfBuzz treats as any other: no marks, nothing invisible, no parts of syllables, nothing that is
    /// mirrored, not the fraction slash.
    private static func isUsual(_ scalar: UInt32, isRightToLeft: Bool) -> Bool {
        UnicodeProperties.graphemeBreakClass(scalar) == .other
            && UnicodeProperties.indicConjunctBreak(scalar) == .none
            && !UnicodeProperties.isExtendedPictographic(scalar) && !UnicodeProperties.isMark(scalar)
            && !UnicodeProperties.isDefaultIgnorable(scalar)
            && !(isRightToLeft && UnicodeProperties.isBidiMirrored(scalar)) && scalar != 0x2044
    }

    /// The characters that text of a script is made of.
    private static func ranges(of script: Script) -> [ClosedRange<UInt32>] {
        let common: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xA0...0xFF, 0x2010...0x205F, 0x20A0...0x20BF, 0x2116...0x2122,
        ]
        return switch script {
        case .latin, .common: common + [0x100...0x24F, 0x1E00...0x1EFF]
        case .greek: common + [0x370...0x3FF, 0x1F00...0x1FFF]
        case .cyrillic: common + [0x400...0x52F]
        case .armenian: common + [0x530...0x58F]
        case .georgian: common + [0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F]
        case .hebrew: common + [0x5BE...0x5F4]
        case .ethiopic: common + [0x1200...0x139F, 0x2D80...0x2DDF]
        case .han, .hiragana, .katakana, .bopomofo, .hangul: common + [0x3000...0x312F, 0xFF01...0xFF9F]
        default: []
        }
    }
}

/// The lookups of a shape plan, and which glyphs the face calls marks.
final class PlanLookups {
    private(set) var substitutions: [UInt16] = []
    private(set) var positions: [UInt16] = []
    private let marks: OpaquePointer

    /// `nil` where lookups are not all that shapes the text (`kern`, AAT).
    init?(_ instance: FontInstance, _ style: FontStyle, _ features: [hb_feature_t], script: Script, isRightToLeft: Bool)
    {
        guard let marks = hb_set_create() else { return nil }
        self.marks = marks
        var isKnown = false
        var found: (substitutions: [UInt16], positions: [UInt16]) = ([], [])
        instance.withHarfBuzzFont { font in
            guard let face = hb_font_get_face(font), PlanGlyphs.isShapedByLookups(face, script, style.language) else {
                return
            }
            isKnown = true
            let plan = PlanGlyphs.makePlan(font, style, features, script: script, isRightToLeft: isRightToLeft)
            defer { hb_shape_plan_destroy(plan) }
            hb_ot_layout_get_glyphs_in_class(face, HB_OT_LAYOUT_GLYPH_CLASS_MARK, marks)
            found = (PlanGlyphs.lookups(plan, "GSUB"), PlanGlyphs.lookups(plan, "GPOS"))
        }
        guard isKnown else { return nil }
        substitutions = found.substitutions
        positions = found.positions
    }

    deinit { hb_set_destroy(marks) }

    func isMark(_ glyph: UInt32) -> Bool { hb_set_has(marks, glyph) != 0 }
}

extension LayoutContext {
    /// What is known of pairs in the plan that an item is shaped with; `nil` where pairs do not say it all.
    func pairGlyphs(
        _ item: TextItem, _ style: FontStyle, _ instance: FontInstance, plain: PlanGlyphs?
    ) -> PairGlyphs? {
        let features = style.features(for: item, in: instance)
        let key = PlanGlyphsKey(item, style, features)
        if let known = state.pointee.knownPairGlyphs[key] { return known }
        if state.pointee.knownPairGlyphs.count >= ShapingLimits.maximumKnownPlans {
            state.pointee.knownPairGlyphs.removeAll()
        }
        let made = PairGlyphs(
            instance, style, features, script: item.script, isRightToLeft: item.isRightToLeft, plain: plain)
        state.pointee.knownPairGlyphs[key] = .some(made)
        return made
    }
}
