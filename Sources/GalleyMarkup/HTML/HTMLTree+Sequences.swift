extension HTMLTree {
    /// The children of a node, of every kind.
    @inlinable public func children(of node: NodeID) -> Children {
        Children(tree: self, next: firstChild(of: node))
    }

    /// All nodes below a node, in document order, the node itself left out.
    @inlinable public func descendants(of node: NodeID) -> Descendants {
        Descendants(tree: self, scope: node, current: node)
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
