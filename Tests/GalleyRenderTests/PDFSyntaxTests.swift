import Foundation
import GalleyTestSupport
import GalleyText
import Testing

import GalleyRender

/// What PDFs are made of (ISO 32000-1 §7).
struct PDFSyntaxTests {
    private static func written(_ body: (inout PDFBuffer) -> Void) -> String {
        var buffer = PDFBuffer()
        body(&buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (-0.125, "-0.125"), (12.0004, "12"),
        (0.0625, "0.063"), (99.9996, "100"), (1_000_000.25, "1000000.25"), (.nan, "0"), (.infinity, "0"), (1e300, "0"),
        (-0.0001, "0"), (7.05, "7.05"), (7.005, "7.005"),
    ])
    func numbersHaveNoExponents(_ number: Double, _ expected: String) {
        #expect(Self.written { $0.add(number) } == expected)
    }

    @Test(arguments: [(0, "0"), (7, "7"), (10, "10"), (-305, "-305"), (Int.max, "\(Int.max)"), (Int.min, "\(Int.min)")])
    func integers(_ number: Int, _ expected: String) {
        #expect(Self.written { $0.add(number) } == expected)
    }

    @Test func namesAndStringsEscapeWhatEndsThem() {
        #expect(Self.written { $0.add(name: "A b/#\u{E9}") } == "/A#20b#2F#23#C3#A9")
        #expect(Self.written { $0.add(string: "a(b)\\\r\n".utf8) } == "(a\\(b\\)\\\\\\r\n)")
        #expect(Self.written { $0.add(text: "") } == "()")
        #expect(Self.written { $0.add(text: "a\u{1F600}\u{0}") } == "<FEFF0061D83DDE00FFFD>")
    }

    /// §7.2: tokens of all kinds, and what is between them.
    @Test func tokens() {
        var scanner = PDFScanner(Array("<< /A%x\n[1 (a\\)(b))<61>]/B 3 0 R>>".utf8), at: 0)
        var tokens: [String] = []
        while true {
            let token = scanner.token()
            if token.isEmpty { break }
            tokens.append(String(decoding: token, as: UTF8.self))
        }
        #expect(tokens == ["<<", "/A", "[", "1", "(a\\)(b))", "<61>", "]", "/B", "3", "0", "R", ">>"])
    }

    @Test(arguments: [
        ("<</A[1 2]/B<</C 1>>>>x", "x"), ("[ [ ] ] x", " x"), ("3 0 R x", " x"), ("3 x", " x"), ("(a(b)c)x", "x"),
        ("/A/B", "/B"), ("<<", ""), ("(a", ""), ("", ""),
    ])
    func valuesAreSkippedWhole(_ text: String, _ rest: String) {
        let bytes = Array(text.utf8)
        var scanner = PDFScanner(bytes, at: 0)
        scanner.skipValue()
        #expect(String(decoding: bytes[scanner.offset...], as: UTF8.self) == rest)
    }

    // MARK: Forms

    /// A file like Cairo's, with a page that names a picture twice.
    private static let file: [UInt8] = {
        var text = "%PDF-1.4\n"
        var offsets: [Int] = []
        for (index, body) in [
            "<</Length 2 0 R>>\nstream\nq /x5 Do Q\nendstream", "10", "<</XObject<</x5 5 0 R/x5 5 0 R>>>>",
            "<</Type/Page % 1\n/Contents 1 0 R/Resources 3 0 R>>",
            "<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Length 3>>stream\nf\n\nendstream",
        ].enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(body)\nendobj\n"
        }
        let table = text.utf8.count
        text += "xref\n0 6\n0000000000 65535 f \n"
        for offset in offsets { text += String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n \n" }
        return Array((text + "trailer<</Size 6>>\nstartxref\n\(table)\n%%EOF\n").utf8)
    }()

    @Test func aPageIsTakenAsAForm() throws {
        let bytes = PDFBytes()
        let target = PDFFile(bytes)
        let form = PDFImport.form(from: Self.file, size: Size(width: 30, height: 20), at: Point(x: 5, y: 7), to: target)
        #expect(form == 1)
        let text = String(decoding: bytes.take(), as: UTF8.self)
        #expect(text.contains("/BBox[0 0 30 20]/Matrix[1 0 0 -1 5 27]/Resources 2 0 R/Length 10>>stream\nq /x5 Do Q\n"))
        #expect(text.contains("2 0 obj\n << /XObject << /x5 3 0 R >> >>\nendobj"))
        #expect(text.contains("3 0 obj\n<< /Type /XObject /Subtype /Form /BBox [ 0 0 1 1 ]/Length 3>>stream\nf\n\n"))
    }

    /// Whatever is cut off or changed, nothing traps, and what cannot be read is no form.
    @Test func damagedFilesAreNoForms() {
        func form(_ file: [UInt8]) -> Int32? {
            PDFImport.form(from: file, size: Size(width: 1, height: 1), at: .zero, to: PDFFile(PDFBytes()))
        }
        for count in 0..<Self.file.count {
            #expect(count > Self.file.count - 12 || form(Array(Self.file.prefix(count))) == nil)
        }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            var changed = Self.file
            for _ in 0..<3 {
                changed[Int.random(in: changed.indices, using: &generator)] = .random(in: 32...126, using: &generator)
            }
            _ = form(changed)
        }
    }
}
