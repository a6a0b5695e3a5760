import Foundation
import GalleyTesting
import GalleyXLIFF
import Testing

/// The README's second and third program, compiled and run.
@Suite struct ReadmeOtherProgramTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    @Test func fix() throws {
        let url = Self.root.appending(path: "Corpus/xliff/de.xliff")
        let output = FileManager.default.temporaryDirectory.appending(path: "galley-fix-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }

        // The program, as the README has it.
        let export = try XLIFFDocument(contentsOf: url)
        let result = export.stringsFiles()  // files, skipped units, findings
        try result.write(to: output)

        let files = try FileManager.default.subpathsOfDirectory(atPath: output.path).filter { $0.contains(".strings") }
        #expect(!files.isEmpty)
        #expect(files.allSatisfy { $0.contains("de.lproj/") })
        #expect(files.count == result.files.count)
    }

    @Test func measuring() throws {
        let fontURL = Self.root.appending(path: "Fonts/GalleyTest-Regular.ttf")
        let title = "Titel"

        // The program, as the README has it.
        let font = try TestFont(file: fontURL, size: 16)
        #expect(measure("Kaufen", font: font, width: 120).lineCount == 1)
        expectFits(title, font: font, width: 120, height: 44, maximumLines: 1)
    }
}
