import Foundation
import GalleyFonts
import GalleyHTML
import GalleyLayout
import GalleyMarkup
import GalleyShaping
import GalleyText

/// The cases on a document: html-sax (libxml2 alone), html-parse, html-model, html-layout, html-relayout. At the end the
/// ratios of html-parse and html-model to html-sax go to standard error, and those of html-layout and html-relayout to raw
/// `hb_shape` of english.txt, whose passes alternate with theirs.
struct HTMLCases {
    let fonts: FontCollection
    let folder: URL

    /// The paragraphs of english.txt as they are handed to HarfBuzz.
    private func english() throws -> RawItems {
        let context = LayoutContext(fonts: fonts)
        let style = TextStyle.benchmark(family: "DejaVu Sans")
        let lines = try Corpus("english.txt", in: folder).lines
        return RawItems(lines.map { context.shape(paragraph: 0, of: AttributedText($0, style: style)) }, fonts)
    }

    func run(_ name: String, passes: Int) throws {
        let raw = try english()
        let data = try Data(contentsOf: folder.appending(path: name))
        let bytes = [UInt8](data)
        var times: [String: [Double]] = [:]
        for pass in -1..<passes {
            func report(_ label: String, _ start: Double, _ check: Double) {
                let elapsed = cpuTime() - start
                guard pass >= 0 else { return }
                times[label, default: []].append(elapsed)
                Measurement(
                    peer: label == "html-sax" ? "libxml2" : "galley", name: label, corpus: name, nanoseconds: elapsed,
                    items: 1, bytes: data.count, check: check
                ).report()
            }
            let shaping = raw.shape()
            if pass >= 0 { times["hb_shape", default: []].append(shaping) }

            var start = cpuTime()
            let events = RawLibXML.countEvents(bytes)
            report("html-sax", start, Double(events))

            start = cpuTime()
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
        func median(_ label: String) -> Double { (times[label] ?? []).sorted()[passes / 2] }
        let ratios = ["html-parse", "html-model"].map {
            "\($0) \(String(format: "%.2f", median($0) / median("html-sax")))"
        }
        tell("\(name): \(ratios.joined(separator: ", ")) times html-sax (medians)")
        let ofShaping = ["html-layout", "html-relayout"].map {
            "\($0) \(String(format: "%.3f", median($0) / median("hb_shape")))"
        }
        tell("\(name): \(ofShaping.joined(separator: ", ")) times hb_shape of english.txt (medians)")
    }
}
