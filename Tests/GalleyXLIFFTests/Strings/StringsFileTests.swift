import Foundation
import GalleyXLIFF
import Testing

@Suite struct StringsFileTests {
    private func table(_ text: String) throws -> [[String]] {
        try StringsFile(bytes: Array(text.utf8), name: "a.strings").entries.map { [$0.key, $0.value] }
    }

    /// The grammar of CFOldStylePList.c.
    @Test(arguments: [
        ("\"k\" = \"v\";", [["k", "v"]]), ("k = v; l=w;", [["k", "v"], ["l", "w"]]),
        ("'k' = 'v\"w';", [["k", "v\"w"]]),
        ("\"k\";", [["k", "k"]]), ("{ \"k\" = \"v\"; }", [["k", "v"]]), ("", []), ("/* only */ // this", []),
        ("{}", []),
        ("a.b-c/d:e_$1 = x;", [["a.b-c/d:e_$1", "x"]]), ("\"a\nb\" = \"c\r\nd\";", [["a\nb", "c\r\nd"]]),
        ("k = \"\\a\\b\\f\\n\\r\\t\\v\\\"\\'\\\\\";", [["k", "\u{7}\u{8}\u{C}\n\r\t\u{B}\"'\\"]]),
        ("k = \"\\101\\351\\7\\\nx\";", [["k", "A\u{D8}\u{7}\nx"]]),
        ("k = \"\\U00e9\\U41\\UD83D\\UDE00\\u00e9\";", [["k", "\u{E9}A\u{1F600}u00e9"]]),
        ("k = \"\\UD83D!\";", [["k", "\u{FFFD}!"]]), ("k = \"\\Uzz\";", [["k", "\u{0}zz"]]),
        ("k\u{2028}=\u{2029}v ;", [["k", "v"]]), ("/**/k /* */=/* = */v /*;*/;//", [["k", "v"]]),
        ("k = http://a.b/c;", [["k", "http://a.b/c"]]),
        ("k = 1; l = { a = b; c = (1, 2); }; m = <0aff>; n = (x, {y=z;});", [["k", "1"]]),
    ])
    func grammar(text: String, entries: [[String]]) throws {
        #expect(try table(text).map { $0.map { Array($0.utf8) } } == entries.map { $0.map { Array($0.utf8) } })
    }

