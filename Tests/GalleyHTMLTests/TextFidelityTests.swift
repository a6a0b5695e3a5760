import Foundation
import GalleyHTML
import GalleyText
import Testing

/// The models of real documents have the letters that html5lib finds in them (Scripts/compare-text.py).
@Suite("Real documents", .enabled(if: !SharedData.files("data/html").isEmpty, "no documents in ../shared/data/html"))
struct TextFidelityTests {
    /// Whether Python has the parser to compare with; `Scripts/setup.sh test` installs it.
    static let hasHTML5Lib: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", "import html5lib"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test(
        "Letters and digits are html5lib's, in order, in at least 30 of 31 documents",
        .enabled(if: hasHTML5Lib, "html5lib is not installed: run Scripts/setup.sh test"))
    func letters() throws {
        let folder =
            ProcessInfo.processInfo.environment["GALLEY_DUMP"].map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("galley-texts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            if ProcessInfo.processInfo.environment["GALLEY_DUMP"] == nil {
                try? FileManager.default.removeItem(at: folder)
            }
        }
        let files = SharedData.files("data/html")
        var options = HTMLOptions()
        options.formulas = .text
        for file in files {
            let text = try AttributedText(html: Data(contentsOf: file), baseURL: file, options: options)
            let name = file.deletingPathExtension().lastPathComponent + ".txt"
            try text.inReadingOrder.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Scripts/compare-text.py")
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path, folder.path] + files.map(\.path)
        process.standardOutput = output
        try process.run()
        let report = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // 1: some differ.
        #expect(process.terminationStatus <= 1, "\(report)")
        let equal = report.split(separator: "\n").filter { $0.hasPrefix("equal") }.count
        print(report)
        #expect(equal >= files.count - 1, "\(report)")
    }
}

extension AttributedText {
    /// The text with floats and inline blocks where they are anchored, not after the paragraph.
    fileprivate var inReadingOrder: String {
        var paragraphsOfFlow = [[Int]](repeating: [], count: flows.count)
        for (index, paragraph) in paragraphs.enumerated() { paragraphsOfFlow[paragraph.flow.index].append(index) }
        var flowAt: [Int: FlowID] = [:]
        for object in objects { if case .flow(let id) = object.kind { flowAt[object.offset] = id } }
        var bytes: [UInt8] = []
        // What is still to be written: ranges of bytes, the next one last.
        var pending: [Range<Int>] = paragraphsOfFlow[0].reversed().map { paragraphs[$0].range }
        while let range = pending.popLast() {
            var offset = range.lowerBound
            while offset < range.upperBound {
                if let flow = flowAt[offset] {
                    pending.append(offset + 3..<range.upperBound)
                    pending += paragraphsOfFlow[flow.index].reversed().map { paragraphs[$0].range }
                    break
                }
                bytes.append(utf8[offset])
                offset += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
