import Foundation
import Testing

/// `galley render`: files, streams, exit codes.
struct RenderCommandTests {
    static let document = """
        <!DOCTYPE html><title>T</title><h1>Head</h1><p>Some <b>bold</b> text and <a href="https://example.com/">a link</a>.
        <ul><li>one<li>two</ul>
        """

    static let heads: [(String, String)] = [
        ("pdf", "%PDF-1.7"), ("png", "\u{89}PNG"), ("svg", "<?xml"), ("json", "{\"height\":"), ("txt", "Head\n"),
    ]

    @Test(arguments: heads) func theFormatIsTheExtensions(_ format: String, _ head: String) throws {
        try Command.withFolder { galley in
            try galley.write(Self.document, to: "in.html")
            let run = try galley("render", "in.html", "-o", "out.\(format)")
            #expect(run.status == 0 && run.errors == "" && run.output.isEmpty, "\(run.errors)")
            #expect(try galley.read("out.\(format)").starts(with: head.unicodeScalars.map { UInt8($0.value) }))
            #expect(try galley.files() == ["in.html", "out.\(format)"])
            // The same bytes again, and on standard output.
            let again = try galley("render", "in.html", "--format", format, "-o", "-")
            #expect(try again.status == 0 && again.output == galley.read("out.\(format)"))
        }
    }

    @Test func withoutAnOutputTheNameIsTheInputs() throws {
        try Command.withFolder { galley in
            try galley.write(Self.document, to: "in.html")
            #expect(try galley("render", "in.html").status == 0)
            #expect(try galley("render", "-", input: Data(Self.document.utf8)).output.starts(with: Array("%PDF".utf8)))
            #expect(try galley.files() == ["in.html", "in.pdf"])
        }
    }

