import GalleyLayout
import GalleyParagraph
import GalleyText
import Testing

/// CSS Multi-column 1. A line is 10 high, a letter 6 wide, a space 3.
@Suite struct ColumnTests {
    /// A document of one container of columns, 300 px wide.
    static func columns(
        _ count: Int = 3, width: Double = 300, _ change: (inout BlockStyle) -> Void = { _ in },
        _ content: (inout Writer) -> Void
    ) -> DocumentLayout {
        let text = TestDocument.make { writer in
            writer.block(
                .box,
                {
                    $0.columnCount = count
                    $0.columnGap = .zero
                    change(&$0)
                }, content)
        }
        return TestDocument.layout(text, width: width)
    }

    /// The lines of each column, from left to right and top to bottom.
    static func texts(_ layout: DocumentLayout) -> [Double: [String]] {
        var columns: [Double: [LineFragment]] = [:]
        for line in layout.lines { columns[line.frame.x, default: []].append(line) }
        return columns.mapValues { lines in lines.sorted { $0.frame.y < $1.frame.y }.map { layout.text[$0.range] } }
    }

    @Test func columnsAreBalanced() {
        let layout = Self.columns { writer in for index in 0..<7 { writer.p("p\(index)") } }
        #expect(Self.texts(layout) == [0: ["p0", "p1", "p2"], 100: ["p3", "p4", "p5"], 200: ["p6"]])
        #expect(layout.size.height == 30)
        #expect(layout.lines.map(\.frame.y) == [0, 10, 20, 0, 10, 20, 0])
    }

    /// `column-width`, `column-count`, gap, and where the second column then begins (§3.4); 1em is 10 px.
    @Test(arguments: [
        (Double?.none, 3, Double?.some(0), 100.0), (nil, 2, 20, 160), (nil, 2, nil, 155), (120, 0, 0, 150),
        (80, 2, 0, 150), (400, 0, 0, 0), (140, 0, 20, 160), (0, 4, 0, 75),
    ])
    func usedWidths(_ columnWidth: Double?, _ count: Int, _ gap: Double?, _ second: Double) {
        let layout = Self.columns(
            count,
            {
                $0.columnWidth = columnWidth.map { .px($0) }
                $0.columnGap = gap.map { .px($0) }
            }
        ) { writer in for index in 0..<8 { writer.p("p\(index)") } }
        let found = Set(layout.lines.map(\.frame.x)).sorted()
        #expect(found.count > 1 ? found[1] == second : second == 0, "\(found)")
    }

    @Test func columnsAreFilledInAKnownHeight() {
        let layout = Self.columns(
            2,
            {
                $0.columnFill = .auto
                $0.height = .length(.px(35))
            }
        ) { writer in for index in 0..<8 { writer.p("p\(index)") } }
        // Three lines fit; the third column overflows to the side.
        #expect(Self.texts(layout) == [0: ["p0", "p1", "p2"], 150: ["p3", "p4", "p5"], 300: ["p6", "p7"]])
        #expect(layout.size.height == 35)
    }

    @Test func aBlockSpansAllColumns() {
        let layout = Self.columns(2) { writer in
            for index in 0..<4 { writer.p("a\(index)") }
            writer.block(
                .box,
                {
                    $0.spansColumns = true
                    $0.setMargins(top: 5, bottom: 7)
                }
            ) { $0.text(String(repeating: "wide ", count: 8)) }
            for index in 0..<3 { writer.p("b\(index)", margin: 3) }
        }
        let wide = layout.lines.filter { layout.text[$0.range].contains("wide") }
        #expect(wide.count == 1 && wide[0].frame.y == 25 && wide[0].frame.x == 0)
        #expect(layout.lines.prefix(4).map(\.frame.y) == [0, 10, 0, 10])
        // Its margin does not meet that of the columns below (§6): 20 + 5 + 10 + 7 + 3. One and two lines are lower than
        // two and one, as the margin before a column is cut off.
        #expect(layout.lines.suffix(3).map(\.frame.y) == [45, 42, 55])
        #expect(layout.lines.suffix(3).map(\.frame.x) == [0, 150, 150])
    }

    @Test func marginsOfSpanningBlocksMeet() {
        let layout = Self.columns(2) { writer in
            for text in ["a", "b"] {
                writer.block(
                    .box,
                    {
                        $0.spansColumns = true
                        $0.setMargins(top: 5, bottom: 7)
                    }
                ) { $0.text(text) }
            }
        }
        #expect(layout.lines.map(\.frame.y) == [5, 22])
        #expect(layout.size.height == 39)
    }

