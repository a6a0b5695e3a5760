import GalleyFonts

/// A lookup of GSUB or GPOS and its subtables (OpenType: Lookup Table), those behind extension records (GSUB type 7, GPOS
/// type 9) found.
struct LookupTable {
    let flags: UInt16
    let subtableCount: Int
    private let start: Int
    private let type: UInt16
    private let isExtension: Bool

    /// `nil` where the table has no such lookup, or it cannot be read.
    init?(_ lookup: UInt16, of table: borrowing SFNTTable, isPositioning: Bool) {
        guard let list = table.uint16(at: 8), let count = table.uint16(at: Int(list)), lookup < count,
            let offset = table.uint16(at: Int(list) + 2 + 2 * Int(lookup))
        else { return nil }
        start = Int(list) + Int(offset)
        guard let type = table.uint16(at: start), let flags = table.uint16(at: start + 2),
            let subtableCount = table.uint16(at: start + 4)
        else { return nil }
        self.type = type
        self.flags = flags
        self.subtableCount = Int(subtableCount)
        isExtension = type == (isPositioning ? 9 : 7)
    }

    /// The type of a subtable and where it begins; `nil` where it cannot be read.
    func subtable(_ index: Int, of table: borrowing SFNTTable) -> (type: UInt16, start: Int)? {
        guard let offset = table.uint16(at: start + 6 + 2 * index) else { return nil }
        let subtable = start + Int(offset)
        guard isExtension else { return (type, subtable) }
        guard let type = table.uint16(at: subtable + 2), let far = table.uint32(at: subtable + 4) else { return nil }
        return (type, subtable + Int(far))
    }
}
