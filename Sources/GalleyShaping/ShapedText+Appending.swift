import CGalleyHarfBuzz
import GalleyUnicode

extension ShapedText {
    /// Appends what HarfBuzz made of `item` and the item itself, completed. O(glyphs).
    mutating func append(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ infos: UnsafeBufferPointer<hb_glyph_info_t>,
        _ positions: UnsafeBufferPointer<hb_glyph_position_t>
    ) {
        var item = item
        begin(&item)
        let shape = ShapedText.regularity(infos, positions)
        if shape.isSimple {
            appendSimple(item, utf8, infos, positions)
        } else {
            appendClusters(&item, utf8, infos, positions)
        }
        if shape.hasOffsets {
            item.offsetTable = Int32(clamping: glyphOffsets.count)
            ShapedText.forEachGlyph(infos, isReversed: item.isRightToLeft) { index in
                glyphOffsets.append(GlyphOffset(x: positions[index].x_offset, y: positions[index].y_offset))
            }
        }
        end(&item, utf8)
    }

    /// Appends an item of one cluster without a glyph: a tab, an object, a control.
    mutating func appendEmpty(_ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>) {
        var item = item
        begin(&item)
        clusterStarts.append(item.start)
        clusterX.append(0)
        clusterFlags.append([.safeToBreakBefore, .ignorable])
        item.glyphTable = Int32(clamping: glyphStarts.count)
        glyphStarts.append(0)
        glyphStarts.append(0)
        end(&item, utf8)
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
    mutating func append(itemAt index: Int, of other: borrowing ShapedText, as item: TextItem) {
        let source = other.items[index]
        var item = item
        item.spacingTable = -1
        item.clusterStart = UInt32(truncatingIfNeeded: clusterStarts.count)
        item.clusterCount = source.clusterCount
        item.glyphStart = UInt32(truncatingIfNeeded: glyphs.count)
        item.glyphCount = source.glyphCount
        let entries = source.clusters.lowerBound..<source.clusters.upperBound + 1
        let distance = item.start &- source.start
        if distance == 0 {
            clusterStarts.append(contentsOf: other.clusterStarts[entries])
        } else {
            for entry in entries { clusterStarts.append(other.clusterStarts[entry] &+ distance) }
        }
        clusterX.append(contentsOf: other.clusterX[entries])
        clusterFlags.append(contentsOf: other.clusterFlags[entries])
        let glyphCount = Int(source.glyphCount)
        glyphs.append(contentsOf: other.glyphs[Int(source.glyphStart)..<Int(source.glyphStart) + glyphCount])
        (item.glyphTable, item.advanceTable, item.offsetTable) = (-1, -1, -1)
        if source.glyphTable >= 0 {
            item.glyphTable = Int32(clamping: glyphStarts.count)
            let first = Int(source.glyphTable)
            glyphStarts.append(contentsOf: other.glyphStarts[first...first + Int(source.clusterCount)])
        }
        if source.advanceTable >= 0 {
            item.advanceTable = Int32(clamping: glyphAdvances.count)
            let first = Int(source.advanceTable)
            glyphAdvances.append(contentsOf: other.glyphAdvances[first..<first + glyphCount])
        }
        if source.offsetTable >= 0 {
            item.offsetTable = Int32(clamping: glyphOffsets.count)
            let first = Int(source.offsetTable)
            glyphOffsets.append(contentsOf: other.glyphOffsets[first..<first + glyphCount])
        }
        items.append(item)
    }

    /// Whether its last item has the clusters and glyphs that it has alone in `other`. O(glyphs).
    func hasLastItem(of other: ShapedText) -> Bool {
        guard let one = items.last, let two = other.items.last, one.clusterCount == two.clusterCount,
            one.glyphCount == two.glyphCount
        else { return false }
        let entries = one.clusters.lowerBound..<one.clusters.upperBound + 1
        let otherEntries = two.clusters.lowerBound..<two.clusters.upperBound + 1
        return clusterX[entries].elementsEqual(other.clusterX[otherEntries])
            && clusterStarts[entries].elementsEqual(other.clusterStarts[otherEntries])
            && clusterFlags[entries].elementsEqual(other.clusterFlags[otherEntries])
            && zip(one.clusters, two.clusters).allSatisfy { left, right in
                let own = glyphRange(ofCluster: left, in: one)
                let others = other.glyphRange(ofCluster: right, in: two)
                return own.count == others.count
                    && zip(own, others).allSatisfy { left, right in
                        glyphs[left] == other.glyphs[right]
                            && glyphOffset(left, of: one) == other.glyphOffset(right, of: two)
                            && (own.count == 1 || glyphAdvance(left, of: one) == other.glyphAdvance(right, of: two))
                    }
            }
    }

    private func glyphOffset(_ glyph: Int, of item: TextItem) -> GlyphOffset {
        item.offsetTable < 0
            ? GlyphOffset(x: 0, y: 0) : glyphOffsets[Int(item.offsetTable) + glyph - Int(item.glyphStart)]
    }

    /// The advance of a glyph of a cluster of several; `nil` where the cluster's is all that is known.
    private func glyphAdvance(_ glyph: Int, of item: TextItem) -> Int32? {
        item.advanceTable < 0 ? nil : glyphAdvances[Int(item.advanceTable) + glyph - Int(item.glyphStart)]
    }

    /// How much there is, to come back to.
    package struct Mark {
        fileprivate var items, clusters, glyphs, glyphStarts, glyphAdvances, glyphOffsets, spacing: Int
    }

    package var mark: Mark {
        Mark(
            items: items.count, clusters: clusterStarts.count, glyphs: glyphs.count, glyphStarts: glyphStarts.count,
            glyphAdvances: glyphAdvances.count, glyphOffsets: glyphOffsets.count, spacing: spacing.count)
    }

    /// Removes what was appended after a mark.
    package mutating func remove(after mark: Mark) {
        items.removeSubrange(mark.items...)
        clusterStarts.removeSubrange(mark.clusters...)
        clusterX.removeSubrange(mark.clusters...)
        clusterFlags.removeSubrange(mark.clusters...)
        glyphs.removeSubrange(mark.glyphs...)
        glyphStarts.removeSubrange(mark.glyphStarts...)
        glyphAdvances.removeSubrange(mark.glyphAdvances...)
        glyphOffsets.removeSubrange(mark.glyphOffsets...)
        spacing.removeSubrange(mark.spacing...)
    }

    mutating func begin(_ item: inout TextItem) {
        item.clusterStart = UInt32(clusterStarts.count)
        item.glyphStart = UInt32(glyphs.count)
    }

    /// The entry that holds the item's end.
    mutating func end(_ item: inout TextItem, _ utf8: UnsafeBufferPointer<UInt8>) {
        let total = pendingAdvance
        item.clusterCount = UInt32(clusterStarts.count) - item.clusterStart
        item.glyphCount = UInt32(glyphs.count) - item.glyphStart
        clusterStarts.append(item.end)
        clusterX.append(total)
        clusterFlags.append(.safeToBreakBefore)
        pendingAdvance = 0
        items.append(item)
    }

    /// Whether each glyph is a cluster of its own, and whether any is drawn elsewhere than in its place.
    private static func regularity(
        _ infos: UnsafeBufferPointer<hb_glyph_info_t>, _ positions: UnsafeBufferPointer<hb_glyph_position_t>
    ) -> (isSimple: Bool, hasOffsets: Bool) {
        var isSimple = true
        var offsets: Int32 = 0
        var previous = UInt32.max
        for index in 0..<infos.count {
            if infos[index].cluster == previous { isSimple = false }
            previous = infos[index].cluster
            offsets |= positions[index].x_offset | positions[index].y_offset
        }
        return (isSimple, offsets != 0)
    }

    private mutating func appendSimple(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ infos: UnsafeBufferPointer<hb_glyph_info_t>,
        _ positions: UnsafeBufferPointer<hb_glyph_position_t>
    ) {
        let count = infos.count
        var x: Int32 = 0
        clusterStarts.append(count, of: 0) { starts in
            clusterX.append(count, of: 0) { units in
                clusterFlags.append(count, of: []) { flags in
                    glyphs.append(count, of: 0) { glyphs in
                        var place = 0
                        ShapedText.forEachGlyph(infos, isReversed: item.isRightToLeft) { index in
                            starts[place] = infos[index].cluster
                            units[place] = x
                            flags[place] = ShapedText.flags(infos[index], utf8)
                            glyphs[place] = UInt16(truncatingIfNeeded: infos[index].codepoint)
                            x &+= positions[index].x_advance
                            place &+= 1
                        }
                    }
                }
            }
        }
        pendingAdvance = x
    }

    private mutating func appendClusters(
        _ item: inout TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ infos: UnsafeBufferPointer<hb_glyph_info_t>,
        _ positions: UnsafeBufferPointer<hb_glyph_position_t>
    ) {
        item.glyphTable = Int32(clamping: glyphStarts.count)
        item.advanceTable = Int32(clamping: glyphAdvances.count)
        let isReversed = item.isRightToLeft
        var clusterCount = 0
        var previous = UInt32.max
        for info in infos where info.cluster != previous {
            previous = info.cluster
            clusterCount += 1
        }
        var x: Int32 = 0
        var count: UInt32 = 0
        clusterStarts.append(clusterCount, of: 0) { starts in
            clusterX.append(clusterCount, of: 0) { units in
                clusterFlags.append(clusterCount, of: []) { flags in
                    glyphStarts.append(clusterCount, of: 0) { firsts in
                        var place = -1
                        var current = UInt32.max
                        ShapedText.forEachGlyph(infos, isReversed: isReversed) { index in
                            if infos[index].cluster != current {
                                current = infos[index].cluster
                                place &+= 1
                                starts[place] = current
                                units[place] = x
                                flags[place] = ShapedText.flags(infos[index], utf8)
                                firsts[place] = count
                            }
                            x &+= positions[index].x_advance
                            count &+= 1
                        }
                    }
                }
            }
        }
        glyphStarts.append(count)
        glyphs.append(infos.count, of: 0) { glyphs in
            glyphAdvances.append(infos.count, of: 0) { advances in
                var place = 0
                ShapedText.forEachGlyph(infos, isReversed: isReversed) { index in
                    glyphs[place] = UInt16(truncatingIfNeeded: infos[index].codepoint)
                    advances[place] = positions[index].x_advance
                    place &+= 1
                }
            }
        }
        pendingAdvance = x
    }

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
