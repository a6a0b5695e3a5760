import GalleyHTML
import GalleyText
import Testing

@Suite struct UserAgentStyleSheetTests {
    @Test func headingsAreBoldAndLarge() {
        let document = StyledDocument("<!doctype html><h1 id=x>Title</h1>")
        #expect(document["x"].inherited.shaping.fontSize == 32)
        #expect(document["x"].inherited.shaping.fontWeight == 700)
        #expect(document["x"].box.display == .block)
        #expect(document["x"].box.margin.top == .length(.px(21.44)))
    }

    @Test func carvedBordersWithoutAColorAreLightExceptInTables() {
        let document = StyledDocument(
            """
            <!doctype html><body style="color: blue"><hr id=hr><div id=div style="border: 4px inset"></div>
            <div id=black style="border: 4px inset black"></div><div id=solid style="border: 4px solid"></div>
            <table border=4 id=table><td id=td></table><table><td id=block style="display: block; border: 1px ridge"></table>
            """)
        let light = Color(rgb: 0xEEEEEE)
        let blue = Color(rgb: 0x0000FF)
        let expected = [
            ("hr", light), ("div", light), ("black", .black), ("solid", blue), ("table", blue), ("td", blue),
            ("block", light),
        ]
        for (id, color) in expected { #expect(document[id].border.top.color == color, "\(id)") }
    }

    @Test func sheetHasNoErrors() {
        #expect(UserAgentStyleSheet.standard.diagnostics == [])
        #expect(UserAgentStyleSheet.quirks.diagnostics == [])
    }
}
