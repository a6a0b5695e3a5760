import Foundation

/// The command as a person or a script runs it.
struct Command {
    struct Outcome {
        var status: Int32
        var output: Data
        var errors: String
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    static let corpus = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Corpus")

    /// The built command, beside the test bundle.
    static let url: URL = {
        let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
        return (products ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent())
            .appendingPathComponent("galley")
    }()

    /// A folder of its own, which goes away with the test.
    let folder: URL

    static func withFolder(_ body: (Command) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("galley-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(Command(folder: folder))
    }

    func callAsFunction(_ arguments: String..., input: Data = Data()) throws -> Outcome {
        try run(arguments, input: input)
    }

    /// Streams are files, not pipes: nothing can fill up.
    ///
    /// - Parameter outputPath: what is standard output in place of a file that is read afterwards.
    func run(_ arguments: [String], input: Data = Data(), outputPath: String? = nil) throws -> Outcome {
        let process = Process()
        process.executableURL = Self.url
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let names = ["in", "out", "err"].map { folder.appendingPathComponent(".stream-\($0)") }
        for (url, data) in zip(names, [input, Data(), Data()]) { try data.write(to: url) }
        process.standardInput = try FileHandle(forReadingFrom: names[0])
        process.standardOutput = try FileHandle(
            forWritingTo: outputPath.map { URL(fileURLWithPath: $0) } ?? names[1])
        process.standardError = try FileHandle(forWritingTo: names[2])
        try process.run()
        process.waitUntilExit()
        let data = try names.map { try Data(contentsOf: $0) }
        for url in names { try FileManager.default.removeItem(at: url) }
        return Outcome(
            status: process.terminationStatus, output: data[1], errors: String(decoding: data[2], as: UTF8.self))
    }

    /// Writes a file into the folder.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    func read(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

    /// The names of what is in the folder, at any depth.
    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    }
}
