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
        var documents = documents()[...]
        // The documents that are being read, while those before them are converted; their order is that of the input.
        var reading: [(document: Document, reader: XLIFFReadAhead?)] = []
        while !documents.isEmpty || !reading.isEmpty {
            while reading.count < Self.documentsAtOnce, let document = documents.popFirst() {
                reading.append((document, document.reader(isRecovering: recover)))
            }
            let (document, reader) = reading.removeFirst()
            switch document {
            case .failed(let error): exporter.endDocument(named: error.finding.file, error: error)
            case .path(let path):
                guard let reader else { continue }
                exporter.sources = SourceContents(
                    folders: [XLIFFInputFile.sourceContents(of: path), project].compactMap { $0 })
                var error: XLIFFError?
                do throws(XLIFFError) {
                    defer { exporter.add(findings: reader.findings) }
                    while let file = try reader.next() {
                        terminal.progress("\(path): \(file.original)")
                        exporter.add(findings: exporter.weighed(body(file), in: file))
                        exporter.add(file)
                    }
                } catch let caught {
                    error = caught
                }
                exporter.endDocument(
                    named: path == XLIFFInputFile.standardInput ? "<stdin>" : path, error: error)
            }
        }
        terminal.endProgress()
        return exporter.finish()
    }

    /// How many documents are read at a time: as many as keep all processors busy without holding much of them.
    private static let documentsAtOnce = max(1, min(8, ProcessInfo.processInfo.activeProcessorCount))

    /// What an input stands for.
    enum Document {
        case path(String)
        /// An input without a document.
        case failed(XLIFFError)

        fileprivate func reader(isRecovering: Bool) -> XLIFFReadAhead? {
            guard case .path(let path) = self else { return nil }
            return XLIFFReadAhead(path: path, isRecovering: isRecovering)
        }
    }

    /// Every document of the inputs, each once, in order.
    func documents() -> [Document] {
        var documents: [Document] = []
        var seen: Set<String> = []
        for input in inputs {
            do throws(XLIFFError) {
                for path in try XLIFFInputFile.documents(at: input) {
                    let isStandardInput = path == XLIFFInputFile.standardInput
                    let identity = isStandardInput ? path : URL(fileURLWithPath: path).resolvingSymlinksInPath().path
                    if seen.insert(identity).inserted { documents.append(.path(path)) }
                }
            } catch {
                documents.append(.failed(error))
            }
        }
        return documents
    }
}
