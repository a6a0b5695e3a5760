import GalleyLayout
import GalleyParagraph
import GalleyText
import Testing

/// Lines beside shapes, and text that flows through several containers. A letter is 6 px wide, a space 3, a line 10 high.
@Suite struct ExclusionTests {
    static let words = Array(repeating: "xxxx", count: 80).joined(separator: " ")

    static func layout(_ exclusions: [Exclusion], width: Double = 300, paragraphs: Int = 1) -> DocumentLayout {
        let text = TestDocument.make { writer in for _ in 0..<paragraphs { writer.p(words) } }
        var options = LayoutOptions()
        options.exclusions = exclusions
        return TestDocument.layout(text, width: width, options: options)
    }

    @Test func aRectangleAtASide() {
        let layout = Self.layout([.rectangle(Rect(x: 0, y: 20, width: 100, height: 25), margin: 5)])
        let beside = layout.lines.filter { $0.frame.maxY > 15 && $0.frame.minY < 50 }
        #expect(beside.count == 4 && beside.allSatisfy { $0.frame.x == 105 })
        #expect(layout.lines.filter { $0.frame.x == 0 }.count == layout.lines.count - 4)
    }

    @Test func theWiderSideIsTaken() {
        for (x, expected) in [(50.0, 120.0), (200, 0)] {
            let layout = Self.layout([.rectangle(Rect(x: x, y: 0, width: 70, height: 10))])
            #expect(layout.lines[0].frame.x == expected)
            #expect(layout.lines[0].frame.width <= 200)
        }
    }

    @Test func linesStandBelowWhatLeavesNoRoom() {
        let layout = Self.layout([.rectangle(Rect(x: 10, y: 5, width: 280, height: 50))])
        #expect(layout.lines[0].frame.y >= 55)
    }

    /// A triangle whose right side is slanted: no line crosses it, and each begins where it ends within the line's height.
    @Test func aTriangle() {
        let layout = Self.layout([
            .polygon([Point(x: 0, y: 0), Point(x: 200, y: 100), Point(x: 0, y: 100)])
        ])
        for line in layout.lines where line.frame.minY < 100 {
            #expect(abs(line.frame.x - min(200, line.frame.maxY * 2)) < 0.01)
        }
        #expect(layout.lines.contains { $0.frame.x == 0 && $0.frame.minY >= 100 })
    }

    @Test func exclusionsReachOverParagraphs() {
        let shape = Exclusion.rectangle(Rect(x: 0, y: 50, width: 80, height: 300))
        let layout = Self.layout([shape], paragraphs: 4)
        for line in layout.lines {
            let isBeside = line.frame.maxY > 50 && line.frame.minY < 350
            #expect(line.frame.x == (isBeside ? 80 : 0))
        }
        // Again at another place: the lines are made anew where the shape is, and the same as those of a new layout.
        var options = layout.options
        options.exclusions = [.rectangle(Rect(x: 0, y: 80, width: 80, height: 20))]
        let moved = layout.relayout(width: 300, options: options, attachments: [:])
        #expect(moved.lines.map(\.frame) == Self.layout(options.exclusions, paragraphs: 4).lines.map(\.frame))
    }

