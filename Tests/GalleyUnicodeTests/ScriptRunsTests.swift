import GalleyUnicode
import Testing

@Suite("Script runs (UAX #24)")
struct ScriptRunsTests {
    private func runs(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { ScriptRuns.resolve($0) }.map {
            "\($0.script) \(String(decoding: bytes[$0.range], as: UTF8.self))"
        }
    }

    @Test(
        arguments: [
            ("", []),
            ("123 !", ["Zyyy 123 !"]),
            ("Hello, world", ["Latn Hello, world"]),
            ("12 abc", ["Latn 12 abc"]),
            ("Привет, world!", ["Cyrl Привет, ", "Latn world!"]),
            ("e\u{301} μ\u{301}", ["Latn e\u{301} ", "Grek μ\u{301}"]),
            // Brackets: the closing one goes with the opening one.
            ("abc (где) x", ["Latn abc (", "Cyrl где", "Latn ) x"]),
            ("(где) x", ["Cyrl (где) ", "Latn x"]),
            ("a [где", ["Latn a [", "Cyrl где"]),
            // Script extensions.
            ("\u{0915}\u{0964} \u{0985}", ["Deva \u{0915}\u{0964} ", "Beng \u{0985}"]),
            ("\u{30AB}\u{30FC} \u{3042}\u{30FC}", ["Kana \u{30AB}\u{30FC} ", "Hira \u{3042}\u{30FC}"]),
            ("abc、日本", ["Latn abc", "Hani 、日本"]),
            ("「日本」", ["Hani 「日本」"]),
            // Marks: with their base, or naming one that has no script.
            ("abc \u{25CC}\u{093F}", ["Latn abc ", "Deva \u{25CC}\u{093F}"]),
            // Of marks of several scripts on such a base, the last one names it.
            ("\u{25CC}\u{093F}\u{09BE}b", ["Beng \u{25CC}\u{093F}\u{09BE}", "Latn b"]),
            ("a\u{093F}b", ["Latn a\u{093F}b"]),
            ("\u{0301}a", ["Latn \u{0301}a"]),
            ("שלום 12 العربية", ["Hebr שלום 12 ", "Arab العربية"]),
        ] as [(String, [String])])
    func resolves(text: String, expected: [String]) {
        #expect(runs(text) == expected)
    }

    @Test("runs cover the text without gap, neighbours differ")
    func covers() {
        var generator = TestGenerator(seed: 24)
        for _ in 0..<2000 {
            let bytes = generator.text(scalars: 24)
            let found = bytes.withUnsafeBufferPointer { ScriptRuns.resolve($0) }
            #expect(found.first?.range.lowerBound ?? 0 == 0)
            #expect(found.last?.range.upperBound ?? 0 == bytes.count)
            for (left, right) in zip(found, found.dropFirst()) {
                #expect(left.range.upperBound == right.range.lowerBound)
                #expect(left.script != right.script)
                #expect(!left.range.isEmpty && !right.range.isEmpty)
            }
        }
    }

    @Test("appends to what is there")
    func appends() {
        var found = [ScriptRun(range: 0..<1, script: .latin)]
        Array("(где) x".utf8).withUnsafeBufferPointer { ScriptRuns.resolve($0, into: &found) }
        #expect(found.map(\.script) == [.latin, .cyrillic, .latin])
    }
}
