import Foundation
import GalleyMarkup
import Testing

/// Numbers that look random and are the same each time.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) << 32 | (state &* 0x9E37_79B9_7F4A_7C15) >> 32
    }
}

/// Everything of a tree that two ways of parsing have to agree on.
private struct Parsed: Equatable {
    var dump: String
    var offsets: [Int]
    var diagnostics: [MarkupDiagnostic]
    var encoding: TextEncoding
    var isQuirks: Bool
    var isXHTML: Bool

    init(_ tree: HTMLTree) {
        dump = tree.description
        offsets = tree.descendants(of: tree.document).map { tree.sourceOffset(of: $0) }
        diagnostics = tree.diagnostics
        (encoding, isQuirks, isXHTML) = (tree.encoding, tree.isQuirks, tree.isXHTML)
    }
}

@Suite("HTML that arrives in pieces")
struct HTMLPushTests {
    private func whole(_ bytes: [UInt8], _ encoding: TextEncoding? = nil) -> Parsed {
        Parsed(HTMLTree(parsing: bytes, encoding: encoding))
    }

    private func pushed(_ bytes: [UInt8], _ encoding: TextEncoding? = nil, cuts: [Int]) throws -> Parsed {
        let parser = HTMLTreeParser(encoding: encoding)
        var start = 0
        for cut in cuts + [bytes.count] {
            try parser.append(bytes[start..<cut])
            start = cut
        }
        return Parsed(try parser.finish())
    }

    private func cuts(_ count: Int, pieces: Int, _ dice: inout Dice) -> [Int] {
        (0..<pieces).map { _ in Int.random(in: 0...count, using: &dice) }.sorted()
    }

    /// What makes cuts hard: characters, tags, references, line ends, marks, declarations, raw text.
    private static let hard: [[UInt8]] = {
        let head = "<!DOCTYPE html><html lang=de><title>T&auml;</title>"
        let body = "<p class='ä €'>Grüße &amp; &notit; &#x20AC; 日本\r\n𝄞\r<b>x</p\n>y<!-- – --><br/>&ampx &l"
        let raw =
            "<style>p > b { content: '</' }</style><script><!-- <script>'</script>'--></script>"
            + "<textarea>\n&lt;b></textarea>"
        let foreign = "<svg><title><b>t</b></title><![CDATA[a<b]]></svg><math><mi>x</mi></math><![if !mso]>z<![endif]>"
        let texts = [
            head + body, body + raw + foreign, head + raw + body + "<table>x<tr><td>y", "x<!DOCTYPE html><p><table>",
        ]
        func filler(_ count: Int) -> String { "<!--" + String(repeating: "x", count: count) + "-->" }
        var result = texts.map { Array($0.utf8) }
        result.append([0xEF, 0xBB, 0xBF] + Array(texts[0].utf8))
        result.append([0xFF, 0xFE] + texts[0].utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        result.append(texts[1].utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        result.append([0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x41, 0xD8, 0x34, 0xDD, 0x1E, 0x00])
        result.append(Array("caf".utf8) + [0xE9, 0x80] + Array("\r\n<p>".utf8))
        result.append(Array("caf\u{E9} ".utf8) + [0xFF, 0xF0, 0x9F, 0x98] + Array("<p>x".utf8) + [0xE6, 0x97])
        for (label, bytes) in [
            ("shift_jis", [0x93, 0xFA, 0x96, 0x7B, 0x95, 0x5C, 0xFF, 0x93] as [UInt8]),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x1B, 0x24]),
            ("gb18030", [0x81, 0x30, 0x81, 0x30, 0xD6, 0xD0, 0xFF, 0x81]), ("big5", [0x88, 0x62, 0xA4, 0xA4, 0x88]),
            ("euc-kr", [0xC7, 0xD1, 0xC7]), ("windows-1252", [0x80, 0x81, 0x0D, 0x0A]), ("utf-8", [0xC3, 0xA4, 0xC3]),
        ] {
            // The declaration at the start, and around the 1,024 bytes and the 16,384 that are searched.
            for distance in [0, 1_000, 1_024, 16_340, 16_370, 20_000] {
                let declaration = filler(distance) + "<meta charset=\"\(label)\"><p>"
                result.append(Array(declaration.utf8) + bytes + Array("<b>z".utf8))
            }
        }
        return result
    }()

