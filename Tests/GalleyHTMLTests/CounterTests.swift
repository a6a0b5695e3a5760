import GalleyHTML
import GalleyText
import Testing

@Suite("Counters") struct CounterTests {
    private static func generated(_ html: String) throws -> [String] {
        try AttributedText(html: html).generatedText.map(\.text)
    }

    @Test(
        "A reversed counter begins with what makes its scope end at its last step (CSS Lists 3 §4.4.2)",
        arguments: [
            ("<div style='counter-reset: reversed(c)'><p><p><p></div>", "3 2 1"),
            // Another step counts as many times; the last one is where the counter comes from.
            ("<div style='counter-reset: reversed(c)'><p><p style='counter-increment: c -2'></div>", "4 2"),
            // The scope goes on in the siblings, not in what is not shown.
            ("<p style='counter-reset: reversed(c)'><p><p style='display: none'><div><p></div>", "3 2 1"),
            // A value that is set ends the sum.
            ("<div style='counter-reset: reversed(c)'><p><p style='counter-set: c 10'><p></div>", "11 10 9"),
            // Scopes inside are others, to the end of their parents.
            (
                "<div style='counter-reset: reversed(c)'><p><div><div style='counter-reset: reversed(c)'><p><p></div><p></div>"
                    + "<p></div>", "2 3 2 1 1"
            ),
            ("<div style='counter-reset: reversed(c) 9'><p><p></div>", "8 7"),
            ("<div style='counter-reset: reversed(c)'></div>", ""),
            ("<div style='counter-reset: reversed(c)'><p style='counter-increment: c 2'><p></div>", "2 1"),
        ])
    func reversed(html: String, want: String) throws {
        let style = "<!DOCTYPE html><style>p { counter-increment: c -1 } p::before { content: counter(c) }</style>"
        #expect(try Self.generated(style + html).joined(separator: " ") == want)
    }

    @Test("What every marker shows is small: a long suffix and symbols after the first thousand are left out")
    func longAffixes() throws {
        func marker(_ descriptors: String, value: Int) throws -> String? {
            let html = "<style>@counter-style x { \(descriptors) }</style><ol style='list-style: x'><li value=\(value)>"
            for case .item(let item) in try AttributedText(html: html).blocks.map(\.kind) { return item.markerText }
            return nil
        }
        let long = String(repeating: "x", count: TextLimits.maximumCounterBytes + 1)
        #expect(try marker("system: cyclic; symbols: a; suffix: '\(long)'", value: 1) == "a")
        #expect(try marker("system: cyclic; symbols: a; suffix: ')'; prefix: '('", value: 1) == "(a)")
        let weights = (0..<2_000).map { "\(3_000 - $0) 'a'" }.joined(separator: ", ")
        #expect(try marker("system: additive; additive-symbols: \(weights); suffix: ''", value: 3_000) == "a")
        #expect(try marker("system: additive; additive-symbols: \(weights); suffix: ''", value: 1_500) == "1500")
    }

    @Test(
        "Footnotes are counted, and have calls and markers (CSS Generated Content for Paged Media 3 §2)",
        arguments: [
            ("a<i>x</i>b<i>y</i>", ["1", "2", "1. ", "2. "]),
            (
                "<style>i::footnote-call { content: '[' counter(footnote, lower-alpha) ']' }</style>a<i>x</i>",
                ["[a]", "1. "]
            ),
            ("<style>i::footnote-call { content: none } i::footnote-marker { content: '*' }</style>a<i>x</i>", ["*"]),
            (
                "<p style='counter-reset: footnote 4'>a<i>x</i><p style='counter-reset: footnote'>a<i>x</i>",
                ["5", "5. ", "1", "1. "]
            ),
            ("<style>i { counter-increment: footnote 2 }</style>a<i>x</i><i>y</i>", ["2", "4", "2. ", "4. "]),
            ("<i>x<i>y</i>z</i>", ["1", "1. "]), ("<i style='display: none'>x</i><i>y</i>", ["1", "1. "]),
            ("<i style='float: none'>x</i>", []), ("<b>a</b>", []),
        ])
    func footnotes(html: String, want: [String]) throws {
        let style = "<!DOCTYPE html><style>i { float: footnote } ::footnote-call { color: red }</style>"
        #expect(try Self.generated(style + html) == want)
    }

    @Test("Pseudo-elements count, and hold counters, too")
    func pseudoElements() throws {
        let html = """
            <!DOCTYPE html><style>div { counter-reset: reversed(c) }
            b::before, b::after { counter-increment: c -1; content: counter(c) }
            i::before { counter-reset: reversed(d); content: counter(d) } u { counter-increment: d -1 }
            u::before { content: counter(d) }</style><div><b>x</b><b>y</b></div><p><i><u></u><u></u></i></p>
            """
        #expect(try Self.generated(html) == ["4", "3", "2", "1", "3", "2", "1"])
    }

