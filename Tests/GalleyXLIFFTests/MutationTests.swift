import Foundation
import GalleyXLIFF
import Testing

/// Damaged documents: whatever the bytes, reading ends, loses no unit that it lists, and names a place in the document.
@Suite struct MutationTests {
    /// Cuts, copies, overwrites and inserts.
    private static func mutate(_ bytes: [UInt8], _ generator: inout SplitMix) -> [UInt8] {
        var bytes = bytes
        for _ in 0...generator.next() % 4 {
            let place = Int(generator.next() % UInt64(bytes.count))
            let length = min(bytes.count - place, Int(generator.next() % 40))
            switch generator.next() % 5 {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
            case 1: bytes.removeSubrange(place..<place + length)
            case 2:
                bytes.insert(contentsOf: bytes[place..<place + length], at: Int(generator.next() % UInt64(bytes.count)))
            case 3:
                bytes.insert(contentsOf: Self.tokens[Int(generator.next() % UInt64(Self.tokens.count))].utf8, at: place)
            default: bytes.removeSubrange(place...)
            }
            if bytes.isEmpty { return [0x3C] }
        }
        return bytes
    }

    private static let tokens = [
        "<", ">", "&", "&#x16;", "]]>", "<![CDATA[", "<!--", "<target>", "</target>", "<trans-unit>", "</file>", "<g>",
        "\u{0}", "\u{FFFF}", "\"", "<?x", "<!DOCTYPE a [", "<x/>", "\u{FEFF}", "</body></file></xliff>",
    ]

    @Test(arguments: [false, true])
    func damagedXLIFF(isRecovering: Bool) throws {
        let original = [UInt8](try Data(contentsOf: Places.corpus.appendingPathComponent("ar.xliff")))
        var generator = SplitMix(state: isRecovering ? 11 : 12)
        var refused = 0
        for _ in 0..<400 {
            let bytes = Self.mutate(original, &generator)
            do {
                let document = try XLIFFDocument(data: Data(bytes), name: "x.xliff", isRecovering: isRecovering)
                let result = document.stringsFiles()
                let read = document.files.reduce(0) { $0 + $1.units.count }
                #expect(read == result.files.reduce(0) { $0 + $1.unitCount } + result.skipped.count)
                for file in result.files { _ = file.contents() }
            } catch let error as XLIFFError {
                refused += 1
                let position = try #require(error.finding.position)
                #expect((0...bytes.count).contains(position.byteOffset))
                let lines = bytes.reduce(1) { $1 == 0x0A || $1 == 0x0D ? $0 + 1 : $0 }
                #expect((1...lines).contains(position.line) && position.column >= 1)
            }
        }
        #expect(refused > 100)
    }

    /// A document that uses what XLIFF 2.1 has, cut and mixed up: read and held to the rules without a trap.
    @Test func damagedXLIFF2() throws {
        let original = Array(
            XLIFF2ReaderTests.document(
                """
                <slr:profiles generalProfile="xliff:codepoints" storageProfile="xliff:utf16"><slr:normalization general="nfc"/>
                </slr:profiles><notes><note id="n">n</note></notes><group id="g" slr:sizeRestriction="1,90">
                <unit id="u" name="a &quot;key&quot;" slr:storageRestriction="9,*"><mtc:matches><mtc:match ref="#s1">
                <source>a</source><target>b</target></mtc:match></mtc:matches><notes><note id="n">x</note></notes>
                <originalData><data id="d1">[b]</data><data id="d2"><cp hex="0001"/>é</data></originalData>
                <segment id="s1" state="final" subState="x:y"><source>One <pc id="1" dataRefStart="d1" slr:sizeRestriction="3"
                slr:sizeInfo="2">two</pc> <sc id="2"/>é<sm id="m" type="x:t" slr:storageRestriction="1,2"/></source>
                <target order="3">Eins <pc id="1" dataRefStart="d1" slr:sizeRestriction="3">zwei</pc> <sc id="2"/>é😀<sm id="m"
                type="x:t" slr:storageRestriction="1,2"/></target></segment><ignorable><source> </source></ignorable>
                <segment><source><ec startRef="2"/><em startRef="m"/><ph id="3" canReorder="firstNo" canCopy="no"
                canDelete="no" dataRef="d2"/><ph id="4" copyOf="3"/></source><target order="1"><mrk id="k" type="comment"
                ref="#n=n">x</mrk><ec startRef="2"/><em startRef="m"/></target></segment></unit></group>
                """
            ).utf8)
        var generator = SplitMix(state: 14)
        var (refused, found) = (0, 0)
        for _ in 0..<600 {
            let bytes = Self.mutate(original, &generator)
            do {
                let document = try XLIFFDocument(data: Data(bytes), name: "x.xlf", isRecovering: true)
                found += document.findings.count
                #expect(document.findings.allSatisfy { $0.position.map { $0.byteOffset <= bytes.count } ?? true })
                for unit in document.files.flatMap(\.units) {
                    for case .span(_, let range?) in unit.lengthLimits.map(\.scope) {
                        #expect(range.upperBound <= unit.target?.utf8.count ?? 0)
                    }
                }
            } catch is XLIFFError {
                refused += 1
            }
        }
        #expect(refused > 100 && found > 100)
    }

    @Test func damagedStrings() throws {
        let path = "expected/Lantern/ar.lproj/Localizable.strings"
        let original = [UInt8](try Data(contentsOf: Places.corpus.appendingPathComponent(path)))
        var generator = SplitMix(state: 13)
        var refused = 0
        for _ in 0..<800 {
            let bytes = Self.mutate(original, &generator)
            do {
                _ = try StringsFile(bytes: bytes, name: "x.strings")
            } catch {
                refused += 1
                if let position = error.finding.position { #expect((0...bytes.count).contains(position.byteOffset)) }
            }
        }
        #expect(refused > 100)
    }
}
