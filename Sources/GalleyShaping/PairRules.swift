import CGalleyHarfBuzz
import GalleyFonts

/// Which glyphs a plan's lookups treat by pairs of neighbours alone, read from the font: text of such glyphs is put
/// together of what HarfBuzz makes of each two of them.
///
/// In text of a set of glyphs without marks a lookup can do one of these things:
///
/// - GPOS type 2 whose second value is empty moves what follows by an amount that the pair decides (rule 1).
/// - GSUB type 4 joins glyphs: each two neighbours of a ligature are *joined* pairs, which are left to HarfBuzz with what
///   stands on either side (rule 2).
/// - Any other lookup that can act on the set takes the glyph that it begins at out of the set (rule 3). A contextual rule
///   can only act where each of its places has a glyph of the set; one such place loses its glyphs then.
/// - Lookups that look past bases or ligatures, and marks' coverages, take out what they name.
///
/// The glyphs of ligatures count as part of the set; where a lookup acts on one, what the ligature begins with is taken
/// out.
struct PairRules {
    /// The glyphs that are left.
    private(set) var glyphs: GlyphSet
    /// The joined pairs: the first glyph in the high half.
    private(set) var joined: Set<UInt32> = []
    /// Whether the tables could be read.
    private(set) var isReadable = true

    /// Glyphs of ligatures, and what those begin with.
    private var makers: [UInt16: Set<UInt16>] = [:]
    /// `glyphs` and those of ligatures.
    private var reach: GlyphSet
    private var hasChanged = false
    private let face: OpaquePointer
    private var steps = 0

    /// - Parameters:
    ///   - glyphs: those of the characters that text may have.
    ///   - substitutions, positions: the plan's lookups of GSUB and GPOS.
    init(_ glyphs: GlyphSet, face: OpaquePointer, substitutions: [UInt16], positions: [UInt16]) {
        self.glyphs = glyphs
        self.face = face
        reach = glyphs
        let gsub = SFNTTable("GSUB", of: face)
        let gpos = SFNTTable("GPOS", of: face)
        // Until nothing is taken out any more; sets only shrink.
        for _ in 0..<PairRules.maximumRounds {
            hasChanged = false
            joined.removeAll()
            makers.removeAll()
            reach = self.glyphs
            for lookup in substitutions where read(lookup, gsub, isPositioning: false, findsLigatures: true) == nil {
                isReadable = false
            }
            for lookup in substitutions where read(lookup, gsub, isPositioning: false, findsLigatures: false) == nil {
                isReadable = false
            }
            for lookup in positions where read(lookup, gpos, isPositioning: true, findsLigatures: false) == nil {
                isReadable = false
            }
            if !hasChanged || !isReadable { return }
        }
        isReadable = false
    }

    private static let maximumRounds = 16

    /// Takes a glyph out, or what makes it.
    private mutating func remove(_ glyph: UInt16) {
        if glyphs.contains(glyph) {
            glyphs.remove(glyph)
            hasChanged = true
        }
        for maker in makers[glyph] ?? [] where glyphs.contains(maker) {
            glyphs.remove(maker)
            hasChanged = true
        }
    }

    private mutating func step(_ count: Int) -> Void? {
        steps += count
        return steps <= ShapingLimits.maximumRuleSteps ? () : nil
    }

    // MARK: Lookups

    private mutating func read(
        _ lookup: UInt16, _ table: borrowing SFNTTable, isPositioning: Bool, findsLigatures: Bool
    ) -> Void? {
        guard let lookup = LookupTable(lookup, of: table, isPositioning: isPositioning) else { return nil }
        for index in 0..<lookup.subtableCount {
            guard let (type, subtable) = lookup.subtable(index, of: table), step(1) != nil else { return nil }
            let isLigature = !isPositioning && type == 4
            if findsLigatures, !isLigature { continue }
            guard
                readSubtable(
                    subtable, table, isPositioning ? min(type, 99) + 100 : type, looksPastBases: lookup.flags & 6 != 0,
                    findsLigatures: findsLigatures) != nil
            else { return nil }
        }
        return ()
    }

