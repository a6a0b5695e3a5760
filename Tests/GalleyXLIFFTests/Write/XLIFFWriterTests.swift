import Foundation
import GalleyXLIFF
import Testing

@Suite struct XLIFFWriterTests {
    private func document(_ units: [XLIFFUnit]) -> XLIFFDocument {
        var file = XLIFFFile(document: "", original: "App/en.lproj/Localizable.strings", position: .start)
        file.sourceLanguage = "en"
        file.targetLanguage = "de"
        file.datatype = "plaintext"
        file.units = units
        return XLIFFDocument(files: [file])
    }

    private func unit(_ id: String?, _ source: String?, _ target: String? = nil, note: String? = "") -> XLIFFUnit {
        var unit = XLIFFUnit(id: id, position: .start)
        (unit.source, unit.target, unit.note) = (source, target, note)
        unit.preservesSpace = true
        return unit
    }

    private func text(_ document: XLIFFDocument, _ version: XLIFFWriter.Version = .xliff12) -> String {
        String(decoding: XLIFFWriter(version: version).contents(of: document), as: UTF8.self)
    }

    private func readBack(_ document: XLIFFDocument, _ version: XLIFFWriter.Version = .xliff12) throws
        -> XLIFFDocument
    {
        try XLIFFDocument(data: Data(XLIFFWriter(version: version).contents(of: document)), name: "x.xliff")
    }

    @Test func asXcodeWrites() {
        var translated = unit("key \"<&>\"", "a \"<&>\"", "ä", note: "for you")
        translated.state = "translated"
        var fixed = unit("", "", "")
        fixed.isTranslatable = false
        fixed.state = "new"
        var generated = unit("g", "g", note: "by Xcode")
        generated.notes = [XLIFFNote(text: "by Xcode")]
        generated.notes[0].author = "auto-generated"
        var document = document([translated, fixed, generated])
        document.files[0].tool = XLIFFTool(id: "com.apple.dt.xcode", name: "Xcode", version: "27.0", build: "27A266a")
        let golden = """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="1.2" xsi:schemaLocation="urn:oasis:names:tc:xliff:document:1.2 http://docs.oasis-open.org/xliff/v1.2/os/xliff-core-1.2-strict.xsd">
              <file original="App/en.lproj/Localizable.strings" source-language="en" target-language="de" datatype="plaintext">
                <header>
                  <tool tool-id="com.apple.dt.xcode" tool-name="Xcode" tool-version="27.0" build-num="27A266a"/>
                </header>
                <body>
                  <trans-unit id="key &quot;&lt;&amp;&gt;&quot;" xml:space="preserve">
                    <source>a "&lt;&amp;&gt;"</source>
                    <target state="translated">ä</target>
                    <note>for you</note>
                  </trans-unit>
                  <trans-unit id="" translate="no" xml:space="preserve">
                    <source/>
                    <target state="new"/>
                    <note/>
                  </trans-unit>
                  <trans-unit id="g" xml:space="preserve">
                    <source>g</source>
                    <note from="auto-generated">by Xcode</note>
                  </trans-unit>
                </body>
              </file>
            </xliff>

            """
        #expect(text(document) == golden)
    }

    /// Gotchas 13 and 25: what a parser would change is a reference, in ids also tab and line feed.
    @Test func lineEndsAndTabs() {
        let made = text(document([unit("a\tb\nc\rd", "a\tb\nc\rd", "\r\n", note: "x\r")]))
        #expect(made.contains("id=\"a&#9;b&#10;c&#13;d\""))
        #expect(made.contains("<source>a\tb\nc&#13;d</source>"))
        #expect(made.contains("<target>&#13;\n</target>"))
        #expect(made.contains("<note>x&#13;</note>"))
    }

    @Test func version2() {
        var translated = unit("key with spaces", "a", "\u{7}b\u{FFFF}", note: nil)
        translated.state = "needs-review-l10n"
        let golden = """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">
              <file id="f1" original="App/en.lproj/Localizable.strings">
                <unit id="u1" name="key with spaces" xml:space="preserve">
                  <segment state="translated" subState="xliff12:needs-review-l10n">
                    <source>a</source>
                    <target><cp hex="0007"/>b<cp hex="FFFF"/></target>
                  </segment>
                </unit>
                <unit id="u2" name="key&#10;2" translate="no" xml:space="preserve">
                  <notes>
                    <note>for you</note>
                  </notes>
                  <segment>
                    <source>b</source>
                  </segment>
                </unit>
              </file>
            </xliff>

            """
        var fixed = unit("key\n2", "b", note: "for you")
        fixed.isTranslatable = false
        #expect(text(document([translated, fixed]), .xliff21) == golden)
    }

