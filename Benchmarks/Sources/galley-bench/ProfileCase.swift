import Foundation
import GalleyFonts
import GalleyParagraph
import GalleyShaping
import GalleyText

/// `galley-bench profile FILE FAMILY PASSES [WORK]`: does one kind of work on each line of a file and nothing else, so that
/// instructions can be counted: `valgrind --tool=callgrind --collect-atstart=no`, with
/// `--toggle-collect='*ProfileCaseV4pass33*'` for shaping, `'*ProfileCaseV9passAgain*'` for what is laid out again.
struct ProfileCase {
    enum Work: String {
        case shape
        /// Shape, and lay out in 400 px.
        case layout
        /// Lay out shaped paragraphs in 500 px: where lines are broken together (`totalfit`), all lines of the file are one
        /// justified paragraph.
        case relayout, greedy, totalfit, balance

        fileprivate var wrapStyle: TextWrapStyle? {
            switch self {
            case .shape, .layout, .relayout: nil
            case .greedy: .auto
            case .totalfit: .pretty
            case .balance: .balance
            }
        }
    }
    let lines: [String]
    let style: TextStyle
    let context: LayoutContext
    let work: Work

    static func run(file: String, family: String, passes: Int, _ work: Work) throws {
        let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        let profile = ProfileCase(
            lines: work.wrapStyle == nil ? lines : [lines.joined(separator: " ")], style: .benchmark(family: family),
            context: LayoutContext(fonts: try FontCollection.system()), work: work)
        // Tables of faces are not texts' cost.
        var shaped = profile.texts.map { profile.context.shape(paragraph: 0, of: $0) }
        if work == .shape || work == .layout { shaped = [] }
        var best = Double.infinity
        for _ in 0..<passes {
            let texts = profile.texts
            if shaped.isEmpty { profile.context.emptyTextCaches() }
            let start = cpuTime()
            if shaped.isEmpty { profile.pass(texts) } else { profile.passAgain(shaped) }
            best = min(best, cpuTime() - start)
        }
        let bytes = profile.lines.reduce(0) { $0 + $1.utf8.count }
        let words = profile.lines.reduce(0) { $0 + $1.split(separator: " ").count }
        print(
            "\(profile.lines.count) paragraphs, \(bytes) bytes: \(String(format: "%.2f", best / Double(bytes))) ns a byte,"
                + " \(Int(best) / profile.lines.count) ns a paragraph, \(Int(best) / max(1, words)) ns a word")
        let counters = profile.context.counters
        print(counters)
    }

    private var texts: [AttributedText] {
        var paragraph = ParagraphStyle()
        paragraph.baseDirection = .natural
        if let wrapStyle = work.wrapStyle {
            paragraph.wrapStyle = wrapStyle
            paragraph.alignment = .justify
        }
        return lines.map { AttributedText($0, style: style, paragraphStyle: paragraph) }
    }

    @inline(never)
    private func pass(_ texts: [AttributedText]) {
        var shaped: [ShapedParagraph] = []
        shaped.reserveCapacity(texts.count)
        for text in texts {
            shaped.append(context.shape(paragraph: 0, of: text))
            if work == .layout {
                _ = ParagraphLayout(shaped[shaped.count - 1], ParagraphConstraints(width: 400), context: context)
            }
        }
    }

    @inline(never)
    private func passAgain(_ shaped: [ShapedParagraph]) {
        for paragraph in shaped {
            _ = ParagraphLayout(paragraph, ParagraphConstraints(width: 500), context: context)
        }
    }
}
