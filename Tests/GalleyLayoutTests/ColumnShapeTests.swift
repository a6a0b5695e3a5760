import GalleyLayout
import GalleyText
import Testing

/// Lines in columns beside shapes. A letter is 6 px wide, a space 3, a line 10 high; columns are 150 px wide.
@Suite struct ColumnShapeTests {
    static let words = Array(repeating: "xxxx", count: 100).joined(separator: " ")

    static func text(
        _ count: Int = 2, paragraphs: Int = 1, isRoot: Bool = false, _ change: (inout BlockStyle) -> Void = { _ in }
    ) -> AttributedText {
        func columns(_ style: inout BlockStyle) {
            style.columnCount = count
            style.columnGap = .zero
            change(&style)
        }
        if isRoot {
            return TestDocument.make(root: columns) { for _ in 0..<paragraphs { $0.p(words) } }
        }
        return TestDocument.make { writer in
            writer.p("aaaa")
            writer.block(.box, columns) { for _ in 0..<paragraphs { $0.p(words) } }
            writer.p("zzzz")
        }
    }

    static func layout(
        _ text: AttributedText, _ shapes: [Exclusion], width: Double = 300, budget: Int = .max
    ) -> DocumentLayout {
        var options = LayoutOptions()
        options.exclusions = shapes
        options.shapedTextBudget = budget
        return TestDocument.layout(text, width: width, options: options)
    }

    /// Every line is there once, and none meets a shape.
    static func check(
        _ layout: DocumentLayout, _ shapes: [Rect], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let plain = TestDocument.layout(layout.text, width: layout.width)
        var ends: [Int: Int] = [:]
        for line in layout.lines {
            let start = layout.text.paragraphs[line.paragraph].range.lowerBound
            #expect(line.range.lowerBound == ends[line.paragraph, default: start], sourceLocation: sourceLocation)
            ends[line.paragraph] = line.range.upperBound
            for shape in shapes {
                #expect(!line.frame.intersects(shape), "\(line.frame) \(shape)", sourceLocation: sourceLocation)
            }
        }
        let all = plain.lines.reduce(into: [:]) { $0[$1.paragraph] = $1.range.upperBound }
        #expect(ends == all, sourceLocation: sourceLocation)
        let shown = layout.content.lines.map { [$0.paragraph, $0.lineInParagraph] }
        #expect(Set(shown).count == shown.count && shown.count == layout.lines.count, sourceLocation: sourceLocation)
    }

    @Test("Lines of each column keep clear of the shapes that it meets", arguments: [false, true])
    func linesBesideAShape(isRoot: Bool) throws {
        let shape = Rect(x: 150, y: 40, width: 60, height: 30)
        let layout = Self.layout(Self.text(isRoot: isRoot), [.rectangle(shape)])
        Self.check(layout, [shape])
        let columns = layout.lines.filter { layout.text[$0.range].contains("xxxx") }
        // Five words in a line, three beside the shape: the first column is as if there were none.
        #expect(columns.filter { $0.frame.x < 150 }.allSatisfy { $0.frame.x == 0 && $0.range.count == 25 })
        let beside = columns.filter { $0.frame.x == 210 }
        #expect(beside.count == 3 && beside.map(\.frame.y) == [40, 50, 60])
        // As high as needed: 23 lines, of which no column has two more than the other.
        let counts = [columns.count { $0.frame.x < 150 }, columns.count { $0.frame.x >= 150 }]
        #expect(abs(counts[0] - counts[1]) <= 1, "\(counts)")
        if !isRoot {
            let bottom = columns.map(\.frame.maxY).max()
            #expect(layout.lines.last?.frame.y == bottom)
            #expect(layout.content.blocks[2].frame.origin == Point(x: 0, y: 10))
        }
    }

    @Test func shapesBesideTheColumnsChangeNothing() {
        let text = Self.text(paragraphs: 3)
        let plain = TestDocument.layout(text)
        for shape in [
            Rect(x: 310, y: 0, width: 50, height: 900), Rect(x: -60, y: 0, width: 60, height: 900),
            Rect(x: 0, y: plain.size.height, width: 300, height: 50), Rect(x: 120, y: -80, width: 100, height: 80),
        ] {
            let layout = Self.layout(text, [.rectangle(shape)])
            #expect(layout.lines.map(\.frame) == plain.lines.map(\.frame))
            #expect(layout.fragments == plain.fragments)
        }
    }

    @Test("What a shape leaves no room for goes on to the next column")
    func aShapeAtTheFoot() {
        let shape = Rect(x: 0, y: 30, width: 150, height: 900)
        let layout = Self.layout(Self.text(), [.rectangle(shape)])
        Self.check(layout, [shape])
        #expect(layout.lines.filter { $0.frame.x == 0 && $0.frame.minY < 30 }.count == 3)
        #expect(layout.lines.first { $0.frame.x == 150 }?.frame.y == 10)
    }

    @Test("A shape at the top of a column pushes its text down", arguments: [0, 1])
    func aShapeAtTheTop(column: Int) {
        let shape = Rect(x: Double(column) * 150, y: 0, width: 150, height: 45)
        let layout = Self.layout(Self.text(), [.rectangle(shape)])
        Self.check(layout, [shape])
        let columns = layout.lines.filter { layout.text[$0.range].contains("xxxx") }
        #expect(columns.first { $0.frame.x == Double(column) * 150 }?.frame.y == 45)
        #expect(columns.first { $0.frame.x == Double(1 - column) * 150 }?.frame.y == 10)
    }

