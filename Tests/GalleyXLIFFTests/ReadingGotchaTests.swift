import Foundation
import GalleyMarkup
import GalleyXLIFF
import Testing

/// The gotchas of the reference (§3) that are about reading, by number.
@Suite struct ReadingGotchaTests {
    private func target(_ markup: String) throws -> String? {
        try XLIFFDocument(data: Data(xliff("<trans-unit id='k'><source>s</source>\(markup)</trans-unit>").utf8))
            .files[0].units[0].target
    }

    @Test(arguments: [
        (
            3,
            "<alt-trans><target>no</target></alt-trans><target>yes</target><alt-trans><target>no</target></alt-trans>",
            "yes"
        ),
        (4, "<note>n</note><target>after</target>", "after"),
        (5, "<target><![CDATA[<b>]]>x<![CDATA[&amp;]]></target>", "<b>x&amp;"),
        (6, "<target>a&amp;<![CDATA[b]]><!-- c --><?d e?>f&#x67;</target>", "a&bfg"),
        (
            7,
            "<target><g id='1'>g<ph id='2'>p</ph></g><x id='3'/><bpt id='4'>b</bpt><it id='5' pos='open'>i</it></target>",
            "gpbi"
        ),
        (
            7, "<target>a<x id='1' equiv-text='%@'/>b<x id='2' ctype='lb'/>c<ph id='3' equiv-text='P'/></target>",
            "a%@b\ncP"
        ),
        (10, "<target>&#x633;&#x644;&#x200C;&#8205;</target>", "\u{633}\u{644}\u{200C}\u{200D}"),
        (11, "<target>a\u{2028}b&#x2029;</target>", "a\u{2028}b\u{2029}"),
        (12, "<target>  a\n\t</target>", "  a\n\t"),
        (13, "<target>a\r\nb\rc&#13;d</target>", "a\nb\nc\rd"),
        (17, "<target/>", ""),
        (26, "<target>a\\nb</target>", "a\\nb"),
        (27, "<target>&amp;amp;&amp;lt;</target>", "&amp;&lt;"),
        (34, "<target>\u{200E}a\u{2068}b\u{2069}\u{200F}</target>", "\u{200E}a\u{2068}b\u{2069}\u{200F}"),
        (35, "<target>e\u{301}\u{E9}</target>", "e\u{301}\u{E9}"),
    ])
    func texts(number: Int, markup: String, text: String) throws {
        #expect(try target(markup).map { Array($0.utf8) } == Array(text.utf8), "gotcha \(number)")
    }

    /// 8 and 9: forbidden characters, raw and by reference, have an exact place; recovering leaves them out and says where.
    @Test(arguments: [(8, "\u{16}"), (9, "&#x16;")])
    func forbiddenCharacters(number: Int, character: String) throws {
        let text = xliff(unit("a", "s", "t") + "\n é" + character + unit("b", "s", "u"))
        let error = #expect(throws: XLIFFError.self) { try XLIFFDocument(data: Data(text.utf8)) }
        let prefix = text.utf8.prefix { $0 != 0x16 }
        let offset = number == 8 ? prefix.count : text.range(of: "&#x16;")!.lowerBound.utf16Offset(in: text) + 1
        #expect(error?.finding.position == SourcePosition(line: 5, column: 3, byteOffset: offset))
        let document = try XLIFFDocument(data: Data(text.utf8), isRecovering: true)
        #expect(document.files[0].units.count == 2)
        #expect(document.findings.map(\.code) == [.illegalCharacter])
        #expect(document.findings[0].position == error?.finding.position)
    }

    /// 8: the real file.
    @Test(.enabled(if: Places.hasData)) func keepingYouAwakeInVietnamese() throws {
        let url = Places.data.appendingPathComponent(
            "newmarcel__KeepingYouAwake__Localizations__KeepingYouAwake__vi.xcloc__vi.xliff")
        #expect(throws: XLIFFError.self) { try XLIFFDocument(contentsOf: url) }
        let document = try XLIFFDocument(contentsOf: url, isRecovering: true)
        #expect(!document.findings.isEmpty && document.findings.allSatisfy { $0.code == .illegalCharacter })
        #expect(document.files.count > 3)
    }

