import GalleyLayout
import GalleyParagraph
import GalleyTestSupport
import GalleyText
import Testing

/// However few paragraphs are kept shaped, the layout is the same.
@Suite struct ShapedTextBudgetTests {
    /// Nothing but paragraphs with objects; some of the paragraphs.
    static let budgets = [0, 9_000]

    static func options(_ budget: Int, _ change: (inout LayoutOptions) -> Void = { _ in }) -> LayoutOptions {
        var options = LayoutOptions()
        options.shapedTextBudget = budget
        change(&options)
        return options
    }

    static func loaded(_ text: AttributedText) -> [AttachmentID: AttachmentState] {
        Dictionary(
            uniqueKeysWithValues: text.attachments.indices.map {
                (AttachmentID($0), $0 % 3 == 0 ? .failed : .loaded(naturalSize: Size(width: 90, height: 70)))
            })
    }

    @Test(arguments: 0..<8, budgets)
    func aCanvas(seed: Int, budget: Int) {
        let text = RandomDocument.make(seed: UInt64(5_000 + seed))
        let states = Self.loaded(text)
        for width in [60.0, 240, .infinity] {
            let small = TestDocument.layout(text, width: width, options: Self.options(budget), attachments: states)
            expectSame(small, as: TestDocument.layout(text, width: width, attachments: states))
        }
    }

    @Test(arguments: 0..<8, budgets)
    func pages(seed: Int, budget: Int) {
        let text = RandomDocument.make(seed: UInt64(6_000 + seed))
        let setup = PageSetup(paper: .custom(width: 250, height: 150), margins: 12)
        let states = Self.loaded(text)
        let whole = TestDocument.layout(text, attachments: states).paginated(setup)
        let small = PagedLayout(
            text, fonts: TestDocument.fonts, setup: setup, options: Self.options(budget), attachments: states)
        #expect(small.pages.map(\.documentRange) == whole.pages.map(\.documentRange))
        for (page, other) in zip(small.pages, whole.pages) { expectSame(page.content, as: other.content) }
        // A page alone is the page among others.
        let last = small.pages.count - 1
        expectSame(small.pages[last].content, as: whole.pages[last].content)
        expectSame(small.layout, as: whole.layout)
    }

    @Test(arguments: 0..<4, budgets)
    func fewLinesAndExclusions(seed: Int, budget: Int) {
        let text = RandomDocument.make(seed: UInt64(7_000 + seed))
        let change: (inout LayoutOptions) -> Void = { options in
            options.maximumLines = 7
            options.exclusions = [.rectangle(Rect(x: 40, y: 10, width: 60, height: 90))]
        }
        let small = TestDocument.layout(text, width: 200, options: Self.options(budget, change))
        expectSame(
            small, as: TestDocument.layout(text, width: 200, options: Self.options(.max, change)))
    }

    @Test(arguments: 0..<5, budgets)
    func relayoutsAndArrivals(seed: Int, budget: Int) {
        let text = RandomDocument.make(seed: UInt64(8_000 + seed))
        var layout = TestDocument.layout(text, width: 300, options: Self.options(budget))
        for width in [80.0, 500, 300] {
            layout = layout.relayout(width: width)
            expectSame(layout, as: TestDocument.layout(text, width: width))
        }
        for id in text.attachments.indices {
            _ = layout.update([AttachmentID(id): .loaded(naturalSize: Size(width: 50, height: Double(id % 5) * 20 + 1))]
            )
        }
        expectSame(layout, as: TestDocument.layout(text, width: 300, attachments: layout.attachmentStates))
    }

    @Test(arguments: 0..<5, budgets)
    func edits(seed: Int, budget: Int) {
        let storage = TextStorage(RandomDocument.make(seed: UInt64(9_000 + seed)))
        var random = SeededGenerator(seed: UInt64(seed))
        let manager = TextLayoutManager(
            storage, container: TextContainer(width: 240), fonts: TestDocument.fonts, options: Self.options(budget))
        for _ in 0..<8 {
            let count = storage.text.count
            let start = Int.random(in: 0..<count, using: &random)
            let end = min(count, start + Int.random(in: 0...30, using: &random))
            storage.replaceSubrange(start..<end, with: Bool.random(using: &random) ? "new\ntext and more" : "")
        }
        expectSame(manager.layout, as: TestDocument.layout(storage.text, width: 240))
    }

