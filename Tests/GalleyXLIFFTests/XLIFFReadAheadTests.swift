import Foundation
import GalleyXLIFF
import Testing

/// A reader on a thread of its own gives what a reader gives.
struct XLIFFReadAheadTests {
    /// What came of a document.
    private struct Outcome: Equatable {
        var files: [XLIFFFile] = []
        var findings: [Finding] = []
        var error: XLIFFError?
    }

    private func plain(_ path: String) -> Outcome {
        var outcome = Outcome()
        do throws(XLIFFError) {
            let reader = try XLIFFReader(path: path)
            defer { outcome.findings = reader.findings }
            while let file = try reader.next() { outcome.files.append(file) }
        } catch {
            outcome.error = error
        }
        return outcome
    }

    private func ahead(_ path: String) -> Outcome {
        var outcome = Outcome()
        let reader = XLIFFReadAhead(path: path)
        do throws(XLIFFError) {
            while let file = try reader.next() { outcome.files.append(file) }
        } catch {
            outcome.error = error
        }
        outcome.findings = reader.findings
        // The end stays the end.
        #expect(throws: Never.self) { try reader.next() == nil }
        return outcome
    }

    private func withDocument(_ text: String, _ body: (String) -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).xliff").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        body(path)
    }

    /// More files than fit into the channel at once.
    private static let files = (0..<100).map { number in
        """
        <file original="\(number).strings" source-language="en" target-language="de" datatype="plaintext"><body>
        <trans-unit id="a"><source>A</source><target>\(number)</target><target>B</target></trans-unit></body></file>

        """
    }.joined()

    @Test func givesTheFilesInOrder() throws {
        try withDocument("<xliff version=\"1.2\">\n\(Self.files)</xliff>") { path in
            let outcome = ahead(path)
            #expect(outcome.files.count == 100)
            // A second target in each.
            #expect(outcome.findings.count == 100)
            #expect(outcome == plain(path))
        }
    }

    @Test func endsWithTheFaultOfTheDocument() throws {
        try withDocument("<xliff version=\"1.2\">\n\(Self.files)<file></xliff>") { path in
            let outcome = ahead(path)
            #expect(outcome.files.count == 100)
            #expect(outcome.error?.finding.position?.line == 202)
            #expect(outcome == plain(path))
        }
    }

    @Test func tellsOfAFileThatIsNotThere() {
        let path = "/nonexistent/\(UUID().uuidString).xliff"
        let outcome = ahead(path)
        #expect(outcome.error?.finding.code == .cannotRead)
        #expect(outcome == plain(path))
    }

    @Test func stopsWhenNobodyWantsMore() throws {
        try withDocument("<xliff version=\"1.2\">\n\(Self.files)</xliff>") { path in
            for taken in 0..<12 {
                let reader = XLIFFReadAhead(path: path)
                for _ in 0..<taken { #expect((try? reader.next()) != nil) }
            }
        }
    }
}
