import Foundation
import GalleyTestSupport
import GalleyXLIFF
import Testing

@Suite struct PropertyListTests {
    private func read(_ text: String) throws -> PropertyListValue {
        try PropertyListValue(bytes: Array(text.utf8), name: "a")
    }

    private func fault(_ bytes: [UInt8]) -> Finding? {
        do throws(XLIFFError) {
            _ = try PropertyListValue(bytes: bytes, name: "a")
            return nil
        } catch {
            return error.finding
        }
    }

    // MARK: Old style

    @Test(
        arguments: [
            ("", [:]), ("// nothing", [:]), ("k", "k"), ("\"k\" ", "k"), ("bplist00 = v;", ["bplist00": "v"]),
            ("(a, \"b\",)", ["a", "b"]), ("()", []),
            ("<0aFF 10>", .data([0x0A, 0xFF, 0x10])), ("< >", .data([])),
            ("{ a = { b = (c); }; d; }", ["a": ["b": ["c"]], "d": "d"]), ("a = b; c = d;", ["a": "b", "c": "d"]),
            ("{}", [:]), ("'a' = <>;", ["a": .data([])]),
        ] as [(String, PropertyListValue)])
    func oldStyle(text: String, value: PropertyListValue) throws { #expect(try read(text) == value) }

    /// Whatever Apple's reader takes without dropping anything, ours reads the same.
    @Test func oldStyleAgreesWithFoundation() throws {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "k", "\"q\"", "'s'", " ", "=", ";", " = ", ";\n", "{", "}", "(", ")", ",", "<0f>", "/* c */", "// c\n",
            "\\U00e9",
            "\"\\101\\n\\\"\"", "a/b", "é", "\"é😀\"", "\u{2028}", "\"\\UD83D\\UDE00\"", "k=v;", "x = (a, b);",
        ]
        var agreed = 0
        for _ in 0..<4_000 {
            let text = (0..<Int.random(in: 1...7, using: &generator)).map { _ in
                pieces.randomElement(using: &generator)!
            }
            .joined()
            guard let ours = try? read(text) else { continue }
            // Foundation refuses the empty file, and takes none of ours for something else.
            guard let theirs = oracle(Array(text.utf8)) else {
                #expect(text.isEmpty, "\(text.debugDescription)")
                continue
            }
            agreed += 1
            #expect(normalized(ours) == theirs, "\(text.debugDescription)")
        }
        #expect(agreed > 300)
    }

    // MARK: XML

