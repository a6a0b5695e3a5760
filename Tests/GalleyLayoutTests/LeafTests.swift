import GalleyLayout
import GalleyText
import Testing

/// Boxes with one paragraph of text each are laid out without a look at what such boxes have not: the same as the long way.
@Suite struct LeafTests {
    /// A limit of lines that is never reached keeps the short way from being taken.
    private func longWay(_ text: AttributedText, width: Double) -> DocumentLayout {
        var options = LayoutOptions()
        options.maximumLines = 1_000_000
        return TestDocument.layout(text, width: width, options: options)
    }

    @Test(arguments: 0..<24) func leavesAreLaidOutAsOtherBoxes(seed: Int) {
        let text = RandomDocument.make(seed: UInt64(7_000 + seed), columns: seed % 6 == 5 ? 2 : 0)
        for width in [40.0, 180, 420, .infinity] {
            let short = TestDocument.layout(text, width: width)
            let long = longWay(text, width: width)
            #expect(Array(short.lines) == Array(long.lines), "seed \(seed), width \(width)")
            #expect(short.fragments == long.fragments, "seed \(seed), width \(width)")
            expectSame(short, as: long)
            // Laid out again, from either way.
            expectSame(short.relayout(width: 250), as: longWay(text, width: 250))
        }
    }

    /// Margins through boxes without edges, edges that keep them in, auto margins, room around paragraphs, floats that wait.
    @Test func marginsMeetAsElsewhere() {
        let text = TestDocument.make { writer in
            for (top, bottom, padding) in [(10.0, 20.0, 0.0), (-8, 5, 0), (12, -30, 3), (0, 0, 0), (7, 7, 1)] {
                writer.block(.box, { $0.setMargins(top: 15, bottom: 4) }) { writer in
                    writer.block(.box) { style in
                        style.setMargins(top: top, bottom: bottom)
                        style.setPadding(padding)
                        style.margin.left = .auto
                        style.margin.right = .auto
                    } _: {
                        $0.text("xxxx xx xxxxxx xx")
                    }
                    writer.block(.box, { $0.setMargins(top: -top, bottom: bottom) }) { $0.text("xx xx") }
                }
            }
        }
        for width in [30.0, 90, 300] {
            let short = TestDocument.layout(text, width: width)
            let long = longWay(text, width: width)
            #expect(short.fragments == long.fragments)
            #expect(Array(short.lines) == Array(long.lines))
            #expect(short.size == long.size)
        }
    }

    /// Those of a layout at the same width are taken over by the short way too.
    @Test func knownLinesAreTakenOver() {
        let text = RandomDocument.make(seed: 11)
        let layout = TestDocument.layout(text, width: 200)
        let again = layout.relayout(width: 200)
        #expect(layout.work.paragraphsBroken > 10 && again.work.paragraphsBroken == 0)
        #expect(Array(again.lines) == Array(layout.lines))
        #expect(again.fragments == layout.fragments)
    }
}
