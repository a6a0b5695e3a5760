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

    @Test(.enabled(if: hasFonts), arguments: documents) func everyLineIsOnOnePage(name: String) throws {
        let layout = DocumentLayout(try text(name), fonts: try FontCollection.system(), width: 500)
        let paged = layout.paginated(on: .a4, margins: 54)
        let found = paged.pages.flatMap { $0.lines.map(\.range) }
        let wanted = paged.layout.lines.map(\.range)
        #expect(found.sorted { $0.lowerBound < $1.lowerBound } == wanted.sorted { $0.lowerBound < $1.lowerBound })
    }
}