    @Test func breaksBetweenColumns() {
        let forced = Self.columns { writer in
            writer.p("a")
            writer.block(.box, { $0.breakBefore = .column }) { $0.text("b") }
            writer.block(.box, { $0.breakAfter = .column }) { $0.text("c") }
            writer.p("d")
        }
        #expect(Self.texts(forced) == [0: ["a"], 100: ["b", "c"], 200: ["d"]])
        // A page's break is none of a column's.
        let page = Self.columns(2) { writer in
            writer.p("a")
            writer.p("b")
            writer.block(.box, { $0.breakBefore = .page }) { $0.text("c") }
            writer.p("d")
        }
        #expect(Self.texts(page) == [0: ["a", "b"], 150: ["c", "d"]])
        for rule in [BlockStyle.BreakRule.avoid, .avoidColumn] {
            let avoided = Self.columns(2) { writer in
                writer.p("a")
                writer.block(.box, { $0.breakInside = rule }) { box in for text in ["b", "c", "d"] { box.p(text) } }
            }
            #expect(Self.texts(avoided) == [0: ["a"], 150: ["b", "c", "d"]])
        }
        let pageOnly = Self.columns(2) { writer in
            writer.p("a")
            writer.block(.box, { $0.breakInside = .avoidPage }) { box in for text in ["b", "c", "d"] { box.p(text) } }
        }
        #expect(Self.texts(pageOnly) == [0: ["a", "b"], 150: ["c", "d"]])
    }

    @Test("Columns in columns leave room for edges that each column has (CSS Fragmentation 3 §5.4.2)")
    func columnsInClonedEdges() {
        let layout = Self.columns(
            2,
            {
                $0.height = .length(.px(100))
                $0.columnFill = .auto
            }
        ) { writer in
            writer.p("a")
            writer.block(
                .box,
                {
                    $0.setPadding(10)
                    $0.clonesDecoration = true
                }
            ) { box in
                box.block(.box, { $0.columnCount = 1 }) { for index in 0..<17 { $0.p("c\(index)") } }
            }
        }
        // Of 100 px the first line and the edges take 30, then the edges 20.
        let columns = [0.0, 150].map { x in layout.lines.filter { ($0.frame.x - x).magnitude < 20 } }
        #expect(columns.map(\.count) == [8, 8])
        for line in columns[0].dropFirst() + columns[1] { #expect(line.frame.minY >= 10 && line.frame.maxY <= 90) }
    }

    @Test("Balanced columns have room for edges that are repeated around what is not cut")
    func balancedColumnsInClonedEdges() {
        let layout = Self.columns(3) { writer in
            for index in 0..<4 { writer.p("p\(index)") }
            writer.block(
                .box,
                {
                    $0.setPadding(10)
                    $0.clonesDecoration = true
                }
            ) { box in
                box.p("b")
                box.block(.box, { $0.columnCount = 1 }) { for index in 0..<9 { $0.p("c\(index)") } }
                box.p("z")
            }
        }
        #expect(layout.size.height == 110)
        let second = layout.lines.filter { $0.frame.x >= 100 && $0.frame.x < 200 }
        #expect(second.map(\.frame.y) == (1...9).map { Double($0) * 10 })
    }

    @Test("Balanced columns have room for a header that is repeated above what is not cut")
    func balancedTables() {
        let layout = Self.columns(3) { writer in
            writer.block(.table(columns: []), { _ in }) { table in
                table.block(.rowGroup(.header), { _ in }) { $0.row(["h"]) }
                for index in 0..<2 {
                    table.block(.row, role: .tableRow) { row in
                        row.cell { cell in
                            cell.image("image\(index)") { image in
                                image.width = .length(.px(20))
                                image.height = .length(.px(40))
                            }
                        }
                    }
                }
            }
        }
        for line in layout.content.lines { #expect(line.frame.maxY <= layout.size.height + 0.01) }
        #expect(layout.content.lines.count { layout.text[$0.range] == "h" } == 2)
    }

    @Test func widowsAndOrphansHold() {
        // Columns of 100 px hold two words of 42: five lines.
        let words = Array(repeating: "xxxxxxx", count: 10).joined(separator: " ")
        for (orphans, widows, expected) in [(1, 1, [3, 2]), (2, 2, [3, 2]), (4, 1, [4, 1]), (2, 4, [5])] {
            let layout = Self.columns(2, width: 200) { writer in
                writer.block(
                    .box,
                    {
                        $0.orphans = orphans
                        $0.widows = widows
                    }
                ) { $0.text(words) }
            }
            let counts = Dictionary(grouping: layout.lines.map(\.frame.x)) { $0 }.sorted { $0.key < $1.key }
            #expect(counts.map(\.value.count) == expected)
        }
    }

    @Test func headingsStayWithWhatFollows() {
        let layout = Self.columns(2) { writer in
            writer.p("a")
            writer.p("b")
            writer.block(.box, role: .heading(level: 2)) { $0.text("H") }
            writer.p("c")
            writer.p("d")
        }
        #expect(Self.texts(layout) == [0: ["a", "b"], 150: ["H", "c", "d"]])
    }

    @Test func boxesAreCutAndRulesDrawn() throws {
        let layout = Self.columns(
            2,
            {
                $0.columnGap = .px(20)
                $0.columnRule = BorderEdge(stroke: .solid, width: 4, color: .black)
                $0.setPadding(3)
            }
        ) { writer in
            writer.block(
                .box,
                {
                    $0.background = Color(rgb: 0xFF0000)
                    $0.height = .length(.px(90))
                }
            ) { $0.text("a") }
        }
        let parts = layout.fragments.filter(\.drawsBackground)
        #expect(
            parts.map(\.frame) == [
                Rect(x: 3, y: 3, width: 137, height: 45), Rect(x: 160, y: 3, width: 137, height: 45),
            ])
        #expect(parts.map(\.hasTopEdge) == [true, false] && parts.map(\.hasBottomEdge) == [false, true])
        let container = try #require(layout.fragments.first { !$0.columnRules.isEmpty })
        #expect(container.columnRules == [Rect(x: 148, y: 3, width: 4, height: 45)])
        #expect(container.frame == Rect(x: 0, y: 0, width: 300, height: 51))
    }

    @Test("Columns do not cut a box that its offsets put elsewhere (CSS Multi-column 1 §2)")
    func positionedBoxesInColumns() throws {
        let text = TestDocument.make { writer in
            for _ in 0..<20 { writer.p("x") }
            writer.block(.box, { $0.columnCount = 2 }) { columns in
                var fixed = BlockStyle()
                fixed.position = .fixed
                fixed.inset.top = .length(.px(5))
                fixed.background = .black
                columns.builder.append("a", style: columns.style)
                if columns.builder.openFlow(.positioned, root: fixed, style: columns.style) {
                    columns.p("xx")
                    columns.p("xx")
                    columns.builder.closeFlow()
                }
                columns.text("b")
            }
        }
        let content = TestDocument.layout(text).content
        let box = try #require(content.blocks.first { $0.drawsBackground && $0.block != .root })
        #expect(box.frame.y == 5 && box.frame.height == 20)
    }

    @Test func columnsNest() {
        let layout = Self.columns(2) { writer in
            writer.p("a")
            writer.block(
                .box,
                {
                    $0.columnCount = 3
                    $0.columnGap = .zero
                }
            ) { inner in for index in 0..<6 { inner.p("n\(index)") } }
            for index in 0..<3 { writer.p("b\(index)") }
        }
        #expect(
            Self.texts(layout) == [
                0: ["a", "n0", "n1"], 50: ["n2", "n3"], 100: ["n4", "n5"], 150: ["b0", "b1", "b2"],
            ])
        #expect(layout.size.height == 30)
    }

