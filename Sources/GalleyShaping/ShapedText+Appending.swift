import CGalleyHarfBuzz
import GalleyUnicode

extension ShapedText {
    /// The clusters and glyphs of an item as they are made, to be stored (``ItemForm``).
    package struct Rows {
        /// Where clusters start: inline offsets, and prefix sums in font units, of which `total` is the last.
        var starts: UnsafePointer<UInt32>
        var units: UnsafePointer<Int32>
        var flags: UnsafePointer<ClusterFlags>
        var clusters: Int
        var total: Int32
        var glyphs: UnsafePointer<UInt16>
        var glyphCount: Int
        /// Where not each cluster has one glyph: the first glyph of each and the advance of each glyph.
        package var multiple: (firsts: UnsafePointer<UInt32>, advances: UnsafePointer<Int32>)?
        /// Where some glyph is not drawn in its place: where each is.
        package var offsets: UnsafePointer<GlyphOffset>?

        @inline(__always)
        package init(
            starts: UnsafePointer<UInt32>, units: UnsafePointer<Int32>, flags: UnsafePointer<ClusterFlags>,
            clusters: Int, total: Int32, glyphs: UnsafePointer<UInt16>, glyphCount: Int
        ) {
            self.starts = starts
            self.units = units
            self.flags = flags
            self.clusters = clusters
            self.total = total
            self.glyphs = glyphs
            self.glyphCount = glyphCount
        }
    }

    /// Appends an item with its clusters and glyphs. O(glyphs).
    package mutating func append(_ item: TextItem, _ made: Rows) {
        var item = item
        let clusters = made.clusters
        item.form = ItemForm(rawValue: ShapedText.stride(of: made, item))
        item.advance = ShapedText.advance(of: made)
        if made.multiple != nil { item.form.insert(.isMultiple) }
        if made.offsets != nil { item.form.insert(.hasOffsets) }
        if !ShapedText.isNarrow(made) { item.form.insert(.isWide) }
        let isWide = item.form.contains(.isWide)
        begin(&item)
        item.clusterCount = UInt32(truncatingIfNeeded: clusters)
        if item.advance != ItemForm.anyAdvance, item.stride != 0, made.multiple == nil, made.offsets == nil,
            made.glyphCount <= 16
        {
            return appendGlyphs(of: item, made)
        }
        let hasUnits = item.advance == ItemForm.anyAdvance
        var bytes = made.glyphCount &* 2
        if hasUnits { bytes &+= (clusters &+ 1) &* 4 }
        if item.stride == 0 { bytes &+= (clusters &+ 1) &* 2 }
        if made.multiple != nil { bytes &+= (clusters &+ 1 &+ made.glyphCount) &* (isWide ? 4 : 2) }
        if made.offsets != nil { bytes &+= made.glyphCount &* (isWide ? 8 : 4) }
        rows.append((bytes &+ 3) / 4, of: 0) { words in
            var row = UnsafeMutableRawPointer(words)
            if hasUnits {
                row.copyMemory(from: made.units, byteCount: clusters &* 4)
                row.storeBytes(of: made.total, toByteOffset: clusters &* 4, as: Int32.self)
                row += (clusters &+ 1) &* 4
            }
            if let (firsts, _) = made.multiple {
                for cluster in 0...clusters {
                    let first = cluster < clusters ? firsts[cluster] : UInt32(truncatingIfNeeded: made.glyphCount)
                    if isWide {
                        row.storeBytes(of: first, toByteOffset: cluster &* 4, as: UInt32.self)
                    } else {
                        row.storeBytes(
                            of: UInt16(truncatingIfNeeded: first), toByteOffset: cluster &* 2, as: UInt16.self)
                    }
                }
                row += (clusters &+ 1) &* (isWide ? 4 : 2)
            }
            if item.stride == 0 {
                let starts = row.assumingMemoryBound(to: UInt16.self)
                for cluster in 0..<clusters {
                    starts[cluster] = UInt16(truncatingIfNeeded: made.starts[cluster] &- item.start)
                }
                starts[clusters] = UInt16(truncatingIfNeeded: item.end &- item.start)
                row += (clusters &+ 1) &* 2
            }
            row.copyMemory(from: made.glyphs, byteCount: made.glyphCount &* 2)
            row += made.glyphCount &* 2
            if let (_, advances) = made.multiple {
                ShapedText.store(advances, made.glyphCount, isWide: isWide, &row)
            }
            if let offsets = made.offsets {
                offsets.withMemoryRebound(to: Int32.self, capacity: made.glyphCount &* 2) {
                    ShapedText.store($0, made.glyphCount &* 2, isWide: isWide, &row)
                }
            }
        }
        clusterFlags.append(contentsOf: UnsafeBufferPointer(start: made.flags, count: clusters))
        end(item)
    }

