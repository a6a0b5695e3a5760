import GalleyXLIFF
import Testing

@Suite struct FileDiffTests {
    private func diff(_ old: [UInt8], _ new: [UInt8]) -> String {
        FileDiff(.init(path: "f", old: old, new: new)).text
    }

    private static let head = "--- f\n+++ f\n"

    /// A CR LF is one `Character`, and two bytes.
    @Test func linesEndAtLineFeeds() {
        #expect(
            diff(Array("a\r\nb\r\n".utf8), Array("a\r\nc\r\n".utf8)) == Self.head
                + "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n")
    }

    /// U+00E9 and e with U+0301 are equal strings, and other bytes.
    @Test func linesAreComparedByTheirBytes() {
        let text = diff(Array("\u{E9}\n".utf8), Array("e\u{301}\n".utf8))
        #expect(Array(text.utf8) == Array((Self.head + "@@ -1,1 +1,1 @@\n-\u{E9}\n+e\u{301}\n").utf8))
    }

    @Test func theMarkTellsTheEncoding() {
        func utf16(_ text: String) -> [UInt8] {
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        }
        #expect(diff(utf16("a\n"), utf16("\u{10A}\n")) == Self.head + "@@ -1,1 +1,1 @@\n-a\n+\u{10A}\n")
    }
}
