import GalleyMarkup
import GalleyText

// Children in another order than the tree's: one of some elements comes first.
extension ModelBuilder {
    /// An element one of whose children comes before the others, while its content is being written.
    struct LeadingChild {
        var node: NodeID
        var child: NodeID?
        /// Whether the others are written at all.
        var showsRest: Bool
    }

    /// The first child that is written.
    mutating func firstChild(of node: NodeID) -> NodeID? {
        guard let last = leaders.last, last.node == node else { return tree.firstChild(of: node) }
        return last.child ?? (last.showsRest ? tree.firstChild(of: node) : nil)
    }

    /// The sibling that is written next.
    mutating func nextSibling(of node: NodeID) -> NodeID? {
        guard let last = leaders.last, tree.parent(of: node) == last.node else { return tree.nextSibling(of: node) }
        if node == last.child {
            guard last.showsRest else { return nil }
            let first = tree.firstChild(of: last.node)
            return first == node ? tree.nextSibling(of: node) : first
        }
        let next = tree.nextSibling(of: node)
        return next == last.child ? next.flatMap { tree.nextSibling(of: $0) } : next
    }
}
