import Foundation
import GalleyMarkup
import Testing

@Suite("Character references")
struct HTMLEntityTests {
    /// The text of a body that holds the markup.
    private func text(_ markup: String) -> String {
        let tree = HTMLTree(parsing: "<body>" + markup)
        return tree.textContent(of: tree.body)
    }

    private struct Tokens: Decodable {
        struct Case: Decodable {
            var description: String
            var input: String
            var output: [Output]
            var initialStates: [String]?
        }
        /// `["Character", "x"]` or another token, of which only characters matter here.
        struct Output: Decodable {
            var characters: String?

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                guard try list.decode(String.self) == "Character" else { return }
                characters = try list.decode(String.self)
            }
        }
        var tests: [Case]
    }

    @Test(
        "html5lib's tokenizer cases for references",
        .enabled(if: SharedData.has("html5lib")),
        arguments: ["namedEntities.test", "numericEntities.test", "entities.test"])
    func conformance(file: String) throws {
        let data = try Data(contentsOf: SharedData.url("html5lib/tokenizer/\(file)"))
        let tests = try JSONDecoder().decode(Tokens.self, from: data).tests
        var count = 0
        for test in tests where test.initialStates == nil && test.output.allSatisfy({ $0.characters != nil }) {
            // A form feed and a carriage return become spaces, a noncharacter U+FFFD; other controls are left out: libxml2
            // would not pass them on.
            let want = test.output.compactMap(\.characters).joined().unicodeScalars.compactMap { scalar -> String? in
                switch scalar.value {
                case 0x0C, 0x0D: " "
                case 0xFFFE, 0xFFFF: "\u{FFFD}"
                case 0x09, 0x0A, 0x20...: String(scalar)
                default: nil
                }
            }
            #expect(text(test.input) == want.joined(), "\(test.description)")
            count += 1
        }
        #expect(count > 0)
    }

    @Test(
        "Names without semicolon, ambiguity, remapping",
        arguments: [
            ("&amp;lt;", "&lt;"), ("&lttest", "<test"), ("&notit;", "¬it;"), ("&notin;", "∉"), ("&copy2", "©2"),
            ("&unknown;", "&unknown;"), ("&#hello;", "&#hello;"), ("&", "&"), ("&&amp;", "&&"),
            ("&#128516test", "😄test"),
            ("&#x80;&#150;", "€–"), ("&#0;&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#99999999999999999999;", "\u{FFFD}"), ("&NotEqualTilde;", "≂̸"), ("&ZeroWidthSpace;", "\u{200B}"),
            ("a&nbsp;b", "a\u{A0}b"), ("&lbrace;&check;", "{✓"), ("&#xD;", " "), ("&lt;b>", "<b>"),
        ])
    func references(markup: String, want: String) {
        #expect(text(markup) == want)
    }

    @Test(
        "References in attributes",
        arguments: [
            ("?a=b&copy=1", "?a=b&copy=1"), ("?a=b&copy;=1", "?a=b©=1"), ("&notit;", "&notit;"), ("&not", "¬"),
            ("&copyx", "&copyx"), ("&amp;&quot;&lt;", "&\"<"), ("http://x/?a=1&dest=2", "http://x/?a=1&dest=2"),
        ])
    func attributes(value: String, want: String) {
        for quote in ["\"", "'", ""] {
            let tree = HTMLTree(parsing: "<a href=\(quote)\(value)\(quote)>x</a>")
            let link = tree.descendants(of: tree.body).first { tree.name(of: $0) == .a }
            #expect(link.flatMap { tree.attribute(.href, of: $0) } == want, "quote: \(quote)")
        }
    }
}
