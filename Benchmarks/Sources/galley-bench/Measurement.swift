import Foundation

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