    @Test func aColumnThatAShapeCovers() {
        let shape = Rect(x: 0, y: 10, width: 150, height: 900)
        let layout = Self.layout(
            Self.text {
                $0.height = .length(.px(300))
                $0.columnFill = .auto
            }, [.rectangle(shape)])
        Self.check(layout, [shape])
        let columns = layout.lines.filter { layout.text[$0.range].contains("xxxx") }
        #expect(columns.allSatisfy { $0.frame.x == 150 } && columns.first?.frame.y == 10)
    }

    @Test("A known height is kept: what it leaves no room for overflows to the side")
    func aKnownHeight() {
        let shapes = [Rect(x: 100, y: 20, width: 100, height: 20), Rect(x: 330, y: 30, width: 40, height: 20)]
        for fill in [BlockStyle.ColumnFill.auto, .balance] {
            let layout = Self.layout(
                Self.text {
                    $0.height = .length(.px(60))
                    $0.columnFill = fill
                }, shapes.map { .rectangle($0) })
            Self.check(layout, shapes)
            #expect(layout.lines.last?.frame.y == 70)
            #expect(layout.lines.allSatisfy { $0.frame.maxY <= 80 })
            #expect(layout.lines.contains { $0.frame.x >= 300 })
        }
    }

    /// From right to left the first column is the right one.
    @Test func columnsFromRightToLeft() {
        let shape = Rect(x: 200, y: 10, width: 100, height: 30)
        let layout = Self.layout(Self.text { $0.direction = .rightToLeft }, [.rectangle(shape)])
        Self.check(layout, [shape])
        #expect(layout.lines.filter { $0.frame.minX >= 150 && $0.frame.maxX <= 200 && $0.frame.minY < 40 }.count >= 3)
    }

    @Test("Margins that a column's top cuts off, and boxes beside shapes")
    func blocksInColumns() {
        let text = TestDocument.make { writer in
            writer.block(
                .box,
                {
                    $0.columnCount = 3
                    $0.columnGap = .px(6)
                    $0.setPadding(5)
                    $0.setBorder(1)
                }
            ) { columns in
                for index in 0..<9 {
                    columns.p(Array(repeating: "xxx", count: 6 + index).joined(separator: " "), margin: 12)
                    columns.block(.table(columns: []), { _ in }) { $0.row(["aa", "bbb"]) }
                    columns.addFloat(width: 20, height: 15, isRight: index % 2 == 0)
                    columns.text("yy yy yy yy yy yy")
                }
            }
        }
        for seed in 0..<8 {
            let shape = Rect(x: Double(seed) * 35, y: Double(seed % 4) * 40, width: 50, height: 60)
            let layout = Self.layout(text, [.rectangle(shape)])
            Self.check(layout, [shape])
            for box in layout.content.blocks where layout.text.blocks[box.block.index].kind == .table(columns: []) {
                #expect(!box.frame.intersects(shape))
            }
        }
    }

    @Test("Nothing touches a shape, whatever the blocks", arguments: 0..<16)
    func nothingTouchesAShape(seed: UInt64) {
        let text = RandomDocument.make(seed: 11_000 + seed, columns: 1 + Int(seed % 3))
        let shape = Rect(x: Double(seed % 5) * 60, y: Double(seed * 37 % 300), width: 70, height: 150)
        let layout = Self.layout(text, [.rectangle(shape)], width: 360)
        for line in layout.lines where line.frame.intersects(shape) {
            // One word can be wider than the room there is for it; what is styled to stand over its box does.
            let words = layout.text.utf8[line.range].dropLast()
            guard words.contains(0x20), !words.contains(0xEF), !ExclusionTests.overflows(line, layout.text) else {
                continue
            }
            Issue.record("\(line.frame) \(shape)")
        }
        let plain = TestDocument.layout(text, width: 360)
        #expect(layout.lines.reduce(0) { $0 + $1.range.count } == plain.lines.reduce(0) { $0 + $1.range.count })
        let shown = layout.content.lines.map { [$0.paragraph, $0.lineInParagraph] }
        #expect(Set(shown).count == shown.count && shown.count == layout.lines.count)
        let again = TestDocument.layout(text, width: 200).relayout(
            width: 360, options: layout.options, attachments: [:])
        #expect(again.lines.map(\.frame) == layout.lines.map(\.frame) && again.fragments == layout.fragments)
        let small = Self.layout(text, [.rectangle(shape)], width: 360, budget: 0)
        #expect(Array(small.lines) == Array(layout.lines))
    }

    /// Blocks that span all columns, and columns in columns: the container stands beside the shape as a whole.
    @Test(arguments: [true, false])
    func asAWhole(spans: Bool) {
        let text = TestDocument.make { writer in
            writer.block(.box, { $0.columnCount = 2 }) { columns in
                columns.p(Self.words)
                columns.block(
                    .box,
                    {
                        $0.spansColumns = spans
                        $0.columnCount = spans ? 0 : 2
                    }
                ) { $0.p("yyyy yyyy") }
                columns.p(Self.words)
            }
        }
        let shape = Rect(x: 0, y: 20, width: 60, height: 40)
        let layout = Self.layout(text, [.rectangle(shape)])
        Self.check(layout, [shape])
        #expect(layout.content.blocks[1].frame.minX == 60)
    }
}
