/// The glyphs of one item for loops: what `ShapedText` says of them, with their rows (``ItemForm``) looked up once. Public as
/// ``ClusterReader`` is.
public struct ItemGlyphs {
    @usableFromInline let item: TextItem
    @usableFromInline let rows: ItemRows
    @usableFromInline let ids: UnsafePointer<UInt16>
    @usableFromInline let advances: UnsafeRawPointer
    @usableFromInline let offsets: UnsafeRawPointer
    @usableFromInline let isWide: Bool

    public init(_ item: borrowing TextItem, _ text: ClusterReader) {
        self.item = copy item
        rows = ItemRows(text.rows, item)
        isWide = item.form.contains(.isWide)
        let count = rows.glyphCount(of: item)
        let row = rows.base + rows.glyphRow(of: item)
        ids = row.assumingMemoryBound(to: UInt16.self)
        advances = row + count &* 2
        offsets = advances + (item.form.contains(.isMultiple) ? count &* (isWide ? 4 : 2) : 0)
    }

    /// As `ShapedText.glyphRange(ofCluster:in:)`.
    @inlinable @inline(__always)
    public func range(ofCluster cluster: Int) -> Range<Int> {
        rows.firstGlyph(ofCluster: cluster, in: item)..<rows.firstGlyph(ofCluster: cluster &+ 1, in: item)
    }

    /// As `ShapedText.glyph(_:in:)`.
    @inlinable @inline(__always)
    public func id(_ index: Int) -> UInt16 { ids[index] }

    /// As `ShapedText.glyphAdvance(_:in:)`.
    @inlinable @inline(__always)
    public func advance(_ index: Int) -> Int32? {
        guard item.form.contains(.isMultiple) else { return nil }
        return isWide
            ? advances.loadUnaligned(fromByteOffset: index &* 4, as: Int32.self)
            : Int32(advances.load(fromByteOffset: index &* 2, as: Int16.self))
    }

    /// As `ShapedText.glyphOffset(_:in:)`.
    @inlinable @inline(__always)
    public func offset(_ index: Int) -> GlyphOffset {
        guard item.form.contains(.hasOffsets) else { return GlyphOffset(x: 0, y: 0) }
        guard isWide else {
            return GlyphOffset(
                x: Int32(offsets.load(fromByteOffset: index &* 4, as: Int16.self)),
                y: Int32(offsets.load(fromByteOffset: index &* 4 &+ 2, as: Int16.self)))
        }
        return GlyphOffset(
            x: offsets.loadUnaligned(fromByteOffset: index &* 8, as: Int32.self),
            y: offsets.loadUnaligned(fromByteOffset: index &* 8 &+ 4, as: Int32.self))
    }
}