    @Test func severalDocumentsGoToAFolder() throws {
        try Command.withFolder { galley in
            for name in ["a.html", "b.html", "c.txt"] { try galley.write(Self.document, to: name) }
            #expect(try galley("render", "a.html", "b.html", "c.txt", "-o", "out", "--format", "txt").status == 0)
            #expect(
                try galley.files() == ["a.html", "b.html", "c.txt", "out", "out/a.txt", "out/b.txt", "out/c.txt"])
            #expect(try String(decoding: galley.read("out/c.txt"), as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
            #expect(try galley("render", "a.html", "x/a.html", "-o", "out").status == 64)
            #expect(try galley("render", "a.html", "b.html", "-o", "-").status == 64)
        }
    }

    @Test func pagesOfPicturesAreNumbered() throws {
        try Command.withFolder { galley in
            try galley.write(String(repeating: "A line.\n", count: 40), to: "in.txt")
            #expect(try galley("render", "in.txt", "-o", "p.png", "--page", "300x400", "--margin", "20").status == 0)
            let names = try galley.files().filter { $0.hasSuffix(".png") }
            // How many there are is the system's serif face's affair.
            #expect((2...9).contains(names.count) && names == (1...names.count).map { "p-\($0).png" }, "\(names)")
        }
    }

    @Test func somePagesAndTheFirstNumber() throws {
        try Command.withFolder { galley in
            try galley.write(String(repeating: "A line.\n", count: 200), to: "in.txt")
            let page = ["--page", "300x400", "--margin", "20"]
            let run = try galley.run(
                ["render", "in.txt", "-o", "p.png", "--pages", "4,6-7", "--first-page", "3"] + page, input: Data())
            #expect(run.status == 0, "\(run.errors)")
            #expect(try galley.files().filter { $0.hasSuffix(".png") } == ["p-4.png", "p-6.png", "p-7.png"])
            for wrong in [
                ["--pages", "x"], ["--pages", "5-2"], ["--first-page", "-1"], ["--pages", "1", "--width", "9"],
            ] {
                #expect(try galley.run(["render", "in.txt", "-o", "q.pdf"] + wrong, input: Data()).status == 64)
            }
        }
    }

    /// What a document says of its pages counts, unless the options say otherwise.
    @Test func pageRulesCount() throws {
        try Command.withFolder { galley in
            let rules = "@page { size: 300px 200px; margin: 10px; @bottom-center { content: \"footer\" } }"
            try galley.write("<style>\(rules)</style><p>Text", to: "in.html")
            #expect(try galley("render", "in.html", "-o", "a.svg", "--pages", "1").status == 0)
            #expect(
                try String(decoding: galley.read("a.svg"), as: UTF8.self).contains("width=\"300px\" height=\"200px\""))
            #expect(try galley("render", "in.html", "-o", "b.svg", "--page", "A5").status == 0)
            #expect(try !String(decoding: galley.read("b.svg"), as: UTF8.self).contains("width=\"300px\""))
        }
    }

    /// Viewers call pages what their footers say.
    @Test func pagesAreLabelledAsTheyShowTheirNumbers() throws {
        try Command.withFolder { galley in
            let rules = "@page { @bottom-center { content: counter(page, lower-roman) } }"
            try galley.write("<style>\(rules)</style><p>Text", to: "in.html")
            #expect(try galley("render", "in.html", "-o", "a.pdf", "--first-page", "4").status == 0)
            #expect(try String(decoding: galley.read("a.pdf"), as: UTF8.self).contains("(iv)"))
        }
    }

    @Test func aMissingImageIsAWarningAndItsTextIsShown() throws {
        try Command.withFolder { galley in
            try galley.write("<p><img src=none.png alt=Lamp><img src=none.png alt=Other>", to: "in.html")
            let run = try galley("render", "in.html", "-o", "out.pdf")
            #expect(run.status == 1)
            #expect(run.errors.split(separator: "\n").count == 1)
            #expect(run.errors.hasPrefix("in.html: warning: not found: file://"))
            #expect(run.errors.hasSuffix("/none.png [missing-image]\n"))
            let quiet = try galley("render", "in.html", "-o", "out.pdf", "--quiet")
            #expect(quiet.status == 1 && quiet.errors.isEmpty)
            #expect(try galley("render", "in.html", "-o", "out.pdf", "--no-images").status == 0)
        }
    }

    @Test func styleSheetsAndFacesOfTheOptionsAreUsed() throws {
        try Command.withFolder { galley in
            try galley.write("<link rel=stylesheet href=doc.css><p>Text<p class=x>Hidden", to: "in.html")
            try galley.write("p { margin: 0 }", to: "reader.css")
            try galley.write(".x { display: none }", to: "doc.css")
            let run = try galley("render", "in.html", "-o", "-", "--format", "txt", "--css", "reader.css")
            #expect(run.text == "Text\n", "\(run)")
            #expect(
                try galley("render", "in.html", "--css", "none.css").errors.hasPrefix("none.css: error: there is no"))
        }
    }

    /// What is missing or outside of the folder is a warning, as a picture is; another folder may be named.
    @Test func styleSheetsPicturesAndFontsOutsideOfTheFolder() throws {
        try Command.withFolder { galley in
            try FileManager.default.createDirectory(
                at: galley.folder.appendingPathComponent("doc/sub"), withIntermediateDirectories: true)
            let html = """
                <link rel=stylesheet href=../s.css>
                <style>@import "none.css"; @import "sub/t.css"; @font-face { font-family: f; src: url(../f.ttf) } p { font-family: f }</style>
                <p>Text<p class=x>Hidden<p class=y>Gone<img src=../i.png alt=''>
                """
            try galley.write(html, to: "doc/in.html")
            try galley.write(".x { display: none }", to: "s.css")
            try galley.write("@import '../../u.css';\n", to: "doc/sub/t.css")
            try galley.write(".y { display: none }", to: "u.css")
            try galley.write("no picture", to: "i.png")
            try galley.write("no font", to: "f.ttf")
            func lines(_ arguments: String...) throws -> (text: String, status: Int32, errors: [String]) {
                let run = try galley.run(["render", "doc/in.html", "-o", "-", "--format", "txt"] + arguments)
                let errors = run.errors.replacing("file://" + galley.folder.path + "/", with: "")
                    .replacing("file:///private" + galley.folder.path + "/", with: "")
                return (run.text, run.status, errors.split(separator: "\n").map(String.init))
            }
            let outside = "not loaded, as it is outside of the document's folder: "
            let found = try lines()
            #expect(found.status == 1 && found.text.contains("Hidden"))
            #expect(
                found.errors == [
                    "doc/in.html:1:1: warning: \(outside)s.css [missing-style-sheet]",
                    "doc/in.html:2:8: warning: not found: doc/none.css [missing-style-sheet]",
                    "doc/sub/t.css:1:1: warning: \(outside)u.css [missing-style-sheet]",
                    "doc/in.html: warning: \(outside)i.png [missing-image]",
                    "doc/in.html: warning: the font \"f\" is not loaded: \(outside)f.ttf [missing-font]",
                ])
            let wider = try lines("--root", ".")
            #expect(!wider.text.contains("Hidden") && !wider.text.contains("Gone"))
            #expect(!wider.errors.contains { $0.contains("outside") })
            #expect(wider.errors.first == "doc/in.html:2:8: warning: not found: doc/none.css [missing-style-sheet]")
            // Another folder than the document's: that one is not read any more.
            #expect(try lines("--root", "doc/sub").errors.contains { $0.contains("\(outside)i.png") })
            for root in ["none", "s.css", ""] {
                #expect(try lines("--root", root).status == 64)
            }
            // Without a folder nothing is read.
            let piped = try galley(
                "render", "-", "--format", "txt", input: Data("<link rel=stylesheet href=s.css>x".utf8))
            #expect(piped.status == 1 && piped.errors.hasPrefix("<stdin>:1:1: warning: "))
            let text = try galley("text", "doc/in.html")
            #expect(text.status == 1 && text.errors.contains("[missing-style-sheet]"))
        }
    }

    /// Pages that the document has not are a mistake of the caller's; ranges end where it ends.
    @Test(arguments: [
        ("9", nil), ("0", nil), ("3-", nil), ("1,9", nil), ("1", 1), ("2", 1), ("2-9", 1), ("1-", 2), ("0-1", 1),
        ("1,2", 2),
    ])
    func pagesThatThereAreNot(_ pages: String, _ count: Int?) throws {
        try Command.withFolder { galley in
            try galley.write("<p>one<p style='break-before:page'>two", to: "in.html")
            for format in ["pdf", "png", "svg", "txt", "json"] {
                let run = try galley("render", "in.html", "-o", "out.\(format)", "--pages", pages)
                guard let count else {
                    #expect(run.status == 64, "\(run)")
                    #expect(
                        run.errors.hasPrefix("in.html: error: there is no page ")
                            && run.errors.hasSuffix("; there are 2 pages, 1 to 2 [no-such-page]\n"), "\(run)")
                    #expect(try galley.files() == ["in.html"])
                    continue
                }
                #expect(run.status == 0, "\(run)")
                if format == "png" { #expect(try galley.files().filter { $0.hasSuffix(".png") }.count == count) }
            }
            #expect(try galley("layout", "in.html", "--pages", pages).status == (count == nil ? 64 : 0))
        }
    }

    @Test func theNumberOfTheFirstPageCounts() throws {
        try Command.withFolder { galley in
            try galley.write("one", to: "in.html")
            #expect(try galley("render", "in.html", "--pages", "0", "--first-page", "0").status == 0)
            let run = try galley("render", "in.html", "--pages", "1", "--first-page", "5")
            #expect(run.status == 64 && run.errors.contains("there is no page 1; there is 1 page, number 5"))
        }
    }

    /// Several documents go to a folder, whose name is not that of one file.
    @Test func severalDocumentsNeedAFolder() throws {
        try Command.withFolder { galley in
            try galley.write("a", to: "a.html")
            try galley.write("b", to: "b.html")
            let run = try galley("render", "a.html", "b.html", "-o", "two.pdf")
            #expect(run.status == 64 && run.errors.contains("two.pdf names one file"), "\(run)")
            #expect(try galley.files() == ["a.html", "b.html"])
            for folder in ["out", "out.pdf/", "v1.2"] {
                #expect(try galley("render", "a.html", "b.html", "-o", folder).status == 0)
            }
            #expect(try galley("render", "a.html", "b.html", "-o", "out.pdf").status == 0)
            #expect(
                try galley.files().filter { $0.hasSuffix("/b.pdf") } == ["out.pdf/b.pdf", "out/b.pdf", "v1.2/b.pdf"])
        }
    }

    // MARK: What goes wrong

    static let wrongUse: [[String]] = [
        [], ["render"], ["render", "in.html", "--width", "0"], ["render", "in.html", "--width", "-3"],
        ["render", "in.html", "--width", "1e12"], ["render", "in.html", "--width", "nan"],
        ["render", "in.html", "--page", "A99"], ["render", "in.html", "--page", "0x0"],
        ["render", "in.html", "--page", "A4", "--margin", "500"],
        ["render", "in.html", "--page", "A4", "--width", "9"],
        ["render", "in.html", "--format", "doc"], ["render", "in.html", "-o", "out.doc"],
        ["render", "in.html", "--jobs", "0"], ["render", "in.html", "--scale", "0"],
        ["render", "in.html", "--size", "0"],
        ["render", "-", "-"], ["render", ""], ["render", "in.html", "-o", ""], ["frobnicate"],
        ["render", "in.html", "--frobnicate"],
    ]

    @Test(arguments: wrongUse) func wrongUseIs64(_ arguments: [String]) throws {
        try Command.withFolder { galley in
            try galley.write(Self.document, to: "in.html")
            let run = try galley.run(arguments)
            // Without a subcommand the help is shown.
            #expect(run.status == (arguments.isEmpty ? 0 : 64), "\(arguments): \(run.status)")
            #expect(try galley.files() == ["in.html"])
        }
    }

    @Test func whatCannotBeReadIs2AndTheRestIsWritten() throws {
        try Command.withFolder { galley in
            try galley.write(Self.document, to: "in.html")
            try galley.write("no font", to: "bad.ttf")
            for (arguments, message) in [
                (["none.html"], "none.html: error: there is no such file [no-such-file]"),
                (["."], ".: error: it is a folder; name the files in it [is-a-folder]"),
                (["in.html", "--font", "bad.ttf"], "bad.ttf: error: not a TrueType or OpenType font [font]"),
                (
                    ["in.html", "--font", "none.ttf"],
                    "none.ttf: error: cannot be read: No such file or directory [font]"
                ),
                (["in.html", "-o", "none/out.pdf"], "none/out.pdf: cannot be written"),
            ] {
                let run = try galley.run(["render"] + arguments)
                #expect(run.status == 2 && run.errors.contains(message), "\(arguments): \(run)")
                #expect(try galley.files() == ["bad.ttf", "in.html"])
            }
            #expect(try galley("render", "none.html", "in.html", "-o", "out").status == 2)
            #expect(try galley.files() == ["bad.ttf", "in.html", "out", "out/in.pdf"])
        }
    }

    @Test func aFileThatIsThereStaysWhenNothingCanBeWritten() throws {
        try Command.withFolder { galley in
            try galley.write("precious", to: "out.png")
            // As wide as Cairo's pictures cannot be.
            try galley.write("text", to: "in.txt")
            let run = try galley("render", "in.txt", "-o", "out.png", "--width", "100000")
            #expect(run.status == 2 && run.errors.contains("cannot be drawn"), "\(run.errors)")
            #expect(try galley.read("out.png") == Data("precious".utf8))
            #expect(try galley.files() == ["in.txt", "out.png"])
        }
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [
            ["render", "-", "-o", "-"], ["render", "-", "-o", "-", "--format", "png"], ["text", "-"], ["fonts"],
            ["render", "-", "-o", "-", "--page", "A4"], ["layout", "-", "--width", "100"], ["measure", "-"],
        ])
    func anOutputThatTakesNothingIsAnError(_ arguments: [String]) throws {
        try Command.withFolder { galley in
            let run = try galley.run(arguments, input: Data("<p>text".utf8), outputPath: "/dev/full")
            #expect(run.status == 2, "\(run)")
            #expect(run.errors.contains("standard output: cannot be written: No space left on device"), "\(run)")
        }
    }

    static let oddInputs: [(String, Data)] = [
        ("empty", Data()), ("zeros", Data(count: 1_000)), ("space", Data("  \n\n ".utf8)),
        ("bytes", Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 7) })),
        ("line", Data(repeating: UInt8(ascii: "x"), count: 200_000)),
        ("nested", Data(String(repeating: "<div>", count: 20_000).utf8)),
        ("quotes", Data(String(repeating: "<blockquote>x", count: 2_000).utf8)),
    ]

    @Test(arguments: oddInputs, ["html", "txt"])
    func oddInputsGiveAFile(_ input: (name: String, bytes: Data), _ kind: String) throws {
        try Command.withFolder { galley in
            try input.bytes.write(to: galley.folder.appendingPathComponent("in.\(kind)"))
            for format in ["pdf", "txt", "json"] {
                let run = try galley("render", "in.\(kind)", "-o", "out.\(format)", "--quiet")
                #expect(run.status <= 1, "\(input.name) as \(format): \(run.status) \(run.errors)")
                #expect(FileManager.default.fileExists(atPath: galley.folder.path + "/out.\(format)"))
            }
        }
    }
}
