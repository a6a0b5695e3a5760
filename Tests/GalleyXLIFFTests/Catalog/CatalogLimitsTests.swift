import Foundation
import GalleyTestSupport
import GalleyXLIFF
import Testing

/// Large and odd catalogs.
struct CatalogLimitsTests {
    private static func catalog(_ count: Int) -> [UInt8] {
        let entries = (0..<count).map { Catalogs.entry("key \($0)", ["de": Catalogs.unit("text \($0)")]) }
        return Array("{\"strings\":{\(entries.joined(separator: ",\n"))}}".utf8)
    }

    /// Gotcha 33: a catalog of 12 MB is no more than many small ones.
    @Test func readingAndWritingAreLinear() throws {
        let growth = try Growth.atEightTimes(150) { count in
            var catalog = try StringCatalog(bytes: Self.catalog(count), name: "")
            for key in catalog.keys { try catalog.setText(.init("x"), of: key, in: "fr") }
            catalog.sortKeys()
            #expect(catalog.contents().count > count)
            #expect(catalog.compiled(for: "de").entries.count == count)
        }
        #expect(growth < Growth.linear)
    }

    @Test func aCatalogOfOneLineIsLinear() throws {
        let growth = try Growth.atEightTimes(300) { count in
            let text = String(decoding: Self.catalog(count).filter { $0 != 0x0A }, as: UTF8.self)
            let catalog = try StringCatalog(bytes: Array(text.utf8), name: "")
            #expect(catalog.keys.count == count)
        }
        #expect(growth < Growth.linear)
    }

    @Test func importingIsLinear() throws {
        let growth = try Growth.atEightTimes(60) { count in
            let units = (0..<count).map { index in
                unit("k\(index)", "%1$#@N@", "%1$#@N@!")
                    + unit("k\(index)|==|substitutions.N.plural.other", "%1$lld s", "%1$lld t")
                    + unit("p\(index)|==|plural.other", "%lld s", "%lld t")
            }
            let document = xliff(original: "L.xcstrings", units.joined())
            let export = try export(document)
            #expect(export.counts["de"]?.written == 3 * count)
            #expect(export.files[0].contents().count > count)
        }
        #expect(growth < Growth.linear)
    }

    /// Gotchas 5, 11, 13, 14, 25, 34: texts and keys that break other tools go through unharmed.
    @Test(arguments: [
        "", "a\"b\\c", "<b>&amp;</b>", "line\nbreak\ttab\rreturn", "\u{2028}\u{85}\u{0}\u{1F}\u{7F}",
        "\u{200F}اب\u{2066}x\u{2069}",
        "👩‍👩‍👧 e\u{301} é", "%%#@N@ %1$#@", "|==|", "/k:dict/v:dict/one:dict/:string",
    ])
    func oddTexts(_ text: String) throws {
        var catalog = StringCatalog(sourceLanguage: "en")
        try catalog.setText(.init(text), of: text, in: "de")
        catalog.setComment(text, of: text)
        let again = try StringCatalog(bytes: catalog.contents(), name: "")
        #expect(again == catalog)
        #expect(again.keys == [text])
        #expect(again.text(of: text, in: "de")?.value.utf8.elementsEqual(text.utf8) == true)
        #expect(again.comment(of: text)?.utf8.elementsEqual(text.utf8) == true)
    }

    /// Gotcha 35: é composed and decomposed are two keys.
    @Test func keysAreComparedByBytes() throws {
        let export = try export(xliff(original: "L.xcstrings", unit("\u{E9}", "s", "1") + unit("e\u{301}", "s", "2")))
        let catalog = try StringCatalog(bytes: export.files[0].contents(), name: "")
        #expect(catalog.keys.count == 2)
        #expect(catalog.text(of: "\u{E9}", in: "de")?.value == "1")
        #expect(catalog.text(of: "e\u{301}", in: "de")?.value == "2")
    }

    /// Every cut and every changed byte of a catalog is read or refused with a place.
    @Test func damagedCatalogsAreRefusedWithAPlace() throws {
        let bytes = Array(
            """
            {"sourceLanguage":"en","strings":{"ä":{"localizations":{"de":{"variations":{"plural":{"one":{"stringUnit":
            {"state":"new","value":"\\u00e9\\ud83d\\ude00"}}}}}}},"b":[1.5e3,true,null]},"version":"1.0"}
            """.utf8)
        _ = try StringCatalog(bytes: bytes, name: "")
        func check(_ bytes: [UInt8]) {
            do throws(XLIFFError) {
                let catalog = try StringCatalog(bytes: bytes, name: "")
                let again = try StringCatalog(bytes: catalog.contents(), name: "")
                #expect(again == catalog)
            } catch {
                if error.finding.code == .jsonSyntax {
                    #expect((error.finding.position?.byteOffset ?? -1) <= bytes.count)
                }
            }
        }
        for cut in bytes.indices { check(Array(bytes[..<cut])) }
        for index in bytes.indices {
            for byte: UInt8 in [0, 0x22, 0x5C, 0x7B, 0x7D, 0x2C, 0xFF] {
                var changed = bytes
                changed[index] = byte
                check(changed)
            }
        }
    }
}
