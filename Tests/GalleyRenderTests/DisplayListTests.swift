import GalleyFonts
import GalleyRender
import GalleyText
import Testing

struct DisplayListTests {
    private func name(_ id: FontInstanceID) -> String { "face\(id.rawValue)" }

    @Test func dumpTellsEachCommandOnALine() {
        var list = DisplayList(size: Size(width: 200, height: 100.5), background: .white)
        list.append(.beginTag(.heading(level: 2)))
        list.append(.fill(Rect(x: 1, y: 2.01, width: 30, height: 4), radius: Corners(2), Color(rgb: 0x112233)))
        list.appendText(instance: .lastResort, fontSize: 12, color: .black) { run in
            run.glyph(7, x: 10, y: 20)
            run.cluster("fi", glyphCount: 1)
            run.glyph(8, x: 16.25, y: 20)
            run.glyph(9, x: 16.25, y: 18)
            run.cluster("e\u{301}", glyphCount: 2)
        }
        list.append(.end)
        list.append(.beginTag(.link(.url("https://a.example/"), areas: [Rect(x: 0, y: 0, width: 5, height: 6)])))
        list.append(
            .line(
                DecorationLine(stroke: .wavy, color: .black, start: Point(x: 1, y: 2), width: 3, thickness: 1.5)))
        list.append(.end)
        let edge = BorderEdge(stroke: .dashed, width: 2, color: .black)
        list.append(
            .border(
                BoxBorder(
                    rect: Rect(x: 0, y: 0, width: 9, height: 9),
                    edges: Edges(top: edge, right: .none, bottom: .none, left: .none))))
        list.append(.destination("a\"b", Point(x: 3, y: 4)))
        #expect(
            list.dump(faceName: name) == """
                page 200 x 100.5 #ffffff
                tag H2
                  fill 1,2.015625 30x4 r2 #112233
                  text 10,20 "fie\u{301}" face0 12 #000000 [7@10 8@16.25+9@16.25,18]
                tag Link "https://a.example/" 0,0 5x6
                  line 1,2 3x1.5 wavy #000000
                border 0,0 9x9 2 dashed #000000 | - | - | -
                destination "a\\"b" 3,4

                """)
    }

    @Test func endsWithoutABeginningAreLeftOut() {
        var list = DisplayList(size: Size(width: 10, height: 10))
        list.append(.end)
        list.append(.beginGroup(opacity: 0.5))
        list.append(.beginClip(Rect(x: 0, y: 0, width: 1, height: 1), radius: Corners(0)))
        list.close()
        list.append(.end)
        #expect(list.commands.count == 4)
        #expect(list.openCount == 0)
    }

    @Test func aRunWithoutGlyphsIsLeftOut() {
        var list = DisplayList(size: Size(width: 10, height: 10))
        list.appendText(instance: .lastResort, fontSize: 12, color: .black) { $0.cluster("x", glyphCount: 0) }
        #expect(list.commands.isEmpty)
    }

    @Test func aShadowHasNoText() throws {
        var list = DisplayList(size: Size(width: 10, height: 10))
        list.appendText(instance: .lastResort, fontSize: 12, color: .black) { run in
            run.glyph(7, x: 10, y: 20)
            run.cluster("f", glyphCount: 1)
        }
        guard case .text(let run)? = list.commands.last else { throw TestFailure() }
        list.appendShadow(of: run, dx: 1, dy: 2, blurRadius: 3, color: .white)
        #expect(list.dump(faceName: name).contains("shadow 11,22 \"\" face0 12 #ffffff blur 3 [7@11]"))
        #expect(list.text.count == 1)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.001, "0"), (1.0, "1"), (0.01, "0.015625"), (12.5, "12.5"), (-3.25, "-3.25"),
        (33_554_432.0, "33554432"), (.nan, "0"), (.infinity, "0"),
    ])
    func lengthsAreMultiplesOfA64th(_ value: Double, _ text: String) {
        #expect(px(value) == text)
    }

    struct TestFailure: Error {}
}
