import Galley
import Testing

/// First letters that float (CSS 2 §5.12.2, CSS Pseudo-Elements 4 §2.2). Letters of the embedded face at 10 px are 6 px wide,
/// spaces 3; lines are 20 px high.
@Suite("Drop caps")
struct DropCapTests {
    private static func layout(
        _ html: String, letter: String = "", width: Double = 60, options: LayoutOptions = LayoutOptions()
    ) throws -> DocumentLayout {
        let head = """
            <!DOCTYPE html><style>body,p{margin:0;font:10px/20px 'Galley Test'}
            p::first-letter{float:left;font-size:30px;line-height:1;\(letter)}</style>
            """
        return DocumentLayout(
            try AttributedText(html: head + html), fonts: .strict(), width: width, options: options)
    }

    private static let words = "<p>aa bb cc dd ee ff gg hh ii"

    private static func cap(_ layout: DocumentLayout) throws -> DropCapFragment {
        try #require(layout.paragraphFragments.first?.dropCap)
    }

    @Test func linesStandBesideIt() throws {
        let layout = try Self.layout(Self.words)
        let cap = try Self.cap(layout)
        #expect(cap.frame == Rect(x: 0, y: 0, width: 18, height: 30))
        #expect(cap.range == 0..<1)
        #expect(layout.lines.prefix(3).map(\.frame.x) == [18, 18, 0])
        // It is a part of the paragraph.
        #expect(layout.text.paragraphs.count == 1)
        #expect(layout.lines.map { layout.text[$0.range] }.joined() == "aa bb cc dd ee ff gg hh ii")
    }

    @Test(
        "Its box",
        arguments: [
            ("margin:1px 2px 3px 4px", Rect(x: 4, y: 1, width: 18, height: 30), [24.0, 24]),
            ("padding:1px 2px 3px 4px", Rect(x: 0, y: 0, width: 24, height: 34), [24, 24]),
            ("border:2px solid;background:red", Rect(x: 0, y: 0, width: 22, height: 34), [22, 22]),
            ("float:right", Rect(x: 42, y: 0, width: 18, height: 30), [0, 0]),
            // Of the letter's own font.
            ("margin-right:0.1em", Rect(x: 0, y: 0, width: 18, height: 30), [21, 21]),
            ("line-height:0.5", Rect(x: 0, y: 0, width: 18, height: 15), [18, 0]),
            ("margin-left:10%", Rect(x: 6, y: 0, width: 18, height: 30), [24, 24]),
        ])
    func box(letter: String, frame: Rect, x: [Double]) throws {
        let layout = try Self.layout(Self.words, letter: letter)
        #expect(try Self.cap(layout).frame == frame)
        #expect(layout.lines.prefix(2).map(\.frame.x) == x)
    }

    @Test(arguments: [
        ("<p>“A” bb", 8), ("<p><b>Aa</b> bb", 1), ("<p>A", nil), ("<p><img src=x>Aa", nil),
        ("<p>A<i style='float:right'>x</i>", nil),
    ])
    func whatItHolds(html: String, count: Int?) throws {
        let layout = try Self.layout(html)
        #expect(layout.paragraphFragments.first?.dropCap?.range.count == count)
        // No letter is lost.
        let shown = layout.displayList.commands.reduce(0) {
            if case .text(let run) = $1 { $0 + run.glyphs.count } else { $0 }
        }
        let letters = layout.text.utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        #expect(shown >= letters.filter { $0.isLetter }.count)
    }