    /// Appends an item that has nothing but a glyph for each cluster, as most of a few ideographs or a space have.
    @inline(__always)
    private mutating func appendGlyphs(of item: borrowing TextItem, _ made: Rows) {
        var glyph = 0
        while glyph &+ 1 < made.glyphCount {
            rows.append(UInt32(made.glyphs[glyph]) | UInt32(made.glyphs[glyph &+ 1]) &<< 16)
            glyph &+= 2
        }
        if glyph < made.glyphCount { rows.append(UInt32(made.glyphs[glyph])) }
        if made.clusters <= 8 {
            for cluster in 0..<made.clusters { clusterFlags.append(made.flags[cluster]) }
        } else {
            clusterFlags.append(contentsOf: UnsafeBufferPointer(start: made.flags, count: made.clusters))
        }
        end(item)
    }

    private static func store(
        _ values: UnsafePointer<Int32>, _ count: Int, isWide: Bool, _ row: inout UnsafeMutableRawPointer
    ) {
        if isWide {
            row.copyMemory(from: values, byteCount: count &* 4)
        } else {
            for index in 0..<count {
                row.storeBytes(of: Int16(truncatingIfNeeded: values[index]), toByteOffset: index &* 2, as: Int16.self)
            }
        }
        row += count &* (isWide ? 4 : 2)
    }

    /// How many bytes each cluster has; 0 where they differ.
    @inline(__always)
    private static func stride(of made: Rows, _ item: borrowing TextItem) -> UInt8 {
        let length = Int(item.end &- item.start)
        guard made.clusters > 0 else { return 0 }
        if made.clusters == length { return 1 }
        let stride = length / made.clusters
        guard stride <= ItemForm.strideMask, stride &* made.clusters == length else { return 0 }
        var differing: UInt32 = 0
        var expected = item.start
        for cluster in 0..<made.clusters {
            differing |= made.starts[cluster] ^ expected
            expected &+= UInt32(truncatingIfNeeded: stride)
        }
        return differing == 0 ? UInt8(truncatingIfNeeded: stride) : 0
    }

    /// The advance that all clusters have; ``ItemForm/anyAdvance`` where they differ.
    @inline(__always)
    private static func advance(of made: Rows) -> UInt16 {
        let advance = made.clusters > 1 ? made.units[1] : made.clusters == 1 ? made.total : -1
        guard advance >= 0, advance < Int32(ItemForm.anyAdvance),
            Int(advance) &* made.clusters == Int(made.total)
        else { return ItemForm.anyAdvance }
        var differing: Int32 = 0
        var expected: Int32 = 0
        for cluster in 0..<made.clusters {
            differing |= made.units[cluster] ^ expected
            expected &+= advance
        }
        return differing == 0 ? UInt16(truncatingIfNeeded: advance) : ItemForm.anyAdvance
    }

    /// Whether the numbers of glyphs, their advances and offsets need no more than two bytes each.
    private static func isNarrow(_ made: Rows) -> Bool {
        guard made.multiple != nil || made.offsets != nil else { return true }
        guard made.glyphCount <= Int(UInt16.max) else { return false }
        var bits: Int32 = 0
        if let (_, advances) = made.multiple {
            for glyph in 0..<made.glyphCount { bits |= advances[glyph] ^ (advances[glyph] &>> 31) }
        }
        if let offsets = made.offsets {
            for glyph in 0..<made.glyphCount {
                let (x, y) = (offsets[glyph].x, offsets[glyph].y)
                bits |= (x ^ (x &>> 31)) | (y ^ (y &>> 31))
            }
        }
        return bits <= Int32(Int16.max)
    }

