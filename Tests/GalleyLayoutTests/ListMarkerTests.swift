import GalleyLayout
import GalleyText
import Testing

@Suite struct ListMarkerTests {
    static func list(_ build: (inout Writer) -> Void, rightToLeft: Bool = false) -> DocumentLayout {
        TestDocument.layout(
            TestDocument.make { writer in
                writer.block(
                    .list(isOrdered: true), role: .list,
                    {
                        if rightToLeft {
                            $0.padding.right = .px(40)
                            $0.direction = .rightToLeft
                        } else {
                            $0.padding.left = .px(40)
                        }
                    }, build)
            })
    }

    @Test func markersEndBeforeTheContent() {
        let layout = Self.list { list in
            list.item(1) { $0.text("one") }
            list.item(10) { $0.text("ten") }
        }
        // "1. ": 6 + 3 + 3; "10. ": 6 more.
        #expect(
            layout.markers.map(\.frame) == [
                Rect(x: 28, y: 0, width: 12, height: 10), Rect(x: 22, y: 10, width: 18, height: 10),
            ])
        #expect(layout.lines.map(\.frame.x) == [40, 40])
    }

    @Test func bulletsStandWhereBrowsersPutThem() {
        let layout = Self.list { list in
            let item = ListItem(ordinal: 1, marker: .counter(.disc), markerStyle: list.style)
            list.block(.item(item)) { $0.text("x") }
        }
        // Two thirds of the ascent, 8, and 8 more.
        let left: Double = 40 - (16.0 / 3 + 8)
        #expect(layout.markers.map(\.frame.x) == [left])
    }

    @Test func markersStandOnTheFirstBaseline() {
        let layout = Self.list { list in
            list.item(1) { item in
                item.p("margin", margin: 12)
            }
        }
        #expect(layout.markers.map(\.frame.y) == [12])
        #expect(layout.lines[0].frame.y == 12)
    }

    @Test func nestedMarkersShareALine() {
        let layout = Self.list { list in
            list.item(1) { item in
                item.block(.list(isOrdered: true), { $0.padding.left = .px(40) }) { inner in
                    inner.item(2) { $0.text("x") }
                }
            }
        }
        #expect(layout.markers.map(\.frame.origin) == [Point(x: 28, y: 0), Point(x: 68, y: 0)])
    }

    @Test func anEmptyItemIsAsHighAsItsMarker() {
        let layout = Self.list { list in
            list.item(1) { _ in }
            list.item(2) { $0.text("x") }
        }
        #expect(layout.markers.map(\.frame.y) == [0, 10])
        #expect(layout.size.height == 20)
    }

    @Test func rightToLeftMarkersStandRight() {
        let layout = Self.list(
            { list in
                let item = ListItem(ordinal: 1, marker: .counter(.decimal), markerStyle: list.style)
                list.block(.item(item), { $0.direction = .rightToLeft }) { $0.text("x") }
            }, rightToLeft: true)
        #expect(layout.markers.map(\.frame.x) == [260])
    }
}