    /// `type` is that of GSUB, or 100 more than that of GPOS.
    private mutating func readSubtable(
        _ start: Int, _ table: borrowing SFNTTable, _ type: UInt16, looksPastBases: Bool, findsLigatures: Bool
    ) -> Void? {
        switch type {
        // Marks are not in the set; what is called one here is neither.
        case 104, 105, 106: return removeCovered(at: start, table)
        case _ where looksPastBases: return removeFirst(start, table, type)
        case 4: return readLigatures(start, table, finds: findsLigatures)
        case 102:
            guard let second = table.uint16(at: start + 6) else { return nil }
            return second == 0 ? () : removeCovered(at: start, table)
        case 5, 107: return readContext(start, table, isChained: false)
        case 6, 108: return readContext(start, table, isChained: true)
        default: return removeCovered(at: start, table)
        }
    }

    /// Takes out what a subtable covers; its coverage is named behind the format in all but contexts of format 3.
    private mutating func removeCovered(at start: Int, _ table: borrowing SFNTTable) -> Void? {
        guard let offset = table.uint16(at: start + 2) else { return nil }
        var found: [UInt16] = []
        let reach = reach
        guard covered(start + Int(offset), table, { if reach.contains($0) { found.append($0) } }) != nil else {
            return nil
        }
        for glyph in found { remove(glyph) }
        return ()
    }

    private mutating func removeFirst(_ start: Int, _ table: borrowing SFNTTable, _ type: UInt16) -> Void? {
        let isContext = type == 5 || type == 6 || type == 107 || type == 108
        guard isContext, table.uint16(at: start) == 3 else { return removeCovered(at: start, table) }
        // Rare, and not worth more: nothing of the set may be there.
        for glyph in reach.all { remove(glyph) }
        return ()
    }

    /// Calls `body` with each glyph of a coverage table, in order.
    private mutating func covered(
        _ start: Int, _ table: borrowing SFNTTable, _ body: (UInt16) -> Void
    ) -> Void? {
        guard let format = table.uint16(at: start), let count = table.uint16(at: start + 2), format == 1 || format == 2
        else { return nil }
        for index in 0..<Int(count) {
            if format == 1 {
                guard let glyph = table.uint16(at: start + 4 + 2 * index), step(1) != nil else { return nil }
                body(glyph)
                continue
            }
            guard let first = table.uint16(at: start + 4 + 6 * index),
                let last = table.uint16(at: start + 6 + 6 * index)
            else { return nil }
            guard first <= last else { continue }
            guard step(Int(last - first) + 1) != nil else { return nil }
            for glyph in first...last { body(glyph) }
        }
        return ()
    }

    // MARK: Ligatures

    /// Notes the joined pairs and the glyphs of a subtable's ligatures; or, with all of them known, takes out what makes
    /// one that is part of another.
    private mutating func readLigatures(_ start: Int, _ table: borrowing SFNTTable, finds: Bool) -> Void? {
        guard let coverage = table.uint16(at: start + 2), let setCount = table.uint16(at: start + 4) else { return nil }
        var firsts: [UInt16] = []
        guard covered(start + Int(coverage), table, { firsts.append($0) }) != nil else { return nil }
        for (set, first) in firsts.enumerated() where set < Int(setCount) && reach.contains(first) {
            guard let offset = table.uint16(at: start + 6 + 2 * set) else { return nil }
            let ligatureSet = start + Int(offset)
            guard let count = table.uint16(at: ligatureSet), step(Int(count)) != nil else { return nil }
            for index in 0..<Int(count) {
                guard let offset = table.uint16(at: ligatureSet + 2 + 2 * index) else { return nil }
                let ligature = ligatureSet + Int(offset)
                guard let made = table.uint16(at: ligature), let components = table.uint16(at: ligature + 2) else {
                    return nil
                }
                guard components >= 2 else {
                    remove(first)
                    continue
                }
                var glyphs = [first]
                for component in 0..<Int(components) - 1 {
                    guard let part = table.uint16(at: ligature + 4 + 2 * component), step(1) != nil else { return nil }
                    glyphs.append(part)
                }
                guard glyphs.allSatisfy({ reach.contains($0) }) else { continue }
                // What is looked past where marks are ignored would bring its neighbours together.
                let isMark = hb_ot_layout_get_glyph_class(face, UInt32(made)) == HB_OT_LAYOUT_GLYPH_CLASS_MARK
                if finds, !isMark, glyphs.allSatisfy({ self.glyphs.contains($0) }) {
                    for index in 1..<glyphs.count {
                        joined.insert(UInt32(glyphs[index - 1]) << 16 | UInt32(glyphs[index]))
                    }
                    makers[made, default: []].insert(first)
                    reach.insert(made)
                } else {
                    for glyph in glyphs where makers[glyph] != nil { remove(glyph) }
                    if isMark { remove(first) }
                }
            }
        }
        return ()
    }

