import Testing

import GalleyText

/// Text for terminals: cells, not pixels.
@Suite struct TerminalTextWriterTests {
    /// A text in the making.
    private struct Writer {
        var builder = AttributedTextBuilder()
        let style: TextStyleID
        let paragraph: ParagraphStyleID

        init() {
            style = builder.intern(TextStyle())
            paragraph = builder.intern(ParagraphStyle())
        }

        mutating func line(_ string: String, _ alignment: TextAlignment = .start, white: WhiteSpaceCollapse = .collapse)
        {
            var text = TextStyle()
            text.breaking.whiteSpace = white
            let style = builder.intern(text)
            for (index, part) in string.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { builder.appendLineBreak(style: style) }
                builder.append(String(part), style: style)
            }
            var own = ParagraphStyle()
            own.alignment = alignment
            builder.endParagraph(style: builder.intern(own), strut: style)
        }

        mutating func block(
            _ role: Block.Role, _ kind: Block.Kind = .box, spaced: Bool = false, _ body: (inout Writer) -> Void
        ) {
            var style = BlockStyle()
            if spaced {
                style.margin.top = .length(.px(16))
                style.margin.bottom = .length(.px(16))
            }
            builder.openBlock(kind, role: role, style: style)
            body(&self)
            builder.closeBlock()
        }

        mutating func item(_ ordinal: Int, _ marker: ListItem.Marker, _ body: (inout Writer) -> Void) {
            block(.listItem, .item(ListItem(ordinal: ordinal, marker: marker, markerStyle: style)), body)
        }

        mutating func cell(
            _ string: String, columns: Int = 1, rows: Int = 1, header: Bool = false, _ alignment: TextAlignment = .start
        ) {
            block(
                header ? .tableHeaderCell : .tableCell,
                .cell(columnSpan: columns, rowSpan: rows, isHeader: header)
            ) { $0.line(string, alignment) }
        }

