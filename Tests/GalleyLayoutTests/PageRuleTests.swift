import GalleyLayout
import GalleyText
import Testing

/// `@page` and what belongs to it (CSS Paged Media 3). A page of 300 x 120 px with margins of 10 holds ten lines.
@Suite struct PageRuleTests {
    static func paged(
        _ rules: [PageRule], setup: PageSetup = PageSetup(paper: PaginationTests.paper, margins: 10),
        root: (inout BlockStyle) -> Void = { _ in }, _ build: (inout Writer) -> Void
    ) -> PagedLayout {
        var text = TestDocument.make(root: root, build)
        text.styleResources.pages = rules
        return TestDocument.layout(text, width: 280).paginated(setup)
    }

    static func rule(
        _ pseudoClasses: PageRule.PseudoClasses = [], name: String? = nil, _ change: (inout PageRule) -> Void
    ) -> PageRule {
        var rule = PageRule(name: name, pseudoClasses: pseudoClasses)
        change(&rule)
        return rule
    }

    static func box(_ position: PageMarginBox.Position, _ content: PageMarginBox.Content...) -> PageMarginBox {
        var box = PageMarginBox(position: position, content: content, text: TestDocument.textStyle)
        box.box.verticalAlignment = .middle
        return box
    }

    static func lines(_ count: Int) -> (inout Writer) -> Void {
        { writer in for index in 0..<count { writer.p("p\(index)") } }
    }

    static func texts(_ page: Page) -> [PageMarginBox.Position: String] {
        Dictionary(
            page.marginBoxes.map { ($0.position, $0.text[0..<$0.text.count - 1]) }, uniquingKeysWith: { $1 })
    }

    @Test func sizeAndMargins() {
        let rules = [
            Self.rule {
                $0.size = .fixed(Size(width: 200, height: 100))
                $0.margin = Edges(.length(.px(20)))
            },
            Self.rule(.first) { $0.margin.top = .length(.px(40)) },
            Self.rule(.left) {
                $0.margin.left = .length(.px(30))
                $0.margin.right = .length(.px(10))
            },
        ]
        let paged = Self.paged(rules, Self.lines(12))
        #expect(paged.pages.map(\.lines.count) == [4, 6, 2])
        #expect(paged.pages.map(\.contentRect.x) == [20, 30, 20])
        #expect(paged.pages.map(\.contentRect.y) == [40, 20, 20])
        #expect(paged.pages.map(\.isLeft) == [false, true, false])
        #expect(paged.layout.width == 160)
        // What the caller fixes stays.
        var setup = PageSetup(paper: PaginationTests.paper, margins: 10)
        setup.documentRules = []
        #expect(Self.paged(rules, setup: setup, Self.lines(12)).pages.map(\.lines.count) == [10, 2])
    }

    @Test func orientation() {
        let paged = Self.paged([Self.rule { $0.size = .portrait }], Self.lines(1))
        #expect(paged.pages[0].paper == PaperSize(width: 120, height: 300))
    }

    @Test func percentagesAndBorders() throws {
        let paged = Self.paged(
            [
                Self.rule {
                    $0.margin = Edges(.length(.percent(10)))
                    $0.padding = Edges(.px(4))
                    $0.border = Edges(BorderEdge(stroke: .solid, width: 2, color: .black))
                    $0.background = Color(rgb: 0xEEEEEE)
                }
            ], Self.lines(1))
        #expect(paged.pages[0].contentRect == Rect(x: 36, y: 18, width: 228, height: 84))
        let box = try #require(paged.pages[0].box)
        #expect(box.frame == Rect(x: 30, y: 12, width: 240, height: 96))
    }

    @Test func namedPages() {
        let rules = [
            Self.rule(name: "wide") {
                $0.size = .fixed(Size(width: 600, height: 120))
            }
        ]
        let paged = Self.paged(rules) { writer in
            writer.p("a")
            writer.block(.box, { $0.pageName = "wide" }) { box in
                box.p(Array(repeating: "xxxxxxx", count: 10).joined(separator: " "))
            }
            writer.p("b")
        }
        #expect(paged.pages.map(\.name) == [nil, "wide", nil])
        #expect(paged.pages.map(\.paper.width) == [300, 600, 300])
        // Twelve words fit into a line of the wide page, six into one of the others.
        #expect(paged.pages.map(\.lines.count) == [1, 1, 1])
    }

