import Foundation
import GalleyFonts
import GalleyHTML
import GalleyLayout
import GalleyRender
import GalleyText

/// `galley-bench memory FILE COPIES`: the document repeated, converted once in a process of its own. Prints the time per
/// byte, which must not grow with the size, and the peak of resident memory above what it was before, per byte of input.
/// What every process pays once (code read in, the style sheet of the user agent) is paid before.
///
/// `galley-bench memory-pdf FILE COPIES`: the same on its way into a PDF, as `galley render` does it: the document is read
/// piece by piece, laid out on pages, and written page by page. What shaped text may take (`LayoutOptions.shapedTextBudget`)
/// is part of what a byte costs, less of it the longer the document is.
struct MemoryCase {
    static func runPDF(file: String, copies: Int) throws {
        let one = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let fonts = try FontCollection.system()
        let output = FileManager.default.temporaryDirectory.appending(path: "galley-bench-\(getpid()).pdf")
        defer { try? FileManager.default.removeItem(at: output) }
        try writePDF(Array("<!doctype html><title>t</title><p class=a>b<table><td>c".utf8), 1, fonts, to: output)
        let before = peakOfMemory()
        let start = cpuTime()
        let pages = try writePDF(one, copies, fonts, to: output)
        let elapsed = cpuTime() - start
        let peak = peakOfMemory()
        let count = one.count * copies
        let size = try FileManager.default.attributesOfItem(atPath: output.path)[.size] as? Int ?? 0
        print(
            "{\"case\":\"pdf-memory\",\"bytes\":\(count),\"ns\":\(Int(elapsed)),"
                + "\"ns/byte\":\(String(format: "%.1f", elapsed / Double(count))),\"baseline\":\(before),"
                + "\"peak\":\(peak),\"peak bytes/byte\":\(String(format: "%.2f", Double(peak - before) / Double(count))),"
                + "\"pages\":\(pages),\"pdf\":\(size)}")
    }

    /// Writes a document repeated and says how many pages it has.
    @discardableResult
    private static func writePDF(_ one: [UInt8], _ copies: Int, _ fonts: FontCollection, to file: URL) throws -> Int {
        let converter = HTMLConverter(expectedBytes: one.count * copies)
        for _ in 0..<copies { try converter.append(one) }
        let pages = PagedLayout(
            try converter.finish(), fonts: fonts, setup: PageSetup(paper: .a4, margins: 54))
        try pages.write(to: file, images: DrawnImages.none)
        return pages.pageCount
    }

    static func run(file: String, copies: Int) throws {
        var bytes: [UInt8] = []
        do {
            let one = [UInt8](try Data(contentsOf: URL(filePath: file)))
            bytes.reserveCapacity(one.count * copies)
            for _ in 0..<copies { bytes += one }
        }
        let small = "<!doctype html><title>t</title><p class=a style='color: red'>b<table><td>c"
        _ = try AttributedText(html: Array(small.utf8))
        let before = peakOfMemory()
        let start = cpuTime()
        let text = try AttributedText(html: bytes)
        let elapsed = cpuTime() - start
        let peak = peakOfMemory()
        let perByte = Double(peak - before) / Double(bytes.count)
        print(
            "{\"case\":\"html-memory\",\"bytes\":\(bytes.count),\"ns\":\(Int(elapsed)),"
                + "\"ns/byte\":\(String(format: "%.1f", elapsed / Double(bytes.count))),\"baseline\":\(before),"
                + "\"peak\":\(peak),\"peak bytes/byte\":\(String(format: "%.2f", perByte)),"
                + "\"text\":\(text.count),\"paragraphs\":\(text.paragraphs.count)}")
    }

    /// The greatest resident size of the process so far, in bytes.
    private static func peakOfMemory() -> Int {
        var usage = rusage()
        getrusage(0, &usage)
        #if os(Linux)
            return usage.ru_maxrss * 1_024
        #else
            return usage.ru_maxrss
        #endif
    }
}
