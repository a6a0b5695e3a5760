import Foundation
import GalleyFonts
import GalleyHTML
import GalleyLayout
import GalleyText

/// `galley-bench relayout FILE PASSES`: an HTML document laid out at 800 px, and again at 600 px. For counting
/// instructions: `valgrind --tool=callgrind --collect-atstart=no --toggle-collect='*RelayoutCaseO4pass*'`.
enum RelayoutCase {
    static func run(file: String, passes: Int) throws {
        let data = try Data(contentsOf: URL(filePath: file))
        let fonts = try FontCollection.system()
        let layout = DocumentLayout(try AttributedText(html: data), fonts: fonts, width: 800)
        var times: [Double] = []
        for number in 0...passes {
            let start = cpuTime()
            let narrower = pass(layout)
            let elapsed = cpuTime() - start
            guard number > 0 else { continue }
            times.append(elapsed)
            Measurement(
                name: "html-relayout", corpus: file, nanoseconds: elapsed, items: layout.lines.count, bytes: data.count,
                check: narrower.size.height
            ).report()
        }
        times.sort()
        tell("html-relayout: median \(times[times.count / 2] / 1e6) ms, least \(times[0] / 1e6) ms")
    }

    @inline(never)
    private static func pass(_ layout: DocumentLayout) -> DocumentLayout { layout.relayout(width: 600) }
}
