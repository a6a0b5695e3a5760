import GalleyUnicode
import Testing

@Suite("Properties of scalars")
struct PropertyTests {
    @Test(
        arguments: [
            (
                0x41, LineBreakClass.alphabetic, BidiClass.leftToRight, GeneralCategory.uppercaseLetter,
                EastAsianWidth.narrow
            ),
            (0x2D, .hyphen, .europeanSeparator, .dashPunctuation, .narrow),
            (0x2010, .unambiguousHyphen, .otherNeutral, .dashPunctuation, .ambiguous),
            (0x5D0, .hebrewLetter, .rightToLeft, .otherLetter, .neutral),
            (0x661, .numeric, .arabicNumber, .decimalNumber, .neutral),
            (0xE01, .complexContext, .leftToRight, .otherLetter, .neutral),
            (0x201C, .quotation, .otherNeutral, .initialPunctuation, .ambiguous),
            (0x201D, .quotation, .otherNeutral, .finalPunctuation, .ambiguous),
            (0x25CC, .alphabetic, .otherNeutral, .otherSymbol, .neutral),
            (0x3042, .ideographic, .leftToRight, .otherLetter, .wide),
            (0xFF08, .openPunctuation, .otherNeutral, .openPunctuation, .fullwidth),
            (0xFF61, .closePunctuation, .otherNeutral, .otherPunctuation, .halfwidth),
            (0x1F600, .ideographic, .otherNeutral, .otherSymbol, .wide),
            (0x1F8FF, .unknown, .leftToRight, .unassigned, .neutral),
            (0x2067, .combiningMark, .rightToLeftIsolate, .format, .neutral),
            // Unassigned: the defaults of the blocks.
            (0x5FF, .unknown, .rightToLeft, .unassigned, .neutral),
            (0x20CF, .prefixNumeric, .europeanTerminator, .unassigned, .neutral),
            (0x3FFFD, .ideographic, .leftToRight, .unassigned, .wide),
            (0xD800, .surrogate, .leftToRight, .surrogate, .neutral),
            (0x10FFFF, .unknown, .boundaryNeutral, .unassigned, .neutral),
            (0xFFFF_FFFF, .unknown, .boundaryNeutral, .unassigned, .neutral),
        ] as [(UInt32, LineBreakClass, BidiClass, GeneralCategory, EastAsianWidth)])
    func classes(
        scalar: UInt32, line: LineBreakClass, bidi: BidiClass, category: GeneralCategory, width: EastAsianWidth
    ) {
        #expect(UnicodeProperties.lineBreakClass(scalar) == line)
        #expect(UnicodeProperties.bidiClass(scalar) == bidi)
        #expect(UnicodeProperties.generalCategory(scalar) == category)
        #expect(UnicodeProperties.eastAsianWidth(scalar) == width)
    }

