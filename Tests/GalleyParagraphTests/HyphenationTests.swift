import GalleyFonts
import GalleyParagraph
import GalleyShaping
import GalleyText
import Testing

/// `hyphens: auto` in lines.
struct HyphenationTests {
    /// Breaks before each `a` but at a word's edges; letters are 6 px wide, the hyphen too.
    private func bench(_ patterns: String = "1a1", language: String = "en", size: Double = 10) throws -> Bench {
        let dictionary = try HyphenationDictionary(Array("UTF-8\n\(patterns)\n".utf8))
        var bench = try Bench(size: size, hyphenation: HyphenationDictionaries(["en": dictionary, "de": dictionary]))
        bench.style.breaking.hyphens = .auto
        bench.style.shaping.language = language
        return bench
    }

    @Test func linesShowAHyphenAndCountIt() throws {
        let bench = try bench("e1a")
        #expect(bench.lines("eeeaaa", width: 100) == ["eeeaaa"])
        #expect(bench.lines("eeeaaa", width: 24) == ["eee\u{2010}", "aaa"])
        let layout = bench.layOut("eeeaaa", width: 24)
        #expect(layout.lines[0].endsWithHyphen && !layout.lines[1].endsWithHyphen)
        #expect(layout.lines.map(\.width) == [24, 18])
        // With the hyphen it does not fit behind the other word.
        #expect(bench.lines("ee eeeaaa", width: 38) == ["ee·", "eeeaaa"])
        #expect(bench.lines("ee eeeaaa", width: 39) == ["ee eee\u{2010}", "aaa"])
    }

    @Test func theLastPlaceThatFits() throws {
        let bench = try bench()
        #expect(bench.lines("eeaaaaee", width: 30) == ["eeaa\u{2010}", "aaee"])
        #expect(bench.lines("eeaaaaee", width: 36) == ["eeaaa\u{2010}", "aee"])
        #expect(bench.lines("eeaaaaee", width: 48) == ["eeaaaaee"])
    }

    @Test func stylesThatDoNotHyphenate() throws {
        var bench = try bench("e1a")
        for hyphens in [Hyphens.manual, .none] {
            bench.style.breaking.hyphens = hyphens
            #expect(bench.lines("ee eeeaaa", width: 39) == ["ee·", "eeeaaa"])
        }
        bench.style.breaking.hyphens = .auto
        bench.style.breaking.wraps = false
        #expect(bench.lines("ee eeeaaa", width: 39) == ["ee eeeaaa"])
    }

    @Test(arguments: [("en", true), ("en-GB", true), ("de-AT", true), ("tr", false), ("", false)])
    func theLanguageDecides(_ language: String, _ hyphenates: Bool) throws {
        var bench = try bench("e1a")
        bench.style.shaping.language = language
        #expect(bench.layOut("eeeaaa", width: 24).lines[0].endsWithHyphen == hyphenates)
    }

    @Test func withoutDictionariesNothing() throws {
        var bench = try Bench()
        bench.style.breaking.hyphens = .auto
        bench.style.shaping.language = "en"
        #expect(bench.lines("eeeaaa", width: 24) == ["eeeaaa"])
    }

    @Test func softHyphensTakePrecedence() throws {
        let bench = try bench()
        #expect(bench.lines("eeaaaa\u{AD}ee", width: 30) == ["eeaaaa\u{2010}", "ee"])
        // In their word only.
        #expect(bench.lines("eeaaaa eeaa\u{AD}ee", width: 30) == ["eeaa\u{2010}", "aa·", "eeaa\u{2010}", "ee"])
    }

    /// Words and the first line of them in 30 px, each of which could be hyphenated if it were a word of its own.
    @Test(arguments: [
        "1eeaaaaee", "eeaaaaee1", "eeaaaaee.ee", "ee.eeaaaaee", "eeaaaaee@ee", "ee/eeaaaaee", "_eeaaaaee",
        "eeaaaaee://",
        "\\eeaaaaee", "#eeaaaaee", "\u{663}eeaaaaee",
    ])
    func whatIsNoPlainWord(_ text: String) throws {
        let lines = try bench().layOut(text, width: 30).lines
        #expect(!lines.contains { $0.endsWithHyphen })
    }

