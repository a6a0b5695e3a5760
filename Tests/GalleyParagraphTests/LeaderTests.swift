import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// Leaders (CSS Generated Content 3 §2.5.1). Letters are 6 px wide, spaces 3.
@Suite struct LeaderTests {
    /// A paragraph of text and generated text by turns; of that a tab stands for a leader of the pattern.
    private func layOut(
        _ parts: [String], _ pattern: String, width: Double, isRightToLeft: Bool = false
    ) throws -> ParagraphLayout {
        var bench = try Bench()
        bench.style.shaping.kerning = false
        bench.paragraphStyle.baseDirection = isRightToLeft ? .rightToLeft : .leftToRight
        var builder = AttributedTextBuilder()
        let style = builder.intern(bench.style)
        for (index, part) in parts.enumerated() {
            if index % 2 == 0 {
                builder.append(part, style: style)
            } else {
                let leaders = part.utf8.enumerated().compactMap { $1 == 0x09 ? Leader(pattern, place: $0) : nil }
                builder.appendGenerated(part, style: style, leaders: leaders)
            }
        }
        builder.endParagraph(style: builder.intern(bench.paragraphStyle), strut: style)
        let shaped = bench.context.shape(paragraph: 0, of: builder.finish())
        return ParagraphLayout(shaped, ParagraphConstraints(width: width), context: bench.context)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var parts: [String]
        var pattern = "e"
        var width: Double
        /// Line by line: each run's text and where it begins.
        var expected: [[String]]
        var testDescription: String { "\(parts) \(pattern) \(width)" }
    }

    @Test(arguments: [
        // Seven copies fit between 12 and 54.
        Case(parts: ["aa", "\te"], width: 60, expected: [["aa 0", "eeeeeee 12", "e 54"]]),
        // What is left over is before the copies: they are whole numbers of themselves away from the line's end.
        Case(parts: ["aa", "\te"], width: 64, expected: [["aa 0", "eeeeeee 16", "e 58"]]),
        Case(parts: ["aa", "\te"], pattern: "ee", width: 60, expected: [["aa 0", "eeeeee 12", "e 54"]]),
        Case(parts: ["aa", "\t e"], width: 60, expected: [["aa 0", "eeeeee 12", " e 51"]]),
        // At the line's end, at its start, alone.
        Case(parts: ["aa", "\t"], width: 60, expected: [["aa 0", "eeeeeeee 12"]]),
        Case(parts: ["", "\te"], width: 30, expected: [["eeee 0", "e 24"]]),
        Case(parts: ["", "\t"], width: 32, expected: [["eeeee 2"]]),
        // The room is shared, and where no copy fits it is empty.
        Case(parts: ["aa", "\ta\te"], width: 72, expected: [["aa 0", "eeee 12", "a 36", "eeee 42", "e 66"]]),
        Case(parts: ["aa", "\te"], width: 22, expected: [["aa 0", "e 16"]]),
        Case(parts: ["aa", "\te"], width: 18, expected: [["aa 0", "e 12"]]),
        // What it leads to stands on its line, if only the last word fits with it.
        Case(parts: ["aaaa aa", "\tee"], width: 42, expected: [["aaaa 0", "  24"], ["aa 0", "eee 12", "ee 30"]]),
        // It reaches to a forced break, and after that the line begins anew.
        Case(
            parts: ["a", "\te\u{2028}b\te"], width: 24, expected: [["a 0", "ee 6", "e 18"], ["b 0", "ee 6", "e 18"]]),
        // A pattern without width fills nothing.
        Case(parts: ["aa", "\te"], pattern: "", width: 60, expected: [["aa 0", "e 54"]]),
    ])
    func places(_ test: Case) throws {
        let layout = try layOut(test.parts, test.pattern, width: test.width)
        let lines = layout.lines.map { line in
            line.runs.filter { $0.width > 0 }.map { run in
                "\(run.insertedText ?? run.withGlyphs { _, clusters in clusters.map { run.text(of: $0) }.joined() }) \(Int(run.x.rounded()))"
            }
        }
        #expect(lines.map { $0.filter { !$0.hasPrefix("\u{2028}") } } == test.expected)
    }

    @Test("Lines with leaders are as wide as there is room, in both directions, and copies stand below each other")
    func lineWidths() throws {
        var found = 0
        for width in stride(from: 40.0, through: 120, by: 3.7) {
            let left = try layOut(["aaa aa a", "\tee"], "e", width: width)
            let right = try layOut(["aaa aa a", "\tee"], "e", width: width, isRightToLeft: true)
            for layout in [left, right] {
                let line = try #require(layout.lines.last)
                #expect(abs(line.width - width) < 0.01)
                guard let copies = line.runs.first(where: \.isInserted) else { continue }
                found += 1
                let distance = copies.x + copies.width
                let steps = (layout.shaped.isRightToLeft ? copies.x : width - distance) / 6
                #expect(abs(steps - steps.rounded()) < 0.01)
            }
            #expect(left.lines.map(\.sourceRange) == right.lines.map(\.sourceRange))
        }
        #expect(found > 20)
    }

    @Test("Without a line they take no room; a tab that is none stays one")
    func withoutLines() throws {
        let layout = try layOut(["aa", "\te"], "e", width: .infinity)
        #expect(layout.size.width == 18)
        let widths = layout.shaped.contentWidths()
        #expect((widths.minimum, widths.maximum) == (18, 18))
        #expect(try layOut(["a\ta"], "e", width: 90).lines[0].runs.allSatisfy { !$0.isInserted })
    }

    @Test("Many leaders and much text behind one cost no more than the lines")
    func manyLeaders() throws {
        let parts = (0..<4_000).flatMap { _ in ["aa ", "\te"] }
        let layout = try layOut(parts, "e", width: 100)
        #expect(layout.lines.last?.sourceRange.upperBound == 3 * 4_000)
    }
}
