import CGalleyHarfBuzz
import GalleyFonts

/// The lookups that the lookups of a shape plan reach through contextual rules (OpenType: Chained Sequence Context
/// Format 1 to 3), and whether any of those rules can match a glyph that it does not name.
struct ContextualRules {
    /// The plan's lookups and those that their rules apply.
    private(set) var lookups: Set<UInt16>
    /// Whether a rule names class 0 of a class definition: every glyph that stands nowhere. HarfBuzz's
    /// `collect_glyphs` leaves those out.
    private(set) var matchesUnnamedGlyphs = false
    /// Those of ``lookups`` that place marks on what stands before them (GPOS types 4 to 6): they change marks alone.
    private(set) var attachments: Set<UInt16> = []
    /// The subtables of ligature substitutions (GSUB type 4), by lookup: where they begin in the table.
    private(set) var ligatures: [UInt16: [Int]] = [:]
    /// The lookup flags that occur, all of them.
    private(set) var flags: UInt16 = 0
    /// Whether the table could be read to its end; without that nothing is known.
    private(set) var isReadable = true

    /// Reads GSUB or GPOS. Linear in the rules of the lookups reached.
    init(_ tag: FontTag, of face: OpaquePointer, lookups: [UInt16], isPositioning: Bool) {
        self.lookups = Set(lookups)
        var pending = lookups
        let table = SFNTTable(tag, of: face)
        var steps = 0
        while let lookup = pending.popLast() {
            var found: [UInt16] = []
            if read(lookup, table, isPositioning, &found, &steps) == nil { isReadable = false }
            for nested in found where self.lookups.insert(nested).inserted { pending.append(nested) }
        }
    }

    private mutating func read(
        _ lookup: UInt16, _ table: borrowing SFNTTable, _ isPositioning: Bool, _ found: inout [UInt16],
        _ steps: inout Int
    ) -> Void? {
        guard let known = LookupTable(lookup, of: table, isPositioning: isPositioning) else { return nil }
        flags |= known.flags
        let context: UInt16 = isPositioning ? 7 : 5
        for index in 0..<known.subtableCount {
            guard let (type, subtable) = known.subtable(index, of: table) else { return nil }
            if isPositioning, (4...6).contains(type) { attachments.insert(lookup) }
            if !isPositioning, type == 4 { ligatures[lookup, default: []].append(subtable) }
            guard type == context || type == context + 1 else { continue }
            guard readRules(subtable, table, isChained: type == context + 1, &found, &steps) != nil else { return nil }
        }
        return ()
    }

    private mutating func readRules(
        _ start: Int, _ table: borrowing SFNTTable, isChained: Bool, _ found: inout [UInt16], _ steps: inout Int
    ) -> Void? {
        guard let format = table.uint16(at: start) else { return nil }
        if format == 3 { return readRule(start + 2, table, isChained, isFirstImplied: false, nil, &found, &steps) }
        guard format == 1 || format == 2 else { return nil }
        let sets = start + (format == 1 ? 4 : isChained ? 10 : 6)
        guard let setCount = table.uint16(at: sets) else { return nil }
        for set in 0..<Int(setCount) {
            guard let offset = table.uint16(at: sets + 2 + 2 * set) else { return nil }
            if offset == 0 { continue }
            let ruleSet = start + Int(offset)
            guard let ruleCount = table.uint16(at: ruleSet) else { return nil }
            for rule in 0..<Int(ruleCount) {
                guard let offset = table.uint16(at: ruleSet + 2 + 2 * rule),
                    readRule(
                        ruleSet + Int(offset), table, isChained, isFirstImplied: true, format == 2 ? 0 : nil, &found,
                        &steps) != nil
                else { return nil }
            }
        }
        return ()
    }

    /// One rule: the counted rows of glyphs, classes or coverages, then the lookups that it applies.
    private mutating func readRule(
        _ start: Int, _ table: borrowing SFNTTable, _ isChained: Bool, isFirstImplied: Bool, _ anyClass: UInt16?,
        _ found: inout [UInt16], _ steps: inout Int
    ) -> Void? {
        var place = start
        var records = 0
        // Backtrack, input, lookahead; without a chain input alone, and the count of records stands before it.
        for row in isChained ? 0..<3 : 1..<2 {
            guard let count = table.uint16(at: place) else { return nil }
            place += 2
            if !isChained {
                guard let recordCount = table.uint16(at: place) else { return nil }
                records = Int(recordCount)
                place += 2
            }
            let length = row == 1 && isFirstImplied ? max(0, Int(count) - 1) : Int(count)
            steps += length + 1
            guard steps <= ShapingLimits.maximumRuleSteps else { return nil }
            if let anyClass {
                for index in 0..<length where table.uint16(at: place + 2 * index) == anyClass {
                    matchesUnnamedGlyphs = true
                }
            }
            place += 2 * length
        }
        if isChained {
            guard let count = table.uint16(at: place) else { return nil }
            records = Int(count)
            place += 2
        }
        steps += records
        guard steps <= ShapingLimits.maximumRuleSteps else { return nil }
        for index in 0..<records {
            guard let lookup = table.uint16(at: place + 4 * index + 2) else { return nil }
            found.append(lookup)
        }
        return ()
    }
}

/// One subtable of a ligature substitution (OpenType: Ligature Substitution Format 1).
struct LigatureSubtable {
    /// Whether `glyph` takes part in ligatures only as their first glyph, and what follows it in each is in `marks`: then
    /// nothing happens where another glyph follows. `nil` when the table cannot be read.
    static func joinsMarksOnly(
        _ start: Int, _ table: borrowing SFNTTable, glyph: UInt16, marks: (UInt16) -> Bool
    ) -> Bool? {
        guard table.uint16(at: start) == 1, let coverage = table.uint16(at: start + 2),
            let setCount = table.uint16(at: start + 4)
        else { return nil }
        let own = coverageIndex(start + Int(coverage), table, glyph)
        for set in 0..<Int(setCount) {
            guard let offset = table.uint16(at: start + 6 + 2 * set) else { return nil }
            let ligatureSet = start + Int(offset)
            guard let count = table.uint16(at: ligatureSet) else { return nil }
            for index in 0..<Int(count) {
                guard let offset = table.uint16(at: ligatureSet + 2 + 2 * index) else { return nil }
                let ligature = ligatureSet + Int(offset)
                guard let components = table.uint16(at: ligature + 2) else { return nil }
                for component in 0..<max(0, Int(components) - 1) {
                    guard let part = table.uint16(at: ligature + 4 + 2 * component) else { return nil }
                    if part == glyph || component == 0 && set == own && !marks(part) { return false }
                }
                // A ligature of one glyph replaces it everywhere.
                if components < 2, set == own { return false }
            }
        }
        return true
    }

    /// The place of a glyph in a coverage table; `nil` when it is not there.
    private static func coverageIndex(_ start: Int, _ table: borrowing SFNTTable, _ glyph: UInt16) -> Int? {
        guard let format = table.uint16(at: start), let count = table.uint16(at: start + 2) else { return nil }
        for index in 0..<Int(count) {
            if format == 1 {
                if table.uint16(at: start + 4 + 2 * index) == glyph { return index }
            } else if let first = table.uint16(at: start + 4 + 6 * index),
                let last = table.uint16(at: start + 6 + 6 * index),
                let base = table.uint16(at: start + 8 + 6 * index), first <= glyph, glyph <= last
            {
                return Int(base) + Int(glyph - first)
            }
        }
        return nil
    }
}
