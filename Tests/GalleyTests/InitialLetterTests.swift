import Galley
import Testing

/// `initial-letter` of first letters (CSS Inline 3 §7).
@Suite struct InitialLetterTests {
    private static func layout(_ value: String, more: String = "") throws -> DocumentLayout {
        DocumentLayout(
            try AttributedText(
                html: """
                    <!DOCTYPE html><style>body{margin:0;font:10px/20px 'Galley Test'} p{margin:0}
                    p::first-letter{initial-letter:\(value);\(more)}</style>
                    <p>abcde fghij klmno pqrst uvwxy zabcd efghi jklmn opqrs tuvwx yzabc defgh</p>
                    """), fonts: .strict(), width: 120)
    }

    /// Size and sink, and how many lines stand beside the letter; lines are moved down by those that it is raised.
    @Test(arguments: [
        ("3", 3, 0.0), ("2 2", 2, 0), ("3 1", 1, 40), ("3 raise", 1, 40), ("drop 2", 2, 0), ("2.5", 2, 10),
        ("2 3", 3, 0),
    ])
    func linesStandBeside(value: String, beside: Int, raised: Double) throws {
        let layout = try Self.layout(value)
        let lines = layout.lines
        let indented = lines.prefix { $0.frame.minX > 0 }.count
        #expect(indented == beside)
        #expect(lines.count > beside)
        #expect(lines[0].frame.minY == raised)
        #expect(lines[1].frame.minY == raised + 20)
    }

    @Test(arguments: [("3", 3.0, 3.0), ("3 1", 3, 1), ("2 3", 2, 3)])
    func itReachesFromTheCapHeightToABaseline(value: String, size: Double, sink: Double) throws {
        let layout = try Self.layout(value)
        let cap = try #require(layout.paragraphFragment(at: 0)?.dropCap)
        let line = try #require(layout.lines.first)
        let baseline = line.baseline + (sink - 1) * 20
        #expect(abs(cap.frame.maxY - baseline) < 0.01)
        #expect(abs(cap.origin.y + (cap.cap.layout.lines.first?.baseline ?? 0) - baseline) < 0.01)
        // The letter is larger by what two more lines are beside a cap height.
        let metrics = FontStyle.Metrics(try capMetrics(), fontSize: 10)
        #expect(abs(cap.frame.height - (metrics.capHeight + (size - 1) * 20)) < 0.01)
    }

    private func capMetrics() throws -> FontMetrics {
        let fonts = FontCollection.strict()
        return fonts.instance(fonts.match(FontQuery(families: ["Galley Test"]))[0]).metrics
    }

    @Test(arguments: ["normal", "0", "-1", "3 0", "3 1.5", "drop", "3px"])
    func withoutItTheLetterIsInTheLine(value: String) throws {
        let layout = try Self.layout(value)
        #expect(layout.paragraphFragment(at: 0)?.dropCap == nil)
        #expect(layout.lines[0].frame.minX == 0)
    }

    /// A space behind the letter stands at the start of a line, where it collapses.
    @Test(arguments: ["initial-letter:3", "float:left;font-size:30px"]) func aWordOfOneLetter(style: String) throws {
        func layout(_ word: String) throws -> DocumentLayout {
            DocumentLayout(
                try AttributedText(
                    html: """
                        <!DOCTYPE html><style>body{margin:0;font:10px/20px 'Galley Test'} p::first-letter{\(style)}</style>
                        <p>a\(word)cde fghij klmno pqrst uvwxy zabcd efghi jklmn opqrs tuvwx yzabc defgh</p>
                        """), fonts: .strict(), width: 120)
        }
        let (with, without) = (try layout(" b"), try layout("b"))
        #expect(with.lines.map(\.frame) == without.lines.map(\.frame))
    }

    @Test func aFloatHasNone() throws {
        let layout = try Self.layout("3", more: "float:left")
        #expect(layout.text.style(layout.text.paragraphs[0].style).firstLetter?.initialLetter == nil)
    }

    @Test func itIsWrittenAsHTML() throws {
        let text = try AttributedText(html: "<style>p::first-letter{initial-letter:3.5 2}</style><p>Text and more")
        #expect(try AttributedText(html: HTMLWriter().string(from: text)) == text)
    }
}
