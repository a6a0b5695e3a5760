import Foundation
import GalleyXLIFF
import Testing

/// JSON that forgets nothing.
struct JSONTests {
    private func parse(_ text: String) throws -> JSONValue {
        var parser = JSONParser(bytes: Array(text.utf8), name: "t.json")
        return try parser.parse()
    }

    private func rewritten(_ text: String) throws -> String {
        var parser = JSONParser(bytes: Array(text.utf8), name: "t.json")
        let value = try parser.parse()
        return String(decoding: JSONWriter.contents(of: value, style: parser.style), as: UTF8.self)
    }

    @Test(arguments: [
        "{\n  \"b\" : 1.50,\n  \"a\" : [\n    -0,\n    1e9,\n    true,\n    false,\n    null\n  ],\n  \"c\" : {\n\n  }\n}",
        "{\n  \"b\": {},\n  \"a\": \"x\"\n}\n",
        "{\n\t\"b\": 1\n}\n",
        "{\r\n    \"b\": 1,\r\n    \"c\": \"\"\r\n}\r\n",
        "{\n  \"a\" : 1,\n  \"a\" : 2\n}",
        "{\n  \"k\" : \"\\\" \\\\ \\n \\t \\r \\b \\f \\u001f / é \u{2028} 😀\"\n}",
        "{\n\n}", "12", "\"x\"\n",
    ])
    func layoutIsKept(_ text: String) throws {
        #expect(try rewritten(text) == text)
    }

    @Test func escapes() throws {
        #expect(try parse(#""\u00e9\/\ud83d\ude00\u2028""#).string == "é/😀\u{2028}")
    }

    @Test(arguments: [
        ("", 1, 1), ("{", 1, 2), ("{\"a\" 1}", 1, 6), ("{\n  \"ä\": tru\n}", 2, 8), ("[1,]", 1, 4),
        ("{\"a\":1,}", 1, 8),
        ("01", 1, 2), ("1.", 1, 3), ("-", 1, 1), ("\"a", 1, 3), ("\"\\x\"", 1, 2), ("\"\\ud800\"", 1, 2),
        ("\"é\\ud800\\u0041\"", 1, 3), ("\"a\nb\"", 1, 3), ("{} x", 1, 4), ("{'a':1}", 1, 2), ("nul", 1, 1),
        ("+1", 1, 1),
        ("[1 2]", 1, 4), ("{\"a\":}", 1, 6), ("NaN", 1, 1),
    ])
    func faultsHaveTheirPlace(_ text: String, _ line: Int, _ column: Int) {
        #expect {
            try parse(text)
        } throws: { error in
            guard let finding = (error as? XLIFFError)?.finding else { return false }
            return finding.code == .jsonSyntax && finding.position?.line == line && finding.position?.column == column
        }
    }

    @Test func bytesThatAreNoUTF8() {
        for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0xFF, 0xFE, 0x7B, 0], [0x22, 0xED, 0xA0, 0x80, 0x22]] {
            var parser = JSONParser(bytes: bytes, name: "t.json")
            #expect(throws: XLIFFError.self) { try parser.parse() }
        }
    }

    @Test func aMarkIsPassedOver() throws {
        var parser = JSONParser(bytes: [0xEF, 0xBB, 0xBF] + Array("{\"a\":1}".utf8), name: "t.json")
        let value = try parser.parse()
        #expect(value.object?.members.first?.position == SourcePosition(line: 1, column: 2, byteOffset: 4))
    }

    @Test func depthIsLimited() throws {
        let limit = XLIFFLimits.jsonDepth
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try parse(nested(limit)) }
        #expect(throws: XLIFFError.self) { try parse(nested(limit + 1)) }
        #expect(throws: XLIFFError.self) { try parse(String(repeating: "{\"a\":", count: 1_000_000)) }
    }

    @Test func theFirstOfRepeatedMembersCounts() throws {
        // Small and large objects are searched in two ways.
        for filler in [0, 20] {
            let more = (0..<filler).map { "\"m\($0)\":0," }.joined()
            var parser = JSONParser(bytes: Array("{\(more)\"a\":1,\"a\":2}".utf8), name: "t.json")
            let value = try parser.parse()
            #expect(value.object?["a"]?.integer == 1)
            #expect(parser.findings.map(\.code) == [.duplicateMember])
        }
    }

    /// Gotcha 35: é composed and decomposed are two names.
    @Test func namesAreComparedByBytes() throws {
        let object = try #require(try parse("{\"\u{E9}\":1,\"e\u{301}\":2}").object)
        #expect(object["\u{E9}"]?.integer == 1)
        #expect(object["e\u{301}"]?.integer == 2)
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    }

    @Test func newMembersGoWhereXcodeWouldPutThem() throws {
        var object = try #require(try parse("{\"comment\":\"c\",\"localizations\":{}}").object)
        object.set("extractionState", to: .string("manual"))
        object.set("shouldTranslate", to: .bool(false))
        #expect(object.members.map(\.name) == ["comment", "extractionState", "localizations", "shouldTranslate"])
    }
}
