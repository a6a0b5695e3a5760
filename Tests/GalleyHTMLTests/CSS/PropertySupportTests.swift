import Foundation
import GalleyHTML
import GalleyText
import Testing

/// The table of Documentation/Properties.md: complete, true of the model, and current.
@Suite struct PropertySupportTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Documentation/Properties.md")

    @Test func theDocumentationIsCurrent() throws {
        if ProcessInfo.processInfo.environment["GALLEY_UPDATE_PROPERTIES"] != nil {
            try PropertySupport.markdown.write(to: PropertySupportTests.file, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: PropertySupportTests.file, encoding: .utf8)
        #expect(written == PropertySupport.markdown, "run Scripts/update-properties.sh")
    }

    @Test func everyLonghandIsInTheTable() {
        let names = PropertySupportTests.names
        #expect(names.filter { PropertySupport.of($0) == nil } == [])
        #expect(PropertySupport.names.filter { !names.contains($0) } == [])
    }

    static let names = PropertyTable.shared.definitions.map(\.name).filter { !$0.hasPrefix("-galley-") }

    /// A document in which every property has something to say.
    private func model(_ declarations: String) throws -> AttributedText {
        // What only first letters have.
        let letter = declarations.contains("initial-letter") ? ", .x::first-letter" : ""
        return try AttributedText(
            html: """
                <!doctype html><style>.x::before { content: open-quote counter(c) } .x, .x::before\(letter) { \(declarations) }
                </style><div class=x>a  b <b>c</b> d</div><ul><li class=x>a</ul><table class=x><tr><td class=x>a</table>
                <p>a<span class=x>b</span><img class=x src=x.png alt=a>
                """)
    }

    /// "In the model" means that the property changes the model; what is not there changes nothing.
    @Test(arguments: names) func theModelKeepsIt(_ name: String) throws {
        let support = try #require(PropertySupport.of(name))
        // What stands after the property is there either way.
        let parts = support.sample.split(separator: ";", maxSplits: 1).map(String.init)
        let rest = parts.count > 1 ? parts[1] : ""
        #expect(parts[0].hasPrefix(name + ":"))
        let with = try model(rest + ";" + parts[0])
        let without = try model(rest)
        #expect(with.diagnostics.filter { $0.code.hasPrefix("css-") } == [])
        #expect((with != without) == (support.model != nil))
    }
}
