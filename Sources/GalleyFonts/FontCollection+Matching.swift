/// Families to instances.
extension FontCollection {
    /// One instance for each family of the query that the collection has, in order; never empty. Remembered: a query
    /// that was asked before costs one hash of it.
    public func match(_ query: FontQuery) -> [FontInstanceID] {
        resolve(query).instances
    }

    /// As ``match(_:)``, with the names that were not found.
    public func resolve(_ query: FontQuery) -> FontMatch {
        state.withLock { state in
            if let known = state.matches[query] { return known }
            let match = find(query, &state)
            state.remember(match, for: query)
            return match
        }
    }

    private func find(_ query: FontQuery, _ state: inout FontCollectionState) -> FontMatch {
        var match = FontMatch(instances: [], missingFamilies: [])
        for name in query.families {
            guard let candidates = candidates(forFamily: name) else {
                match.missingFamilies.append(name)
                continue
            }
            for id in composite(of: candidates, for: query, &state) where !match.instances.contains(id) {
                match.instances.append(id)
            }
        }
        if match.instances.isEmpty, !isStrict, let candidates = candidates(forFamily: FontRegistry.defaultFamily),
            let id = best(of: candidates, for: query, &state)
        {
            match.instances.append(id)
        }
        if match.instances.isEmpty { match.instances.append(.lastResort) }
        return match
    }

    /// The best face of a family; and where that is for some characters only, the family's other faces of the same styles,
    /// which make one face together (CSS Fonts 4 §5.2: composite faces).
    private func composite(
        of candidates: [Int], for query: FontQuery, _ state: inout FontCollectionState
    ) -> [FontInstanceID] {
        guard candidates.contains(where: { entries[$0].declared?.overrides.unicodeRanges.isEmpty == false }),
            let position = StyleMatching.best(candidates.map { entries[$0].descriptor }, for: query.style)
        else { return best(of: candidates, for: query, &state).map { [$0] } ?? [] }
        let chosen = entries[candidates[position]].descriptor
        return candidates.compactMap { index in
            let other = entries[index].descriptor
            guard other.weights == chosen.weights, other.stretches == chosen.stretches,
                other.style.slant == chosen.style.slant
            else { return nil }
            return state.instance(index, entries[index], for: query)
        }
    }

    /// The instance of the best face among `candidates` that can be opened.
    func best(of candidates: [Int], for query: FontQuery, _ state: inout FontCollectionState) -> FontInstanceID? {
        var rest = candidates
        while let position = StyleMatching.best(rest.map { entries[$0].descriptor }, for: query.style) {
            let index = rest.remove(at: position)
            if let id = state.instance(index, entries[index], for: query) { return id }
        }
        return nil
    }

    /// The entries of a family, generic or by name; `nil` when there is none. A name that the collection lacks stands
    /// for a face with the same metrics, where fonts.json knows one that is present (`Arial`: Liberation Sans).
    func candidates(forFamily name: String) -> [Int]? {
        if FontQuery.genericNames.contains(name) { return genericCandidates(name) }
        let folded = FontCollection.fold(name)
        if let found = declaredByFamily[folded] ?? entriesByFamily[folded] { return found }
        if isStrict { return nil }
        for alias in FontRegistry.metricAliases(of: name) {
            if let found = entriesByFamily[FontCollection.fold(alias)] { return found }
        }
        return nil
    }

    /// A generic family: the first of fonts.json's families that is present, else fontconfig's choice, else a given
    /// face that looks the part.
    private func genericCandidates(_ name: String) -> [Int]? {
        for family in FontRegistry.families(ofGeneric: name) {
            if let found = entriesByFamily[FontCollection.fold(family)] { return found }
        }
        if let family = system?.family(ofGeneric: name), let found = entriesByFamily[FontCollection.fold(family)] {
            return found
        }
        let given = entries.prefix(givenCount).map(\.descriptor)
        let fitting: FontDescriptor? =
            switch name {
            case "monospace", "ui-monospace": given.first { $0.isFixedPitch && !$0.hasColor }
            case "serif", "ui-serif": given.first { $0.isSerif && !$0.hasColor }
            case "sans-serif", "system-ui", "ui-sans-serif":
                given.first { !$0.isSerif && !$0.isFixedPitch && !$0.hasColor }
            case "emoji": given.first(where: \.hasColor)
            default: nil
            }
        if name == "emoji" && fitting == nil { return nil }
        let chosen = fitting ?? given.first { !$0.hasColor } ?? given.first ?? entries.last?.descriptor
        return chosen.flatMap { entriesByFamily[FontCollection.fold($0.family)] }
    }
}
