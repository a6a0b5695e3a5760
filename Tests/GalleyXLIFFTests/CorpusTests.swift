import Foundation
import GalleyXLIFF
import Testing

/// The export written for this project, and the files that must come of it.
@Suite struct CorpusTests {
    @Test func theExportGivesTheGoldenFiles() throws {
        var exporter = StringsExporter()
        for path in try XLIFFInputFile.documents(at: Places.corpus.path) {
            let document = try XLIFFDocument(contentsOf: URL(fileURLWithPath: path))
            for file in document.files { exporter.add(file) }
            exporter.endDocument(named: document.name)
        }
        let export = exporter.finish()
        let golden = try Places.files(below: Places.corpus.appendingPathComponent("expected"))
        #expect(golden.count == 18)
        #expect(export.files.map(\.path) == golden.keys.sorted())
        for file in export.files {
            #expect(
                String(decoding: file.contents(), as: UTF8.self)
                    == golden[file.path].map { String(decoding: $0, as: UTF8.self) })
        }
        #expect(export.counts["de"]?.written == 29)
        #expect(export.counts["ja"]?.skipped == [.untranslated: 4])
    }

    @Test func theLibraryAsItsUsersSeeIt() throws {
        try Places.withFolder { (output: URL) throws in
            let export = try XLIFFDocument(contentsOf: Places.corpus.appendingPathComponent("de.xliff"))
            let result = export.stringsFiles()
            try result.write(to: output)
            #expect(result.skipped.map(\.reason) == [.untranslated])
            #expect(try Places.files(below: output).count == 6)
        }
    }
}
