import Foundation
import GalleyXLIFF
import Testing

/// The conformance suite of OASIS for XLIFF 2.1: the folder of a file says what it is.
@Suite(.enabled(if: Places.hasData)) struct OASISSuiteTests {
    private static let folder = Places.data.appendingPathComponent("oasis-2.1")

    /// The invalid files that are accepted, from the table beside this file: name, tab, reason.
    private static func reviewedMisses() throws -> [String: String] {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("oasis-misses.tsv")
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.map {
                let columns = $0.split(separator: "\t", maxSplits: 1).map(String.init)
                return (columns[0], columns.count > 1 ? columns[1] : "")
            })
    }

    private static func paths(_ group: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent(group), includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "xlf" }.sorted { $0.path < $1.path }
    }

    /// The first error, thrown or found.
    private static func error(in url: URL) throws -> Finding? {
        do {
            let document = try XLIFFDocument(contentsOf: url)
            return document.findings.first { $0.severity == .error }
        } catch let error as XLIFFError {
            return error.finding
        }
    }

    @Test(arguments: [("core-valid", 25), ("modules-valid", 34)])
    func validFilesAreAccepted(group: String, count: Int) throws {
        let paths = try Self.paths(group)
        #expect(paths.count == count)
        for url in paths {
            let error = try Self.error(in: url)
            #expect(error == nil, "\(url.lastPathComponent)")
        }
    }

    @Test(arguments: [("core-invalid", 119, 114), ("modules-invalid", 43, 40)])
    func invalidFilesAreRejectedWithAPlace(group: String, count: Int, least: Int) throws {
        let paths = try Self.paths(group)
        #expect(paths.count == count)
        let reviewed = try Self.reviewedMisses()
        var rejected = 0
        for url in paths {
            let name = url.lastPathComponent
            let error = try Self.error(in: url)
            if let error {
                rejected += 1
                #expect(error.position != nil, "\(name)")
                if ProcessInfo.processInfo.environment["OASIS_PRINT"] != nil { print("\(name): \(error.message)") }
            }
            #expect(
                (error == nil) == (reviewed[group + "/" + name] != nil), "\(name): the table of misses is not right")
            if name.hasPrefix("Bad-slr_") { #expect(error != nil, "\(name)") }
        }
        #expect(rejected >= least)
    }

    @Test func everyMissHasItsReason() throws {
        for (name, reason) in try Self.reviewedMisses() {
            #expect(reason.count > 20, "\(name)")
            #expect(FileManager.default.fileExists(atPath: Self.folder.appendingPathComponent(name).path))
        }
    }

    /// What breaks the rules is only worth a warning for who recovers, and nothing for who does not ask.
    @Test func severityFollowsTheReader() throws {
        let url = Self.folder.appendingPathComponent("core-invalid/bad_WrongTargetLang.xlf")
        #expect(try XLIFFDocument(contentsOf: url).findings.map(\.severity) == [.error])
        #expect(try XLIFFDocument(contentsOf: url, isRecovering: true).findings.map(\.severity) == [.warning])
        #expect(try XLIFFDocument(contentsOf: url, isValidating: false).findings.isEmpty)
    }
}
