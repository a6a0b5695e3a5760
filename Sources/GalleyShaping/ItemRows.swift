/// The rows of an item (``ItemForm``), to be read in loops; valid as long as the memory that they stand in.
@usableFromInline
struct ItemRows {
    @usableFromInline let base: UnsafeRawPointer

    /// - Parameter rows: those of the item's text; `nil` where that has none.
    @inlinable @inline(__always)
    init(_ rows: UnsafeRawPointer?, _ item: borrowing TextItem) {
        // An item without rows reads nothing there.
        base = (rows ?? ItemRows.nowhere) + Int(item.row) &* 4
    }

    @inlinable
    static var nowhere: UnsafeRawPointer {
        @inline(__always) get { UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped }
    }

    @inlinable @inline(__always)
    func units(ofCluster cluster: Int, in item: borrowing TextItem) -> Int32 {
        let index = cluster &- Int(item.clusterStart)
        if item.advance != ItemForm.anyAdvance {
            return Int32(truncatingIfNeeded: index &* Int(item.advance))
        }
        return base.load(fromByteOffset: index &* 4, as: Int32.self)
    }

    @inlinable @inline(__always)
    func start(ofCluster cluster: Int, in item: borrowing TextItem) -> Int {
        let index = cluster &- Int(item.clusterStart)
        if item.stride != 0 { return Int(item.start) &+ index &* item.stride }
        let offset = startRow(of: item) &+ index &* 2
        return Int(item.start) &+ Int(base.load(fromByteOffset: offset, as: UInt16.self))
    }

    /// How many bytes stand before the row of the glyphs of clusters.
    @inlinable @inline(__always)
    func firstRow(of item: borrowing TextItem) -> Int {
        item.advance == ItemForm.anyAdvance ? (Int(item.clusterCount) &+ 1) &* 4 : 0
    }

    @inlinable @inline(__always)
    func startRow(of item: borrowing TextItem) -> Int {
        let row = firstRow(of: item)
        guard item.form.contains(.isMultiple) else { return row }
        return row &+ (Int(item.clusterCount) &+ 1) &* (item.form.contains(.isWide) ? 4 : 2)
    }

    @inlinable @inline(__always)
    func glyphRow(of item: borrowing TextItem) -> Int {
        startRow(of: item) &+ (item.stride == 0 ? (Int(item.clusterCount) &+ 1) &* 2 : 0)
    }

    /// The first glyph of a cluster, from the item's first.
    @inlinable @inline(__always)
    func firstGlyph(ofCluster cluster: Int, in item: borrowing TextItem) -> Int {
        let index = cluster &- Int(item.clusterStart)
        guard item.kind == .text else { return 0 }
        guard item.form.contains(.isMultiple) else { return index }
        let row = firstRow(of: item)
        return item.form.contains(.isWide)
            ? Int(base.loadUnaligned(fromByteOffset: row &+ index &* 4, as: UInt32.self))
            : Int(base.load(fromByteOffset: row &+ index &* 2, as: UInt16.self))
    }

    @inlinable @inline(__always)
    func glyphCount(of item: borrowing TextItem) -> Int {
        firstGlyph(ofCluster: Int(item.clusterStart &+ item.clusterCount), in: item)
    }

    /// How many times 4 bytes all rows of an item take.
    func wordCount(of item: borrowing TextItem) -> Int {
        let glyphs = glyphCount(of: item)
        let isWide = item.form.contains(.isWide)
        var bytes = glyphRow(of: item) &+ glyphs &* 2
        if item.form.contains(.isMultiple) { bytes &+= glyphs &* (isWide ? 4 : 2) }
        if item.form.contains(.hasOffsets) { bytes &+= glyphs &* (isWide ? 8 : 4) }
        return (bytes &+ 3) / 4
    }
}
