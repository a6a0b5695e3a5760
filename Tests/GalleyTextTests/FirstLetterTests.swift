import GalleyText
import Testing

@Suite struct FirstLetterTests {
    static let cases: [(String, String?)] = [
        ("Hello", "H"), ("\"Hello\"", "\"H"), ("«A» b", "«A»"), ("a.b", "a."), (" a", nil), ("", nil), ("...", nil),
        ("e\u{301}t\u{e9}", "e\u{301}"), ("\u{FFFC}a", nil), ("(7)", "(7)"),
    ]

    @Test(arguments: cases)
    func firstLetters(text: String, expected: String?) {
        let text = AttributedText(text)
        #expect(text.firstLetterRange(ofParagraph: 0).map { text[$0] } == expected)
    }

    @Test func aFirstLineChangesWhatIsInherited() {
        var root = TextStyle()
        root.shaping.fontSize = 10
        var bold = root
        bold.shaping.fontWeight = 700
        bold.paint.color = .white
        var first = root
        first.shaping.fontSize = 20
        first.paint.color = Color(red: 1, green: 0, blue: 0)
        #expect(root.inFirstLine(first, of: root) == first)
        let mixed = bold.inFirstLine(first, of: root)
        #expect(mixed.shaping.fontSize == 20 && mixed.shaping.fontWeight == 700 && mixed.paint.color == .white)
    }

    @Test func paragraphStylesCompareTheirFirstLines() {
        var left = ParagraphStyle()
        var right = ParagraphStyle()
        left.firstLine = TextStyle()
        #expect(left != right)
        right.firstLine = TextStyle()
        #expect(left == right)
        left.firstLetter = FirstLetterStyle(text: TextStyle(), float: .left)
        #expect(left != right)
        left.firstLetter = nil
        left.firstLine = nil
        #expect(left == ParagraphStyle())
    }
}
