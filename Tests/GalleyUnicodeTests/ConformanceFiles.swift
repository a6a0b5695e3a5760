import Foundation
import GalleyUnicode

/// Where Unicode's conformance files lie.
enum ConformanceFiles {
    /// The 17.0 files, outside the repository: the folder of `GALLEY_SHARED`, by default beside the package.
    static let unicode17: URL = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["GALLEY_SHARED"].map { URL(fileURLWithPath: $0) }
            ?? root.deletingLastPathComponent().appendingPathComponent("shared")
        return shared.appendingPathComponent("data/unicode17")
    }()

    /// Those of Debian's package unicode-data, 15.0.
    static let debian = URL(fileURLWithPath: "/usr/share/unicode")

    static func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    /// The lines of a file without comments and empty lines.
    static func forEachLine(of url: URL, _ body: (Substring) throws -> Void) throws {
        let text = try String(decoding: Data(contentsOf: url), as: UTF8.self)
        for line in text.split(separator: "\n") {
            let content = line.prefix { $0 != "#" }
            if content.contains(where: { !$0.isWhitespace }) { try body(content) }
        }
    }
}

/// A line of a break test: `÷ 0061 × 0308 ÷`.
struct BreakCase {
    var scalars: [UInt32] = []
    /// For each scalar and for the end of the text whether ÷ stands before it.
    var breaks: [Bool] = []

    init(_ line: Substring) {
        for field in line.split(whereSeparator: \.isWhitespace) {
            if field == "÷" || field == "×" {
                breaks.append(field == "÷")
            } else if let scalar = UInt32(field, radix: 16) {
                scalars.append(scalar)
            }
        }
    }

    /// The text, and the offset of each scalar.
    func encoded() -> (bytes: [UInt8], offsets: [Int]) {
        var bytes: [UInt8] = []
        var offsets: [Int] = []
        for scalar in scalars {
            offsets.append(bytes.count)
            UTF8Decoding.encode(scalar, into: &bytes)
        }
        return (bytes, offsets)
    }

    var description: String {
        zip(breaks, scalars).map { ($0 ? "÷ " : "× ") + String($1, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}

/// The cases of a break test file that differ from what `flags` says, in the file's notation.
func differences(
    in url: URL, flag: BoundaryFlags, flags: ([UInt8]) -> [BoundaryFlags]
) throws -> (cases: Int, differing: [String]) {
    var count = 0
    var differing: [String] = []
    try ConformanceFiles.forEachLine(of: url) { line in
        let expected = BreakCase(line)
        let (bytes, offsets) = expected.encoded()
        let found = flags(bytes)
        count += 1
        let breaks = offsets.map { !found[$0].isDisjoint(with: flag) }
        if breaks != Array(expected.breaks.dropLast()) {
            var shown = expected
            shown.breaks = breaks
            differing.append("\(expected.description)   got \(shown.description)")
        }
    }
    return (count, differing)
}

/// Runs one of the marking functions over an array.
func marking(
    _ bytes: [UInt8],
    _ mark: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<BoundaryFlags>) -> Void
) -> [BoundaryFlags] {
    var flags = [BoundaryFlags](repeating: [], count: bytes.count)
    bytes.withUnsafeBufferPointer { utf8 in flags.withUnsafeMutableBufferPointer { mark(utf8, $0) } }
    return flags
}
