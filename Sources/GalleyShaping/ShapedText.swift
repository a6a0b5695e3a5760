/// Glyphs of a paragraph in font units. It knows no width, no colour and no size.
///
/// Clusters stand in logical order, also in right-to-left items; each item has one entry more than clusters, which
/// holds its end. Glyphs of one cluster are adjacent and stand in visual order, left to right.
///
/// Memory: 32 bytes an item, and of each cluster and glyph only what does not follow from the item (``ItemForm``): 1 byte a
/// cluster and 2 a glyph where all are equally long and wide, as ideographs are; 4 more where they are not equally wide; 2
/// more where they have not as many bytes each.
///
/// Items are appended to three arrays; of the text of a paragraph, which is kept, all three are one block.
public struct ShapedText: Sendable {
    /// What is appended: items; the rows of one item after the other, each item's from a multiple of 4 bytes on; flags of
    /// clusters.
    @usableFromInline var stored: ContiguousArray<StoredItem> = []
    @usableFromInline var rows: ContiguousArray<UInt32> = []
    @usableFromInline var clusterFlags: ContiguousArray<ClusterFlags> = []
    /// The same of a text that is ``trimmed()``, one behind the other, and how many items, 4 bytes of rows and flags it has.
    @usableFromInline var block: ContiguousArray<UInt64> = []
    @usableFromInline var counts: (items: UInt32, rows: UInt32, flags: UInt32) = (0, 0, 0)
    /// What items refer to; shared by paragraphs.
    @usableFromInline var styles: ContiguousArray<ItemStyle> = []
    /// Letter and word spacing in px, summed up to each cluster of its item, in the order of clusters: where some item has
    /// any, and up to the last one that has. Added for a paragraph's styles after shaping.
    public internal(set) var spacing: ContiguousArray<Double> = []

    package init() {}

    public var items: TextItems { TextItems(self) }
    package func item(_ index: Int) -> TextItem { withReader { $0.items[index] } }

    /// How many glyphs there are. O(items).
    public var glyphCount: Int { items.reduce(0) { $0 + glyphCount(of: $1) } }

    /// What its entries take.
    var byteCount: Int {
        func bytes<Entry>(_ entries: ContiguousArray<Entry>) -> Int { entries.count * MemoryLayout<Entry>.stride }
        return bytes(stored) + bytes(rows) + bytes(clusterFlags) + bytes(spacing)
    }

    package mutating func removeAll() {
        stored.removeAll(keepingCapacity: true)
        rows.removeAll(keepingCapacity: true)
        clusterFlags.removeAll(keepingCapacity: true)
        spacing.removeAll(keepingCapacity: true)
        if styles.count > ShapedText.maximumSharedStyles { styles = [] }
    }

    /// The same in one block of memory, to which nothing is appended.
    package func trimmed() -> ShapedText {
        guard !stored.isEmpty else { return ShapedText() }
        var text = ShapedText()
        text.styles = styles
        text.counts = (
            UInt32(truncatingIfNeeded: stored.count), UInt32(truncatingIfNeeded: rows.count),
            UInt32(truncatingIfNeeded: clusterFlags.count)
        )
        let itemBytes = stored.count &* MemoryLayout<StoredItem>.stride
        let bytes = itemBytes &+ rows.count &* 4 &+ clusterFlags.count
        // Appending is specialized; making an array of a number of elements looks its type up.
        text.block.reserveCapacity((bytes &+ 7) / 8)
        text.block.append(contentsOf: repeatElement(0, count: (bytes &+ 7) / 8))
        text.block.withUnsafeMutableBufferPointer { block in
            let base = UnsafeMutableRawPointer(block.baseAddress.unsafelyUnwrapped)
            stored.withUnsafeBytes { base.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count) }
            rows.withUnsafeBytes { rows in
                if let rows = rows.baseAddress {
                    (base + itemBytes).copyMemory(from: rows, byteCount: self.rows.count &* 4)
                }
            }
            clusterFlags.withUnsafeBytes {
                (base + itemBytes + rows.count &* 4).copyMemory(
                    from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count)
            }
        }
        if !spacing.isEmpty { text.spacing = ContiguousArray(spacing[...]) }
        return text
    }

    /// Lets `body` read items and clusters in a loop.
    @inlinable @inline(__always)
    public func withReader<Result>(_ body: (ClusterReader) -> Result) -> Result {
        styles.withUnsafeBufferPointer { styles in
            spacing.withUnsafeBufferPointer { spacing in
                guard block.isEmpty else {
                    return block.withUnsafeBytes { block in
                        let base = block.baseAddress.unsafelyUnwrapped
                        let rows = base + Int(counts.items) &* MemoryLayout<StoredItem>.stride
                        let flags = (rows + Int(counts.rows) &* 4).assumingMemoryBound(to: ClusterFlags.self)
                        let items = UnsafeBufferPointer(
                            start: base.assumingMemoryBound(to: StoredItem.self), count: Int(counts.items))
                        return body(
                            ClusterReader(
                                items: ItemReader(items, styles), rows: rows,
                                flags: UnsafeBufferPointer(start: flags, count: Int(counts.flags)), spacing: spacing))
                    }
                }
                return stored.withUnsafeBufferPointer { items in
                    rows.withUnsafeBytes { rows in
                        clusterFlags.withUnsafeBufferPointer { flags in
                            body(
                                ClusterReader(
                                    items: ItemReader(items, styles), rows: rows.baseAddress ?? ItemRows.nowhere,
                                    flags: flags, spacing: spacing))
                        }
                    }
                }
            }
        }
    }

    /// More styles than this are not kept for the next paragraph.
    private static let maximumSharedStyles = 64
}

