import Foundation
import GalleyFonts
import GalleyShaping
import GalleyText
import Testing

/// Text put together of cached words is the same as text shaped whole, or the cache is not used.
@Suite struct WordCacheTests {
    struct Face: Sendable, CustomStringConvertible {
        var path: String?
        var family: String
        var description: String { family }
    }

    private static let fonts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Fonts").standardized.path

    static let faces = [
        Face(path: nil, family: "Galley Test"),
        Face(path: fonts + "/GalleyTest-SpaceKern.ttf", family: "Galley Test SpaceKern"),
        Face(path: Faces.dejaVu, family: "DejaVu Sans"),
        Face(path: Faces.liberationSerif, family: "Liberation Serif"),
        Face(path: "/usr/share/fonts/truetype/noto/NotoSerif-Regular.ttf", family: "Noto Serif"),
        Face(path: "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", family: "Noto Sans"),
    ].filter { $0.path.map(Faces.exist) ?? true }

    private static let words = [
        "the", "of", "office", "AVA", "To", "Te", "W", "V", "A", "Wave,", "fly", "ffi", "12:30", "\"Yes\"", "f",
        "e\u{301}",
        "naïve", "ﬁx", "мир", "и", "καλημέρα", "a\u{AD}b", "x\u{200D}y", "--", "…", "L'A", "T.", "", "a\u{A0}b",
        "\u{300}",
    ]

    private func same(_ one: ShapedText, _ other: ShapedText) -> Bool {
        one.clusterStarts == other.clusterStarts && one.clusterX == other.clusterX && one.glyphs == other.glyphs
            && one.clusterFlags.map(\.rawValue) == other.clusterFlags.map(\.rawValue)
            && one.items.count == other.items.count
            && zip(one.items, other.items).allSatisfy { left, right in
                left.clusters.allSatisfy {
                    one.glyphRange(ofCluster: $0, in: left) == other.glyphRange(ofCluster: $0, in: right)
                }
            }
    }

    @Test(arguments: faces) func onEqualsOff(_ face: Face) throws {
        let bench = try Bench(paths: face.path.map { [$0] } ?? [], family: face.family)
        let without = try Bench(paths: face.path.map { [$0] } ?? [], family: face.family)
        without.context.switches.wordCache = false
        var state: UInt64 = 42
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for round in 0..<400 {
            // Words with marks come late, so that the cache is in use before.
            let known = round < 200 ? 15 : Self.words.count
            let text = (0...random(20)).map { _ in Self.words[random(known)] }.joined(
                separator: random(9) == 0 ? "  " : " ")
            #expect(same(bench.shape(text).text, without.shape(text).text), "\(text)")
        }
        #expect(bench.context.counters.wordCacheMismatches == 0)
        #expect(without.context.counters.wordsShaped == 0)
    }

    @Test func wordsAreFoundAgain() throws {
        // A face whose space takes part in nothing; the test face kerns A with the space.
        let bench = try Bench()
        for _ in 0..<3 { _ = bench.shape("eee eee ooo eee") }
        if bench.context.counters.wordsShaped > 2 {
            #expect(bench.context.counters.wordCacheHits > bench.context.counters.wordsShaped)
        }
        bench.context.emptyTextCaches()
        #expect(bench.context.wordPlanCounts == (0, 0))
    }

    @Test(.enabled(if: Faces.exist(Faces.dejaVu))) func dejaVuUsesIt() throws {
        let bench = try Bench(paths: [Faces.dejaVu], family: "DejaVu Sans")
        for _ in 0..<10 { _ = bench.shape("The office of the other office, and the rest of it.") }
        #expect(bench.context.counters.wordCacheHits > 80)
        #expect(bench.context.counters.wordsShaped < 12)
    }

    @Test func aFaceWhoseSpaceKernsIsShapedWhole() throws {
        let path = Self.fonts + "/GalleyTest-SpaceKern.ttf"
        let bench = try Bench(paths: [path], family: "Galley Test SpaceKern")
        for _ in 0..<10 { _ = bench.shape("W e V e W V e") }
        #expect(bench.context.wordPlanCounts == (0, 1))
    }
}
