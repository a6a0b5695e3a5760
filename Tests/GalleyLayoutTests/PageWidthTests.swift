import GalleyLayout
import GalleyTestSupport
import GalleyText
import Testing

/// Pages that differ in width (CSS Fragmentation 3 §5.1). A page is 120 px high with margins of 10: ten lines.
@Suite struct PageWidthTests {
    /// The first page has room for two words of 42 px (90), the others for four (180).
    static let first = [
        PageRuleTests.rule { $0.size = .fixed(Size(width: 200, height: 120)) },
        PageRuleTests.rule(.first) { $0.margin.right = .length(.px(100)) },
    ]
    /// Left pages have room for two, right ones for four.
    static let leftAndRight = [
        first[0], PageRuleTests.rule(.left) { $0.margin.right = .length(.px(100)) },
    ]

    static func words(_ count: Int) -> String { Array(repeating: "xxxxxxx", count: count).joined(separator: " ") }

    static func widths(_ page: Page) -> [Double] { page.lines.map { $0.frame.width.rounded() } }

    @Test func aParagraphGoesOnInTheWidthOfItsPage() {
        let paged = PageRuleTests.paged(Self.first) { $0.p(Self.words(32)) }
        #expect(paged.pages.map(\.lines.count) == [10, 3])
        #expect(Self.widths(paged.pages[0]) == Array(repeating: 87, count: 10))
        #expect(Self.widths(paged.pages[1]) == [177, 177, 177])
    }

    @Test func leftAndRightPages() {
        let paged = PageRuleTests.paged(Self.leftAndRight) { writer in
            for _ in 0..<3 { writer.p(Self.words(40)) }
        }
        #expect(paged.pages.map(\.lines.count) == [10, 10, 10, 10])
        #expect(paged.pages.map { Self.widths($0)[0] } == [177, 87, 177, 87])
        #expect(paged.pages.map { Self.widths($0)[9] } == [177, 87, 177, 87])
    }

    @Test func boxesAreAsWideAsTheirPages() {
        let paged = PageRuleTests.paged(Self.first) { writer in
            writer.block(
                .box,
                {
                    $0.background = .black
                    $0.setPadding(5)
                }
            ) {
                $0.text(Self.words(32))
            }
            writer.block(
                .box,
                {
                    $0.width = .length(.px(50)); $0.background = .black
                }
            ) { $0.text("x") }
        }
        func boxes(_ page: Int) -> [Double] {
            paged.pages[page].content.blocks.filter { $0.drawsBackground && $0.block != .root }.map(\.frame.width)
        }
        #expect(boxes(0) == [90])
        #expect(boxes(1) == [180, 50])
    }