    @Test func caretsAndHits() throws {
        let layout = try Self.layout(Self.words)
        #expect(layout.caretRects(at: TextPosition(offset: 0)).map(\.x) == [0])
        #expect(layout.caretRects(at: TextPosition(offset: 1, affinity: .upstream)).map(\.x) == [18])
        #expect(layout.caretRects(at: TextPosition(offset: 1)) == [Rect(x: 18, y: 0, width: 0, height: 20)])
        #expect(layout.position(at: Point(x: 2, y: 25))?.offset == 0)
        #expect(layout.position(at: Point(x: 16, y: 25))?.offset == 1)
        #expect(layout.characterOffset(at: Point(x: 16, y: 15)) == 0)
        #expect(
            layout.rects(for: 0..<2) == [
                Rect(x: 0, y: 0, width: 18, height: 30), Rect(x: 18, y: 0, width: 6, height: 20),
            ])
    }

    @Test func caretsPassItAsOneCharacter() throws {
        let layout = try Self.layout("<p>“Aa bb")
        var offsets = [0]
        while let next = layout.position(after: TextPosition(offset: offsets[offsets.count - 1])) {
            offsets.append(next.offset)
        }
        #expect(offsets == [0, 3, 4, 5, 6, 7, 8])
        var back = [8]
        while let next = layout.position(before: TextPosition(offset: back[back.count - 1])) {
            back.append(next.offset)
        }
        #expect(back == offsets.reversed())
    }

    /// The text around it is one element; the letter is read first.
    @Test func itIsPaintedInItsParagraph() throws {
        let list = try Self.layout("<p>aa <a href='http://x.y/'>bb</a>", width: 300).displayList
        let kinds = list.commands.map { command in
            switch command {
            case .beginTag(let tag, _, _): tag.name
            case .end: "end"
            case .text(let run): String(decoding: list.text[run.text], as: UTF8.self)
            default: "?"
            }
        }
        #expect(kinds.prefix(4) == ["P", "Span", "a", "end"])
        #expect(kinds.filter { $0 == "P" }.count == 1)
    }

    @Test func boxesAsWideAsTheirContentHoldIt() throws {
        let layout = try Self.layout("<div style='float:left'><p>aa bb</div>", width: 300)
        #expect(layout.fragments.map(\.frame.width).contains(18 + 6 + 3 + 12))
        #expect(layout.lines.count == 1)
    }

    @Test func pagesDoNotEndBesideIt() throws {
        let layout = try Self.layout(
            "<div>x</div>" + Self.words + " jj kk ll mm nn oo pp qq rr ss tt uu vv ww xx", letter: "font-size:60px",
            width: 100)
        let pages = layout.paginated(on: PaperSize(width: 100, height: 70), margins: 0).pages
        #expect(pages[0].content.lines.map(\.paragraph) == [0])
        #expect(pages[1].content.paragraphs[0].dropCap != nil)
        #expect(pages.dropFirst(2).allSatisfy { $0.content.paragraphs.allSatisfy { $0.dropCap == nil } })
    }

    @Test func anotherWidthPlacesItAnew() throws {
        let layout = try Self.layout(Self.words)
        let wide = layout.relayout(width: 200)
        #expect(wide.lines.map(\.frame) == (try Self.layout(Self.words, width: 200)).lines.map(\.frame))
        #expect(try Self.cap(wide).frame.x == 0)
    }

    /// What its rule says wins over the elements that begin with it; the rest is inherited from them.
    @Test func itIsInsideTheElementsThatBeginWithIt() throws {
        let html = "<p><a href=x style='color:blue;font-weight:bold'>aa</a> bb"
        let plain = try #require(try Self.cap(Self.layout(html)).cap.text.style(at: 0))
        #expect(plain.paint.color == Color(red: 0, green: 0, blue: 1) && plain.shaping.fontWeight == 700)
        #expect(plain.paint.decorations.isEmpty)
        let red = try #require(try Self.cap(Self.layout(html, letter: "color:red")).cap.text.style(at: 0))
        #expect(red.paint.color == Color(red: 1, green: 0, blue: 0) && red.shaping.fontWeight == 700)
    }

    @Test func theFirstLinesStyleIsInherited() throws {
        let layout = try Self.layout("<style>p::first-line{color:red}</style>" + Self.words)
        let style = try Self.cap(layout).cap.text.style(at: 0)
        #expect(style?.paint.color == Color(red: 1, green: 0, blue: 0))
        #expect(style?.shaping.fontSize == 30)
        #expect(layout.lines.map(\.frame.x).prefix(2) == [18, 18])
    }
}