    @Test func leftRightAndBlankPages() {
        let rules = [Self.rule(.blank) { $0.marginBoxes = [Self.box(.topCenter, .text("blank"))] }]
        let paged = Self.paged(rules) { writer in
            writer.p("a")
            writer.block(.box, { $0.breakBefore = .right }) { $0.text("b") }
            writer.block(.box, { $0.breakBefore = .left }) { $0.text("c") }
        }
        #expect(paged.pages.map(\.isBlank) == [false, true, false, false])
        #expect(paged.pages.map(\.marginBoxes.count) == [0, 1, 0, 0])
        var setup = PageSetup(paper: PaginationTests.paper, margins: 10)
        setup.firstNumber = 2
        let other = Self.paged(rules, setup: setup) { writer in
            writer.p("a")
            writer.block(.box, { $0.breakBefore = .right }) { $0.text("b") }
        }
        #expect(other.pages.map(\.number) == [2, 3] && other.pages.map(\.isLeft) == [true, false])
        let rightToLeft = Self.paged([], root: { $0.direction = .rightToLeft }, Self.lines(11))
        #expect(rightToLeft.pages.map(\.isLeft) == [true, false])
    }

    @Test func countersAndNamedStrings() {
        let rules = [
            Self.rule {
                $0.marginBoxes = [
                    Self.box(.topCenter, .namedString("chapter")),
                    Self.box(.bottomCenter, .counter("page", .lowerRoman), .text("/"), .counter("pages", .decimal)),
                ]
            },
            Self.rule(.first) { $0.marginBoxes = [Self.box(.topCenter, .text("first"))] },
        ]
        var setup = PageSetup(paper: PaginationTests.paper, margins: 10)
        setup.firstNumber = 4
        let paged = Self.paged(rules, setup: setup) { writer in
            func chapter(_ title: String) {
                writer.block(
                    .box, role: .heading(level: 1),
                    { $0.namedStrings = [NamedString(name: "chapter", parts: [.text("Ch. "), .content])] }
                ) { $0.text(title) }
            }
            chapter("One")
            Self.lines(20)(&writer)
            chapter("Two")
            chapter("Three")
            Self.lines(15)(&writer)
        }
        #expect(
            paged.pages.map { Self.texts($0)[.topCenter] } == ["first", "Ch. One", "Ch. Two", "Ch. Three"])
        #expect(paged.pages.map { Self.texts($0)[.bottomCenter] } == ["iv/7", "v/7", "vi/7", "vii/7"])
        let some = paged.showing([5...5, 7...9])
        #expect(some.pages.map(\.number) == [5, 7] && some.pageCount == 4)
        #expect(some.pages.map { Self.texts($0)[.bottomCenter] } == ["v/7", "vii/7"])
    }

    /// Boxes along an edge: the middle one centred, the others beside it (§5.3.2).
    @Test func placesOfMarginBoxes() throws {
        let paged = Self.paged([
            Self.rule {
                $0.margin = Edges(.length(.px(30)))
                $0.marginBoxes = [
                    Self.box(.topLeft, .text("xx")), Self.box(.topRight, .text("xxxx")),
                    Self.box(.bottomLeft, .text("x")), Self.box(.bottomCenter, .text("xx")),
                    Self.box(.leftMiddle, .text("x")), Self.box(.topRightCorner, .text("x")),
                ]
            }
        ]) { $0.p("a") }
        var frames: [PageMarginBox.Position: Rect] = [:]
        for box in paged.pages[0].marginBoxes { frames[box.position] = box.frame }
        // Without a middle box the two share the edge as their texts do: 12 to 24.
        #expect(frames[.topLeft] == Rect(x: 30, y: 0, width: 80, height: 30))
        #expect(frames[.topRight] == Rect(x: 110, y: 0, width: 160, height: 30))
        // The middle one as its text to twice the wider side.
        #expect(frames[.bottomCenter] == Rect(x: 90, y: 90, width: 120, height: 30))
        #expect(frames[.bottomLeft] == Rect(x: 30, y: 90, width: 60, height: 30))
        #expect(frames[.leftMiddle] == Rect(x: 0, y: 30, width: 30, height: 60))
        #expect(frames[.topRightCorner] == Rect(x: 270, y: 0, width: 30, height: 30))
        let middle = try #require(paged.pages[0].marginBoxes.first { $0.position == .topLeft })
        #expect(middle.origin == Point(x: 30, y: 10))
    }

    // MARK: Tables

    static func table(rows: Int, header: Bool = true, footer: Bool = true) -> (inout Writer) -> Void {
        { writer in
            writer.block(.table(columns: [])) { table in
                if header { table.block(.rowGroup(.header)) { $0.row(["head"]) } }
                table.block(.rowGroup(.body)) { body in for index in 0..<rows { body.row(["r\(index)"]) } }
                if footer { table.block(.rowGroup(.footer)) { $0.row(["foot"]) } }
            }
        }
    }

    @Test func headersAndFootersAreRepeated() {
        let paged = Self.paged([]) { writer in
            writer.p("before")
            Self.table(rows: 17)(&writer)
        }
        let texts = PaginationTests.texts(paged)
        #expect(texts.map(\.count) == [10, 10, 4])
        #expect(texts[0].first == "before" && texts[0][1] == "head" && texts[0].last == "foot")
        #expect(Set(texts[1]).isSuperset(of: ["head", "foot"]) && Set(texts[2]).isSuperset(of: ["head", "foot"]))
        for page in paged.pages {
            let head = page.lines.first { paged.layout.text[$0.range] == "head" }
            let foot = page.lines.first { paged.layout.text[$0.range] == "foot" }
            for line in page.lines where paged.layout.text[line.range].hasPrefix("r") {
                #expect(line.frame.minY >= head?.frame.maxY ?? 0 && line.frame.maxY <= foot?.frame.minY ?? 0)
            }
        }
        PaginationTests.checkPages(paged)
        // The table's box holds them.
        let tables = paged.pages.map { page in
            page.content.blocks.filter { paged.layout.text.blocks[$0.block.index].kind == .table(columns: []) }
        }
        #expect(tables.map(\.count) == [1, 1, 1])
        #expect(tables[1][0].frame == Rect(x: 10, y: 10, width: tables[0][0].frame.width, height: 100))
    }

    @Test func groupsHigherThanAHalfAreNotRepeated() {
        let paged = Self.paged([]) { writer in
            writer.block(.table(columns: [])) { table in
                table.block(.rowGroup(.header)) { head in for _ in 0..<6 { head.row(["head"]) } }
                table.block(.rowGroup(.body)) { body in for index in 0..<10 { body.row(["r\(index)"]) } }
            }
        }
        #expect(paged.pages.map(\.lines.count) == [10, 6])
    }

    @Test func aHeaderIsNotAlone() {
        let paged = Self.paged([]) { writer in
            for _ in 0..<9 { writer.p("x") }
            Self.table(rows: 3, footer: false)(&writer)
        }
        #expect(PaginationTests.texts(paged).map(\.count) == [9, 4])
    }

    // MARK: Boxes

    @Test func aBoxHigherThanAPageStandsOnSeveral() {
        let paged = Self.paged([]) { writer in
            writer.block(
                .box,
                {
                    $0.height = .length(.px(250))
                    $0.background = Color(rgb: 0xFF0000)
                }
            ) { $0.text("a") }
            writer.p("b")
        }
        let heights = paged.pages.map { page in page.content.blocks.first(where: \.drawsBackground)?.frame.height }
        #expect(heights == [100, 100, 50])
        #expect(PaginationTests.texts(paged) == [["a"], [], ["b"]])
    }

    @Test func aBreakWhereAPageEndsAnywayMakesNoEmptyPage() {
        let paged = Self.paged([]) { writer in
            Self.lines(10)(&writer)
            writer.block(
                .box,
                {
                    $0.breakBefore = .page
                    $0.setMargins(top: 20, bottom: 0)
                }
            ) { $0.text("b") }
        }
        #expect(paged.pages.map(\.lines.count) == [10, 1])
        #expect(paged.pages[1].lines[0].frame.y == 30)
    }

    @Test func columnsEndWithThePage() {
        let paged = Self.paged([]) { writer in
            for _ in 0..<6 { writer.p("x") }
            writer.block(
                .box,
                {
                    $0.columnCount = 2
                    $0.columnGap = .zero
                }
            ) { box in for index in 0..<20 { box.p("c\(index)") } }
            writer.p("after")
        }
        // Four lines are left on the first page, so its columns take eight; twelve stay for the next.
        #expect(paged.pages.map(\.lines.count) == [14, 13])
        let second = paged.pages[1].lines
        #expect(second.prefix(12).map(\.frame.x) == Array(repeating: 10, count: 6) + Array(repeating: 150, count: 6))
        #expect(second.last?.frame.y == 70)
        PaginationTests.checkPages(paged)
    }

    @Test(
        "Breaks after one box and before the next are one break, margins between them or not",
        arguments: [
            (BlockStyle.BreakRule.right, BlockStyle.BreakRule.right, [false, true, false]),
            (.right, .page, [false, true, false]), (.page, .right, [false, true, false]),
            (.right, .left, [false, false]), (.page, .page, [false, false]),
        ])
    func breaksOnBothSides(after: BlockStyle.BreakRule, before: BlockStyle.BreakRule, isBlank: [Bool]) {
        for margin in [0.0, 12] {
            let paged = Self.paged([]) { writer in
                writer.block(.box, { $0.breakAfter = after }) { $0.text("a") }
                writer.block(
                    .box,
                    {
                        $0.breakBefore = before
                        $0.margin.top = .length(.px(margin))
                    }
                ) { $0.text("b") }
            }
            #expect(paged.pages.map(\.isBlank) == isBlank)
            // The margin after a break is kept.
            #expect(paged.pages.last?.lines.first?.frame.y == 10 + margin)
        }
    }
}
