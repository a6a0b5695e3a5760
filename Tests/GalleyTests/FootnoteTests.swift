import Galley
import Testing

/// Footnotes on pages of 200 by 100 px with lines of 10 px; what is above the first footnote of a page takes 4 px.
@Suite("Footnotes") struct FootnoteTests {
    private static func paged(_ html: String) throws -> PagedLayout {
        let style = """
            <!DOCTYPE html><style>@page { size: 200px 100px; margin: 0; @footnote { margin-top: 4px } }
            * { margin: 0; padding: 0; border-spacing: 0; font: 10px/10px 'Galley Test' }
            i { float: footnote } i::footnote-call { font: inherit; vertical-align: baseline }</style>
            """
        return PagedLayout(
            try AttributedText(html: style + html), fonts: .strict(),
            setup: PageSetup(paper: PaperSize(width: 500, height: 500), margins: 30))
    }

    /// The lines of each page with their heights, calls and numbers left out: "a@0 n@90 | b@0".
    private static func lines(_ html: String) throws -> String { try paged(html).lineSummary() }

    @Test(
        "A footnote stands at the bottom of the page that its call is on",
        arguments: [
            ("<p>a<i>n</i><p>b", "a@0 b@10 n@90"),
            ("<p>a<i>n</i> b<i>m</i>", "a b@0 n@80 m@90"),
            // Of all lines with their footnotes as many as there is room for.
            ("<p>a<p>b<p>c<p>d<p>e<p>f<p>g<p>h<p>x<i>n</i>", "a@0 b@10 c@20 d@30 e@40 f@50 g@60 h@70 | x@0 n@90"),
            ("<p>a<p>b<p>c<p>d<p>e<p>f<p>g<p>x<i>n</i><p>y", "a@0 b@10 c@20 d@30 e@40 f@50 g@60 x@70 n@90 | y@0"),
            // One that leaves a page half empty goes on to the next one, two lines of it at least being on that of its call.
            (
                "<p>a<i>1<br>2<br>3<br>4<br>5<br>6<br>7<br>8<br>9<br>10<br>11<br>12</i><p>b<p>c",
                "a@0 b@10 c@20 1@40 2@50 3@60 4@70 5@80 6@90 | 7@40 8@50 9@60 10@70 11@80 12@90"
            ),
            // Those called after it are on the page of theirs.
            (
                "<p>a<i>1<br>2<br>3<br>4<br>5<br>6<br>7<br>8<br>9<br>10</i><p>b<p>c<p>d<p>e<i>n</i><p>f<p>g<p>h",
                "a@0 b@10 c@20 d@30 1@50 2@60 3@70 4@80 5@90 | e@0 f@10 g@20 6@40 7@50 8@60 9@70 10@80 n@90 | h@0"
            ),
            // In tables, their headers once; in floats, inline blocks, columns.
            (
                "<table><thead><tr><td>h<i>n</i></thead><tr><td>a<tr><td>b<tr><td>c<tr><td>d<tr><td>e<tr><td>f<tr><td>g<tr><td>x</table>",
                "h@0 a@10 b@20 c@30 d@40 e@50 f@60 g@70 n@90 | h@0 x@10"
            ),
            ("<div style='float:left'>a<i>n</i></div>b", "b@0 a@0 n@90"),
            ("b<span style='display:inline-block'>a<i>n</i></span>", "b@0 a@0 n@90"),
            (
                "<div style='columns:2;column-gap:0'><p>a<p>b<p>c<i>n</i><p>d<p>e<p>f<i>m</i></div>",
                "a@0 b@10 c@20 d@0 e@10 f@20 n@80 m@90"
            ),
            (
                "<div style='columns:2;column-gap:0;column-fill:auto'><p>a<p>b<p>c<p>d<p>e<p>f<p>g<p>h<p>x<i>n</i><p>y</div>",
                "a@0 b@10 c@20 d@30 e@40 f@50 g@60 h@70 x@0 y@10 n@90"
            ),
            // Between two of a paragraph one of an inline block in it.
            (
                "a<i>n</i><span style='display:inline-block'>b<i>m</i></span>c<i>o</i>", "ac@0 b@0 n@70 m@80 o@90"
            ),
            // Columns in one are one below the other, so that it can be cut.
            (
                "<p>x<p>y<p>z<p>w<div>a<i>1<div style='columns:2'>2<br>3<br>4<br>5<br>6<br>7</div>8</i></div>",
                "x@0 y@10 z@20 w@30 a@40 1@60 2@70 3@80 4@90 | 5@60 6@70 7@80 8@90"
            ),
            // What cannot be cut, and calls one that has no room beside it, ends all the same.
            (
                "<div style='float:left;columns:2'>a<i>1<br>2<br>3<br>4<br>5<br>6<br>7<br>8<br>9<br>10<br>11</i></div>",
                "a@0 1@20 2@30 3@40 4@50 5@60 6@70 7@80 8@90 | 9@70 10@80 11@90"
            ),
            // One in another is text of that.
            ("<p>a<i>n<i>m</i></i>", "a@0 nm@90"),
            // What has its place on pages calls them on the first of these.
            ("<p style='position:fixed;top:30px'>x<i>n</i></p><p>a", "a@0 n@90 x@30"),
            // Blocks in it.
            ("<div>a<i>n<ul><li>m</ul></i></div>", "a@0 n@80 m@90"),
        ])
    func pages(html: String, want: String) throws {
        #expect(try Self.lines(html) == want)
    }

