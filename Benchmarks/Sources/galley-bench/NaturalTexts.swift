import Foundation
import GalleyHTML
import GalleyText

/// Real texts, where they are at hand: the King James Bible (`kjv.txt` in the corpus, which Scripts/bench-kjv.sh writes),
/// documents and declarations of human rights from a folder of test data with `html` and `udhr` in it.
struct NaturalTexts {
    let cases: SpeedCases

    func run(corpus: URL, data: URL?) {
        if let bible = try? Corpus("kjv.txt", in: corpus) {
            cases.run("King James Bible", bible.lines, family: "DejaVu Sans", .init(layout400: 0.5))
        } else {
            tell("kjv.txt is not in \(corpus.path): the King James Bible is left out")
        }
        guard let data else { return tell("no folder of test data: documents and declarations are left out") }
        run("documents, English", documents(data, "-en."), "DejaVu Sans", 0.85)
        run("documents, Arabic", documents(data, "-ar."), "Noto Naskh Arabic", 1.15)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: data.appending(path: "udhr").path)) ?? []
        for file in files.sorted() where file.hasSuffix(".xml") {
            let url = data.appending(path: "udhr").appending(path: file)
            run(String(file.dropLast(4)), declaration(url), "Noto Sans", 1.5)
        }
    }

    private func run(_ name: String, _ lines: [String], _ family: String, _ target: Double) {
        guard !lines.isEmpty else { return tell("\(name) is not at hand") }
        cases.run(name, lines, family: family, .init(layout400: target))
    }

    /// The paragraphs of all documents whose name has `part` in it.
    private func documents(_ data: URL, _ part: String) -> [String] {
        let folder = data.appending(path: "html")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var lines: [String] = []
        for file in files.sorted() where file.contains(part) {
            guard let bytes = try? Data(contentsOf: folder.appending(path: file)),
                let text = try? AttributedText(html: bytes)
            else { continue }
            lines += text.string.split(whereSeparator: \.isNewline).map(String.init)
        }
        return lines.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// The text of the elements of a declaration, one a line.
    private func declaration(_ url: URL) -> [String] {
        guard let data = try? Data(contentsOf: url) else { return [] }
        var lines: [String] = []
        var text = ""
        var isTag = false
        for character in String(decoding: data, as: UTF8.self) {
            switch character {
            case "<":
                let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                if !line.isEmpty { lines.append(line) }
                text = ""
                isTag = true
            case ">": isTag = false
            default: if !isTag { text.append(character) }
            }
        }
        return lines
    }
}
