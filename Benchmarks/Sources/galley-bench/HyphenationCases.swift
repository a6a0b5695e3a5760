import Foundation
import GalleyFonts
import GalleyParagraph
import GalleyShaping
import GalleyText

/// `hyphens: auto` in one paragraph of 8,000 words: what finding the places costs, remembered and not, and what lines
/// cost with them. The time a word goes to standard error.
struct HyphenationCases {
    private let context: LayoutContext
    private let style: TextStyle

    init(fonts: FontCollection, family: String) {
        context = LayoutContext(fonts: fonts, hyphenation: .system())
        var style = TextStyle.benchmark(family: family)
        style.shaping.language = "en"
        self.style = style
    }

    func run(_ corpus: Corpus, passes: Int) {
        guard context.hyphenation.dictionary(for: "en") != nil else {
            return tell("hyphenation: no dictionary for English (Debian: hyphen-en-us)")
        }
        let words = corpus.lines.prefix(200).flatMap { $0.split(separator: " ") }.prefix(8_000)
        let text = words.joined(separator: " ")
        /// The time of `body`, a word.
        func time(_ name: String, _ body: () -> Int) -> Double {
            Measurement.median(
                name, corpus: "\(corpus.name)-\(words.count)-words", items: words.count, bytes: text.utf8.count,
                passes: passes, body) / Double(words.count)
        }
        func attributed(_ hyphens: Hyphens, _ wrap: TextWrapStyle) -> AttributedText {
            var style = style
            style.breaking.hyphens = hyphens
            var paragraph = ParagraphStyle()
            paragraph.wrapStyle = wrap
            paragraph.alignment = .justify
            return AttributedText(text, style: style, paragraphStyle: paragraph)
        }
        let (manual, auto) = (attributed(.manual, .auto), attributed(.auto, .auto))
        func shape(_ text: AttributedText) -> Int { context.shape(paragraph: 0, of: text).itemCount }
        let plain = time("shape") { shape(manual) }
        let remembered = time("shape-hyphens") { shape(auto) }
        context.switches.hyphenationMemo = false
        let fresh = time("shape-hyphens-fresh") { shape(auto) }
        context.switches.hyphenationMemo = true
        tell(
            "hyphenation: \(format(remembered - plain)) ns a word remembered, \(format(fresh - plain)) not, "
                + "beyond shaping (\(format(plain)))")
        func lines(_ hyphens: Hyphens, _ wrap: TextWrapStyle) -> () -> Int {
            let shaped = context.shape(paragraph: 0, of: attributed(hyphens, wrap))
            return { ParagraphLayout(shaped, ParagraphConstraints(width: 500), context: context).lineCount }
        }
        let greedy = time("greedy500-hyphens", lines(.auto, .auto))
        let fit = time("totalfit500-hyphens", lines(.auto, .pretty))
        tell(
            "with hyphens: greedy \(format(greedy)), total-fit \(format(fit)), beyond greedy \(format(fit - greedy)) "
                + "ns a word, layout included")
    }

    private func format(_ nanoseconds: Double) -> String { String(format: "%.1f", nanoseconds) }
}
