import Foundation
import GalleyFonts

/// `galley-bench CORPUS_DIR PASSES`: one JSON line a pass and case on standard output, hit rates on standard error.
/// A folder that does not exist is filled with corpora of our own first. `galley-bench html|text|breaking CORPUS_DIR
/// PASSES` runs those cases only; `galley-bench memory FILE COPIES` measures one conversion's memory.
@main
struct GalleyBench {
    static func main() throws {
        var arguments = CommandLine.arguments
        if arguments.count == 4, arguments[1] == "memory", let copies = Int(arguments[3]), copies > 0 {
            return try MemoryCase.run(file: arguments[2], copies: copies)
        }
        let only =
            arguments.count == 4 && ["html", "text", "breaking"].contains(arguments[1]) ? arguments.remove(at: 1) : ""
        guard arguments.count == 3, let passes = Int(arguments[2]), passes > 0 else {
            tell("usage: galley-bench [html|text|breaking] CORPUS_DIR PASSES | galley-bench memory FILE COPIES")
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