    /// Appends what HarfBuzz made of `item` and the item itself, completed. O(glyphs).
    mutating func append(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ infos: UnsafeBufferPointer<hb_glyph_info_t>,
        _ positions: UnsafeBufferPointer<hb_glyph_position_t>
    ) {
        let count = infos.count
        withUnsafeTemporaryAllocation(of: HarfBuzzGlyph.self, capacity: count &+ 1) { memory in
            guard let base = memory.baseAddress else { return }
            // The rows one behind the other, each as long as it can be.
            let raw = UnsafeMutableRawPointer(base)
            let offsets = raw.bindMemory(to: GlyphOffset.self, capacity: count)
            let starts = (raw + count &* 8).bindMemory(to: UInt32.self, capacity: count)
            let units = (raw + count &* 12).bindMemory(to: Int32.self, capacity: count)
            let firsts = (raw + count &* 16).bindMemory(to: UInt32.self, capacity: count)
            let advances = (raw + count &* 20).bindMemory(to: Int32.self, capacity: count)
            let glyphs = (raw + count &* 24).bindMemory(to: UInt16.self, capacity: count)
            let flags = (raw + count &* 26).bindMemory(to: ClusterFlags.self, capacity: count)
            var clusters = 0
            var glyph = 0
            var current = UInt32.max
            var x: Int32 = 0
            var moved: Int32 = 0
            ShapedText.forEachGlyph(infos, isReversed: item.isRightToLeft) { index in
                if infos[index].cluster != current {
                    current = infos[index].cluster
                    starts[clusters] = current
                    units[clusters] = x
                    flags[clusters] = ShapedText.flags(infos[index], utf8)
                    firsts[clusters] = UInt32(truncatingIfNeeded: glyph)
                    clusters &+= 1
                }
                let position = positions[index]
                glyphs[glyph] = UInt16(truncatingIfNeeded: infos[index].codepoint)
                advances[glyph] = position.x_advance
                offsets[glyph] = GlyphOffset(x: position.x_offset, y: position.y_offset)
                moved |= position.x_offset | position.y_offset
                x &+= position.x_advance
                glyph &+= 1
            }
            var made = Rows(
                starts: starts, units: units, flags: flags, clusters: clusters, total: x, glyphs: glyphs,
                glyphCount: count)
            if clusters != count { made.multiple = (UnsafePointer(firsts), UnsafePointer(advances)) }
            if moved != 0 { made.offsets = UnsafePointer(offsets) }
            append(item, made)
        }
    }

    /// As much memory as the rows of a glyph take while an item is appended.
    private struct HarfBuzzGlyph {
        var offset = GlyphOffset(x: 0, y: 0)
        var rows: (UInt32, UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0, 0)
    }

    /// Appends an item of one cluster without a glyph: a tab, an object, a control.
    mutating func appendEmpty(_ item: TextItem) {
        var item = item
        begin(&item)
        item.clusterCount = 1
        item.form = ItemForm(rawValue: UInt8(truncatingIfNeeded: item.end &- item.start))
        item.advance = 0
        clusterFlags.append([.safeToBreakBefore, .ignorable])
        end(item)
    }

    /// Appends an item of another text with its glyphs, without its spacing; its level is raised by `level`.
    mutating func append(itemAt index: Int, of other: ShapedText, fontStyle: UInt16, level: UInt8) {
        var item = other.items[index]
        item.fontStyle = fontStyle
        item.level = min(item.level &+ level, 126)
        item.x = 0
        append(itemAt: index, of: other, as: item)
    }

    /// Appends the glyphs of an item of another text as those of `item`, which has as many bytes; without its spacing.
    package mutating func append(itemAt index: Int, of other: borrowing ShapedText, as item: TextItem) {
        other.withReader { text in
            let source = text.items[index]
            var item = item
            begin(&item)
            item.clusterCount = source.clusterCount
            item.form = source.form
            item.advance = source.advance
            let row = ItemRows(text.rows, source)
            rows.append(
                contentsOf: UnsafeBufferPointer(
                    start: row.base.assumingMemoryBound(to: UInt32.self), count: row.wordCount(of: source)))
            clusterFlags.append(contentsOf: UnsafeBufferPointer(rebasing: text.flags[source.clusters]))
            end(item)
        }
    }

    /// Whether its last item has the clusters and glyphs that it has alone in `other`. O(glyphs).
    func hasLastItem(of other: ShapedText) -> Bool {
        withReader { text in other.withReader { text.hasLastItem(of: $0) } }
    }

    /// How much there is, to come back to.
    package struct Mark {
        fileprivate var items, rows, clusters, spacing: Int
    }

    package var mark: Mark {
        Mark(items: stored.count, rows: rows.count, clusters: clusterFlags.count, spacing: spacing.count)
    }

    /// Removes what was appended after a mark.
    package mutating func remove(after mark: Mark) {
        stored.removeSubrange(mark.items...)
        rows.removeSubrange(mark.rows...)
        clusterFlags.removeSubrange(mark.clusters...)
        spacing.removeSubrange(mark.spacing...)
    }

