extension HTMLTree {
    /// The children of a node, of every kind.
    @inlinable public func children(of node: NodeID) -> Children {
        Children(tree: self, next: firstChild(of: node))
    }

    /// All nodes below a node, in document order, the node itself left out.
    @inlinable public func descendants(of node: NodeID) -> Descendants {
        Descendants(tree: self, scope: node, current: node)
    }

    /// The elements of one or two names, of any vocabulary, in document order. O(nodes), fast where there are few.
    package func elements(named name: HTMLName, or other: HTMLName? = nil) -> [NodeID] {
        let (one, two) = (name.rawValue, (other ?? name).rawValue)
        return nodes.withUnsafeBufferPointer { nodes in
            var found: [NodeID] = []
            for index in nodes.indices where nodes[index].name == one || nodes[index].name == two {
                found.append(NodeID(rawValue: Int32(index)))
            }
            // The parser numbers nodes as it makes them; it may have moved or detached some.
            guard found.count > 1 else { return found.filter { isInDocument($0) } }
            found.removeAll()
            var current = next(after: document, within: document)
            while let node = current {
                if nodes[node.index].name == one || nodes[node.index].name == two { found.append(node) }
                current = next(after: node, within: document)
            }
            return found
        }
    }

    private func isInDocument(_ node: NodeID) -> Bool {
        var current = node
        while let parent = parent(of: current) { current = parent }
        return current == document
    }

    /// The children of a node.
    public struct Children: Sequence, IteratorProtocol {
        @usableFromInline let tree: HTMLTree
        @usableFromInline var upcoming: NodeID?

        @inlinable init(tree: HTMLTree, next: NodeID?) {
            self.tree = tree
            upcoming = next
        }

        /// The next child.
        @inlinable public mutating func next() -> NodeID? {
            guard let node = upcoming else { return nil }
            upcoming = tree.nextSibling(of: node)
            return node
        }
    }

    /// The nodes below a node in document order.
    public struct Descendants: Sequence, IteratorProtocol {
        @usableFromInline let tree: HTMLTree
        @usableFromInline let scope: NodeID
        @usableFromInline var current: NodeID?

        @inlinable init(tree: HTMLTree, scope: NodeID, current: NodeID?) {
            self.tree = tree
            self.scope = scope
            self.current = current
        }

        /// The next node.
        @inlinable public mutating func next() -> NodeID? {
            guard let node = current else { return nil }
            current = tree.next(after: node, within: scope)
            return current
        }
    }
}
