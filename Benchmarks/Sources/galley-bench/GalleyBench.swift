import Foundation
import GalleyFonts

/// `galley-bench CORPUS_DIR PASSES`: one JSON line a pass and case on standard output, hit rates on standard error.
/// A folder that does not exist is filled with corpora of our own first. `galley-bench html|text|breaking CORPUS_DIR
/// PASSES` runs those cases only; `galley-bench memory FILE COPIES` measures one conversion's memory, `galley-bench relayout FILE PASSES`
/// the time of laying a document out again. `galley-bench speed
/// CORPUS_DIR PASSES [DATA_DIR [NAME]...]` prints the table of what text takes beside what it may; with names only of the
/// cases that have one of them in theirs.
@main
struct GalleyBench {
    static func main() throws {
        var arguments = CommandLine.arguments
        if arguments.count == 4, arguments[1] == "memory", let copies = Int(arguments[3]), copies > 0 {
            return try MemoryCase.run(file: arguments[2], copies: copies)
        }
        if arguments.count == 4, arguments[1] == "memory-pdf", let copies = Int(arguments[3]), copies > 0 {
            return try MemoryCase.runPDF(file: arguments[2], copies: copies)
        }
        if arguments.count == 4, arguments[1] == "relayout", let passes = Int(arguments[3]), passes > 0 {
            return try RelayoutCase.run(file: arguments[2], passes: passes)
        }
        if arguments.count >= 4, arguments[1] == "speed", let passes = Int(arguments[3]), passes > 0 {
            return try measureSpeed(
                arguments[2], passes, data: arguments.count > 4 ? arguments[4] : nil, Array(arguments.dropFirst(5)))
        }
        if arguments.count >= 5, arguments[1] == "profile", let passes = Int(arguments[4]), passes > 0,
            let work = ProfileCase.Work(rawValue: arguments.count > 5 ? arguments[5] : "shape")
        {
            return try ProfileCase.run(file: arguments[2], family: arguments[3], passes: passes, work)
        }
        let only =
            arguments.count == 4 && ["html", "text", "breaking"].contains(arguments[1]) ? arguments.remove(at: 1) : ""
        guard arguments.count == 3, let passes = Int(arguments[2]), passes > 0 else {
            tell(
                "usage: galley-bench [html|text|breaking] CORPUS_DIR PASSES | galley-bench memory[-pdf] FILE COPIES"
                    + " | galley-bench relayout FILE PASSES"
                    + " | galley-bench speed CORPUS_DIR PASSES [DATA_DIR [NAME]...]"
                    + " | galley-bench profile FILE FAMILY PASSES [WORK]")
            exit(64)
        }
        let folder = URL(filePath: arguments[1])
        if !FileManager.default.fileExists(atPath: folder.appending(path: "english.txt").path) {
            try CorpusMaker.write(to: folder)
        }
        let fonts = try FontCollection.system()
        if only.isEmpty || only == "text" { try measureText(fonts, folder, passes) }
        if only.isEmpty || only == "breaking" {
            let english = try Corpus("english.txt", in: folder)
            TotalFitCases(fonts: fonts, family: "DejaVu Sans").run(english, passes: passes)
            HyphenationCases(fonts: fonts, family: "DejaVu Sans").run(english, passes: passes)
        }
        guard only.isEmpty || only == "html" else { return }
        let html = HTMLCases(fonts: fonts, folder: folder)
        try html.run("article-100k.html", passes: passes)
        try html.run("article-1m.html", passes: passes)
        RuleCases.run(passes: passes)
    }

    private static func measureSpeed(_ corpus: String, _ passes: Int, data: String?, _ only: [String]) throws {
        let folder = URL(filePath: corpus)
        let fonts = try FontCollection.system()
        let cases = SpeedCases(fonts: fonts, passes: passes, only: only)
        let english = try Corpus("english.txt", in: folder)
        let (bidi, cjk) = (try Corpus("bidi.txt", in: folder), try Corpus("cjk.txt", in: folder))
        cases.run("English", english.lines, family: "DejaVu Sans", .init(layout400: 0.45, relayout500: 0.02))
        cases.run("English, kerned spaces", english.lines, family: "Liberation Serif", .init(layout400: 0.65))
        cases.run("bidi", bidi.lines, family: "DejaVu Sans", .init(layout400: 0.55, relayout500: 0.02))
        cases.run("CJK", cjk.lines, family: "Noto Sans CJK SC", .init(layout400: 0.45, relayout500: 0.02))
        cases.strings(try Corpus("strings.txt", in: folder), family: "DejaVu Sans")
        NaturalTexts(cases: cases).run(corpus: folder, data: data.map { URL(filePath: $0) })
        cases.threads(english, family: "DejaVu Sans")
        cases.table.report()
    }

    private static func measureText(_ fonts: FontCollection, _ folder: URL, _ passes: Int) throws {
        let english = try Corpus("english.txt", in: folder)
        let bidi = try Corpus("bidi.txt", in: folder)
        let cjk = try Corpus("cjk.txt", in: folder)

        let dejavu = RawHarfBuzz(path: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", index: 0)
        let notoCJK = RawHarfBuzz(path: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", index: 2)
        dejavu?.measure(english, passes: passes)
        dejavu?.measure(bidi, passes: passes)
        notoCJK?.measure(cjk, passes: passes)

        let latin = TextCases(fonts: fonts, family: "DejaVu Sans")
        latin.run(english, passes: passes)
        latin.run(bidi, passes: passes)
        TextCases(fonts: fonts, family: "Noto Sans CJK SC").run(cjk, passes: passes)
        latin.measure(try Corpus("strings.txt", in: folder), passes: passes)
    }
}
