import GalleyShaping
import GalleyTestSupport
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
        // Several scripts in one face are plain all the same.
        let scripts = bench.layOut("e水水 水ee 水水水水", width: 40)
        #expect(scripts.shaped.itemCount > 1 && scripts.plainLineCount == scripts.lineCount)
    }

    /// A limit on lines that is never reached keeps the short way from being taken.
    @Test func theShortWayMakesTheSameLines() throws {
        var bench = try Bench()
        var random = SeededGenerator(seed: 5)
        for round in 0..<400 {
            let words = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                ["e", "ee", "office", "AVAV", "To-To", "eee\u{AD}eee", " ", "eeeeeeeeeeee", "e\u{301}e", "水水"]
                    .randomElement(using: &random)!
            }
            bench.style.breaking.whiteSpace = [.collapse, .preserve, .breakSpaces].randomElement(using: &random)!
            bench.style.breaking.overflowWrap = [.normal, .anywhere].randomElement(using: &random)!
            bench.style.shaping.letterSpacing = [.zero, .zero, .px(1), .px(-4)].randomElement(using: &random)!
            bench.paragraphStyle.alignment = [.start, .end, .center, .left, .right].randomElement(using: &random)!
            bench.paragraphStyle.lastLineAlignment = [nil, .center].randomElement(using: &random)!
            bench.paragraphStyle.minimumLineHeight = [0, 0, 33].randomElement(using: &random)!
            bench.paragraphStyle.maximumLineHeight = [0, 0, 7].randomElement(using: &random)!
            let shaped = bench.shape(words.joined(separator: " "))
            let width = Double.random(in: 1...200, using: &random)
            let short = ParagraphLayout(shaped, ParagraphConstraints(width: width), context: bench.context)
            let long = ParagraphLayout(
                shaped, ParagraphConstraints(width: width, maximumLines: 1_000_000), context: bench.context)
            #expect(short.fingerprint == long.fingerprint, "round \(round)")
            #expect(short.size == long.size, "round \(round)")
        }
    }
}
