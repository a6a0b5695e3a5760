/// Which of an app's localizations a person gets to see.
public enum LocaleMatch {
    /// The localizations to use for a person's languages, the best first, as `Bundle.preferredLocalizations(from:for:)`
    /// has it on Apple's platforms (on Linux, Foundation answered "en" in every case tried).
    ///
    /// The first language that is there in any form decides: as named, then through its parents in CLDR (`en-AU`, `en-001`,
    /// `en`; `zh-TW` is `zh-Hant-TW` and never `zh-Hans`), then in the nearest sibling (`en-GB` for `en-AU`, `pt-BR` for
    /// `pt`, `nb` for `no`). When none is there, it is the first one of `available`.
    ///
    /// - Parameters:
    ///   - available: names of localizations, in any spelling; returned as spelled.
    ///   - preferences: languages in the order in which the person wants them.
    /// - Returns: empty only when nothing is available.
    public static func preferredLocalizations(from available: [String], for preferences: [String]) -> [String] {
        let tags = available.map { LocaleTag($0) }
        for preference in preferences {
            if let exact = available.first(where: { ExactString($0) == ExactString(preference) }),
                LocaleTag(preference) == nil
            {
                return [exact]
            }
            guard let wanted = LocaleTag(preference) else { continue }
            let chain = wanted.chain
            var found: [String] = []
            for step in chain {
                // Of several spellings the very one that was asked for.
                let same = tags.indices.filter { tags[$0] == step }
                if let index = same.first(where: { available[$0] == preference }) ?? same.first {
                    found.append(available[index])
                }
            }
            if !found.isEmpty { return found }
            if let index = nearest(to: chain, in: tags) { return [available[index]] }
        }
        return available.first.map { [$0] } ?? []
    }

    /// The locale whose chain of parents meets `chain` first; among equals the one at home, then the first.
    private static func nearest(to chain: [LocaleTag], in tags: [LocaleTag?]) -> Int? {
        var best: (rank: (Int, Int, Int), index: Int)?
        for (index, tag) in tags.enumerated() {
            guard let tag else { continue }
            let other = tag.chain
            guard let here = chain.firstIndex(where: other.contains), let there = other.firstIndex(of: chain[here])
            else { continue }
            let rank = (here, tag.isAtHome ? 0 : 1, there)
            if best.map({ rank < $0.rank }) ?? true { best = (rank, index) }
        }
        return best?.index
    }
}
