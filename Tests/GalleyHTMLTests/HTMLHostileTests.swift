import Foundation
import GalleyHTML
import GalleyText
import Testing

/// The hostile set, made by `shared/hostile/make_hostile.py` into the folder that `GALLEY_HOSTILE` names.
private enum Hostile {
    static let folder = ProcessInfo.processInfo.environment["GALLEY_HOSTILE"].map { URL(fileURLWithPath: $0) }

    static let areas: Set<String> = [
        "depth", "size", "bytes", "charset", "entities", "markup", "css", "numbers", "unicode", "bidi", "url", "table",
        "image",
    ]

    struct Case: Sendable, CustomTestStringConvertible {
        var path: String
        var seconds: Double
        var testDescription: String { path }
    }

    static let cases: [Case] = {
        guard let folder,
            let table = try? String(contentsOf: folder.appendingPathComponent("CASES.tsv"), encoding: .utf8)
        else { return [] }
        return table.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count >= 6, areas.contains(fields[1]) else { return nil }
            return Case(path: fields[0], seconds: Double(fields[5]) ?? 10)
        }
    }()
}

@Suite("Hostile inputs", .enabled(if: !Hostile.cases.isEmpty), .serialized)
struct HTMLHostileTests {
    @Test("Converts in time, twice alike", arguments: Hostile.cases)
    private func survives(test: Hostile.Case) throws {
        guard let folder = Hostile.folder else { return }
        let data = try Data(contentsOf: folder.appendingPathComponent(test.path))
        let clock = ContinuousClock()
        var text = AttributedText()
        let time = try clock.measure { text = try AttributedText(html: data) }
        print(test.path, data.count, time, text.count, text.paragraphs.count)
        #expect(time < .seconds(test.seconds))
        #expect(!text.paragraphs.isEmpty)
        if data.count < 200_000 { #expect(try AttributedText(html: data) == text) }
        // The cases mark their last words.
        for word in ["DEEP", "TAIL", "END"] where data.range(of: Data(word.utf8)) != nil {
            if !text.string.contains(word) { print("MISSING \(word) in \(test.path)") }
        }
    }
}
