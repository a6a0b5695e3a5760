import GalleyLayout
import GalleyText
import Testing

/// CSS 2 §10.3.3 and §10.4 in a container of 300 px.
@Suite struct BlockWidthTests {
    struct Case: Sendable, CustomStringConvertible {
        var name: String
        var change: @Sendable (inout BlockStyle) -> Void
        var x: Double
        var width: Double
        var rightToLeft = false
        var description: String { name }
    }

    static let cases: [Case] = [
        Case(name: "auto fills", change: { _ in }, x: 0, width: 300),
        Case(
            name: "auto less margins",
            change: {
                $0.margin.left = .length(.px(10))
                $0.margin.right = .length(.px(20))
            }, x: 10, width: 270),
        Case(name: "percent", change: { $0.width = .length(.percent(50)) }, x: 0, width: 150),
        Case(
            name: "content-box adds edges",
            change: {
                $0.width = .length(.px(100))
                $0.setPadding(5)
                $0.setBorder(2)
            }, x: 0, width: 114),
        Case(
            name: "border-box holds edges",
            change: {
                $0.width = .length(.px(100))
                $0.setPadding(5)
                $0.boxSizing = .borderBox
            }, x: 0, width: 100),
        Case(
            name: "auto margins centre",
            change: {
                $0.width = .length(.px(100))
                $0.margin.left = .auto
                $0.margin.right = .auto
            }, x: 100, width: 100),
        Case(
            name: "auto margin left pushes right",
            change: {
                $0.width = .length(.px(100))
                $0.margin.left = .auto
            }, x: 200, width: 100),
        Case(
            name: "max-width then centring",
            change: {
                $0.maximumWidth = .length(.px(200))
                $0.margin.left = .auto
                $0.margin.right = .auto
            }, x: 50, width: 200),
        Case(
            name: "min-width wins over max-width",
            change: {
                $0.width = .length(.px(50))
                $0.minimumWidth = .length(.px(120))
                $0.maximumWidth = .length(.px(100))
            }, x: 0, width: 120),
        Case(
            name: "too wide keeps its start",
            change: {
                $0.width = .length(.px(400))
                $0.margin.left = .auto
                $0.margin.right = .auto
            }, x: 0, width: 400),
        Case(
            name: "over-constrained in right-to-left",
            change: {
                $0.width = .length(.px(100))
                $0.margin.left = .length(.px(7))
                $0.margin.right = .length(.px(20))
            }, x: 180, width: 100, rightToLeft: true),
        Case(name: "max-content", change: { $0.width = .maxContent }, x: 0, width: 27),
        Case(name: "min-content", change: { $0.width = .minContent }, x: 0, width: 12),
        Case(
            name: "em of the block's font", change: { $0.width = .length(.em(3)) }, x: 0, width: 30),
    ]

    @Test(arguments: cases)
    func widths(test: Case) {
        let text = TestDocument.make(root: { $0.direction = test.rightToLeft ? .rightToLeft : .leftToRight }) {
            $0.block(.box, test.change) { $0.text("aa bb") }
        }
        let frame = TestDocument.layout(text).fragments[1].frame
        #expect(frame.x == test.x)
        #expect(frame.width == test.width)
    }

    @Test func relativeOffsetsMoveTheBoxAndWhatIsInside() {
        let text = TestDocument.make { writer in
            writer.block(
                .box,
                {
                    $0.position = .relative
                    $0.inset.left = .length(.px(5))
                    $0.inset.top = .length(.px(-3))
                }
            ) { outer in
                outer.block(
                    .box,
                    {
                        $0.position = .relative
                        $0.inset.bottom = .length(.px(1))
                    }
                ) { $0.text("x") }
            }
            writer.p("y")
        }
        let layout = TestDocument.layout(text)
        #expect(layout.fragments.map(\.frame.y) == [0, -3, -4, 10])
        #expect(layout.fragments.map(\.frame.x) == [0, 5, 5, 0])
        #expect(layout.lines.map(\.frame.y) == [-4, 10])
    }

    @Test func percentagesOfMarginsReferToTheWidth() {
        let text = TestDocument.make { writer in
            writer.block(.box, { $0.margin.top = .length(.percent(10)) }) { $0.text("x") }
        }
        #expect(TestDocument.layout(text).lines[0].frame.y == 30)
    }

    @Test func infiniteWidthIsTheContents() {
        let text = TestDocument.make { writer in
            writer.block(.box, { $0.setPadding(4) }) { $0.text("aa bb cc") }
            writer.p("a")
        }
        let layout = TestDocument.layout(text, width: .infinity)
        #expect(layout.size == Size(width: 50, height: 28))
        #expect(layout.lines.count == 2)
    }

    @Test(arguments: [0, -5, .nan, 1e300, .infinity, -.infinity, 0.0001])
    func absurdWidthsGiveALayout(width: Double) {
        let text = TestDocument.make { $0.p("aa bb") }
        let layout = TestDocument.layout(text, width: width)
        #expect(layout.width.isFinite && layout.width >= 0)
        #expect(layout.lines.count >= 1)
        #expect(layout.lines.first?.range.lowerBound == 0 && layout.lines.last?.range.upperBound ?? 0 >= 5)
    }

    @Test func deepNestingNeedsNoStack() {
        var writer = AttributedTextBuilder()
        let style = writer.intern(TestDocument.textStyle)
        for _ in 0..<100_000 { writer.openBlock() }
        writer.append("x", style: style)
        writer.endParagraph(style: writer.intern(ParagraphStyle()), strut: style)
        let layout = TestDocument.layout(writer.finish())
        #expect(layout.fragments.count == 100_001)
        #expect(layout.fragments[0].subtreeCount == 100_000)
        #expect(layout.lines.count == 1)
    }
}
