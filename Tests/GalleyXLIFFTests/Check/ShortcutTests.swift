import GalleyTestSupport
import GalleyXLIFF
import Testing

/// What is seen at a glance is what a closer look sees.
struct ShortcutTests {
    /// Texts put together of pieces.
    private func texts(of pieces: [String], count: Int, seed: UInt64) -> [String] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
        }
    }

    /// What a comparison of specifiers looks at.
    private func words(_ text: String) -> [String] {
        let read = FormatSpecifiers(text)
        return read.uses.map { "\($0.position) \($0.isPositioned) \($0.type) \($0.specifier)" }
            + ["\(read.loosePercents) \(read.escapedPercents)"] + read.nearMisses
    }

    @Test func specifiersThatAreSurelySameAreSame() {
        let pieces = [
            "%@", "%1$@", "%2$d", "%%", "%d", "%ld", "%lld", "%llld", "%.2f", "%.", "%5d", "% d", "%", "%1", "%1$",
            "%#@x@", "%arg", "%n", "%a", "a", " ", "@", "é", "%0$d", "%9$@", "%10$@", "%*d", "%'d", "%c", "%C", "1$",
        ]
        let all = texts(of: pieces, count: 400, seed: 3)
        var found = 0
        for left in all {
            for right in all where FormatSpecifiers.areSurelySame(left, right) {
                found += 1
                #expect(words(left) == words(right), "\(left) \(right)")
            }
        }
        #expect(found > 1_000)
        #expect(FormatSpecifiers.areSurelySame("%1$@ of %2$lld: %.1f %%", "%1$@: %2$lld, %.1f %% x"))
        #expect(!FormatSpecifiers.areSurelySame("%@", "%@ %@"))
    }

    @Test func hashesOfDifferentTextsDiffer() {
        var seen: [UInt64: String] = [:]
        for length in 0..<70 {
            for text in [String(repeating: "a", count: length), "\u{0}" + String(repeating: "\u{0}", count: length)] {
                for change in ["", "b", "é"] {
                    for text in [text + change, change + text] {
                        let known = seen.updateValue(text, forKey: ByteHash.hash(text))
                        #expect(known == nil || known.map { Array($0.utf8) } == Array(text.utf8))
                    }
                }
            }
        }
        #expect(ByteHash.hash("key", seed: 1) != ByteHash.hash("key", seed: 2))
    }
}
