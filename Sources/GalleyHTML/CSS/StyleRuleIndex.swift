import GalleyMarkup

/// The rules of all sheets, by what their subject must have: an id, a class, a type, an attribute.
///
/// An element looks only into the buckets of its own names, so 20,000 rules cost an element a handful of tests. Entries
/// are sorted by cascade order (origin, layer, specificity, position), which makes an entry's number its rank.
struct StyleRuleIndex: Sendable {
    struct Entry: Sendable {
        /// In the compiled selectors.
        var selector: UInt32
        /// In the resolver's blocks.
        var block: UInt32
        /// The names that ancestors must have: an element whose ancestors lack one cannot match.
        var ancestors: NameFilter
        var pseudoElement: PseudoElement?
        var origin: CascadeOrigin
        /// Order of the layer; rules outside layers come after all of them.
        var layer: UInt32
    }

    /// Ranks grouped by name: `ranks[starts[name] ..< starts[name + 1]]`.
    struct Buckets: Sendable {
        private var starts: [UInt32]
        private var ranks: [UInt32]

        init(_ pairs: [(name: UInt32, rank: UInt32)], nameCount: Int) {
            starts = Array(repeating: 0, count: pairs.isEmpty ? 0 : nameCount + 1)
            ranks = Array(repeating: 0, count: pairs.count)
            guard !pairs.isEmpty else { return }
            for pair in pairs { starts[Int(pair.name) + 1] += 1 }
            for name in 1..<starts.count { starts[name] += starts[name - 1] }
            var next = starts
            for pair in pairs {
                ranks[Int(next[Int(pair.name)])] = pair.rank
                next[Int(pair.name)] += 1
            }
        }

        @inline(__always) subscript(_ name: UInt32) -> ArraySlice<UInt32> {
            let name = Int(name)
            guard name + 1 < starts.count else { return [] }
            return ranks[Int(starts[name])..<Int(starts[name + 1])]
        }
    }

    private(set) var entries: ContiguousArray<Entry> = []
    /// `Entry.ancestors` by rank, close together: most candidates fail here.
    private(set) var ancestors: ContiguousArray<NameFilter> = []
    private(set) var byIdentifier: Buckets
    private(set) var byClass: Buckets
    private(set) var byType: Buckets
    private(set) var byAttribute: Buckets
    /// Rules that any element may match.
    private(set) var universal: [UInt32] = []
    /// Rules for links only.
    private(set) var links: [UInt32] = []

    init(entries unsorted: [(entry: Entry, specificity: Specificity)], selectors: CompiledSelectors, nameCount: Int) {
        let order = unsorted.indices.sorted { left, right in
            let (a, b) = (unsorted[left], unsorted[right])
            if a.entry.origin != b.entry.origin { return a.entry.origin < b.entry.origin }
            if a.entry.layer != b.entry.layer { return a.entry.layer < b.entry.layer }
            if a.specificity != b.specificity { return a.specificity < b.specificity }
            return left < right
        }
        var identifiers: [(name: UInt32, rank: UInt32)] = []
        var classes: [(name: UInt32, rank: UInt32)] = []
        var types: [(name: UInt32, rank: UInt32)] = []
        var attributes: [(name: UInt32, rank: UInt32)] = []
        for index in order {
            let entry = unsorted[index].entry
            let rank = UInt32(entries.count)
            let selector = selectors.selectors[Int(entry.selector)]
            var best: SimpleSelector?
            let compound = selectors.compounds[Int(selector.start)]
            for simple in selectors.simples[Int(compound.start)..<Int(compound.start + compound.count)]
            where StyleRuleIndex.rarity(simple.kind) > StyleRuleIndex.rarity(best?.kind) { best = simple }
            // A name that the tree does not hold: the rule can match nothing.
            if let best, best.kind != .link, best.name == CompiledSelectors.unknownName { continue }
            entries.append(entry)
            ancestors.append(entry.ancestors)
            switch best?.kind {
            case .identifier: identifiers.append((best?.name ?? 0, rank))
            case .className: classes.append((best?.name ?? 0, rank))
            case .type: types.append((best?.name ?? 0, rank))
            case .attribute: attributes.append((best?.name ?? 0, rank))
            case .link: links.append(rank)
            default: universal.append(rank)
            }
        }
        byIdentifier = Buckets(identifiers, nameCount: nameCount)
        byClass = Buckets(classes, nameCount: nameCount)
        byType = Buckets(types, nameCount: nameCount)
        byAttribute = Buckets(attributes, nameCount: nameCount)
    }

    private static func rarity(_ kind: SimpleSelector.Kind?) -> Int {
        switch kind {
        case .identifier: 5
        case .className: 4
        case .attribute: 3
        case .link: 2
        case .type: 1
        default: 0
        }
    }

    /// The names that ancestors of a match must have; nil when one of them is not in the tree.
    static func ancestorNames(_ selector: ComplexSelector, _ selectors: CompiledSelectors) -> NameFilter? {
        var names = NameFilter.empty
        var isAncestor = false
        for place in Int(selector.start)..<Int(selector.start + selector.count) {
            let compound = selectors.compounds[place]
            for simple in selectors.simples[Int(compound.start)..<Int(compound.start + compound.count)] {
                switch simple.kind {
                case .type, .className, .identifier:
                    if simple.name == CompiledSelectors.unknownName { return nil }
                    if isAncestor { names.insert(simple.name) }
                default: break
                }
            }
            switch compound.combinator {
            case .child, .descendant: isAncestor = true
            // A sibling of an ancestor is not an ancestor, but what stands left of its own ancestor combinator is.
            case .nextSibling, .subsequentSibling: isAncestor = false
            case .none: break
            }
        }
        return names
    }
}