    @Test(
        arguments: [
            ("new", nil, "initial", nil), ("translated", nil, "translated", nil), ("final", nil, "final", nil),
            ("signed-off", nil, "reviewed", nil), (nil, nil, "translated", nil),
            ("needs-translation", nil, "initial", "xliff12:needs-translation"),
            ("translated", "leveraged-mt", "translated", "xliff12:leveraged-mt"),
            ("x-own word:1", nil, "translated", "xliff12:x-own_word_1"), ("reviewed", "a:b", "reviewed", "a:b"),
            ("needs-review-l10n", "leveraged-mt", "translated", "xliff12:needs-review-l10n+leveraged-mt"),
            ("needs-review-l10n", "a:b", "translated", "xliff12:needs-review-l10n"),
            ("x-own", "leveraged-mt", "translated", "xliff12:leveraged-mt"),
        ] as [(String?, String?, String, String?)])
    func statesInTheWordsOfVersion2(word: String?, qualifier: String?, state: String, subState: String?) {
        let made = SegmentState(state: word, qualifier: qualifier)
        #expect(made.state == state)
        #expect(made.subState == subState)
    }

    // MARK: Reading back

    /// Any document reads back as it was, and what is written in XLIFF 2.1 keeps its rules.
    @Test(arguments: XLIFFWriter.Version.allCases)
    func randomDocuments(version: XLIFFWriter.Version) throws {
        var generator = SplitMix(state: 77)
        for _ in 0..<400 {
            let document = RandomDocument.make(&generator, version)
            let back = try readBack(document, version)
            #expect(back.content == document.content)
            #expect(!back.findings.contains { $0.severity == .error }, "\(back.findings)")
        }
    }

    /// A document in the words of the one version reads the same in the other, as far as it goes.
    @Test func randomDocumentsInTheOtherVersion() throws {
        var generator = SplitMix(state: 78)
        for _ in 0..<200 {
            var document = RandomDocument.make(&generator, .xliff12)
            for file in document.files.indices {
                document.files[file].targetLanguage = "de"
                document.files[file].units.removeAll { $0.kind == .binary || $0.id == nil }
            }
            document.files.removeAll { $0.units.isEmpty }
            guard !document.files.isEmpty else { continue }
            let there = try readBack(document, .xliff21)
            #expect(!there.findings.contains { $0.severity == .error }, "\(there.findings)")
            let back = try readBack(there, .xliff12)
            for files in zip(document.files, back.files) {
                #expect(files.0.original == files.1.original)
                for (old, new) in zip(files.0.units, files.1.units) {
                    #expect(old.key == new.key && (old.source ?? "") == new.source && old.target == new.target)
                    #expect((old.note ?? "") == (new.note ?? "") && old.isTranslatable == new.isTranslatable)
                }
            }
        }
    }

    @Test(.enabled(if: Places.hasData)) func realDocuments() throws {
        var documents = [XLIFFWriter.Version: Int]()
        var identical = 0
        for path in try XLIFFInputFile.documents(at: Places.data.path) {
            guard let document = try? XLIFFDocument(contentsOf: URL(fileURLWithPath: path), isRecovering: true) else {
                continue
            }
            let isVersion2 = document.version.hasPrefix("2")
            let version = isVersion2 ? XLIFFWriter.Version.xliff21 : .xliff12
            // What is no valid document has nothing to come back to.
            if isVersion2, document.findings.contains(where: { $0.severity >= .warning }) { continue }
            documents[version, default: 0] += 1
            let bytes = XLIFFWriter(version: version).contents(of: document)
            let back = try XLIFFDocument(data: Data(bytes), name: "x.xliff")
            #expect(back.content == document.content, "\(path)")
            #expect(!back.findings.contains { $0.severity == .error }, "\(path) \(back.findings)")
            if !isVersion2, bytes == Self.usual([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))) {
                identical += 1
            }
        }
        #expect(documents[.xliff12, default: 0] > 45)
        #expect(documents[.xliff21, default: 0] > 50)
        // Those that Xcode wrote and nobody else touched.
        #expect(identical >= 18)
    }

    /// For tables without a translation file Xcode puts the attributes of `file` into another order.
    private static func usual(_ bytes: [UInt8]) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        return Array(
            text.replacing(/datatype="plaintext" (source-language="[^"]*" target-language="[^"]*")>/) {
                "\($0.1) datatype=\"plaintext\">"
            }.utf8)
    }
}

/// Documents of all that the model can say.
enum RandomDocument {
    private static let pieces = [
        "a", "Z", " ", "\n", "\t", "\r", "<", ">", "&", "\"", "'", "]]>", "&amp;", "é", "e\u{301}", "漢", "🙂",
        "\u{2028}",
        "\u{85}", "\u{FEFF}", "\u{200F}", "%1$@", "|==|", "\u{FFFD}", "/", "\\", ":",
    ]

    static func string(_ generator: inout SplitMix) -> String {
        (0..<generator.next() % 6).map { _ in pieces[Int(generator.next() % UInt64(pieces.count))] }.joined()
    }

    static func maybe(_ generator: inout SplitMix) -> String? { generator.next() % 3 == 0 ? nil : string(&generator) }

    /// Characters that XML has no way to write; in texts of XLIFF 2 there is one.
    private static let forbidden = ["\u{0}", "\u{7}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"]

