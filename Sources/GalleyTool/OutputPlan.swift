import ArgumentParser
import Foundation
import Galley

/// Which file each input is written to.
struct OutputPlan: Sendable {
    struct Item: Sendable {
        var input: Input
        var format: OutputFormat
        var destination: Destination
    }

    enum Destination: Hashable, Sendable {
        case file(String)
        case standardOutput
    }

    var items: [Item] = []
    /// The folder that the files go to, where it may have to be made.
    private var folder: String?

    init(inputs: [String], output: String?, format: OutputFormat?) throws {
        if output == "" { throw ValidationError("-o needs a name.") }
        if inputs.contains("") { throw ValidationError("An input needs a name.") }
        if inputs.filter({ $0 == "-" }).count > 1 { throw ValidationError("Standard input can be read only once.") }
        let isFolder = output.map { OutputPlan.isFolder($0, inputCount: inputs.count) } ?? false
        if inputs.count > 1, output == "-" { throw ValidationError("Several documents cannot go to standard output.") }
        if isFolder { folder = output }
        // A folder that is to be made must not look like the one file that somebody meant.
        if let output, isFolder, inputs.count > 1, !output.hasSuffix("/"),
            !FileManager.default.fileExists(atPath: output),
            OutputFormat(fileExtension: URL(fileURLWithPath: output).pathExtension) != nil
        {
            throw ValidationError(
                "\(output) names one file, and there are \(inputs.count) documents: -o must name a folder (\(output)/)."
            )
        }
        for name in inputs {
            let input = Input(path: name)
            let ownFormat = output.flatMap {
                isFolder ? nil : OutputFormat(fileExtension: URL(fileURLWithPath: $0).pathExtension)
            }
            let format = format ?? ownFormat ?? .pdf
            if let output, output != "-", !isFolder, ownFormat == nil, self.isPlainName(output, format) == false {
                throw ValidationError("The extension of \(output) names no format; use --format.")
            }
            items.append(
                Item(input: input, format: format, destination: destination(of: input, format, output, isFolder)))
        }
        try checkDoubles()
    }

    /// An unknown extension needs `--format`; none at all does not.
    private func isPlainName(_ output: String, _ format: OutputFormat) -> Bool {
        URL(fileURLWithPath: output).pathExtension.isEmpty || format != .pdf
    }

    private func destination(
        of input: Input, _ format: OutputFormat, _ output: String?, _ isFolder: Bool
    ) -> Destination {
        let name = input.stem + "." + format.rawValue
        switch output {
        case "-": return .standardOutput
        case nil: return input.isStandardInput ? .standardOutput : .file(name)
        case let output?:
            return isFolder ? .file((output as NSString).appendingPathComponent(name)) : .file(output)
        }
    }

    private static func isFolder(_ output: String, inputCount: Int) -> Bool {
        guard output != "-" else { return false }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: output, isDirectory: &isFolder) { return isFolder.boolValue }
        return inputCount > 1 || output.hasSuffix("/")
    }

    /// Two inputs must not end up in one file.
    private func checkDoubles() throws {
        var owners: [Destination: String] = [:]
        for item in items {
            if case .file(let path) = item.destination, let other = owners[item.destination] {
                throw ValidationError("\(other) and \(item.input.path) would both be written to \(path).")
            }
            owners[item.destination] = item.input.path
        }
    }

    /// Makes the output folder, if it is not there.
    func makeFolder() throws(InputError) {
        guard let folder else { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw InputError(code: "output", message: "the folder cannot be made", file: folder)
        }
    }
}
