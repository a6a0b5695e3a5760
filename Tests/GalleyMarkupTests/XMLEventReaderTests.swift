import Foundation
import GalleyMarkup
import Testing

/// The events of a document, one word each, and the error that ended it.
private func read(_ bytes: [UInt8], recovering: Bool = false) -> (events: [String], error: XMLError?) {
    let reader = XMLEventReader(bytes: bytes, isRecovering: recovering)
    var words: [String] = []
    do {
        while let event = try reader.next() {
            switch event.kind {
            case .startElement:
                let attributes = reader.attributes(of: event).map { " \($0.name.local)=\($0.value)" }.joined()
                words.append("<\(reader.name(of: event).local)\(attributes)>@\(reader.position(of: event))")
            case .endElement: words.append("</\(reader.name(of: event).local)>@\(reader.position(of: event))")
            case .text: words.append("'\(reader.text(of: event))'@\(reader.position(of: event))")
            case .comment: words.append("comment\(reader.text(of: event))@\(reader.position(of: event))")
            case .processingInstruction: words.append("?\(reader.name(of: event).local) \(reader.text(of: event))")
            case .doctype: words.append("doctype \(reader.name(of: event).local) \(reader.text(of: event))")
            }
        }
    } catch { return (words, error) }
    return (words, nil)
}

private func read(_ text: String, recovering: Bool = false) -> (events: [String], error: XMLError?) {
    read(Array(text.utf8), recovering: recovering)
}

