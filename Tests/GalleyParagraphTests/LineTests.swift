import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

@Suite struct LineTests {
    // MARK: Visual order

    /// The characters of a line from left to right.
    private func visual(_ line: Line) -> String {
        line.runs.filter { !$0.isHanging }.map { run in
            run.withGlyphs { _, clusters in clusters.map(run.text).joined() }
        }.joined()
    }

    @Test func bidiOrder() throws {
        var bench = try Bench()
        #expect(visual(bench.layOut("ab אבג cd").lines[0]) == "ab גבא cd")
        #expect(visual(bench.layOut("ab אבג 12 דה cd").lines[0]) == "ab הד 12 גבא cd")
        bench.paragraphStyle.baseDirection = .rightToLeft
        #expect(visual(bench.layOut("ab אבג cd").lines[0]) == "cd גבא ab")
        #expect(visual(bench.layOut("אב (ג)!").lines[0]) == "!)ג( בא")
        bench.paragraphStyle.baseDirection = .natural
        #expect(bench.layOut("אבג ab").lines[0].isRightToLeft)
        #expect(!bench.layOut("ab אבג").lines[0].isRightToLeft)
    }

    @Test func runsTouchAndFillTheLine() throws {
        let bench = try Bench()
        let line = bench.layOut("ab אבג 12 דה cd 水水 e").lines[0]
        var x = line.x
        for run in line.runs {
            #expect(abs(run.x - x) < 1e-9)
            x += run.width
            run.withGlyphs { _, clusters in
                #expect(abs(clusters.reduce(0) { $0 + $1.advance } - run.width) < 1e-9)
                #expect(clusters.first?.x == run.x)
            }
        }
        #expect(abs(x - line.width) < 1e-9)
    }

    @Test func trailingSpacesGoToTheEndEdge() throws {
        var bench = try Bench()
        bench.paragraphStyle.baseDirection = .rightToLeft
        let layout = bench.layOut("אבג  דהו", width: 18)
        #expect(layout.lineCount == 2)
        #expect(layout.lines[0].x == 0)
        #expect(layout.lines[0].width == 18)
        let hanging = try #require(layout.lines[0].runs.first { $0.isHanging })
        #expect(hanging.x == -6)
    }

    // MARK: Alignment

    @Test(arguments: [
        (TextAlignment.start, false, 0.0), (.end, false, 76), (.left, false, 0), (.right, false, 76),
        (.center, false, 38), (.start, true, 76), (.end, true, 0), (.left, true, 0), (.right, true, 76),
        (.center, true, 38), (.justify, false, 0), (.justify, true, 76),
    ])
    func alignment(_ alignment: TextAlignment, _ isRightToLeft: Bool, _ x: Double) throws {
        var bench = try Bench()
        bench.paragraphStyle.alignment = alignment
        bench.paragraphStyle.baseDirection = isRightToLeft ? .rightToLeft : .leftToRight
        let line = bench.layOut("eeee", width: 100).lines[0]
        #expect(line.x == x)
        #expect(line.runs[0].x == x)
    }

    @Test func linesWithoutWidthAlignToTheWidest() throws {
        var bench = try Bench()
        bench.paragraphStyle.alignment = .right
        let layout = bench.layOut("ee\u{2028}eeee")
        #expect(layout.lines.map(\.x) == [12, 0])
        #expect(layout.size.width == 24)
    }

    @Test func justificationStretchesSpaces() throws {
        var bench = try Bench()
        bench.paragraphStyle.alignment = .justify
        let layout = bench.layOut("ee ee ee eeee ee", width: 50)
        #expect(layout.dump == ["ee ee ee·", "eeee ee"])
        #expect(layout.lines[0].width == 50)
        #expect(layout.lines[1].width == 39)
        let run = layout.lines[0].runs[0]
        run.withGlyphs { glyphs, clusters in
            #expect(clusters.map(\.advance) == [6, 6, 7, 6, 6, 7, 6, 6].map { $0 + 0 })
            #expect(glyphs.last?.x == 44)
        }
        bench.paragraphStyle.lastLineAlignment = .justify
        #expect(bench.layOut("ee ee ee eeee ee", width: 50).lines[1].width == 50)
    }

    @Test func justificationBetweenIdeographs() throws {
        var bench = try Bench()
        bench.paragraphStyle.alignment = .justify
        let layout = bench.layOut("水水水水水水水", width: 46)
        #expect(layout.lines[0].width == 46)
        layout.lines[0].runs[0].withGlyphs { _, clusters in
            #expect(clusters.map(\.advance) == [12, 12, 12, 10])
        }
    }

