import Foundation
import GalleyHTML
import GalleyText

/// `galley-bench memory FILE COPIES`: the document repeated, converted once in a process of its own. Prints the time per
/// byte, which must not grow with the size, and the peak of resident memory above what it was before, per byte of input.
/// What every process pays once (code read in, the style sheet of the user agent) is paid before.
struct MemoryCase {
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