    @inline(__always)
    private func begin(_ item: inout TextItem) {
        item.clusterStart = UInt32(truncatingIfNeeded: clusterFlags.count)
        item.row = UInt32(truncatingIfNeeded: rows.count)
    }

    /// The entry that holds the item's end, and the item.
    @inline(__always)
    private mutating func end(_ item: borrowing TextItem) {
        clusterFlags.append(.safeToBreakBefore)
        stored.append(StoredItem(item, style: styleIndex(of: item)))
    }

    /// The index of an item's style among ``styles``, where it is looked for among the last ones.
    @inline(__always)
    private mutating func styleIndex(of item: borrowing TextItem) -> Int {
        let style = ItemStyle(item)
        var index = styles.count &- 1
        let lowest = max(-1, index &- ShapedText.comparedStyles)
        while index > lowest {
            if styles[index] == style { return index }
            index &-= 1
        }
        styles.append(style)
        return styles.count &- 1
    }

    private static let comparedStyles = 16

    /// Calls `body` with each glyph's place: clusters in logical order, glyphs of a cluster in visual order.
    @inline(__always)
    private static func forEachGlyph(
        _ infos: UnsafeBufferPointer<hb_glyph_info_t>, isReversed: Bool, _ body: (Int) -> Void
    ) {
        guard isReversed else {
            for index in 0..<infos.count { body(index) }
            return
        }
        var end = infos.count
        while end > 0 {
            var start = end - 1
            while start > 0, infos[start - 1].cluster == infos[end - 1].cluster { start -= 1 }
            for index in start..<end { body(index) }
            end = start
        }
    }

    @inline(__always)
    static func flags(_ info: hb_glyph_info_t, _ utf8: UnsafeBufferPointer<UInt8>) -> ClusterFlags {
        let offset = Int(info.cluster)
        var flags: ClusterFlags = info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue == 0 ? .safeToBreakBefore : []
        let byte = utf8[offset]
        if byte == 0x20 {
            flags.insert(.space)
        } else if byte >= 0xC2 {
            flags.formUnion(contentFlags(UTF8Decoding.decode(utf8, at: offset).scalar))
        }
        return flags
    }

    /// What a cluster's first character says of it.
    static func contentFlags(_ scalar: UInt32) -> ClusterFlags {
        if scalar == 0x20 || scalar == 0xA0 { return .space }
        if UnicodeProperties.isDefaultIgnorable(scalar) { return .ignorable }
        guard scalar >= 0x2E80 else { return [] }
        switch UnicodeProperties.eastAsianWidth(scalar) {
        case .wide, .fullwidth:
            // Hangul is spaced between words; emoji are no writing.
            let isOther =
                UnicodeProperties.script(scalar) == .hangul || UnicodeProperties.isEmojiPresentation(scalar)
            return isOther ? [] : .ideographic
        default: return []
        }
    }
}

extension ClusterReader {
    fileprivate func hasLastItem(of other: ClusterReader) -> Bool {
        guard let one = items.last, let two = other.items.last, one.clusterCount == two.clusterCount else {
            return false
        }
        let (own, others) = (ItemClusters(one, self), ItemClusters(two, other))
        let (ownGlyphs, otherGlyphs) = (ItemGlyphs(one, self), ItemGlyphs(two, other))
        let distance = Int(two.clusterStart) - Int(one.clusterStart)
        for cluster in Int(one.clusterStart)...one.clusters.upperBound {
            guard flags[cluster] == other.flags[cluster + distance],
                own.start(cluster) == others.start(cluster + distance),
                own.units(cluster) == others.units(cluster + distance)
            else { return false }
        }
        for cluster in one.clusters {
            let range = ownGlyphs.range(ofCluster: cluster)
            guard range == otherGlyphs.range(ofCluster: cluster + distance) else { return false }
            for glyph in range {
                guard ownGlyphs.id(glyph) == otherGlyphs.id(glyph),
                    ownGlyphs.offset(glyph) == otherGlyphs.offset(glyph),
                    range.count == 1 || ownGlyphs.advance(glyph) == otherGlyphs.advance(glyph)
                else { return false }
            }
        }
        return true
    }
}

extension ContiguousArray {
    /// Appends `count` elements, `filler` at first, for `body` to write.
    @inline(__always)
    mutating func append(
        _ count: Int, of filler: Element, _ body: (UnsafeMutablePointer<Element>) -> Void
    ) {
        guard count > 0 else { return }
        let start = self.count
        append(contentsOf: repeatElement(filler, count: count))
        withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { body(base + start) }
        }
    }
}
