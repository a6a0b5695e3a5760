import Foundation
import GalleyText
import Testing

import GalleyShaping

/// Glyphs and positions against the program `hb-shape`, for faces and texts of several scripts.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/hb-shape")))
struct HarfBuzzAgreementTests {
    struct Sample: Sendable, CustomStringConvertible {
        var face: String
        var family: String
        var text: String
        var description: String { "\(family): \(text.prefix(20))" }
    }

    static let samples = [
        Sample(face: Faces.dejaVu, family: "DejaVu Sans", text: "The office of AVA, fly To Wave. 12:30"),
        Sample(face: Faces.dejaVu, family: "DejaVu Sans", text: "Привет мир"),
        Sample(face: Faces.dejaVu, family: "DejaVu Sans", text: "e\u{301}a\u{308}o\u{327} A\u{30A}"),
        Sample(face: Faces.liberationSerif, family: "Liberation Serif", text: "AV We Ty. \"Te Yo\" fi fl office"),
        Sample(face: Faces.naskh, family: "Noto Naskh Arabic", text: "السلام عليكم ورحمة الله"),
        Sample(face: Faces.naskh, family: "Noto Naskh Arabic", text: "مُحَمَّدٌ لا"),
        Sample(face: Faces.devanagari, family: "Noto Sans Devanagari", text: "हिन्दी क्षत्रिय कर्म श्री"),
        Sample(face: Faces.thai, family: "Noto Sans Thai", text: "ที่นี่น้ำ"),
    ].filter { Faces.exist($0.face) }

    @Test(arguments: samples) func glyphsAndPositions(_ sample: Sample) throws {
        let bench = try Bench(paths: [sample.face], family: sample.family)
        let text = bench.shape(sample.text).text
        #expect(text.items.count == 1)
        let item = text.items[0]
        let ours = text.glyphRecords(of: item).map(\.description)
        #expect(ours == (try hbShape(sample)))
    }

    private func hbShape(_ sample: Sample) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/hb-shape")
        process.arguments = [
            "--font-file=\(sample.face)", "--text=\(sample.text)", "--no-glyph-names", "--output-format=json",
            "--utf8-clusters", "--cluster-level=0",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let list = try JSONSerialization.jsonObject(with: data) as? [[String: Int]] ?? []
        return list.map { "\($0["g"] ?? 0)=\($0["cl"] ?? 0)@\($0["dx"] ?? 0),\($0["dy"] ?? 0)+\($0["ax"] ?? 0)" }
    }
}