    private func xml(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(body)
        </plist>

        """
    }

    @Test(
        arguments: [
            ("<string>a &amp; <![CDATA[<b>]]>&#x41;</string>", "a & <b>A"), ("<string></string>", ""),
            ("<string/>", ""),
            ("<dict/>", [:]), ("<array><true/><false/></array>", [.boolean(true), .boolean(false)]),
            ("<integer> -12 </integer>", .integer(-12)), ("<integer>0x1F</integer>", .integer(31)),
            ("<integer>18446744073709551615</integer>", .integer(Int128(UInt64.max))),
            ("<real>1e3</real>", .real(1_000)),
            ("<real>-infinity</real>", .real(-.infinity)), ("<real>nan</real>", .real(.nan)),
            ("<data> AAE\n= </data>", .data([0, 1])), ("<date>2001-01-01T00:00:01Z</date>", .date(1)),
            ("<date>1970-01-01T00:00:00Z</date>", .date(-978_307_200)),
            ("<date>2024-02-29T23:59:59Z</date>", .date(730_943_999)),
            ("<dict><!-- c --><key>a</key>\n<string>b</string><key>c</key><dict/></dict>", ["a": "b", "c": [:]]),
            ("<dict><key>a</key><string>1</string><key>a</key><string>2</string></dict>", ["a": "1", "a": "2"]),
        ] as [(String, PropertyListValue)])
    func xml(body: String, value: PropertyListValue) throws {
        #expect(try read(xml(body)) == value)
        #expect(try read(body) == value)
    }

    /// Gotcha 32: the document type of Apple's lists is taken and not loaded; entities are refused.
    @Test(arguments: [
        ("<dict>x</dict>", "plist-syntax", 4, 7), ("<dict><key>a</key></dict>", "plist-syntax", 4, 7),
        ("<dict><key>a</key><key>b</key></dict>", "plist-syntax", 4, 19),
        ("<dict><string>a</string></dict>", "plist-syntax", 4, 7),
        ("<key>a</key>", "plist-syntax", 4, 1), ("<foo/>", "plist-syntax", 4, 1), ("", "plist-syntax", 5, 1),
        ("<true/><true/>", "plist-syntax", 4, 8), ("<string>a<b/></string>", "plist-syntax", 4, 10),
        ("<integer>1.5</integer>", "plist-syntax", 4, 1), ("<integer>--1</integer>", "plist-syntax", 4, 1),
        ("<integer>18446744073709551616</integer>", "plist-syntax", 4, 1), ("<real>x</real>", "plist-syntax", 4, 1),
        ("<data>A</data>", "plist-syntax", 4, 1), ("<data>A*==</data>", "plist-syntax", 4, 1),
        ("<date>2023-02-29T00:00:00Z</date>", "plist-syntax", 4, 1), ("<string>&x;</string>", "xml-entity", 4, 12),
        ("<string>", "xml-syntax", 5, 9),
    ])
    func faultsOfXML(body: String, code: String, line: Int, column: Int) {
        let finding = fault(Array(xml(body).utf8))
        #expect(finding?.code.rawValue == code)
        #expect(finding?.position?.line == line)
        #expect(finding?.position?.column == column)
    }

    @Test func entitiesAreRefused() {
        let bomb = "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>"
        #expect(fault(Array(bomb.utf8))?.code.rawValue == "xml-entity")
    }

    /// As Apple's writer does, which the reference data were written with.
    @Test func writing() throws {
        let value: PropertyListValue = [
            "Z": [:], "a": ["x", .integer(1), .boolean(true), .real(1.5), .data(Array(0..<90)), .date(1), []],
            "b": "a\"'<>&\u{2028}",
        ]
        let text = xml(
            """
            <dict>
            \t<key>Z</key>
            \t<dict/>
            \t<key>a</key>
            \t<array>
            \t\t<string>x</string>
            \t\t<integer>1</integer>
            \t\t<true/>
            \t\t<real>1.5</real>
            \t\t<data>
            \t\tAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKiss
            \t\tLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZ
            \t\t</data>
            \t\t<date>2001-01-01T00:00:01Z</date>
            \t\t<array/>
            \t</array>
            \t<key>b</key>
            \t<string>a"'&lt;&gt;&amp;\u{2028}</string>
            </dict>
            """)
        #expect(String(decoding: value.xmlContents(), as: UTF8.self) == text)
        #expect(try read(text) == value)
    }

    /// Gotcha 13: a carriage return survives as a reference. What XML cannot hold becomes U+FFFD.
    @Test func charactersOfXML() throws {
        let value: PropertyListValue = ["k\r\n\t": "\r\u{200E}\u{1F600}", "l": "\u{1}\u{FFFE}\u{FFFF}\u{FFFD}"]
        let result = try PropertyListValue(bytes: value.xmlContents(), name: "a")
        #expect(result == ["k\r\n\t": "\r\u{200E}\u{1F600}", "l": "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"])
    }

    @Test func datesOfAllYears() throws {
        var days: [PropertyListValue] = []
        var day: Int64 = -63_113_904_000
        while day < 252_000_000_000 {
            days.append(.date(day))
            day += 86_400 * 397 + 12_345
        }
        let value = PropertyListValue.array(days)
        #expect(try PropertyListValue(bytes: value.xmlContents(), name: "a") == value)
    }

    // MARK: Binary

    @Test func binary() throws {
        let value = try PropertyListValue(bytes: PropertyListSamples.everything, name: "a")
        #expect(value == PropertyListSamples.everythingValue)
        #expect(try PropertyListValue(bytes: value.xmlContents(), name: "a") == value)
    }

    /// Any cut and any changed byte is refused or read, never worse.
    @Test func damagedBinary() {
        let bytes = PropertyListSamples.everything
        for length in 10..<bytes.count {
            #expect(fault(Array(bytes[..<length]))?.code == .propertyListSyntax, "\(length)")
        }
        for index in 8..<bytes.count {
            for value: UInt8 in [0, 1, 0x0F, 0x7F, 0x80, 0xAF, 0xD0, 0xFF] {
                var bytes = bytes
                bytes[index] = value
                if let finding = fault(bytes) { #expect(finding.code == .propertyListSyntax) }
            }
        }
    }

    @Test func cyclesAndBombsAreRefused() {
        // An array in itself, two in each other, a dictionary that is its own key.
        #expect(fault(PropertyListSamples.list([[0xA1, 0]])) != nil)
        #expect(fault(PropertyListSamples.list([[0xA1, 1], [0xA1, 0]])) != nil)
        #expect(fault(PropertyListSamples.list([[0xD1, 0, 0]])) != nil)
        // Sixteen members each, of the next, thirteen deep: 16^13 strings in 250 bytes.
        let bomb = (1...13).map { [0xAE] + [UInt8](repeating: UInt8($0), count: 14) } + [[0x51, 0x41]]
        #expect(fault(PropertyListSamples.list(bomb))?.message.contains("far more") == true)
        // A million objects that are not there; a string of 2^62 bytes.
        var count = PropertyListSamples.table
        count[count.count - 21] = 0x10
        #expect(fault(count) != nil)
        #expect(fault(PropertyListSamples.list([[0x5F, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]])) != nil)
        #expect(fault(PropertyListSamples.list([[0xAF, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]])) != nil)
    }

    @Test func deepNesting() {
        for text in [String(repeating: "(", count: 100_000), String(repeating: "{a=", count: 100_000)] {
            #expect(fault(Array(text.utf8))?.code == .stringsSyntax)
        }
        let xml = "<plist>" + String(repeating: "<array>", count: 1_000)
        #expect(fault(Array(xml.utf8))?.code == .propertyListSyntax)
        let fine =
            "<plist>" + String(repeating: "<array>", count: 256) + String(repeating: "</array>", count: 256)
            + "</plist>"
        #expect(fault(Array(fine.utf8)) == nil)
    }

    // MARK: Dictionaries

    /// Gotcha 35: keys that only look alike are two.
    @Test func keysCompareByBytes() {
        var dictionary = PropertyListDictionary()
        dictionary["\u{E9}"] = "composed"
        dictionary["e\u{301}"] = "decomposed"
        #expect(dictionary.count == 2)
        #expect(dictionary["\u{E9}"] == "composed")
        #expect(PropertyListValue.string("\u{E9}") != "e\u{301}")
    }

    @Test func manyKeys() {
        var dictionary = PropertyListDictionary()
        for number in 0..<5_000 { dictionary["k\(number)"] = .string("\(number)") }
        for number in 0..<5_000 { dictionary["k\(number)"] = .string("n\(number)") }
        #expect(dictionary.count == 5_000)
        #expect(dictionary["k4999"] == "n4999")
        dictionary["k0"] = nil
        #expect(dictionary["k0"] == nil && dictionary["k1"] == "n1" && dictionary.pairs.first?.key == "k1")
    }
}
