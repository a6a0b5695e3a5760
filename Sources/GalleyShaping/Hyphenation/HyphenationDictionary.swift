import Foundation
import GalleyUnicode

/// Where words of a language may be hyphenated: Liang's patterns (F. M. Liang, *Word Hy-phen-a-tion by Com-put-er*,
/// 1983), read from a dictionary in libhyphen's format, such as LibreOffice's and Debian's `hyph_en_US.dic`.
///
///     let english = try HyphenationDictionary(path: "/usr/share/hyphen/hyph_en_US.dic")
///     english.breaks(in: "hyphenation")       // [2, 6]: hy-phen-ation
///
/// The longest pattern that ends at each letter of a word raises the numbers of the places in it, as libhyphen has it; a
/// word may be broken where the number is odd. A dictionary may have two levels: the first one cuts compounds into words, which the second one
/// hyphenates. Without one, words end at apostrophes and hyphens. Patterns that change letters at the break (German
/// `ck` once became `k-k`) keep the word from being broken there: it is never broken wrongly.
///
/// An immutable value; 12 bytes a letter of the patterns, common beginnings counted once. Copies share it.
public struct HyphenationDictionary: Sendable {
    let compounds: PatternAutomaton
    let words: PatternAutomaton
    let alphabet: HyphenationAlphabet
    /// The least number of characters before and after a hyphen.
    public let minimumBefore: Int
    public let minimumAfter: Int
    /// The same at the edges of a compound's words.
    let compoundBefore: Int
    let compoundAfter: Int
    /// Next to these no word is broken.
    let unbroken: [[UInt8]]

    /// Reads a dictionary from the bytes of a file. What is not understood in it (a line too long, a character that is
    /// none in its character set, letters too many) is left out. Linear.
    public init(_ bytes: some Sequence<UInt8>) throws(HyphenationError) {
        self = try HyphenationFileReader.read(ContiguousArray(bytes), path: "<memory>")
    }

    /// Reads a dictionary from a file.
    public init(path: String) throws(HyphenationError) {
        let bytes: Data?
        do {
            guard let handle = FileHandle(forReadingAtPath: path) else {
                throw CocoaError(.fileReadNoSuchFile)
            }
            defer { try? handle.close() }
            bytes = try handle.read(upToCount: ShapingLimits.maximumDictionaryBytes + 1)
        } catch {
            throw HyphenationError.unreadable(path: path)
        }
        guard let bytes else { throw HyphenationError.notADictionary(path: path) }
        guard bytes.count <= ShapingLimits.maximumDictionaryBytes else { throw HyphenationError.tooLarge(path: path) }
        self = try HyphenationFileReader.read(ContiguousArray(bytes), path: path)
    }

    init(
        compounds: PatternAutomaton, words: PatternAutomaton, alphabet: HyphenationAlphabet, minimums: Minimums,
        unbroken: [[UInt8]]
    ) {
        self.compounds = compounds
        self.words = words
        self.alphabet = alphabet
        self.unbroken = unbroken
        minimumBefore = minimums.before > 0 ? minimums.before : 2
        minimumAfter = minimums.after > 0 ? minimums.after : 2
        compoundBefore = minimums.compoundBefore
        compoundAfter = minimums.compoundAfter
    }

    /// The least numbers of characters as a file says them; 0 where it does not.
    struct Minimums {
        var before = 0
        var after = 0
        var compoundBefore = 0
        var compoundAfter = 0
    }

    /// Where a word may be broken: UTF-8 offsets in it, growing. Upper and lower case are the same.
    public func breaks(in word: String) -> [Int] {
        var scratch = Scratch()
        var word = word
        word.withUTF8 { hyphenate($0, &scratch) }
        return scratch.breaks.map(Int.init)
    }
}

/// Why a hyphenation dictionary could not be read. Every case names the file (or `<memory>`).
public enum HyphenationError: Error, Hashable, Sendable {
    /// The file cannot be opened or read.
    case unreadable(path: String)
    /// The file is larger than ``ShapingLimits/maximumDictionaryBytes``.
    case tooLarge(path: String)
    /// It has no patterns.
    case notADictionary(path: String)
    /// Its first line names a character set that is not known.
    case unknownCharacterSet(path: String, name: String)
}

extension HyphenationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let path): "\(path): cannot be read"
        case .tooLarge(let path): "\(path): too large for a hyphenation dictionary"
        case .notADictionary(let path): "\(path): no hyphenation dictionary"
        case .unknownCharacterSet(let path, let name): "\(path): the character set \(name) is not known"
        }
    }
}
