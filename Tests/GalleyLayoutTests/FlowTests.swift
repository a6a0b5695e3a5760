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

    @Test func floatsStandAtTheirSideAboveTheLine() {
        let left = Self.layout(.float, { $0.float = .left })
        #expect(left.fragments[1].frame == Rect(x: 0, y: 0, width: 27, height: 10))
        #expect(left.lines.map(\.frame.y) == [10, 0])
        let right = Self.layout(
            .float,
            {
                $0.float = .right
                $0.margin.right = .length(.px(3))
            })
        #expect(right.fragments[1].frame == Rect(x: 270, y: 0, width: 27, height: 10))
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
