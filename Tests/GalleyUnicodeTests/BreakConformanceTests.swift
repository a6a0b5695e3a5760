import Foundation
import GalleyUnicode
import Testing

@Suite("UAX #14 and #29 against Unicode's test files")
struct BreakConformanceTests {
    static let directory = ConformanceFiles.unicode17
    static let isPresent = ConformanceFiles.exists(directory)

    @Test("LineBreakTest 17.0", .enabled(if: isPresent))
    func lines() throws {
        let breaks = LineBreaks(LineBreakOptions(strictness: .strict))
        let (count, differing) = try differences(
            in: Self.directory.appendingPathComponent("LineBreakTest.txt"), flag: .line
        ) { breaks.marks($0) }
        #expect(count == 19338)
        #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(20).joined(separator: "\n"))")
    }

    @Test("GraphemeBreakTest 17.0", .enabled(if: isPresent))
    func graphemes() throws {
        let (count, differing) = try differences(
            in: Self.directory.appendingPathComponent("GraphemeBreakTest.txt"), flag: .grapheme
        ) { marking($0) { GraphemeBreaks.mark($0, into: $1) } }
        #expect(count == 766)
        #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(20).joined(separator: "\n"))")
    }

    @Test("WordBreakTest 17.0", .enabled(if: isPresent))
    func words() throws {
        let (count, differing) = try differences(
            in: Self.directory.appendingPathComponent("WordBreakTest.txt"), flag: .word
        ) { marking($0) { WordBreaks.mark($0, into: $1) } }
        #expect(count == 1944)
        #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(20).joined(separator: "\n"))")
    }

    @Test("SentenceBreakTest 17.0", .enabled(if: isPresent))
    func sentences() throws {
        let (count, differing) = try differences(
            in: Self.directory.appendingPathComponent("SentenceBreakTest.txt"), flag: .sentence
        ) { marking($0) { SentenceBreaks.mark($0, into: $1) } }
        #expect(count == 512)
        #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(20).joined(separator: "\n"))")
    }
}
