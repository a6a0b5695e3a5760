import Foundation
import GalleyHTML
import GalleyText
import Testing

/// HTML written and read again gives an equal text.
@Suite("HTML out again") struct RoundTripTests {
    /// What a fragment does not carry, taken from `other`: metadata and the boxes of `html` and `body`.
    static func withSurroundings(of other: AttributedText, _ text: AttributedText) -> AttributedText {
        var result = text
        result.metadata = other.metadata
        for id in [BlockID.root, BlockID(1)] where id.index < min(text.blocks.count, other.blocks.count) {
            result.setBlockAttributes(other.blocks[id.index].attributes.map { other.attributes($0) }, of: id)
            result.setBlockStyle(other.style(of: id), of: id)
        }
        return result
    }

    static func checkDocument(
        _ text: AttributedText, _ name: String, location: SourceLocation = #_sourceLocation
    ) throws {
        let page = text.html()
        let read = try AttributedText(html: page)
        if let found = difference(text, read) { try record("document", name, found, page, location) }
    }

    /// Both forms.
    static func check(_ text: AttributedText, _ name: String, location: SourceLocation = #_sourceLocation) throws {
        try checkDocument(text, name, location: location)
        let part = text.html(.fragment)
        let pasted = try AttributedText(html: part)
        if let found = difference(withSurroundings(of: pasted, text), pasted) {
            try record("fragment", name, found, part, location)
        }
    }

    /// `GALLEY_DUMP` names a folder for what did not read back.
    private static func record(
        _ form: String, _ name: String, _ found: String, _ html: String, _ location: SourceLocation
    ) throws {
        Issue.record("\(form) \(name): \(found)", sourceLocation: location)
        if let folder = ProcessInfo.processInfo.environment["GALLEY_DUMP"] {
            try html.write(toFile: "\(folder)/\(name).\(form).html", atomically: true, encoding: .utf8)
        }
    }

    /// The other ways out: coded, and as Foundation's string, which keeps no metadata and no span without text.
    static func checkOtherWays(_ text: AttributedText, _ name: String) throws {
        let coded = try JSONDecoder().decode(AttributedText.self, from: JSONEncoder().encode(text))
        if let found = difference(text, coded) { Issue.record("coded \(name): \(found)") }
        if text.spans.contains(where: { $0.range.isEmpty }) { return }
        var plain = text
        plain.metadata = AttributedText.Metadata()
        let back = AttributedText(AttributedString(text))
        if let found = difference(plain, back) { Issue.record("attributed string \(name): \(found)") }
    }

    @Test("Real documents", arguments: SharedData.files("data/html"))
    func realDocuments(file: URL) throws {
        let text = try AttributedText(html: Data(contentsOf: file), baseURL: file)
        try Self.check(text, file.lastPathComponent)
        try Self.checkOtherWays(text, file.lastPathComponent)
    }

    @Test("The corpus", arguments: SharedData.corpus)
    func corpus(file: URL) throws {
        let text = try AttributedText(html: Data(contentsOf: file), baseURL: file)
        try Self.check(text, file.lastPathComponent)
        try Self.checkOtherWays(text, file.lastPathComponent)
    }

    @Test("Small documents", arguments: roundTripSnippets)
    func snippets(name: String, html: String) throws {
        try Self.check(AttributedText(html: html), name)
        try Self.checkOtherWays(AttributedText(html: html), name)
        try Self.check(AttributedText(html: "<!DOCTYPE html>" + html), name)
    }
}
