import GalleyLayout
import GalleyParagraph
import GalleyTestSupport
import GalleyText
import Testing

/// What is updated step by step is what a fresh layout gives.
@Suite struct IncrementalLayoutTests {
    @Test(arguments: 0..<16)
    func arrivalsInAnyOrder(seed: Int) {
        let text = RandomDocument.make(seed: UInt64(1_000 + seed))
        var random = SeededGenerator(seed: UInt64(seed))
        var layout = TestDocument.layout(text, width: 220)
        for id in text.attachments.indices.shuffled(using: &random) {
            let state: AttachmentState =
                Bool.random(using: &random)
                ? .loaded(naturalSize: Size(width: Double(id % 7) * 30, height: Double(id % 5) * 20 + 1)) : .failed
            let change = layout.update([AttachmentID(id): state])
            #expect(change.newHeight == layout.size.height)
            #expect(change.paragraphs.count <= 1)
        }
        expectSame(layout, as: TestDocument.layout(text, width: 220, attachments: layout.attachmentStates))
    }

    @Test(arguments: 0..<10)
    func relayoutIsFreshLayout(seed: Int) {
        let text = RandomDocument.make(seed: UInt64(2_000 + seed))
        var layout = TestDocument.layout(text, width: 300)
        for width in [80.0, 500, 220, .infinity, 0, 300] {
            layout = layout.relayout(width: width)
            #expect(layout.work.itemsShaped == 0)
            expectSame(layout, as: TestDocument.layout(text, width: width))
        }
    }

    @Test func theSameWidthBreaksNothing() {
        let layout = TestDocument.layout(RandomDocument.make(seed: 1))
        let again = layout.relayout(width: layout.width)
        #expect(layout.work.paragraphsBroken > 0 && again.work.paragraphsBroken == 0)
    }

    @Test(arguments: 0..<12)
    func editsOfAnyKind(seed: Int) {
        let storage = TextStorage(RandomDocument.make(seed: UInt64(3_000 + seed)))
        var random = SeededGenerator(seed: UInt64(seed))
        let manager = TextLayoutManager(storage, container: TextContainer(width: 240), fonts: TestDocument.fonts)
        for _ in 0..<12 {
            let count = storage.text.count
            let start = Int.random(in: 0..<count, using: &random)
            let end = min(count, start + Int.random(in: 0...30, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: storage.replaceSubrange(start..<end, with: "")
            case 1: storage.replaceSubrange(start..<start, with: "new\ntext and more")
            case 2: storage.undo()
            default: storage.replaceSubrange(start..<end, with: "w")
            }
        }
        expectSame(manager.layout, as: TestDocument.layout(storage.text, width: 240))
    }

    /// Lines of each paragraph cover its text; boxes of the flow stand inside their parents' left and right edges.
    @Test(arguments: 0..<20)
    func linesCoverTheText(seed: Int) {
        let text = RandomDocument.make(seed: UInt64(4_000 + seed))
        let layout = TestDocument.layout(text, width: 260)
        var next = 0
        for line in layout.lines {
            let paragraph = text.paragraphs[line.paragraph]
            if line.lineInParagraph == 0 {
                // Paragraphs without lines have no text but floats.
                next = paragraph.range.lowerBound
            }
            #expect(line.range.lowerBound == next)
            next = line.range.upperBound
            #expect(line.frame.height >= 0 && line.frame.width.isFinite && line.frame.y.isFinite)
        }
        for (index, fragment) in layout.fragments.enumerated() {
            #expect(fragment.frame.width >= 0 && fragment.frame.height >= 0, "\(fragment)")
            #expect(index + fragment.subtreeCount < layout.fragments.count)
        }
    }

    @Test func hitsAnswerWhatIsThere() throws {
        let text = TestDocument.make { writer in
            writer.p("first", margin: 10)
            writer.builder.openSpan(link: Link(url: "u"))
            writer.builder.append("link", style: writer.style)
            writer.builder.closeSpan()
            writer.builder.append(" rest", style: writer.style)
            writer.builder.endParagraph(style: writer.paragraph, strut: writer.style)
        }
        let layout = TestDocument.layout(text)
        #expect(layout.lines.map(\.frame.y) == [10, 30])
        #expect(layout.position(at: Point(x: 1, y: 12))?.offset == 0)
        #expect(layout.position(at: Point(x: 500, y: 0))?.offset == 5)
        #expect(layout.position(at: Point(x: 7, y: 35))?.offset == 8)
        #expect(layout.link(at: Point(x: 8, y: 35))?.url == "u")
        #expect(layout.link(at: Point(x: 40, y: 35)) == nil)
        #expect(layout.link(at: Point(x: 200, y: 35)) == nil)
        #expect(layout.rects(for: 0..<6).map(\.y) == [10])
        #expect(layout.caretRects(at: TextPosition(offset: 6)).map(\.origin) == [Point(x: 0, y: 30)])
        #expect(layout.block(at: Point(x: 3, y: 15)) == BlockID(1))
    }
}
