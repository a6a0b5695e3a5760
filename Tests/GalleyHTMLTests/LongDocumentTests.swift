import GalleyHTML
import GalleyText
import Testing

/// Documents that are long enough for the tree's text to be given up while the model is written.
@Suite struct LongDocumentTests {
    /// More than `HTMLLimits.keptTextBytes`.
    private static let paragraphs = 1_400
    private static let words = String(repeating: "lorem ipsum dolor ", count: 400)

    private static func document(_ head: String, _ middle: String) -> String {
        var html = "<!doctype html>" + head
        for index in 0..<paragraphs {
            html += "<p>\(index) \(words)\n"
            if index == paragraphs / 2 { html += middle }
        }
        return html
    }

    /// The summary is read before what stands before it, and misplaced text of a table is moved before the table.
    @Test(arguments: [
        ("", "<p>x", "x"), ("", "<details open><p>after</p><summary>first</summary><p>last</p></details>", "first"),
        ("", "<table><tr><td>cell</td></tr>misplaced</table>", "misplaced"),
        ("<style>i::after { content: target-text('#t') }</style><b id=t>name</b>", "<p><i>x</i>", "x"),
        ("<svg><defs><text id=d>drawn</text></defs></svg>", "<p><svg><use href='#d'/></svg>", "\u{FFFC}"),
    ])
    func nothingIsLost(head: String, middle: String, expected: String) throws {
        let long = try AttributedText(html: Self.document(head, middle))
        let paragraphs = long.paragraphs.map { long[$0.contentRange] }
        let numbered = paragraphs.filter { $0.hasSuffix("lorem ipsum dolor") }
        #expect(numbered.count == Self.paragraphs)
        #expect(numbered.enumerated().allSatisfy { $1 == "\($0) " + Self.words.dropLast() })
        #expect(paragraphs.contains(expected))
        // What is in the middle is what it is in a short document.
        let short = try AttributedText(html: "<!doctype html>" + head + "<p>0 \(Self.words)" + middle)
        let others = short.paragraphs.map { short[$0.contentRange] }.filter { !$0.hasPrefix("0 lorem") }
        #expect(paragraphs.filter { !$0.hasSuffix("lorem ipsum dolor") } == others)
        #expect(long.generatedText.map(\.text) == short.generatedText.map(\.text))
        #expect(long.attachments.map(\.markup) == short.attachments.map(\.markup))
        #expect(long.brokenInvariants().isEmpty)
    }
}
