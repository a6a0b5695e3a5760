import GalleyFonts
import GalleyShaping
import GalleyTestSupport
import GalleyText
import Testing

import GalleyParagraph

/// Lines broken together: against every way there is of breaking them, and what people expect to see.
@Suite struct TotalFitTests {
    // MARK: What is seen

    @Test func balancedLinesAreAboutEquallyLong() throws {
        var bench = try Bench()
        #expect(bench.lines("eeee eeee eeee eeee eeee", width: 110) == ["eeee eeee eeee eeee·", "eeee"])
        bench.paragraphStyle.wrapStyle = .balance
        #expect(bench.lines("eeee eeee eeee eeee eeee", width: 110) == ["eeee eeee eeee·", "eeee eeee"])
        // One line stays one.
        #expect(bench.lines("eeee eeee", width: 110) == ["eeee eeee"])
        // Each part between forced breaks by itself.
        #expect(
            bench.lines("eeee eeee eeee eeee eeee\u{2028}eeee eeee", width: 110) == [
                "eeee eeee eeee·", "eeee eeee↵", "eeee eeee",
            ])
    }

    @Test func prettyLinesLeaveNoWordAlone() throws {
        var bench = try Bench()
        let text = "eeee eee eeee eeee eeee eeee e"
        #expect(bench.lines(text, width: 160).last == "e")
        bench.paragraphStyle.wrapStyle = .pretty
        #expect(bench.lines(text, width: 160) == ["eeee eee eeee eeee eeee·", "eeee e"])
    }

    /// Joined letters that may be parted anywhere: each line would have to be shaped whole. There is an end to that, and the
    /// lines are filled one after the other.
    @Test func whatTakesTooLongIsNotPlanned() throws {
        var bench = try Bench()
        bench.style.breaking.wordBreak = .breakAll
        let text = String(repeating: "ب", count: 900)
        let greedy = bench.layOut(text, width: 130)
        bench.paragraphStyle.wrapStyle = .pretty
        let before = bench.context.counters.edgesShaped
        let pretty = bench.layOut(text, width: 130)
        #expect(pretty.fingerprint == greedy.fingerprint)
        #expect(bench.context.counters.edgesShaped - before < 20_000)
        // What is short is planned whatever it takes.
        let short = String(repeating: "ب", count: 24)
        bench.paragraphStyle.wrapStyle = .balance
        let planned = bench.layOut(short, width: 70)
        bench.paragraphStyle.wrapStyle = .auto
        #expect(planned.lineCount > 1 && planned.dump != bench.layOut(short, width: 70).dump)
    }

    @Test func justifiedLinesShareTheirRoom() throws {
        var bench = try Bench()
        bench.paragraphStyle.alignment = .justify
        let text =
            "In olden times when wishing still helped one there lived a king whose daughters were all beautiful and the "
            + "youngest was so beautiful that the sun itself which has seen so much was astonished whenever it shone in her face"
        bench.paragraphStyle.wrapStyle = .pretty
        let pretty = bench.layOut(text, width: 230)
        bench.paragraphStyle.wrapStyle = .auto
        let greedy = bench.layOut(text, width: 230)
        #expect(pretty.lineCount == greedy.lineCount)
        #expect(widestSpace(pretty) < widestSpace(greedy))
    }

    /// The widest space of a justified line, the last one apart, in px.
    private func widestSpace(_ layout: ParagraphLayout) -> Double {
        layout.lines.dropLast().map { line in
            line.runs.map { run in
                run.withGlyphs { _, clusters in
                    clusters.indices.map { index in
                        layout.shaped.inline.utf8[clusters[index].range.lowerBound] == 0x20
                            ? clusters[index].advance : 0
                    }.max() ?? 0
                }
            }.max() ?? 0
        }.max() ?? 0
    }

    @Test func longWordsBreakOnlyWhereTheyMust() throws {
        var bench = try Bench()
        bench.paragraphStyle.wrapStyle = .pretty
        #expect(bench.lines("ee eeeeeee ee", width: 20) == ["ee·", "eeeeeee·", "ee"])
        bench.style.breaking.overflowWrap = .breakWord
        #expect(bench.lines("ee eeeeeee ee", width: 21) == ["ee·", "eee", "eee", "e ee"])
        bench.paragraphStyle.wrapStyle = .balance
        #expect(bench.lines("ee eeeeeee ee", width: 21) == ["ee·", "eee", "eee", "e ee"])
        #expect(bench.lines("eee", width: 1) == ["e", "e", "e"])
    }

    @Test func emptyAndForcedLines() throws {
        var bench = try Bench()
        for style in [TextWrapStyle.pretty, .balance] {
            bench.paragraphStyle.wrapStyle = style
            #expect(bench.lines("", width: 100).count == 1)
            #expect(bench.lines("ee\u{2028}", width: 100) == ["ee↵"])
            #expect(bench.lines("\u{2028}\u{2028}ee", width: 100) == ["↵", "↵", "ee"])
            #expect(bench.lines("ee ee", width: 0) == ["ee·", "ee"])
        }
    }

    @Test func textWithTabsIsFilledLineByLine() throws {
        var bench = try Bench()
        bench.style.breaking.whiteSpace = .preserve
        let text = "ee\tee ee ee ee ee"
        let filled = bench.lines(text, width: 60)
        bench.paragraphStyle.wrapStyle = .balance
        #expect(bench.lines(text, width: 60) == filled)
    }

    /// Beside a float lines are filled; below it, where the room no longer changes, they are broken together as if the
    /// paragraph began there.
    @Test func belowAFloatOnlyTheLinesThereCount() throws {
        var bench = try Bench()
        bench.paragraphStyle.alignment = .justify
        bench.paragraphStyle.wrapStyle = .pretty
        let first = "eeee eeee eeee eeee "
        let rest = "ee ee ee eeeeeee eeeeeeeee ee eeeeeeee ee ee eeee e eeeee ee eee eeeeee e"
        let below = bench.layOut(rest, width: 70).dump
        let shaped = bench.shape(first + rest)
        let beside = ParagraphLayout(
            shaped,
            ParagraphConstraints(
                width: 70,
                lineSpace: { offset, _ in
                    offset < 40 ? LineSpace(x: 0, width: 55, nextOffset: 40) : LineSpace(x: 0, width: 70)
                }), context: bench.context)
        #expect(Array(beside.dump.prefix(2)) == ["eeee eeee·", "eeee eeee·"])
        #expect(Array(beside.dump.dropFirst(2)) == below)
    }

    /// A word that fits nowhere costs the same in every way of breaking; the others are still broken well, and quickly.
    @Test func aLongWordDoesNotSpoilTheRest() throws {
        var bench = try Bench()
        bench.paragraphStyle.wrapStyle = .pretty
        bench.style.breaking.overflowWrap = .breakWord
        let rest = "eeee eee eeee eeee eeee eeee e"
        let alone = bench.lines(rest, width: 160)
        let both = bench.lines(String(repeating: "e", count: 40) + "\u{2028}" + rest, width: 160)
        #expect(Array(both.suffix(alone.count)) == alone)
    }

    // MARK: Against all ways

    /// A paragraph of words and soft hyphens, and everything a line of it can be.
    private struct AllWays {
        let bench: Bench
        let cost: LineCost
        /// The pieces between which lines may end; each but the last ends with a space or a soft hyphen.
        let pieces: [String]
        let room: (first: Double, other: Double)
        private var widths: [Int: Double] = [:]
        private let hyphen: Double

        init(_ bench: Bench, _ pieces: [String], _ cost: LineCost, room: (first: Double, other: Double)) {
            self.bench = bench
            self.pieces = pieces
            self.cost = cost
            self.room = room
            hyphen = bench.layOut("\u{2010}").lines[0].width
        }

        func text(_ first: Int, _ end: Int) -> String {
            let text = pieces[first..<end].joined().replacing("\u{AD}", with: "")
            return text.hasSuffix(" ") ? String(text.dropLast()) : text
        }

        mutating func line(_ first: Int, _ end: Int, afterHyphen: Bool) -> LineCost.Line {
            let isHyphen = pieces[end - 1].hasSuffix("\u{AD}")
            let text = text(first, end)
            let key = first * 64 + end
            let width = widths[key] ?? bench.layOut(text).lines[0].width + (isHyphen ? hyphen : 0)
            widths[key] = width
            return LineCost.Line(
                width: (width * 64 - 1e-6).rounded(.up) / 64, available: first == 0 ? room.first : room.other,
                places: Int32(text.count { $0 == " " }), isLast: end == pieces.count,
                isOnly: first == 0, endsWithHyphen: isHyphen, previousEndsWithHyphen: afterHyphen)
        }

        /// The least cost of all ways to break the pieces from `first` on, each line fitting, an overfull one only where
        /// a single piece is too wide.
        mutating func least(from first: Int = 0, afterHyphen: Bool = false) -> BreakCost {
            guard first < pieces.count else { return BreakCost() }
            var best = BreakCost(misfit: .infinity)
            for end in first + 1...pieces.count {
                let line = line(first, end, afterHyphen: afterHyphen)
                let fits = line.width <= line.available + 1.0 / 64
                if !fits, end > first + 1 { continue }
                let own = fits ? cost.of(line) : cost.ofOverfull(line)
                let rest = least(from: end, afterHyphen: line.endsWithHyphen)
                best = min(best, own + rest)
            }
            return best
        }

        /// The cost of a layout's lines.
        mutating func of(_ layout: ParagraphLayout) -> BreakCost {
            var sum = BreakCost()
            var first = 0
            var bytes = 0
            var afterHyphen = false
            for line in layout.lines {
                var end = first
                while end < pieces.count, bytes < line.inlineRange.upperBound {
                    bytes += pieces[end].utf8.count
                    end += 1
                }
                #expect(bytes == line.inlineRange.upperBound)
                let measured = self.line(first, end, afterHyphen: afterHyphen)
                sum =
                    sum
                    + (measured.width <= measured.available + 1.0 / 64 ? cost.of(measured) : cost.ofOverfull(measured))
                afterHyphen = measured.endsWithHyphen
                first = end
            }
            #expect(first == pieces.count)
            return sum
        }
    }

    @Test(arguments: [TextWrapStyle.pretty, .balance], [TextAlignment.start, .justify])
    func noOtherWayIsBetter(_ wrap: TextWrapStyle, _ alignment: TextAlignment) throws {
        var random = SeededGenerator(seed: 77)
        var bench = try Bench(paths: [])
        var better = 0
        for round in 0..<500 {
            let words = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                // Kerning, ligatures and marks make edges that must be shaped again.
                ["e", "ee", "office", "AVAV", "To", "eee\u{AD}eee", "ffi\u{AD}fi", "A\u{AD}V", "eeeeeeee", "e\u{301}e"]
                    .randomElement(using: &random)!
            }
            let string = words.joined(separator: " ")
            var pieces: [String] = []
            var piece = ""
            for character in string.unicodeScalars {
                piece.unicodeScalars.append(character)
                if character == " " || character == "\u{AD}" {
                    pieces.append(piece)
                    piece = ""
                }
            }
            pieces.append(piece)
            // All ways double with each piece.
            guard pieces.count <= 13 else { continue }
            let width = Double.random(in: 12...160, using: &random)
            let indent = [0, 0, 12, -7.5].randomElement(using: &random)!
            bench.paragraphStyle.alignment = alignment
            bench.paragraphStyle.indent = .px(indent)
            bench.paragraphStyle.wrapStyle = wrap
            var cost = LineCost(
                aim: wrap == .balance ? .balance : .pretty, justifies: alignment == .justify, justifiesLast: false,
                ease: 1.5)
            cost.balancedRoom = width
            var plain = bench
            plain.paragraphStyle = ParagraphStyle()
            var ways = AllWays(plain, pieces, cost, room: (width - indent, width))
            let layout = bench.layOut(string, width: width)
            let found = ways.of(layout)
            let least = ways.least()
            let comment: Comment = "round \(round): \(string) in \(width), \(layout.dump)"
            #expect(found.misfit == least.misfit && found.lines == least.lines, comment)
            #expect(abs(found.demerits - least.demerits) <= 1e-9 * max(1, least.demerits), comment)
            bench.paragraphStyle.wrapStyle = .auto
            let greedy = ways.of(bench.layOut(string, width: width))
            #expect(!(greedy < found) || greedy.demerits - found.demerits > -1e-6, comment)
            if found < greedy { better += 1 }
        }
        #expect(better > 30)
    }
}