@Suite struct XMLEventReaderTests {
    @Test func eventsCarryTheirPlaces() {
        let result = read("<?xml version='1.0'?>\n<a x='1'>é<b/>\r\n t&amp;u<!--c--><![CDATA[<z>]]></a>")
        #expect(result.error == nil)
        #expect(
            result.events == [
                "<a x=1>@2:1", "'é'@2:10", "<b>@2:11", "</b>@2:13", "'\n t&u'@2:15", "commentc@3:9", "'<z>'@3:17",
                "</a>@3:32",
            ])
    }

    @Test func namespacesAreResolvedAndPrefixesTolerated() throws {
        let reader = XMLEventReader(bytes: Array("<p:a xmlns:p='urn:x' p:k='v' k='w' q:z='1'/>".utf8))
        let event = try #require(try reader.next())
        #expect(reader.name(of: event) == XMLName(namespace: "urn:x", local: "a", prefix: "p"))
        #expect(reader.attribute("k", namespace: "urn:x", of: event) == "v")
        #expect(reader.attribute("k", of: event) == "w")
    }

    @Test(arguments: [
        ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&amp;#38;", "&#38;"), ("a&#10;b&#9;c&#13;d", "a\nb\tc\rd"),
        ("a\n\tb", "a  b"), ("&#x1F600;", "😀"),
    ])
    func attributeValues(written: String, value: String) throws {
        let reader = XMLEventReader(bytes: Array("<a k=\"\(written)\"/>".utf8))
        let event = try #require(try reader.next())
        #expect(reader.attribute("k", of: event) == value)
    }

    /// All text of a document put together.
    private func text(of document: String) throws -> [UInt8] {
        let reader = XMLEventReader(bytes: Array(document.utf8))
        var bytes: [UInt8] = []
        while let event = try reader.next() { if event.kind == .text { reader.appendText(of: event, to: &bytes) } }
        return bytes
    }

    /// XML 1.0 §2.11: line ends are LF in CDATA too; references are no line ends.
    @Test(arguments: [
        ("<![CDATA[x\r\ny]]>", "x\ny"), ("<![CDATA[x\ry\r]]>", "x\ny\n"), ("<![CDATA[\r\n\r\r\n]]>", "\n\n\n"),
        ("<![CDATA[x\r]]>\n", "x\n\n"), ("<![CDATA[x\r]]><![CDATA[\ny]]>", "x\n\ny"), ("a&#13;\r\nb", "a\r\nb"),
        ("&#13;<![CDATA[\r\n]]>&#13;", "\r\n\r"), ("<![CDATA[&#13;\r]]>", "&#13;\n"),
    ])
    func lineEndsInCDATA(markup: String, text expected: String) throws {
        #expect(try text(of: "<a>\(markup)</a>") == Array(expected.utf8))
    }

    /// A long section comes in parts, and a document in chunks: a line end may lie across each edge.
    @Test func lineEndsAcrossThePartsOfCDATA() throws {
        for length in [0, 1, 40, 290] + Array(296..<306) + Array(596..<604) + Array(65_500..<65_540) {
            let line = String(repeating: "x", count: length)
            let rest = String(repeating: "\r\n", count: 400)
            let found = try text(of: "<a><![CDATA[\(line)\(rest)]]></a>")
            #expect(found == Array(line.utf8) + [UInt8](repeating: 0x0A, count: 400), "\(length)")
        }
    }

    @Test func namesAreKeptOnceAndWithinALimit() throws {
        func names(_ document: String) throws -> Int {
            let reader = XMLEventReader(bytes: Array(document.utf8))
            while try reader.next() != nil {}
            return reader.names.count
        }
        #expect(try names("<a>" + String(repeating: "<?t d?>", count: 70_000) + "</a>") == 3)
        #expect(try names("<a>" + (0..<1_000).map { "<?t\($0)?>" }.joined() + "</a>") == 1_002)
        let kinds: [(Int) -> String] = [{ "<?t\($0)?>" }, { "<t\($0)/>" }, { "<t k\($0)=''/>" }]
        for kind in kinds {
            let result = read("<a>" + (0...XMLLimits.names).map(kind).joined() + "</a>")
            #expect(result.error?.code == .limit)
            #expect(result.error?.message.contains("names") == true)
        }
    }

    @Test func recoveryKeepsAThousandPlacesAndCountsAll() throws {
        let reader = XMLEventReader(
            bytes: Array(("<a>" + String(repeating: "x\u{1}&#2;", count: 3_000) + "</a>").utf8), isRecovering: true)
        while try reader.next() != nil {}
        #expect(reader.repairs.count == XMLLimits.repairs)
        #expect(reader.repairCount == 6_000)
    }

    @Test func textAcrossChunksIsWhole() throws {
        let unit = "é😀a&lt;<![CDATA[&]]>\n"
        let count = 30_000
        let reader = XMLEventReader(bytes: Array("<a>\(String(repeating: unit, count: count))</a>".utf8))
        var text: [UInt8] = []
        var last: XMLPosition?
        while let event = try reader.next() {
            if event.kind == .text { reader.appendText(of: event, to: &text) }
            last = reader.position(of: event)
        }
        #expect(String(decoding: text, as: UTF8.self) == String(repeating: "é😀a<&\n", count: count))
        #expect(last?.line == count + 1)
        #expect(last?.column == 1)
    }

    // MARK: Encodings

    static let sample = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<a>é😀\n<b/></a>"

    @Test func utf16GivesOffsetsOfItsOwnBytes() throws {
        for (mark, isLittle) in [([0xFF, 0xFE], true), ([0xFE, 0xFF], false), ([], true)] as [([UInt8], Bool)] {
            var bytes = mark
            for unit in Self.sample.utf16 {
                let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
                bytes += isLittle ? pair : pair.reversed()
            }
            let reader = XMLEventReader(bytes: bytes)
            var starts: [XMLPosition] = []
            while let event = try reader.next() {
                if event.kind == .startElement { starts.append(reader.position(of: event)) }
                if event.kind == .text, reader.position(of: event).line == 2 {
                    #expect(reader.text(of: event) == "é😀\n")
                }
            }
            let line = Self.sample.utf16.firstIndex(of: 10)!
            let first = Self.sample.utf16.distance(from: Self.sample.utf16.startIndex, to: line) + 1
            #expect(
                starts == [
                    XMLPosition(line: 2, column: 1, byteOffset: mark.count + 2 * first),
                    XMLPosition(line: 3, column: 1, byteOffset: mark.count + 2 * (first + 7)),
                ])
        }
    }

    @Test func bytesWinOverTheDeclaration() {
        #expect(read(Self.sample).events.contains("'é😀\n'@2:4"))
    }

    @Test(arguments: [
        ("iso-8859-1", [0xE9] as [UInt8], "é"), ("windows-1252", [0x93, 0xE9], "\u{201C}é"),
        ("utf-8", [0xC3, 0xA9], "é"),
    ])
    func singleByteEncodings(label: String, bytes: [UInt8], text: String) {
        let document = Array("<?xml version='1.0' encoding='\(label)'?><a>".utf8) + bytes + Array("</a>".utf8)
        #expect(read(document).events.contains { $0.hasPrefix("'\(text)'") })
    }

    @Test func byteOrderMarkIsCounted() throws {
        let reader = XMLEventReader(bytes: [0xEF, 0xBB, 0xBF] + Array("<a/>".utf8))
        #expect(try reader.next().map(reader.position) == XMLPosition(line: 1, column: 1, byteOffset: 3))
    }

    // MARK: Faults

    @Test(arguments: [
        ("<a>\n<b></a>", XMLError.Code.notWellFormed, 2), ("<a>\n", .notWellFormed, 2), ("", .empty, 1),
        ("plain", .notWellFormed, 1), ("<a/><b/>", .notWellFormed, 1), ("<a x='1' x='2'/>", .notWellFormed, 1),
        ("<a>\n\n&nbsp;</a>", .declaration, 3), ("<a>\n&#x16;</a>", .illegalCharacter, 2),
        ("<a>&#xD800;</a>", .illegalCharacter, 1), ("<a>\n \u{16}</a>", .illegalCharacter, 2),
        ("<a>\u{FFFE}</a>", .illegalCharacter, 1), ("<a>\0</a>", .illegalCharacter, 1),
        ("<?xml version='1.0' encoding='x-nonsense'?><a/>", .unknownEncoding, 1),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", .declaration, 1),
        ("<!DOCTYPE a [<!ENTITY % b 'c'> %b;]><a/>", .declaration, 1),
        ("<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a/>", .declaration, 1),
        ("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", .declaration, 1),
        ("<!DOCTYPE a SYSTEM 'http://localhost/a.dtd'><a>&b;</a>", .declaration, 1),
        ("<!DOCTYPE a SYSTEM 'http://localhost/a.dtd'><a k='&b;'/>", .declaration, 1),
    ])
    func faultsAreThrownWithTheirLine(document: String, code: XMLError.Code, line: Int) {
        let error = read(document).error
        #expect(error?.code == code, "\(String(describing: error))")
        #expect(error?.position.line == line)
    }

    @Test func anExternalDocumentTypeIsReportedAndNotLoaded() {
        let result = read("<!DOCTYPE a PUBLIC 'p' 'file:///etc/passwd'><a/>")
        #expect(result.error == nil)
        #expect(result.events.first == "doctype a file:///etc/passwd")
    }

    @Test func badBytesHaveAnExactPlace() {
        let error = read(Array("<a>\né".utf8) + [0xC3] + Array("</a>".utf8)).error
        #expect(error?.code == .invalidEncoding)
        #expect(error?.position == XMLPosition(line: 2, column: 2, byteOffset: 6))
    }

    @Test func eventsBeforeAFaultAreGiven() {
        let result = read("<a><b>x</b>\u{1}</a>")
        #expect(result.events == ["<a>@1:1", "<b>@1:4", "'x'@1:7", "</b>@1:8"])
        #expect(result.error?.position == XMLPosition(line: 1, column: 12, byteOffset: 11))
    }

    @Test func recoveringDropsForbiddenCharactersAndSaysWhere() throws {
        let document = Array("<a>x\u{16}y&#x3;z\n\u{1}<b/></a>".utf8)
        let reader = XMLEventReader(bytes: document, isRecovering: true)
        var text = ""
        var inner: XMLPosition?
        while let event = try reader.next() {
            if event.kind == .text { text += reader.text(of: event) }
            if event.kind == .startElement { inner = reader.position(of: event) }
        }
        #expect(text == "xyz\n")
        #expect(
            reader.repairs == [
                XMLRepair(scalar: 0x16, position: .init(line: 1, column: 5, byteOffset: 4)),
                XMLRepair(scalar: nil, position: .init(line: 1, column: 7, byteOffset: 6)),
                XMLRepair(scalar: 1, position: .init(line: 2, column: 1, byteOffset: 13)),
            ])
        #expect(inner == .init(line: 2, column: 2, byteOffset: 14))
    }

    @Test func depthHasALimitWithAClearError() {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(read(deep).error?.code == .limit)
        let fine = String(repeating: "<a>", count: 1_500) + String(repeating: "</a>", count: 1_500)
        #expect(read(fine).error == nil)
    }

    @Test func aLongTextIsNotCut() throws {
        let reader = XMLEventReader(bytes: Array("<a>\(String(repeating: "x", count: 11_000_000))</a>".utf8))
        var count = 0
        var buffer: [UInt8] = []
        while let event = try reader.next(), event.kind != .endElement {
            guard event.kind == .text else { continue }
            buffer.removeAll(keepingCapacity: true)
            reader.appendText(of: event, to: &buffer)
            count += buffer.count
        }
        #expect(count == 11_000_000)
    }

    // MARK: Real files

    static let shared = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["GALLEY_SHARED"]
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("../shared").path
    ).appendingPathComponent("data/xliff").standardizedFileURL

    /// Every tag's place holds that tag, and its line and column are those of counting naively.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: XMLEventReaderTests.shared.path)))
    func placesAreExactInRealFiles() throws {
        var tags = 0
        for file in ["LoopKit__LoopTranslations__ja.xliff", "damus-io__damus__translations__ar.xliff"] {
            let bytes = [UInt8](try Data(contentsOf: Self.shared.appendingPathComponent(file)))
            var places: [Int: (line: Int, column: Int)] = [:]
            var (line, column) = (1, 1)
            for (index, byte) in bytes.enumerated() {
                if byte == UInt8(ascii: "<") { places[index] = (line, column) }
                if byte == 10 { (line, column) = (line + 1, 1) } else if byte & 0xC0 != 0x80 { column += 1 }
            }
            let reader = XMLEventReader(bytes: bytes)
            while let event = try reader.next() {
                guard event.kind == .startElement || event.kind == .endElement else { continue }
                let place = reader.position(of: event).byteOffset
                let name = reader.name(of: event).local
                let written =
                    event.kind == .startElement ? "<\(name)" : bytes[place] == UInt8(ascii: "<") ? "</\(name)>" : "/>"
                let isThere = bytes[place...].starts(with: written.utf8)
                #expect(isThere)
                if let expected = places[place] {
                    #expect(
                        reader.position(of: event).line == expected.line
                            && reader.position(of: event).column == expected.column)
                }
                tags += 1
            }
        }
        #expect(tags > 10_000)
    }
}