    @Test func rightToLeftColumnsBeginAtTheRight() {
        let layout = Self.columns(2, { $0.direction = .rightToLeft }) { writer in
            for index in 0..<4 { writer.p("p\(index)") }
        }
        #expect(layout.lines.map { $0.frame.x >= 150 } == [true, true, false, false])
    }

    @Test func floatsAndTablesStandInColumns() {
        let layout = Self.columns(2) { writer in
            writer.p("a")
            writer.block(.box) { box in
                box.addFloat(width: 30, height: 20, isRight: false)
                box.text("beside beside")
            }
            writer.block(.table(columns: [])) { table in for _ in 0..<4 { table.row(["r", "s"]) } }
        }
        #expect(layout.lines.first { layout.text[$0.range].contains("beside") }?.frame.x == 30)
        for line in layout.lines { #expect(line.frame.maxY <= layout.size.height + 0.01) }
        #expect(Set(layout.lines.map { $0.frame.x >= 150 }) == [true, false])
    }

    @Test func anInlineBoxHigherThanAColumnIsNotCut() throws {
        let text = TestDocument.make { writer in
            writer.block(
                .box,
                {
                    $0.columnCount = 2
                    $0.columnGap = .zero
                    $0.columnFill = .auto
                    $0.height = .length(.px(50))
                }
            ) { columns in
                var style = BlockStyle()
                style.isFlowRoot = true
                style.background = Color(rgb: 0x00FF00)
                style.width = .length(.px(40))
                style.height = .length(.px(80))
                if columns.builder.openFlow(.inlineBlock, root: style, style: columns.style) {
                    columns.empty()
                    columns.builder.closeFlow()
                }
                columns.text("")
                columns.block(.box, { $0.breakBefore = .column }) { $0.text("next") }
            }
        }
        let layout = TestDocument.layout(text, width: 300)
        let boxes = layout.fragments.filter(\.drawsBackground)
        #expect(boxes.count == 1)
        #expect(try #require(boxes.first).frame.height == 80)
        #expect(layout.lines.last?.frame.x == 150)
    }

    @Test func minimumAndMaximumWidths() {
        func width(_ change: @escaping (inout BlockStyle) -> Void) -> Double {
            let text = TestDocument.make { writer in
                writer.block(
                    .box,
                    {
                        $0.width = .maxContent
                        $0.columnGap = .px(10)
                        change(&$0)
                    }
                ) { $0.p("xxxxxxxxxx") }
            }
            return TestDocument.layout(text, width: 1_000).fragments[1].frame.width
        }
        #expect(width { $0.columnCount = 2 } == 130)
        #expect(width { $0.columnWidth = .px(80) } == 80)
        #expect(
            width {
                $0.columnCount = 3
                $0.columnWidth = .px(80)
            } == 260)
    }

