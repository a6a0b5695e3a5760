import GalleyTestSupport
import GalleyText
import GalleyUnicode
import Testing

import GalleyShaping

/// Places where lines may end are looked for when a line asks: the answers are those of a list of all of them.
@Suite struct BreakPlaceTests {
    private static let words = [
        "e", "ee", "office", "AVAV", "To", "A\u{AD}V", "e\u{AD}ee\u{AD}e", "ee-ee", "水水水", "かなカナ。", "שלום", "12.5",
        "سلام",
        "لا", "(א)", "   ", "\u{3000}", "\u{200B}", "e\u{301}", "\u{2067}", "\u{2069}", "\u{2003}", "\u{FB03}",
        "\u{202A} \u{202C}",
    ]

    private func paragraph(_ random: inout SeededGenerator) throws -> ShapedParagraph {
        var bench = try Bench(paths: [])
        bench.style.breaking.hyphens = [.manual, .none].randomElement(using: &random)!
        bench.style.breaking.whiteSpace = [.collapse, .preserve, .breakSpaces].randomElement(using: &random)!
        bench.style.shaping.letterSpacing = [.zero, .zero, .px(2)].randomElement(using: &random)!
        var string = ""
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            string += Self.words.randomElement(using: &random)! + ["", " ", " "].randomElement(using: &random)!
        }
        return bench.shape(string)
    }

    /// All places by the definition: a boundary, which in this text always starts a cluster.
    @Test func allOfThem() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let shaped = try paragraph(&random)
            let hidesSoftHyphens = shaped.textStyles.contains { $0.breaking.hyphens == .none }
            var expected: [Int] = []
            for segment in shaped.segments where segment.kind == .text {
                for offset in Int(segment.start) + 1..<max(Int(segment.end), Int(segment.start) + 1)
                where shaped.analysis.flags[offset].contains(.lineAllowed) {
                    let item = try #require(shaped.text.items.first { $0.range.contains(offset) })
                    let cluster = shaped.text.cluster(at: offset, in: item)
                    guard shaped.text.start(ofCluster: cluster, in: item) == offset else {
                        continue
                    }
                    if hidesSoftHyphens, shaped.inline.utf8[offset - 1] == 0xAD { continue }
                    expected.append(offset)
                }
            }
            #expect(shaped.opportunities.map { Int($0.offset) } == expected)
            for opportunity in shaped.opportunities {
                let item = shaped.text.items[Int(opportunity.item)]
                #expect(item.range.contains(Int(opportunity.offset)))
                #expect(
                    shaped.text.start(ofCluster: Int(opportunity.cluster), in: item) == Int(opportunity.offset))
                #expect(shaped.text.x(ofCluster: Int(opportunity.cluster), in: item) == opportunity.x)
                #expect(opportunity.contentX <= opportunity.x)
            }
        }
    }

    /// What hangs before a place is looked for from the place before it where all are wanted, and as far as it goes where
    /// one is.
    @Test func contentEnds() throws {
        var random = SeededGenerator(seed: 3)
        var hanging = 0
        for _ in 0..<300 {
            let shaped = try paragraph(&random)
            shaped.readBreakPlaces { places in
                for segment in shaped.segments where segment.kind == .text {
                    places.forEach(in: segment) { place in
                        let alone = places.first(in: segment, after: Int(place.offset) - 1)
                        #expect(alone?.offset == place.offset)
                        #expect(alone?.contentEnd == place.contentEnd && alone?.contentX == place.contentX)
                        if place.contentEnd + 1 < place.offset { hanging += 1 }
                    }
                }
            }
        }
        #expect(hanging > 100)
    }

    /// Spaces and isolates without end, a place before each: what hangs is walked over once. (Each walk to its start would
    /// take 10^10 steps in all.)
    @Test func hangingSpacesAreWalkedOnce() throws {
        let count = 200_000
        let shaped = try Bench().shape("e" + String(repeating: " \u{2066}", count: count) + "e")
        var (all, whole) = (0, 0)
        shaped.readBreakPlaces { places in
            for segment in shaped.segments where segment.kind == .text {
                places.forEach(in: segment) { place in
                    all += 1
                    if place.contentEnd == max(1, segment.start) { whole += 1 }
                }
            }
        }
        #expect(all == count && whole == count)
    }

    @Test func searching() throws {
        var random = SeededGenerator(seed: 2)
        var found = 0
        var unsafe = 0
        for _ in 0..<300 {
            let shaped = try paragraph(&random)
            let all = shaped.opportunities
            shaped.readBreakPlaces { places in
                for segment in shaped.segments where segment.kind == .text {
                    let inside = all.filter { $0.offset > segment.start && $0.offset < segment.end }
                    for _ in 0..<8 {
                        let lower = Int.random(in: Int(segment.start)...Int(segment.end), using: &random)
                        let after = inside.filter { Int($0.offset) > lower }
                        let most = Double.random(in: segment.x - 5...segment.endX + 5, using: &random)
                        let fitting = places.lastFitting(in: segment, after: lower, to: most, slack: most + 9)
                        let expected = after.last { $0.contentX <= most }
                        #expect(fitting.last?.offset == expected?.offset)
                        let next = after.first { Int($0.offset) > Int(expected?.offset ?? 0) }
                        let isUnsafe = next.map { $0.flags.contains(.unsafeEnd) && $0.contentX <= most + 9 } ?? false
                        #expect(fitting.unsafeNext?.offset == (isUnsafe ? next?.offset : nil))
                        #expect(places.first(in: segment, after: lower)?.offset == after.first?.offset)
                        let end = Int.random(in: lower...Int(segment.end), using: &random)
                        let before = after.last { Int($0.offset) < end }
                        #expect(places.last(in: segment, before: end, after: lower)?.offset == before?.offset)
                        if expected != nil { found += 1 }
                        if isUnsafe { unsafe += 1 }
                    }
                }
            }
        }
        #expect(found > 1_000 && unsafe > 10)
    }
}