    @Test("what Swift's standard library knows too, for every scalar")
    func standardLibrary() {
        var differing: [String] = []
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let agrees =
                properties.isDefaultIgnorableCodePoint == UnicodeProperties.isDefaultIgnorable(value)
                && properties.isEmojiPresentation == UnicodeProperties.isEmojiPresentation(value)
                && properties.isVariationSelector == UnicodeProperties.isVariationSelector(value)
                && properties.isEmoji == UnicodeProperties.isEmoji(value)
                && properties.isEmojiModifier == UnicodeProperties.isEmojiModifier(value)
                && properties.isEmojiModifierBase == UnicodeProperties.isEmojiModifierBase(value)
                && properties.isWhitespace == UnicodeProperties.isWhitespace(value)
                && properties.isBidiMirrored == UnicodeProperties.isBidiMirrored(value)
                && properties.canonicalCombiningClass.rawValue == UnicodeProperties.combiningClass(value)
                && "\(properties.generalCategory)" == "\(UnicodeProperties.generalCategory(value))"
            if !agrees { differing.append(String(value, radix: 16)) }
        }
        #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(20))")
    }

    @Test("mirrors and brackets")
    func mirrors() {
        #expect(UnicodeProperties.mirroringGlyph(0x28) == 0x29)
        #expect(UnicodeProperties.mirroringGlyph(0x226A) == 0x226B)
        #expect(UnicodeProperties.mirroringGlyph(0x41) == nil)
        #expect(UnicodeProperties.mirroringGlyph(0x222B) == nil, "mirrored, but no character is its mirror image")
        #expect(UnicodeProperties.isBidiMirrored(0x222B))
        #expect(UnicodeProperties.pairedBracket(0x5B)?.partner == 0x5D)
        #expect(UnicodeProperties.pairedBracket(0x5B)?.isOpening == true)
        #expect(UnicodeProperties.pairedBracket(0xFF09)?.partner == 0xFF08)
        #expect(UnicodeProperties.pairedBracket(0xFF09)?.isOpening == false)
        #expect(UnicodeProperties.pairedBracket(0xAB) == nil)
        for scalar in UInt32(0)...0x10FFFF {
            if let mirror = UnicodeProperties.mirroringGlyph(scalar) {
                #expect(UnicodeProperties.mirroringGlyph(mirror) == scalar)
            }
            if let bracket = UnicodeProperties.pairedBracket(scalar) {
                let partner = UnicodeProperties.pairedBracket(bracket.partner)
                #expect(partner?.partner == scalar && partner?.isOpening == !bracket.isOpening)
            }
        }
    }

    @Test("scripts and their tags")
    func scripts() {
        #expect(UnicodeProperties.script(0x61) == .latin)
        #expect(UnicodeProperties.script(0x10940) == .sidetic, "new in 17.0")
        #expect(UnicodeProperties.script(0x20) == .common)
        #expect(UnicodeProperties.script(0x301) == .inherited)
        #expect(Script.devanagari.tag == 0x4465_7661)
        #expect(Script.devanagari.description == "Deva")
        #expect(Script(tag: 0x6465_7661) == .devanagari)
        #expect(Script(tag: 0x4861_6E74) == .han)
        #expect(Script(tag: 0x4A70_616E) == .hiragana)
        #expect(Script(tag: 0x5858_5858) == nil)
        #expect(Script(rawValue: 255).tag == Script.unknown.tag)
        for number in 0..<UInt8(Script.count) {
            #expect(Script(tag: Script(rawValue: number).tag)?.rawValue == number)
        }
    }

    @Test("script extensions")
    func scriptExtensions() {
        #expect(UnicodeProperties.scriptExtensions(0x61).isEmpty)
        #expect(UnicodeProperties.hasScript(0x61, .latin))
        let danda = UnicodeProperties.scriptExtensions(0x964).map(Script.init(rawValue:))
        #expect(danda.contains(.devanagari) && danda.contains(.bengali) && !danda.contains(.latin))
        #expect(UnicodeProperties.hasScript(0x30FC, .katakana) && UnicodeProperties.hasScript(0x30FC, .hiragana))
        #expect(!UnicodeProperties.hasScript(0x30FC, .common))
    }

    @Test("a script runs from right to left when its letters do")
    func rightToLeftScripts() {
        var rightToLeft: Set<Script> = []
        for scalar in UInt32(0)...0x10FFFF {
            let bidi = UnicodeProperties.bidiClass(scalar)
            let category = UnicodeProperties.generalCategory(scalar)
            if bidi == .rightToLeft || bidi == .arabicLetter, category == .otherLetter || category == .uppercaseLetter {
                rightToLeft.insert(UnicodeProperties.script(scalar))
            }
        }
        for number in 0..<UInt8(Script.count) {
            let script = Script(rawValue: number)
            #expect(script.isRightToLeft == rightToLeft.contains(script), "\(script)")
        }
    }

    @Test("UTF-8 there and back")
    func utf8() {
        for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
            var bytes: [UInt8] = []
            UTF8Decoding.encode(value, into: &bytes)
            let expected = Unicode.Scalar(value)?.value ?? 0xFFFD
            #expect(bytes == Array(String(Unicode.Scalar(expected)!).utf8))
            bytes.withUnsafeBufferPointer { utf8 in
                #expect(UTF8Decoding.decode(utf8, at: 0) == (expected, bytes.count))
                #expect(UTF8Decoding.decodePrevious(utf8, before: bytes.count) == (expected, bytes.count))
                #expect(UTF8Decoding.width(expected) == bytes.count)
            }
        }
    }

    @Test(
        "UTF-8 that is cut or wrong",
        arguments: [
            [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x80], [0xFF], [0xF8, 0x80, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func damagedUTF8(bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { utf8 in
            #expect(UTF8Decoding.decode(utf8, at: 0) == (0xFFFD, 1))
            var offset = bytes.count
            while offset > 0 { offset -= UTF8Decoding.decodePrevious(utf8, before: offset).length }
            #expect(offset == 0)
        }
    }

    @Test("the version is that of the rules")
    func version() { #expect(UnicodeProperties.version == "17.0.0") }
}
