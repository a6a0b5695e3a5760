import Foundation
import GalleyXLIFF
import Testing

/// XLIFF 2.x into units.
@Suite struct XLIFF2ReaderTests {
    static func document(_ units: String, file: String = "", root: String = "") -> String {
        """
        <?xml version="1.0"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"
          xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" version="2.1" srcLang="en" trgLang="de" \(root)>
        <file id="f" original="App/en.lproj/Localizable.strings" \(file)>
        \(units)
        </file></xliff>
        """
    }

    private func read(_ units: String, file: String = "") throws -> XLIFFDocument {
        try XLIFFDocument(data: Data(Self.document(units, file: file).utf8))
    }

    private func unit(_ content: String, attributes: String = "") throws -> XLIFFUnit {
        let document = try read("<unit id=\"u\" \(attributes)>\(content)</unit>")
        return try #require(document.files.first?.units.first)
    }

    @Test func theKeyIsTheNameOrTheId() throws {
        let document = try read(
            "<unit id='1' name='a key'><segment><source>s</source><target>t</target></segment></unit>"
                + "<group id='g'><group id='h'><unit id='k2'><segment><source>s</source></segment></unit></group></group>"
        )
        let units = document.files[0].units
        #expect(units.map(\.key) == ["a key", "k2"])
        #expect(units.map(\.id) == ["1", "k2"])
        #expect(units.map(\.target) == ["t", nil])
        #expect(document.version == "2.1")
        #expect(document.files[0].targetLanguage == "de" && document.files[0].sourceLanguage == "en")
        #expect(document.findings.isEmpty)
        let files = document.stringsFiles().files
        #expect(files.map(\.path) == ["App/de.lproj/Localizable.strings"])
        #expect(files.first?.entries.map(\.key) == ["a key"])
    }

    @Test func aFileWithoutOriginalIsNamedByItsId() throws {
        let text = """
            <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="f7"><unit id="1">\
            <segment><source>s</source></segment></unit></file></xliff>
            """
        #expect(try XLIFFDocument(data: Data(text.utf8)).files[0].original == "f7")
    }

    @Test(arguments: [
        // In the order of the document, and whole: also what stands in no segment.
        (
            "<segment><source>A.</source><target>a.</target></segment><ignorable><source> </source></ignorable>"
                + "<segment><source>B.</source><target>b.</target></segment>", "A. B.", "a. b."
        ),
        // order: 2.1 §4.3.1.24
        (
            "<segment><source>A</source><target order='3'>a</target></segment>"
                + "<ignorable><source>-</source><target>_</target></ignorable>"
                + "<segment><source>B</source><target order='1'>b</target></segment>", "A-B", "b_a"
        ),
        ("<segment><source>A</source></segment>", "A", nil),
        ("<segment><source>A</source><target/></segment>", "A", ""),
        ("<segment><source> A  B\n</source><target> a  </target></segment>", " A  B\n", " a  "),
    ])
    func segments(content: String, source: String, target: String?) throws {
        let unit = try unit(content)
        #expect(unit.source == source)
        #expect(unit.target == target)
    }

    @Test func aUnitTranslatedInPartIsNotTranslated() throws {
        let document = try read(
            "<unit id='u'><segment><source>A</source><target>a</target></segment>"
                + "<segment><source>B</source></segment></unit>")
        #expect(document.files[0].units[0].target == nil)
        #expect(document.findings.map(\.code) == [.partlyTranslated])
    }

    @Test(arguments: [
        ("a<ph id='1' dataRef='d'/>b", "a<br/>b"), ("a<ph id='1' equiv='E'/>b", "aEb"),
        ("a<ph id='1' disp='D'/>b", "aDb"), ("a<ph id='1' equiv='' disp='D'/>b", "ab"),
        ("a<ph id='1' type='fmt' subType='xlf:lb'/>b", "a\nb"),
        ("<pc id='1' dataRefStart='s' dataRefEnd='e'>x</pc>", "<b>x</b>"),
        ("<pc id='1' equivStart='[' equivEnd=']'>x</pc>", "[x]"), ("<pc id='1'>x<pc id='2'>y</pc></pc>z", "xyz"),
        ("<sc id='1' dataRef='s'/>x<ec startRef='1' dataRef='e'/>", "<b>x</b>"),
        ("<sc id='1'/>x<ec startRef='1'/>", "x"),
        ("<mrk id='1' type='term'>x</mrk><sm id='2' type='my:t'/>y<em startRef='2'/>", "xy"),
        ("a<cp hex='0007'/>b", "a\u{7}b"), ("<ph id='1' dataRef='d'/><ph id='2' copyOf='1'/>", "<br/><br/>"),
        ("<ph id='1' dataRef='c'/>", "\u{1}!"), ("x<![CDATA[<b>]]>&amp;", "x<b>&"),
    ])
    func inlineElements(markup: String, text: String) throws {
        let unit = try unit(
            "<originalData><data id='d'>&lt;br/></data><data id='s'>&lt;b></data><data id='e'>&lt;/b></data>"
                + "<data id='c'><cp hex='0001'/>!</data></originalData>"
                + "<segment><source>\(markup)</source><target>\(markup)</target></segment>")
        #expect(unit.source == text)
        #expect(unit.target == text)
        #expect(unit.droppedPlaceholders == 0)
    }

