import GalleyLayout
import GalleyText
import Testing

/// Numbers of pages in the text (CSS Generated Content 3 §2.6.1). A page of 300 x 120 px with margins of 10 holds ten lines
/// of 46 letters.
@Suite struct PageReferenceTests {
    private static func paged(_ build: (inout Writer) -> Void) -> PagedLayout {
        TestDocument.layout(TestDocument.make(build), width: 280).paginated(
            PageSetup(paper: PaginationTests.paper, margins: 10))
    }

    private static func generated(_ paged: PagedLayout) -> [String] { paged.layout.text.generatedText.map(\.text) }

    /// The pages on which the paragraphs named `a` and so on stand, by looking.
    private static func page(of name: String, _ paged: PagedLayout) -> Int? {
        guard let offset = paged.layout.text.offset(ofAnchor: name) else { return nil }
        return paged.pages.first {
            $0.lines.contains { $0.range.contains(offset) || $0.range.lowerBound == offset }
        }?.number
    }

    @Test("Anchors, the own page and the number of pages; before there are pages, nothing")
    func numbers() {
        func build(_ writer: inout Writer) {
            writer.reference("see ", .anchor("far"))
            writer.reference("none: ", .anchor("nowhere"))
            writer.reference("all: ", .count, .lowerRoman)
            for index in 0..<19 { writer.p("p\(index)") }
            writer.builder.addAnchor("far")
            writer.reference("here: ", .own)
        }
        #expect(TestDocument.make(build).generatedText.map(\.text) == ["see ", "none: ", "all: ", "here: "])
        let paged = Self.paged(build)
        #expect(Self.generated(paged) == ["see 3", "none: ", "all: iii", "here: 3"])
        #expect(Self.page(of: "far", paged) == 3)
    }

    @Test("Numbers that make lines longer move what they tell of, until they are right")
    func settling() {
        // 45 letters of 6 px, a space of 3 and a digit fit into 280; with two digits it is two lines, and each moves the rest.
        let paged = Self.paged { writer in
            for name in ["a", "b", "c"] { writer.reference(String(repeating: "x", count: 45) + " ", .anchor(name)) }
            for index in 0..<96 {
                if index == 86 { writer.builder.addAnchor("a") }
                if index == 87 { writer.builder.addAnchor("b") }
                if index == 95 { writer.builder.addAnchor("c") }
                writer.p("p\(index)")
            }
        }
        let pages = ["a", "b", "c"].map { Self.page(of: $0, paged) }
        #expect(pages == [10, 10, 11])
        #expect(Self.generated(paged).map { $0.suffix(2) } == ["10", "10", "11"])
        #expect(paged.pages[0].lines.count == 10 && paged.pages[0].lines[5].lineInParagraph == 1)
    }

    @Test("Leaders move with the numbers before them")
    func leaders() {
        let paged = Self.paged { writer in
            for index in 0..<100 { writer.p("p\(index)") }
            writer.builder.appendGenerated(
                "\t\t", style: writer.style, pageReferences: [PageReference(.own, range: 1..<1)],
                leaders: [Leader("e", place: 0), Leader("f", place: 1)])
            writer.text("")
        }
        let generated = paged.layout.text.generatedText[0]
        #expect(generated.text == "\t11\t")
        #expect(generated.leaders == [Leader("e", place: 0), Leader("f", place: 3)])
    }

    @Test("Numbers that never settle end somewhere, with all lines there")
    func neverSettling() {
        // "viii" takes a second line, which moves the anchor to page 9; "ix" takes none, and it stands on page 8 again.
        let paged = Self.paged { writer in
            writer.reference(String(repeating: "x", count: 44) + " ", .anchor("a"), .lowerRoman)
            for index in 0..<78 { writer.p("p\(index)") }
            writer.builder.addAnchor("a")
            writer.p("end")
        }
        let number = Self.page(of: "a", paged)
        #expect(number == 8 || number == 9)
        #expect(paged.pages.map(\.lines.count).reduce(0, +) == (number == 8 ? 80 : 81))
        #expect(Self.generated(paged)[0].hasSuffix(number == 8 ? " ix" : " viii"))
    }
}

extension Writer {
    fileprivate mutating func reference(
        _ text: String, _ number: PageReference.Number, _ counter: CounterStyle = .decimal
    ) {
        let end = text.utf8.count
        builder.appendGenerated(
            text, style: style, pageReferences: [PageReference(number, style: counter, range: end..<end)])
        self.text("")
    }
}
