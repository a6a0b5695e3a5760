import Foundation
import GalleyFonts
import GalleyHTML
import GalleyLayout
import GalleyMarkup
import GalleyText

/// The cases on a document: html-parse, html-model, html-layout, html-relayout.
struct HTMLCases {
    let fonts: FontCollection
    let folder: URL

    func run(_ name: String, passes: Int) throws {
        let data = try Data(contentsOf: folder.appending(path: name))
        let bytes = [UInt8](data)
        for pass in -1..<passes {
            func report(_ label: String, _ start: Double, _ check: Double) {
                let elapsed = cpuTime() - start
                guard pass >= 0 else { return }
                Measurement(
                    name: label, corpus: name, nanoseconds: elapsed, items: 1, bytes: data.count, check: check
                ).report()
            }
            var start = cpuTime()
            let tree = HTMLTree(parsing: bytes)
            report("html-parse", start, Double(tree.nodeCount))

            start = cpuTime()
            let model = try AttributedText(html: data)
            report("html-model", start, Double(model.count))

            start = cpuTime()
            let layout = DocumentLayout(try AttributedText(html: data), fonts: fonts, width: 800)
            report("html-layout", start, layout.size.height)

            start = cpuTime()
            let narrower = layout.relayout(width: 600)
            report("html-relayout", start, narrower.size.height)
        }
    }
}
