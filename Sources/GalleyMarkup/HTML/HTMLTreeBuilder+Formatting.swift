// The list of active formatting elements (§13.2.4.3) and the adoption agency (§13.2.6.4.7).
extension HTMLTreeBuilder {
    /// Opens again the formatting elements that a block's end closed: `<p><b>one<p>two` is bold in both.
    @inline(__always)
    mutating func reconstructFormatting() {
        guard let last = formatting.last?.node, !isOpen(last) else { return }
        reopenFormatting()
    }

    private mutating func reopenFormatting() {
        var index = formatting.count - 1
        while index > 0, let node = formatting[index - 1].node, !isOpen(node) { index -= 1 }
        guard takeClones(formatting.count - index) else {
            formatting.removeSubrange(index...)
            return
        }
        while index < formatting.count {
            if let node = formatting[index].node {
                let clone = tree.addClone(of: node)
                insert(clone)
                push(clone)
                formatting[index].node = clone
            }
            index += 1
        }
    }

    /// Adds an element; of four with the same tag the oldest goes, and of too many the oldest too.
    mutating func pushFormatting(_ node: NodeID) {
        var equal: [Int] = []
        var start = formatting.count
        while start > 0, let other = formatting[start - 1].node {
            start -= 1
            if tree.haveEqualTags(node, other) { equal.append(start) }
        }
        if equal.count >= 3, let oldest = equal.last {
            formatting.remove(at: oldest)
        } else if formatting.count - start >= MarkupLimits.activeFormattingElements {
            formatting.remove(at: start)
        }
        formatting.append(Formatting(node: node))
    }

    mutating func insertMarker() {
        formatting.append(Formatting(node: nil))
    }

    mutating func clearToMarker() {
        while let last = formatting.popLast() {
            if last.node == nil { return }
        }
    }

    /// The newest entry of a name after the last marker.
    mutating func activeFormatting(_ name: HTMLName) -> Int? {
        var index = formatting.count
        while index > 0, let node = formatting[index - 1].node {
            index -= 1
            if tree.isHTML(node, name) { return index }
        }
        return nil
    }

    /// The adoption agency: the end tag of a formatting element, which may stand inside blocks that opened after it.
    mutating func adopt(_ name: HTMLName, _ offset: Int) {
        if let current = open.last, tree.isHTML(current, name), !formatting.contains(where: { $0.node == current }) {
            pop()
            return
        }
        for _ in 0..<8 {
            guard let entry = activeFormatting(name), let element = formatting[entry].node else {
                anyOtherEnd(name)
                return
            }
            guard let place = openPlace(of: element) else {
                formatting.remove(at: entry)
                return
            }
            guard place >= scopeEnd(.plain) else { return }
            var block = place + 1
            while block < open.count, !isSpecial(open[block]) { block += 1 }
            guard block < open.count else {
                while open.count > place { pop() }
                formatting.remove(at: entry)
                return
            }
            let moved = open.count - place
            guard moved <= MarkupLimits.adoptionReach, takeClones(Self.clonesOfARound + moved) else {
                formatting.remove(at: entry)
                return
            }
            moveOut(element, at: place, of: block, entry: entry)
        }
    }

    /// The most that a round of the adoption agency clones: three elements between the two, and the element itself.
    private static let clonesOfARound = 4

    /// One round of the adoption agency: `open[block]` leaves `element`, and takes a copy of it for its own content.
    private mutating func moveOut(_ element: NodeID, at place: Int, of block: Int, entry: Int) {
        let furthest = open[block]
        let ancestor = open[place - 1]
        var bookmark = entry
        var last = furthest
        // Between the two, from the top down.
        var kept: [NodeID] = []
        var index = block
        var inner = 0
        while true {
            inner += 1
            index -= 1
            var node = open[index]
            if node == element { break }
            var listed = formatting.firstIndex { $0.node == node }
            if inner > 3, let old = listed {
                formatting.remove(at: old)
                if old < bookmark { bookmark -= 1 }
                listed = nil
            }
            guard let listed else {
                closed(node)
                continue
            }
            let clone = tree.addClone(of: node)
            formatting[listed].node = clone
            closed(node)
            kept.append(clone)
            opened(clone)
            node = clone
            if last == furthest { bookmark = listed + 1 }
            tree.detach(last)
            tree.insert(last, into: node)
            last = node
        }
        tree.detach(last)
        let fostered = fosters
        fosters = traits(ancestor).contains(.tablePart) || fosters
        let (parent, before) = insertionPlace(override: ancestor)
        fosters = fostered
        tree.insert(last, into: parent, before: before)
        let copy = tree.addClone(of: element)
        tree.moveChildren(of: furthest, to: copy)
        tree.insert(copy, into: furthest)
        if let old = formatting.firstIndex(where: { $0.node == element }) {
            formatting.remove(at: old)
            if old < bookmark { bookmark -= 1 }
        }
        formatting.insert(Formatting(node: copy), at: min(max(bookmark, 0), formatting.count))
        closed(element)
        opened(copy)
        replaceOpen(place...block, with: kept.reversed() + [furthest, copy])
    }

    mutating func isSpecial(_ node: NodeID) -> Bool {
        if tree.namespace(of: node) == .html { return traits(node).contains(.special) }
        return isIntegrationPoint(node)
    }

    /// "Any other end tag": closes the nearest element of that name unless a special one is open inside it.
    mutating func anyOtherEnd(_ name: HTMLName) {
        let place = lastPlace(of: name)
        guard place >= 0, place >= places.last?.special ?? -1 else { return }
        generateImpliedEndTags(except: name)
        while open.count > max(place, 1) { pop() }
    }
}