    @Test(
        "What comes last, at the top of a page of another width, has that width",
        arguments: ["table", "columns", "root"])
    func contextsAtAPageTop(kind: String) {
        let paged = PageRuleTests.paged(Self.first) { writer in
            writer.p("x")
            writer.block(
                kind == "table" ? .table(columns: []) : .box,
                {
                    $0.breakBefore = .page
                    $0.background = .black
                    if kind == "table" { $0.width = .length(.percent(100)) }
                    if kind == "columns" { $0.columnCount = 2 }
                    if kind == "root" { $0.isFlowRoot = true }
                }
            ) { writer in
                if kind == "table" { writer.row(["a", "b"]) } else { writer.p("a b") }
            }
        }
        #expect(paged.pages.count == 2)
        #expect(
            paged.pages[1].content.blocks.filter { $0.drawsBackground && $0.block != .root }.map(\.frame.width) == [180]
        )
    }

    @Test("Flow roots on pages of two widths are laid out a few times, not again and again")
    func flowRootsOnAlternatingPages() {
        let paged = PageRuleTests.paged(Self.leftAndRight) { writer in
            for _ in 0..<400 { writer.block(.box, { $0.isFlowRoot = true }) { $0.text(Self.words(6)) } }
        }
        #expect(paged.pages.map(\.lines.count).reduce(0, +) > 400)
        #expect(paged.layout.work.paragraphsBroken < 400 * 4)
    }

    @Test func orphansAndWidowsHoldInTheNewWidth() {
        // Eight lines, then a paragraph of four: two and two. On the next page the last two are one, a widow.
        let paged = PageRuleTests.paged(Self.first) { writer in
            for _ in 0..<8 { writer.p("x") }
            writer.p(Self.words(8))
        }
        #expect(paged.pages.map(\.lines.count) == [8, 2])
    }

    @Test func namedPages() {
        let rules = [
            Self.first[0], PageRuleTests.rule(name: "wide") { $0.size = .fixed(Size(width: 400, height: 120)) },
        ]
        let paged = PageRuleTests.paged(rules) { writer in
            writer.p(Self.words(4))
            writer.block(.box, { $0.pageName = "wide" }) { $0.block { $0.text(Self.words(8)) } }
            writer.p(Self.words(4))
        }
        #expect(paged.pages.map(\.lines.count) == [1, 1, 1])
        #expect(paged.pages.map { Self.widths($0)[0] } == [177, 357, 177])
    }

    @Test func longDocumentsAreLaidOutOnceOrTwice() {
        let paged = PageRuleTests.paged(Self.leftAndRight) { writer in
            for _ in 0..<2_000 { writer.p(Self.words(6)) }
        }
        #expect(paged.pages.count > 200)
        #expect(paged.layout.work.paragraphsBroken < 3 * 2_000)
    }

    @Test("One paragraph on many pages of two widths costs as much as its pages")
    func aLongParagraph() {
        func paged(_ count: Int) -> PagedLayout {
            PageRuleTests.paged(Self.leftAndRight) { $0.p(Self.words(count)) }
        }
        let pages = paged(2_000).pages
        #expect(pages.count > 50)
        for page in pages.dropLast() {
            #expect(Self.widths(page) == Array(repeating: page.isLeft ? 87 : 177, count: 10))
        }
        #expect(pages.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.range.count } } >= 2_000 * 7 - 1)
        #expect(Growth.atEightTimes(2_000) { _ = paged($0).pageCount } < Growth.linear)
    }

    @Test("Lines that pages below cut off go on where they did: styles, boxes and edges are theirs")
    func aLongParagraphOfSeveralStyles() {
        let paged = PageRuleTests.paged(Self.first) { writer in
            var larger = TestDocument.textStyle
            larger.shaping.fontSize = 14
            let style = writer.builder.intern(larger)
            for index in 0..<40 {
                writer.builder.append(Self.words(3) + " ", style: writer.style)
                if index % 3 == 0 { writer.builder.append("xx ", style: style) }
            }
            writer.text("x")
        }
        let lines = paged.pages.flatMap(\.lines)
        #expect(lines.map(\.range.lowerBound).dropFirst() == lines.map(\.range.upperBound).dropLast())
        for page in paged.pages {
            for line in page.lines {
                #expect(line.frame.maxX <= page.contentRect.maxX + 0.02)
                #expect(line.frame.maxY <= page.contentRect.maxY + 0.01)
            }
        }
    }

    @Test("A box on a page narrower than its edges is as wide as they are (CSS 2 §10.3.3)")
    func noBoxIsNarrowerThanItsEdges() {
        let rules = [
            PageRuleTests.rule { $0.size = .fixed(Size(width: 600, height: 120)) },
            PageRuleTests.rule(.left) { $0.margin.right = .length(.px(560)) },
        ]
        let paged = PageRuleTests.paged(rules) { writer in
            writer.block(
                .box,
                {
                    $0.setPadding(60)
                    $0.background = .black
                }
            ) { for _ in 0..<30 { $0.p("x") } }
        }
        #expect(paged.pages.count > 2)
        for page in paged.pages {
            for block in page.content.blocks where block.drawsBackground && block.block != .root {
                #expect(block.frame.width >= 120)
            }
        }
    }

    @Test(arguments: 0..<30) func noLineIsLostOrTooWide(seed: UInt64) {
        var text = RandomDocument.make(seed: seed)
        text.styleResources.pages = Self.leftAndRight
        let paged = TestDocument.layout(text, width: 280).paginated(
            PageSetup(paper: PaginationTests.paper, margins: 10))
        var found: [Int: [Int]] = [:]
        for page in paged.pages {
            for line in page.lines where !line.isRepeated {
                found[line.paragraph, default: []].append(line.lineInParagraph)
            }
        }
        var wanted: [Int: [Int]] = [:]
        for line in paged.layout.lines { wanted[line.paragraph, default: []].append(line.lineInParagraph) }
        #expect(found.mapValues { $0.sorted() } == wanted)
    }
}