    @Test func _14anEmptyIdIsAnId() throws {
        let document = try XLIFFDocument(
            data: Data(xliff(unit("", "s", "t") + "<trans-unit><source/></trans-unit>").utf8))
        #expect(document.files[0].units.map(\.key) == ["", nil])
    }

    @Test func _15repeatedIdsAreAllRead() throws {
        let document = try XLIFFDocument(data: Data(xliff(unit("a", "s", "1") + unit("a", "s", "2")).utf8))
        #expect(document.files[0].units.map(\.target) == ["1", "2"])
    }

    @Test func _18targetLanguagesAreThoseOfTheFiles() throws {
        let file = "<file original='a' source-language='en'><body/></file>"
        let text = """
            <xliff version="1.2"><file original='a' target-language='de'><body/></file>\(file)\
            <file original='a' target-language='fr'/></xliff>
            """
        #expect(try XLIFFDocument(data: Data(text.utf8)).files.map(\.targetLanguage) == ["de", nil, "fr"])
    }

    @Test func _19encodingsMarksAndLineEnds() throws {
        let text = xliff(unit("k", "s", "é😀"))
            .replacingOccurrences(of: " encoding=\"UTF-8\"", with: "").replacingOccurrences(of: "\n", with: "\r\n")
        for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
            for hasMark in [true, false] {
                let data = try #require(((hasMark ? "\u{FEFF}" : "") + text).data(using: encoding))
                let unit = try XLIFFDocument(data: data).files[0].units[0]
                #expect(unit.target == "é😀")
                #expect(unit.position.line == 4 && unit.position.column == 1)
                let prefix = text[..<text.range(of: "<trans-unit")!.lowerBound]
                let width = encoding == .utf8 ? 1 : 2
                let mark = hasMark ? (encoding == .utf8 ? 3 : 2) : 0
                #expect(unit.position.byteOffset == prefix.utf8.count * width + mark)
            }
        }
    }

    @Test(arguments: ["1.0", "1.1", "1.2", ""])
    func _21olderVersions(version: String) throws {
        let attribute = version.isEmpty ? "" : " version=\"\(version)\""
        let text =
            "<xliff\(attribute)><file original='a' target-language='de'><body>\(unit("k", "s", "t"))</body></file></xliff>"
        let document = try XLIFFDocument(data: Data(text.utf8))
        #expect(document.files[0].units[0].target == "t")
        #expect(document.findings.isEmpty)
    }

    @Test(arguments: ["2.0", "2.1", "2.2"])
    func _21newerVersions(version: String) throws {
        let text = """
            <xliff version="\(version)" xmlns="urn:oasis:names:tc:xliff:document:\(version == "2.2" ? "2.2" : "2.0")" srcLang="en" \
            trgLang="de"><file id="f"><unit id="k"><segment><source>s</source><target>t</target></segment></unit></file></xliff>
            """
        let document = try XLIFFDocument(data: Data(text.utf8))
        #expect(document.files[0].units[0].target == "t")
        #expect(document.findings.isEmpty)
    }

    /// 33: memory does not grow with the document; a million units are read one file at a time.
    @Test func _33filesComeOneByOne() throws {
        struct Source: XMLByteSource {
            var rest: Int
            var pending: [UInt8] = Array("<xliff version='1.2'>".utf8)
            let file = Array(
                ("<file original='a' target-language='de'><body>"
                    + String(
                        repeating: "<trans-unit id='k'><source>s</source><target>t</target></trans-unit>", count: 50)
                    + "</body></file>").utf8)
            mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
                while pending.count < buffer.count, rest > 0 {
                    rest -= 1
                    pending += rest == 0 ? Array("</xliff>".utf8) : file
                }
                let count = min(buffer.count, pending.count)
                buffer.copyBytes(from: pending[..<count])
                pending.removeFirst(count)
                return count
            }
        }
        let reader = XLIFFReader(source: Source(rest: 401), name: "x")
        var (files, units) = (0, 0)
        while let file = try reader.next() {
            files += 1
            units += file.units.count
        }
        #expect(files == 400 && units == 20_000)
    }
}
