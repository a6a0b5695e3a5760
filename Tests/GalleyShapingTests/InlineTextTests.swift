import GalleyText
import Testing

import GalleyShaping

@Suite struct InlineTextTests {
    @Test func plainTextIsItself() throws {
        let shaped = try Bench().shape("one two")
        #expect(shaped.string == "one two")
        #expect(shaped.inline.mapping.pieces.count == 1)
        #expect(shaped.inline.mapping.sourceOffset(ofInline: 3) == 3)
    }

    @Test(arguments: [
        ("straße", "", TextTransform.Case.uppercase, "STRASSE"),
        ("izmir ı", "tr", .uppercase, "İZMİR I"),
        ("IĞDIR İ", "tr-TR", .lowercase, "ığdır i"),
        ("καλημέρα Αθήνα", "el", .uppercase, "ΚΑΛΗΜΕΡΑ ΑΘΗΝΑ"),
        ("ή ΄ ή, μή η\u{301} ήλιος", "el", .uppercase, "Ή ΄ Ή, ΜΗ Η\u{301} ΗΛΙΟΣ"),
        ("ΟΔΟΣ ΣΑΣ", "el", .lowercase, "οδος σας"),
        ("it's a fine-day 2nd", "en", .capitalize, "It's A Fine-Day 2nd"),
        ("ijsland ij", "nl", .capitalize, "IJsland IJ"),
        ("ﬁx ŉ", "", .uppercase, "FIX ʼN"),
    ])
    func textTransform(source: String, language: String, letterCase: TextTransform.Case, result: String) throws {
        var bench = try Bench()
        bench.style.shaping.language = language
        bench.style.shaping.textTransform = TextTransform(letterCase: letterCase)
        #expect(bench.shape(source).string == result)
    }

    @Test func transformedTextKeepsItsOffsets() throws {
        var bench = try Bench()
        bench.style.shaping.textTransform = TextTransform(letterCase: .uppercase)
        // U+0149 is 2 bytes, its capital U+02BC N is 3.
        let mapping = bench.shape("aŉb").inline.mapping
        #expect((0...5).map(mapping.sourceOffset(ofInline:)) == [0, 1, 1, 1, 3, 4])
        #expect((0...4).map(mapping.inlineOffset(ofSource:)) == [0, 1, 1, 4, 5])
        #expect(mapping.sourceRange(ofInline: 1..<2) == 1..<3)
    }

    @Test func fullWidth() throws {
        var bench = try Bench()
        bench.style.shaping.textTransform = TextTransform(letterCase: .none, fullWidth: true)
        #expect(bench.shape("A1 ｱ").string == "Ａ１　ア")
    }

    @Test func generatedTextIsShownAndNotInTheSource() throws {
        let bench = try Bench()
        let (shaped, text) = bench.shape { builder, id in
            builder.appendGenerated("«", style: builder.intern(TextStyle()))
            builder.append("oui", style: id)
            builder.appendGenerated("»", style: builder.intern(TextStyle()))
        }
        #expect(text.string == "oui\n")
        #expect(shaped.string == "«oui»")
        let mapping = shaped.inline.mapping
        #expect(mapping.isGenerated(0))
        #expect(!mapping.isGenerated(2))
        #expect(mapping.sourceOffset(ofInline: 2) == 0)
        #expect(mapping.sourceOffset(ofInline: 6) == 3)
        #expect(mapping.inlineOffset(ofSource: 0) == 2)
    }

    @Test func insideMarkersBeginTheParagraph() throws {
        let bench = try Bench()
        var builder = AttributedTextBuilder()
        let id = builder.intern(bench.style)
        builder.openBlock(.list(isOrdered: true))
        builder.openBlock(
            .item(
                ListItem(ordinal: 3, marker: .counter(.decimal), markerPosition: .inside, markerStyle: id)))
        builder.append("text", style: id)
        builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: id)
        let shaped = bench.context.shape(paragraph: 0, of: builder.finish())
        #expect(shaped.string == "3. text")
    }

    @Test func isolatesAreFormattingCharacters() throws {
        let bench = try Bench()
        var box = InlineBoxStyle()
        box.isolation = .isolate
        box.direction = .rightToLeft
        let (shaped, _) = bench.shape { builder, id in
            builder.append("a ", style: id)
            builder.openSpan(box: box)
            builder.append("b", style: id)
            builder.closeSpan()
            builder.append(" c", style: id)
        }
        #expect(shaped.string == "a \u{2067}b\u{2069} c")
        #expect(shaped.inline.mapping.sourceOffset(ofInline: shaped.string.utf8.count) == 5)
        #expect(shaped.analysis.level(at: 5) == 2)
        #expect(shaped.analysis.level(at: 0) == 0)
    }

    @Test func boxesNestAndClose() throws {
        let bench = try Bench()
        var box = InlineBoxStyle()
        box.padding = Edges(.px(2))
        let (shaped, _) = bench.shape { builder, id in
            builder.openSpan(box: box)
            builder.append("a", style: id)
            builder.openSpan(box: box)
            builder.append("b", style: id)
            builder.closeSpan()
            builder.openSpan(box: box)
            builder.closeSpan()
            builder.closeSpan()
        }
        #expect(
            shaped.inline.events.map { "\($0.offset)\($0.kind)" } == [
                "0open(box: 0)", "1open(box: 1)", "2close(box: 1)", "2open(box: 2)", "2close(box: 2)", "2close(box: 0)",
            ])
        #expect(shaped.inline.boxes.map(\.parent) == [nil, 0, 0])
    }
}
