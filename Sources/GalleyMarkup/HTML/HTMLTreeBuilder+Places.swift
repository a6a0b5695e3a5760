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
    func lastPlace(of name: HTMLName, isForeign: Bool = false) -> Int {
        let slot = 2 * Int(name.rawValue) + (isForeign ? 1 : 0)
        return slot < lastPlaces.count ? Int(lastPlaces[slot]) : -1
    }

    /// Where an HTML element is in ``open``. O(elements of the same name above it).
    func openPlace(of node: NodeID) -> Int? {
        var place = lastPlace(of: tree.name(of: node))
        while place >= 0, open[place] != node { place = Int(places[place].previous) }
        return place >= 0 ? place : nil
    }

    /// Where the innermost element is that ends a scope; -1 for none.
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
        var place = places.last ?? OpenPlace()
        let isHTML = tree.namespace(of: node) == .html
        if isHTML { place.html = here }
        if !isHTML || !traits(node).isDisjoint(with: [.special, .scope]) {
            if ends(.plain, node) { place.plain = here }
            if ends(.listItem, node) { place.listItem = here }
            if ends(.button, node) { place.button = here }
            if ends(.table, node) { place.table = here }
            if isSpecial(node) {
                place.special = here
                let name = tree.name(of: node)
                if name != .address, name != .div, name != .p { place.item = here }
            }
        }
        let slot = slot(of: node)
        while lastPlaces.count <= slot { lastPlaces.append(-1) }
        place.previous = lastPlaces[slot]
        lastPlaces[slot] = here
        places.append(place)
    }

    /// Takes back what was noted from a place to the top of the stack, before its elements change.
    mutating func forgetPlaces(from index: Int) {
        while places.count > index, let place = places.popLast() {
            lastPlaces[slot(of: open[places.count])] = place.previous
        }
    }

    /// Puts other elements in the place of some. O(elements from there to the top).
    mutating func replaceOpen(_ range: ClosedRange<Int>, with nodes: [NodeID]) {
        forgetPlaces(from: range.lowerBound)
        open.replaceSubrange(range, with: nodes)
        for index in range.lowerBound..<open.count { note(index) }
    }

    private func slot(of node: NodeID) -> Int {
        2 * Int(tree.name(of: node).rawValue) + (tree.namespace(of: node) == .html ? 0 : 1)
    }
}
