import Foundation
import GalleyMarkup
import Testing

@Suite("HTML conformance", .enabled(if: SharedData.has("html5lib")))
struct HTMLConformanceTests {
    /// Compares cases, prints the rates, and checks that exactly the reviewed ones differ.
    private func check(_ cases: [TreeCase], _ label: String, reviewed: [String: String]) throws -> [String: Double] {
        var counts: [String: Int] = [:]
        var withText = 0
        var found: [String: String] = [:]
        for test in cases {
            let misses = try test.misses()
            if !misses.isEmpty { found[test.place] = misses.joined(separator: " ") }
            if !misses.contains("tree") { counts["tree", default: 0] += 1 }
            guard test.hasVisibleText else { continue }
            withText += 1
            for kind in ["text", "paragraphs", "style"] where !misses.contains(kind) { counts[kind, default: 0] += 1 }
        }
        var rates = ["text", "paragraphs", "style"].reduce(into: [:]) { rates, kind in
            rates[kind] = Double(counts[kind] ?? 0) / Double(withText) * 100
        }
        rates["tree"] = Double(counts["tree"] ?? 0) / Double(cases.count) * 100
        print("html5lib \(label): \(cases.count) cases, \(withText) with text, % the same: \(rates)")
        let gone = reviewed.keys.filter { found[$0] != reviewed[$0] }
        let new = found.keys.filter { found[$0] != reviewed[$0] }
        if ProcessInfo.processInfo.environment["GALLEY_SHOW"] != nil {
            for test in cases {
                guard let misses = found[test.place] else { continue }
                print("\(test.place)\t\(misses)\n   \(test.data.debugDescription)")
                print(test.document.joined(separator: "\n"))
            }
        }
        #expect(gone.isEmpty && new.isEmpty, "not as reviewed: \(Set(gone + new).sorted())")
        return rates
    }

    @Test("html5lib tree construction: documents")
    func documents() throws {
        let cases = try TreeCase.load().filter { $0.context == nil && !$0.needsScripting }
        #expect(cases.count > 1_500)
        let rates = try check(cases, "documents", reviewed: ReviewedMisses.documents)
        #expect(rates["text"]! >= 95)
        #expect(rates["paragraphs"]! >= 93)
        #expect(rates["style"]! >= 85)
    }

    @Test("html5lib tree construction: fragments")
    func fragments() throws {
        let cases = try TreeCase.load().filter { $0.context != nil && !$0.needsScripting }
        #expect(cases.count > 180)
        let rates = try check(cases, "fragments", reviewed: ReviewedMisses.fragments)
        #expect(rates["text"]! >= 95)
        #expect(rates["paragraphs"]! >= 93)
        #expect(rates["style"]! >= 85)
    }
}