    @Test(arguments: ["eeaaaaee.", "(eeaaaaee)", "eeaaaaee: e", "eeaaaaee?", "\u{201C}eeaaaaee\u{201D}", "eeaaaaee's"])
    func plainWordsBesideSigns(_ text: String) throws {
        let lines = try bench().layOut(text, width: 30).lines
        #expect(lines.contains { $0.endsWithHyphen })
    }

    @Test func capitalsAsInBrowsers() throws {
        // Not in English; other languages have capitals everywhere.
        #expect(try !bench().layOut("Eeaaaaee", width: 30).lines[0].endsWithHyphen)
        #expect(try !bench().layOut("EEAAAAEE", width: 30).lines[0].endsWithHyphen)
        #expect(try bench(language: "de").layOut("Eeaaaaee", width: 30).lines[0].endsWithHyphen)
    }

    @Test func limits() throws {
        var bench = try bench()
        func first(_ limits: HyphenateLimits, _ text: String = "aaaaaa", width: Double = 30) -> String {
            bench.style.breaking.hyphenateLimits = limits
            return bench.lines(text, width: width)[0]
        }
        #expect(first(HyphenateLimits()) == "aaaa\u{2010}")
        #expect(first(HyphenateLimits(word: 7)) == "aaaaaa")
        #expect(first(HyphenateLimits(word: 6)) == "aaaa\u{2010}")
        #expect(first(HyphenateLimits(after: 3)) == "aaa\u{2010}")
        #expect(first(HyphenateLimits(before: 4), width: 24) == "aaaa\u{2010}")
        #expect(first(HyphenateLimits(), "aaaa", width: 18) == "aaaa")
        #expect(first(HyphenateLimits(word: 4), "aaaa", width: 18) == "aa\u{2010}")
        // The dictionary's own limits hold too.
        #expect(first(HyphenateLimits(word: 0, before: 0, after: 0), width: 12) == "aa\u{2010}")
    }

