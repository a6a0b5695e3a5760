import GalleyLayout
import GalleyText
import Testing

/// Absolute positioning (CSS 2 §9.6, §10.3.7, §10.6.4). Letters are 6 px wide, lines 10 px high.
@Suite struct PositionedTests {
    /// A positioned box with two letters in it, in a padding box of 200 x 100 px at 10, 20.
    private static func box(
        direction: BaseDirection = .leftToRight, _ change: (inout BlockStyle) -> Void
    ) -> Rect {
        var style = BlockStyle()
        style.position = .absolute
        change(&style)
        let text = TestDocument.make { writer in
            writer.block(
                .box,
                {
                    $0.setMargins(top: 15, bottom: 0)
                    $0.margin.left = .length(.px(5))
                    $0.setBorder(5)
                    $0.width = .length(.px(200))
                    $0.height = .length(.px(100))
                    $0.position = .relative
                    $0.direction = direction
                }
            ) { outer in
                outer.text("a")
                outer.block(.box, { $0.direction = direction }) { inner in
                    if inner.builder.openFlow(.positioned, root: style, style: inner.style) {
                        inner.text("xx")
                        inner.builder.closeFlow()
                    }
                    inner.empty()
                }
            }
        }
        return TestDocument.layout(text).fragments[3].frame
    }

    private static func px(_ value: Double) -> SizeValue { .length(.px(value)) }

    @Test func itStandsWhereItWouldHave() {
        #expect(Self.box { _ in } == Rect(x: 10, y: 30, width: 12, height: 10))
        #expect(Self.box { $0.margin.left = Self.px(3) }.x == 13)
        // On the right edge in text from right to left.
        #expect(Self.box(direction: .rightToLeft) { _ in } == Rect(x: 198, y: 30, width: 12, height: 10))
    }

    @Test func offsetsAreFromThePaddingBox() {
        let near = Self.box {
            $0.inset.left = Self.px(7)
            $0.inset.top = Self.px(8)
        }
        #expect(near == Rect(x: 17, y: 28, width: 12, height: 10))
        let far = Self.box {
            $0.inset.right = Self.px(7)
            $0.inset.bottom = Self.px(8)
            $0.margin.right = Self.px(1)
        }
        #expect(far == Rect(x: 210 - 8 - 12, y: 120 - 8 - 10, width: 12, height: 10))
    }

    @Test func bothSidesMakeTheSize() {
        let box = Self.box {
            $0.inset = Edges(Self.px(10))
            $0.setPadding(2)
        }
        #expect(box == Rect(x: 20, y: 30, width: 180, height: 80))
        let limited = Self.box {
            $0.inset = Edges(Self.px(10))
            $0.maximumWidth = Self.px(50)
        }
        #expect(limited.width == 50)
    }

    @Test func percentagesAreOfThePaddingBox() {
        let box = Self.box {
            $0.inset.left = .length(.percent(10))
            $0.inset.top = .length(.percent(10))
            $0.width = .length(.percent(50))
            $0.height = .length(.percent(50))
        }
        #expect(box == Rect(x: 30, y: 30, width: 100, height: 50))
    }

    @Test func automaticMarginsCentreIt() {
        let box = Self.box {
            $0.inset = Edges(Self.px(0))
            $0.margin = Edges(.auto)
            $0.width = Self.px(100)
            $0.height = Self.px(40)
        }
        #expect(box == Rect(x: 60, y: 50, width: 100, height: 40))
    }

    @Test func tooManyWishesGiveWayAtTheEnd() {
        func box(_ direction: BaseDirection) -> Rect {
            Self.box(direction: direction) {
                $0.inset = Edges(Self.px(10))
                $0.width = Self.px(50)
                $0.height = Self.px(20)
            }
        }
        #expect(box(.leftToRight) == Rect(x: 20, y: 30, width: 50, height: 20))
        #expect(box(.rightToLeft) == Rect(x: 150, y: 30, width: 50, height: 20))
    }

    @Test func fixedBoxesReferToThePage() {
        let box = Self.box {
            $0.position = .fixed
            $0.inset.right = Self.px(0)
            $0.inset.top = Self.px(0)
        }
        #expect(box == Rect(x: 288, y: 0, width: 12, height: 10))
    }

    @Test func theyTakeNoRoomAndNestInEachOther() {
        let text = TestDocument.make { writer in
            writer.builder.append("a", style: writer.style)
            var outer = BlockStyle()
            outer.position = .absolute
            outer.inset.left = Self.px(50)
            outer.inset.top = Self.px(40)
            if writer.builder.openFlow(.positioned, root: outer, style: writer.style) {
                writer.builder.append("x", style: writer.style)
                var inner = BlockStyle()
                inner.position = .absolute
                inner.inset.left = Self.px(5)
                inner.inset.top = Self.px(6)
                if writer.builder.openFlow(.positioned, root: inner, style: writer.style) {
                    writer.text("y")
                    writer.builder.closeFlow()
                }
                writer.text("")
                writer.builder.closeFlow()
            }
            writer.text("b")
            writer.text("c")
        }
        let layout = TestDocument.layout(text)
        #expect(
            layout.lines.map(\.frame.origin) == [
                Point(x: 0, y: 0), Point(x: 50, y: 40), Point(x: 55, y: 46), Point(x: 0, y: 10),
            ])
        #expect(layout.lines[0].frame.width == 12)
        // The document reaches down to the last of them.
        #expect(layout.size.height == 56)
    }

    @Test func aStaticPositionInALine() {
        var style = BlockStyle()
        style.position = .absolute
        func lines(_ isInline: Bool) -> [Rect] {
            style.isInlineBeforePositioning = isInline
            let text = TestDocument.make { writer in
                writer.builder.append("aa", style: writer.style)
                if writer.builder.openFlow(.positioned, root: style, style: writer.style) {
                    writer.text("x")
                    writer.builder.closeFlow()
                }
                writer.text("bb")
            }
            return TestDocument.layout(text).lines.map(\.frame)
        }
        #expect(lines(true)[1].origin == Point(x: 12, y: 0))
        // A block would begin a line of its own.
        #expect(lines(false)[1].origin == Point(x: 0, y: 10))
    }

    @Test func aPercentageOfAnUnknownHeightMovesNothing() {
        func y(height: SizeValue) -> Double {
            let text = TestDocument.make { writer in
                writer.block(.box, { $0.height = height }) { outer in
                    outer.block(
                        .box,
                        {
                            $0.position = .relative
                            $0.inset.top = .length(.percent(50))
                        }
                    ) { $0.text("a") }
                }
            }
            return TestDocument.layout(text).fragments[2].frame.y
        }
        #expect(y(height: .auto) == 0)
        #expect(y(height: Self.px(60)) == 30)
    }
}
