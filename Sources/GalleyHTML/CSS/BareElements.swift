import GalleyMarkup

/// The styles of elements without attributes, where an element's name and its parent's style decide alone.
///
/// Whether they do is found once for each name: every rule that an element of the name could match must match it, or fail,
/// whatever stands around it. Then the style is looked up in a few instructions, and no rule is asked again.
struct BareElements {
    private enum Decision: UInt8 {
        case undecided, byNameAlone, byMore
    }
    /// By the number of the name.
    private var decisions: [Decision]
    /// A cache: a later pair may take the place of an earlier one.
    private var places: [Place]

    private struct Place {
        var name: Int32
        var parent: UInt32
        var style: UInt32
    }

    /// A power of two.
    private static let placeCount = 1024

    init(nameCount: Int) {
        decisions = Array(repeating: .undecided, count: nameCount)
        places = Array(repeating: Place(name: -1, parent: 0, style: 0), count: Self.placeCount)
    }

    @inline(__always) private static func place(_ name: HTMLName, _ parent: UInt32) -> Int {
        Int((UInt32(bitPattern: name.rawValue) ^ parent &* 0x9E37_79B1) & UInt32(placeCount - 1))
    }

    @inline(__always) func style(of name: HTMLName, parent: UInt32) -> UInt32? {
        let place = places[Self.place(name, parent)]
        return place.name == name.rawValue && place.parent == parent ? place.style : nil
    }

    /// Remembers a computed style, if the name is known to decide. The element must have no pseudo-elements, for no rule
    /// would be asked for those of the next one.
    mutating func remember(_ style: UInt32, of name: HTMLName, parent: UInt32) {
        let index = Int(name.rawValue)
        guard decisions.indices.contains(index), decisions[index] == .byNameAlone else { return }
        places[Self.place(name, parent)] = Place(name: name.rawValue, parent: parent, style: style)
    }

    func isUndecided(_ name: HTMLName) -> Bool {
        let index = Int(name.rawValue)
        return decisions.indices.contains(index) && decisions[index] == .undecided
    }

    /// Finds whether a name decides. O(rules that its elements could match).
    mutating func decide(
        _ name: HTMLName, _ index: StyleRuleIndex, _ selectors: CompiledSelectors, dependsOnElement: (UInt32) -> Bool
    ) {
        func isDecided(_ rank: UInt32) -> Bool {
            let entry = index.entries[Int(rank)]
            switch Self.matches(selectors.selectors[Int(entry.selector)], name, selectors) {
            case false?: return true
            case true?: return !dependsOnElement(entry.block)
            case nil: return false
            }
        }
        let isAlone =
            index.byType[UInt32(bitPattern: name.rawValue)].allSatisfy(isDecided)
            && index.universal.allSatisfy(isDecided)
        decisions[Int(name.rawValue)] = isAlone ? .byNameAlone : .byMore
    }

    /// Whether a selector matches any HTML element of the name that has no attributes and is not the root; nil when it
    /// depends on more.
    private static func matches(_ selector: ComplexSelector, _ name: HTMLName, _ selectors: CompiledSelectors) -> Bool?
    {
        let subject = selectors.compounds[Int(selector.start)]
        var result: Bool? = true
        for index in Int(subject.start)..<Int(subject.start + subject.count) {
            switch matches(selectors.simples[index], name, selectors) {
            case false?: return false
            case true?: break
            case nil: result = nil
            }
        }
        return selector.count == 1 ? result : nil
    }

    private static func matches(_ simple: SimpleSelector, _ name: HTMLName, _ selectors: CompiledSelectors) -> Bool? {
        switch simple.kind {
        case .universal, .always: return true
        case .type: return UInt32(bitPattern: name.rawValue) == simple.name
        case .namespace: return simple.value == UInt32(HTMLNamespace.html.rawValue)
        case .className, .identifier, .attribute, .root, .scope, .link, .checked, .never: return false
        case .anyOf: return matches(list: simple.value, name, selectors)
        case .not: return matches(list: simple.value, name, selectors).map { !$0 }
        default: return nil
        }
    }

    /// Whether any selector of a list matches. The parser limits how deep lists are nested.
    private static func matches(list: UInt32, _ name: HTMLName, _ selectors: CompiledSelectors) -> Bool? {
        var result: Bool? = false
        for index in selectors.lists[Int(list)] {
            switch matches(selectors.selectors[Int(index)], name, selectors) {
            case true?: return true
            case false?: break
            case nil: result = nil
            }
        }
        return result
    }
}