    // MARK: Questions

    @Test func carets() throws {
        let layout = Self.columns(3) { writer in
            for index in 0..<5 { writer.p("word\(index) and more words of it") }
        }
        for line in layout.lines {
            let caret = try #require(layout.caretRects(at: TextPosition(offset: line.range.lowerBound)).first)
            #expect(abs(caret.x - line.frame.x) < 0.01 && abs(caret.y - line.frame.y) < 3)
            let middle = Point(x: line.frame.x + 4, y: line.frame.y + line.frame.height / 2)
            let found = try #require(layout.position(at: middle))
            #expect(line.range.contains(found.offset))
        }
    }

    // MARK: Properties

    @Test(arguments: 0..<24)
    func everyLineStandsInOneColumn(seed: Int) {
        let layout = Self.random(seed: seed)
        Self.checkColumns(layout)
        for width in [120.0, 500] { Self.checkColumns(layout.relayout(width: width)) }
    }

    @Test(arguments: 0..<12)
    func everyLineInColumnsStandsOnOnePage(seed: Int) {
        let layout = Self.random(seed: seed)
        for height in [80.0, 200, 500] {
            PaginationTests.checkPages(layout.paginated(on: .custom(width: 340, height: height), margins: 12))
        }
    }

    static func random(seed: Int) -> DocumentLayout {
        var text = RandomDocument.make(seed: UInt64(seed))
        var style = text.style(of: .root)
        style.columnCount = 1 + seed % 4
        style.columnGap = .px(8)
        text.setBlockStyle(style, of: .root)
        // Some blocks inside have columns too.
        for index in stride(from: 3 + seed % 5, to: text.blocks.count, by: 7) where text.blocks[index].kind == .box {
            var style = text.style(of: BlockID(index))
            if index % 2 == 0 { style.columnCount = 2 } else { style.spansColumns = true }
            text.setBlockStyle(style, of: BlockID(index))
        }
        return TestDocument.layout(
            text,
            attachments: Dictionary(
                uniqueKeysWithValues: text.attachments.indices.map {
                    (AttachmentID($0), .loaded(naturalSize: Size(width: 60, height: 30)))
                }))
    }

    /// Each line once, blocks counted right, each paragraph inside a fragment of its block or of one around it.
    static func checkColumns(_ layout: DocumentLayout, sourceLocation: SourceLocation = #_sourceLocation) {
        let content = layout.content
        var seen: [String: Int] = [:]
        for line in content.lines { seen["\(line.paragraph):\(line.lineInParagraph)", default: 0] += 1 }
        #expect(seen.values.allSatisfy { $0 == 1 }, sourceLocation: sourceLocation)
        #expect(seen.count == layout.lines.count, sourceLocation: sourceLocation)
        // The lines of the collection are those of the content.
        let known = Dictionary(
            content.lines.map { ("\($0.paragraph):\($0.lineInParagraph)", $0.frame) }, uniquingKeysWith: { $1 })
        for line in layout.lines {
            #expect(known["\(line.paragraph):\(line.lineInParagraph)"] == line.frame, sourceLocation: sourceLocation)
        }
        #expect(content.places.count == content.paragraphs.count, sourceLocation: sourceLocation)
        for (index, block) in content.blocks.enumerated() {
            #expect(index + block.subtreeCount < content.blocks.count, sourceLocation: sourceLocation)
        }
        for (place, fragment) in zip(content.places, content.paragraphs) {
            #expect(place.fragment < place.position, sourceLocation: sourceLocation)
            guard place.fragment >= 0 else { continue }
            let block = content.blocks[place.fragment].block
            #expect(
                content.text.blocks[block.index].paragraphs.contains(fragment.paragraph),
                sourceLocation: sourceLocation)
        }
        let images = content.attachments.map(\.attachment).sorted()
        #expect(images == layout.attachments.map(\.attachment).sorted(), sourceLocation: sourceLocation)
    }
}
