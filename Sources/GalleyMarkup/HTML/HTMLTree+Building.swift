// What the tree builder does to the arena. Nodes are never removed from it, only detached.
extension HTMLTree {
    /// Makes room.
    mutating func reserve(nodes count: Int, textBytes: Int) {
        nodes.reserveCapacity(count)
        self.textBytes.reserveCapacity(textBytes)
    }

    /// Adds a node that nothing links to yet.
    @inline(__always)
    mutating func addNode(_ record: HTMLNodeRecord) -> NodeID {
        nodes.append(record)
        return NodeID(rawValue: Int32(nodes.count - 1))
    }

    /// Adds an element that nothing links to yet, with a tag's attributes.
    mutating func addElement(
        _ name: HTMLName, namespace: HTMLNamespace = .html, tag: HTMLStartTag? = nil, offset: Int = 0
    ) -> NodeID {
        var record = HTMLNodeRecord(kind: .element)
        record.name = name.rawValue
        record.namespace = namespace
        record.sourceOffset = UInt32(truncatingIfNeeded: offset)
        record.start = UInt32(attributeList.count)
        record.classStart = UInt32(classList.count)
        if let tag {
            for attribute in tag.attributes { addAttribute(attribute.name, attribute.value) }
        }
        record.end = UInt32(attributeList.count)
        record.classEnd = UInt32(classList.count)
        return addNode(record)
    }

    private mutating func addAttribute(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        let name = names.intern(name)
        let start = attributeBytes.count
        attributeBytes.append(contentsOf: value)
        attributeList.append(HTMLAttribute(name: name, start: UInt32(start), end: UInt32(attributeBytes.count)))
        if name == .id {
            _ = names.intern(value)
        } else if name == .class {
            for word in value.split(whereSeparator: \.isHTMLSpace) {
                classList.append(names.intern(UnsafeBufferPointer(rebasing: word)))
            }
        }
    }

    /// Gives an element the attributes of a tag that it does not have yet (a second `<html>` or `<body>`), as long as it
    /// has fewer than `limit`; false when some are left out.
    mutating func mergeAttributes(of tag: HTMLStartTag, into node: NodeID, limit: Int) -> Bool {
        for attribute in tag.attributes {
            if let name = names.find(attribute.name), hasAttribute(name, of: node) { continue }
            let old = nodes[node.index]
            guard Int(old.end - old.start) < limit else { return false }
            if Int(old.end) != attributeList.count {
                // Others follow: they move to the end, at most once for each attribute that the element may have.
                nodes[node.index].start = UInt32(attributeList.count)
                attributeList.append(contentsOf: Array(attributeList[Int(old.start)..<Int(old.end)]))
            }
            let classes = classList.count
            addAttribute(attribute.name, attribute.value)
            nodes[node.index].end = UInt32(attributeList.count)
            // An element without a `class` has no classes that would have to move.
            if classList.count > classes {
                nodes[node.index].classStart = UInt32(classes)
                nodes[node.index].classEnd = UInt32(classList.count)
            }
        }
        return true
    }

    /// Adds an element with the name and attributes of another, without its children.
    mutating func addClone(of node: NodeID) -> NodeID {
        var record = nodes[node.index]
        record.parent = -1
        record.firstChild = -1
        record.lastChild = -1
        record.previousSibling = -1
        record.nextSibling = -1
        record.flags = 0
        return addNode(record)
    }

    /// Makes a detached node the last child, or the one before `before`.
    @inline(__always)
    mutating func insert(_ node: NodeID, into parent: NodeID, before: NodeID? = nil) {
        let previous = before.map { nodes[$0.index].previousSibling } ?? nodes[parent.index].lastChild
        nodes[node.index].parent = parent.rawValue
        nodes[node.index].previousSibling = previous
        nodes[node.index].nextSibling = before?.rawValue ?? -1
        if previous >= 0 {
            nodes[Int(previous)].nextSibling = node.rawValue
        } else {
            nodes[parent.index].firstChild = node.rawValue
        }
        if let before {
            nodes[before.index].previousSibling = node.rawValue
        } else {
            nodes[parent.index].lastChild = node.rawValue
        }
    }

    /// Takes a node from its parent.
    mutating func detach(_ node: NodeID) {
        let record = nodes[node.index]
        guard record.parent >= 0 else { return }
        if record.previousSibling >= 0 {
            nodes[Int(record.previousSibling)].nextSibling = record.nextSibling
        } else {
            nodes[Int(record.parent)].firstChild = record.nextSibling
        }
        if record.nextSibling >= 0 {
            nodes[Int(record.nextSibling)].previousSibling = record.previousSibling
        } else {
            nodes[Int(record.parent)].lastChild = record.previousSibling
        }
        nodes[node.index].parent = -1
        nodes[node.index].previousSibling = -1
        nodes[node.index].nextSibling = -1
    }

    /// Moves all children of a node to the end of another's.
    mutating func moveChildren(of node: NodeID, to target: NodeID) {
        while let child = firstChild(of: node) {
            detach(child)
            insert(child, into: target)
        }
    }

    /// Adds characters as the last child of `parent`, or before `before`, to the text node that already stands there if
    /// the bytes are neighbours.
    mutating func insertText(
        _ text: UnsafeBufferPointer<UInt8>, into parent: NodeID, before: NodeID? = nil, offset: Int
    ) {
        guard !text.isEmpty else { return }
        let start = textBytes.count
        textBytes.append(contentsOf: text)
        let neighbour = before.map { nodes[$0.index].previousSibling } ?? nodes[parent.index].lastChild
        if neighbour >= 0, nodes[Int(neighbour)].kind == .text, Int(nodes[Int(neighbour)].end) == start {
            nodes[Int(neighbour)].end = UInt32(textBytes.count)
            return
        }
        var record = HTMLNodeRecord(kind: .text)
        record.start = UInt32(start)
        record.end = UInt32(textBytes.count)
        record.sourceOffset = UInt32(truncatingIfNeeded: offset)
        insert(addNode(record), into: parent, before: before)
    }

    /// Whether two elements have the same name and the same attributes.
    func haveEqualTags(_ one: NodeID, _ other: NodeID) -> Bool {
        guard name(of: one) == name(of: other), namespace(of: one) == namespace(of: other) else { return false }
        let mine = attributes(of: one)
        guard mine.count == attributes(of: other).count else { return false }
        return mine.allSatisfy { attribute in
            guard let range = attributeRange(attribute.name, of: other) else { return false }
            return attributeBytes[range] == attributeBytes[attribute.valueRange]
        }
    }
}
