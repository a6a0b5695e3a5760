import Foundation
import GalleyFonts

/// The hyphenation dictionaries that a layout may use, by language.
///
///     var options = LayoutOptions()
///     options.hyphenation = .system()                 // or .none, the default: `hyphens: auto` does nothing
///
/// A language finds its dictionary by its BCP 47 tag: `de-AT` takes `de-AT`, else `de`, else `de-DE`; `en` takes `en-US`.
/// A language without one hyphenates nothing. The collection is shared freely between tasks; two are equal when one is a
/// copy of the other.
public struct HyphenationDictionaries: Sendable {
    private let storage: Storage

    /// Where Debian and Fedora have their dictionaries: files `hyph_de_DE.dic` in libhyphen's format.
    public static let systemFolder = "/usr/share/hyphen"

    /// No dictionaries.
    public static let none = HyphenationDictionaries([:])

    /// Dictionaries by the tags of their languages.
    public init(_ dictionaries: [String: HyphenationDictionary]) {
        storage = Storage(folder: nil, dictionaries.map { (Storage.key($0), .loaded($1)) })
    }

    /// Dictionaries in files, by the tags of their languages; read at once.
    public init(paths: [String: String]) throws(HyphenationError) {
        var dictionaries: [String: HyphenationDictionary] = [:]
        for (language, path) in paths { dictionaries[language] = try HyphenationDictionary(path: path) }
        self.init(dictionaries)
    }

    /// The files `hyph_LANGUAGE.dic` of a folder. The folder is listed when the first language is asked for, a file is
    /// read when its language is; one that is broken counts as absent.
    public static func system(folder: String = systemFolder) -> HyphenationDictionaries {
        HyphenationDictionaries(storage: Storage(folder: folder, []))
    }

    private init(storage: Storage) { self.storage = storage }

    /// The dictionary of a language, `nil` for none. The first question about a language of a folder reads its file, and
    /// questions of other tasks wait for that.
    public func dictionary(for language: String) -> HyphenationDictionary? {
        language.isEmpty ? nil : storage.dictionary(for: language)
    }

    /// The tags of the languages that have a file or dictionary, in lower case, sorted.
    public var languages: [String] { storage.languages }

    var isNone: Bool { storage === HyphenationDictionaries.none.storage }
}

extension HyphenationDictionaries: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.storage === right.storage }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(storage)) }
}

/// Where the dictionaries are, and those that were read.
private final class Storage: Sendable {
    enum Source: Sendable {
        case file(String)
        case loaded(HyphenationDictionary)
        case absent
    }

    private struct State {
        /// Not yet listed.
        var folder: String?
        /// By tag in lower case.
        var sources: [String: Source]
        /// By resolved path: files of several languages are often one.
        var read: [String: Source] = [:]
    }

    private let state: Locked<State>

    init(folder: String?, _ sources: [(String, Source)]) {
        state = Locked(State(folder: folder, sources: Dictionary(sources) { _, last in last }))
    }

    static func key(_ language: String) -> String {
        language.lowercased().replacingOccurrences(of: "_", with: "-")
    }

    var languages: [String] {
        state.withLock { state in
            Storage.list(&state)
            return state.sources.keys.sorted()
        }
    }

    func dictionary(for language: String) -> HyphenationDictionary? {
        let wanted = Storage.key(language)
        return state.withLock { state in
            Storage.list(&state)
            guard let tag = Storage.tag(for: wanted, state.sources) else { return nil }
            var source = state.sources[tag] ?? .absent
            if case .file(let path) = source {
                let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
                if let known = state.read[resolved] {
                    source = known
                } else {
                    source = (try? HyphenationDictionary(path: resolved)).map { .loaded($0) } ?? .absent
                    state.read[resolved] = source
                }
                state.sources[tag] = source
            }
            guard case .loaded(let dictionary) = source else { return nil }
            return dictionary
        }
    }

    private static func list(_ state: inout State) {
        guard let folder = state.folder else { return }
        state.folder = nil
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix("hyph_") && name.hasSuffix(".dic") {
            state.sources[key(String(name.dropFirst(5).dropLast(4)))] = .file(folder + "/" + name)
        }
    }

    /// Lookup of RFC 4647 §3.4: subtags fall away from the end. What is left last, the language, may have a dictionary
    /// of its main country, or of any.
    private static func tag(for language: String, _ sources: [String: Source]) -> String? {
        var subtags = language.split(separator: "-")
        while let last = subtags.last {
            let tag = subtags.joined(separator: "-")
            if sources[tag] != nil { return tag }
            if subtags.count == 1 {
                let main = last == "en" ? "en-us" : "\(last)-\(last)"
                return sources[main] != nil ? main : sources.keys.filter { $0.hasPrefix(last + "-") }.min()
            }
            subtags.removeLast()
            // A subtag of one letter goes with what it introduces.
            if subtags.count > 1, subtags[subtags.count - 1].count == 1 { subtags.removeLast() }
        }
        return nil
    }
}
