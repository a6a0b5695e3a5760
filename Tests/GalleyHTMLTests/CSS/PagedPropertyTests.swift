import GalleyHTML
import GalleyText
import Testing

/// Properties of columns and pages in the model.
@Suite struct PagedPropertyTests {
    static func style(_ declarations: String) throws -> BlockStyle {
        let text = try AttributedText(html: "<body><div style=\"\(declarations)\">x</div>")
        let block = try #require(text.paragraphs.first).block
        return text.style(of: block)
    }

    @Test func columns() throws {
        let style = try Self.style("columns: 3 10em; column-rule: 2px solid red; column-fill: auto")
        #expect(style.columnCount == 3 && style.columnWidth == .px(160) && style.columnFill == .auto)
        #expect(style.columnRule == BorderEdge(stroke: .solid, width: 2, color: Color(rgb: 0xFF0000)))
        #expect(try Self.style("column-span: all").spansColumns)
        // Without a style there is no line.
        #expect(try Self.style("column-rule-width: 9px").columnRule == .none)
        #expect(try Self.style("-webkit-column-rule: 1px solid").columnRule.width == 1)
    }

    @Test func pageTypes() throws {
        #expect(try Self.style("page: Wide").pageName == "Wide")
        #expect(try Self.style("page: auto").pageName == nil)
    }

    @Test func bookmarks() throws {
        let text = try AttributedText(
            html: """
                <style>body { counter-reset: c } h1 { counter-increment: c; bookmark-label: counter(c) ". " content() attr(x) }
                p { bookmark-level: 3; bookmark-state: closed } h2 { bookmark-level: none }</style>
                <h1 x=!>One</h1><h1>Two</h1><p>a</p><h2>b</h2><h3>c</h3>
                """)
        let found = text.blocks.filter { $0.role != .none }.map { text.style($0.style).bookmark }
        func bookmark(_ level: Bookmark.Level, _ label: [NamedString.Part], isClosed: Bool = false) -> Bookmark {
            var bookmark = Bookmark()
            (bookmark.level, bookmark.label, bookmark.isClosed) = (level, label, isClosed)
            return bookmark
        }
        let wanted = [
            bookmark(.automatic, [.text("1. "), .content, .text("!")]), bookmark(.automatic, [.text("2. "), .content]),
            bookmark(.level(3), [.content], isClosed: true), bookmark(.none, [.content]), Bookmark(),
        ]
        #expect(found.suffix(5) == wanted[...])
    }

    @Test func namedStrings() throws {
        let text = try AttributedText(
            html: """
                <style>body { counter-reset: c } h1 { counter-increment: c;
                string-set: title counter(c, upper-roman) ". " content(), other "x" }</style>
                <h1>One</h1><h1>Two</h1>
                """)
        let strings = text.blocks.map { text.style($0.style).namedStrings }.filter { !$0.isEmpty }
        #expect(
            strings
                == ["I", "II"].map { number in
                    [
                        NamedString(name: "title", parts: [.text(number + ". "), .content]),
                        NamedString(name: "other", parts: [.text("x")]),
                    ]
                })
        for wrong in ["title", "content()", "title content(before)", "title 'a',"] {
            #expect(try Self.style("string-set: \(wrong)").namedStrings.isEmpty)
        }
        #expect(try Self.style("string-set: a 'x'; string-set: none").namedStrings.isEmpty)
        let attributes = try AttributedText(
            html:
                "<style>h1 { string-set: t attr(data-n) '-' attr(data-m, 'none') }</style><h1 data-n=1>a</h1><h1 data-n=2>b"
        )
        #expect(
            attributes.blocks.flatMap { attributes.style($0.style).namedStrings }.map(\.parts)
                == [[.text("1-none")], [.text("2-none")]])
    }
}
