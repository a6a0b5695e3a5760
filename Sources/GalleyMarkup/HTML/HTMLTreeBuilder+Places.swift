// What the builder knows of each place of the stack of open elements, so that no question walks the stack.
extension HTMLTreeBuilder {
    /// A place of the stack: the nearest places, from it downwards, that end a search; -1 for none.
    struct OpenPlace {
        /// The next lower element of the same name.
        var previous: Int32 = -1
        /// What ends the scopes.
        var plain: Int32 = -1
        var listItem: Int32 = -1
        var button: Int32 = -1
        var table: Int32 = -1
        /// A special element; one that ends the search for an open `li`, `dd` or `dt`.
        var special: Int32 = -1
        var item: Int32 = -1
        /// An element of HTML.
        var html: Int32 = -1
    }

    /// Where the last element of a name is in ``open``, -1 for none. Elements of SVG and MathML count together.
    @inline(__always)
    func lastPlace(of name: HTMLName, isForeign: Bool = false) -> Int {
        let slot = 2 * Int(name.rawValue) + (isForeign ? 1 : 0)
        return slot < lastPlaces.count ? Int(lastPlaces[slot]) : -1
    }

    /// Where an HTML element is in ``open``. O(elements of the same name above it).
    @inline(__always)
    func openPlace(of node: NodeID) -> Int? {
        var place = lastPlace(of: tree.name(of: node))
        while place >= 0, open[place] != node { place = Int(places[place].previous) }
        return place >= 0 ? place : nil
    }

    /// Where the innermost element is that ends a scope; -1 for none.
    @inline(__always)
    func scopeEnd(_ scope: Scope) -> Int {
        guard let top = places.last else { return -1 }
        return switch scope {
        case .plain: Int(top.plain)
        case .listItem: Int(top.listItem)
        case .button: Int(top.button)
        case .table: Int(top.table)
        }
    }

    /// Notes the element at `index`, which is the first that is not noted.
    mutating func note(_ index: Int) {
        let node = open[index]
        let here = Int32(truncatingIfNeeded: index)
        let name = tree.nodes[node.index].name
        var place = places.last ?? OpenPlace()
        let isHTML = tree.nodes[node.index].namespace == .html
        if isHTML { place.html = here }
        if !isHTML || !HTMLElementTraits.of(HTMLName(rawValue: name)).isDisjoint(with: [.special, .scope]) {
            noteScopes(of: node, here, in: &place)
        }
        let slot = 2 * Int(name) + (isHTML ? 0 : 1)
        while lastPlaces.count <= slot { lastPlaces.append(-1) }
        place.previous = lastPlaces[slot]
        lastPlaces[slot] = here
        places.append(place)
    }

    private mutating func noteScopes(of node: NodeID, _ here: Int32, in place: inout OpenPlace) {
        let name = tree.name(of: node)
        guard tree.namespace(of: node) == .html else {
            guard isIntegrationPoint(node) else { return }
            (place.plain, place.listItem, place.button) = (here, here, here)
            (place.special, place.item) = (here, here)
            return
        }
        let traits = HTMLElementTraits.of(name)
        let isScope = traits.contains(.scope)
        if isScope { place.plain = here }
        if isScope || name == .ol || name == .ul { place.listItem = here }
        if isScope || name == .button { place.button = here }
        if name == .html || name == .table || name == .template { place.table = here }
        if traits.contains(.special) {
            place.special = here
            if name != .address, name != .div, name != .p { place.item = here }
        }
    }

    /// Takes back what was noted from a place to the top of the stack, before its elements change.
    @inline(__always)
    mutating func forgetPlaces(from index: Int) {
        while places.count > index {
            let place = places.removeLast()
            let node = open[places.count].index
            let slot = 2 * Int(tree.nodes[node].name) + (tree.nodes[node].namespace == .html ? 0 : 1)
            lastPlaces[slot] = place.previous
        }
    }

    /// Puts other elements in the place of some. O(elements from there to the top).
    mutating func replaceOpen(_ range: ClosedRange<Int>, with nodes: [NodeID]) {
        forgetPlaces(from: range.lowerBound)
        open.replaceSubrange(range, with: nodes)
        for index in range.lowerBound..<open.count { note(index) }
    }
}
