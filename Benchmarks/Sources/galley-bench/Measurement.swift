import Foundation
import GalleyText

/// One measured pass, printed as the JSON line that all harnesses share.
struct Measurement {
    var peer = "galley"
    var name: String
    var corpus: String
    var nanoseconds: Double
    var items: Int
    var bytes: Int
    /// Shows that others did the same work: lines laid out, the sum of widths in px, or a height.
    var check: Double

    func report() {
        print(
            "{\"peer\":\"\(peer)\",\"case\":\"\(name)\",\"corpus\":\"\(corpus)\",\"ns\":\(Int(nanoseconds)),"
                + "\"items\":\(items),\"bytes\":\(bytes),\"check\":\(String(format: "%.2f", check))}")
    }
}

extension Measurement {
    /// The median time of `body` in ns, each pass but a first one reported; `body` gives the check.
    static func median(
        _ name: String, corpus: String, items: Int, bytes: Int, passes: Int, _ body: () -> Int
    ) -> Double {
        var times: [Double] = []
        for pass in -1..<passes {
            let start = cpuTime()
            let check = body()
            let elapsed = cpuTime() - start
            guard pass >= 0 else { continue }
            times.append(elapsed)
            Measurement(
                name: name, corpus: corpus, nanoseconds: elapsed, items: items, bytes: bytes, check: Double(check)
            ).report()
        }
        return times.sorted()[times.count / 2]
    }
}

/// Writes a line for people, beside the JSON lines.
func tell(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

extension TextStyle {
    /// What the cases on text are set in.
    static func benchmark(family: String) -> TextStyle {
        var style = TextStyle()
        style.shaping.fontFamilies = [family]
        style.shaping.fontSize = 16
        return style
    }
}

/// CPU time of the process in ns: other work on the machine disturbs it less than wall time.
func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// A corpus of one item a line.
struct Corpus {
    var name: String
    var lines: [String]
    var bytes: Int

    init(_ name: String, in folder: URL) throws {
        self.name = name
        let data = try Data(contentsOf: folder.appending(path: name))
        bytes = data.count
        lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
