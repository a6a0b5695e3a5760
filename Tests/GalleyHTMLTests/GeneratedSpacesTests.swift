import GalleyHTML
import GalleyText
import Testing

/// White space of generated text collapses with what is around it (CSS Text 3 §4.1.1, §4.1.2).
@Suite struct GeneratedSpacesTests {
    /// The text with what is generated between brackets.
    private static func shown(_ text: AttributedText) -> String {
        var bytes: [UInt8] = []
        var offset = 0
        for generated in text.generatedText {
            bytes += text.utf8[offset..<generated.offset]
            bytes += "[\(generated.text)]".utf8
            offset = generated.offset
        }
        bytes += text.utf8[offset...]
        return String(decoding: bytes.filter { $0 != 0x0A }, as: UTF8.self)
    }

    @Test(
        "What is left of it",
        arguments: [
            // In itself, and at the ends of lines.
            ("a<i></i>b", "i::before { content: ' y  z ' }", "a[ y z ]b"),
            ("<i></i>b", "i::before { content: '  y\t ' }", "[y ]b"),
            ("a<i></i>", "i::before { content: ' y ' }", "a[ y]"),
            ("a<br><i></i><br>b", "i::before { content: ' y ' }", "a\u{2028}[y]\u{2028}b"),
            ("a<i></i>", "i::before { content: ' ' }", "a"),
            ("<i></i>a", "i::before { content: ' ' }", "a"),
            // With spaces of the document, which stay, as they are its text.
            ("a <i></i> b", "i::before { content: ' y ' }", "a [y] b"),
            ("a <i></i> b", "i::before { content: ' ' }", "a b"),
            ("a<i></i> b", "i::before { content: ' ' }", "a b"),
            ("a<i></i>b", "i::before { content: ' ' }", "a[ ]b"),
            ("a <i> b</i>", "i::before { content: ' y ' }", "a [y] b"),
            ("a<i style='padding: 1px'></i> b", "i::before { content: ' y '; margin: 1px }", "a[ y] b"),
            // With other generated text.
            ("a<i></i>b", "i::before { content: ' y ' } i::after { content: ' z ' }", "a[ y ][z ]b"),
            // Forced breaks are lines' ends where line feeds are kept, else spaces.
            ("a<i></i>b", "i::before { content: ' y \\A  z'; white-space: pre-line }", "a[ y\u{2028}z]b"),
            ("a<i></i>b", "i::before { content: ' y \\A  z' }", "a[ y z]b"),
            ("a<i></i> b", "i::before { content: ' y\\A'; white-space: pre-line }", "a[ y\u{2028}]b"),
            // What is not collapsed: other spaces, and where the style says so.
            ("a <i></i> b", "i::before { content: '\\A0 y\\2003 ' }", "a [\u{A0}y\u{2003}] b"),
            ("a <i></i> b", "i::before { content: '  y  '; white-space: pre }", "a [  y  ] b"),
            // Pictures and numbers are no spaces.
            ("a<i></i>b", "i::before { content: ' ' url(u) ' ' }", "a[ ]\u{FFFC}[ ]b"),
            ("a<i></i>b", "i::before { content: ' ' target-counter('#c', page) '  ' }", "a[  ]b"),
            ("a<i></i>b", "i::before { content: ' p. '  leader('. ') '  ' }", "a[ p. \t ]b"),
            // A float between two leaves both.
            ("a<i></i><u>f</u> b", "i::before { content: ' y ' } u { float: left }", "a[ y ]\u{FFFC} bf"),
        ])
    func spaces(html: String, style: String, expected: String) throws {
        let text = try AttributedText(html: "<!DOCTYPE html><style>\(style)</style><p>\(html)</p>")
        #expect(Self.shown(text) == expected)
        for form in [HTMLWriter.Form.document, .fragment] {
            let written = HTMLWriter(form).string(from: text)
            #expect(Self.shown(try AttributedText(html: written)) == expected, "\(form): \(written)")
        }
    }

    @Test("Offsets of numbers and leaders follow") func offsets() throws {
        let style =
            "i::before { content: '  p.  ' target-counter('#c', page) leader('. ') ' ' target-counter('#d', page) }"
        let text = try AttributedText(html: "<!DOCTYPE html><style>\(style)</style><p>a<i></i>")
        let generated = try #require(text.generatedText.first)
        #expect(generated.text == " p. \t ")
        #expect(generated.pageReferences.map(\.range) == [4..<4, 6..<6])
        #expect(generated.leaders.map(\.place) == [4])
    }

    @Test("Line breaks in it are the line's start for what follows") func lineStart() throws {
        let style = "i::before { content: 'y\\A'; white-space: pre }"
        let text = try AttributedText(html: "<!DOCTYPE html><style>\(style)</style><p>a<i></i> b")
        #expect(Self.shown(text) == "a[y\u{2028}]b")
    }
}
