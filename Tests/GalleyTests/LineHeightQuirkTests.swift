import Galley
import Testing

/// Lines in documents of old types (Quirks Mode §3.3 and §3.4). The heights are Chromium's of the same lines; the strut's
/// line is 24 px high, 15 of them above its baseline.
@Suite struct LineHeightQuirkTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var body: String
        var standards: Double
        var quirks: Double
        var testDescription: String { body }
    }

    private static let cases = [
        Case(body: "<img alt='' width=10 height=40>", standards: 49, quirks: 40),
        Case(body: "<i><img alt='' width=10 height=40></i> ", standards: 49, quirks: 40),
        Case(body: "<img alt='' width=10 height=40><br>", standards: 49, quirks: 40),
        Case(body: "a<img alt='' width=10 height=40>", standards: 49, quirks: 49),
        Case(body: "<img alt='' width=10 height=40 align=top>", standards: 40, quirks: 40),
        Case(body: "<b>a</b>", standards: 24, quirks: 8),
        Case(body: "<b>a</b> <b>b</b>", standards: 24, quirks: 24),
        Case(body: "<b>a <i>b</i></b> ", standards: 24, quirks: 8),
        Case(body: "<b>a<br>b</b>", standards: 48, quirks: 16),
        Case(body: "<b style='padding-left: 1px'><img alt='' width=10 height=4></b>", standards: 24, quirks: 8),
        Case(body: "<b><img alt='' width=10 height=4></b>", standards: 24, quirks: 4),
        Case(body: "<br>", standards: 24, quirks: 24),
        Case(body: "a<br><br>b", standards: 72, quirks: 72),
        Case(body: "<li><b>a</b></li>", standards: 24, quirks: 24),
        Case(body: "<ul><li><p><b>a</b></p></li></ul>", standards: 24, quirks: 8),
        Case(body: "<table><tr><td><img alt='' width=10 height=40></table>", standards: 49, quirks: 40),
        Case(body: "<b>a</b><b style='position: relative'>b</b>", standards: 24, quirks: 8),
    ]

    private static let types = [
        ("<!DOCTYPE html>", false), ("", true),
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN' 'x.dtd'>", true),
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Frameset//EN' 'x.dtd'>", true),
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'>", true),
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN' 'x.dtd'>", false),
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x.dtd'>", false),
    ]

    private static func height(_ html: String) throws -> Double {
        let style =
            "<style>* { margin: 0; padding: 0; border-spacing: 0; font: 10px/24px 'Galley Test'; list-style: none }"
            + "b, b * { line-height: 8px }</style>"
        let text = try AttributedText(html: html.replacing("<body>", with: style + "<body>"))
        return DocumentLayout(text, fonts: .strict(), width: 300).size.height
    }

    @Test(arguments: cases) func heights(_ test: Case) throws {
        for (type, hasQuirks) in Self.types {
            let height = try Self.height("\(type)<body>\(test.body)")
            #expect(height == (hasQuirks ? test.quirks : test.standards), "\(type)")
        }
        // XML knows no such mode.
        let xml = "<?xml version='1.0'?>" + Self.types[2].0 + "<html><body>\(test.body)</body></html>"
        #expect(try Self.height(xml) == test.standards)
    }
}
