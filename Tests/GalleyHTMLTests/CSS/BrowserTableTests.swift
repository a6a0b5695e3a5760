import Foundation
import GalleyHTML
import GalleyMarkup
import Testing

/// The tables that Scripts/check-cascade.py compares with Chromium.
@Suite struct BrowserTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var line: Int
        var fields: [String]
        var testDescription: String { "line \(line): " + fields.joined(separator: "  ") }
    }

    static func rows(_ name: String) -> [Row] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name)
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            if line.isEmpty || line.hasPrefix("//") { return nil }
            let fields = line.drop { $0 == "!" }.split(separator: "\t", omittingEmptySubsequences: false)
            return Row(line: index + 1, fields: fields.map(String.init))
        }
    }

    @Test func tablesAreThere() {
        #expect(BrowserTableTests.rows("selectors.tsv").count > 140)
        #expect(BrowserTableTests.rows("computed.tsv").count > 600)
    }

    @Test(arguments: rows("selectors.tsv")) func selectorMatches(_ row: Row) {
        let (selector, html, expected) = (row.fields[0], row.fields[1], row.fields[2])
        let sheet = StyleSheet(parsing: selector + "{color:#010203}")
        if expected == "invalid" {
            #expect(sheet.ruleCount == 0)
            return
        }
        #expect(sheet.ruleCount == 1)
        let tree = HTMLTree(parsing: "<!doctype html>" + html)
        let styles = StyleResolver(
            tree: tree, sheets: [(StyleSheet(parsing: "*{color:black}\n" + selector + "{color:#010203}"), .author)]
        ).resolve()
        var found: [String] = []
        for node in tree.descendants(of: tree.document) where tree.isElement(node) {
            if styles[node].inherited.color.hexadecimal == "#010203", let id = tree.attribute(.id, of: node) {
                found.append(id)
            }
        }
        #expect(found.joined(separator: " ") == expected)
    }

    @Test(arguments: rows("computed.tsv")) func computedValue(_ row: Row) throws {
        let (css, html, property, expected) = (row.fields[0], row.fields[1], row.fields[2], row.fields[3])
        let isQuirks = css.hasPrefix("quirks:")
        let document = StyledDocument(
            (isQuirks ? "" : "<!doctype html>") + html, css: isQuirks ? String(css.dropFirst(7)) : css)
        let node = try #require(document.node("x"))
        var style = document.styles[node]
        var name = property
        if property.hasPrefix("::") {
            let parts = property.split(separator: " ")
            name = String(parts[1])
            guard let generated = document.styles.style(of: parts[0] == "::before" ? .before : .after, on: node) else {
                #expect(expected == "none" || expected == "normal")
                return
            }
            style = generated
        }
        #expect(ComputedText(style: style).value(name) == expected)
    }
}
