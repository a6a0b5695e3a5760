import Foundation
import GalleyXLIFF
import Testing

/// The order of keys is Foundation's, however it is computed.
@Suite struct KeyOrderTests {
    /// Sorts by Foundation alone.
    static func reference(_ keys: [String]) -> [String] {
        let bridged = keys.map { NSString(string: $0) }
        return keys.indices.sorted {
            switch KeyOrder.compare(bridged[$0], keys[$1]) {
            case .orderedAscending: true
            case .orderedDescending: false
            case .orderedSame: keys[$0].utf8.lexicographicallyPrecedes(keys[$1].utf8)
            }
        }.map { keys[$0] }
    }

    static func sorted(_ keys: [String]) -> [String] { KeyOrder.sortedIndices(of: keys).map { keys[$0] } }

    /// Compares by bytes: Swift's `==` would take "é" for "e\u{301}".
    static func areSame(_ left: [String], _ right: [String]) -> Bool {
        left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
    }

    @Test(arguments: [
        ["b", "a", "B", "A", "aB", "Ab", "ab", "AB"], ["10", "9", "1", "01", "001", "a10", "a9", "a09", "1.5", "1.10"],
        ["", " ", "a", "a ", " a", "_a", "-a", "%a", "%@", "%%", "$", "~"],
        ["é", "e", "f", "É", "e\u{301}", "日本", "z", "Ω", "\u{200E}a", "a\u{1}"],
        ["0", "00", "a0", "a00", "0a", "00a", "a1b01", "a01b1", "A01", "a1"],
    ])
    func smallTables(keys: [String]) { #expect(Self.areSame(Self.sorted(keys), Self.reference(keys))) }

    /// Every pair of ASCII characters, alone and inside.
    @Test func pairsOfCharacters() {
        let characters = (1..<128).map { String(Unicode.Scalar(UInt8($0))) }
        #expect(Self.areSame(Self.sorted(characters), Self.reference(characters)))
        let inside = characters.map { "a" + $0 + "b" } + characters.map { "A" + $0 + "1" }
        #expect(Self.areSame(Self.sorted(inside), Self.reference(inside)))
    }

    @Test func randomStrings() {
        var generator = SplitMix(state: 7)
        let alphabets = ["aAbB01", "abcXYZ 019._-%@", "aé日1 ", "01", "aA\u{1}\n\t0"]
        for alphabet in alphabets {
            let letters = Array(alphabet.unicodeScalars)
            var keys: Set<[UInt8]> = []
            for _ in 0..<400 {
                let length = Int(generator.next() % 9)
                var view = String.UnicodeScalarView()
                for _ in 0..<length { view.append(letters[Int(generator.next() % UInt64(letters.count))]) }
                keys.insert(Array(String(view).utf8))
            }
            let strings = keys.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
            #expect(Self.areSame(Self.sorted(strings), Self.reference(strings)), "\(alphabet)")
        }
    }

    /// Two keys are compared as a table of them is sorted.
    @Test func pairsOfKeys() {
        let keys = [
            "", "a", "A", "aa", "aA", "Ab", "ab", "comment", "commentGenerationVersion", "stringUnit", "stringunits",
            "zh", "zh-Hans", "pt-BR", "PT", "ß", "ss", "a1", "a b", "aéb", "azb", "_a",
        ]
        for left in keys {
            for right in keys where left != right {
                #expect(
                    KeyOrder.precedes(left, right) == (Self.reference([left, right])[0] == left), "\(left) \(right)")
            }
        }
    }

    /// Every key of every table of the real files.
    @Test(.enabled(if: Places.hasData)) func realKeys() throws {
        var tables = 0
        for path in try XLIFFInputFile.documents(at: Places.data.path) {
            guard let document = try? XLIFFDocument(contentsOf: URL(fileURLWithPath: path)) else { continue }
            for file in document.files {
                let keys = file.units.compactMap(\.id)
                #expect(Self.areSame(Self.sorted(keys), Self.reference(keys)), "\(path) \(file.original)")
                tables += 1
            }
        }
        #expect(tables > 300)
    }
}

/// A small generator with a seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