    @Test("Byte by byte, and in random pieces", arguments: hard.indices)
    func hardPlaces(index: Int) throws {
        let bytes = Self.hard[index]
        let want = whole(bytes)
        #expect(try pushed(bytes, cuts: Array(bytes.indices)) == want)
        var dice = Dice(state: UInt64(index))
        for _ in 0..<20 { #expect(try pushed(bytes, cuts: cuts(bytes.count, pieces: 5, &dice)) == want) }
    }

    @Test("Without any declaration the same bytes decide on the encoding")
    func guesses() throws {
        var dice = Dice(state: 7)
        for (lead, tail) in [(0, 0), (100, 70_000), (20_000, 65_530), (70_000, 10), (65_533, 65_533)] {
            for bad: [UInt8] in [[0xE9], [0xC3, 0xA9], [0xC3]] {
                let ascii = [UInt8](repeating: 0x61, count: max(lead, tail))
                let bytes = ascii[..<lead] + bad + ascii[..<tail] + [0xE9, 0x20]
                let want = whole(Array(bytes))
                for _ in 0..<3 { #expect(try pushed(Array(bytes), cuts: cuts(bytes.count, pieces: 9, &dice)) == want) }
            }
        }
    }

    @Test("Every case of html5lib's tree construction", .enabled(if: SharedData.has("html5lib")))
    func suite() throws {
        var dice = Dice(state: 1)
        // Long enough for several chunks, so that tokens meet the end of a part.
        let padding = String(repeating: "<p>Lorem ipsum dolor sit amet, consectetur &amp; so on.\n", count: 1_300)
        var joined = ""
        for test in try TreeCase.load() {
            let bytes = Array(test.data.utf8)
            #expect(try pushed(bytes, .utf8, cuts: Array(bytes.indices)) == whole(bytes, .utf8), "\(test.place)")
            joined += test.data
            if joined.utf8.count > 2_000 {
                let lead = padding.prefix(Int.random(in: 64_000...67_000, using: &dice))
                let bytes = Array((lead + joined + padding).utf8)
                let pieces = try pushed(bytes, .utf8, cuts: cuts(bytes.count, pieces: 40, &dice))
                #expect(pieces == whole(bytes, .utf8), "up to \(test.place)")
                joined = ""
            }
        }
    }

    @Test("Real documents", .enabled(if: SharedData.has("html")))
    func documents() throws {
        var dice = Dice(state: 2)
        let folder = SharedData.url("html")
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let bytes = [UInt8](try Data(contentsOf: file))
            let want = whole(bytes)
            for _ in 0..<3 {
                let pieces = try pushed(bytes, cuts: cuts(bytes.count, pieces: 1 + bytes.count / 5_000, &dice))
                #expect(pieces == want, "\(file.lastPathComponent)")
            }
        }
    }

    @Test("Small pieces of a long token cost linear time, and a parser can be used again")
    func linear() throws {
        let parser = HTMLTreeParser()
        let piece = [UInt8](repeating: 0x78, count: 512)
        try parser.append("<p title=\"".utf8)
        for _ in 0..<20_000 { try parser.append(piece) }
        try parser.append("\">a".utf8)
        var tree = try parser.finish()
        #expect(tree.textContent(of: tree.body) == "a")
        #expect(tree.attributeBytes.count == 20_000 * 512)
        try parser.append("<p>b".utf8)
        tree = try parser.finish()
        #expect(tree.textContent(of: tree.body) == "b")
    }
}