    // MARK: Heights

    @Test func lineHeights() throws {
        var bench = try Bench()
        var line = bench.layOut("ee").lines[0]
        #expect((line.height, line.ascent) == (10, 8))
        bench.style.lineHeight = .multiple(1.5)
        line = bench.layOut("ee").lines[0]
        // 5 px of leading: 2 above.
        #expect((line.height, line.ascent) == (15, 10))
        bench.style.lineHeight = .length(.px(6))
        line = bench.layOut("ee").lines[0]
        #expect((line.height, line.ascent) == (6, 6))
        bench.paragraphStyle.minimumLineHeight = 20
        #expect(bench.layOut("ee").lines[0].height == 20)
        let layout = bench.layOut("ee ee ee", width: 12)
        #expect(layout.lines.map(\.y) == [0, 20, 40])
        #expect(layout.size.height == 60)
        #expect(layout.lastBaseline == 60)
    }

    @Test func emptyParagraphs() throws {
        var bench = try Bench()
        #expect(bench.layOut("").size == Size(width: 0, height: 10))
        #expect(bench.layOut("").lineCount == 1)
        bench.paragraphStyle.emptyParagraph = .nothing
        #expect(bench.layOut("").size == .zero)
        #expect(bench.layOut("").lineCount == 0)
    }

    private func layOut(
        _ bench: Bench, width: Double = .infinity, boxes: [InlineBoxMetrics] = [],
        _ build: (inout AttributedTextBuilder, TextStyleID) -> Void
    ) -> (ParagraphLayout, AttributedText) {
        var builder = AttributedTextBuilder()
        let id = builder.intern(bench.style)
        build(&builder, id)
        builder.endParagraph(style: builder.intern(bench.paragraphStyle), strut: id)
        let text = builder.finish()
        let shaped = bench.context.shape(paragraph: 0, of: text)
        return (ParagraphLayout(shaped, ParagraphConstraints(width: width), boxes: boxes, context: bench.context), text)
    }

    @Test func largerTextMakesHigherLines() throws {
        let bench = try Bench()
        var large = bench.style
        large.shaping.fontSize = 20
        let (layout, _) = layOut(bench) { builder, id in
            builder.append("e", style: id)
            builder.append("e", style: builder.intern(large))
        }
        #expect(layout.lines[0].height == 20)
        #expect(layout.lines[0].ascent == 16)
        #expect(layout.lines[0].runs.map(\.baseline) == [16, 16])
    }

