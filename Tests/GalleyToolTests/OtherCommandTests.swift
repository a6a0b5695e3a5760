import Foundation
import Testing

/// `galley layout`, `text`, `measure`, `fonts` and the root.
struct OtherCommandTests {
    @Test func layoutPrintsTheContract() throws {
        try Command.withFolder { galley in
            try galley.write(
                "<p style='margin:0'>One <br>soft\u{AD}hy <img width=5 height=5 alt=see></p><ul><li dir=rtl>\u{5D0}\u{5D1}</ul>",
                to: "in.html")
            let run = try galley("layout", "in.html", "--width", "400")
            #expect(run.status == 0, "\(run.errors)")
            let root = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
            #expect(root.keys.sorted() == ["height", "lines", "width"])
            #expect(root["width"] as? Double == 400)
            let lines = try #require(root["lines"] as? [[String: Any]])
            #expect(lines.map { $0["text"] as? String } == ["One", "softhy \u{FFFC}", "\u{5D0}\u{5D1}"])
            #expect(lines.map { $0["shown"] as? String } == [nil, "softhy see", nil])
            #expect(lines.map { $0["paragraph"] as? Int } == [0, 0, 1])
            #expect(lines.map { $0["direction"] as? String } == ["ltr", "ltr", "rtl"])
            for line in lines {
                #expect(
                    line.keys.filter { $0 != "shown" }.sorted()
                        == ["baseline", "direction", "height", "paragraph", "text", "width", "x", "y"])
                for key in ["baseline", "height", "width", "x", "y"] {
                    let value = try #require(line[key] as? Double)
                    #expect((value * 64).rounded() == value * 64)
                }
            }
            // The bytes have the keys in order too.
            #expect(run.text.contains("{\"baseline\":") && run.text.contains(",\"width\":400}"))
            #expect(try galley("layout", "in.html", "--width", "400").output == run.output)
        }
    }

    @Test func layoutWithGlyphsHasRuns() throws {
        let run = try galley(["layout", "-", "--from", "text", "--glyphs", "--family", "Galley Test"], "ab")
        let root = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
        let lines = try #require(root["lines"] as? [[String: Any]])
        let runs = try #require(lines.first?["runs"] as? [[String: Any]])
        #expect(runs.count == 1)
        #expect((runs[0]["glyphs"] as? [[Double]])?.count == 2)
        #expect((runs[0]["clusters"] as? [[Any]])?.compactMap { $0.first as? String } == ["a", "b"])
        #expect(runs[0]["size"] as? Double == 16)
    }

    @Test func textNeedsNoLines() throws {
        let run = try galley(["text", "-"], "<ol start=3><li>three<li>four</ol><p>a&nbsp;b")
        #expect(run.status == 0)
        #expect(run.text.contains("3. three\n") && run.text.contains("4. four\n") && run.text.hasSuffix("b\n"))
    }

    @Test func textInOtherForms() throws {
        try Command.withFolder { galley in
            try galley.write("<ul><li>one<li>two<br>three</ul><p>a <b>b</b> <img src=x alt=y>", to: "in.html")
            let compatible = try galley("text", "--compatible", "in.html")
            #expect(compatible.text == "\t•\tone\n\t•\ttwo\u{2028}three\na b \u{FFFC}\n", "\(compatible.errors)")
            let fragment = try galley("text", "--fragment", "in.html")
            #expect(fragment.text.contains("<li>one</li>") && !fragment.text.contains("<html"))
            // The form is told by the extension, and HTML written from HTML stays as it is.
            #expect(try galley("text", "in.html", "-o", "out.html").status == 0)
            let page = try galley("text", "--html", "out.html")
            #expect(page.text.hasPrefix("<!DOCTYPE html>\n<html>") && page.text.contains("<style>"))
            #expect(try page.output == galley.read("out.html"))
            #expect(try galley("text", "--html", "in.html", "out.html").status == 64)
            #expect(try galley("text", "--html", "--compatible", "in.html").status == 64)
        }
    }

    @Test func textIsLaidOutForTerminals() throws {
        let html = "<h1>Head</h1><p>one two three four <a href='https://e.x/'>five</a> six</p>"
        let plain = try galley(["text", "-", "--columns", "20"], html)
        #expect(plain.text == "Head\n════\n\none two three four\nfive six\n", "\(plain.text)")
        let pages = try galley(["text", "-", "--columns", "20", "--page-lines", "5", "--links", "footnotes"], html)
        #expect(pages.text.contains("five[1] six\n") && pages.text.contains("\u{C}"), "\(pages.text)")
        #expect(try galley(["text", "-", "--links", "hyperlinks"], html).text.contains("\u{1B}]8;;https://e.x/"))
        for wrong in [
            ["--columns", "5"], ["--page-lines", "0"], ["--columns", "40", "--compatible"], ["--links", "x"],
        ] {
            #expect(try galley(["text", "-"] + wrong, html).status == 64, "\(wrong)")
        }
    }

    @Test func measureTellsTheRoomThatTextTakes() throws {
        let wide = try galley(["measure", "--text", "aa aa", "--family", "Galley Test", "--json"], "")
        let object = try #require(try JSONSerialization.jsonObject(with: wide.output) as? [String: Any])
        #expect(object["lines"] as? Int == 1 && object["name"] as? String == "aa aa")
        let width = try #require(object["width"] as? Double)
        #expect(width > 0)
        let narrow = try galley(
            ["measure", "--text", "aa aa", "--family", "Galley Test", "--width", "\(width - 1)"], "")
        #expect(narrow.text.contains(", 2 lines, "), "\(narrow.text)")
        let each = try galley(["measure", "-", "--each", "--family", "Galley Test"], "a\nab\nabc\n")
        #expect(each.text.split(separator: "\n").count == 3)
        #expect(try galley(["measure"], "").status == 64)
    }

    @Test func fontsAreListed() throws {
        let all = try galley(["fonts"], "")
        #expect(all.status == 0 && all.text.contains("Galley Test"))
        let one = try galley(["fonts", "galley test"], "")
        #expect(one.text.hasPrefix("Galley Test\n  "))
        let none = try galley(["fonts", "no such family at all"], "")
        #expect(none.status == 1 && none.errors.contains("[no-such-family]"))
    }

    @Test func helpShowsExamples() throws {
        for arguments in [["--help"]] + ["render", "layout", "text", "measure", "fonts"].map({ [$0, "--help"] }) {
            let run = try galley(arguments, "")
            #expect(run.status == 0 && run.text.contains("Examples:"), "\(arguments)")
        }
        #expect(try galley(["--version"], "").text.split(separator: ".").count == 3)
    }

    @Test func aCharacterThatNoFaceHasIsAWarningWithItsScript() throws {
        // Cypro-Minoan and a private character: no Debian face has both.
        let run = try galley(["layout", "-", "--from", "text"], "a\u{12F90}\u{F8F0}")
        #expect(run.status == 1)
        #expect(run.errors.contains("<stdin>: warning: no font has glyphs for"), "\(run.errors)")
        #expect(run.errors.contains("Debian's package"), "\(run.errors)")
    }

    private func galley(_ arguments: [String], _ input: String) throws -> Command.Outcome {
        var outcome: Command.Outcome?
        try Command.withFolder { outcome = try $0.run(arguments, input: Data(input.utf8)) }
        return try #require(outcome)
    }
}
