import Foundation
import Galley
import Testing

/// What Galley makes of the documents of Corpus/, beside what it made of them when somebody last looked. The lines were
/// compared with headless Chromium's by Scripts/compare-lines.py. `Scripts/update-goldens.sh` accepts a change.
@Suite struct CorpusTests {
    static let folder = URL(filePath: #filePath).appending(path: "../../../Corpus").standardizedFileURL
    static let documents = ["article", "arabic-hebrew", "cjk", "hindi-thai", "code-and-lists", "email"]
    static let isUpdating = ProcessInfo.processInfo.environment["GALLEY_UPDATE_GOLDENS"] != nil

    /// The goldens' lines are those of these faces; without them other ones would be taken.
    static let hasFonts = [
        "truetype/dejavu/DejaVuSerif.ttf", "truetype/liberation2/LiberationSerif-Regular.ttf",
        "truetype/noto/NotoNaskhArabic-Regular.ttf", "truetype/noto/NotoSerifDevanagari-Regular.ttf",
        "opentype/noto/NotoSansCJK-Regular.ttc",
    ].allSatisfy { FileManager.default.fileExists(atPath: "/usr/share/fonts/" + $0) }

    private func text(_ name: String) throws -> AttributedText {
        let url = Self.folder.appending(path: name + ".html")
        return try AttributedText(html: try Data(contentsOf: url), baseURL: Self.folder)
    }

    private func expectGolden(_ found: String, _ file: String, location: SourceLocation = #_sourceLocation) throws {
        let url = Self.folder.appending(path: "expected/" + file)
        if Self.isUpdating {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(found.utf8).write(to: url)
            return
        }
        let wanted = String(decoding: (try? Data(contentsOf: url)) ?? Data(), as: UTF8.self)
        guard found != wanted else { return }
        let lines = zip(
            found.split(separator: "\n", omittingEmptySubsequences: false),
            wanted.split(separator: "\n", omittingEmptySubsequences: false))
        let first = Array(lines).firstIndex { $0 != $1 } ?? min(found.count, wanted.count)
        let pair = Array(lines).indices.contains(first) ? Array(lines)[first] : ("(the end)", "(the end)")
        Issue.record(
            "\(file), line \(first + 1): found\n    \(pair.0)\nwanted\n    \(pair.1)", sourceLocation: location)
    }

    /// One page for each script; the faces are named in the pages.
    static let specimens = [
        "latin", "greek", "cyrillic", "arabic-naskh", "arabic-nastaliq", "hebrew", "devanagari", "bengali", "tamil",
        "thai", "khmer", "burmese", "tibetan", "korean", "japanese", "chinese", "emoji",
    ]

    /// What of the specimens' faces is not there. Goldens have glyph numbers, so the packages are Debian 12's.
    static let missingFonts = [
        "truetype/noto/NotoSerif-Regular.ttf", "truetype/noto/NotoSans-Regular.ttf",
        "truetype/noto/NotoNaskhArabic-Regular.ttf", "truetype/noto/NotoNastaliqUrdu-Regular.ttf",
        "truetype/noto/NotoSerifHebrew-Regular.ttf", "truetype/noto/NotoSerifDevanagari-Regular.ttf",
        "truetype/noto/NotoSerifBengali-Regular.ttf", "truetype/noto/NotoSerifTamil-Regular.ttf",
        "truetype/noto/NotoSerifThai-Regular.ttf", "truetype/noto/NotoSerifKhmer-Regular.ttf",
        "truetype/noto/NotoSerifMyanmar-Regular.ttf", "truetype/noto/NotoSerifTibetan-Regular.ttf",
        "opentype/noto/NotoSerifCJK-Regular.ttc", "truetype/noto/NotoColorEmoji.ttf",
        "truetype/liberation2/LiberationSerif-Regular.ttf",
    ].filter { !FileManager.default.fileExists(atPath: "/usr/share/fonts/" + $0) }

    /// Every glyph of the specimen pages, in its place.
    @Test(
        .enabled(if: missingFonts.isEmpty, "skipped: Scripts/setup.sh installs what is missing: \(missingFonts)"),
        arguments: specimens)
    func specimen(name: String) throws {
        let fonts = try FontCollection.system()
        let layout = DocumentLayout(try text("specimens/" + name), fonts: fonts, width: 600)
        #expect(layout.content.paragraphs.allSatisfy { $0.layout.shaped.uncovered.isEmpty })
        let dump = DisplayList(layout.content).dump { fonts.instance($0).face.names.postScript }
        try expectGolden(dump, "specimens/" + name + ".display.txt")
    }

    @Test(arguments: documents) func plainText(name: String) throws {
        try expectGolden(PlainTextWriter(.screen).string(from: try text(name)), name + ".txt")
    }

    @Test(.enabled(if: hasFonts), arguments: documents) func lines(name: String) throws {
        let layout = DocumentLayout(try text(name), fonts: try FontCollection.system(), width: 600)
        try expectGolden(String(decoding: LayoutJSON(layout).bytes(), as: UTF8.self), name + ".json")
    }

    @Test(.enabled(if: hasFonts), arguments: documents) func drawing(name: String) throws {
        let fonts = try FontCollection.system()
        let layout = DocumentLayout(try text(name), fonts: fonts, width: 600)
        let dump = DisplayList(layout.content).dump(glyphs: false) { fonts.instance($0).face.names.postScript }
        try expectGolden(dump, name + ".display.txt")
    }

    /// The book's pages: margin boxes, lines and where they stand.
    @Test(.enabled(if: hasFonts && missingFonts.isEmpty)) func book() throws {
        let layout = DocumentLayout(try text("book"), fonts: try FontCollection.system(), width: 600)
        let paged = layout.paginated(on: .a5, margins: 54)
        var dump = ""
        for page in paged.pages {
            dump += "page \(page.number), \(page.isBlank ? "blank" : page.isLeft ? "left" : "right")\n"
            for box in page.marginBoxes {
                let text = box.text.string.dropLast()
                if !text.isEmpty { dump += "\(box.position.rawValue): \(text)\n" }
            }
            for line in page.lines {
                let (x, y) = (line.frame.x.rounded(), line.frame.y.rounded())
                dump += "\(Int(x)) \(Int(y)) \(line.isRepeated ? "again: " : "")\(paged.layout.text[line.range])\n"
            }
        }
        try expectGolden(dump, "book.pages.txt")
        // What the contents say is where it stands.
        let text = paged.layout.text
        let references = text.generatedText.filter { !$0.pageReferences.isEmpty }
        #expect(references.count == 9)
        for generated in references {
            guard case .anchor(let name) = generated.pageReferences[0].number else { continue }
            let offset = try #require(text.offset(ofAnchor: name))
            let page = paged.pages.first { $0.lines.contains { !$0.isRepeated && $0.range.contains(offset) } }
            #expect(page.map { String($0.number) } == generated.text, "\(name)")
        }
        let table = try #require(text.offset(ofAnchor: "sizes-table"))
        let first = try #require(paged.pages.first { $0.lines.contains { $0.range.contains(table) } }?.index)
        let repeats = paged.pages.map { page in page.lines.contains { $0.isRepeated } }
        #expect(repeats[(first + 1)...(first + 2)].allSatisfy { $0 })
    }

    @Test(.enabled(if: hasFonts), arguments: documents) func everyLineIsOnOnePage(name: String) throws {
        let layout = DocumentLayout(try text(name), fonts: try FontCollection.system(), width: 500)
        let paged = layout.paginated(on: .a4, margins: 54)
        let found = paged.pages.flatMap { $0.lines.map(\.range) }
        let wanted = paged.layout.lines.map(\.range)
        #expect(found.sorted { $0.lowerBound < $1.lowerBound } == wanted.sorted { $0.lowerBound < $1.lowerBound })
    }
}
