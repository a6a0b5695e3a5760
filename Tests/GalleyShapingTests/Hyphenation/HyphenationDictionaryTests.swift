import Foundation
import GalleyShaping
import Testing

/// Dictionaries: reading them, and where words break by them.
struct HyphenationDictionaryTests {
    /// The patterns of Liang's thesis for `hyphenation`, and some for `concatenation`, longer ones repeating what the
    /// shorter ones in them say.
    static let patterns = """
        hy3ph
        he2n
        1na
        he2na4
        n2at
        he2n5at
        2io
        1t2io
        o2n
        con1ca
        t1e1na
        na1tio
        """

    static func dictionary(_ lines: String, charset: String = "UTF-8") throws -> HyphenationDictionary {
        try HyphenationDictionary(Array("\(charset)\n\(lines)\n".utf8))
    }

    private func hyphenated(_ word: String, _ dictionary: HyphenationDictionary) -> String {
        var parts: [Substring] = []
        var start = word.startIndex
        for offset in dictionary.breaks(in: word) {
            let index = word.utf8.index(word.startIndex, offsetBy: offset)
            parts.append(word[start..<index])
            start = index
        }
        return (parts + [word[start...]]).joined(separator: "-")
    }

    @Test(arguments: [
        "hy-phen-ation", "con-cat-e-na-tion", "Hy-phen-ation", "CON-CAT-E-NA-TION", "a", "", "io", "xyzzy", "кот",
        "hy-phen-ation's",
    ])
    func liangsPatterns(_ expected: String) throws {
        let dictionary = try Self.dictionary(Self.patterns)
        #expect(hyphenated(expected.filter { $0 != "-" }, dictionary) == expected)
    }

    @Test func theGreatestNumberCounts() throws {
        #expect(try hyphenated("abcd", Self.dictionary("b1c")) == "ab-cd")
        #expect(try hyphenated("abcd", Self.dictionary("b1c\nab2c")) == "abcd")
        #expect(try hyphenated("abcd", Self.dictionary("b1c\nab2c\nab3cd")) == "ab-cd")
        // Of two patterns of the same letters the later one.
        #expect(try hyphenated("abcd", Self.dictionary("b2c\nb1c")) == "ab-cd")
    }

    @Test func edgesOfWords() throws {
        let dictionary = try Self.dictionary(".ab1\n1cd.")
        #expect(hyphenated("abxx", dictionary) == "ab-xx")
        #expect(hyphenated("xxabxx", dictionary) == "xxabxx")
        #expect(hyphenated("xxcd", dictionary) == "xx-cd")
        #expect(hyphenated("xxcdxx", dictionary) == "xxcdxx")
    }

    @Test func minimums() throws {
        let everywhere = "1a1"
        #expect(try hyphenated("aaaaaa", Self.dictionary(everywhere)) == "aa-a-a-aa")
        let set = try Self.dictionary("LEFTHYPHENMIN 3\nRIGHTHYPHENMIN 1\n" + everywhere)
        #expect(hyphenated("aaaaaa", set) == "aaa-a-a-a")
        #expect((set.minimumBefore, set.minimumAfter) == (3, 1))
        #expect(try hyphenated("aaa", Self.dictionary("LEFTHYPHENMIN 999999999\n" + everywhere)) == "aaa")
    }

    @Test func apostrophesPartWords() throws {
        // As the word's own edges; at least three letters between a hyphen and the apostrophe, where nothing says less.
        let dictionary = try Self.dictionary("1a1")
        #expect(hyphenated("aa'aaaaaa", dictionary) == "aa'aaa-a-aa")
        #expect(hyphenated("aa\u{2019}aaaaaa", dictionary) == "aa\u{2019}aaa-a-aa")
        #expect(try hyphenated("aa'aaaaaa", Self.dictionary("COMPOUNDLEFTHYPHENMIN 2\n1a1")) == "aa'aa-a-a-aa")
    }

    @Test func twoLevels() throws {
        let dictionary = try Self.dictionary(
            """
            COMPOUNDLEFTHYPHENMIN 2
            COMPOUNDRIGHTHYPHENMIN 2
            foo1bar
            NEXTLEVEL
            1a1
            o1o
            .b2
            """)
        // `foo` and `bar` are hyphenated as words, with two letters at their edges.
        #expect(hyphenated("foobar", dictionary) == "foo-bar")
        #expect(hyphenated("fooobar", dictionary) == "fo-o-ob-ar")
        #expect(hyphenated("foobaraa", dictionary) == "foo-ba-r-aa")
    }

