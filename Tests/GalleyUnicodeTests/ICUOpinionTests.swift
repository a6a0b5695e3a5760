import Foundation
import GalleyUnicode
import Testing

/// Boundaries and levels of 10 MB of real and random text against ICU. Debian's ICU implements an older Unicode, and CLDR's
/// rules where they are not Unicode's; each difference belongs to a rule that is named here.
@Suite("ICU as a second opinion", .enabled(if: ICU.shared != nil))
struct ICUOpinionTests {
    /// 10 MB; fewer with GALLEY_ICU_MEGABYTES, as where code is not optimized.
    private static let size =
        1_000_000 * (ProcessInfo.processInfo.environment["GALLEY_ICU_MEGABYTES"].flatMap(Int.init) ?? 10)

    /// Lines of the documents and declarations of ../shared and of Corpus/, and random ones for the rest.
    private static let texts: [[UInt8]] = {
        let shared = ConformanceFiles.unicode17.deletingLastPathComponent()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        var texts: [[UInt8]] = []
        var count = 0
        for folder in [
            shared.appendingPathComponent("udhr"), root.appendingPathComponent("Corpus"),
            shared.appendingPathComponent("html"),
        ] {
            let files =
                (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
            for file in files.sorted(by: { $0.path < $1.path }) {
                guard let data = try? Data(contentsOf: file), let text = String(data: data, encoding: .utf8) else {
                    continue
                }
                for line in text.split(separator: "\n") where count < size / 2 {
                    texts.append(Array(line.utf8))
                    count += line.utf8.count
                }
            }
        }
        var generator = TestGenerator(seed: 15)
        while count < size {
            let text = generator.text(scalars: 40)
            texts.append(text)
            count += text.count
        }
        return texts
    }()

    /// The scalars of a text with their offsets.
    private func scalars(_ text: [UInt8]) -> [(offset: Int, scalar: UInt32)] {
        var found: [(Int, UInt32)] = []
        text.withUnsafeBufferPointer { utf8 in
            var offset = 0
            while offset < utf8.count {
                let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
                found.append((offset, scalar))
                offset += length
            }
        }
        return found
    }

    /// Compares boundaries; `rule` names the rule of a difference: the scalars before and after it, and whether Galley has
    /// the boundary. Nothing may be left without one.
    private func compare(
        _ kind: ICU.Breaks, _ flag: BoundaryFlags, _ marks: ([UInt8]) -> [BoundaryFlags],
        _ rule: (_ before: ArraySlice<UInt32>, _ after: ArraySlice<UInt32>, _ isOurs: Bool) -> String?
    ) throws {
        let icu = try #require(ICU.shared)
        var counts: [String: Int] = [:]
        var unexplained: [String] = []
        var total = 0
        for (text, theirs) in zip(Self.texts, icu.boundaries(kind, Self.texts)) {
            let flags = marks(text)
            let scalars = scalars(text)
            let values = scalars.map(\.scalar)
            for (index, place) in scalars.enumerated().dropFirst() {
                let isOurs = !flags[place.offset].isDisjoint(with: flag)
                total += isOurs ? 1 : 0
                guard isOurs != theirs.contains(place.offset) else { continue }
                if let name = rule(values[..<index], values[index...], isOurs) {
                    counts[name, default: 0] += 1
                } else if unexplained.count < 20 {
                    let shown = values[max(0, index - 6)..<index].map { String($0, radix: 16) }.joined(separator: " ")
                    let next = values[index..<min(values.count, index + 4)].map { String($0, radix: 16) }.joined(
                        separator: " ")
                    unexplained.append("\(shown) \(isOurs ? "÷" : "×") \(next)")
                }
            }
        }
        print("\(kind) against ICU with Unicode \(icu.unicodeVersion): \(total) boundaries")
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("    \(count)  \(name)") }
        #expect(unexplained.isEmpty, "\(unexplained)")
        #expect(total > 1_000)
    }

    // MARK: Lines