    static func make(_ generator: inout SplitMix, _ version: XLIFFWriter.Version) -> XLIFFDocument {
        let isVersion2 = version == .xliff21
        let files = (0..<1 + generator.next() % 3).map { number in
            var file = XLIFFFile(document: "", original: string(&generator), position: .start)
            file.sourceLanguage = "en"
            file.targetLanguage = isVersion2 ? "de" : maybe(&generator)
            if isVersion2 {
                file.id = "file-\(number)"
            } else {
                file.datatype = maybe(&generator)
                if generator.next() % 2 == 0 {
                    file.tool = XLIFFTool(
                        id: maybe(&generator), name: maybe(&generator), version: maybe(&generator),
                        build: maybe(&generator))
                }
            }
            file.units = (0..<(isVersion2 ? 1 : 0) + generator.next() % 5).map { number in
                isVersion2 ? unit2(number, &generator) : unit1(&generator)
            }
            return file
        }
        return XLIFFDocument(version: version.rawValue, files: files)
    }

    private static func unit1(_ generator: inout SplitMix) -> XLIFFUnit {
        var unit = XLIFFUnit(kind: generator.next() % 9 == 0 ? .binary : .text, id: maybe(&generator), position: .start)
        guard unit.kind == .text else { return unit }
        unit.source = maybe(&generator)
        unit.target = maybe(&generator)
        unit.name = generator.next() % 4 == 0 ? maybe(&generator) : nil
        unit.isApproved = [nil, true, false][Int(generator.next() % 3)]
        if unit.target != nil { (unit.state, unit.stateQualifier) = (maybe(&generator), maybe(&generator)) }
        addNotes(to: &unit, &generator) { note, generator in
            note.author = maybe(&generator)
            note.appliesTo = [nil, "general", "source"][Int(generator.next() % 3)]
        }
        unit.isTranslatable = generator.next() % 4 != 0
        unit.preservesSpace = generator.next() % 2 == 0
        addSizes(to: &unit, &generator)
        return unit
    }

    private static func addSizes(to unit: inout XLIFFUnit, _ generator: inout SplitMix) {
        guard generator.next() % 3 == 0 else { return }
        if generator.next() % 2 == 0 { unit.font = "Helvetica;12;bold" }
        let named: LengthLimit.Unit? = [nil, .pixels, .characters, .bytes(.utf8), .other("em")][
            Int(generator.next() % 5)]
        let assumed = named == nil
        if generator.next() % 2 == 0 {
            var limit = LengthLimit(
                minimum: Int(generator.next() % 3), maximum: 30,
                unit: named ?? (unit.font == nil ? .characters : .pixels))
            limit.isUnitAssumed = assumed
            unit.lengthLimits.append(limit)
        }
        if generator.next() % 2 == 0 {
            var limit = LengthLimit(minimum: 4, maximum: nil, unit: named ?? .pixels)
            limit.isUnitAssumed = assumed
            limit.axis = .height
            unit.lengthLimits.append(limit)
        }
        if generator.next() % 2 == 0 { unit.lengthLimits.append(LengthLimit(maximum: 99, unit: .bytes(.utf8))) }
    }

    private static func unit2(_ number: UInt64, _ generator: inout SplitMix) -> XLIFFUnit {
        var unit = XLIFFUnit(id: "id.\(number)", position: .start)
        unit.isVersion2 = true
        unit.name = maybe(&generator)
        unit.source = string(&generator) + (generator.next() % 3 == 0 ? forbidden[Int(generator.next() % 5)] : "")
        unit.target = maybe(&generator).map {
            $0 + (generator.next() % 3 == 0 ? forbidden[Int(generator.next() % 5)] : "")
        }
        if unit.target != nil, generator.next() % 2 == 0 {
            unit.state = ["initial", "translated", "reviewed", "final"][Int(generator.next() % 4)]
            if generator.next() % 2 == 0 { unit.stateQualifier = "my:own" }
        }
        addNotes(to: &unit, &generator) { note, generator in
            note.category = maybe(&generator)
            note.appliesTo = [nil, "target", "source"][Int(generator.next() % 3)]
        }
        unit.isTranslatable = generator.next() % 4 != 0
        unit.preservesSpace = generator.next() % 2 == 0
        if generator.next() % 3 == 0 {
            unit.lengthLimits.append(LengthLimit(minimum: 0, maximum: 4_000, unit: .codePoints))
        }
        if generator.next() % 3 == 0 {
            unit.lengthLimits.append(LengthLimit(minimum: 0, maximum: nil, unit: .bytes(.utf16)))
        }
        return unit
    }

    /// None, one that is its text only, or several of which some say more.
    private static func addNotes(
        to unit: inout XLIFFUnit, _ generator: inout SplitMix, _ more: (inout XLIFFNote, inout SplitMix) -> Void
    ) {
        switch generator.next() % 3 {
        case 0: break
        case 1: unit.note = string(&generator)
        default:
            let plain = "first\(string(&generator))"
            var note = XLIFFNote(text: "second\(string(&generator))")
            more(&note, &generator)
            note.priority = 1 + Int(generator.next() % 10)
            unit.notes = [note]
            unit.note = generator.next() % 2 == 0 ? note.text : plain + "\n" + note.text
            if generator.next() % 2 == 0 {
                unit.notes.append(XLIFFNote(text: "third"))
                unit.note? += "\nthird"
            }
        }
    }
}
