import Foundation
import GalleyXLIFF
import Testing

@Suite struct LengthCheckTests {
    /// Each scalar is half as wide as the font is large, each line as high; `missing` is a font that is not there.
    struct Squares: TextMeasuring {
        func extent(of text: String, font: MeasuredFont, language: String) -> TextExtent? {
            guard font.family != "missing" else { return nil }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let widest = lines.map(\.unicodeScalars.count).max() ?? 0
            let bold = font.weight > 600 ? 2.0 : 1
            return TextExtent(
                width: Double(widest) * font.size / 2 * bold, height: Double(lines.count) * font.size,
                glyphCount: text.unicodeScalars.count)
        }
    }

    static func check(
        _ attributes: String, _ target: String, _ change: (inout XLIFFChecker.Options) -> Void = { _ in }
    ) throws -> [String] {
        let unit = """
            <trans-unit id="k" xml:space="preserve" \(attributes)><source>\(escaped(target))</source>\
            <target>\(escaped(target))</target></trans-unit>
            """
        return try GalleyXLIFFTests.check(unit) {
            $0.policy.only = [.tooLong, .tooShort, .notMeasured]
            change(&$0)
        }.map { "\($0.code.rawValue): \($0.message)" }
    }

    private static func measured(_ options: inout XLIFFChecker.Options) { options.measuring = Squares() }

    @Test(
        arguments: [
            ("maxwidth=\"3\" size-unit=\"char\"", "abc", nil),
            ("maxwidth=\"3\" size-unit=\"char\"", "abcd", "is 4 characters long; at most 3 may be"),
            ("maxwidth=\"3\" size-unit=\"char\"", "e\u{301}e\u{301}e\u{301}", nil),
            ("minwidth=\"3\" size-unit=\"char\"", "ab", "is 2 characters long; at least 3 may be"),
            ("maxwidth=\"3\" size-unit=\"byte\"", "éé", "is 4 bytes of UTF-8 long; at most 3 may be"),
            ("maxbytes=\"3\"", "éé", "is 4 bytes of UTF-8 long; at most 3 may be"),
            ("maxwidth=\"3\" size-unit=\"col\"", "漢字", "is 4 columns long; at most 3 may be"),
            ("maxheight=\"1\" size-unit=\"row\"", "a\nb", "has 2 lines; at most 1 may be"),
            // Format specifiers are counted as they are written.
            ("maxwidth=\"3\" size-unit=\"char\"", "%lld", "is 4 characters long; at most 3 may be"),
        ] as [(String, String, String?)])
    func counted(attributes: String, target: String, message: String?) throws {
        let expected = message.map {
            ["too-\($0.contains("least") ? "short" : "long"): the target of \"k\" \($0)"]
        }
        #expect(try Self.check(attributes, target) == expected ?? [])
    }

