import GalleyTestSupport
import Testing

import GalleyText

@Suite struct StyleRunsTests {
    @Test func appendingEqualStylesMakesOneRun() {
        var runs = StyleRuns()
        for _ in 0..<100_000 { runs.append(3, TextStyleID(rawValue: 7)) }
        var found: [Range<Int>] = []
        runs.forEachRun(in: 0..<runs.byteCount) { range, _ in found.append(range) }
        #expect(found == [0..<300_000])
        #expect(runs.checkInvariants())
    }

    @Test func editsEqualThoseOfAPlainArray() {
        var generator = SeededGenerator(seed: 11)
        var runs = StyleRuns()
        var plain: [UInt32] = []
        for _ in 0..<200 {
            let count = Int.random(in: 1...2_000, using: &generator)
            let style = UInt32.random(in: 0..<4, using: &generator)
            runs.append(count, TextStyleID(rawValue: style))
            plain.append(contentsOf: Array(repeating: style, count: count))
        }
        for step in 0..<300 {
            let start = Int.random(in: 0..<plain.count, using: &generator)
            let end = min(plain.count, start + Int.random(in: 0...90_000, using: &generator))
            let style = UInt32.random(in: 0..<4, using: &generator)
            if step % 3 == 0 {
                runs.transform(start..<end) { TextStyleID(rawValue: ($0.rawValue + 1) % 4) }
                for index in start..<end { plain[index] = (plain[index] + 1) % 4 }
            } else {
                let count = Int.random(in: 0...50_000, using: &generator)
                runs.replace(start..<end, with: count, TextStyleID(rawValue: style))
                plain.replaceSubrange(start..<end, with: Array(repeating: style, count: count))
            }
            #expect(runs.byteCount == plain.count)
            #expect(runs.checkInvariants())
            var rebuilt: [UInt32] = []
            var ends: [Int] = []
            runs.forEachRun(in: 0..<runs.byteCount) { range, style in
                rebuilt.append(contentsOf: Array(repeating: style.rawValue, count: range.count))
                ends.append(range.upperBound)
            }
            #expect(rebuilt == plain)
            if plain.isEmpty { break }
            let probe = Int.random(in: 0..<plain.count, using: &generator)
            #expect(runs.style(at: probe)?.rawValue == plain[probe])
            // Over the seams of chunks, too.
            for limit in [probe + 1, min(plain.count, probe + 70_000), plain.count] {
                let run = runs.run(at: probe, before: limit)
                #expect(run.style.rawValue == plain[probe])
                let wanted = plain[probe..<limit].firstIndex { $0 != plain[probe] } ?? limit
                #expect(run.end == wanted)
            }
        }
    }
}