    @Test func charactersAreCountedWithoutMarks() throws {
        var bench = try bench()
        bench.style.breaking.hyphenateLimits = HyphenateLimits(word: 6)
        #expect(bench.lines("a\u{301}aaaa", width: 18).count == 1)
        #expect(bench.lines("a\u{301}aaaaa", width: 18).count > 1)
        // Never inside a grapheme cluster.
        for line in bench.layOut("aa\u{301}a\u{301}a\u{301}a\u{301}aa", width: 12).lines {
            #expect(
                bench.shape("aa\u{301}a\u{301}a\u{301}a\u{301}aa").analysis.isGraphemeStart(line.inlineRange.upperBound)
            )
        }
    }

    @Test func wordsOfSeveralStyles() throws {
        let bench = try bench("e1a\n3a3o")
        func text(_ second: (inout TextStyle) -> Void) -> AttributedText {
            var builder = AttributedTextBuilder()
            let id = builder.intern(bench.style)
            var other = bench.style
            second(&other)
            builder.append("eee", style: id)
            builder.append("aao", style: builder.intern(other))
            builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: id)
            return builder.finish()
        }
        func lines(_ text: AttributedText) -> [String] {
            ParagraphLayout(
                bench.context.shape(paragraph: 0, of: text), ParagraphConstraints(width: 24), context: bench.context
            ).dump
        }
        // Where the styles meet as anywhere in the word.
        #expect(lines(text { $0.shaping.fontWeight = 700 }) == ["eee\u{2010}", "aao"])
        // In one language alone, and where all of the word is hyphenated.
        #expect(lines(text { $0.shaping.language = "de" }) == ["eeeaao"])
        #expect(lines(text { $0.breaking.hyphens = .manual }) == ["eeeaao"])
    }

    @Test func minimumContentWidthCountsHyphens() throws {
        let bench = try bench("e1a")
        #expect(bench.shape("eeeaaaa e").contentWidths() == ContentWidths(minimum: 24, maximum: 51))
        #expect(bench.shape("eeeeaaa").contentWidths().minimum == 30)
        #expect(bench.shape("eee\u{AD}aa").contentWidths().minimum == 24)
    }

    @Test func aSoftHyphenBeforeAnObject() throws {
        let bench = try bench()
        var builder = AttributedTextBuilder()
        let id = builder.intern(bench.style)
        builder.append("eee\u{AD}", style: id)
        _ = builder.append(Attachment(kind: .image, source: nil), style: id)
        builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: id)
        let shaped = bench.context.shape(paragraph: 0, of: builder.finish())
        let layout = ParagraphLayout(
            shaped, ParagraphConstraints(width: 30), boxes: [InlineBoxMetrics(width: 20, height: 5)],
            context: bench.context)
        #expect(layout.lines.map(\.endsWithHyphen) == [true, false])
        #expect(layout.lines[0].runs.compactMap(\.insertedText) == ["\u{2010}"])
    }

    @Test func totalFitTakesHyphens() throws {
        var bench = try bench("e1a")
        bench.paragraphStyle.wrapStyle = .pretty
        bench.paragraphStyle.alignment = .justify
        let text = Array(repeating: "eeea eeeeeaeeea eea", count: 20).joined(separator: " ")
        for width in stride(from: 60.0, through: 120, by: 7) {
            let layout = bench.layOut(text, width: width)
            #expect(layout.lines.allSatisfy { $0.width <= width + 1.0 / 64 })
        }
        #expect(
            (60...90).contains { width in
                bench.layOut(text, width: Double(width)).lines.contains { $0.endsWithHyphen }
            })
    }

    @Test func rememberedWordsAreTheSame() throws {
        let letters = Array("eaoin")
        let words = (0..<400).map { number in
            String(String(number * 7919, radix: 5).compactMap { $0.wholeNumberValue.map { letters[$0] } })
        }
        let text = (words + words).joined(separator: " ")
        let with = try bench("1a1\ne2a\n3oi\nn1o")
        let without = try bench("1a1\ne2a\n3oi\nn1o")
        without.context.switches.hyphenationMemo = false
        #expect(with.layOut(text, width: 50).fingerprint == without.layOut(text, width: 50).fingerprint)
        #expect(with.layOut(text, width: 50).fingerprint == without.layOut(text, width: 50).fingerprint)
        #expect(with.context.counters.hyphenationHits > with.context.counters.wordsHyphenated / 2)
        #expect(without.context.counters.hyphenationHits == 0)
    }

    @Test(.enabled(if: Faces.exist(Faces.naskh, Faces.dejaVu), "needs fonts-noto-core and fonts-dejavu-core"))
    func arabicIsUntouched() throws {
        let text = "مرحبا بالعالم والمستخدمين eeaaaaee"
        func layOut(_ hyphens: Hyphens) throws -> ParagraphLayout {
            let dictionary = try HyphenationDictionary(Array("UTF-8\n1a1\n".utf8))
            var bench = try Bench(
                paths: [Faces.naskh, Faces.dejaVu], family: "Noto Naskh Arabic",
                hyphenation: HyphenationDictionaries(["ar": dictionary]))
            bench.style.shaping.language = "ar"
            bench.style.breaking.hyphens = hyphens
            return bench.layOut(text, width: 40)
        }
        let (with, without) = (try layOut(.auto), try layOut(.manual))
        let count = 3
        #expect(with.fingerprint.prefix(count) == without.fingerprint.prefix(count))
        #expect(with.lines.contains { $0.endsWithHyphen })
        #expect(!without.lines.contains { $0.endsWithHyphen })
    }

    /// What was a ligature or kerned is shaped again where it is cut.
    @Test(.enabled(if: Faces.exist(Faces.dejaVu), "needs fonts-dejavu-core"))
    func edgesOfShapedText() throws {
        let dictionary = try HyphenationDictionary(Array("UTF-8\nf1f1i\na1v\nv1a\n".utf8))
        var bench = try Bench(
            paths: [Faces.dejaVu], family: "DejaVu Sans", size: 20,
            hyphenation: HyphenationDictionaries(["en": dictionary]))
        bench.style.breaking.hyphens = .auto
        bench.style.shaping.language = "en"
        #expect(bench.lines("eeffiee", width: 50) == ["eeff‐", "iee"])
        for width in [40.0, 55, 60, 75, 90] {
            let lines = bench.layOut("avavavavavav", width: width).lines
            #expect(lines.dropLast().allSatisfy { $0.endsWithHyphen })
            for line in lines {
                let advance = line.runs.reduce(0) { $0 + $1.width }
                #expect(abs(advance - line.width) < 2.0 / 64, "\(width)")
            }
        }
    }
}