/// What is known of a cluster.
public struct ClusterFlags: OptionSet, Sendable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Text may be cut before it and both sides shaped alone with the same result (HarfBuzz's unsafe-to-break flag).
    @inlinable public static var safeToBreakBefore: ClusterFlags { ClusterFlags(rawValue: 1) }
    /// A word separator: U+0020 or U+00A0 (CSS Text 3 §8.1).
    @inlinable public static var space: ClusterFlags { ClusterFlags(rawValue: 2) }
    /// An ideograph, kana or other character that justification may move apart from its neighbours.
    @inlinable public static var ideographic: ClusterFlags { ClusterFlags(rawValue: 4) }
    /// Takes no letter spacing: shown as nothing.
    @inlinable public static var ignorable: ClusterFlags { ClusterFlags(rawValue: 8) }
}

/// Where a glyph is drawn relative to its place, in font units.
public struct GlyphOffset: Sendable, Hashable {
    public var x: Int32
    public var y: Int32
    @inlinable public init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }
}

extension ShapedText {
    /// What is known of a cluster; of an item's end for `clusters.upperBound`.
    public func flags(ofCluster cluster: Int) -> ClusterFlags { withReader { $0.flags[cluster] } }

    /// The cluster of an item that holds the byte at an inline offset; `clusters.upperBound` for its end.
    public func cluster(at offset: Int, in item: TextItem) -> Int {
        withReader { $0.cluster(at: offset, in: item) }
    }

    /// Where a cluster of an item starts: an inline offset; the item's end for `clusters.upperBound`.
    public func start(ofCluster cluster: Int, in item: TextItem) -> Int {
        withReader { $0.start(ofCluster: cluster, in: item) }
    }

    /// Where a cluster starts in font units from its item's start: an exact prefix sum, in logical order.
    public func units(ofCluster cluster: Int, in item: TextItem) -> Int32 {
        withReader { $0.units(ofCluster: cluster, in: item) }
    }

    /// The advance of a cluster in font units.
    public func advance(ofCluster cluster: Int, in item: TextItem) -> Int32 {
        withReader { $0.units(ofCluster: cluster + 1, in: item) - $0.units(ofCluster: cluster, in: item) }
    }

    /// Where a cluster starts in px on the paragraph's axis (``TextItem/x``), in logical order; an item's end for
    /// `clusters.upperBound`.
    public func x(ofCluster cluster: Int, in item: TextItem) -> Double {
        withReader { $0.x(ofCluster: cluster, in: item) }
    }

    /// Where an inline offset is in px on the paragraph's axis; inside a cluster (a ligature) in proportion to its bytes.
    public func x(at offset: Int, in item: TextItem) -> Double {
        withReader { $0.x(at: offset, in: item) }
    }
}

// MARK: Glyphs

extension ShapedText {
    /// How many glyphs an item has.
    public func glyphCount(of item: TextItem) -> Int {
        withReader { ItemRows($0.rows, item).glyphCount(of: item) }
    }

    /// The glyphs of a cluster, counted from its item's first.
    public func glyphRange(ofCluster cluster: Int, in item: TextItem) -> Range<Int> {
        withReader { ItemGlyphs(item, $0).range(ofCluster: cluster) }
    }

    /// The id of a glyph of an item, by its place in ``glyphRange(ofCluster:in:)``.
    public func glyph(_ index: Int, in item: TextItem) -> UInt16 { withReader { ItemGlyphs(item, $0).id(index) } }

    /// The advance of a glyph in font units; `nil` where each cluster of its item has one glyph, whose advance is the
    /// cluster's.
    public func glyphAdvance(_ index: Int, in item: TextItem) -> Int32? {
        withReader { ItemGlyphs(item, $0).advance(index) }
    }

    /// How far a glyph is drawn from its place; y grows upwards, as in the font.
    public func glyphOffset(_ index: Int, in item: TextItem) -> GlyphOffset {
        withReader { ItemGlyphs(item, $0).offset(index) }
    }
}
