import Foundation
import GalleyMarkup
import GalleyXLIFF
import Testing

@Suite struct XLIFFReaderTests {
    /// The only unit of a document, with the target given as markup.
    private func read(_ markup: String) throws -> XLIFFUnit {
        let text = xliff("<trans-unit id=\"k\"><source>s</source>\(markup)</trans-unit>")
        let document = try XLIFFDocument(data: Data(text.utf8))
        return try #require(document.files.first?.units.first)
    }

    @Test(arguments: [
        ("<target>plain</target>", "plain"), ("<target> a  b\n </target>", " a  b\n "), ("<target/>", ""),
        ("<target><![CDATA[<b>x</b> & ]]>y</target>", "<b>x</b> & y"),
        ("<target><![CDATA[x\r\ny\r]]>\r\n&#13;<![CDATA[\n]]></target>", "x\ny\n\n\r\n"),
        ("<target>a&#13;&#x200C;&amp;amp;</target>", "a\r\u{200C}&amp;"),
        ("<target>a<!-- c -->b<?p i?>c</target>", "abc"),
        ("<target>before <g id=\"1\">middle</g> after</target>", "before middle after"),
        ("<target>a<ph id=\"1\">%@</ph>b<it id=\"2\" pos=\"open\">&lt;i></it></target>", "a%@b<i>"),
        ("<target>a <x id=\"1\"/> b</target>", "a  b"),
        ("<target><bpt id=\"1\">&lt;b></bpt>x<ept id=\"1\">&lt;/b></ept></target>", "<b>x</b>"),
        (
            "<target><mrk mtype=\"seg\" mid=\"0\">One.</mrk> <mrk mtype=\"seg\" mid=\"1\">Two.</mrk></target>",
            "One. Two."
        ),
        ("<target>a<ph id=\"1\">[<sub>inner</sub>]</ph></target>", "a[inner]"),
        ("<note>n</note><target>after the note</target>", "after the note"),
        ("<alt-trans><source>s</source><target>no</target></alt-trans><target>yes</target>", "yes"),
        ("<target>yes</target><alt-trans><target>no</target></alt-trans>", "yes"),
        ("<seg-source><mrk mtype=\"seg\" mid=\"0\">s</mrk></seg-source><target>yes</target>", "yes"),
    ])
    func targets(markup: String, text: String) throws {
        #expect(try read(markup).target.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test func whatIsNotATargetIsNone() throws {
        #expect(try read("").target == nil)
        #expect(try read("<alt-trans><target>no</target></alt-trans>").target == nil)
        #expect(try read("<target>a<x id='1'/><bx id='2'/></target>").droppedPlaceholders == 2)
    }

    @Test func notesAreTheUnitsOwn() throws {
        #expect(try read("<target>t</target>").note == nil)
        #expect(try read("<note/>").note == "")
        #expect(try read("<note>a</note><note/><note>b</note>").note == "a\nb")
        #expect(try read("<alt-trans><note>no</note></alt-trans>").note == nil)
    }

    @Test func idsKeepTheirControlCharacters() throws {
        let document = try XLIFFDocument(data: Data(xliff(unit("a&#10;b&#9;c&#13;&quot;", "s") + unit("", "s")).utf8))
        #expect(document.files[0].units.map(\.id) == ["a\nb\tc\r\"", ""])
    }

    @Test func placesAndAttributesAreKept() throws {
        let text = xliff(
            "<group translate='no'>\n  <trans-unit id='a'><source>s</source>\n <target state='final'>t</target></trans-unit></group>"
                + unit("b", "s"))
        let units = try XLIFFDocument(data: Data(text.utf8)).files[0].units
        #expect(units[0].position == SourcePosition(line: 5, column: 3, byteOffset: units[0].position.byteOffset))
        #expect(units[0].targetPosition?.line == 6)
        #expect(units[0].state == "final")
        #expect(units.map(\.isTranslatable) == [false, true])
    }

    @Test(arguments: ["", "x:"])
    func anyPrefixIsRead(prefix: String) throws {
        let colon = prefix.isEmpty ? "" : ":" + prefix.dropLast()
        let text = """
            <\(prefix)xliff xmlns\(colon)="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><\(prefix)file original="a" \
            target-language="de"><\(prefix)body><\(prefix)trans-unit id="k"><\(prefix)target>v</\(prefix)target>\
            </\(prefix)trans-unit></\(prefix)body></\(prefix)file></\(prefix)xliff>
            """
        let document = try XLIFFDocument(data: Data(text.utf8))
        #expect(document.files[0].units[0].target == "v")
        #expect(document.findings.map(\.code) == (prefix.isEmpty ? [] : [.prefixedNamespace]))
        #expect(document.findings.allSatisfy { $0.severity == .note })
    }