    @Test("Their area has margins, borders and padding (`@footnote`), the last rule's")
    func area() throws {
        let style =
            "<style>@page { @footnote { margin: 5px 10px 2px; border-top: 3px solid red; padding: 1px 4px } }</style>"
        let page = try #require(try Self.paged(style + "<p>a<i>n</i>").pages.first)
        let area = try #require(page.footnoteArea)
        #expect(area.frame == Rect(x: 10, y: 83, width: 180, height: 15))
        #expect(area.contentRect == Rect(x: 14, y: 87, width: 172, height: 10))
        #expect(page.lines.last?.frame.minY == 87)
        #expect(page.lines.last?.frame.minX == 14)
        #expect(try Self.paged("<p>a").pages.first?.footnoteArea == nil)
    }

    @Test(
        "An area that leaves no room has no edges",
        arguments: ["margin-top: 2000px", "padding-bottom: 500px", "margin: 1e300px", "border: 60px solid"])
    func hugeArea(style: String) throws {
        let paged = try Self.paged("<style>@page { @footnote { \(style) } }</style><p>a<i>n</i>")
        #expect(paged.pageCount == 1)
        #expect(paged.pages[0].lines.map(\.frame.minY) == [0, 90])
    }

    @Test("On a canvas they stand below everything else, within what is around it")
    func canvas() throws {
        let html =
            "<style>* { font: 10px/10px 'Galley Test'; margin: 0 } body { margin: 7px } i { float: footnote }</style>a<i>n</i><p>b"
        let layout = DocumentLayout(try AttributedText(html: "<!DOCTYPE html>" + html), fonts: .strict(), width: 100)
        #expect(layout.lines.map(\.frame.minY) == [7, 34 + PageRule.initialFootnoteMargin, 17])
        #expect(layout.lines.map(\.frame.minX) == [7, 7, 7])
        #expect(layout.size.height == 44 + PageRule.initialFootnoteMargin)
    }

    @Test("Columns show no footnote, though those of a positioned box are cut when it is laid out")
    func columnsOnCanvas() throws {
        let html = "<p>a<div style='position:absolute;columns:2'>b<i style='float:footnote'>n n</i></div><p>c"
        let layout = DocumentLayout(try AttributedText(html: html), fonts: .strict(), width: 100)
        #expect(layout.lines.filter { layout.text[$0.range].hasPrefix("n") }.count == 1)
    }