    /// No line touches a shape, whatever its outline; every line is there.
    @Test(arguments: 0..<12)
    func noLineTouchesAShape(seed: Int) {
        var shapes: [Exclusion] = []
        for index in 0..<3 {
            let corners = (0..<(3 + (seed + index) % 5)).map { corner in
                let angle = Double((corner * 137 + seed * 31 + index * 71) % 360)
                let radius = 20.0 + Double((corner * 53 + seed * 17) % 40)
                return Point(
                    x: 60 + Double(index) * 90 + radius * (angle / 180 - 1),
                    y: 60 + Double(index) * 70 + radius * ((angle * 7).truncatingRemainder(dividingBy: 360) / 180 - 1))
            }
            shapes.append(.polygon(corners, margin: Double(seed % 3)))
        }
        let layout = Self.layout(shapes, paragraphs: 2)
        for line in layout.lines {
            for shape in shapes {
                for y in stride(from: line.frame.minY + 0.1, to: line.frame.maxY, by: 1.1) {
                    for stretch in Self.scan(shape.corners, at: y) where line.frame.width > 0 {
                        #expect(
                            stretch.upperBound <= line.frame.minX + 0.02
                                || stretch.lowerBound >= line.frame.maxX - 0.02,
                            "\(line.frame) \(stretch)")
                    }
                }
            }
        }
        #expect(layout.lines.reduce(0) { $0 + $1.range.count } >= 2 * (Self.words.utf8.count - 80))
    }

    /// The stretches of a polygon at a height, by the plain definition.
    static func scan(_ corners: [Point], at y: Double) -> [ClosedRange<Double>] {
        var crossings: [Double] = []
        for (index, start) in corners.enumerated() {
            let end = corners[(index + 1) % corners.count]
            guard (start.y <= y) != (end.y <= y) else { continue }
            crossings.append(start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y))
        }
        crossings.sort()
        return stride(from: 0, to: crossings.count - 1, by: 2).map { crossings[$0]...crossings[$0 + 1] }
    }

    @Test func containersPassExclusionsOn() async {
        var container = TextContainer(size: Size(width: 300, height: 200))
        container.exclusions = [.rectangle(Rect(x: 0, y: 0, width: 50, height: 10))]
        let manager = TextLayoutManager(
            TextStorage(TestDocument.make { $0.p(Self.words) }), container: container, fonts: TestDocument.fonts)
        #expect(manager.lines[0].frame.x == 50 && manager.lines[1].frame.x == 0)
    }

    // MARK: Boxes

    enum BesideKind: CaseIterable { case table, flowRoot, clipped }

    /// What has a context of its own beside a shape at the left, 100 px wide.
    static func box(_ kind: BesideKind, _ shape: Rect, width: SizeValue = .auto, words: Int = 12) -> BlockFragment {
        let text = TestDocument.make { writer in
            writer.block(
                kind == .table ? .table(columns: []) : .box,
                {
                    $0.width = width
                    $0.isFlowRoot = kind == .flowRoot
                    $0.clipsOverflow = kind == .clipped
                }
            ) {
                let words = Array(repeating: "xxxx", count: words).joined(separator: " ")
                if kind == .table { $0.row([words]) } else { $0.p(words) }
            }
        }
        var options = LayoutOptions()
        options.exclusions = [.rectangle(shape)]
        let layout = TestDocument.layout(text, width: 300, options: options)
        return layout.content.blocks[1]
    }

    @Test(
        "Boxes with a context of their own stand beside shapes as beside floats (CSS 2 §9.5)",
        arguments: BesideKind.allCases)
    func boxesBesideShapes(kind: BesideKind) {
        // The shape begins at the top, and reaches further down than the box.
        #expect(Self.box(kind, Rect(x: 0, y: 0, width: 100, height: 400)).frame.origin == Point(x: 100, y: 0))
        // It begins below the top: the box is narrower all the way down.
        let low = Self.box(kind, Rect(x: 0, y: 15, width: 100, height: 400), words: 80)
        #expect(low.frame.origin == Point(x: 100, y: 0) && low.frame.width <= 200)
        // It is below the box, or the box below it.
        #expect(Self.box(kind, Rect(x: 0, y: 80, width: 100, height: 40)).frame.origin == .zero)
        #expect(
            Self.box(kind, Rect(x: 0, y: 0, width: 100, height: 40), width: .length(.percent(100))).frame.origin
                == Point(x: 0, y: 40))
    }

    @Test("A box that no place beside a shape is wide enough for stands below it")
    func boxesBelowShapes() {
        let fixed = SizeValue.length(.px(220))
        #expect(Self.box(.flowRoot, Rect(x: 0, y: 0, width: 100, height: 40), width: fixed).frame.y == 40)
        // The shape begins where the box is not over: its height is known when it is laid out.
        #expect(Self.box(.flowRoot, Rect(x: 0, y: 15, width: 100, height: 40), width: fixed).frame.y == 55)
    }

    @Test func floatsStandBesideShapes() {
        func place(_ shape: Rect, width: Double, isRight: Bool) -> Point {
            let text = TestDocument.make { writer in
                writer.addFloat(width: width, height: 30, isRight: isRight)
                writer.text(Self.words)
            }
            var options = LayoutOptions()
            options.exclusions = [.rectangle(shape)]
            let layout = TestDocument.layout(text, width: 300, options: options)
            let float = layout.content.blocks[1].frame
            for line in layout.lines {
                #expect(!line.frame.intersects(float) && !line.frame.intersects(shape), "\(line.frame)")
            }
            return float.origin
        }
        let left = Rect(x: 0, y: 0, width: 100, height: 40)
        let right = Rect(x: 250, y: 10, width: 50, height: 40)
        #expect(place(left, width: 50, isRight: false) == Point(x: 100, y: 0))
        #expect(place(left, width: 50, isRight: true) == Point(x: 250, y: 0))
        #expect(place(right, width: 50, isRight: true) == Point(x: 200, y: 0))
        #expect(place(left, width: 250, isRight: false) == Point(x: 0, y: 40))
    }

    @Test("Nothing touches a shape, whatever the blocks", arguments: 0..<12)
    func nothingTouchesAShape(seed: UInt64) {
        var options = LayoutOptions()
        let shape = Rect(x: Double(seed % 5) * 40, y: Double(seed * 37 % 300), width: 90, height: 200)
        options.exclusions = [.rectangle(shape)]
        let layout = TestDocument.layout(RandomDocument.make(seed: seed), width: 300, options: options)
        for line in layout.lines where line.frame.intersects(shape) {
            // One word can be wider than the room there is for it; what is styled to stand over its box does.
            let words = layout.text.utf8[line.range].dropLast()
            guard words.contains(0x20), !words.contains(0xEF), !Self.overflows(line, layout.text) else { continue }
            Issue.record("\(line.frame) \(shape)")
        }
        let plain = TestDocument.layout(RandomDocument.make(seed: seed), width: 300)
        #expect(layout.lines.reduce(0) { $0 + $1.range.count } == plain.lines.reduce(0) { $0 + $1.range.count })
    }

    /// Whether a box around a line has a height of its own or a negative margin, or is a part of a line.
    static func overflows(_ line: LineFragment, _ text: AttributedText) -> Bool {
        var next: BlockID? = text.paragraphs[line.paragraph].block
        while let block = next {
            if case .inlineBlock = text.flows[text.blocks[block.index].flow.index].kind { return true }
            let style = text.style(of: block)
            let margins = [style.margin.top, style.margin.bottom].compactMap { $0.length?.px }
            if style.height != .auto || margins.contains(where: { $0 < 0 }) { return true }
            next = text.blocks[block.index].parent
        }
        return false
    }

    @Test func pagesOfSeveralWidthsKeepShapes() {
        var text = TestDocument.make { writer in for _ in 0..<4 { writer.p(Self.words) } }
        text.styleResources.pages = PageWidthTests.leftAndRight
        var options = LayoutOptions()
        options.exclusions = [.rectangle(Rect(x: 0, y: 20, width: 40, height: 30))]
        let paged = TestDocument.layout(text, width: 180, options: options).paginated(
            PageSetup(paper: PaginationTests.paper, margins: 10))
        #expect(paged.pages[0].lines.map { $0.frame.x - 10 } == [0, 0, 40, 40, 40, 0, 0, 0, 0, 0])
        #expect(paged.pages[1].lines.allSatisfy { $0.frame.width <= 80 && $0.frame.x == 10 })
    }

    // MARK: Linked containers

    static func linked(_ containers: [TextContainer], paragraphs: Int = 6) -> LinkedLayout {
        LinkedLayout(
            TestDocument.make { writer in for _ in 0..<paragraphs { writer.p(words) } }, containers: containers,
            fonts: TestDocument.fonts)
    }

    @Test func textFlowsThroughContainers() throws {
        let sizes = [Size(width: 200, height: 105), Size(width: 120, height: 300), Size(width: 300, height: 2_000)]
        let linked = Self.linked(sizes.map { TextContainer(size: $0) })
        let contents = linked.contents
        #expect(contents.count == 3 && contents[0].lines.count == 10 && contents[1].lines.count == 30)
        #expect(!linked.overflows)
        for (content, size) in zip(contents, sizes) {
            for line in content.lines {
                #expect(line.frame.minY >= 0 && line.frame.maxY <= size.height + 0.01)
                #expect(line.frame.maxX <= size.width + 0.02)
            }
        }
        let all = contents.flatMap { $0.lines.map(\.range) }
        #expect(all == linked.layout.lines.map(\.range))
        let second = try #require(contents[1].lines.first)
        let place = try #require(linked.place(ofOffset: second.range.lowerBound))
        #expect(place.container == 1 && place.point == Point(x: 0, y: 0))
        let position = try #require(linked.position(at: Point(x: 1, y: 5), inContainer: 1))
        #expect(position.offset == second.range.lowerBound)
    }

    @Test func whatNoContainerHolds() {
        let linked = Self.linked([TextContainer(size: Size(width: 200, height: 50))])
        #expect(linked.overflows && linked.contents[0].lines.count == 5)
        let open = Self.linked([
            TextContainer(size: Size(width: 200, height: 50)), TextContainer(width: 100),
        ])
        #expect(!open.overflows)
    }

    @Test func containersHaveExclusionsOfTheirOwn() {
        var second = TextContainer(size: Size(width: 200, height: 1_000))
        second.exclusions = [.rectangle(Rect(x: 0, y: 20, width: 60, height: 10))]
        let contents = Self.linked([TextContainer(size: Size(width: 200, height: 50)), second]).contents
        #expect(contents[0].lines.allSatisfy { $0.frame.x == 0 })
        #expect(contents[1].lines.map { $0.frame.x }.prefix(4) == [0, 0, 60, 0])
    }
}
