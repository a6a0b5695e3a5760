import GalleyLayout
import GalleyText
import Testing

@Suite struct TextLayoutManagerTests {
    /// A thousand paragraphs, three of which hold an image.
    static func thousand(urls: [String] = ["a", "b", "c"]) -> AttributedText {
        TestDocument.make { writer in
            for index in 0..<1_000 {
                switch index {
                case 100: writer.block { $0.image(urls[0], before: "some ", after: " text") }
                case 500: writer.block { $0.image(urls[1], before: "some ", after: " text") }
                case 900: writer.block { $0.image(urls[2], before: "some ", after: " text") }
                default: writer.p("paragraph number \(index) with some words", margin: 10)
                }
            }
        }
    }

    @Test func linesAreCompleteBeforeAnyByte() async {
        let loader = GatedLoader()
        let text = Self.thousand()
        let manager = TextLayoutManager(text, fonts: TestDocument.fonts, width: 200, loader: loader)
        let lines = manager.lines
        #expect(lines.count >= 1_000)
        #expect(lines.first?.range.lowerBound == 0)
        #expect(lines.last?.range.upperBound == text.count - 1)
        #expect(manager.layout.attachments.allSatisfy { $0.state == .awaited })
        manager.cancelLoading()
    }

    @Test func oneImageBreaksOneParagraphAgain() async throws {
        let loader = GatedLoader()
        let text = Self.thousand()
        let manager = TextLayoutManager(text, fonts: TestDocument.fonts, width: 200, loader: loader)
        let before = manager.layout
        await loader.waitForLoads(3)
        loader.release("b", width: 40, height: 30)
        var changes = manager.changes.makeAsyncIterator()
        let change = try #require(await changes.next())
        let after = manager.layout

        #expect(change.work.itemsShaped == 0)
        #expect(change.work.paragraphsBroken == 1)
        #expect(change.work.blocksPlaced == 0)
        #expect(change.attachments == [AttachmentID(1)])
        #expect(change.paragraphs.map(\.paragraph) == [500])
        let image = try #require(after.attachments.first { $0.attachment == AttachmentID(1) })
        #expect(image.contentRect.size == Size(width: 40, height: 30))
        #expect(change.rects.contains(image.frame))
        // 16 px stood there, on a baseline 2 px above the line's bottom; now 30.
        #expect(change.newHeight - change.oldHeight == 14)
        #expect(change.moved?.deltaY == 14)
        #expect(after.size.height == before.size.height + 14)
        #expect(after.lines[0].frame == before.lines[0].frame)
        let last = before.lines.count - 1
        #expect(after.lines[last].frame.y == before.lines[last].frame.y + 14)
        expectSame(after, as: TestDocument.layout(text, width: 200, attachments: after.attachmentStates))
        manager.cancelLoading()
    }

    @Test func equalURLsLoadOnce() async throws {
        let loader = GatedLoader()
        let manager = TextLayoutManager(
            Self.thousand(urls: ["a", "b", "a"]), fonts: TestDocument.fonts, width: 200, loader: loader)
        loader.release("a", width: 10, height: 10)
        loader.release("b", width: 10, height: 10)
        await manager.waitForAttachments()
        #expect(loader.loads.sorted() == ["a", "b"])
        #expect(manager.work.loads == 2)
        #expect(manager.layout.attachments.map(\.contentRect.size.width) == [10, 10, 10])
        #expect(manager.loadedAttachment(AttachmentID(2))?.bytes == [1])
        var count = 0
        for await change in manager.changes { count += change.attachments.count }
        #expect(count == 3)
    }

