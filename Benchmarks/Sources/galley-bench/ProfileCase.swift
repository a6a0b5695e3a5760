import Foundation
import GalleyFonts
import GalleyParagraph
import GalleyShaping
import GalleyText

/// `galley-bench profile FILE FAMILY PASSES [layout]`: shapes (or lays out in 400 px) each line of a file and does nothing
/// else, so that instructions can be counted: `valgrind --tool=callgrind --toggle-collect='*ProfileCase*pass*'`.
struct ProfileCase {
    let lines: [String]
    let style: TextStyle
    let context: LayoutContext
    let laysOut: Bool

    static func run(file: String, family: String, passes: Int, laysOut: Bool) throws {
        let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        let profile = ProfileCase(
            lines: text.split(separator: "\n").map(String.init), style: .benchmark(family: family),
            context: LayoutContext(fonts: try FontCollection.system()), laysOut: laysOut)
        // Tables of faces are not texts' cost.
        for text in profile.texts { _ = profile.context.shape(paragraph: 0, of: text) }
        var best = Double.infinity
        for _ in 0..<passes {
            let texts = profile.texts
            profile.context.emptyTextCaches()
            let start = cpuTime()
            profile.pass(texts)
            best = min(best, cpuTime() - start)
        }
        let bytes = profile.lines.reduce(0) { $0 + $1.utf8.count }
        print(
            "\(profile.lines.count) paragraphs, \(bytes) bytes: \(String(format: "%.2f", best / Double(bytes))) ns a byte,"
                + " \(Int(best) / profile.lines.count) ns a paragraph")
        let counters = profile.context.counters
        print(counters)
    }

    private var texts: [AttributedText] {
        var paragraph = ParagraphStyle()
        paragraph.baseDirection = .natural
        return lines.map { AttributedText($0, style: style, paragraphStyle: paragraph) }
    }

    @inline(never)
    private func pass(_ texts: [AttributedText]) {
        var shaped: [ShapedParagraph] = []
        shaped.reserveCapacity(texts.count)
        for text in texts {
            shaped.append(context.shape(paragraph: 0, of: text))
            if laysOut {
                _ = ParagraphLayout(shaped[shaped.count - 1], ParagraphConstraints(width: 400), context: context)
            }
        }
    }
}
