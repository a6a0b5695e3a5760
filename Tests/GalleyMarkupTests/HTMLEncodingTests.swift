import Foundation
import GalleyMarkup
import Testing

@Suite("Encodings of HTML")
struct HTMLEncodingTests {
    private func body(_ bytes: [UInt8], encoding: TextEncoding? = nil) -> (text: String, encoding: String) {
        let tree = HTMLTree(parsing: bytes, encoding: encoding)
        return (tree.textContent(of: tree.body), tree.encoding.name)
    }

    @Test("html5lib's sniffing cases", .enabled(if: SharedData.has("html5lib")))
    func sniffing() throws {
        var count = 0
        for file in ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"] {
            let data = [UInt8](try Data(contentsOf: SharedData.url("html5lib/encoding/\(file)")))
            // The cases are bytes, not text: split them by hand.
            let marker = Array("#data\n".utf8)
            let middle = Array("#encoding\n".utf8)
            var position = 0
            while let start = data[position...].firstRange(of: marker) {
                guard let split = data[start.upperBound...].firstRange(of: middle) else { break }
                let input = Array(data[start.upperBound..<split.lowerBound].dropLast())
                let end = data[split.upperBound...].firstIndex(of: 0x0A) ?? data.endIndex
                let label = String(decoding: data[split.upperBound..<end], as: UTF8.self)
                position = end
                // The cases expect windows-1252 where nothing is declared; valid UTF-8 is UTF-8 here.
                let want = TextEncoding(label: label)
                let got = DecodedSource(input).encoding
                #expect(
                    got == want || (want == .windows1252 && got == .utf8),
                    "\(file): \(label) for \(String(decoding: input.prefix(200), as: UTF8.self))")
                count += 1
            }
        }
        #expect(count > 60)
    }

    @Test(
        "Declared encodings decode",
        arguments: [
            ("shift_jis", [0x93, 0xFA, 0x96, 0x7B] as [UInt8], "日本"), ("euc-jp", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"), ("gb2312", [0xD6, 0xD0], "中"),
            ("gb18030", [0x81, 0x30, 0x81, 0x30], "\u{80}"), ("big5", [0xA4, 0xA4], "中"),
            ("euc-kr", [0xC7, 0xD1], "한"), ("koi8-r", [0xF0, 0xD2, 0xC9], "При"),
            ("windows-1251", [0xCF, 0xF0], "Пр"), ("iso-8859-1", [0x93, 0x68, 0x69, 0x94, 0x80], "“hi”€"),
            ("iso-8859-2", [0xB1], "ą"), ("windows-1255", [0xF9], "ש"), ("iso-8859-6", [0xC7], "ا"),
            ("macintosh", [0x8A], "ä"), ("windows-874", [0xA1], "ก"), ("utf-16le", [0x41], "A"),
        ])
    func declared(label: String, bytes: [UInt8], want: String) {
        let source = Array("<meta charset=\"\(label)\"><body>".utf8) + bytes
        #expect(body(source).text == want)
    }

    @Test("A byte order mark wins over the caller, the caller over the document, and UTF-16 needs no mark")
    func precedence() {
        let koi = TextEncoding(label: "koi8-r")
        #expect(body([0xEF, 0xBB, 0xBF] + Array("é".utf8), encoding: koi).text == "é")
        #expect(body(Array("<meta charset=utf-8>".utf8) + [0xF0], encoding: koi).text == "П")
        let wide = "<p>Grüße</p>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(body(wide).text == "Grüße")
        #expect(body([0xFF, 0xFE] + wide).encoding == "UTF-16LE")
        #expect(body([0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x41, 0x00]).text == "\u{FFFD}A\u{FFFD}")
        #expect(TextEncoding(label: "utf-7") == nil)
        #expect(TextEncoding(label: " Latin1\n") == .windows1252)
    }

    @Test("Bytes that no encoding explains")
    func repairs() {
        #expect(body([0x63, 0x61, 0x66, 0xE9]).text == "café")
        #expect(body(Array("<meta charset=utf-8>caf".utf8) + [0xC3] + Array("</p>x".utf8)).text == "caf\u{FFFD}x")
        let mostly = Array(String(repeating: "déjà ", count: 100).utf8) + [0xFF]
        #expect(body(mostly).encoding == "UTF-8")
        #expect(body(mostly).text.hasSuffix("\u{FFFD}"))
        // What speaks for UTF-8 though it is broken, and what does not.
        #expect(body([0x61, 0xFF, 0xFE, 0xC3, 0xA9, 0xF0, 0x9F, 0x98, 0x20]).text == "a\u{FFFD}\u{FFFD}é\u{FFFD} ")
        #expect(body([0x63, 0xE6, 0x97]).text == "c\u{FFFD}")
        #expect(body([0xC0, 0xBC, 0xED, 0xA0, 0x80]).encoding == "UTF-8")
        #expect(body([0x93, 0x63, 0xE9, 0x94, 0x20, 0xC9, 0x85]).text == "“cé” É…")
        let tree = HTMLTree(parsing: Array("a\nb".utf8) + [0xFF], encoding: .utf8)
        #expect(tree.diagnostics.contains { $0.line == 2 && $0.column == 2 })
        #expect(body([0xC0, 0x80, 0xED, 0xA0, 0x80], encoding: .utf8).text == String(repeating: "\u{FFFD}", count: 5))
    }

    @Test("Line ends, NUL, controls")
    func controls() {
        #expect(HTMLTree(parsing: "<pre>\r\na\rb\r\n\nc</pre>").description.contains("\"a\nb\n\nc\""))
        #expect(body(Array("a\0b<p\0x>c".utf8)).text == "abc")
        #expect(body(Array("a\u{1}b\u{C}c".utf8)).text == "ab c")
    }
}

extension RandomAccessCollection where Element: Equatable {
    fileprivate func firstRange(of other: [Element]) -> Range<Index>? {
        var start = startIndex
        while distance(from: start, to: endIndex) >= other.count {
            let end = index(start, offsetBy: other.count)
            if self[start..<end].elementsEqual(other) { return start..<end }
            start = index(after: start)
        }
        return nil
    }
}