    // MARK: Contexts (OpenType: Sequence Context and Chained Sequence Context, Format 1 to 3)

    private mutating func readContext(_ start: Int, _ table: borrowing SFNTTable, isChained: Bool) -> Void? {
        switch table.uint16(at: start) {
        case 3: return readCoverages(start, table, isChained: isChained)
        case 1, 2: return readRules(start, table, isChained: isChained)
        default: return nil
        }
    }

    private mutating func readCoverages(_ start: Int, _ table: borrowing SFNTTable, isChained: Bool) -> Void? {
        var places: [[UInt16]] = []
        var place = start + 2
        for row in 0..<(isChained ? 3 : 1) {
            guard let count = table.uint16(at: place) else { return nil }
            // Without a chain the count of records stands before the coverages.
            place += isChained || row > 0 ? 2 : 4
            for index in 0..<Int(count) {
                guard let offset = table.uint16(at: place + 2 * index) else { return nil }
                var found: [UInt16] = []
                let reach = reach
                guard
                    covered(start + Int(offset), table, { if reach.contains($0) { found.append($0) } }) != nil
                else { return nil }
                places.append(found)
            }
            place += 2 * Int(count)
        }
        forbid(places)
        return ()
    }

    /// A rule that can act loses the glyphs of one place: those of the place that has the fewest.
    private mutating func forbid(_ places: [[UInt16]]) {
        var fewest: [UInt16]?
        for place in places {
            if place.isEmpty { return }
            if fewest == nil || place.count <= fewest?.count ?? 0 { fewest = place }
        }
        for glyph in fewest ?? [] { remove(glyph) }
    }

    private mutating func readRules(_ start: Int, _ table: borrowing SFNTTable, isChained: Bool) -> Void? {
        guard let format = table.uint16(at: start), let coverage = table.uint16(at: start + 2) else { return nil }
        var firsts: [UInt16] = []
        guard covered(start + Int(coverage), table, { firsts.append($0) }) != nil else { return nil }
        // Most of these rules are about other scripts.
        guard firsts.contains(where: { reach.contains($0) }) else { return () }
        // Before, input, behind: which glyphs of the set each class has.
        var classes: [[UInt16: [UInt16]]] = []
        var place = start + 4
        if format == 2 {
            for _ in 0..<(isChained ? 3 : 1) {
                guard let offset = table.uint16(at: place),
                    let found = glyphsOfClasses(offset == 0 ? nil : start + Int(offset), table)
                else { return nil }
                classes.append(found)
                place += 2
            }
        }
        guard let setCount = table.uint16(at: place) else { return nil }
        let input = isChained ? 1 : 0
        for set in 0..<Int(setCount) {
            guard let offset = table.uint16(at: place + 2 + 2 * set) else { return nil }
            if offset == 0 { continue }
            let first: [UInt16]
            if format == 2 {
                let inClass = classes[input][UInt16(set)] ?? []
                first = inClass.filter { firsts.contains($0) }
            } else {
                first = set < firsts.count && reach.contains(firsts[set]) ? [firsts[set]] : []
            }
            if first.isEmpty { continue }
            let ruleSet = start + Int(offset)
            guard let ruleCount = table.uint16(at: ruleSet) else { return nil }
            for rule in 0..<Int(ruleCount) {
                guard let offset = table.uint16(at: ruleSet + 2 + 2 * rule),
                    readRule(ruleSet + Int(offset), table, isChained: isChained, first, classes) != nil
                else { return nil }
            }
        }
        return ()
    }

