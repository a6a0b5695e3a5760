import GalleyHTML
import GalleyTestSupport
import GalleyText
import Testing

@Suite("Limits of generated text")
struct GeneratedLimitsTests {
    /// All generated text of a document.
    private func generated(_ html: String) throws -> String {
        try AttributedText(html: html).generatedText.map(\.text).joined()
    }

    @Test(
        "Gauges and sliders of any numbers",
        arguments: [
            ("<meter min=-1e308 max=1e308 value=1e308></meter>", "100 %"),
            ("<meter min=-1e308 max=1e308 value=0></meter>", "50 %"),
            ("<meter min=0 max=5e-324 value=5e-324></meter>", "100 %"),
            ("<progress max=1e308 value=5e307></progress>", "50 %"),
            ("<input type=range min=-1e308 max=1e308>", "0"),
            ("<input type=range min=10 max=20>", "15"),
        ])
    func gauges(html: String, want: String) throws {
        #expect(try generated(html) == want)
    }

    @Test("Counters end with the element that holds their scope")
    func counterScopes() {
        var counters = CounterScopes()
        counters.reset("a", to: 1, depth: 1)
        counters.reset("a", to: 2, depth: 2)
        counters.reset("b", to: 3, depth: 2)
        counters.reset("a", to: 4, depth: 2)
        #expect(counters.values(of: "a") == [1, 4])
        counters.leave(depth: 2)
        #expect(counters.values(of: "a") == [1, 4])
        counters.leave(depth: 1)
        #expect(counters.values(of: "a") == [1] && counters.value(of: "b") == nil && counters.values(of: "b") == [0])
        counters.leave(depth: 0)
        #expect(counters.value(of: "a") == nil)
    }

    @Test("An element's end costs what ends with it")
    func manyCounters() {
        let growth = Growth.atEightTimes(4_000) { count in
            var counters = CounterScopes()
            for index in 0..<count { counters.reset("c\(index)", to: index, depth: 1) }
            for _ in 0..<count { counters.leave(depth: 1) }
            #expect(counters.value(of: "c\(count - 1)") == count - 1)
        }
        #expect(growth < Growth.linear)
    }

    @Test("Generated text is cut at its limits, between characters, and told of")
    func generatedText() throws {
        let long = String(repeating: "é", count: HTMLLimits.generatedBytes)
        let html = "<style>p::before { content: 'x' '\(long)' 'y' }</style><p>end"
        let text = try AttributedText(html: html)
        let shown = text.generatedText.map(\.text).joined()
        #expect(shown.utf8.count == HTMLLimits.generatedBytes - 1 && shown.hasPrefix("xéé") && shown.hasSuffix("éé"))
        #expect(text.string.hasSuffix("end\n"))
        #expect(text.diagnostics.contains { $0.code == "generated-text" })
        var options = HTMLOptions()
        options.limits = .strict
        #expect(throws: HTMLError.self) { try AttributedText(html: html, options: options) }
        let counters = "<style>p { counter-reset: c } p::before { content: counters(c, '\(long)') }</style><p>end"
        #expect(try generated(counters) == "0")
    }

    @Test("The generated text of a whole document has a limit, and its own text none")
    func generatedTextOfDocument() throws {
        let paragraphs = 400
        let string = String(repeating: "x", count: HTMLLimits.generatedBytes)
        let html =
            "<style>p::before { content: '\(string)' }</style>" + String(repeating: "<p>end", count: paragraphs)
        let text = try AttributedText(html: html)
        let size = text.generatedText.reduce(0) { $0 + $1.text.utf8.count }
        #expect(size >= HTMLLimits.generatedBytesPerDocument)
        #expect(size <= HTMLLimits.generatedBytesPerDocument + html.utf8.count)
        #expect(text.paragraphs.count == paragraphs && text.string.hasSuffix("\nend\n"))
    }

    @Test("The style of a marker is computed once for its items, and has a limit")
    func markerStyles() throws {
        func markers(_ declarations: String) throws -> [String?] {
            let html = "<style>li { -galley-marker-style: '\(declarations)' }</style><ul><li>a<li>b<li>c</ul>"
            return try AttributedText(html: html).blocks.compactMap { block -> String?? in
                guard case .item(let item) = block.kind else { return nil }
                return item.markerText
            }
        }
        let style = "content: \"+\";"
        #expect(try markers(style) == ["+", "+", "+"])
        let padding = String(repeating: " ", count: HTMLLimits.markerStyleBytes)
        #expect(try markers(style + padding) != ["+", "+", "+"])
    }
}
