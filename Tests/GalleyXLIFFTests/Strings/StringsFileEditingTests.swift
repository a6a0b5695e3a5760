import Foundation
import GalleyTestSupport
import GalleyXLIFF
import Testing

@Suite struct StringsFileEditingTests {
    private func file(_ text: String) throws -> StringsFile {
        try StringsFile(bytes: Array(text.utf8), name: "a.strings")
    }

    private func edited(_ text: String, _ edit: (inout StringsFile) -> Void) throws -> String {
        var file = try file(text)
        edit(&file)
        return String(decoding: file.editedContents(), as: UTF8.self)
    }

    @Test func byKey() throws {
        var file = try file("a = 1; b = 2; a = 3;")
        #expect(file["a"] == "3" && file["b"] == "2" && file["c"] == nil)
        file["c"] = "4"
        file["a"] = "5"
        #expect(file.entries.map(\.value) == ["1", "2", "5", "4"])
        file["a"] = nil
        file.append(StringsEntry(key: "d", value: "6"))
        file.remove("b")
        #expect(file.entries.map(\.key) == ["c", "d"])
        // Gotcha 35.
        file["\u{E9}"] = "x"
        #expect(file["e\u{301}"] == nil)
    }

    /// All that an edit is not about stays, byte for byte.
    @Test func onlyWhatChangedIsTouched() throws {
        let text = "// Header\r\n\r\n/* one */ 'k'\t=  \"v\" ;\r\nbare=x;/* two */\"sh\\U00e9\";\r\n"
        #expect(try edited(text) { _ in } == text)
        #expect(try edited(text) { $0["k"] = "n\"\n" } == text.replacingOccurrences(of: "\"v\"", with: "\"n\\\"\\n\""))
        #expect(try edited(text) { $0["bare"] = "y" } == text.replacingOccurrences(of: "=x", with: "=\"y\""))
        #expect(
            try edited(text) { $0["sh\u{E9}"] = "y" }
                == text.replacingOccurrences(of: "\"sh\\U00e9\"", with: "\"sh\\U00e9\" = \"y\""))
        #expect(try edited(text) { $0["k"] = nil } == "// Header\r\n\r\nbare=x;/* two */\"sh\\U00e9\";\r\n")
        #expect(
            try edited(text) { $0["new"] = "1" } == text + "\r\n/* (No Comment) */\r\n\"new\" = \"1\";\r\n")
    }

    @Test(arguments: [
        ("", "/* c */\n\"n\" = \"1\";\n\n/* d */\n\"m\" = \"2\";\n\n"),
        ("/* No Localized Strings */\n", "/* d */\n\"m\" = \"2\";\n\n/* c */\n\"n\" = \"1\";\n\n"),
        ("a = b;\n\n", "a = b;\n\n/* c */\n\"n\" = \"1\";\n\n/* d */\n\"m\" = \"2\";\n\n"),
        ("a = b;", "a = b;\n\n/* c */\n\"n\" = \"1\";\n\n/* d */\n\"m\" = \"2\";\n"),
        ("{ a = b; }\n", "{ a = b; \n\n/* c */\n\"n\" = \"1\";\n\n/* d */\n\"m\" = \"2\";\n}\n"),
    ])
    func appending(text: String, result: String) throws {
        let new = [StringsEntry(key: "n", value: "1", comment: "c"), StringsEntry(key: "m", value: "2", comment: "d")]
        let once = try file(text).updated(with: new).editedContents()
        #expect(String(decoding: once, as: UTF8.self) == result)
        // Gotcha 36: a second run changes nothing.
        #expect(try StringsFile(bytes: once, name: "a").updated(with: new).editedContents() == once)
    }

    @Test(arguments: [
        ("/* 1 */\na = b;\n\n/* 2 */\nc = d;\n\n/* 3 */\ne = f;\n\n", "c", "/* 1 */\na = b;\n\n/* 3 */\ne = f;\n\n"),
        ("/* 1 */\na = b;\n\nc = d;\n", "a", "c = d;\n"), ("a = b; c = d;\n", "a", " c = d;\n"),
        ("a = b;\nc = d;", "c", "a = b;\n"), ("a = b;\na = c;\nd = e;\n", "a", "d = e;\n"),
    ])
    func removing(text: String, key: String, result: String) throws {
        #expect(try edited(text) { $0.remove(key) } == result)
    }

    /// The last of repeated keys is the one that counts, and the one that is changed.
    @Test func repeatedKeys() throws {
        let file = try file("a = 1;\na = 2;\n").updated(with: [StringsEntry(key: "a", value: "3")])
        #expect(String(decoding: file.editedContents(), as: UTF8.self) == "a = 1;\na = \"3\";\n")
        #expect(
            try self.file("a = 1; a = 2;").updated(with: [.init(key: "a", value: "2")]).editedContents()
                == Array("a = 1; a = 2;".utf8))
    }

    @Test(arguments: StringsEncoding.allCases)
    func encodingsAreKept(encoding: StringsEncoding) throws {
        let entries: StringsEntries = [StringsEntry(key: "é", value: "😀\u{200F}", comment: "Ж")]
        let bytes = StringsWriter.contents(of: entries, options: .init(encoding: encoding))
        var file = try StringsFile(bytes: bytes, name: "a")
        #expect(file.encoding == encoding && file.findings.isEmpty && file.format == .oldStyle)
        #expect(file.entries.map(\.comment) == ["Ж"] && file["é"] == "😀\u{200F}")
        #expect(file.entries[0].position?.line == 2 && file.editedContents() == bytes)
        file["é"] = "ё"
        let edited = try StringsFile(bytes: file.editedContents(), name: "a")
        #expect(edited.encoding == encoding && edited["é"] == "ё")
        // What Foundation makes of it.
        #expect(oracle(file.editedContents()) == ["é": "ё"])
    }

    /// Positions count in the bytes of the file.
    @Test func byteOffsets() throws {
        for encoding in StringsEncoding.allCases {
            let text = "/* 😀é */ key = v"
            let bytes = try encode(text, encoding)
            do throws(XLIFFError) {
                _ = try StringsFile(bytes: bytes, name: "a")
                Issue.record("a semicolon is missing")
            } catch {
                #expect(error.finding.position?.byteOffset == bytes.count)
                #expect(error.finding.position?.column == 17)
            }
        }
    }

    private func encode(_ text: String, _ encoding: StringsEncoding) throws -> [UInt8] {
        let table: [StringsEncoding: (String.Encoding, [UInt8])] = [
            .utf8: (.utf8, []), .utf16LittleEndian: (.utf16LittleEndian, [0xFF, 0xFE]),
            .utf16BigEndian: (.utf16BigEndian, [0xFE, 0xFF]),
            .utf32LittleEndian: (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
            .utf32BigEndian: (.utf32BigEndian, [0, 0, 0xFE, 0xFF]),
        ]
        let (name, mark) = try #require(table[encoding])
        return mark + Array(try #require(text.data(using: name)))
    }

    @Test func utf16WithoutAMarkIsReadAndReported() throws {
        for isLittle in [true, false] {
            let bytes = Array("k = \"é\";".data(using: isLittle ? .utf16LittleEndian : .utf16BigEndian)!)
            let file = try StringsFile(bytes: bytes, name: "a")
            #expect(file["k"] == "é" && file.findings.map(\.code) == [.stringsEncoding])
            #expect(file.editedContents() == bytes)
        }
    }

    @Test(arguments: [
        ([0x6B, 0x3D, 0x22, 0xE9, 0x22, 0x3B], 3, 4), ([0xFF, 0xFE, 0x6B, 0, 0, 0xD8, 0x3B, 0], 4, 2),
        ([0xFF, 0xFE, 0x6B, 0, 0x3B], 4, 2), ([0xFF, 0xFE, 0, 0, 0x6B, 0, 0, 0, 0, 0xD8, 0, 0], 8, 2),
    ])
    func badBytesHaveAPlace(bytes: [UInt8], offset: Int, column: Int) {
        do throws(XLIFFError) {
            _ = try StringsFile(bytes: bytes, name: "a")
            Issue.record("this is no text")
        } catch {
            #expect(error.finding.code == .stringsEncoding)
            #expect(error.finding.position?.byteOffset == offset && error.finding.position?.column == column)
        }
    }

    // MARK: The other formats

    @Test func binaryAndXML() throws {
        var file = try StringsFile(bytes: PropertyListSamples.table, name: "a")
        #expect(file.format == .binary && file.entries.map { [$0.key, $0.value] } == [["k", "v"], ["l", "é"]])
        #expect(file.editedContents() == PropertyListSamples.table)
        file["k"] = "w"
        file["n"] = "new"
        file["l"] = nil
        let bytes = file.editedContents()
        let xml = try StringsFile(bytes: bytes, name: "a")
        #expect(xml.format == .xml && xml.entries.map { [$0.key, $0.value] } == [["k", "w"], ["n", "new"]])
        #expect(xml.entries[0].position?.line == 5 && xml.editedContents() == bytes)
        #expect(
            file.contents()
                == Array("/* (No Comment) */\n\"k\" = \"w\";\n\n/* (No Comment) */\n\"n\" = \"new\";\n\n".utf8))
    }

    @Test func valuesThatAreNotStringsStay() throws {
        let text = "a = (1);\nb = { c = d; };\ne = f;\n"
        let file = try file(text)
        #expect(file.entries.map(\.key) == ["e"])
        #expect(
            file.findings.map { "\($0)" }.first
                == "a.strings:1:5: warning: the value of \"a\" is an array, not a string, and is passed over [strings-value]"
        )
        #expect(try edited(text) { $0["e"] = "g" } == text.replacingOccurrences(of: "= f", with: "= \"g\""))
        #expect(throws: XLIFFError.self) { try StringsFile(bytes: Array("<plist><array/></plist>".utf8), name: "a") }
    }

    // MARK: Escapes, and marks that are not quotes

    @Test(arguments: [
        ("k = \"\\u00e9\";", "u00e9", 6), ("k = \"a\\Ux\";", "a\u{0}x", 7), ("k = \"\\UDE00\";", "\u{FFFD}", 6),
        ("k = \"\\UD83D\\UD83D\\UDE00\";", "\u{FFFD}😀", 6),
    ])
    func oddEscapesAreReported(text: String, value: String, column: Int) throws {
        let file = try file(text)
        #expect(file["k"] == value && file.findings.map(\.code) == [.stringsEscape])
        #expect(file.findings.first?.position?.column == column)
    }

    /// Gotcha 28: smart quotes around keys.
    @Test func smartQuotes() {
        do throws(XLIFFError) {
            _ = try StringsFile(bytes: Array("\u{201C}k\u{201D} = \"v\";".utf8), name: "a")
            Issue.record("that is no key")
        } catch {
            #expect(error.finding.message.contains("straight quotation marks"))
        }
    }

    /// Gotchas 11, 14, 25, 26, 34: what has to survive does.
    @Test func whatMustSurvive() throws {
        let entries = [
            StringsEntry(key: "", value: "empty key"), StringsEntry(key: "a\"b\\c\nd", value: "\\n stays \\\\n"),
            StringsEntry(key: "l", value: "a\u{2028}b\u{2029}\u{85}"),
            StringsEntry(key: "b", value: "\u{200E}\u{2067}x\u{2069}\u{202B}"),
            StringsEntry(key: "t", value: " \tx\r "),
        ]
        for options in [StringsWriter.Options(), .init(escapesNonASCII: true), .init(encoding: .utf16LittleEndian)] {
            let bytes = StringsWriter.contents(of: StringsEntries(entries), options: options)
            let file = try StringsFile(bytes: bytes, name: "a")
            for entry in entries { #expect(file[entry.key].map { Array($0.utf8) } == Array(entry.value.utf8)) }
            #expect(
                oracle(bytes)
                    == normalized(
                        .dictionary(
                            PropertyListDictionary(entries.map { .init(key: $0.key, value: .string($0.value)) }))))
        }
        let ascii = StringsWriter.contents(
            of: [StringsEntry(key: "é", value: "😀\t\r\n\u{1}~")], options: .init(escapesNonASCII: true))
        #expect(
            String(decoding: ascii, as: UTF8.self)
                == "/* (No Comment) */\n\"\\U00e9\" = \"\\Ud83d\\Ude00\\t\\r\\n\\U0001~\";\n\n")
    }

    @Test func editingIsLinear() throws {
        let growth = try Growth.atEightTimes(500) { count in
            let text = (0..<count).map { "/* c */ k\($0) = v;\n" }.joined()
            let new = (count / 2..<count * 3 / 2).map { StringsEntry(key: "k\($0)", value: "w") }
            let edited = try file(text).updated(with: new).editedContents()
            #expect(try StringsFile(bytes: edited, name: "a").entries.count == count * 3 / 2)
        }
        #expect(growth < Growth.linear)
    }

    @Test func coding() throws {
        let file = try file("/* c */ a = b; d = e;")
        let data = try JSONEncoder().encode(file)
        let back = try JSONDecoder().decode(StringsFile.self, from: data)
        #expect(back.contents() == file.contents())
        #expect(back.entries.map(\.comment) == ["c", nil])
    }

    /// Edits at random: what is read back are the entries, and nothing is changed twice.
    @Test func editsReadBack() throws {
        var generator = SeededGenerator(seed: 5)
        let parts = ["/* c */", "// d\n", "k", "\"q r\"", "'s'", "\n", "\n\n", " "]
        let keys = ["k", "q r", "s", "new", "other", "\u{E9}"]
        for _ in 0..<400 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<5, using: &generator) {
                text += parts[[0, 1, 5, 6, 7].randomElement(using: &generator)!]
                text +=
                    parts[Int.random(in: 2...4, using: &generator)]
                    + ([" = v", "=\"w\"", ""].randomElement(using: &generator)!) + ";"
            }
            if Bool.random(using: &generator) { text = "{" + text + "}" }
            var file = try file(text)
            for _ in 0..<3 {
                let key = keys.randomElement(using: &generator)!
                file[key] = Bool.random(using: &generator) ? "x\(Int.random(in: 0..<9, using: &generator))" : nil
            }
            let bytes = file.editedContents()
            let back = try StringsFile(bytes: bytes, name: "a")
            #expect(back.table == file.table, "\(text.debugDescription)")
            #expect(back.updated(with: file.entries.suffix(1)).editedContents() == bytes)
        }
    }
}
