import GalleyFonts
import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

@Suite struct InkTests {
    /// The union of the glyphs' own boxes, in their places.
    @Test func ink() throws {
        guard Faces.exist(Faces.dejaVu) else { return }
        let bench = try Bench(paths: [Faces.dejaVu], family: "DejaVu Sans", size: 100)
        let layout = bench.layOut("j g")
        let instance = layout.shaped.fontStyles[0].instances[0]
        let scale = 100 / Double(instance.unitsPerEm)
        let j = try #require(instance.glyph(for: "j").flatMap { instance.extents(of: $0) })
        let g = try #require(instance.glyph(for: "g").flatMap { instance.extents(of: $0) })
        let ink = try #require(layout.inkBounds)
        let baseline = layout.lines[0].baseline
        #expect(abs(ink.x - Double(j.left) * scale) < 1e-9)
        // It reaches out of the line's box to the left.
        #expect(ink.x < 0)
        #expect(abs(ink.y - (baseline - Double(max(j.top, g.top)) * scale)) < 1e-9)
        #expect(abs(ink.maxY - (baseline - Double(min(j.bottom, g.bottom)) * scale)) < 1e-9)
        let start = try #require(layout.lines[0].runs.last?.withGlyphs { glyphs, _ in glyphs.last?.x })
        #expect(abs(ink.maxX - (start + Double(g.right) * scale)) < 1e-9)
        #expect(bench.layOut(" ").inkBounds == nil)
        #expect(bench.layOut("").inkBounds == nil)
    }

    /// Synthesised boldness and slant reach further.
    @Test func synthesis() throws {
        guard Faces.exist(Faces.naskh) else { return }
        var bench = try Bench(paths: [Faces.naskh], family: "Noto Naskh Arabic", size: 100)
        let plain = try #require(bench.layOut("ا").inkBounds)
        bench.style.shaping.fontSlant = .italic
        let oblique = try #require(bench.layOut("ا").inkBounds)
        #expect(oblique.maxX > plain.maxX)
        bench.style.shaping.fontSlant = .normal
        bench.style.shaping.fontWeight = 700
        let bold = try #require(bench.layOut("ا").inkBounds)
        #expect(bold.maxX > plain.maxX || bold.y < plain.y)
    }

    @Test func uncovered() throws {
        let layout = try Bench().layOut("e\u{10FFFD}\u{10FFFC} e\u{E000}")
        #expect(
            layout.uncoveredText == [
                UncoveredText(range: 1..<9, text: "\u{10FFFD}\u{10FFFC}"),
                UncoveredText(range: 11..<14, text: "\u{E000}"),
            ])
        #expect(try Bench().layOut("ee").uncoveredText.isEmpty)
    }
}
