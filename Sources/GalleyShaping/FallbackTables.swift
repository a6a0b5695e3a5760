import GalleyFonts

/// Which face shows a single character of the BMP, for each font style and script: what text whose characters its
/// style's first face lacks is cut by. Answers follow from the fonts alone (`LayoutContext.Switches.fallbackTables`).
///
/// Memory: 512 bytes for each 256 code points that occur, in each style and script.
struct FallbackTables {
    private var tables: [Key: FallbackTable] = [:]
    private var last: (key: Key, table: FallbackTable)?

    private struct Key: Hashable {
        var style: Int32
        var script: UInt8
    }

    init() {}

    /// The table of a font style's number and a script.
    mutating func table(style: Int32, script: UInt8) -> FallbackTable {
        let key = Key(style: style, script: script)
        if let last, last.key == key { return last.table }
        let table: FallbackTable
        if let known = tables[key] {
            table = known
        } else {
            if tables.count >= ShapingLimits.maximumFallbackTables { tables.removeAll(keepingCapacity: true) }
            table = FallbackTable()
            tables[key] = table
        }
        last = (key, table)
        return table
    }
}

/// The answers for one style and script.
final class FallbackTable {
    /// The id of the instance plus 1; 0 where nobody has asked, or no face has the character.
    private let table = PageTable<UInt16>()

    /// The id of the instance plus 1; 0 for a character that has not been asked for, or that no face has.
    @inline(__always)
    func answer(_ scalar: UInt32) -> UInt16 {
        guard scalar < 0x1_0000, let page = table.pages[Int(scalar &>> 8)] else { return 0 }
        return page[Int(scalar & 0xFF)]
    }

    func remember(_ instance: FontInstanceID, for scalar: UInt32) {
        guard scalar < 0x1_0000, instance.rawValue < UInt16.max else { return }
        table.page(Int(scalar >> 8)) { _ in 0 }[Int(scalar & 0xFF)] = instance.rawValue + 1
    }
}
