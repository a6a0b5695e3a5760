import Foundation
import GalleyUnicode
import Testing

@Suite("Emoji presentation (UTS #51)")
struct EmojiClusterTests {
    static let emojiTest = ConformanceFiles.debian.appendingPathComponent("emoji/emoji-test.txt")

    private func isEmoji(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { EmojiCluster.isEmoji($0, cluster: 0..<bytes.count) }
    }

    @Test(arguments: [
        ("😀", true), ("😀\u{FE0E}", false), ("❤", false), ("❤\u{FE0F}", true), ("©", false), ("1", false), ("#", false),
        ("1\u{FE0F}\u{20E3}", true), ("1\u{20E3}", true), ("a", false), ("a\u{FE0F}", false), ("", false), ("🇩🇪", true),
        ("☝\u{1F3FD}", true), ("☝", false), ("❤\u{200D}🔥", true), ("é", false), ("漢", false),
    ])
    func presentation(text: String, expected: Bool) {
        #expect(isEmoji(Array(text.utf8)) == expected)
    }

    @Test(
        "every sequence of emoji-test is one cluster, no line breaks inside",
        .enabled(if: ConformanceFiles.exists(emojiTest)))
    func sequences() throws {
        let breaks = LineBreaks()
        var count = 0
        var differing: [String] = []
        try ConformanceFiles.forEachLine(of: Self.emojiTest) { line in
            let fields = line.split(separator: ";")
            let scalars = fields[0].split(separator: " ").compactMap { UInt32($0, radix: 16) }
            var bytes: [UInt8] = []
            for scalar in scalars { UTF8Decoding.encode(scalar, into: &bytes) }
            let status = fields[1].trimmingCharacters(in: .whitespaces)
            let end = bytes.withUnsafeBufferPointer { GraphemeBreaks.next($0, after: 0) }
            let canBreak = breaks.marks(bytes).contains { !$0.isDisjoint(with: .line) }
            count += 1
            let shown = isEmoji(bytes) || status == "unqualified"
            if end != bytes.count || canBreak || !shown { differing.append(String(line)) }
        }
        #expect(count > 4700)
        #expect(differing.isEmpty, "\(differing.prefix(10))")
    }
}