    @Test func aCodeThatStandsForNothingIsCounted() throws {
        let unit = try unit("<segment><source>a</source><target>a<ph id='1'/>b<ph id='2'/></target></segment>")
        #expect(unit.target == "ab")
        #expect(unit.droppedPlaceholders == 2)
    }

    @Test func statesOfSegmentsMakeOne() throws {
        func state(_ first: String, _ second: String) throws -> [String?] {
            let unit = try unit(
                "<segment \(first)><source>a</source></segment><segment \(second)><source>a</source></segment>")
            return [unit.state, unit.stateQualifier]
        }
        #expect(try state("", "") == [nil, nil])
        #expect(try state("state='final'", "state='translated' subState='x:y'") == ["translated", "x:y"])
        #expect(try state("state='reviewed'", "") == ["initial", nil])
    }

    /// What a writer put into sub-states comes back as the words of XLIFF 1.2.
    @Test(
        arguments: [
            ("translated", "xliff12:needs-review-l10n", "needs-review-l10n", nil),
            ("initial", "xliff12:new", "new", nil),
            ("initial", "xliff12:needs-translation", "needs-translation", nil),
            ("translated", "xliff12:leveraged-mt", "translated", "leveraged-mt"),
            ("translated", "xliff12:needs-review-translation+leveraged-mt", "needs-review-translation", "leveraged-mt"),
            ("final", "xliff12:needs-review-l10n", "final", nil), ("translated", "x:y", "translated", "x:y"),
            ("translated", "xliff12:x-own", "translated", "xliff12:x-own"),
        ] as [(String, String, String, String?)])
    func subStatesOfVersion1(state: String, subState: String, word: String, qualifier: String?) throws {
        let unit = try unit(
            "<segment state='final'><source>a</source><target>b</target></segment>"
                + "<segment state='\(state)' subState='\(subState)'><source>a</source><target>b</target></segment>")
        if state != "final" { #expect([unit.state, unit.stateQualifier] == [word, qualifier]) }
        let alone = try self.unit(
            "<segment state='\(state)' subState='\(subState)'><source>a</source><target>b</target></segment>")
        #expect([alone.state, alone.stateQualifier] == [word, qualifier])
    }

    /// Thousands of spans inside each other, copies and comments: each in the time of a look-up.
    @Test(.timeLimit(.minutes(1))) func manySpansCopiesAndCommentsInOneUnit() throws {
        let count = 8_000
        let numbers = 0..<count
        let spans =
            numbers.map { "<sm id='m\($0)' type='comment' ref='#n=n\($0)' slr:sizeRestriction='9'/>x" }.joined()
            + numbers.map { "<em startRef='m\($0)'/>" }.joined()
        let copies =
            numbers.map { "<ph id='p\($0)'/>" }.joined() + numbers.map { "<ph id='q\($0)' copyOf='p\($0)'/>" }.joined()
        let notes = numbers.map { "<note id='n\($0)'>n</note>" }.joined()
        let text = """
            <xliff xmlns='urn:oasis:names:tc:xliff:document:2.0' xmlns:slr='urn:oasis:names:tc:xliff:sizerestriction:2.0'
            version='2.0' srcLang='en' trgLang='de'><file id='f'><slr:profiles generalProfile='xliff:codepoints'/>
            <unit id='u'><notes>\(notes)</notes><segment><source>\(spans)\(copies)</source>
            <target>\(spans)\(copies)</target></segment></unit></file></xliff>
            """
        let document = try XLIFFDocument(data: Data(text.utf8))
        #expect(document.findings.allSatisfy { $0.severity < .error }, "\(document.findings.prefix(3))")
        let sizes = document.files[0].units[0].lengthLimits.map(\.targetSize)
        #expect(sizes == numbers.map { count - $0 })
    }

    @Test func notesKeepTheirCategory() throws {
        let unit = try unit(
            "<notes><note>plain</note><note id='n' category='where' priority='2' appliesTo='target'>screen</note></notes>"
                + "<segment><source>s</source></segment>")
        #expect(unit.note == "plain\nscreen")
        #expect(unit.notes.last?.category == "where")
        #expect(unit.notes.last?.priority == 2)
        #expect(unit.notes.last?.appliesTo == "target")
        let file = try read(
            "<notes><note>of the file</note></notes><unit id='u'><segment><source>s</source></segment></unit>")
        #expect(file.files[0].units[0].note == nil)
    }

    @Test func matchesAreNeverTaken() throws {
        let unit = try unit(
            "<mtc:matches><mtc:match ref='#s'><source>s</source><target>no</target></mtc:match></mtc:matches>"
                + "<x:any xmlns:x='urn:x'><target>no</target></x:any>"
                + "<segment id='s'><source>s</source><target>yes</target></segment>")
        #expect(unit.target == "yes")
    }

    @Test func translateAndSpaceAreInherited() throws {
        let segment = "<segment><source>s</source></segment>"
        let units = try read(
            "<group id='g' translate='yes'><unit id='a'>\(segment)</unit><unit id='b' translate='no'>\(segment)</unit></group>"
                + "<unit id='c' xml:space='preserve'>\(segment)</unit>", file: "translate='no'"
        ).files[0].units
        #expect(units.map(\.isTranslatable) == [true, false, false])
        #expect(units.map(\.preservesSpace) == [false, false, true])
    }

    @Test func placesAreThoseOfTheFirstSegment() throws {
        let unit = try unit(
            "\n<segment>\n<source>a</source>\n <target>b</target></segment>\n<segment><source>c</source><target>d</target></segment>"
        )
        #expect(unit.position.line == 5)
        #expect(unit.sourcePosition?.line == 7)
        #expect(
            unit.targetPosition == SourcePosition(line: 8, column: 2, byteOffset: unit.targetPosition?.byteOffset ?? 0))
    }

