import GalleyUnicode
import Testing

@Suite("Breaks: what holds for every text")
struct BreakPropertyTests {
    private typealias Segmentation = (
        name: String, flag: BoundaryFlags,
        mark: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<BoundaryFlags>) -> Void,
        next: (UnsafeBufferPointer<UInt8>, Int) -> Int, previous: (UnsafeBufferPointer<UInt8>, Int) -> Int,
        isBoundary: (UnsafeBufferPointer<UInt8>, Int) -> Bool
    )

    private static var segmentations: [Segmentation] {
        [
            (
                "grapheme", .grapheme, { GraphemeBreaks.mark($0, into: $1) }, { GraphemeBreaks.next($0, after: $1) },
                { GraphemeBreaks.previous($0, before: $1) }, { GraphemeBreaks.isBoundary($0, at: $1) }
            ),
            (
                "word", .word, { WordBreaks.mark($0, into: $1) }, { WordBreaks.next($0, after: $1) },
                { WordBreaks.previous($0, before: $1) }, { WordBreaks.isBoundary($0, at: $1) }
            ),
            (
                "sentence", .sentence, { SentenceBreaks.mark($0, into: $1) }, { SentenceBreaks.next($0, after: $1) },
                { SentenceBreaks.previous($0, before: $1) }, { SentenceBreaks.isBoundary($0, at: $1) }
            ),
        ]
    }

    @Test("next, previous and isBoundary agree with mark")
    func navigation() {
        var generator = TestGenerator(seed: 29)
        for _ in 0..<3000 {
            let bytes = generator.text(scalars: 16)
            for kind in Self.segmentations {
                let flags = marking(bytes, kind.mark)
                var boundaries = flags.indices.filter { flags[$0].contains(kind.flag) }
                #expect(boundaries.first == 0)
                boundaries.append(bytes.count)
                bytes.withUnsafeBufferPointer { utf8 in
                    for (left, right) in zip(boundaries, boundaries.dropFirst()) {
                        #expect(kind.next(utf8, left) == right, "\(kind.name) \(bytes)")
                        #expect(kind.previous(utf8, right) == left, "\(kind.name) \(bytes) before \(right)")
                    }
                    for offset in 0...bytes.count {
                        #expect(kind.isBoundary(utf8, offset) == boundaries.contains(offset), "\(kind.name) \(bytes)")
                    }
                }
            }
        }
    }

    @Test("graphemes are Swift's characters")
    func characters() {
        var generator = TestGenerator(seed: 1729)
        for _ in 0..<3000 {
            let bytes = generator.text(scalars: 16)
            let flags = marking(bytes) { GraphemeBreaks.mark($0, into: $1) }
            var expected: [Int] = []
            var offset = 0
            for character in String(decoding: bytes, as: UTF8.self) {
                expected.append(offset)
                offset += character.utf8.count
            }
            #expect(flags.indices.filter { flags[$0].contains(.grapheme) } == expected, "\(bytes)")
        }
    }

    @Test("bytes that are not UTF-8 end every walk", arguments: [1, 2, 3])
    func garbage(seed: UInt64) {
        var generator = TestGenerator(seed: seed)
        var algorithm = BidiAlgorithm()
        for _ in 0..<1000 {
            let bytes = generator.bytes(count: 24)
            for kind in Self.segmentations {
                _ = marking(bytes, kind.mark)
                bytes.withUnsafeBufferPointer { utf8 in
                    var offset = bytes.count
                    var steps = 0
                    while offset > 0 {
                        let previous = kind.previous(utf8, offset)
                        #expect(previous < offset)
                        offset = previous
                        steps += 1
                    }
                    #expect(steps <= bytes.count)
                }
            }
            for strictness in LineBreakStrictness.allCases {
                for mode in WordBreakMode.allCases {
                    let options = LineBreakOptions(
                        strictness: strictness, wordBreak: mode, language: .japanese)
                    #expect(LineBreaks(options).marks(bytes).count == bytes.count)
                }
            }
            bytes.withUnsafeBufferPointer { utf8 in
                let bidi = BidiParagraph(utf8, direction: .automatic, algorithm: &algorithm)
                #expect(bidi.levels.isEmpty || bidi.levels.count == bytes.count)
                #expect(ScriptRuns.resolve(utf8).last?.range.upperBound == bytes.count)
            }
        }
    }

    @Test("flags that are there stay there")
    func flagsAreAdded() {
        let bytes = Array("a b\nc".utf8)
        var flags = [BoundaryFlags](repeating: .sentence, count: bytes.count)
        var runs: [Range<Int>] = []
        bytes.withUnsafeBufferPointer { utf8 in
            flags.withUnsafeMutableBufferPointer {
                LineBreaks().mark(utf8, into: $0, complexRuns: &runs)
                GraphemeBreaks.mark(utf8, into: $0)
            }
        }
        #expect(flags.allSatisfy { $0.isSuperset(of: [.sentence, .grapheme]) })
        #expect(flags[2].contains(.lineAllowed) && flags[4].contains(.lineMandatory))
    }
}
