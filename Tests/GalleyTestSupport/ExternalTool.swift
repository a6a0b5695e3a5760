import Foundation

/// Programs that tests ask about the files that were written; tests that need an absent one are skipped.
public struct ExternalTool {
    let path: String

    /// The program of that name in the usual folders.
    public init?(_ name: String) {
        let found = ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else { return nil }
        path = found
    }

    public static func exists(_ name: String) -> Bool { ExternalTool(name) != nil }

    /// What the program prints, and its exit status.
    public func run(_ arguments: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    /// A PDF with each object by itself, and nothing compressed.
    public static func unpacked(_ pdf: [UInt8]) throws -> String {
        try run("qpdf", ["--qdf", "--object-streams=disable", "FILE", "-"], on: pdf).output
    }

    /// Runs with the bytes in a file of that name as the argument `FILE`.
    public static func run(_ name: String, _ arguments: [String], on bytes: [UInt8]) throws -> (
        output: String, status: Int32
    ) {
        guard let tool = ExternalTool(name) else { return ("", 127) }
        let file = FileManager.default.temporaryDirectory.appending(path: "galley-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        return try tool.run(arguments.map { $0 == "FILE" ? file.path : $0 })
    }
}
