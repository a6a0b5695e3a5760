// What the tree builder does to the arena. Nodes are never removed from it, only detached.
extension HTMLTree {
    /// Makes room.
    mutating func reserve(nodes count: Int, textBytes: Int) {
        nodes.reserveCapacity(count)
        allText.reserveCapacity(textBytes)
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
        if let tag, !tag.attributes.isEmpty {
            var attributes = HTMLTagRecord()
            attributes.start = UInt32(attributeList.count)
            attributes.classStart = UInt32(classList.count)
            for attribute in tag.attributes { addAttribute(attribute.name, attribute.value) }
            attributes.end = UInt32(attributeList.count)
            attributes.classEnd = UInt32(classList.count)
            record.tag = Int32(tags.count)
            tags.append(attributes)
        }
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
            var own = self.tag(of: node) ?? HTMLTagRecord()
            guard own.attributes.count < limit else { return false }
            if own.attributes.isEmpty {
                own.start = UInt32(attributeList.count)
            } else if Int(own.end) != attributeList.count {
                // Others follow: they move to the end, at most once for each attribute that the element may have.
                let start = attributeList.count
                attributeList.append(contentsOf: Array(attributeList[own.attributes]))
                own.start = UInt32(start)
            }
            let classes = classList.count
            addAttribute(attribute.name, attribute.value)
            own.end = UInt32(attributeList.count)
            // An element without a `class` has no classes that would have to move.
            if classList.count > classes {
                own.classStart = UInt32(classes)
                own.classEnd = UInt32(classList.count)
            }
            // A clone of the element keeps the attributes that it was made with.
            nodes[node.index].tag = Int32(tags.count)
            tags.append(own)
        }
        return true
    }

    /// Adds an element with the name and attributes of another, without its children.
    mutating func addClone(of node: NodeID) -> NodeID {
        var record = nodes[node.index]
        record.parent = -1
        record.firstChild = -1
        record.previousSibling = -1
        record.nextSibling = -1
        record.flags = 0
        return addNode(record)
    }

    /// Makes a detached node the last child, or the one before `before`.
    @inline(__always)
    mutating func insert(_ node: NodeID, into parent: NodeID, before: NodeID? = nil) {
        let first = nodes[parent.index].firstChild
        nodes[node.index].parent = parent.rawValue
        nodes[node.index].nextSibling = before?.rawValue ?? -1
        guard first >= 0 else {
            nodes[node.index].previousSibling = node.rawValue
            nodes[parent.index].firstChild = node.rawValue
            return
        }
        let next = before.map { $0.index } ?? Int(first)
        let previous = nodes[next].previousSibling
        nodes[node.index].previousSibling = previous
        nodes[next].previousSibling = node.rawValue
        if before?.rawValue == first {
            nodes[parent.index].firstChild = node.rawValue
        } else {
            nodes[Int(previous)].nextSibling = node.rawValue
        }
    }

    /// Takes a node from its parent.
    mutating func detach(_ node: NodeID) {
        let record = nodes[node.index]
        guard record.parent >= 0 else { return }
        let first = nodes[Int(record.parent)].firstChild
        if first == node.rawValue {
            nodes[Int(record.parent)].firstChild = record.nextSibling
        } else {
            nodes[Int(record.previousSibling)].nextSibling = record.nextSibling
        }
        // Behind the last one the first notes which that is.
        let next = record.nextSibling >= 0 ? record.nextSibling : first
        nodes[Int(next)].previousSibling = record.previousSibling
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
        let start = allText.count
        if let neighbour = before.map({ previousSibling(of: $0) }) ?? lastChild(of: parent), isText(neighbour),
            nodes[neighbour.index].textRange.upperBound == start
        {
            allText.append(text, isNewNode: false)
            nodes[neighbour.index].textRange = nodes[neighbour.index].textRange.lowerBound..<allText.count
            return
        }
        allText.append(text, isNewNode: true)
        var record = HTMLNodeRecord(kind: .text)
        record.textRange = start..<allText.count
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
