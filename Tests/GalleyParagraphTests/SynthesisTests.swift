import GalleyFonts
import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// Small capitals and sub- and superscripts made from ordinary glyphs (CSS Fonts 4 §6.5, §6.6). The test face has no
/// features for them.
@Suite struct SynthesisTests {
    private func runs(_ string: String, _ change: (inout ShapingStyle) -> Void) throws -> [String] {
        var bench = try Bench(size: 100)
        change(&bench.style.shaping)
        return bench.layOut(string).lines.flatMap {
            $0.runs.map { run in
                let text = run.withGlyphs { _, clusters in clusters.map { run.text(of: $0) }.joined() }
                return "\(text) \(run.fontSize)"
            }
        }
    }

    @Test(arguments: [
        (FontCapitals.smallCaps, "aB cß1", ["A 70.0", "B  100.0", "CSS 70.0", "1 100.0"]),
        (.petiteCaps, "aB", ["A 70.0", "B 100.0"]), (.allSmallCaps, "aB 1", ["AB 70.0", " 1 100.0"]),
        (.allPetiteCaps, "aB", ["AB 70.0"]), (.unicase, "aB", ["a 100.0", "B 70.0"]),
        (.titlingCaps, "aB", ["aB 100.0"]),
        (.smallCaps, "e\u{301}A", ["E\u{301} 70.0", "A 100.0"]),
    ]) func capitals(capitals: FontCapitals, string: String, wanted: [String]) throws {
        #expect(try runs(string) { $0.capitals = capitals } == wanted)
    }

    @Test func noneWithoutSynthesis() throws {
        let found = try runs("aB") {
            $0.capitals = .smallCaps
            $0.synthesis = [.weight, .style]
        }
        #expect(found == ["aB 100.0"])
    }

    @Test func turkishCapitals() throws {
        let found = try runs("i") {
            $0.capitals = .smallCaps
            $0.language = "tr"
        }
        #expect(found == ["\u{130} 70.0"])
    }

    /// The source text keeps its letters, its offsets and its line height.
    @Test func nothingElseChanges() throws {
        var bench = try Bench()
        let plain = bench.layOut("ße e")
        bench.style.shaping.capitals = .smallCaps
        let capitals = bench.layOut("ße e")
        #expect(capitals.size.height == plain.size.height)
        #expect(capitals.lines[0].sourceRange == 0..<5)
        #expect(capitals.lines[0].runs.map { $0.rect.height } == capitals.lines[0].runs.map { _ in 10 })
        let mapping = capitals.shaped.inline.mapping
        #expect(mapping.sourceRange(ofInline: 0..<2) == 0..<2 && mapping.sourceOffset(ofInline: 2) == 2)
    }

    @Test func scriptsAreSmallerAndMoved() throws {
        var bench = try Bench(size: 100)
        bench.style.shaping.position = .superscript
        let layout = bench.layOut("e 2")
        let run = layout.lines[0].runs[0]
        let metrics = run.fontStyle.metrics
        #expect(metrics.superscriptScale < 1 && metrics.superscriptRaise > 0)
        #expect(run.fontSize == 100 * metrics.superscriptScale)
        #expect(run.withGlyphs { glyphs, _ in glyphs[0].y } == run.baseline - metrics.superscriptRaise)
        bench.style.shaping.position = .subscript
        let lowered = bench.layOut("e 2").lines[0].runs[0]
        #expect(lowered.withGlyphs { glyphs, _ in glyphs[0].y } == lowered.baseline + metrics.subscriptDrop)
        #expect(lowered.rect == run.rect.offsetBy(dx: 0, dy: 0) || lowered.rect.height == run.rect.height)
    }

    @Test func bothAtOnce() throws {
        let found = try runs("aB") {
            $0.capitals = .smallCaps
            $0.position = .superscript
        }
        let scale = try Bench(size: 100).layOut("e").shaped.fontStyles[0].metrics.superscriptScale
        #expect(found == ["A \(100 * (0.7 * scale))", "B \(100 * scale)"])
    }

    /// A face with the features is asked for them; its glyphs are not made smaller.
    @Test(.enabled(if: Faces.exist("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")))
    func facesWithFeaturesAreAsked() throws {
        var bench = try Bench(paths: ["/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"], family: "Noto Sans")
        bench.style.shaping.capitals = .smallCaps
        let layout = bench.layOut("ab")
        #expect(layout.lines[0].runs.map(\.fontSize) == [10])
        // Digits have glyphs of their own; one character without makes the whole run synthetic.
        bench.style.shaping.capitals = .normal
        bench.style.shaping.position = .superscript
        #expect(bench.layOut("12").lines[0].runs.map(\.fontSize) == [10])
        let mixed = bench.layOut("12 \u{416}").lines[0].runs.map(\.fontSize)
        #expect(!mixed.isEmpty && mixed.allSatisfy { $0 < 10 })
    }
}
