import GalleyFonts
import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// `text-emphasis` (CSS Text Decoration 4 §3).
@Suite struct EmphasisTests {
    private func bench(isUnder: Bool = false, lineHeight: LineHeight = .normal) throws -> Bench {
        var bench = try Bench()
        bench.style.paint.emphasis = TextEmphasis(mark: "o", color: .black, isUnder: isUnder)
        bench.style.lineHeight = lineHeight
        return bench
    }

    private func marks(_ layout: ParagraphLayout) -> [Double] {
        layout.lines.flatMap { $0.runs.flatMap { $0.emphasis?.x ?? [] } }
    }

    @Test(arguments: [
        ("a", true), (" ", false), ("\u{3000}", false), ("\u{A0}", false), ("\u{200D}", false), (".", false),
        ("、", false), ("「", false), ("-", false), ("#", true), ("＃", true), ("%", true), ("＆", true), ("@", true),
        ("§", true), ("¶", true), ("\u{2030}", true), ("\u{66A}", true), ("〽", true), ("*", false), ("/", false),
        ("＊", false), ("+", true), ("$", true), ("1", true), ("漢", true), ("\u{378}", false), ("\u{7}", false),
    ]) func charactersWithMarks(character: Unicode.Scalar, isMarked: Bool) {
        #expect(EmphasisMark.marks(character.value) == isMarked)
    }

    /// Half as large as the text and centred over each letter: 6 px letters, 3 px marks.
    @Test func placesOverEachLetter() throws {
        let layout = try bench().layOut("ee e.")
        #expect(marks(layout) == [1.5, 7.5, 16.5])
        let emphasis = try #require(layout.lines[0].runs[0].emphasis)
        let mark = emphasis.mark
        #expect(mark.fontSize == 5 && mark.advance == 3)
        // Its lower edge is on the content area's upper one.
        #expect(emphasis.baseline == layout.lines[0].baseline - 8 - mark.descent)
        let below = try #require(try bench(isUnder: true).layOut("e").lines[0].runs[0].emphasis)
        #expect(below.baseline == 8 + 2 + mark.ascent)
    }

    /// The line grows by what the half-leading over the em lacks.
    @Test func lineHeights() throws {
        let mark = try #require(try bench().layOut("e").lines[0].runs[0].emphasis).mark
        let plain = try Bench().layOut("e").size.height
        #expect(try bench().layOut("e").size.height == plain + mark.ascent)
        #expect(try bench(isUnder: true).layOut("e").size.height == plain + mark.height)
        // 20 px have 5 px above: enough.
        #expect(mark.height <= 5)
        #expect(try bench(lineHeight: .multiple(2)).layOut("e").size.height == 20)
        #expect(try bench(lineHeight: .multiple(1)).layOut("e").size.height == 10 + mark.ascent)
    }

    @Test func lettersOfALigatureShareIt() throws {
        let layout = try bench().layOut("fi")
        let found = marks(layout)
        #expect(found.count == 2)
        let width = layout.lines[0].width
        #expect(abs(found[0] + 1.5 - width / 4) < 1e-9 && abs(found[1] + 1.5 - width * 3 / 4) < 1e-9)
        // One mark for a letter with its accent.
        #expect(marks(try bench().layOut("e\u{301}")).count == 1)
    }

    @Test func spacingIsNotTheLetters() throws {
        var spaced = try bench()
        spaced.style.shaping.letterSpacing = .px(4)
        #expect(marks(spaced.layOut("ee")) == [1.5, 11.5])
    }

    @Test func nothingIsMarkedWithoutEmphasis() throws {
        let layout = try Bench().layOut("eee")
        #expect(layout.shaped.emphasisMarks.isEmpty)
        #expect(marks(layout).isEmpty)
        var empty = try bench()
        empty.style.paint.emphasis?.mark = ""
        #expect(marks(empty.layOut("e")).isEmpty)
    }
}
