import GalleyFonts
import GalleyTestSupport
import GalleyUnicode
import Testing

import GalleyShaping

/// What is appended to a `ShapedText` is what it answers, however its rows are stored.
@Suite struct ItemRowsTests {
    /// Clusters and glyphs of an item, as they are handed in.
    private struct Made {
        var start: Int
        var lengths: [Int] = []
        var advances: [[Int32]] = []
        var glyphs: [[UInt16]] = []
        var offsets: [[GlyphOffset]] = []
        var flags: [ClusterFlags] = []

        var isMultiple: Bool { glyphs.contains { $0.count != 1 } }
        var hasOffsets: Bool { offsets.joined().contains { $0 != GlyphOffset(x: 0, y: 0) } }
        var starts: [Int] { lengths.reduce(into: [start]) { $0.append($0[$0.count - 1] + $1) } }
        var units: [Int32] { advances.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.reduce(0, +)) } }
    }

    /// What of a text is regular, and what is not.
    private enum Kind: Int, CaseIterable {
        case sameLength, sameAdvance, severalGlyphs, offsets, wide
    }

    private func make(_ kinds: Set<Kind>, start: Int, _ random: inout SeededGenerator) -> Made {
        var made = Made(start: start)
        let length = random.next(4) + 1
        for cluster in 0..<random.next(40) + 1 {
            made.lengths.append(kinds.contains(.sameLength) ? length : random.next(6) + 1)
            let count = kinds.contains(.severalGlyphs) ? random.next(4) : 1
            let widest = kinds.contains(.wide) ? 200_000 : 2_000
            made.advances.append(
                (0..<count).map { _ in kinds.contains(.sameAdvance) ? 600 : Int32(random.next(widest)) - 500 })
            made.glyphs.append((0..<count).map { _ in UInt16(random.next(65_536)) })
            made.offsets.append(
                (0..<count).map { _ in
                    guard kinds.contains(.offsets), random.next(3) == 0 else { return GlyphOffset(x: 0, y: 0) }
                    return GlyphOffset(x: Int32(random.next(widest)) - 1_000, y: -Int32(random.next(widest)))
                })
            made.flags.append(ClusterFlags(rawValue: UInt8(cluster == 0 ? 1 : random.next(16))))
        }
        return made
    }

    private func append(_ made: Made, to text: inout ShapedText) {
        let item = TextItem(
            start: UInt32(made.start), end: UInt32(made.starts[made.lengths.count]), kind: .text, level: 0,
            isFallback: false, script: .latin, instance: FontInstanceID(rawValue: UInt16(made.start % 5)), fontStyle: 0,
            scale: 0.5)
        let firsts = made.glyphs.reduce(into: [UInt32(0)]) { $0.append($0[$0.count - 1] + UInt32($1.count)) }
        let (glyphs, advances) = (Array(made.glyphs.joined()), Array(made.advances.joined()))
        let offsets = Array(made.offsets.joined())
        made.starts.map(UInt32.init).withUnsafeBufferPointer { starts in
            made.units.withUnsafeBufferPointer { units in
                made.flags.withUnsafeBufferPointer { flags in
                    firsts.withUnsafeBufferPointer { firsts in
                        // With one element more each, so that an empty row has an address.
                        (glyphs + [0]).withUnsafeBufferPointer { glyphRow in
                            (advances + [0]).withUnsafeBufferPointer { advances in
                                (offsets + [GlyphOffset(x: 0, y: 0)]).withUnsafeBufferPointer { offsets in
                                    var rows = ShapedText.Rows(
                                        starts: starts.baseAddress!, units: units.baseAddress!,
                                        flags: flags.baseAddress!, clusters: made.lengths.count,
                                        total: made.units[made.lengths.count], glyphs: glyphRow.baseAddress!,
                                        glyphCount: glyphs.count)
                                    if made.isMultiple {
                                        rows.multiple = (firsts.baseAddress!, advances.baseAddress!)
                                    }
                                    if made.hasOffsets { rows.offsets = offsets.baseAddress! }
                                    text.append(item, rows)
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private func check(_ text: ShapedText, _ items: [Made]) {
        #expect(text.items.count == items.count)
        for (item, made) in zip(text.items, items) {
            #expect(item.range == made.start..<made.starts[made.lengths.count])
            #expect(item.instance.rawValue == UInt16(made.start % 5) && item.scale == 0.5)
            let entries = item.clusters.lowerBound...item.clusters.upperBound
            #expect(entries.map { text.start(ofCluster: $0, in: item) } == made.starts)
            #expect(entries.map { text.units(ofCluster: $0, in: item) } == made.units)
            #expect(item.clusters.map { text.flags(ofCluster: $0) } == made.flags)
            #expect(text.flags(ofCluster: item.clusters.upperBound) == .safeToBreakBefore)
            #expect(text.glyphCount(of: item) == made.glyphs.joined().count)
            /// What `read` says of each glyph of each cluster.
            func ofGlyphs<Value>(_ read: (Int, _ cluster: Int) -> Value) -> [[Value]] {
                item.clusters.map { cluster in
                    text.glyphRange(ofCluster: cluster, in: item).map { read($0, cluster) }
                }
            }
            #expect(ofGlyphs { glyph, _ in text.glyph(glyph, in: item) } == made.glyphs)
            #expect(ofGlyphs { glyph, _ in text.glyphOffset(glyph, in: item) } == made.offsets)
            let advances = ofGlyphs { glyph, cluster in
                text.glyphAdvance(glyph, in: item) ?? text.advance(ofCluster: cluster, in: item)
            }
            #expect(advances == made.advances)
            let starts = made.starts
            let clusters = item.range.map { offset in
                item.clusters.lowerBound + (starts.lastIndex { $0 <= offset } ?? -1)
            }
            #expect(item.range.map { text.cluster(at: $0, in: item) } == clusters)
        }
    }

    @Test(arguments: 0..<1 << Kind.allCases.count) func rowsAreWhatWasAppended(_ mask: Int) {
        let kinds = Set(Kind.allCases.filter { mask & 1 << $0.rawValue != 0 })
        var random = SeededGenerator(seed: UInt64(mask) + 1)
        var text = ShapedText()
        var items: [Made] = []
        for _ in 0..<12 {
            // Among them some that are all regular.
            let made = make(
                random.next(4) == 0 ? [.sameLength, .sameAdvance] : kinds,
                start: items.last.map { $0.starts[$0.lengths.count] } ?? 0, &random)
            items.append(made)
            append(made, to: &text)
        }
        check(text, items)
        check(text.trimmed(), items)
        // Of another text, trimmed or not.
        var copy = ShapedText()
        for (index, item) in text.items.enumerated() {
            copy.append(itemAt: index, of: index % 2 == 0 ? text : text.trimmed(), as: item)
        }
        check(copy, items)
    }
}

extension SeededGenerator {
    fileprivate mutating func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
