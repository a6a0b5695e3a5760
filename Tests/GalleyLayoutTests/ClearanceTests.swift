import GalleyLayout
import GalleyText
import Testing

/// Clearance, and floats whose place depends on margins that come after them (CSS 2 §8.3.1, §9.5).
@Suite struct ClearanceTests {
    private func frames(_ build: (inout Writer) -> Void) -> [Rect] {
        TestDocument.layout(TestDocument.make(build), width: 100).fragments.map(\.frame)
    }

    /// A float in a paragraph of its own.
    private static func float(_ writer: inout Writer, width: Double, height: Double, isRight: Bool = false) {
        writer.addFloat(width: width, height: height, isRight: isRight)
        writer.empty()
    }

    /// A box below all floats at the left, with a margin above it.
    private static func cleared(_ writer: inout Writer, margin: Double, isEmpty: Bool = false) {
        writer.block(
            .box,
            {
                $0.clear = .left
                $0.setMargins(top: margin, bottom: 0)
            }
        ) {
            if !isEmpty { $0.text("a") }
        }
    }

    @Test func clearanceIsAboveTheMargin() {
        // Without clearance the box would be at 8; its border edge is moved to the float's end, not its margin edge.
        let frames = frames { writer in
            Self.float(&writer, width: 20, height: 30)
            Self.cleared(&writer, margin: 8)
        }
        #expect(frames[2].y == 30)
        #expect(frames[0].height == 40)
    }

    @Test func aMarginThatReachesFurtherNeedsNoClearance() {
        let frames = frames { writer in
            writer.text("x")
            Self.float(&writer, width: 20, height: 30)
            Self.cleared(&writer, margin: 50)
        }
        #expect(frames[2].y == 60)
    }

    @Test func aFloatThatTheMarginWouldPullIsCleared() {
        // The float is in a box whose place is not known: with the margin both would move, and still be side by side.
        let frames = frames { writer in
            writer.block(
                .box,
                {
                    $0.isFlowRoot = true
                }
            ) { root in
                root.block(.box) { outer in
                    outer.block(.box) { Self.float(&$0, width: 20, height: 30) }
                    Self.cleared(&outer, margin: 400)
                }
            }
        }
        #expect(frames.map(\.y) == [0, 0, 0, 0, 0, 30])
        #expect(frames[2].height == 40)
    }

    @Test func anEmptyBoxWithClearanceKeepsItsMarginFromTheBottomOfTheBoxAroundIt() {
        // Negative clearance: the margins before it end at 49, its own 98 would reach to 98.
        let frames = frames { writer in
            Self.float(&writer, width: 20, height: 99)
            writer.block(.box) { box in
                box.block(.box, { $0.setMargins(top: 0, bottom: 49) }) { _ in }
                Self.cleared(&box, margin: 98, isEmpty: true)
            }
            writer.block(.box) { $0.text("a") }
        }
        // The box ends where the margin of the one inside it does.
        #expect(frames[2] == Rect(x: 0, y: 49, width: 100, height: 50))
        #expect(frames[4].y == 99)
        #expect(frames[5].y == 99)
    }

    @Test func floatsMoveWithTheBoxThatTheyAreIn() {
        let frames = frames { writer in
            writer.text("x")
            writer.block(.box) { outer in
                outer.block(.box) { Self.float(&$0, width: 20, height: 30) }
                outer.block(.box, { $0.setMargins(top: 15, bottom: 0) }) { $0.text("a") }
            }
        }
        // The margin of the text collapses with those of the boxes around the float.
        #expect(frames[1].y == 25)
        #expect(frames[3] == Rect(x: 0, y: 25, width: 20, height: 30))
    }

    @Test func aFloatAfterTextStandsWhereTheMarginsSoFarPutIt() {
        let frames = frames { writer in
            writer.p("x", margin: 5)
            Self.float(&writer, width: 20, height: 30)
            writer.p("a", margin: 25)
        }
        #expect(frames[2].y == 20)
        #expect(frames[3].y == 40)
    }

    @Test func aContextOfItsOwnStandsBesideFloats() {
        // Its margin may lie over the float, its border box may not.
        let frames = frames { writer in
            Self.float(&writer, width: 20, height: 30)
            writer.block(
                .box,
                {
                    $0.isFlowRoot = true
                    $0.margin.left = .length(.px(10))
                }
            ) { $0.text("a") }
        }
        #expect(frames[2] == Rect(x: 20, y: 0, width: 80, height: 10))
    }

    @Test func aContextThatDoesNotFitLeavesTheFloatWhereItIs() {
        let frames = frames { writer in
            writer.block(.box) { outer in
                outer.block(.box) { Self.float(&$0, width: 50, height: 30) }
                outer.block(
                    .box,
                    {
                        $0.isFlowRoot = true
                        $0.width = .length(.px(60))
                        $0.setMargins(top: 200, bottom: 0)
                    }
                ) { $0.text("a") }
            }
        }
        #expect(frames[3].y == 0)
        #expect(frames[4].y == 200)
    }

    @Test func aFloatWithoutHeightNarrowsTheLineThatReachesOverIt() {
        let text = TestDocument.make { writer in
            writer.addFloat(width: 20, height: 5, isRight: false)
            writer.addFloat(width: 40, height: 0, isRight: true)
            writer.builder.append("aa", style: writer.style)
            writer.text("")
        }
        #expect(TestDocument.layout(text, width: 100).lines[0].frame.x == 20)
    }

    @Test func aFloatBetweenTextStandsInItsLine() {
        func layout(_ width: Double) -> DocumentLayout {
            TestDocument.layout(
                TestDocument.make { writer in
                    // Two words a line of 60 px; the float stands after the third.
                    writer.builder.append("aaaa bbbb cccc", style: writer.style)
                    writer.addFloat(width: width, height: 15, isRight: false)
                    writer.text(" dddd eeee")
                }, width: 60)
        }
        // It fits beside the third word, which moves aside; the fourth goes to the next line.
        let narrow = layout(20)
        #expect(narrow.fragments[1].frame.origin == Point(x: 0, y: 10))
        #expect(
            narrow.lines.map(\.frame.origin).prefix(3) == [
                Point(x: 0, y: 0), Point(x: 20, y: 10), Point(x: 20, y: 20),
            ])
        // It does not: it stands below that line.
        #expect(layout(50).fragments[1].frame.origin == Point(x: 0, y: 20))
    }
}