    @Test func unbroken() throws {
        let dictionary = try Self.dictionary("NOHYPHEN -,x\n1-1\n1x1\nNEXTLEVEL\n1a1")
        #expect(hyphenated("aaaaxaaaa", dictionary) == "aa-a-axa-a-aa")
    }

    @Test func lettersThatChangeAreNotBroken() throws {
        // German before 1996: Zucker, Zuk-ker; Hungarian asszony, asz-szony.
        #expect(try hyphenated("zucker", Self.dictionary("c1k/k=k,1,2")) == "zucker")
        #expect(try hyphenated("asszonnyal", Self.dictionary("as5szon/sz=,2,1\nn1nyal")) == "asszon-nyal")
        // Without numbers the whole pattern changes; outside of what changes a break is plain.
        #expect(try hyphenated("schiffahrt", Self.dictionary("f1fahr/ff=f")) == "schiffahrt")
        #expect(try hyphenated("xasszonx", Self.dictionary("xa1s5szon/sz=,3,1")) == "xa-sszonx")
    }

    @Test func charactersOfOneByte() throws {
        var bytes = Array("ISO8859-1\n1".utf8)
        bytes += [0xE4, 0x0A]
        #expect(try hyphenated("aaÄaa", HyphenationDictionary(bytes)) == "aa-Äaa")
        var russian = Array("KOI8-R\n1".utf8)
        russian += [0xCB, 0x0A]
        #if canImport(Glibc)
            #expect(try hyphenated("ааКаа", HyphenationDictionary(russian)) == "аа-Каа")
            #expect(try hyphenated("ааκаа", HyphenationDictionary(russian)) == "ааκаа")
        #endif
    }

    @Test(arguments: [
        ("", "<memory>: no hyphenation dictionary"), ("UTF-8\n", "<memory>: no hyphenation dictionary"),
        ("UTF-8\n% 1a\n# 1b\nLEFTHYPHENMIN 2\n", "<memory>: no hyphenation dictionary"),
        ("EBCDIC-NOT\n1a\n", "<memory>: the character set EBCDIC-NOT is not known"),
        ("\u{0}\u{1}\u{2}binary", "<memory>: the character set binary is not known"),
    ])
    func whatIsNoDictionary(_ text: String, _ message: String) {
        let error = #expect(throws: HyphenationError.self) { try HyphenationDictionary(Array(text.utf8)) }
        // Control characters are dropped from a name.
        #expect(error.map { "\($0)" } == message)
    }

    @Test func filesThatCannotBeRead() {
        #expect(throws: HyphenationError.unreadable(path: "/nonexistent.dic")) {
            try HyphenationDictionary(path: "/nonexistent.dic")
        }
        #expect(throws: HyphenationError.self) { try HyphenationDictionary(path: "/tmp") }
    }

    @Test func brokenLinesAreLeftOut() throws {
        let long = String(repeating: "1a", count: 5_000)
        let dictionary = try Self.dictionary(
            "\(long)\n1x1/\n/\n//,,\n1y/=,-5,99999999999999999999\n12345\n....\n9\nb1c\r")
        #expect(hyphenated("abcd", dictionary) == "ab-cd")
        #expect(hyphenated("aaaaaaaa", dictionary) == "aaaaaaaa")
        // A break after a whole word, cut again and again.
        #expect(try hyphenated("abcdabcd", Self.dictionary("1abcd1\nNEXTLEVEL\nb1c")) == "ab-cd-ab-cd")
    }

    @Test func anyBytesAreRead() {
        var state: UInt64 = 7
        let alphabet = Array("UTF-8\n123ab.c/=,% \n\r\u{E4}\nNEXTLEVEL\nNOHYPHEN ".utf8) + [0xFF, 0xC3]
        for _ in 0..<300 {
            var bytes = Array("UTF-8\n".utf8)
            for _ in 0..<200 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(alphabet[Int(state >> 33) % alphabet.count])
            }
            guard let dictionary = try? HyphenationDictionary(bytes) else { continue }
            for word in ["abcabc", "aaaa", "äcb", String(repeating: "ab", count: 100)] {
                let breaks = dictionary.breaks(in: word)
                #expect(breaks == breaks.sorted() && breaks.allSatisfy { 0 < $0 && $0 < word.utf8.count })
            }
        }
    }

    @Test func longWordsStayWhole() throws {
        let dictionary = try Self.dictionary("1a1")
        #expect(dictionary.breaks(in: String(repeating: "a", count: 128)).count == 125)
        #expect(dictionary.breaks(in: String(repeating: "a", count: 129)) == [])
    }

    // MARK: The system's dictionaries

    /// words.tsv: language, word, the word with hyphens as libhyphen puts them (Scripts/check-hyphens.py --golden).
    @Test func systemDictionaries() throws {
        let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("words.tsv")
        let dictionaries = HyphenationDictionaries.system()
        var absent: Set<String> = []
        for line in try String(contentsOf: table, encoding: .utf8).split(separator: "\n") {
            let fields = line.split(separator: "\t").map(String.init)
            guard dictionaries.languages.contains(fields[0].lowercased()) else {
                absent.insert(fields[0])
                continue
            }
            let dictionary = try #require(dictionaries.dictionary(for: fields[0]))
            #expect(hyphenated(fields[1], dictionary) == fields[2])
        }
        if !absent.isEmpty {
            print("skipped: no hyphenation dictionaries for \(absent.sorted()) (Debian: hyphen-en-us, hyphen-de, ...)")
        }
    }
}