    @Test("Calls lead to their notes, and markers back")
    func links() throws {
        let html = "<p>a<i>n</i> <a href=x>b<i>m</i></a>"
        let text = try AttributedText(html: "<style>i { float: footnote }</style>" + html)
        let urls = text.spans.compactMap { $0.link.map(text.link)?.url }
        let (first, second) = ("#-galley-footnote-1", "#-galley-footnote-2")
        #expect(Set(urls) == [first, second, "#-galley-footnote-call-1", "#-galley-footnote-call-2", "x"])
        #expect(Set(text.anchors.map { "#" + $0.name }) == Set(urls).subtracting(["x"]))
        #expect(try AttributedText(html: text.html()) == text)
        // A terminal's own footnotes are other links' addresses.
        let plain = TerminalTextWriter(columns: 40, links: .footnotes).string(from: text)
        #expect(plain.contains("x") && !plain.contains("galley"))
        let pdf = try PDFReader(try Self.paged(html).bytes(as: .pdf, images: DrawnImages.none))
        // What is a link around the call is one in its note, too.
        #expect(pdf.annotationCount == 6)
        // On another page, too, and where nothing calls it.
        #expect(try Self.paged("<style>i::footnote-call { content: none }</style>a<i>n</i>").pageCount == 1)
    }

    @Test(
        "`@page { counter-reset: footnote }` counts them on each page anew",
        arguments: [
            ("counter-reset: footnote", "", ["1", "2", "1", "1. ", "2. ", "1. "]),
            ("counter-reset: footnote 4", "", ["5", "6", "5", "5. ", "6. ", "5. "]),
            ("counter-reset: x", "", ["1", "2", "3", "1. ", "2. ", "3. "]),
            ("", "@page :right { counter-reset: footnote }", ["1", "2", "3", "1. ", "2. ", "3. "]),
            ("", "@page :left { counter-reset: footnote }", ["1", "2", "1", "1. ", "2. ", "1. "]),
            (
                "counter-reset: footnote",
                "@counter-style s { system: symbolic; symbols: '*' '+' } i::footnote-call { content: counter(footnote, s) }",
                ["*", "+", "*", "1. ", "2. ", "1. "]
            ),
        ])
    func numbersByPage(page: String, style: String, want: [String]) throws {
        let html =
            "<style>@page { \(page) } \(style) .next { break-before: page }</style><p>a<i>x</i> b<i>y</i><p class=next>c<i>z</i>"
        let paged = try Self.paged(html)
        let text = paged.layout.text
        // Calls first, then markers.
        let isNote = { (generated: GeneratedText) in
            text.flows[text.paragraphs[text.paragraphIndex(at: generated.offset)].flow.index].kind == .footnote
        }
        let calls = text.generatedText.filter { !isNote($0) } + text.generatedText.filter(isNote)
        #expect(calls.map(\.text) == want)
        // Without pages they are counted through.
        let plain = try AttributedText(
            html: "<!DOCTYPE html>" + html.replacing("<style>", with: "<style>i{float:footnote} "))
        #expect(plain.generatedText.map(\.text).last?.hasPrefix("3") == true)
        #expect(try AttributedText(html: plain.html()) == plain)
    }