    /// The short names of Line_Break in the order of `LineBreakClass`.
    private static let names = """
        XX AI AK AL AP AS B2 BA BB BK CB CJ CL CM CP CR EB EM EX GL H2 H3 HH HL HY ID IN IS JL JT JV LF NL NS NU OP PO PR QU RI \
        SA SG SP SY VF VI WJ ZW ZWJ
        """.split(separator: " ").map(String.init)

    private func lineClass(_ scalar: UInt32) -> String {
        Self.names[Int(UnicodeProperties.lineBreakClass(scalar).rawValue)]
    }

    @Test func lines() throws {
        let icu = try #require(ICU.shared)
        let breaks = LineBreaks(LineBreakOptions(strictness: .strict))
        var changed: [UInt32: Bool] = [:]
        try compare(.line, .line, { breaks.marks($0) }) { before, after, _ in
            let near = Array(before.suffix(8)) + Array(after.prefix(2))
            let classes = near.map(lineClass)
            if classes.contains("SA") { return "LB1: dictionaries for Thai, Lao, Khmer and Burmese" }
            for scalar in near {
                let isChanged = changed[scalar] ?? (lineClass(scalar) != icu.lineBreakClass(scalar))
                changed[scalar] = isChanged
                if isChanged { return "classes that changed (HH, AK, AP, AS, VF, VI and others; 15.1 to 17.0)" }
            }
            // What stands before, marks and spaces left out.
            var units = before.map(lineClass)
            while let last = units.last, ["CM", "ZWJ"].contains(last) { units.removeLast() }
            let hasSpaces = units.last == "SP"
            while let last = units.last, ["SP", "CM", "ZWJ"].contains(last) { units.removeLast() }
            let (previous, next) = (units.last ?? "sot", after.first.map(lineClass) ?? "eot")
            let further = Array(after.dropFirst().prefix(1)).map(lineClass)
            if ["QU"].contains(previous) || next == "QU" || further.contains("QU") {
                return "LB15 to LB15b, LB19, LB19a: quotation marks (15.1, 16.0)"
            }
            if next == "IS", hasSpaces { return "LB15c: before a decimal point that begins a number (16.0)" }
            if ["HY", "BA"].contains(previous) { return "LB20a, LB21a: hyphens (15.1, 16.0)" }
            let numeric: Set = ["NU", "PO", "PR", "IS", "SY", "OP", "CL", "CP"]
            if numeric.contains(previous), numeric.contains(next) { return "LB25: numbers (16.0)" }
            return nil
        }
    }

    // MARK: Characters, words, sentences

    @Test func graphemes() throws {
        let icu = try #require(ICU.shared)
        try compare(.grapheme, .grapheme, { marking($0) { GraphemeBreaks.mark($0, into: $1) } }) {
            before, after, isOurs in
            let near = Array(before.suffix(2)) + Array(after.prefix(1))
            if near.contains(where: { !icu.isAssigned($0) }) { return "characters that are new" }
            if !isOurs, before.suffix(3).contains(where: { UnicodeProperties.indicConjunctBreak($0) == .linker }) {
                return "GB9c: conjuncts of Indic consonants (15.1)"
            }
            return nil
        }
    }

    @Test func words() throws {
        try compare(.word, .word, { marking($0) { WordBreaks.mark($0, into: $1) } }) { before, after, _ in
            // Far enough for the marks and formats between that rules do not see.
            let near = Array(before.suffix(12)) + Array(after.prefix(8))
            if near.contains(where: { Self.needsDictionary($0) }) { return "dictionaries for Asian scripts" }
            if near.contains(where: { [0x3A, 0xFE55, 0xFF1A].contains($0) }) { return "CLDR: a colon is no MidLetter" }
            if near.contains(0x40) { return "CLDR: an at sign is part of words" }
            if near.contains(where: { Self.isPrependedNumberSign($0) }) {
                return "signs before Arabic and other numbers are Numeric (15.1)"
            }
            return nil
        }
    }

    /// Format characters that enclose the number after them.
    private static func isPrependedNumberSign(_ scalar: UInt32) -> Bool {
        [0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD].contains(scalar)
    }

