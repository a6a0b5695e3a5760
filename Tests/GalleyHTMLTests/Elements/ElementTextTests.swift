import Foundation
import GalleyHTML
import GalleyText
import Testing

/// The tables that Scripts/check-elements.py compares with Chromium.
enum ElementTable {
    struct Row: Sendable, CustomTestStringConvertible {
        var line: Int
        var fields: [String]
        var testDescription: String { "line \(line): " + fields.joined(separator: "  ") }
    }

    static func rows(_ name: String) -> [Row] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name)
        guard let table = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return table.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            if line.isEmpty || line.hasPrefix("//") { return nil }
            let fields = line.drop { $0 == "!" }.split(separator: "\t", omittingEmptySubsequences: false)
            return Row(line: index + 1, fields: fields.map(String.init))
        }
    }
}

/// White space, blocks and elements.
@Suite("Elements and their text")
struct ElementTextTests {
    @Test func tableIsThere() { #expect(ElementTable.rows("text.tsv").count > 110) }

    @Test(arguments: ElementTable.rows("text.tsv")) func structure(row: ElementTable.Row) throws {
        let html = row.fields[0].replacingOccurrences(of: "¶", with: "\n").replacingOccurrences(of: "→", with: "\t")
        let text = try AttributedText(html: "<!DOCTYPE html>" + html)
        #expect(text.string.inTableNotation.replacingOccurrences(of: "\u{A0}", with: "·") == row.fields[1])
        #expect(text.brokenInvariants().isEmpty)
    }
}
