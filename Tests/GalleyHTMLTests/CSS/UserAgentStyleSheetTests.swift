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

    @Test func sheetHasNoErrors() {
        #expect(UserAgentStyleSheet.standard.diagnostics == [])
        #expect(UserAgentStyleSheet.quirks.diagnostics == [])
    }
}
