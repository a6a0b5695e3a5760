import ArgumentParser
import Foundation
import GalleyXLIFF

/// The documents that a command reads.
struct InputOptions: ParsableArguments {
    @Argument(help: .init("XLIFF files, .xcloc bundles, folders of them, or - for standard input.", valueName: "input"))
    var inputs: [String]

    @Flag(help: "Leave out characters that XML forbids instead of refusing the document.")
    var recover = false

    /// Opens every document, each once, and shows why one cannot be read. Says whether all could.
    func forEachDocument(terminal: Terminal, _ body: (XLIFFReader) throws -> Void) -> Bool {
        var isGood = true
        var seen: Set<String> = []
        for input in inputs {
            do {
                for path in try XLIFFInputFile.documents(at: input) {
                    let isStandardInput = path == XLIFFInputFile.standardInput
                    let identity = isStandardInput ? path : URL(fileURLWithPath: path).resolvingSymlinksInPath().path
                    guard seen.insert(identity).inserted else { continue }
                    do {
                        try body(XLIFFReader(path: path, isRecovering: recover))
                    } catch let error as XLIFFError {
                        terminal.show([error.finding])
                        isGood = false
                    }
                }
            } catch let error as XLIFFError {
                terminal.show([error.finding])
                isGood = false
            } catch {
                terminal.say("\(input): \(error)", style: .error)
                isGood = false
            }
        }
        return isGood
    }
}