    @Test(arguments: [
        (VerticalAlignment.baseline, 10.0, 8.0, 8.0), (.sub, 13, 8, 11), (.super, 14.328125, 12.328125, 8),
        (.raised(.px(4)), 14, 12, 8), (.raised(.percent(-50)), 15, 8, 13), (.middle, 11, 8, 9),
        (.textTop, 10, 8, 8), (.textBottom, 10, 8, 8),
    ])
    func verticalAlignment(_ alignment: VerticalAlignment, height: Double, ascent: Double, baseline: Double) throws {
        let bench = try Bench()
        var box = InlineBoxStyle()
        box.verticalAlignment = alignment
        let (layout, _) = layOut(bench) { builder, id in
            builder.append("e", style: id)
            builder.openSpan(box: box)
            builder.append("e", style: id)
            builder.closeSpan()
        }
        let line = layout.lines[0]
        #expect(abs(line.height - height) < 1e-5)
        #expect(abs(line.ascent - ascent) < 1e-5)
        #expect(
            abs(
                (line.runs.last?.baseline ?? 0)
                    - (alignment == .super ? 8 : alignment == .raised(.px(4)) ? 8 : baseline)) < 1e-5)
    }

    @Test(arguments: [
        // 30 px high, in a line of 8 + 2.
        (VerticalAlignment.baseline, 32.0, 30.0, 0.0), (.top, 30, 8, 0), (.bottom, 30, 28, 0),
        (.middle, 30, 17, 0), (.textTop, 30, 8, 0), (.textBottom, 30, 28, 0),
    ])
    func objects(_ alignment: VerticalAlignment, height: Double, ascent: Double, top: Double) throws {
        let bench = try Bench()
        let box = InlineBoxMetrics(width: 12.5, height: 30, alignment: alignment)
        let (layout, _) = layOut(bench, boxes: [box]) { builder, id in
            builder.append("e", style: id)
            builder.append(Attachment(kind: .image, source: nil), style: id)
            builder.append("e", style: id)
        }
        let line = layout.lines[0]
        #expect((line.height, line.ascent) == (height, ascent))
        #expect(line.objects.map(\.rect) == [Rect(x: 6, y: top, width: 12.5, height: 30)])
        #expect(line.width == 24.5)
        #expect(layout.object(at: Point(x: 10, y: top + 5)) == 0)
    }

    // MARK: Boxes

    @Test func edgesOfBoxesTakeRoom() throws {
        let bench = try Bench()
        var box = InlineBoxStyle()
        box.padding = Edges(top: .px(1), right: .px(3), bottom: .px(2), left: .px(4))
        box.margin = Edges(top: .zero, right: .px(5), bottom: .zero, left: .px(6))
        box.border = Edges(BorderEdge(stroke: .solid, width: 1, color: .black))
        func build(_ builder: inout AttributedTextBuilder, _ id: TextStyleID) {
            builder.append("e ", style: id)
            builder.openSpan(box: box)
            builder.append("ee ee", style: id)
            builder.closeSpan()
            builder.append("e", style: id)
        }
        let (layout, _) = layOut(bench, build)
        #expect(layout.lines[0].width == 9 + 11 + 27 + 9 + 6)
        let fragments = layout.lines[0].boxFragments
        #expect(fragments.count == 1)
        #expect(fragments[0].rect == Rect(x: 15, y: -2, width: 5 + 27 + 4, height: 10 + 3 + 2))
        #expect(fragments[0].hasStart && fragments[0].hasEnd)
        // Broken over two lines: the start edge on the first, the end edge on the second.
        let (broken, _) = layOut(bench, width: 40, build)
        #expect(broken.dump == ["e ee·", "eee"])
        #expect(broken.lines[0].boxFragments.map(\.rect.width) == [17])
        #expect(broken.lines.map { $0.boxFragments[0].hasStart } == [true, false])
        #expect(broken.lines.map { $0.boxFragments[0].hasEnd } == [false, true])
        #expect(broken.lines[1].width == 12 + 9 + 6)
    }

    // MARK: Colours and decorations

    @Test func coloursMoveNoGlyph() throws {
        let bench = try Bench()
        var red = bench.style
        red.paint.color = Color(red: 1, green: 0, blue: 0)
        let (layout, _) = layOut(bench) { builder, id in
            builder.append("AVA", style: id)
            builder.append("VAV", style: builder.intern(red))
        }
        #expect(layout.lines[0].runs.count == 2)
        let glyphs = layout.lines[0].runs.flatMap { $0.withGlyphs { glyphs, _ in glyphs.map(\.x) } }
        let plain = bench.layOut("AVAVAV").lines[0].runs[0].withGlyphs { glyphs, _ in glyphs.map(\.x) }
        #expect(glyphs == plain)
    }

    @Test func underlines() throws {
        let bench = try Bench()
        var underlined = bench.style
        underlined.paint.decorations = [TextDecoration(line: .underline, color: .black, fontSize: 10)]
        var other = underlined
        other.paint.color = .white
        let (layout, text) = layOut(bench) { builder, id in
            builder.append("ee ", style: id)
            builder.append("ee", style: builder.intern(underlined))
            builder.append("ee", style: builder.intern(other))
        }
        let segments = layout.lines[0].decorations(in: text)
        #expect(segments.count == 1)
        #expect((segments[0].x, segments[0].width) == (15, 24))
        #expect(segments[0].y == layout.lines[0].baseline + 1)
    }

    // MARK: Unsafe edges

    /// Text broken between kerned letters is as wide as when it is shaped alone.
    @Test func edgesAreShapedAgain() throws {
        var bench = try Bench()
        bench.style.breaking.wordBreak = .breakAll
        let text = "AVAVAVAVToToVaVaAVAV"
        for width in stride(from: 7.0, to: 120, by: 3.1) {
            let layout = bench.layOut(text, width: width)
            for line in layout.lines {
                let alone = bench.layOut(String(decoding: Array(text.utf8)[line.contentRange], as: UTF8.self))
                #expect(abs(line.width - alone.lines[0].width) < 1e-9)
                #expect(line.width <= width + 1 / 64.0 || line.contentRange.count == 1)
            }
            // Nothing more would have fit.
            for (line, next) in zip(layout.lines, layout.lines.dropFirst()) {
                let longer = line.contentRange.lowerBound..<(next.contentRange.lowerBound + 1)
                let alone = bench.layOut(String(decoding: Array(text.utf8)[longer], as: UTF8.self))
                #expect(alone.lines[0].width > width + 1 / 64.0)
            }
        }
        #expect(bench.context.counters.edgesShaped > 0)
    }
}