        mutating func row(_ body: (inout Writer) -> Void) { block(.tableRow, .row, body) }
        mutating func table(_ body: (inout Writer) -> Void) { block(.table, .table(columns: []), body) }
    }

    private func shown(
        columns: Int = 20, pageLines: Int? = nil, links: TerminalTextWriter.Links = .none,
        _ body: (inout Writer) -> Void
    ) -> String {
        var writer = Writer()
        body(&writer)
        let text = writer.builder.finish()
        #expect(text.brokenInvariants().isEmpty)
        return TerminalTextWriter(columns: columns, pageLines: pageLines, links: links).string(from: text)
    }

    // MARK: Lines

    @Test(arguments: [
        ("one two three four five six", "one two three four\nfive six\n"),
        // As wide as the line, and one more.
        ("aaaaa bbbbb ccccc dd", "aaaaa bbbbb ccccc dd\n"), ("aaaaa bbbbb ccccc ddd", "aaaaa bbbbb ccccc\nddd\n"),
        // What is longer than a line is cut.
        ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrst\nuvwxyz\n"),
        ("a abcdefghijklmnopqrstuvwxyz", "a\nabcdefghijklmnopqrst\nuvwxyz\n"),
        ("one\ntwo", "one\ntwo\n"),
        // Soft hyphens show where a line ends.
        ("aaaa bbbb hyphen\u{AD}ation", "aaaa bbbb hyphen-\nation\n"), ("a\u{AD}b", "ab\n"),
        ("aaaaaaaaaaaaaaaaaaaa\u{AD}b", "aaaaaaaaaaaaaaaaaaaa\nb\n"),
        // Wide characters take two cells; marks, selectors and joined emoji none of their own.
        (
            "\u{65E5}\u{672C}\u{8A9E}\u{306E}\u{6587}\u{7AE0}\u{306F}\u{9577}\u{3044}\u{304B}\u{3089}",
            "\u{65E5}\u{672C}\u{8A9E}\u{306E}\u{6587}\u{7AE0}\u{306F}\u{9577}\u{3044}\u{304B}\n\u{3089}\n"
        ),
        ("aaaaaaaaaaaaaaaaa \u{1F469}\u{200D}\u{1F467} b", "aaaaaaaaaaaaaaaaa \u{1F469}\u{200D}\u{1F467}\nb\n"),
        ("aaaaaaaaaaaaaaaaaaae\u{301} b", "aaaaaaaaaaaaaaaaaaae\u{301}\nb\n"),
        ("\u{1100}\u{1161}\u{11A8} aaaaaaaaaaaaaaaaa b", "\u{1100}\u{1161}\u{11A8} aaaaaaaaaaaaaaaaa\nb\n"),
        // No text steers the terminal.
        ("a\u{1B}]8;;x\u{7}b\u{9B}c", "a\u{FFFD}]8;;x\u{FFFD}b\u{FFFD}c\n"), ("a\u{C0}\u{E9}", "a\u{C0}\u{E9}\n"),
        // Logical order.
        ("\u{5E9}\u{5DC}\u{5D5}\u{5DD} abc", "\u{5E9}\u{5DC}\u{5D5}\u{5DD} abc\n"), ("", "\n"),
    ])
    func linesAreBroken(_ text: String, _ expected: String) {
        let shown = shown { $0.line(text) }
        #expect(shown == expected)
    }

    @Test func preservedSpacesAndTabsStay() {
        #expect(
            shown { $0.line("  if x {\n\ty   z\n}", white: .preserve) } == "  if x {\n        y   z\n}\n")
    }

    @Test func alignment() {
        #expect(shown { $0.line("abcd", .center) } == "        abcd\n")
        #expect(shown { $0.line("abcd", .right) } == "                abcd\n")
    }

    // MARK: Blocks

    @Test func headingsQuotesAndRules() {
        let shown = shown {
            $0.block(.heading(level: 1), spaced: true) { $0.line("Head") }
            $0.block(.blockquote, spaced: true) {
                $0.block(.paragraph, spaced: true) { $0.line("quoted text that is long") }
                $0.block(.paragraph, spaced: true) { $0.line("more") }
            }
            $0.block(.heading(level: 2), spaced: true) { $0.line("Next") }
            $0.block(.heading(level: 3)) { $0.line("Third") }
        }
        #expect(
            shown == """
                Head
                ════

                │ quoted text that
                │ is long
                │
                │ more

                Next
                ────

                Third

                """)
    }

    @Test func markersAreAlignedAndTextHangs() {
        let shown = shown {
            $0.block(.list, .list(isOrdered: true)) {
                $0.item(9, .counter(.decimal)) { $0.line("nine and some more text") }
                $0.item(10, .counter(.decimal)) {
                    $0.line("ten")
                    $0.block(.list, .list(isOrdered: false)) { $0.item(1, .counter(.disc)) { $0.line("inner") } }
                }
                $0.item(11, .none) { $0.line("none") }
                $0.item(12, .text("a marker that is long ")) { $0.line("long") }
            }
        }
        #expect(
            shown == """
                 9. nine and some
                    more text
                10. ten
                    • inner
                    none
                a marker that is
                long
                    long

                """, "\(shown)")
    }

    // MARK: Tables

    @Test func tablesAreDrawn() {
        let shown = shown(columns: 40) {
            $0.table {
                $0.row {
                    $0.cell("Name", header: true)
                    $0.cell("Number", header: true)
                }
                $0.row {
                    $0.cell("a")
                    $0.cell("1", .right)
                }
                $0.row {
                    $0.cell("\u{65E5}\u{672C}")
                    $0.cell("22", .right)
                }
            }
        }
        #expect(
            shown == """
                ┌──────┬────────┐
                │ Name │ Number │
                ╞══════╪════════╡
                │ a    │      1 │
                │ 日本 │     22 │
                └──────┴────────┘

                """)
    }

    @Test func spansAndLinesOfCells() {
        let shown = shown(columns: 24) {
            $0.table {
                $0.row {
                    $0.cell("tall", rows: 2)
                    $0.cell("wide", columns: 2)
                }
                $0.row {
                    $0.cell("one two three")
                    $0.cell("x")
                }
                $0.row {
                    $0.cell("big\nbox\nof\nfour\nlines", columns: 2, rows: 2)
                    $0.cell("y")
                }
                $0.row { $0.cell("z") }
            }
        }
        #expect(
            shown == """
                ┌──────┬───────────────┐
                │ tall │ wide          │
                │      ├───────────┬───┤
                │      │ one two   │ x │
                │      │ three     │   │
                ├──────┴───────────┼───┤
                │ big              │ y │
                │ box              ├───┤
                │ of               │ z │
                │ four             │   │
                │ lines            │   │
                └──────────────────┴───┘

                """)
    }

    /// A table of one column, one that holds tables, and one with more columns than there is room for.
    @Test func whatIsNoTableIsWrittenCellByCell() {
        #expect(shown { $0.table { $0.row { $0.cell("only") } } } == "only\n")
        #expect(
            shown {
                $0.table {
                    $0.row {
                        $0.cell("left")
                        $0.block(.tableCell, .cell(columnSpan: 1, rowSpan: 1, isHeader: false)) {
                            $0.table {
                                $0.row {
                                    $0.cell("a")
                                    $0.cell("b")
                                }
                            }
                        }
                    }
                }
            } == "left\n\n┌───┬───┐\n│ a │ b │\n└───┴───┘\n")
        #expect(
            shown {
                $0.table {
                    $0.row { row in for index in 0..<6 { row.cell("\(index)") } }
                }
            } == "0\n1\n2\n3\n4\n5\n")
    }

    /// Every line of random tables is as wide as the first, and none is wider than the terminal.
    @Test(arguments: 0..<60)
    func linesOfTablesAreEquallyWide(_ seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
        let words = ["a", "bb", "ccc dd", "one two three four", "\u{65E5}\u{672C}\u{8A9E}", "x\ny", ""]
        let columns = 20 + random(60)
        let shown = shown(columns: columns) {
            $0.table { table in
                for _ in 0..<1 + random(5) {
                    table.row { row in
                        for _ in 0..<2 + random(4) {
                            row.cell(
                                words[random(words.count)], columns: random(4) == 0 ? 1 + random(3) : 1,
                                rows: random(4) == 0 ? 1 + random(4) : 1, header: random(5) == 0)
                        }
                    }
                }
            }
        }
        func width(_ line: Substring) -> Int {
            line.unicodeScalars.reduce(0) { $0 + ((0x3000...0x9FFF).contains($1.value) ? 2 : 1) }
        }
        let widths = Set(shown.split(separator: "\n").map(width))
        #expect(widths.allSatisfy { $0 <= columns }, "\(shown)")
        if shown.hasPrefix("┌") { #expect(widths.count == 1, "\(shown)") }
    }

    // MARK: Links

    @Test func linksAreFootnotesOrControls() {
        func body(_ writer: inout Writer) {
            for (text, url) in [
                ("here", "https://e.x/a b"), ("https://e.x/", "https://e.x/"), ("twice", "https://e.x/a b"),
            ] {
                writer.builder.append("See ", style: writer.style)
                writer.builder.openSpan(link: Link(url: url))
                writer.builder.append(text, style: writer.style)
                writer.builder.closeSpan()
                writer.line(".")
            }
        }
        #expect(
            shown(links: .footnotes, body)
                == "See here[1].\nSee https://e.x/.\nSee twice[1].\n\n────────────────────\n[1] https://e.x/a b\n")
        let start = "\u{1B}]8;;https://e.x/a%20b\u{1B}\\"
        let end = "\u{1B}]8;;\u{1B}\\"
        #expect(shown(links: .hyperlinks, body).hasPrefix("See \(start)here\(end).\n"))
        #expect(shown(body).hasPrefix("See here.\n"))
        // A link over two lines is one on each.
        let long = shown(links: .hyperlinks) {
            $0.builder.openSpan(link: Link(url: "https://e.x/a b"))
            $0.builder.append("one two three four five", style: $0.style)
            $0.builder.closeSpan()
            $0.line("")
        }
        #expect(long == "\(start)one two three four\(end)\n\(start)five\(end)\n")
    }

    @Test func anItemThatBeginsWithATableKeepsItsMarker() {
        let shown = shown(columns: 30) {
            $0.block(.list, .list(isOrdered: true)) {
                $0.item(1, .counter(.decimal)) {
                    $0.table {
                        $0.row {
                            $0.cell("a")
                            $0.cell("b")
                        }
                    }
                }
            }
        }
        #expect(shown == "1. ┌───┬───┐\n   │ a │ b │\n   └───┴───┘\n")
    }

    @Test func eachParagraphOfACellHasItsOwnSide() {
        let shown = shown(columns: 30) {
            $0.table {
                $0.row {
                    $0.block(.tableCell, .cell(columnSpan: 1, rowSpan: 1, isHeader: false)) {
                        $0.line("right, long", .right)
                        $0.line("b", .left)
                        $0.line("c", .right)
                    }
                    $0.cell("x")
                }
            }
        }
        #expect(shown.contains("│ b           │"))
        #expect(shown.contains("│           c │"))
    }

    @Test("No cell reaches out of its group of rows (HTML §4.9.12.1)", arguments: [2, 3, 65_534, Int.max])
    func rowSpansEndWithTheirGroup(rows: Int) {
        let shown = shown(columns: 30) {
            $0.table {
                $0.block(.none, .rowGroup(.header)) {
                    $0.row {
                        $0.cell("A", columns: 1, rows: rows, header: true)
                        $0.cell("B", columns: .max, header: true)
                    }
                }
                $0.block(.none, .rowGroup(.body)) {
                    $0.row {
                        $0.cell("one")
                        $0.cell("two")
                    }
                }
            }
        }
        #expect(shown == "┌─────┬─────┐\n│ A   │ B   │\n╞═════╪═════╡\n│ one │ two │\n└─────┴─────┘\n")
    }

    @Test("Text of a table that stands in no cell is shown: as it comes, without lines", arguments: [0, 1, 2])
    func textOutsideOfCellsIsShown(place: Int) {
        let shown = shown(columns: 30) {
            $0.table {
                if place == 0 { $0.line("stray", .left) }
                $0.row {
                    $0.cell("a")
                    if place == 1 { $0.line("stray", .left) }
                    $0.cell("b")
                }
                if place == 2 { $0.line("stray", .left) }
            }
        }
        let words = shown.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(words.sorted() == ["a", "b", "stray"])
    }

    @Test func sizesAreCut() {
        var writer = TerminalTextWriter()
        writer.columns = -1
        writer.pageLines = 0
        #expect(writer.columns == 20 && writer.pageLines == 5)
        writer.pageLines = .max
        #expect(writer.string(from: AttributedText("x\n\ny")).hasSuffix("y\n"))
    }

    // MARK: Pages

    @Test func pagesEndWhereTheyMay() {
        let shown = shown(columns: 20, pageLines: 5) {
            // Four lines, of which none may stand alone; then a heading that stays with what follows.
            $0.block(.paragraph, spaced: true) { $0.line("one\ntwo\nthree") }
            $0.block(.heading(level: 3), spaced: true) { $0.line("Head") }
            $0.block(.paragraph, spaced: true) { $0.line("a\nb\nc\nd\ne\nf\ng") }
        }
        #expect(shown == "one\ntwo\nthree\n\u{C}Head\n\na\nb\nc\n\u{C}d\ne\nf\ng\n")
    }

    @Test func headersOfTablesAreRepeated() {
        let shown = shown(columns: 20, pageLines: 8) {
            $0.table {
                $0.row {
                    $0.cell("H", header: true)
                    $0.cell("I", header: true)
                }
                for index in 0..<12 {
                    $0.row {
                        $0.cell("\(index)")
                        $0.cell("x")
                    }
                }
            }
        }
        let pages = shown.split(separator: "\u{C}")
        #expect(pages.count == 3)
        #expect(pages.allSatisfy { $0.hasPrefix("┌") && $0.contains("│ H  │ I │\n╞════╪═══╡\n") }, "\(shown)")
        #expect((0..<12).allSatisfy { shown.contains("│ \($0) ") })
    }
}