    private static func needsDictionary(_ scalar: UInt32) -> Bool {
        switch UnicodeProperties.lineBreakClass(scalar) {
        case .complexContext, .ideographic, .nonstarter, .conditionalJapaneseStarter, .hangulL, .hangulV, .hangulT,
            .hangulLV, .hangulLVT:
            true
        default: (0x1780...0x17FF).contains(scalar) || (0x3040...0x30FF).contains(scalar)
        }
    }

    @Test func sentences() throws {
        let icu = try #require(ICU.shared)
        try compare(.sentence, .sentence, { marking($0) { SentenceBreaks.mark($0, into: $1) } }) { before, after, _ in
            let isNewTerminal = before.suffix(6).contains { scalar in
                UnicodeProperties.sentenceBreakClass(scalar) == .sTerm && icu.sentenceBreakClass(scalar) != "ST"
            }
            if isNewTerminal { return "full stops that became STerm (15.1 to 17.0)" }
            let isSign = (before.suffix(12) + after.prefix(8)).contains(where: Self.isPrependedNumberSign)
            return isSign ? "signs before Arabic and other numbers are Numeric (15.1)" : nil
        }
    }

    // MARK: Levels

    @Test func levels() throws {
        let icu = try #require(ICU.shared)
        // A paragraph each: what follows a separator has a direction of its own in ICU.
        let separators: Set<UInt32> = [0x0A, 0x0D, 0x1C, 0x1D, 0x1E, 0x85, 0x2029]
        let texts = Self.texts.map { text in
            scalars(text).map(\.scalar).filter { !separators.contains($0) }.compactMap(Unicode.Scalar.init)
        }
        var algorithm = BidiAlgorithm()
        var differing: [String] = []
        var (compared, marks) = (0, 0)
        let units = texts.map { scalars in scalars.flatMap { Array(String($0).utf16) } }
        for (scalars, theirs) in zip(texts, icu.levels(units)) where !theirs.isEmpty {
            let bytes = scalars.flatMap { Array(String($0).utf8) }
            let bidi = bytes.withUnsafeBufferPointer { BidiParagraph($0, direction: .automatic, algorithm: &algorithm) }
            // L1: white space at the end has the paragraph's level there, and here when lines are made.
            let end = bytes.withUnsafeBufferPointer { BidiParagraph.trailingSpaceStart($0, line: 0..<bytes.count) }
            // Where all runs one way ICU tells one level for all; then their parity is what counts.
            let isUniform = Set(theirs).count == 1
            var (offset, unit) = (0, 0)
            var followsBracket = false
            for scalar in scalars {
                let isMark = UnicodeProperties.bidiClass(scalar.value) == .nonspacingMark
                defer {
                    offset += UTF8.width(scalar)
                    unit += UTF16.width(scalar)
                    let keeps = followsBracket && (isMark || Self.isRemoved(scalar.value))
                    followsBracket = keeps || UnicodeProperties.pairedBracket(scalar.value) != nil
                }
                // X9: what is removed has no level.
                guard offset < end, !Self.isRemoved(scalar.value), icu.isAssigned(scalar.value) else { continue }
                compared += 1
                let difference = bidi.level(at: offset) ^ theirs[unit]
                guard isUniform ? difference & 1 != 0 : difference != 0 else { continue }
                // N0: marks after a bracket go the way that it goes. ICU leaves them where they were.
                if isMark, followsBracket {
                    marks += 1
                } else if differing.count < 10 {
                    differing.append("\(scalars.map { String($0.value, radix: 16) }.joined(separator: " ")) at \(unit)")
                }
            }
        }
        print("levels against ICU with Unicode \(icu.unicodeVersion): \(compared) characters")
        print("    \(marks)  N0: marks after brackets")
        #expect(differing.isEmpty, "\(differing)")
        #expect(compared > 1_000)
    }

    private static func isRemoved(_ scalar: UInt32) -> Bool {
        switch UnicodeProperties.bidiClass(scalar) {
        case .boundaryNeutral, .leftToRightEmbedding, .rightToLeftEmbedding, .leftToRightOverride,
            .rightToLeftOverride, .popDirectionalFormat:
            true
        default: false
        }
    }
}
