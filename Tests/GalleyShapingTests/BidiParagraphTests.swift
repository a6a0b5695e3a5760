import GalleyText
import Testing

import GalleyShaping

/// Forced breaks end bidi paragraphs (CSS Writing Modes 4 §2.4), and what stands open across them.
@Suite struct BidiParagraphTests {
    /// The level of each character, a digit each, forced breaks as `/`.
    private func levels(_ shaped: ShapedParagraph) -> String {
        var offset = 0
        var result = ""
        for scalar in shaped.string.unicodeScalars {
            result += scalar == "\u{2028}" ? "/" : "\(shaped.analysis.level(at: offset))"
            offset += String(scalar).utf8.count
        }
        return result
    }

    @Test(arguments: [
        // The digits and the sign after the break know nothing of the Hebrew before it.
        ("אב\u{2028}- 12 a", BaseDirection.leftToRight, "11/000000", "0"),
        ("אב - 12 a", .leftToRight, "111112200", "0"),
        ("ab\u{2028}- 12 א", .rightToLeft, "22/112211", "1"),
        // An override ends with its paragraph.
        ("a\u{202E}b\u{2028}c", .leftToRight, "001/0", "0"),
        // Each has its own direction where the text decides.
        ("a א\u{2028}א a\u{2028}1", .natural, "001/112/0", "010"),
        ("a\u{2028}b", .natural, "0/0", "0"),
        ("א\u{2028}ב", .natural, "1/1", "1"),
    ])
    func forcedBreaksEndParagraphs(text: String, direction: BaseDirection, expected: String, bases: String) throws {
        var bench = try Bench()
        bench.paragraphStyle.baseDirection = direction
        let shaped = bench.shape(text)
        #expect(levels(shaped) == expected)
        let runs = shaped.analysis.bidiParagraphs
        let found = runs.isEmpty ? "\(shaped.analysis.baseLevel)" : runs.map { "\($0.level)" }.joined()
        #expect(found == bases)
        // Every offset finds its own paragraph.
        for run in runs {
            #expect(shaped.analysis.baseLevel(at: run.end - 1) == run.level)
        }
    }

    /// What a span with `unicode-bidi` adds to the text, `<` where it opens and `>` where it closes, forced breaks as `/`.
    @Test(arguments: [
        ("a[b]c", "a<b>c"), ("a[b/c]d", "a<b>/<c>d"), ("a[b/]", "a<b>/"), ("a[/b]", "a/<b>"), ("[]", ""),
        ("a[]b", "ab"),
        ("a[b[c/d]e]", "a<b<c>>/<<d>e>"), ("a[[/]]b", "a/b"), ("[a//b]", "<a>//<b>"),
    ])
    func isolatesAreClosedBeforeForcedBreaks(source: String, expected: String) throws {
        var box = InlineBoxStyle()
        box.isolation = .isolate
        let (shaped, _) = try Bench().shape { builder, id in
            for character in source {
                switch character {
                case "[": builder.openSpan(box: box)
                case "]": builder.closeSpan()
                case "/": builder.appendLineBreak(style: id)
                default: builder.append(String(character), style: id)
                }
            }
        }
        let shown = shaped.string.unicodeScalars.map { scalar in
            switch scalar {
            case "\u{2066}": "<"
            case "\u{2069}": ">"
            case "\u{2028}": "/"
            default: String(scalar)
            }
        }
        #expect(shown.joined() == expected)
    }

    @Test func generatedTextWithForcedBreaksClosesIsolates() throws {
        var box = InlineBoxStyle()
        box.isolation = .override
        box.direction = .rightToLeft
        let (shaped, _) = try Bench().shape { builder, id in
            builder.openSpan(box: box)
            builder.appendGenerated("\u{2028}a\u{2028}b", style: builder.intern(TextStyle()))
            builder.closeSpan()
        }
        #expect(shaped.string == "\u{2028}\u{202E}a\u{202C}\u{2028}\u{202E}b\u{202C}")
    }

    @Test func aCarriageReturnBreaksNoLine() throws {
        let kinds = try Bench().shape("a\rb\u{2028}c").text.items.map(\.kind)
        #expect(kinds == [.text, .control, .text, .lineBreak, .text])
    }
}
