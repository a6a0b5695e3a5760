import GalleyHTML
import GalleyTestSupport
import GalleyText
import Testing

@Suite("Models made by hand, out again") struct RandomModelTests {
    /// A model whose last paragraphs do not come back: a defect of the writer that is still open.
    private static let openDefects = (built: Set<Int>(), edited: Set([26]))

    @Test("Built", arguments: 0..<40)
    func built(seed: Int) throws {
        var model = RandomModel(seed: UInt64(seed))
        let text = model.text()
        try withKnownIssue {
            try RoundTripTests.checkDocument(text, "built-\(seed)")
            try RoundTripTests.checkOtherWays(text, "built-\(seed)")
        } when: {
            Self.openDefects.built.contains(seed)
        }
    }

    @Test("Edited", arguments: 0..<40)
    func edited(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &+ 77_777)
        var model = RandomModel(seed: UInt64(seed) &+ 1_000)
        model.hasFlows = seed % 2 == 0
        var text =
            seed % 3 == 0
            ? try AttributedText(html: roundTripSnippets[seed / 3 % roundTripSnippets.count].html) : model.text()
        for _ in 0..<6 {
            let start = Int.random(in: 0..<text.count, using: &random)
            let end = Int.random(in: start..<min(text.count, start + 12), using: &random)
            // Objects stay: what is left of a flow whose anchor is gone has no place in HTML.
            if text.objects.contains(where: { (start - 2..<end + 3).contains($0.offset) }) { continue }
            let hasFlow = text.objects.contains {
                if case .flow = $0.kind {
                    text.paragraphIndex(at: $0.offset) == text.paragraphIndex(at: start)
                } else {
                    false
                }
            }
            switch Int.random(in: 0..<4, using: &random) {
            // A flow stands behind its whole paragraph: HTML has no place for one behind what is broken off.
            case 0 where hasFlow:
                text.replaceSubrange(start..<end, with: ["", "x", "a  b"].randomElement(using: &random) ?? "")
            case 0,
                1 where !hasFlow:
                text.replaceSubrange(
                    start..<end, with: ["", "x", "a  b", "one\ntwo", "\n\n", " "].randomElement(using: &random) ?? "")
            case 2:
                let style = model.textStyle()
                text.updateStyle(in: start..<end) { $0 = style }
            default:
                let style = model.paragraphStyle()
                text.updateParagraphStyle(in: start..<end) { $0 = style }
            }
            #expect(text.brokenInvariants().isEmpty)
        }
        try withKnownIssue {
            try RoundTripTests.checkDocument(text, "edited-\(seed)")
        } when: {
            Self.openDefects.edited.contains(seed)
        }
    }
}