/// Which dictionary a language has.
struct HyphenationDictionariesTests {
    private func folder(_ names: [String: String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in names {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        return folder.path
    }

    @Test func languageTags() throws {
        let path = try folder([
            "hyph_de_DE.dic": "UTF-8\n1d1\n", "hyph_de_CH.dic": "UTF-8\n1c1\n", "hyph_en_US.dic": "UTF-8\n1u1\n",
            "hyph_en_GB.dic": "UTF-8\n1g1\n", "hyph_fr.dic": "UTF-8\n1f1\n", "hyph_pt_BR.dic": "UTF-8\n1b1\n",
            "hyph_xx.dic": "no dictionary\n", "other.txt": "UTF-8\n1o1\n",
        ])
        defer { try? FileManager.default.removeItem(atPath: path) }
        let dictionaries = HyphenationDictionaries.system(folder: path)
        // The letter that the dictionary found breaks around.
        func letter(_ language: String) -> String? {
            guard let dictionary = dictionaries.dictionary(for: language) else { return nil }
            return "dcugfbo".map(String.init).first { !dictionary.breaks(in: "xx\($0)xx").isEmpty }
        }
        let expected: [(String, String?)] = [
            ("de-DE", "d"), ("de", "d"), ("de-AT", "d"), ("de-CH", "c"), ("DE-ch", "c"), ("de_CH", "c"),
            ("de-Latn-CH-1996", "d"), ("en", "u"), ("en-GB", "g"), ("en-NZ", "u"), ("fr-CA", "f"), ("fr", "f"),
            ("pt", "b"), ("pt-PT", "b"), ("fr-x-any", "f"), ("xx", nil), ("tr", nil), ("", nil), ("-", nil), ("d", nil),
        ]
        for (language, wanted) in expected { #expect(letter(language) == wanted, "\(language)") }
        #expect(dictionaries.languages == ["de-ch", "de-de", "en-gb", "en-us", "fr", "pt-br", "xx"])
    }

    @Test func nothingIsReadUnasked() throws {
        let dictionaries = HyphenationDictionaries.system(folder: "/nonexistent")
        #expect(dictionaries.languages == [])
        #expect(dictionaries.dictionary(for: "en") == nil)
        #expect(HyphenationDictionaries.none.languages == [])
    }

    @Test func givenDictionaries() throws {
        let path = try folder(["a.dic": "UTF-8\n1a1\n"])
        defer { try? FileManager.default.removeItem(atPath: path) }
        let given = try HyphenationDictionaries(paths: ["en-US": path + "/a.dic"])
        #expect(given.dictionary(for: "en")?.breaks(in: "xxaxx") == [2, 3])
        #expect(throws: HyphenationError.self) { try HyphenationDictionaries(paths: ["en": path + "/b.dic"]) }
        let copy = given
        #expect(copy == given)
        #expect(given != .none)
    }

    @Test func tasksShareOne() async throws {
        let path = try folder(["hyph_en_US.dic": "UTF-8\n1a1\n"])
        defer { try? FileManager.default.removeItem(atPath: path) }
        let dictionaries = HyphenationDictionaries.system(folder: path)
        await withTaskGroup(of: [Int]?.self) { group in
            for _ in 0..<8 { group.addTask { dictionaries.dictionary(for: "en")?.breaks(in: "xxaxx") } }
            for await breaks in group { #expect(breaks == [2, 3]) }
        }
    }
}
