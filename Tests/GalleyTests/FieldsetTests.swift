import Galley
import Testing

/// Legends in the borders of their fieldsets (HTML §15.3.13).
@Suite struct FieldsetTests {
    private static func layout(_ body: String, style: String = "", width: Double = 300) throws -> DocumentLayout {
        DocumentLayout(
            try AttributedText(
                html: """
                    <!DOCTYPE html><style>body{margin:0;font:10px/20px 'Galley Test'} p{margin:0}
                    fieldset{margin:0;border:4px solid;padding:5px 10px} legend{padding:0} \(style)</style>\(body)
                    """), fonts: .strict(), width: width)
    }

    private static func borders(_ list: DisplayList) -> [BoxBorder] {
        list.commands.compactMap { if case .border(let border) = $0 { border } else { nil } }
    }

    private static func block(_ kind: Block.Kind, _ layout: DocumentLayout) throws -> BlockFragment {
        let index = try #require(layout.text.blocks.firstIndex { $0.kind == kind })
        return layout.blockFragment(BlockID(index))
    }

    @Test func theBorderStandsBehindTheMiddleOfTheLegend() throws {
        let layout = try Self.layout("<fieldset><legend>ab</legend><p>content</p></fieldset>")
        let legend = try Self.block(.legend, layout)
        let width = legend.frame.width
        #expect(width > 0 && width < 100)
        #expect(legend.frame == Rect(x: 14, y: 0, width: width, height: 20))
        let border = try #require(Self.borders(layout.displayList).first)
        // 20 px of legend over 4 px of border; then the padding.
        #expect(border.rect.minY == 8)
        #expect(border.gap == Rect(x: 14, y: 0, width: width, height: 20))
        #expect(layout.lines.map(\.frame.minY) == [0, 25])
        #expect(border.rect.maxY == 20 + 5 + 20 + 5 + 4)
    }

    @Test func aThickBorderIsNotMovedAndAllOfItIsInterrupted() throws {
        let layout = try Self.layout(
            "<fieldset><legend>ab</legend><p>content</p></fieldset>", style: "fieldset{border-width:40px}")
        #expect(try Self.block(.legend, layout).frame.minY == 10)
        let border = try #require(Self.borders(layout.displayList).first)
        #expect(border.rect.minY == 0)
        #expect(border.gap?.minY == 0 && border.gap?.height == 40)
    }

    @Test(arguments: [
        ("align=left", "", true), ("align=right", "", false), ("style='margin-left:auto'", "", false),
        ("", "rtl", false), ("align=left", "rtl", true), ("align=RIGHT", "rtl", false),
    ])
    func itStandsAtASide(attributes: String, direction: String, isLeft: Bool) throws {
        let layout = try Self.layout(
            "<fieldset dir='\(direction)'><legend \(attributes)>ab</legend><p>content</p></fieldset>")
        let frame = try Self.block(.legend, layout).frame
        #expect(isLeft ? frame.minX == 14 : frame.maxX == 286)
    }

    @Test func alignCanCentre() throws {
        let layout = try Self.layout("<fieldset><legend align=center>ab</legend>c</fieldset>")
        #expect(try Self.block(.legend, layout).frame.contains(Point(x: 150, y: 1)))
    }

    /// The first legend in the flow comes first wherever it stands; others are blocks like any.
    @Test(arguments: [
        "<fieldset><p>before</p><legend>L</legend>after</fieldset>",
        "<fieldset><p>before</p><legend style='float:left'>F</legend><legend>L</legend></fieldset>",
        "<fieldset><p>before</p><legend>L</legend><legend>second</legend></fieldset>",
        "<fieldset style='float:left'><p>before</p><legend>L</legend></fieldset>",
        "<fieldset style='display:inline-block'><p>before</p><legend>L</legend></fieldset>",
    ])
    func theRenderedLegend(body: String) throws {
        let layout = try Self.layout(body)
        #expect(layout.text.blocks.filter(\.isLegend).count == 1)
        #expect(try Self.block(.legend, layout).frame.minY == 0)
        #expect(Self.borders(layout.displayList).filter { $0.gap != nil }.count == 1)
        let all = layout.text.string
        #expect(all.contains("L") && all.contains("before"))
    }

    @Test(arguments: [
        "<legend>no fieldset</legend>", "<fieldset><div><legend>deep</legend></div></fieldset>",
        "<fieldset style='display:inline'>a<legend>b</legend></fieldset>",
        "<fieldset><legend style='position:absolute'>out</legend></fieldset>",
        "<fieldset><legend style='display:none'>none</legend>a</fieldset>",
    ])
    func otherLegendsAreBlocks(body: String) throws {
        #expect(try Self.layout(body).text.blocks.allSatisfy { !$0.isLegend })
    }

    @Test func aDeclaredHeightHoldsTheLegend() throws {
        let layout = try Self.layout(
            "<fieldset style='height:50px'><legend>ab</legend>c</fieldset><p>below</p>",
            style: "legend{margin-bottom:7px}")
        // 4 + 5 + 50 + 5 + 4, of which the legend takes 27 - 4.
        #expect(layout.lines.last?.frame.minY == 68)
        #expect(layout.lines[1].frame.minY == 27 + 5)
    }

    /// "min-inline-size: min-content"
    @Test func aFieldsetIsNoNarrowerThanItsContent() throws {
        let layout = try Self.layout("<fieldset style='width:10px'><legend>abcdefgh</legend>c</fieldset>")
        let legend = try Self.block(.legend, layout).frame
        #expect(layout.blockFragment(BlockID(1)).frame.width >= legend.width + 28)
    }

    @Test func onlyTheFirstPageHasIt() throws {
        let lines = (0..<30).map { "<p>line \($0)</p>" }.joined()
        let layout = try Self.layout("<fieldset><legend>ab</legend>\(lines)</fieldset>")
        let pages = layout.paginated(on: PaperSize(width: 300, height: 200), margins: EdgeInsets(0))
        let borders = pages.pages.flatMap { Self.borders($0.displayList) }
        #expect(borders.count > 2)
        #expect(borders.map { $0.gap != nil } == borders.indices.map { $0 == 0 })
        #expect(borders[1].rect.minY == 0)
    }

    @Test func overflowDoesNotCutTheLegendOff() throws {
        let layout = try Self.layout("<fieldset style='overflow:hidden'><legend>ab</legend>c</fieldset>")
        let clips: [Rect] = layout.displayList.commands.compactMap {
            if case .beginClip(let rect, _) = $0 { rect } else { nil }
        }
        #expect(clips.first?.minY == 0)
    }

    @Test func itIsWrittenAsHTML() throws {
        let text = try AttributedText(html: "<fieldset><legend align=right>ab</legend><p>content</p></fieldset>")
        let html = HTMLWriter().string(from: text)
        #expect(html.contains("<fieldset") && html.contains("<legend"))
        #expect(try AttributedText(html: html) == text)
    }
}
