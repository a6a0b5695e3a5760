import GalleyFonts
import GalleyText
import Testing

import GalleyShaping

@Suite struct ItemTests {
    @Test func itemsChangeWithScriptAndLevel() throws {
        let bench = try Bench()
        #expect(bench.shape("one two").items == ["one two|0|Latn"])
        #expect(bench.shape("ab Ωμ").items == ["ab |0|Latn", "Ωμ|0|Grek"])
        let mixed = bench.shape("ab שלום 12 c").items
        #expect(mixed.first == "ab |0|Latn")
        #expect(mixed.contains { $0.hasPrefix("שלום") && $0.contains("|1|") })
        #expect(mixed.contains { $0.hasPrefix("12|2|") })
    }

    @Test func coloursCutNothing() throws {
        let bench = try Bench()
        var red = bench.style
        red.paint.color = Color(red: 1, green: 0, blue: 0)
        let (shaped, _) = bench.shape { builder, id in
            let redID = builder.intern(red)
            builder.append("of", style: id)
            builder.append("fi", style: redID)
            builder.append("ce", style: id)
        }
        #expect(shaped.text.items.count == 1)
        #expect(bench.context.counters.itemsShaped == 1)
        // The ligature goes across the colours.
        #expect(shaped.text.items[0].clusterCount == 4)
    }

    @Test func whatIsNotText() throws {
        let bench = try Bench()
        let (shaped, _) = bench.shape { builder, id in
            builder.append("a\tb\u{2028}", style: id)
            builder.append(Attachment(kind: .image, source: nil), style: id)
            builder.append("c\u{1}", style: id)
        }
        #expect(shaped.text.items.map(\.kind) == [.text, .tab, .text, .lineBreak, .object, .text, .control])
        #expect(shaped.objects.count == 1)
    }

    /// Every byte is in one item and one cluster; the clusters add up to the item.
    @Test(arguments: [
        "office AV To", "e\u{301}x", "אבג abc 12", "a\tb", "", "水水 かな", "क्षि", "\u{2067}a\u{2069}", "سلام لا",
        "👍🏽 ok",
    ])
    func clustersCoverItems(_ string: String) throws {
        let shaped = try Bench().shape(string)
        var offset: UInt32 = 0
        for item in shaped.text.items {
            #expect(item.start == offset)
            offset = item.end
            let starts = item.clusters.map { shaped.text.start(ofCluster: $0, in: item) }
            #expect(starts.first == Int(item.start))
            #expect(starts == starts.sorted() && Set(starts).count == starts.count)
            let advances = item.clusters.map { Int(shaped.text.advance(ofCluster: $0, in: item)) }
            #expect(advances.reduce(0, +) == Int(shaped.text.units(ofCluster: item.clusters.upperBound, in: item)))
            let glyphs = item.clusters.map { shaped.text.glyphRange(ofCluster: $0, in: item).count }
            #expect(glyphs.reduce(0, +) == shaped.text.glyphCount(of: item))
            for byte in item.range {
                let cluster = shaped.text.cluster(at: byte, in: item)
                #expect(item.clusters.contains(cluster))
                #expect(shaped.text.start(ofCluster: cluster, in: item) <= byte)
                #expect(shaped.text.start(ofCluster: cluster + 1, in: item) > byte)
            }
        }
        #expect(Int(offset) == string.utf8.count)
    }

    @Test func overlongTextIsCut() throws {
        let bench = try Bench()
        let shaped = bench.shape(String(repeating: "eeeee ", count: 20_000))
        #expect(shaped.text.items.count == 4)
        #expect(shaped.text.items.allSatisfy { $0.range.count <= ShapingLimits.maximumItemBytes })
        // 5 letters of 600 units and a space of 300 each.
        #expect(shaped.segments[0].endX == 20_000 * 33)
        let solid = bench.shape(String(repeating: "é", count: 40_000))
        #expect(solid.text.items.allSatisfy { $0.range.lowerBound % 2 == 0 })
    }

    @Test func uncoveredTextIsTold() throws {
        let bench = try Bench()
        #expect(bench.shape("abc").uncovered.isEmpty)
        #expect(bench.shape("a\u{10FFFD}b").uncovered == [1..<5])
    }

    @Test func spacingIsOutsideTheShapedData() throws {
        var bench = try Bench()
        bench.style.shaping.ligatures = false
        let plain = bench.shape("office e")
        bench.style.shaping.ligatures = true
        bench.style.shaping.letterSpacing = .px(2)
        bench.style.shaping.wordSpacing = .px(5)
        let spaced = bench.shape("office e")
        // Letter spacing switches ligatures off: 8 clusters, one of them a space.
        #expect(spaced.text.items[0].clusterCount == 8)
        #expect(spaced.text.units == plain.text.units)
        #expect(abs(spaced.segments[0].endX - (plain.segments[0].endX + 16 + 5)) < 1e-9)
        // Letters that join are not torn.
        bench.style.shaping.wordSpacing = .zero
        #expect(bench.shape("سلام").text.spacing.allSatisfy { $0 == 0 })
    }

    @Test(.enabled(if: WordSegmenter.isAvailable)) func thaiBreaksBetweenWords() throws {
        let shaped = try Bench().shape("ภาษาไทยง่ายมาก")
        let breaks = shaped.analysis.flags.indices.filter { shaped.analysis.flags[$0].contains(.lineAllowed) }
        #expect(breaks == ["ภาษา", "ภาษาไทย", "ภาษาไทยง่าย"].map(\.utf8.count))
    }

    @Test(.enabled(if: Faces.exist(Faces.naskh))) func arabicJoins() throws {
        let bench = try Bench(paths: [Faces.naskh], family: "Noto Naskh Arabic")
        // Four letters as one word are other glyphs than the four alone.
        let word = bench.shape("ههه").text.glyphs
        let alone = bench.shape("ه").text.glyphs
        #expect(word.count == 3)
        #expect(Set(word).count == 3)
        #expect(!word.contains(alone[0]))
        // lam and alef, where the face has a ligature: one cluster.
        #expect(try Bench().shape("لا").text.items[0].clusterCount == 1)
    }

    @Test(.enabled(if: Faces.exist(Faces.devanagari))) func devanagariReorders() throws {
        let bench = try Bench(paths: [Faces.devanagari], family: "Noto Sans Devanagari")
        // The vowel sign i is written before its consonant: one cluster, whose first glyph is the sign's.
        let shaped = bench.shape("कि")
        let consonant = bench.shape("क").text.glyphs[0]
        #expect(shaped.text.items[0].clusterCount == 1)
        #expect(shaped.text.glyphs.count == 2)
        #expect(shaped.text.glyphs[0] != consonant)
        #expect(shaped.text.glyphs[1] == consonant)
    }
}