    /// XLIFF 1.2's default is the pixel; people mean characters (KeePassium's App Store texts).
    @Test func unitsThatAreMissing() throws {
        #expect(
            try Self.check("maxwidth=\"3\"", "abcd") == [
                "too-long: the target of \"k\" is 4 characters long; at most 3 may be (size-unit is missing, whose default "
                    + "is the pixel; taken as characters)"
            ])
        // A font for other limits does not change what is meant.
        #expect(
            try Self.check("maxwidth=\"4\"", "abcd") {
                Self.measured(&$0)
                $0.font = "Sans"
            } == [])
        #expect(
            try Self.check("maxwidth=\"31\"", "abcd") {
                Self.measured(&$0)
                $0.assumedUnit = .pixels
            }[0].contains("is 32 pixels wide; at most 31 may be"))
        #expect(
            try Self.check("maxwidth=\"40\" font=\"Sans;30\"", "abcd", Self.measured)[0]
                .contains("is 60 pixels wide; at most 40 may be (size-unit is missing"))
    }

    @Test(
        arguments: [
            ("maxwidth=\"32\" size-unit=\"pixel\"", "abcd", nil),
            ("maxwidth=\"31\" size-unit=\"pixel\"", "abcd", "is 32 pixels wide; at most 31 may be"),
            (
                "maxwidth=\"31\" size-unit=\"pixel\"", "ab\nabcd",
                "is 32 pixels wide in its line \"abcd\"; at most 31 may be"
            ),
            ("maxwidth=\"32\" size-unit=\"point\"", "abcd", nil),
            ("maxwidth=\"31\" size-unit=\"pixel\" font=\"Sans;20;bold\"", "ab", "is 40 pixels wide; at most 31 may be"),
            (
                "maxwidth=\"31\" size-unit=\"pixel\" css-style=\"font: bold 12pt/1 'A B', c\"", "ab",
                "is 32 pixels wide; at most 31 may be"
            ),
            (
                "maxwidth=\"31\" size-unit=\"point\" css-style=\"font-size: 96px\"", "a",
                "is 36 points wide; at most 31 may be"
            ),
            ("maxheight=\"31\" size-unit=\"pixel\"", "a\nb", "is 32 pixels high; at most 31 may be"),
            ("maxwidth=\"3\" size-unit=\"glyph\"", "abcd", "is 4 glyphs long; at most 3 may be"),
            // Samples stand for specifiers.
            ("maxwidth=\"31\" size-unit=\"pixel\"", "%d%%", "is 32 pixels wide; at most 31 may be"),
        ] as [(String, String, String?)])
    func measured(attributes: String, target: String, message: String?) throws {
        let expected = message.map { ["too-long: the target of \"k\" \($0)"] }
        #expect(try Self.check(attributes, target, Self.measured) == expected ?? [])
    }

    /// Told once for each unit of a file.
    @Test func whatCannotBeMeasured() throws {
        #expect(
            try Self.check("maxwidth=\"3\" size-unit=\"pixel\"", "abcd") == [
                "not-measured: the limit of \"k\" in pixels cannot be checked without a font"
            ])
        #expect(
            try Self.check("maxwidth=\"3\" size-unit=\"pixel\" font=\"missing;3\"", "abcd", Self.measured) == [
                "not-measured: the limit of \"k\" in pixels cannot be checked"
            ])
        #expect(try Self.check("maxwidth=\"3\" size-unit=\"furlong\"", "abcd")[0].hasPrefix("not-measured: "))
        let unit =
            "<trans-unit id=\"k\" maxwidth=\"3\" size-unit=\"pixel\"><source>a</source><target>b</target></trans-unit>"
        #expect(
            try GalleyXLIFFTests.check(unit, unit.replacing("\"k\"", with: "\"l\"")).map(\.code) == [.notMeasured])
    }

    @Test func whatACharacterIs() throws {
        func check(_ count: XLIFFChecker.CharacterCount) throws -> Bool {
            try Self.check("maxwidth=\"1\" size-unit=\"char\"", "👨‍👩‍👧") { $0.characters = count }.isEmpty
        }
        #expect(try check(.graphemes))
        #expect(try !check(.codePoints))
        #expect(try !check(.utf16))
    }

    @Test(
        arguments: [
            ("%@ of %d%%", "Sample of 100%"), ("%2$@ %1$.2f", "Sample 0.50"), ("100%", "100%"), ("%#@n@ x", "100 x"),
            ("%*d", "100"), ("a%%b%%%%", "a%b%%"), ("", ""), ("%1$@%1$@", "SampleSample"),
        ])
    func samples(format: String, filled: String) {
        #expect(SampleValues().filled(format) == filled)
    }

    @Test func settingsOfSamples() {
        var samples = SampleValues()
        #expect(samples.set("@=Ann") && samples.set("%lld=7") && samples.set("3=Monday") && samples.set("n=two"))
        #expect(samples.filled("%@ %d %3$@ %#@n@ %f") == "Ann 7 Monday two 0.50")
        #expect(!samples.set("=x") && !samples.set("x") && !samples.set("0=x"))
    }

    /// XLIFF 2.1 §5.6: the sizes that the module defines, which the reader computes.
    @Test(.enabled(if: Places.hasData)) func sizeRestrictionModule() throws {
        let path = "small/locize__xliff__test__fixtures__example_sizeRestriction.xliff"
        let document = try XLIFFDocument(contentsOf: Places.data.appendingPathComponent(path))
        let limits = document.files.flatMap(\.units).flatMap(\.lengthLimits)
        #expect(!limits.isEmpty)
        var checker = XLIFFChecker()
        let findings = document.files.flatMap { checker.check($0) }
        for unit in document.files.flatMap(\.units) {
            let isBroken = unit.lengthLimits.contains { limit in limit.targetSize.map { !limit.allows($0) } ?? false }
            let isTold = findings.contains { $0.code == .tooLong && $0.subject?.key == unit.key }
            #expect(isBroken == isTold)
        }
    }
}

@Suite(.enabled(if: Places.hasData)) struct AppStoreLimitTests {
    /// KeePassium: limits without unit that mean characters, all kept.
    @Test(arguments: ["de", "ru"])
    func keePassium(locale: String) throws {
        let path = "keepassium__KeePassium-L10n__\(locale)__AppStoreListing.xliff"
        let document = try XLIFFDocument(contentsOf: Places.data.appendingPathComponent(path))
        #expect(document.files.flatMap(\.units).contains { !$0.lengthLimits.isEmpty })
        var checker = XLIFFChecker()
        let findings = document.files.flatMap { checker.check($0) }
        #expect(findings.filter { [.tooLong, .tooShort, .notMeasured].contains($0.code) } == [])
    }
}