    @Test(arguments: [
        ("\"k\" = \"v\"\n\"l\" = \"w\";", 2, 1), ("k = v;; l = w;", 1, 7), ("k = v; @", 1, 8), ("\n \"k", 2, 2),
        ("k = \"é\" x", 1, 9), ("/* ", 1, 1), ("{ k = v;", 1, 9), ("{} x", 1, 4), ("k = v", 1, 6), ("k = ;", 1, 5),
        ("k = (1 2);", 1, 8), ("k = <00", 1, 5), ("= v;", 1, 1), ("k/* */ = v;", 1, 3), ("k = <0 a>;", 1, 7),
        ("k = (,);", 1, 6), ("k; }", 1, 4), ("a+b = c;", 1, 2),
    ])
    func faultsHaveAPlace(text: String, line: Int, column: Int) {
        #expect {
            try StringsFile(bytes: Array(text.utf8), name: "a.strings")
        } throws: {
            let finding = ($0 as? XLIFFError)?.finding
            return finding?.code.rawValue == "strings-syntax" && finding?.position?.line == line
                && finding?.position?.column == column
        }
    }

    @Test func deepNestingIsAFault() {
        let text = "k = " + String(repeating: "(", count: 100_000)
        #expect(throws: XLIFFError.self) { try StringsFile(bytes: Array(text.utf8), name: "a") }
    }

    @Test func aLongLineIsNoTrouble() throws {
        let text = (0..<20_000).map { "k\($0) = \"v\"; " }.joined()
        let file = try StringsFile(bytes: Array(text.utf8), name: "a")
        #expect(file.entries.count == 20_000)
        #expect(file.entries.last?.position?.column == text.utf8.count - "k19999 = \"v\"; ".utf8.count + 1)
    }

    @Test func commentsBelongToTheNextEntry() throws {
        let file = try StringsFile(
            bytes: Array("/* one */\nk = v; /* two\nlines */ l = w; m = x; //three\nn = y;".utf8), name: "a")
        #expect(file.entries.map(\.comment) == ["one", "two\nlines", nil, "three"])
        #expect(file.entries.map { $0.position?.line } == [2, 3, 3, 4])
    }

    @Test func repeatedKeysAreReported() throws {
        let file = try StringsFile(bytes: Array("k = 1;\nk = 2;".utf8), name: "a")
        #expect(file.entries.map(\.value) == ["1", "2"])
        #expect(
            file.findings.map(\.description) == [
                "a:2:1: warning: \"k\" is there already, in line 1; the last one counts [duplicate-id]"
            ])
    }

    @Test func encodings() throws {
        let text = "k = \"é😀\";"
        let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let swapped = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [
            Array(text.utf8), [0xEF, 0xBB, 0xBF] + text.utf8, [0xFF, 0xFE] + utf16, [0xFE, 0xFF] + swapped,
        ] {
            #expect(try StringsFile(bytes: bytes, name: "a").entries.map(\.value) == ["é😀"])
        }
        for bytes in [
            [0xFF, 0xFE, 0x41], Array("k = \"".utf8) + [0xE9, 0x22, 0x3B], Array("bplist00".utf8),
            Array("<?xml?>".utf8),
        ] {
            #expect(throws: XLIFFError.self) { try StringsFile(bytes: bytes, name: "a") }
        }
    }

    // MARK: Writing

    @Test(arguments: [
        (StringsEntry(key: "k", value: "v", comment: "c"), "/* c */\n\"k\" = \"v\";\n\n"),
        (StringsEntry(key: "k", value: "v"), "/* (No Comment) */\n\"k\" = \"v\";\n\n"),
        (
            StringsEntry(key: "a\"\\\n\t", value: "\r\u{2028}é'", comment: ""),
            "/* (No Comment) */\n\"a\\\"\\\\\\n\t\" = \"\r\u{2028}é'\";\n\n"
        ),
        (StringsEntry(key: "k", value: "v", comment: "a */ b\n**/"), "/* a * / b\n** / */\n\"k\" = \"v\";\n\n"),
    ])
    func format(entry: StringsEntry, text: String) {
        #expect(StringsWriter.contents(of: [entry]) == Array(text.utf8))
    }

    @Test func anEmptyTable() { #expect(StringsWriter.contents(of: []) == Array("/* No Localized Strings */\n".utf8)) }

    /// Whatever is written is read back.
    @Test func writingAndReadingIsTheIdentity() throws {
        var generator = SplitMix(state: 3)
        let scalars = Array("aZ0 \"'\\\n\r\t/*;=%@é日😀\u{2028}\u{0}\u{7F}{}()<>".unicodeScalars)
        func random() -> String {
            var view = String.UnicodeScalarView()
            for _ in 0..<generator.next() % 12 { view.append(scalars[Int(generator.next() % UInt64(scalars.count))]) }
            return String(view)
        }
        for _ in 0..<300 {
            var table: [[UInt8]: String] = [:]
            for _ in 0..<6 { table[Array(random().utf8)] = random() }
            let entries = table.map {
                StringsEntry(key: String(decoding: $0, as: UTF8.self), value: $1, comment: random())
            }
            let file = try StringsFile(bytes: StringsWriter.contents(of: StringsEntries(entries)), name: "a")
            #expect(file.entries.count == table.count)
            for entry in file.entries {
                #expect(table[Array(entry.key.utf8)].map { Array($0.utf8) } == Array(entry.value.utf8))
            }
        }
    }
}
