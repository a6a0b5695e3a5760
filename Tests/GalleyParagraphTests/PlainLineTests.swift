import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// Lines whose pieces are made when they are asked for.
@Suite struct PlainLineTests {
    @Test func ordinaryTextMakesPlainLines() throws {
        let bench = try Bench()
        let layout = bench.layOut("eeee eeee eeee eeee eeee", width: 60)
        #expect(layout.lineCount == 3)
        #expect(layout.plainLineCount == 3)
        // A line that ends inside of a word, and what is not left-to-right text of one style, is put together at once.
        #expect(bench.layOut("eee\u{AD}eee eee", width: 24).plainLineCount == 2)
        #expect(bench.layOut("ee שלום", width: 24).plainLineCount == 0)
    }
}