    /// Documents of others; validation is theirs to pass or not.
    @Test(
        .enabled(if: Places.hasData),
        arguments: [
            ("example_cdata.xliff", ["key2": "Validate & Submit", "key1": "Hola"]),
            ("example_cdata12.xliff", ["key1": "Hola"]),
            ("example_groups12.xliff", ["standalone": "Hallo", "in-nested-group": "XLIFF Daten Manager"]),
            ("example_sizeRestriction.xliff", ["key1": "Hallo"]),
            ("inline-elements__example_codepoint.xliff", ["key1": "Llave 1\u{3}"]),
            (
                "inline-elements__example_generic-span-start-end.xliff",
                ["key1": "Dies ist \n          fett formatierter\n           Text\n        "]
            ),
            ("inline-elements__example_generic-span.xliff", ["key1": "Hallo \n          {name}\n        "]),
            ("inline-elements__example_generic-span12.xliff", ["key1": "Hallo \n          {name}\n        "]),
            ("inline-elements__example_marker12.xliff", ["key1": "Hallo \n          ABrandName\n        "]),
            (
                "inline-elements__example_native-span-start-end12.xliff",
                ["key1": "Dies ist \n          <b>fett formatierter\n          </b> Text\n        "]
            ),
            ("inline-elements__example_standalone12.xliff", ["key1": "Hallo \n          \n        "]),
        ])
    func smallFiles(name: String, expected: [String: String]) throws {
        let url = Places.data.appendingPathComponent("small/locize__xliff__test__fixtures__" + name)
        let units = try XLIFFDocument(contentsOf: url).files.flatMap(\.units)
        let targets = Dictionary(units.map { ($0.key ?? "", $0.target) }, uniquingKeysWith: { first, _ in first })
        for (key, value) in expected { #expect(targets[key] == value, "\(key)") }
        #expect(units.allSatisfy { $0.source != nil && $0.target != nil })
    }

    /// What Xcode 27 made of inline elements.
    @Test(.enabled(if: Places.hasData)) func inlineElementsAsXcode() throws {
        let folder = Places.data.appendingPathComponent("oracle-xcode27")
        let json = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.appendingPathComponent("inline-import.expected-after-import.xcstrings")))
        let strings = try #require((json as? [String: Any])?["strings"] as? [String: Any])
        let units = try XLIFFDocument(contentsOf: folder.appendingPathComponent("inline-import.import-edited.xliff"))
            .files.flatMap(\.units)
        #expect(units.count == 3)
        for unit in units {
            let entry = strings[unit.key ?? ""] as? [String: Any]
            let french = (entry?["localizations"] as? [String: Any])?["fr"] as? [String: Any]
            #expect((french?["stringUnit"] as? [String: Any])?["value"] as? String == unit.target)
        }
    }
}
