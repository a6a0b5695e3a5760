import GalleyFonts
import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// Lines along text: where they are, what draws them, where they make room (CSS Text Decoration 4 §2).
@Suite struct DecorationTests {
    private typealias Build = (inout AttributedTextBuilder) -> Void

    private func layOut(_ bench: Bench, _ build: Build) -> (ParagraphLayout, AttributedText) {
        var builder = AttributedTextBuilder()
        build(&builder)
        builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: builder.intern(bench.style))
        let text = builder.finish()
        let layout = ParagraphLayout(
            bench.context.shape(paragraph: 0, of: text), ParagraphConstraints(width: 1_000), context: bench.context)
        return (layout, text)
    }

    private func decorated(
        _ bench: Bench, _ lines: [TextDecoration.Line] = [.underline], stroke: TextDecoration.Stroke = .solid,
        size: Double? = nil, skipInk: PaintStyle.SkipInk = .none, _ change: (inout TextStyle) -> Void = { _ in }
    ) -> TextStyle {
        var style = bench.style
        style.paint.decorations = lines.map {
            TextDecoration(line: $0, stroke: stroke, color: .black, fontSize: size ?? style.shaping.fontSize)
        }
        style.paint.skipInk = skipInk
        change(&style)
        return style
    }

    private func segments(_ bench: Bench, _ build: Build) -> [DecorationSegment] {
        let (layout, text) = layOut(bench, build)
        return layout.lines[0].decorations(in: text)
    }

    // MARK: Place

    @Test func placesOfTheThreeLines() throws {
        let bench = try Bench(size: 100)
        let (layout, text) = layOut(bench) {
            $0.append("ee", style: $0.intern(decorated(bench, [.underline, .overline, .lineThrough])))
        }
        let lines = layout.lines[0].decorations(in: text)
        let metrics = layout.shaped.fontStyles[0].metrics
        let baseline = layout.lines[0].baseline
        #expect(lines.map(\.line) == [.underline, .overline, .lineThrough])
        #expect(lines[0].thickness == metrics.underlineThickness)
        #expect(lines[0].y == baseline + (metrics.underlineThickness / 2).rounded(.up))
        // Its lower edge is on the content area's upper one.
        #expect(lines[1].y + lines[1].thickness == baseline - metrics.ascent)
        #expect(lines[2].thickness == metrics.strikeoutThickness)
        #expect(lines[2].y == baseline - metrics.strikeoutPosition)
    }

    @Test(arguments: [
        (TextDecoration.Line.underline, TextDecoration.Stroke.double, 0.0, 3.0), (.overline, .double, -2, 1),
        (.lineThrough, .double, -1, 2), (.underline, .solid, 0, 1), (.overline, .dotted, 0, 1),
    ]) func bandsGrowAwayFromTheText(
        line: TextDecoration.Line, stroke: TextDecoration.Stroke, above: Double, below: Double
    ) {
        let segment = DecorationSegment(
            line: line, stroke: stroke, color: .black, x: 0, width: 10, y: 50, thickness: 4)
        #expect(segment.band == (50 + above * 4)...(50 + below * 4))
        #expect(segment.centre == 50 + (above + below) * 2)
    }

    @Test func wavesAreInsideTheirBand() {
        let segment = DecorationSegment(
            line: .underline, stroke: .wavy, color: .black, x: 0, width: 10, y: 50, thickness: 2)
        #expect(segment.band.lowerBound > 50 - 2)
        #expect(segment.centre == 50 + 1 + 3)
        // The curve's own extreme, by sampling it.
        let reach = TextDecoration.waveReach(thickness: 2)
        let highest = stride(from: 0.0, through: 1, by: 1e-4).map { 3 * reach * $0 * (1 - $0) * (1 - 2 * $0) }.max()!
        #expect(abs(highest - segment.waveHeight) < 1e-6)
    }

    // MARK: Decorating boxes

    /// `<u>ee<span style="font-size: 5px">ee</span>ee</u>`: one line as the outer box has it.
    @Test func smallerTextHasTheLineOfItsBox() throws {
        let bench = try Bench()
        let found = segments(bench) {
            $0.append("ee", style: $0.intern(decorated(bench)))
            $0.append("ee", style: $0.intern(decorated(bench, size: 10) { $0.shaping.fontSize = 5 }))
            $0.append("ee", style: $0.intern(decorated(bench)))
        }
        #expect(found.count == 1)
        #expect(found.map(\.width) == [12 + 6 + 12])
    }

    private func raised(_ style: TextStyle) -> InlineBoxStyle {
        var box = InlineBoxStyle()
        box.verticalAlignment = .raised(.px(4))
        box.textStyle = style
        return box
    }

    /// `<u>ee<span style="vertical-align: 4px">ee</span>ee</u>`: straight through.
    @Test func linesFromOutsideGoStraightThroughRaisedBoxes() throws {
        let bench = try Bench()
        let (layout, text) = layOut(bench) {
            let style = decorated(bench)
            let id = $0.intern(style)
            $0.append("ee", style: id)
            $0.openSpan(box: raised(style))
            $0.append("ee", style: id)
            $0.closeSpan()
            $0.append("ee", style: id)
        }
        let found = layout.lines[0].decorations(in: text)
        #expect(found.map(\.width) == [36])
        #expect(found.map(\.y) == [layout.lines[0].baseline + 1])
    }

    /// `<span style="vertical-align: 4px"><u>ee</u></span>` and the same with both on one element: the line is raised.
    @Test(arguments: [true, false]) func linesOfRaisedBoxesAreRaised(isOnBox: Bool) throws {
        let bench = try Bench()
        let (layout, text) = layOut(bench) {
            let plain = $0.intern(bench.style)
            $0.append("ee", style: plain)
            $0.openSpan(box: raised(isOnBox ? decorated(bench) : bench.style))
            $0.append("ee", style: $0.intern(decorated(bench)))
            $0.closeSpan()
            $0.append("ee", style: plain)
        }
        let found = layout.lines[0].decorations(in: text)
        #expect(found.map(\.x) == [12])
        #expect(found.map(\.y) == [layout.lines[0].baseline - 4 + 1])
    }

    @Test func raisedInsideRaised() throws {
        let bench = try Bench()
        let (layout, text) = layOut(bench) {
            let style = decorated(bench)
            $0.append("e", style: $0.intern(bench.style))
            $0.openSpan(box: raised(style))
            $0.append("e", style: $0.intern(style))
            $0.openSpan(box: raised(style))
            $0.append("e", style: $0.intern(style))
            $0.closeSpan()
            $0.closeSpan()
        }
        let found = layout.lines[0].decorations(in: text)
        // One line at the height of the outer of the two boxes.
        #expect(found.map(\.width) == [12])
        #expect(found.map(\.y) == [layout.lines[0].baseline - 4 + 1])
    }

    // MARK: Gaps between boxes

    @Test func boxesAndHiddenTextInterruptLines() throws {
        let bench = try Bench()
        let found = segments(bench) {
            let style = decorated(bench)
            let id = $0.intern(style)
            $0.append("ee", style: id)
            var box = InlineBoxStyle()
            box.padding = Edges(top: .zero, right: .px(5), bottom: .zero, left: .px(5))
            $0.openSpan(box: box)
            $0.append("ee", style: id)
            $0.closeSpan()
            $0.append("ee", style: id)
            $0.append("ee", style: $0.intern(decorated(bench) { $0.paint.isVisible = false }))
            $0.append("ee", style: id)
        }
        #expect(found.map(\.x) == [0, 17, 34, 58])
        #expect(found.allSatisfy { $0.width == 12 })
    }

    @Test func opacityAndShadowsGoWithTheLine() throws {
        let bench = try Bench()
        let found = segments(bench) {
            $0.append(
                "ee",
                style: $0.intern(
                    decorated(bench) {
                        $0.paint.opacity = 0.5
                        $0.paint.shadows = [TextShadow(offsetX: 1, offsetY: 2, color: .white)]
                    }))
        }
        #expect(found.map(\.color.alpha) == [0.5])
        #expect(found[0].shadows.map(\.color.alpha) == [0.5])
    }

    // MARK: Ink

    @Test(arguments: [TextDecoration.Stroke.solid, .double, .wavy, .dashed])
    func linesMakeRoomForInk(stroke: TextDecoration.Stroke) throws {
        let bench = try Bench(size: 40)
        let string = "e pq jy e"
        let (layout, text) = layOut(bench) {
            $0.append(string, style: $0.intern(decorated(bench, stroke: stroke, skipInk: .auto)))
        }
        let found = layout.lines[0].decorations(in: text)
        #expect(found.count == 1)
        // What each glyph's crossing says, one by one.
        let instance = layout.shaped.fontStyles[0].instances[0]
        let scale = 40 / Double(instance.unitsPerEm)
        let baseline = layout.lines[0].baseline
        let band = GlyphBand(
            bottom: (baseline - found[0].band.upperBound) / scale, top: (baseline - found[0].band.lowerBound) / scale)
        var covered: [Range<Double>] = []
        for run in layout.lines[0].runs {
            run.withGlyphs { glyphs, _ in
                for glyph in glyphs {
                    guard let ink = instance.computedCrossing(of: glyph.id, band) else { continue }
                    let left = glyph.x + ink.left * scale - found[0].thickness
                    covered.append(left..<(glyph.x + ink.right * scale + found[0].thickness))
                }
            }
        }
        #expect(!covered.isEmpty)
        for range in covered {
            #expect(found[0].gaps.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound })
        }
        #expect(zip(found[0].gaps, found[0].gaps.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        let inked = found[0].gaps.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        #expect(inked <= covered.reduce(0) { $0 + $1.upperBound - $1.lowerBound } + 1e-9)
    }

    @Test func strikesAndPlainLinesMakeNone() throws {
        let bench = try Bench(size: 40)
        for style in [
            decorated(bench, [.lineThrough], skipInk: .all), decorated(bench, [.underline], skipInk: .none),
        ] {
            let found = segments(bench) { $0.append("pqjyg", style: $0.intern(style)) }
            #expect(found.map(\.gaps) == [[]])
        }
    }

    @Test(.enabled(if: Faces.exist(Faces.cjk))) func ideographsAreSpared() throws {
        var bench = try Bench(paths: [Faces.cjk], family: "Noto Sans CJK JP", size: 40)
        bench.style.shaping.language = "ja"
        for (skip, hasGaps) in [(PaintStyle.SkipInk.auto, false), (.all, true)] {
            let found = segments(bench) {
                $0.append("日本語の組版", style: $0.intern(decorated(bench, skipInk: skip)))
            }
            #expect(found.count == 1)
            #expect(found[0].gaps.isEmpty != hasGaps)
        }
    }
}