    /// Places in the text are found by lines that are made again.
    @Test func questions() {
        let text = TestDocument.make { writer in for _ in 0..<9 { writer.p("aaaa bbbb cccc dddd eeee") } }
        let small = TestDocument.layout(text, width: 70, options: Self.options(0))
        let whole = TestDocument.layout(text, width: 70)
        for offset in stride(from: 0, to: text.count, by: 3) {
            let position = TextPosition(offset: offset)
            #expect(small.caretRects(at: position) == whole.caretRects(at: position))
            #expect(small.point(ofOffset: offset) == whole.point(ofOffset: offset))
        }
        #expect(small.rects(for: 20..<140) == whole.rects(for: 20..<140))
        let point = Point(x: 20, y: 115)
        #expect(small.position(at: point) == whole.position(at: point) && small.position(at: point) != nil)
        #expect(Array(small.lines) == small.lines.indices.map { small.lines[$0] })
    }

    /// What is beyond the budget is shaped once more for each layout, and the rest is not.
    @Test func whatIsShapedAgain() {
        let text = TestDocument.make { writer in for _ in 0..<40 { writer.p("aaaa bbbb cccc dddd eeee") } }
        let items = [0, 25_000, .max].map { budget in
            TestDocument.layout(text, options: Self.options(budget)).relayout(width: 100).work.itemsShaped
        }
        #expect(items[0] == 40 && items[2] == 0)
        #expect((1..<40).contains(items[1]))
    }

    @Test("What is known of cells when they are shaped is not shaped for again, nor are lines that have room")
    func whatIsShapedAgainInTables() {
        func items(_ width: Double, _ cell: String) -> Int {
            let text = TestDocument.make { writer in
                writer.block(.table(columns: []), { _ in }) { table in for _ in 0..<20 { table.row(["a", cell]) } }
            }
            return TestDocument.layout(text, options: Self.options(0)).relayout(width: width).work.itemsShaped
        }
        #expect(items(200, "bbb bbb") == 0)
        // The second cell of each row has two lines.
        #expect(items(30, "bbb bbb") == 20)
    }

    @Test func charactersWithoutGlyphs() {
        let text = TestDocument.make { writer in
            writer.p("aaaa")
            writer.p("b\u{4E02}b\u{4E01}")
        }
        let small = TestDocument.layout(text, options: Self.options(0))
        #expect(small.uncoveredText == TestDocument.layout(text).uncoveredText)
        #expect(small.uncoveredText.map(\.text) == ["\u{4E02}", "\u{4E01}"])
    }

    /// Many paragraphs are cut into pages some at a time: where the pages end does not depend on it.
    @Test(arguments: [0, 1, 2, 3, 4, 5, 17, 22])
    func someAtATime(seed: Int) {
        let text = RandomDocument.make(seed: UInt64(10_000 + seed), blocks: 60)
        let states = Self.loaded(text)
        for height in [70.0, 140] {
            let setup = PageSetup(paper: .custom(width: 250, height: height), margins: 12)
            let pages = [0, .max].map { count in
                PagedLayout(
                    text, fonts: TestDocument.fonts, setup: setup,
                    options: Self.options(.max) { $0.windowedParagraphs = count }, attachments: states)
            }
            #expect(pages[1].pageCount > 4)
            let ranges = pages.map { $0.pages.map(\.documentRange) }
            #expect(ranges[0] == ranges[1])
            guard ranges[0] == ranges[1] else { continue }
            for (page, other) in zip(pages[0].pages, pages[1].pages) { expectSame(page.content, as: other.content) }
        }
    }
}

/// What stands on two surfaces, glyph by glyph.
private func expectSame(
    _ content: LayoutContent, as other: LayoutContent, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(content.lines == other.lines, sourceLocation: sourceLocation)
    #expect(content.blocks == other.blocks, sourceLocation: sourceLocation)
    #expect(content.tableBorders == other.tableBorders, sourceLocation: sourceLocation)
    #expect(content.markers.map(\.frame) == other.markers.map(\.frame), sourceLocation: sourceLocation)
    #expect(content.attachments.map(\.frame) == other.attachments.map(\.frame), sourceLocation: sourceLocation)
    #expect(content.paragraphs.count == other.paragraphs.count, sourceLocation: sourceLocation)
    for (fragment, wanted) in zip(content.paragraphs, other.paragraphs) {
        #expect(fragment.origin == wanted.origin && fragment.lines == wanted.lines, sourceLocation: sourceLocation)
        guard fragment.paragraph == wanted.paragraph, fragment.lines == wanted.lines else { return }
        for line in fragment.lines {
            let runs = fragment.layout.lines[line].runs.map { $0.withGlyphs { glyphs, _ in Array(glyphs) } }
            let others = wanted.layout.lines[line].runs.map { $0.withGlyphs { glyphs, _ in Array(glyphs) } }
            #expect(runs == others, sourceLocation: sourceLocation)
        }
    }
}