    private mutating func readRule(
        _ start: Int, _ table: borrowing SFNTTable, isChained: Bool, _ first: [UInt16],
        _ classes: [[UInt16: [UInt16]]]
    ) -> Void? {
        var places = [first]
        var place = start
        for row in 0..<(isChained ? 3 : 1) {
            guard let count = table.uint16(at: place) else { return nil }
            let isInput = row == (isChained ? 1 : 0)
            place += isChained ? 2 : 4
            let length = isInput ? max(0, Int(count) - 1) : Int(count)
            guard step(length + 1) != nil else { return nil }
            for index in 0..<length {
                guard let value = table.uint16(at: place + 2 * index) else { return nil }
                places.append(classes.isEmpty ? (reach.contains(value) ? [value] : []) : classes[row][value] ?? [])
            }
            place += 2 * length
        }
        forbid(places)
        return ()
    }

    /// The glyphs of the set by their class in a class definition; all have class 0 where there is none.
    private mutating func glyphsOfClasses(_ start: Int?, _ table: borrowing SFNTTable) -> [UInt16: [UInt16]]? {
        // All glyphs are walked over.
        guard step(1_024) != nil else { return nil }
        var classOf: [UInt16: UInt16] = [:]
        if let start {
            guard let format = table.uint16(at: start) else { return nil }
            if format == 1 {
                guard let first = table.uint16(at: start + 2), let count = table.uint16(at: start + 4),
                    step(Int(count)) != nil
                else { return nil }
                for index in 0..<Int(count) {
                    guard let found = table.uint16(at: start + 6 + 2 * index) else { return nil }
                    classOf[first &+ UInt16(truncatingIfNeeded: index)] = found
                }
            } else {
                guard format == 2, let count = table.uint16(at: start + 2) else { return nil }
                for index in 0..<Int(count) {
                    guard let first = table.uint16(at: start + 4 + 6 * index),
                        let last = table.uint16(at: start + 6 + 6 * index),
                        let found = table.uint16(at: start + 8 + 6 * index)
                    else { return nil }
                    guard first <= last else { continue }
                    guard step(Int(last - first) + 1) != nil else { return nil }
                    for glyph in first...last where reach.contains(glyph) { classOf[glyph] = found }
                }
            }
        }
        var found: [UInt16: [UInt16]] = [:]
        for glyph in reach.all { found[classOf[glyph] ?? 0, default: []].append(glyph) }
        return found
    }
}

/// A set of glyph ids: a bit each.
struct GlyphSet {
    private var words = ContiguousArray<UInt64>(repeating: 0, count: 1_024)

    init() {}

    func contains(_ glyph: UInt16) -> Bool { words[Int(glyph >> 6)] >> UInt64(glyph & 63) & 1 != 0 }
    mutating func insert(_ glyph: UInt16) { words[Int(glyph >> 6)] |= 1 << UInt64(glyph & 63) }
    mutating func remove(_ glyph: UInt16) { words[Int(glyph >> 6)] &= ~(1 << UInt64(glyph & 63)) }

    /// In order.
    var all: [UInt16] {
        var found: [UInt16] = []
        for (index, word) in words.enumerated() {
            var word = word
            while word != 0 {
                found.append(UInt16(index << 6 + word.trailingZeroBitCount))
                word &= word &- 1
            }
        }
        return found
    }
}
