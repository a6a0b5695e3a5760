import GalleyFonts
import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// Ruby above its base (CSS Ruby 1). In the test face letters are 6 px wide at 10 px, 3 px at 5 px.
@Suite struct RubyTests {
    private enum Part {
        case text(String), pair(String, String), bases([String], [String])
    }

    private func layOut(_ parts: [Part], width: Double = 1_000) throws -> (ParagraphLayout, AttributedText) {
        let bench = try Bench()
        var builder = AttributedTextBuilder()
        let style = builder.intern(bench.style)
        var small = bench.style
        small.shaping.fontSize = 5
        let annotation = builder.intern(small)
        for part in parts {
            switch part {
            case .text(let string): builder.append(string, style: style)
            case .pair(let base, let above):
                builder.openSpan(ruby: .container)
                builder.append(base, style: style)
                builder.openSpan(ruby: .annotation)
                builder.append(above, style: annotation)
                builder.closeSpan()
                builder.closeSpan()
            case .bases(let bases, let above):
                builder.openSpan(ruby: .container)
                for base in bases {
                    builder.openSpan(ruby: .base)
                    builder.append(base, style: style)
                    builder.closeSpan()
                }
                for string in above {
                    builder.openSpan(ruby: .annotation)
                    builder.append(string, style: annotation)
                    builder.closeSpan()
                }
                builder.closeSpan()
            }
        }
        builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: style)
        let text = builder.finish()
        let layout = ParagraphLayout(
            bench.context.shape(paragraph: 0, of: text), ParagraphConstraints(width: width), context: bench.context)
        return (layout, text)
    }

    private func shown(_ layout: ParagraphLayout) -> String {
        String(decoding: layout.shaped.inline.utf8, as: UTF8.self)
    }

    private func annotations(_ layout: ParagraphLayout) -> [String] {
        layout.lines.flatMap { line in
            line.annotations.map { "\(shown($0.layout)) \($0.origin.x)" }
        }
    }

    /// A narrow annotation is centred over its base, a base under a wide annotation.
    @Test func theNarrowerOneIsCentred() throws {
        let (narrow, text) = try layOut([.text("e"), .pair("eeee", "oo"), .text("e")])
        #expect(shown(narrow) == "eeeeee" && text.string == "eeeeeooe\n")
        #expect(narrow.lines[0].width == 36)
        #expect(annotations(narrow) == ["oo \(6 + (24 - 6) / 2.0)"])
        let (wide, _) = try layOut([.text("e"), .pair("e", "oooooo"), .text("e")])
        #expect(wide.lines[0].width == 6 + 18 + 6)
        #expect(annotations(wide) == ["oooooo 6.0"])
        let base = wide.lines[0].runs.filter { !$0.isHanging }.map(\.x)
        #expect(base == [0, 12, 24])
    }

    /// Its lower edge is on the base's content area; lines have room for it.
    @Test func linesGrow() throws {
        let (plain, _) = try layOut([.text("e")])
        let (layout, _) = try layOut([.text("e"), .pair("e", "o")])
        let placed = try #require(layout.lines[0].annotations.first)
        let height = placed.layout.size.height
        #expect(height > 0)
        #expect(layout.size.height == plain.size.height + height)
        #expect(placed.origin.y + height == layout.lines[0].baseline - 8)
    }

    @Test func offsetsAreTheSources() throws {
        let (layout, _) = try layOut([.text("a"), .pair("bc", "oo"), .text("d")])
        let mapping = layout.shaped.inline.mapping
        #expect((0..<4).map { mapping.sourceOffset(ofInline: $0) } == [0, 1, 2, 5])
        #expect(layout.lines[0].sourceRange == 0..<6)
        #expect(layout.lines[0].annotations[0].layout.shaped.inline.sourceRange == 3..<5)
        for offset in 0...6 {
            let position = TextPosition(offset: offset)
            _ = layout.caretRects(at: position)
        }
    }

    /// Lines end between pairs, not inside a base.
    @Test func basesStayWhole() throws {
        let (layout, _) = try layOut(
            [.pair("水水", "o"), .pair("水水", "o"), .pair("水水", "o"), .text("水水水水")], width: 38)
        for line in layout.lines { #expect(![3, 9, 15].contains(line.contentRange.lowerBound)) }
        #expect(layout.lines.map(\.annotations.count).reduce(0, +) == 3)
        #expect(layout.lineCount > 2)
    }

    @Test func basesAndAnnotationsByNumber() throws {
        let (layout, _) = try layOut([.bases(["ee", "a"], ["o", "bb"])])
        #expect(shown(layout) == "eea")
        #expect(annotations(layout) == ["o \((12 - 3) / 2.0)", "bb 12.0"])
    }

    @Test func annotationsWithoutBaseStayInTheLine() throws {
        let (layout, _) = try layOut([.pair("", "oo"), .bases(["e"], ["o", "b"])])
        #expect(shown(layout) == "ooeb")
        #expect(annotations(layout).count == 1)
    }
}
