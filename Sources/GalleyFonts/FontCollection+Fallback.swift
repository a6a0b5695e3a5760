import CGalleyHarfBuzz

/// What a remembered fallback depends on.
struct FallbackKey: Hashable {
    var script: UInt32
    var language: String
    var style: FaceStyle
    var prefersSerif: Bool
    var presentation: EmojiPresentation
    var cluster: [Unicode.Scalar]
}

/// Characters to instances, for what the wanted families do not have.
extension FontCollection {
    /// The instance that shows a whole grapheme cluster: faces are never mixed inside one.
    ///
    /// - Parameters:
    ///   - cluster: the scalars of one grapheme cluster.
    ///   - script: its resolved script (ISO 15924), `Zyyy` if it has none.
    ///   - language: BCP 47, of the text; decides between Chinese, Japanese and Korean shapes.
    ///   - near: the instance that the text would have used: its weight, slant and kind are kept.
    ///   - presentation: whether a picture in colour is wanted.
    ///
    /// Order: given faces; the families that fonts.json names for the script and language; fontconfig's order for the
    /// language; every other face. A strict collection asks none but the given. Remembered per cluster.
    public func fallback(
        for cluster: [Unicode.Scalar], script: FontTag, language: String?, near: FontInstanceID,
        presentation: EmojiPresentation = .text
    ) -> FontFallback {
        state.withLock { state in
            let neighbour = state.instances[Int(near.rawValue) < state.instances.count ? Int(near.rawValue) : 0]
            let key = FallbackKey(
                script: script.rawValue, language: language ?? "", style: neighbour.effectiveStyle,
                prefersSerif: neighbour.face.isSerif, presentation: presentation, cluster: cluster)
            if let known = state.fallbacks[key] { return known }
            let found = find(key, &state)
            state.remember(found, for: key)
            return found
        }
    }

    private func find(_ key: FallbackKey, _ state: inout FontCollectionState) -> FontFallback {
        let query = FontQuery(families: [], style: key.style)
        if let id = covering(key.cluster, key, query, &state) {
            return FontFallback(instance: id, isCovered: true)
        }
        // No face has it all: the one that has the base shows more than none.
        if key.cluster.count > 1, let base = key.cluster.first,
            let id = covering([base], key, query, &state)
        {
            return FontFallback(instance: id, isCovered: false)
        }
        return FontFallback(instance: .lastResort, isCovered: entries[entries.count - 1].covers(key.cluster, system))
    }

    /// Text is not shown as a picture while any face has it as text (UTS #51 §2.6).
    private func covering(
        _ cluster: [Unicode.Scalar], _ key: FallbackKey, _ query: FontQuery, _ state: inout FontCollectionState
    ) -> FontInstanceID? {
        if key.presentation == .text,
            let id = covering(cluster, key, query, &state, allowing: { !entries[$0].descriptor.hasColor })
        {
            return id
        }
        return covering(cluster, key, query, &state, allowing: { _ in true })
    }

    private func covering(
        _ cluster: [Unicode.Scalar], _ key: FallbackKey, _ query: FontQuery, _ state: inout FontCollectionState,
        allowing isAllowed: (Int) -> Bool
    ) -> FontInstanceID? {
        func pick(_ candidates: [Int]) -> FontInstanceID? {
            let covering = candidates.filter { isAllowed($0) && entries[$0].covers(cluster, system) }
            return covering.isEmpty ? nil : best(of: covering, for: query, &state)
        }
        if key.presentation == .emoji {
            if let emoji = candidates(forFamily: "emoji"), let id = pick(emoji) { return id }
            if let id = pick(entries.indices.filter { entries[$0].descriptor.hasColor }) { return id }
        }
        // Each given family as a whole, so that its best style is taken.
        var seen: Set<String> = []
        for entry in entries.prefix(givenCount) where seen.insert(FontCollection.fold(entry.descriptor.family)).inserted
        {
            let family = entriesByFamily[FontCollection.fold(entry.descriptor.family)] ?? []
            if let id = pick(family.filter { $0 < givenCount }) { return id }
        }
        if isStrict { return nil }
        for family in FontRegistry.families(
            ofScript: FontTag(rawValue: key.script), language: key.language, prefersSerif: key.prefersSerif)
        {
            if let id = entriesByFamily[FontCollection.fold(family)].flatMap(pick) { return id }
        }
        guard let system else { return nil }
        for family in system.fallbackFamilies(language: key.language) {
            if let id = entriesByFamily[FontCollection.fold(family)].flatMap(pick) { return id }
        }
        return nil
    }
}

extension FaceEntry {
    /// Whether the face has every character of a cluster, as HarfBuzz will ask for them.
    func covers(_ cluster: [Unicode.Scalar], _ system: SystemFonts?) -> Bool {
        if let face {
            return ClusterCoverage.covers(cluster) {
                face.glyph(for: $0) != nil && declared?.overrides.allows($0) ?? true
            }
        }
        guard let system, let systemIndex else { return false }
        return ClusterCoverage.covers(cluster) { system.hasCharacter($0, at: systemIndex) }
    }
}

extension FontInstance {
    /// Whether the instance shows a whole cluster: every character that needs a glyph has one, be it composed,
    /// decomposed or by HarfBuzz's substitutes for spaces and hyphens.
    public func covers(_ cluster: [Unicode.Scalar]) -> Bool {
        ClusterCoverage.covers(cluster) { glyph(for: $0) != nil }
    }

    /// The style that text in this instance has, synthesis included.
    package var effectiveStyle: FaceStyle {
        var style = face.style
        for value in variations {
            if value.tag == .weight { style.weight = Double(value.value) }
            if value.tag == .width { style.stretch = Double(value.value) }
            if value.tag == .slant { style.slant = .oblique(degrees: -Double(value.value)) }
            if value.tag == .italic, value.value > 0 { style.slant = .italic }
        }
        if synthesis.contains(.bold) { style.weight = max(style.weight, 700) }
        if synthesis.contains(.oblique) { style.slant = .oblique }
        return style
    }
}
