import Foundation
import GalleyXLIFF
import Testing

/// How long a translation may be, as documents say it.
@Suite struct LengthLimitTests {
    private func limits(_ attributes: String, group: String = "") throws -> [LengthLimit] {
        let text = xliff("<group \(group)><trans-unit id='k' \(attributes)><source>s</source></trans-unit></group>")
        return try #require(XLIFFDocument(data: Data(text.utf8)).files.first?.units.first).lengthLimits
    }

    @Test(arguments: [
        ("byte", LengthLimit.Unit.bytes(.utf8)), ("char", .characters), ("col", .columns), ("glyph", .glyphs),
        ("pixel", .pixels), ("point", .points), ("em", .other("em")), ("x-mine", .other("x-mine")),
    ])
    func sizeUnits(name: String, unit: LengthLimit.Unit) throws {
        let limit = try #require(try limits("maxwidth='30' minwidth='2' size-unit='\(name)'").first)
        #expect(limit.unit == unit)
        #expect(limit.maximum == 30 && limit.minimum == 2)
        #expect(!limit.isUnitAssumed)
        #expect(limit.allows(2) && limit.allows(30) && !limit.allows(31) && !limit.allows(1))
    }

    /// Without `size-unit`, which the specification says is the pixel (reference §2.8).
    @Test func aMissingSizeUnitIsThePixelOnlyWithAFont() throws {
        let plain = try limits("maxwidth='30'")
        #expect(plain.map(\.unit) == [.characters] && plain[0].isUnitAssumed)
        let font = try limits("maxwidth='30' font='Arial;12'")
        #expect(font.map(\.unit) == [.pixels] && font[0].isUnitAssumed)
        let style = try limits("maxwidth='30' css-style='font-size: 12px'")
        #expect(style.map(\.unit) == [.pixels])
        #expect(try limits("maxwidth='wide'").isEmpty)
    }

    @Test func bytesAndHeights() throws {
        let limits = try limits(
            "maxbytes='10' minbytes='1' maxheight='40' minheight='4' maxwidth='9' size-unit='point'")
        #expect(limits.map(\.unit) == [.points, .points, .bytes(.utf8)])
        #expect(limits.map(\.axis) == [.length, .height, .length])
        #expect(limits.map(\.maximum) == [9, 40, 10])
        #expect(limits.map(\.minimum) == [0, 4, 1])
    }

    @Test func groupsHandTheirSizesDown() throws {
        #expect(try limits("", group: "maxwidth='5' size-unit='char'").map(\.maximum) == [5])
        #expect(try limits("maxwidth='7'", group: "maxwidth='5' size-unit='char'").map(\.maximum) == [7])
        #expect(try limits("maxwidth='7'", group: "size-unit='col'").map(\.unit) == [.columns])
        let text = xliff(
            "<group font='Arial;12' css-style='x' charclass='upper'><group><trans-unit id='k'><source>s</source>"
                + "</trans-unit></group></group><trans-unit id='l'><source>s</source></trans-unit>")
        let units = try XLIFFDocument(data: Data(text.utf8)).files[0].units
        #expect(units.map(\.font) == ["Arial;12", nil])
        #expect(units.map(\.style) == ["x", nil])
        #expect(units.map(\.characterClass) == ["upper", nil])
    }

    // MARK: XLIFF 2.x

    private func read(
        _ units: String, general: String = "xliff:codepoints", storage: String = "xliff:utf8", form: String = "none",
        file: String = ""
    ) throws -> XLIFFDocument {
        let profiles = """
            <slr:profiles generalProfile="\(general)" storageProfile="\(storage)">\
            <slr:normalization general="\(form)" storage="\(form)"/></slr:profiles>
            """
        return try XLIFFDocument(data: Data(XLIFF2ReaderTests.document(profiles + units, file: file).utf8))
    }

    private func unit(_ target: String, _ attributes: String, id: String = "u") -> String {
        "<unit id='\(id)' \(attributes)><segment><source>\(target)</source><target>\(target)</target></segment></unit>"
    }

    @Test(arguments: [
        ("xliff:utf8", LengthLimit.Unit.bytes(.utf8), 7 as Int?), ("xliff:utf16", .bytes(.utf16), 8),
        ("xliff:utf32", .bytes(.utf32), 12),
        ("x:mine", .other("x:mine"), nil),
    ])
    func storageProfiles(name: String, unit: LengthLimit.Unit, size: Int?) throws {
        let document = try read(self.unit("aé😀", "slr:storageRestriction='2,20'"), storage: name)
        let limits = document.files[0].units[0].lengthLimits
        #expect(limits.map(\.unit) == [unit])
        #expect(limits.map(\.maximum) == [20] && limits.map(\.minimum) == [2])
        #expect(limits.map(\.targetSize) == [size])
    }

    @Test func codePointsAfterNormalization() throws {
        func size(_ form: String) throws -> Int? {
            try read(unit("e\u{301}é", "slr:sizeRestriction='*'"), form: form).files[0].units[0].lengthLimits.first?
                .targetSize
        }
        #expect(try size("none") == 3)
        #expect(try size("nfc") == 2)
        #expect(try size("nfd") == 4)
    }

    /// Codes count what they declare, not what they stand for.
    @Test func inlineCodesDeclareTheirSize() throws {
        let document = try read(
            """
            <unit id='u' slr:sizeRestriction='9' slr:storageRestriction='9'><originalData><data id='d'>[code]</data></originalData>\
            <segment><source>ab</source><target>ab<ph id='1' dataRef='d' slr:sizeInfo='4' slr:equivStorage='7'/>c</target>\
            </segment></unit>
            """)
        let unit = document.files[0].units[0]
        #expect(unit.target == "ab[code]c")
        #expect(unit.lengthLimits.map(\.targetSize) == [7, 10])
    }

    @Test func spansHaveLimitsOfTheirOwn() throws {
        let document = try read(
            unit(
                "one <mrk id='m' type='x:y' slr:sizeRestriction='2'>two</mrk> <pc id='p' slr:storageRestriction='3'>é</pc>"
                    + "<sm id='s' slr:sizeRestriction='4'/>in<em startRef='s'/>", ""))
        let limits = document.files[0].units[0].lengthLimits
        #expect(
            limits.map(\.scope) == [
                .span(id: "m", target: 4..<7), .span(id: "p", target: 8..<10), .span(id: "s", target: 10..<12),
            ])
        #expect(limits.map(\.targetSize) == [3, 2, 2])
    }

    @Test func withoutProfilesNothingIsLimited() throws {
        let text = XLIFF2ReaderTests.document(unit("long", "slr:sizeRestriction='1'"))
        #expect(try XLIFFDocument(data: Data(text.utf8)).files[0].units[0].lengthLimits.isEmpty)
    }

    /// Restrictions of groups and files hold for all their targets together.
    @Test func totalsOfGroupsAndFiles() throws {
        let units = unit("12345", "", id: "a") + "<group id='h'>" + unit("678", "", id: "b") + "</group>"
        func codes(_ restriction: String, file: String = "") throws -> [Finding.Code] {
            try read("<group id='g' \(restriction)>\(units)</group>", file: file).findings.map(\.code)
        }
        #expect(try codes("slr:sizeRestriction='8'").isEmpty)
        #expect(try codes("slr:sizeRestriction='7'") == [.totalSize])
        #expect(try codes("slr:sizeRestriction='9,*'") == [.totalSize])
        #expect(try codes("", file: "slr:storageRestriction='4'") == [.totalSize])
        #expect(try codes("slr:sizeRestriction='2'", file: "slr:sizeRestriction='8'") == [.totalSize])
    }
}