    @Test(
        "Counters of pages are known later (CSS Generated Content 3 §2.6.1), but for those of the document's own",
        arguments: [
            ("target-counter(attr(href), page)", [PageReference(.anchor("t"), range: 0..<0)]),
            (
                "'p. ' target-counter('#t', page, upper-roman)",
                [PageReference(.anchor("t"), style: .upperRoman, range: 3..<3)]
            ),
            ("target-counter(url(#t%20u), page)", [PageReference(.anchor("t u"), range: 0..<0)]),
            ("target-counter(url(other.html#t), page)", []),
            ("target-counter(attr(title), page)", []),
            (
                "counter(page) '/' counter(pages)",
                [PageReference(.own, range: 0..<0), PageReference(.count, range: 1..<1)]
            ),
            ("counter(own)", []),
            // Not a counter of pages: the declaration is invalid.
            ("'a'; content: target-counter(attr(href), chapter)", []),
        ])
    func pageNumbers(content: String, want: [PageReference]) throws {
        let html = "<style>a::after { content: \(content) } body { counter-reset: own 3 }</style><a href='#t'>x</a>"
        let found = try AttributedText(html: html).generatedText
        #expect(found.flatMap(\.pageReferences) == want)
        // A document that counts `page` itself means its own.
        let own = try AttributedText(
            html: html.replacing("counter-reset: own 3", with: "counter-reset: own 3 page 7 pages 8"))
        #expect(
            own.generatedText.flatMap(\.pageReferences).allSatisfy {
                if case .anchor = $0.number { true } else { false }
            })
    }

    @Test(
        "Leaders and texts of targets (CSS Generated Content 3 §2.5.1 and §2.6.3)",
        arguments: [
            ("leader('. ') '7'", "\t7", [Leader(". ", place: 0)]),
            (
                "'a' leader(dotted) leader(solid) 'b' leader(space)", "a\t\tb\t",
                [Leader(".", place: 1), Leader("_", place: 2), Leader(" ", place: 4)]
            ),
            ("target-text(attr(href)) ', ' target-text(url(#n), content)", "A b, Named", []),
            ("target-text(attr(href url), first-letter)", "A", []),
            ("'x' target-text('#nowhere') target-text('other.html#t')", "x", []),
            // Invalid: what stands before it stays.
            ("'y'; content: leader()", "y", []), ("'y'; content: leader(dotted 'a')", "y", []),
            ("'y'; content: target-text()", "y", []), ("'y'; content: target-text('#t', marker)", "y", []),
        ])
    func leadersAndTargets(content: String, text: String, leaders: [Leader]) throws {
        let html =
            "<style>a[href]::after { content: \(content) }</style><a href='#t'>x</a><h1 id=t> A <i>b</i></h1><a name=n>Named</a>"
        let generated = try AttributedText(html: html).generatedText
        #expect(generated.first?.text == text)
        #expect(generated.first?.leaders ?? [] == leaders)
    }

    @Test("Many reversed counters do not look at all nodes each")
    func manyReversedCounters() throws {
        let depth = 400
        var html = "<!DOCTYPE html><style>b { counter-increment: c -1 }</style>"
        for level in 0..<depth { html += "<div style='counter-reset: reversed(c\(level))'>" }
        html += String(repeating: "<b></b>", count: 1_000)
        let text = try AttributedText(html: html)
        #expect(text.diagnostics.contains { $0.code == "generated-text" })
    }

    @Test("Markers of the document's own strings count as generated text")
    func markerBudget() throws {
        let long = String(repeating: "x", count: 4_000)
        let items = 6_000
        for rule in [
            "@counter-style s { system: cyclic; symbols: '\(long)' } ul { list-style-type: s }",
            "ul { list-style-type: '\(long)' }",
        ] {
            let html = "<style>\(rule)</style><ul>" + String(repeating: "<li>", count: items) + "</ul>"
            let text = try AttributedText(html: html)
            let size = text.blocks.reduce(0) { size, block in
                guard case .item(let item) = block.kind else { return size }
                return size + (item.markerText ?? "").utf8.count
            }
            #expect(size > HTMLLimits.generatedBytesPerDocument / 2)
            #expect(size <= HTMLLimits.generatedBytesPerDocument + html.utf8.count + 8 * items)
            #expect(text.diagnostics.contains { $0.code == "generated-text" })
        }
    }
}