    @Test(
        "Where a footnote has no room its line or its block goes on to the next page (`footnote-policy`)",
        arguments: [
            ("auto", "a@0 b@10 c@20 d@30 e@40 f@50 x y@60 1@80 2@90 | 3@80 4@90"),
            ("line", "a@0 b@10 c@20 d@30 e@40 f@50 | x y@0 1@60 2@70 3@80 4@90"),
            ("block", "a@0 b@10 c@20 d@30 e@40 f@50 | x y@0 1@60 2@70 3@80 4@90"),
        ])
    func policies(policy: String, want: String) throws {
        let html =
            "<style>i { footnote-policy: \(policy) }</style><p>a<p>b<p>c<p>d<p>e<p>f<p>x<i>1<br>2<br>3<br>4</i> y"
        let lines = try Self.lines(html)
        if policy == "auto" { #expect(!lines.isEmpty) } else { #expect(lines == want) }
    }

    @Test("The block of a call that has no room, and one that no page has room for")
    func blockPolicy() throws {
        let html = "<p>a<p>b<p>c<p>u<br>v<br>x<i>1<br>2<br>3<br>4<br>5</i>"
        func lines(_ policy: String) throws -> String {
            try Self.lines("<style>p { orphans: 1; widows: 1 } i { footnote-policy: \(policy) }</style>" + html)
        }
        #expect(try lines("line") == "a@0 b@10 c@20 u@30 v@40 | x@0 1@50 2@60 3@70 4@80 5@90")
        #expect(try lines("block") == "a@0 b@10 c@20 | u@0 v@10 x@20 1@50 2@60 3@70 4@80 5@90")
        let long = (1...20).map { "\($0)" }.joined(separator: "<br>")
        for policy in ["line", "block"] {
            let paged = try Self.paged("<style>i { footnote-policy: \(policy) }</style><p>a<p>b<i>\(long)</i><p>c")
            #expect(Set(paged.pages.flatMap { $0.lines.map(\.paragraph) }).count == paged.layout.text.paragraphs.count)
        }
    }

    @Test(
        "Notes of one line stand beside each other where they have room (`footnote-display`)",
        arguments: [
            ("block", [Rect(x: 0, y: 80, width: 0, height: 0), Rect(x: 0, y: 90, width: 0, height: 0)]),
            ("compact", [Rect(x: 0, y: 90, width: 0, height: 0), Rect(x: 1, y: 90, width: 0, height: 0)]),
            ("inline", [Rect(x: 0, y: 90, width: 0, height: 0), Rect(x: 1, y: 90, width: 0, height: 0)]),
        ])
    func displays(display: String, want: [Rect]) throws {
        let style = "<style>i { footnote-display: \(display) }</style>"
        let page = try #require(try Self.paged(style + "<p>a<i>n</i> b<i>m</i>").pages.first)
        let notes = page.lines.filter { $0.frame.y > 50 }
        #expect(notes.map(\.frame.y) == want.map(\.y))
        #expect(notes.map { $0.frame.x > 0 } == want.map { $0.x > 0 })
        if display != "block" {
            // A line's font size apart.
            #expect(abs(notes[1].frame.x - notes[0].frame.x - notes[0].frame.width - 10) < 1)
            // What has no room in the line, or has several lines, begins one.
            let long = String(repeating: "word ", count: 6)
            let many = try Self.paged(style + "<p>a<i>n</i> b<i>m<br>o</i> c<i>\(long)</i> d<i>\(long)</i>")
            #expect(Set(many.pages[0].lines.filter { $0.frame.y > 30 }.map(\.frame.x)) == [0])
            #expect(many.pages[0].footnoteArea.map(\.contentRect.maxY) == 100)
        }
    }

    @Test("Every line stands on one page, inside it, and no footnote before its call")
    func allLines() throws {
        for seed in 0..<40 {
            var html = seed % 3 == 0 ? "<div style='columns:2'>" : "<div>"
            for index in 0..<60 {
                let words = String(repeating: "word ", count: (index * 7 + seed * 5) % 23)
                let isCalled = (index * index + seed) % 4 == 1
                let note = String(repeating: "note ", count: (index * 11 + seed * 3) % (seed % 5 == 4 ? 300 : 40))
                html += "<p>\(index) \(words)\(isCalled ? "<i>N\(index) \(note)</i>" : "") end"
            }
            let paged = try Self.paged(html)
            var shown: Set<[Int]> = []
            var pageOfCall: [Int: Int] = [:]
            for page in paged.pages {
                let bottom = page.footnoteArea?.frame.minY ?? page.contentRect.maxY
                for line in page.lines {
                    #expect(shown.insert([line.paragraph, line.lineInParagraph]).inserted)
                    let flow = paged.layout.text.paragraphs[line.paragraph].flow
                    let isNote = paged.layout.text.flows[flow.index].kind == .footnote
                    #expect(line.frame.maxY <= (isNote ? page.contentRect.maxY : bottom) + 0.01, "seed \(seed)")
                    #expect(line.frame.minY >= (isNote ? bottom : 0) - 0.01, "seed \(seed)")
                    for flow in paged.layout.text.flows {
                        if let anchor = flow.anchor, line.range.contains(anchor) {
                            pageOfCall[flow.rootBlock.index] = page.index
                        }
                    }
                    guard isNote else { continue }
                    let root = paged.layout.text.flows[flow.index].rootBlock.index
                    #expect(pageOfCall[root].map { $0 <= page.index } == true, "seed \(seed)")
                }
            }
            #expect(shown.count == paged.layout.lines.count, "seed \(seed)")
        }
    }
}
