import GalleyLayout
import GalleyText
import Testing

/// CSS 2 §8.3.1, case by case. Text lines are 10 px high.
@Suite struct MarginCollapsingTests {
    /// A box with margins, content and what keeps margins apart.
    struct Box: Sendable, CustomStringConvertible {
        var top = 0.0
        var bottom = 0.0
        var padding = 0.0
        var height: Double?
        var minimumHeight: Double?
        var isFlowRoot = false
        var text: String?
        var children: [Box] = []

        var description: String { "\(top)/\(bottom) \(text ?? "") \(children)" }

        func write(_ writer: inout Writer) {
            writer.block(
                .box,
                { style in
                    style.setMargins(top: top, bottom: bottom)
                    style.padding.top = .px(padding)
                    style.padding.bottom = .px(padding)
                    style.isFlowRoot = isFlowRoot
                    if let height { style.height = .length(.px(height)) }
                    if let minimumHeight { style.minimumHeight = .length(.px(minimumHeight)) }
                }
            ) { inner in
                for child in children { child.write(&inner) }
                if let text { inner.text(text) }
            }
        }
    }

    struct Case: Sendable, CustomStringConvertible {
        var name: String
        var boxes: [Box]
        /// y and height of each box, in document order.
        var expected: [[Double]]
        var height: Double
        var description: String { name }
    }

    static func t(_ top: Double = 0, _ bottom: Double = 0) -> Box { Box(top: top, bottom: bottom, text: "x") }

    static let cases: [Case] = [
        Case(
            name: "siblings take the greater margin", boxes: [t(0, 20), t(30, 0)], expected: [[0, 10], [40, 10]],
            height: 50),
        Case(
            name: "negative margins add to the greatest positive", boxes: [t(0, 20), t(-5, 0)],
            expected: [[0, 10], [25, 10]], height: 35),
        Case(
            name: "two negative margins: the least", boxes: [t(0, -4), t(-7, 0)], expected: [[0, 10], [3, 10]],
            height: 13),
        Case(
            name: "first child's margin is the parent's", boxes: [t(), Box(top: 10, children: [t(25, 0)])],
            expected: [[0, 10], [35, 10], [35, 10]], height: 45),
        Case(
            name: "padding keeps the first child's margin inside",
            boxes: [t(), Box(top: 10, padding: 1, children: [t(25, 0)])],
            expected: [[0, 10], [20, 37], [46, 10]], height: 57),
        Case(
            name: "last child's margin is the parent's",
            boxes: [Box(bottom: 5, children: [t(0, 25)]), t()], expected: [[0, 10], [0, 10], [35, 10]], height: 45),
        Case(
            name: "a height keeps the last child's margin inside",
            boxes: [Box(bottom: 5, height: 12, children: [t(0, 25)]), t()],
            expected: [[0, 12], [0, 10], [17, 10]], height: 27),
        Case(
            name: "a min-height that counts does too",
            boxes: [Box(bottom: 5, minimumHeight: 15, children: [t(0, 25)]), t()],
            expected: [[0, 15], [0, 10], [20, 10]], height: 30),
        Case(
            name: "an empty box's margins are one", boxes: [t(0, 10), Box(top: 20, bottom: 30), t(5, 0)],
            expected: [[0, 10], [30, 0], [40, 10]], height: 50),
        Case(
            name: "empty boxes in empty boxes",
            boxes: [t(), Box(top: 3, children: [Box(top: 4, bottom: 9, children: [Box(top: 7)])]), t()],
            expected: [[0, 10], [14, 0], [17, 0], [17, 0], [19, 10]], height: 29),
        Case(
            name: "an empty box with a height separates", boxes: [t(), Box(top: 5, bottom: 6, height: 1), t()],
            expected: [[0, 10], [15, 1], [22, 10]], height: 32),
        Case(
            name: "a flow root keeps its children's margins",
            boxes: [t(), Box(top: 5, isFlowRoot: true, children: [t(7, 9)]), t()],
            expected: [[0, 10], [15, 26], [22, 10], [41, 10]], height: 51),
        Case(
            name: "a flow root's margins meet its siblings'",
            boxes: [t(0, 8), Box(top: 5, bottom: 6, isFlowRoot: true, children: [t()]), t(9, 0)],
            expected: [[0, 10], [18, 10], [18, 10], [37, 10]], height: 47),
        Case(
            name: "through three parents",
            boxes: [t(), Box(top: 1, children: [Box(top: 2, children: [Box(top: 30, children: [t(4, 4)])])])],
            expected: [[0, 10], [40, 10], [40, 10], [40, 10], [40, 10]], height: 54),
        Case(
            name: "negative first child pulls the parent up", boxes: [t(), Box(children: [t(-6, 0)])],
            expected: [[0, 10], [4, 10], [4, 10]], height: 14),
    ]

    @Test(arguments: cases)
    func collapses(test: Case) {
        let text = TestDocument.make { writer in for box in test.boxes { box.write(&writer) } }
        let layout = TestDocument.layout(text)
        let found = layout.fragments.dropFirst().map { [$0.frame.y, $0.frame.height] }
        // Empty boxes have no height; where exactly they stand is seen by nobody.
        for (box, expected) in zip(found, test.expected) where expected[1] > 0 { #expect(box == expected) }
        for (box, expected) in zip(found, test.expected) where expected[1] == 0 { #expect(box[1] == 0) }
        #expect(found.count == test.expected.count)
        #expect(layout.size.height == test.height)
    }

    @Test func bodyMarginMeetsTheFirstParagraph() {
        let text = TestDocument.make { writer in
            writer.block(.box, { $0.setMargins(top: 8, bottom: 8) }) { $0.p("x", margin: 16) }
        }
        let layout = TestDocument.layout(text)
        #expect(layout.lines.map(\.frame.y) == [16])
        #expect(layout.size.height == 42)
    }

    @Test func rootKeepsMarginsInside() {
        let text = TestDocument.make(root: { $0.setMargins(top: 3, bottom: 4) }) { $0.p("x", margin: 10) }
        let layout = TestDocument.layout(text)
        #expect(layout.fragments[0].frame == Rect(x: 0, y: 3, width: 300, height: 30))
        #expect(layout.size.height == 37)
    }
}
