import Foundation
import GalleyUnicode
import Testing

/// The break tests of Unicode 15.0 that Debian installs: what differs is what later versions changed, and is counted
/// here by rule, so that a change of ours shows even where the files of 17.0 are absent.
@Suite("UAX #14 and #29 against the files of 15.0")
struct OlderVersionTests {
    static let directory = ConformanceFiles.debian.appendingPathComponent("auxiliary")
    static let isPresent = ConformanceFiles.exists(directory.appendingPathComponent("LineBreakTest.txt"))

    /// The differing cases of a file, counted by the rule that changed.
    private func changes(
        _ file: String, _ flag: BoundaryFlags,
        _ rule: (_ before: [UInt32], _ after: UInt32, _ wasBreak: Bool) -> String,
        _ flags: ([UInt8]) -> [BoundaryFlags]
    ) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        try ConformanceFiles.forEachLine(of: Self.directory.appendingPathComponent(file)) { line in
            let expected = BreakCase(line)
            let (bytes, offsets) = expected.encoded()
            let found = flags(bytes)
            let differing = offsets.indices.first { !found[offsets[$0]].isDisjoint(with: flag) != expected.breaks[$0] }
            guard let differing else { return }
            // Marks are left out, as they never are the reason here.
            let before = expected.scalars[..<differing].filter { $0 != 0x308 }
            counts[rule(Array(before), expected.scalars[differing], expected.breaks[differing]), default: 0] += 1
        }
        return counts
    }

    @Test("LineBreakTest 15.0", .enabled(if: isPresent))
    func lines() throws {
        let breaks = LineBreaks(LineBreakOptions(strictness: .strict))
        let found = try changes("LineBreakTest.txt", .line) { before, after, wasBreak in
            switch (before.suffix(2), after, wasBreak) {
            case ([0xAB, 0x20], _, true): "LB15a: no break after an opening quotation mark and spaces (15.1)"
            case ([0x22, 0x20], _, false), ([0xAB, 0x20], _, false): "LB15: QU SP* x OP is gone (15.1)"
            case (_, 0x2E, false): "LB15c: a break before a decimal point that begins a number (16.0)"
            case ([0x2D], _, true): "LB20a: no break after a hyphen that begins a word (15.1)"
            case ([0x5D0, 0x2D], 0x5D0, false): "LB21a: only before what is not Hebrew (16.0)"
            case (_, 0x30...0x39, true) where before.last == 0x2C || before.last == 0x2E: "LB25: IS x NU (16.0)"
            default: "unexplained"
            }
        } _: {
            breaks.marks($0)
        }
        #expect(
            found == [
                "LB15a: no break after an opening quotation mark and spaces (15.1)": 2,
                "LB15: QU SP* x OP is gone (15.1)": 6,
                "LB15c: a break before a decimal point that begins a number (16.0)": 1,
                "LB20a: no break after a hyphen that begins a word (15.1)": 10,
                "LB21a: only before what is not Hebrew (16.0)": 1,
                "LB25: IS x NU (16.0)": 13,
            ])
    }

    /// U+2701 UPPER BLADE SCISSORS is no longer Extended_Pictographic.
    private func scissors(_ before: [UInt32], _ after: UInt32, _ wasBreak: Bool) -> String {
        after == 0x2701 && before.last == 0x200D && !wasBreak ? "U+2701" : "unexplained"
    }

    @Test("GraphemeBreakTest 15.0", .enabled(if: isPresent))
    func graphemes() throws {
        let found = try changes("GraphemeBreakTest.txt", .grapheme, scissors) {
            marking($0) { GraphemeBreaks.mark($0, into: $1) }
        }
        #expect(found == ["U+2701": 1])
    }

    @Test("WordBreakTest 15.0", .enabled(if: isPresent))
    func words() throws {
        let found = try changes("WordBreakTest.txt", .word, scissors) { marking($0) { WordBreaks.mark($0, into: $1) } }
        #expect(found == ["U+2701": 2])
    }

    @Test("SentenceBreakTest 15.0", .enabled(if: isPresent))
    func sentences() throws {
        let found = try changes("SentenceBreakTest.txt", .sentence, scissors) {
            marking($0) { SentenceBreaks.mark($0, into: $1) }
        }
        #expect(found.isEmpty)
    }
}