    @Test(arguments: [true, false])
    func aCancelledLoadNeverCallsBack(honoursCancellation: Bool) async throws {
        let loader = GatedLoader(honoursCancellation: honoursCancellation)
        let manager = TextLayoutManager(Self.thousand(), fonts: TestDocument.fonts, width: 200, loader: loader)
        await loader.waitForLoads(3)
        manager.cancelLoading(of: AttachmentID(0))
        loader.release("a", width: 10, height: 10)
        loader.release("b", width: 20, height: 20)
        var changes = manager.changes.makeAsyncIterator()
        let change = try #require(await changes.next())
        #expect(change.attachments == [AttachmentID(1)])
        manager.cancelLoading()
        loader.release("c", width: 10, height: 10)
        #expect(await changes.next() == nil)
        #expect(
            manager.layout.attachments.map(\.state) == [
                .awaited, .loaded(naturalSize: Size(width: 20, height: 20)), .awaited,
            ])
        #expect(manager.diagnostics.isEmpty)
    }

    @Test func aFailureLeavesTheAlternativeText() async {
        let loader = GatedLoader()
        let text = TestDocument.make { $0.image("missing", before: "x") }
        let manager = TextLayoutManager(text, fonts: TestDocument.fonts, width: 200, loader: loader)
        loader.fail("missing")
        await manager.waitForAttachments()
        let found = manager.layout.attachments[0]
        #expect(found.state == .failed)
        #expect(found.alternative?.text.string == "alt\n")
        #expect(found.contentRect.size == Size(width: 15, height: 10))
        #expect(manager.diagnostics.map(\.code) == ["missing-image"])
        #expect(manager.diagnostics.first?.message.contains("missing") == true)
    }

    @Test func declaredSizesBreakNothing() async throws {
        let loader = GatedLoader()
        let text = TestDocument.make { writer in
            writer.image("a") {
                $0.width = .length(.px(30))
                $0.height = .length(.px(20))
            }
        }
        let manager = TextLayoutManager(text, fonts: TestDocument.fonts, width: 200, loader: loader)
        let before = manager.layout.size
        loader.release("a", width: 300, height: 200)
        var changes = manager.changes.makeAsyncIterator()
        let change = try #require(await changes.next())
        #expect(change.work.paragraphsBroken == 0)
        #expect(change.rects == [Rect(x: 0, y: 0, width: 30, height: 20)])
        #expect(change.moved == nil)
        #expect(manager.layout.size == before)
    }

    @Test func textWithoutAttachmentsEndsItsChanges() async {
        let manager = TextLayoutManager(
            AttributedText("x"), fonts: TestDocument.fonts, width: 100, loader: GatedLoader())
        for await _ in manager.changes { Issue.record("nothing changes") }
    }

    @Test func widthsShapeNothing() {
        let manager = TextLayoutManager(Self.thousand(), fonts: TestDocument.fonts, width: 200)
        let shaped = manager.work.itemsShaped
        manager.setWidth(120)
        #expect(manager.work.itemsShaped == shaped)
        expectSame(manager.layout, as: TestDocument.layout(Self.thousand(), width: 120))
    }

    @Test func editsShapeWhatTheyTouch() async throws {
        let storage = TextStorage(Self.thousand())
        let manager = TextLayoutManager(
            storage, container: TextContainer(width: 200), fonts: TestDocument.fonts)
        let offset = storage.text.paragraphs[300].range.lowerBound
        storage.replaceSubrange(offset..<offset, with: "new words, and so many that one more line is needed ")
        var changes = manager.changes.makeAsyncIterator()
        let change = try #require(await changes.next())
        #expect(change.work.paragraphsBroken == 1)
        #expect(change.paragraphs.map(\.paragraph) == [300])
        expectSame(manager.layout, as: TestDocument.layout(storage.text, width: 200))

        storage.replaceSubrange(offset..<offset, with: "split\nhere")
        expectSame(manager.layout, as: TestDocument.layout(storage.text, width: 200))
        storage.undo()
        storage.undo()
        #expect(storage.text == Self.thousand())
        expectSame(manager.layout, as: TestDocument.layout(storage.text, width: 200))
    }

    @Test func oneStorageServesSeveralManagers() {
        let storage = TextStorage(AttributedText("aa bb cc", style: TestDocument.textStyle))
        let wide = TextLayoutManager(storage, container: TextContainer(width: 100), fonts: TestDocument.fonts)
        let narrow = TextLayoutManager(
            storage, container: TextContainer(size: Size(width: 12, height: 15)), fonts: TestDocument.fonts)
        #expect(wide.lines.count == 1 && narrow.lines.count == 3)
        #expect(narrow.overflowsContainer && !wide.overflowsContainer)
        storage.replaceSubrange(0..<3, with: "")
        #expect(wide.lines.count == 1 && narrow.lines.count == 2)
    }

    @Test func containersLimitLines() {
        let storage = TextStorage(AttributedText("aa bb cc dd\nee", style: TestDocument.textStyle))
        let manager = TextLayoutManager(
            storage, container: TextContainer(width: 27, maximumLines: 1), fonts: TestDocument.fonts)
        #expect(manager.lines.count == 1)
        #expect(manager.layout.paragraphFragments.last?.layout.isTruncated == true)
        #expect(manager.size.height == 10)
    }
}

/// Two layouts of one text agree in every line, box, marker and attachment.
func expectSame(
    _ left: DocumentLayout, as right: DocumentLayout, sourceLocation: SourceLocation = #_sourceLocation
) {
    func close(_ left: Rect, _ right: Rect) -> Bool {
        abs(left.x - right.x) < 1e-6 && abs(left.y - right.y) < 1e-6 && abs(left.width - right.width) < 1e-6
            && abs(left.height - right.height) < 1e-6
    }
    #expect(abs(left.size.height - right.size.height) < 1e-6, sourceLocation: sourceLocation)
    #expect(left.lines.count == right.lines.count, sourceLocation: sourceLocation)
    for (a, b) in zip(left.lines, right.lines)
    where a.range != b.range || !close(a.frame, b.frame) || a.paragraph != b.paragraph {
        Issue.record("line \(a) is not \(b)", sourceLocation: sourceLocation)
        return
    }
    for (a, b) in zip(left.fragments, right.fragments)
    where a.block != b.block || !close(a.frame, b.frame) || a.subtreeCount != b.subtreeCount {
        Issue.record("box \(a) is not \(b)", sourceLocation: sourceLocation)
        return
    }
    #expect(left.markers.count == right.markers.count, sourceLocation: sourceLocation)
    for (a, b) in zip(left.markers, right.markers) where !close(a.frame, b.frame) {
        Issue.record("marker \(a.frame) is not \(b.frame)", sourceLocation: sourceLocation)
        return
    }
    for (a, b) in zip(left.attachments, right.attachments) where !close(a.frame, b.frame) || a.state != b.state {
        Issue.record("attachment \(a.frame) is not \(b.frame)", sourceLocation: sourceLocation)
        return
    }
}
