import ArgumentParser
import Foundation
import GalleyXLIFF

/// The documents that a command reads.
struct InputOptions: ParsableArguments {
    @Argument(help: .init("XLIFF files, .xcloc bundles, folders of them, or - for standard input.", valueName: "input"))
    var inputs: [String]

    @Flag(help: "Leave out characters that XML forbids instead of refusing the document.")
    var recover = false

    /// Reads and converts every document.
    ///
    /// - Parameters:
    ///   - project: the folder that is written into; what is there completes what the XLIFF does not say.
    ///   - body: sees each `file` element first.
    func export(
        options: StringsExporter.Options, project: String, terminal: Terminal,
        _ body: (XLIFFFile) -> [Finding] = { _ in [] }
    ) -> StringsExport {
        var exporter = StringsExporter(options: options)
        forEachDocument { path in
            exporter.sources = SourceContents(
                folders: [XLIFFInputFile.sourceContents(of: path), project].compactMap { $0 })
            var error: XLIFFError?
            do throws(XLIFFError) {
                let reader = XLIFFReadAhead(path: path, isRecovering: recover)
                defer { exporter.add(findings: reader.findings) }
                while let file = try reader.next() {
                    terminal.progress("\(path): \(file.original)")
                    exporter.add(findings: exporter.weighed(body(file), in: file))
                    exporter.add(file)
                }
            } catch let caught {
                error = caught
            }
            exporter.endDocument(named: path == XLIFFInputFile.standardInput ? "<stdin>" : path, error: error)
        } failure: { error in
            exporter.endDocument(named: error.finding.file, error: error)
        }
        terminal.endProgress()
        return exporter.finish()
    }

    /// Calls `body` with the path of every document, each once, and `failure` with every input that has none.
    func forEachDocument(_ body: (String) -> Void, failure: (XLIFFError) -> Void) {
        var seen: Set<String> = []
        for input in inputs {
            do throws(XLIFFError) {
                for path in try XLIFFInputFile.documents(at: input) {
                    let isStandardInput = path == XLIFFInputFile.standardInput
                    let identity = isStandardInput ? path : URL(fileURLWithPath: path).resolvingSymlinksInPath().path
                    if seen.insert(identity).inserted { body(path) }
                }
            } catch {
                failure(error)
            }
        }
    }
}
