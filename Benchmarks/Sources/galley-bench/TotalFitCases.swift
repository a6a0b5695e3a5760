import Foundation
import GalleyFonts
import GalleyParagraph
import GalleyShaping
import GalleyText

/// Breaking one paragraph of 1,000 to 8,000 words at once, beside filling its lines one after the other. The time a word
/// and the exponent with which it grows go to standard error.
struct TotalFitCases {
    let context: LayoutContext
    private let style: TextStyle

    init(fonts: FontCollection, family: String) {
        context = LayoutContext(fonts: fonts)
        style = .benchmark(family: family)
    }

    func run(_ corpus: Corpus, passes: Int) {
        let words = corpus.lines.prefix(200).flatMap { $0.split(separator: " ") }
        var perWord: [(words: Int, nanoseconds: Double)] = []
        for count in [1_000, 2_000, 4_000, 8_000] {
            let text = words.prefix(count).joined(separator: " ")
            func time(_ name: String, _ wrap: TextWrapStyle, _ alignment: TextAlignment) -> Double {
                var paragraph = ParagraphStyle()
                paragraph.wrapStyle = wrap
                paragraph.alignment = alignment
                let shaped = context.shape(
                    paragraph: 0, of: AttributedText(text, style: style, paragraphStyle: paragraph))
                return Measurement.median(
                    name, corpus: "\(corpus.name)-\(count)-words", items: count, bytes: text.utf8.count, passes: passes
                ) { ParagraphLayout(shaped, ParagraphConstraints(width: 500), context: context).lineCount }
            }
            let greedy = time("greedy500", .auto, .justify)
            let justified = time("totalfit500", .pretty, .justify)
            let balanced = time("balance500", .balance, .start)
            perWord.append((count, max(1, justified - greedy)))
            tell(
                "\(count) words: greedy \(format(greedy, count)), total-fit \(format(justified, count)), "
                    + "balanced \(format(balanced, count)) ns a word, layout included")
        }
        if let first = perWord.first, let last = perWord.last {
            let exponent =
                log(last.nanoseconds / first.nanoseconds) / log(Double(last.words) / Double(first.words))
            let each = String(format: "%.1f", last.nanoseconds / Double(last.words))
            tell("total-fit beyond greedy: \(each) ns a word, grows with exponent \(String(format: "%.2f", exponent))")
        }
    }

    private func format(_ nanoseconds: Double, _ words: Int) -> String {
        String(format: "%.1f", nanoseconds / Double(words))
    }
}