    @Test(arguments: [
        ("<html/>", "not-xliff"), ("", "xml-empty"), ("<xliff>", "xml-syntax"), ("not XML", "xml-syntax"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><xliff/>", "xml-entity"), ("<xliff>\u{16}</xliff>", "xml-illegal-character"),
    ])
    func unreadableDocuments(text: String, code: String) {
        #expect {
            try XLIFFDocument(data: Data(text.utf8), name: "a.xliff")
        } throws: {
            guard let finding = ($0 as? XLIFFError)?.finding else { return false }
            return finding.code.rawValue == code && finding.severity == .error && finding.position != nil
                && finding.file == "a.xliff"
        }
    }

    @Test func aForbiddenCharacterHasItsPlaceOrIsRecovered() throws {
        let text = xliff(unit("a", "s", "x\u{16}y") + "\n\u{1}" + unit("b", "s", "z&#x2;"))
        #expect(throws: XLIFFError.self) { try XLIFFDocument(data: Data(text.utf8)) }
        let document = try XLIFFDocument(data: Data(text.utf8), isRecovering: true)
        #expect(document.files[0].units.map(\.target) == ["xy", "z"])
        #expect(document.findings.map(\.code) == [.illegalCharacter, .illegalCharacter, .illegalCharacter])
        #expect(document.findings.map { $0.position?.line } == [4, 5, 5])
        #expect(document.findings[1].position?.column == 1)
    }

    @Test func manyForbiddenCharactersAreCounted() throws {
        let text = xliff(unit("a", "s", String(repeating: "x\u{16}", count: 2_500)))
        let document = try XLIFFDocument(data: Data(text.utf8), isRecovering: true)
        #expect(document.findings.count == XMLLimits.repairs + 1)
        let last = try #require(document.findings.last)
        #expect(last.code == .moreIllegalCharacters)
        #expect(last.message.hasPrefix("1500 more"))
    }

    /// XLIFF has no file in a file; nothing of either is lost.
    @Test func aFileInAFileKeepsTheUnitsOfBoth() throws {
        let text = """
            <xliff version='1.2'><file original='outer' target-language='de' translate='no'><body>\(unit("a", "s"))
            <file original='inner' target-language='fr'><body>\(unit("b", "s"))<group>\(unit("c", "s"))</group></body></file>
            \(unit("d", "s"))</body></file><file original='last'><body>\(unit("e", "s"))</body></file></xliff>
            """
        let document = try XLIFFDocument(data: Data(text.utf8))
        #expect(document.files.map(\.original) == ["inner", "outer", "last"])
        #expect(document.files.map(\.targetLanguage) == ["fr", "de", nil])
        #expect(document.files.map { $0.units.map(\.id) } == [["b", "c"], ["a", "d"], ["e"]])
        #expect(document.files.map { $0.units.map(\.isTranslatable) } == [[true, true], [false, false], [true]])
        #expect(document.findings.map(\.code) == [.nestedFile])
        #expect(document.findings.first?.position?.line == 2)
    }

    @Test func missingFilesAndFoldersHaveAReason() {
        #expect(throws: XLIFFError.self) { try XLIFFDocument(contentsOf: URL(fileURLWithPath: "/nonexistent.xliff")) }
        #expect(throws: XLIFFError.self) { try XLIFFDocument(contentsOf: URL(fileURLWithPath: "/tmp")) }
    }

    @Test func foldersAndBundlesAreSearched() throws {
        try Places.withFolder { (folder: URL) throws in
            for path in [
                "b.xliff", "a/c.XLF", "d.xcloc/Localized Contents/d.xliff", "d.xcloc/Source Contents/no.xliff",
                ".git/no.xliff", "x.txt",
            ] {
                let url = folder.appendingPathComponent(path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data().write(to: url)
            }
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("loop"), withDestinationURL: folder)
            let found = try XLIFFInputFile.documents(at: folder.path).map { $0.dropFirst(folder.path.count + 1) }
            #expect(found == ["a/c.XLF", "b.xliff", "d.xcloc/Localized Contents/d.xliff"])
        }
    }
}
