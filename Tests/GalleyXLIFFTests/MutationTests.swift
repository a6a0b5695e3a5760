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
