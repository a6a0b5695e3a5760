import GalleyLayout
import GalleyText
import Testing

@Suite struct FlowTests {
    /// A paragraph "ab" with a flow between its letters.
    static func layout(
        _ kind: Flow.Kind, _ change: (inout BlockStyle) -> Void = { _ in }, content: String = "xxx y",
        width: Double = 300
    ) -> DocumentLayout {
        let text = TestDocument.make { writer in
            var style = BlockStyle()
            change(&style)
            writer.builder.append("a", style: writer.style)
            if writer.builder.openFlow(kind, root: style, style: writer.style) {
                writer.text(content)
                writer.builder.closeFlow()
            }
            writer.text("b")
        }
        return TestDocument.layout(text, width: width)
    }

    @Test func inlineBlocksStandInTheLine() {
        let layout = Self.layout(.inlineBlock, { $0.setPadding(2) })
        // a, then 2 + "xxx y" (27) + 2, then b.
        #expect(layout.fragments[1].frame == Rect(x: 6, y: 0, width: 31, height: 14))
        #expect(layout.lines.map(\.frame.x) == [0, 8])
        #expect(layout.lines[0].frame.width == 43)
        // Their last lines share a baseline.
        #expect(layout.lines[0].baseline == layout.lines[1].baseline)
    }

    @Test func inlineBlocksShrinkToFit() {
        let layout = Self.layout(.inlineBlock, width: 20)
        // 20 are there: "xxx" and "y" stand in two lines, as wide as what is there.
        #expect(layout.fragments[1].frame.width == 20)
        #expect(layout.fragments[1].frame.height == 20)
    }

    @Test func linesStandBesideFloats() {
        let left = Self.layout(.float, { $0.float = .left })
        #expect(left.fragments[1].frame == Rect(x: 0, y: 0, width: 27, height: 10))
        #expect(left.lines.map(\.frame.origin) == [Point(x: 27, y: 0), Point(x: 0, y: 0)])
        let right = Self.layout(
            .float,
            {
                $0.float = .right
                $0.margin.right = .length(.px(3))
            })
        #expect(right.fragments[1].frame == Rect(x: 270, y: 0, width: 27, height: 10))
        #expect(right.lines[0].frame.x == 0)
    }

    /// A float of this size before paragraphs of text.
    static func besideFloat(
        width: Double, height: Double, isRight: Bool = false, _ build: (inout Writer) -> Void
    ) -> DocumentLayout {
        TestDocument.layout(
            TestDocument.make { writer in
                writer.block(.box) { block in
                    block.addFloat(width: width, height: height, isRight: isRight)
                    block.empty()
                }
                build(&writer)
            }, width: 100)
    }

    @Test func textGoesOnBelowAFloat() {
        // Four words of 24 and their spaces; 40 px are free beside, then 100.
        let layout = Self.besideFloat(width: 60, height: 15) { $0.p("xxxx xxxx xxxx xxxx xxxx") }
        #expect(layout.lines.map(\.frame.x) == [60, 60, 0])
        #expect(layout.lines.map(\.frame.width) == [24, 24, 78])
        let right = Self.besideFloat(width: 60, height: 15, isRight: true) { $0.p("xxxx xxxx xxxx xxxx xxxx") }
        #expect(right.lines.map(\.frame.width) == [24, 24, 78])
        #expect(right.lines.map(\.frame.x) == [0, 0, 0])
    }

    @Test func aWordThatDoesNotFitBesideGoesBelow() {
        let layout = Self.besideFloat(width: 90, height: 15) { $0.p("xxxx") }
        #expect(layout.lines.map(\.frame.origin) == [Point(x: 0, y: 15)])
    }

    @Test func clearingBoxesStandBelow() {
        let layout = Self.besideFloat(width: 50, height: 40) { writer in
            writer.p("x")
            writer.block(
                .box,
                {
                    $0.clear = .left
                    $0.setMargins(top: 7, bottom: 0)
                }
            ) { $0.text("y") }
            writer.block(.box, { $0.clear = .right }) { $0.text("z") }
        }
        #expect(layout.lines.map(\.frame.y) == [0, 40, 50])
    }

    @Test func tablesAndFlowRootsStandBeside() {
        let layout = Self.besideFloat(width: 50, height: 30) { writer in
            writer.block(.table(columns: [])) { $0.row(["xx"]) }
            writer.block(.box, { $0.isFlowRoot = true }) { $0.text("yy") }
            writer.block(.table(columns: [])) { $0.row(["zzzzzzzzzzzz"]) }
        }
        #expect(layout.lines.map(\.frame.origin) == [Point(x: 50, y: 0), Point(x: 50, y: 10), Point(x: 0, y: 30)])
    }

    @Test func contextsHoldTheirFloats() {
        let text = TestDocument.make { writer in
            writer.block(.box, { $0.isFlowRoot = true }) { root in
                root.addFloat(width: 20, height: 30, isRight: false)
                root.empty()
            }
            writer.p("x")
        }
        let layout = TestDocument.layout(text)
        #expect(layout.fragments[1].frame.height == 30)
        #expect(layout.lines[0].frame.y == 30)
    }

    @Test func floatsStandSideBySideWhileTheyFit() {
        let text = TestDocument.make { writer in
            for isRight in [false, false, true, false] { writer.addFloat(width: 30, height: 10, isRight: isRight) }
            writer.empty()
        }
        let layout = TestDocument.layout(text, width: 100)
        #expect(
            layout.fragments.dropFirst().map(\.frame.origin) == [
                Point(x: 0, y: 0), Point(x: 30, y: 0), Point(x: 70, y: 0), Point(x: 0, y: 10),
            ])
    }

    @Test func inlineTablesStandOnTheirFirstRow() {
        let text = TestDocument.make { writer in
            writer.builder.append("a", style: writer.style)
            if writer.builder.openFlow(
                .inlineTable, root: BlockStyle(), blockKind: .table(columns: []), style: writer.style)
            {
                writer.row(["x"])
                writer.row(["y"])
                writer.builder.closeFlow()
            }
            writer.text("b")
        }
        let layout = TestDocument.layout(text)
        #expect(layout.lines.map(\.baseline) == [8, 8, 18])
        #expect(layout.lines.map(\.frame.x) == [0, 6, 6])
        #expect(layout.size.height == 20)
    }

    @Test func nestedFlowsAreAllPlaced() {
        var writer = Writer(rootStyle: BlockStyle())
        var depth = 0
        while writer.builder.openFlow(.inlineBlock, root: BlockStyle(), style: writer.style) {
            writer.builder.append("x", style: writer.style)
            depth += 1
        }
        writer.text("y")
        for _ in 1..<depth {
            writer.builder.closeFlow()
            writer.text("z")
        }
        writer.builder.closeFlow()
        writer.text("end")
        let layout = TestDocument.layout(writer.builder.finish(), width: 3_000)
        #expect(depth > 10)
        #expect(layout.lines.count == depth + 1)
        #expect(layout.lines.allSatisfy { $0.frame.y == 0 })
    }
}
