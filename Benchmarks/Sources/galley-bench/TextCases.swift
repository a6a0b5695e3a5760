import Foundation
import GalleyFonts
import GalleyParagraph
import GalleyShaping
import GalleyText

/// The cases on plain text: shape, layout400, relayout500, measure. Text caches are emptied before each pass.
struct TextCases {
    let context: LayoutContext
    let style: TextStyle

    init(fonts: FontCollection, family: String) {
        context = LayoutContext(fonts: fonts)
        style = .benchmark(family: family)
    }

    private var paragraphStyle: ParagraphStyle {
        var style = ParagraphStyle()
        style.baseDirection = .natural
        return style
    }

    private func text(_ line: String) -> AttributedText {
        AttributedText(line, style: style, paragraphStyle: paragraphStyle)
    }

    func run(_ corpus: Corpus, passes: Int) {
        let texts = corpus.lines.map(text)
        for pass in -1..<passes {
            shape(texts, corpus, report: pass >= 0)
            layOut(corpus, report: pass >= 0)
        }
    }

    private func shape(_ texts: [AttributedText], _ corpus: Corpus, report: Bool) {
        context.emptyTextCaches()
        var shaped: [ShapedParagraph] = []
        shaped.reserveCapacity(texts.count)
        let start = cpuTime()
        for text in texts { shaped.append(context.shape(paragraph: 0, of: text)) }
        let elapsed = cpuTime() - start
        let width = shaped.reduce(0) { $0 + $1.contentWidths().maximum }
        if report { measurement("shape", corpus, elapsed, width).report() }
    }

    private func layOut(_ corpus: Corpus, report: Bool) {
        context.emptyTextCaches()
        context.counters = .init()
        var layouts: [ParagraphLayout] = []
        layouts.reserveCapacity(corpus.lines.count)
        var lines = 0
        var start = cpuTime()
        for line in corpus.lines {
            let layout = ParagraphLayout(
                context.shape(paragraph: 0, of: text(line)), ParagraphConstraints(width: 400), context: context)
            lines += layout.lineCount
            layouts.append(layout)
        }
        if report { measurement("layout400", corpus, cpuTime() - start, Double(lines)).report() }
        if report { tellHitRate(corpus) }
        lines = 0
        start = cpuTime()
        for layout in layouts {
            lines += ParagraphLayout(layout.shaped, ParagraphConstraints(width: 500), context: context).lineCount
        }
        if report { measurement("relayout500", corpus, cpuTime() - start, Double(lines)).report() }
    }

    func measure(_ corpus: Corpus, passes: Int) {
        for pass in -1..<passes {
            context.emptyTextCaches()
            context.counters = .init()
            var width = 0.0
            let start = cpuTime()
            for line in corpus.lines {
                width += context.shape(paragraph: 0, of: text(line)).contentWidths().maximum
            }
            let elapsed = cpuTime() - start
            if pass >= 0 {
                measurement("measure", corpus, elapsed, width).report()
                tellHitRate(corpus)
            }
        }
    }

    private func measurement(_ name: String, _ corpus: Corpus, _ elapsed: Double, _ check: Double) -> Measurement {
        Measurement(
            name: name, corpus: corpus.name, nanoseconds: elapsed, items: corpus.lines.count, bytes: corpus.bytes,
            check: check)
    }

    private func tellHitRate(_ corpus: Corpus) {
        let counters = context.counters
        let asked = counters.wordCacheHits + counters.wordsShaped
        let rate = asked > 0 ? 100 * Double(counters.wordCacheHits) / Double(asked) : 0
        let line =
            "\(corpus.name): word cache \(String(format: "%.1f", rate)) % of \(asked) words, "
            + "\(counters.itemsShaped) items and \(counters.edgesShaped) edges shaped"
        tell(line)
    }
}
