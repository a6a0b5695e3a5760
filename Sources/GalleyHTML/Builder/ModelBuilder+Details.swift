import GalleyMarkup
import GalleyText

// `details` (HTML standard §4.11.1, §15.3.11): the first summary stands first, the rest follows when it is open.
extension ModelBuilder {
    /// A `details` element whose content is being written.
    struct DetailsContext {
        var node: NodeID
        var summary: NodeID?
        var isOpen: Bool
    }

    /// Notes a `details` that was opened, and gives it the summary that it lacks.
    mutating func openDetails(_ node: NodeID, _ style: ComputedStyle) {
        guard tree.isHTML(node, .details) else { return }
        let context = DetailsContext(
            node: node, summary: tree.children(of: node).first { tree.isHTML($0, .summary) },
            isOpen: options.opensDetails || tree.hasAttribute(.open, of: node))
        details.append(context)
        if context.summary == nil { writeSummary(of: context, style) }
    }

    /// The summary that "the user agent should provide": a word of its own, which is no text of the document.
    private mutating func writeSummary(of details: DetailsContext, _ style: ComputedStyle) {
        prepareParent(for: .block)
        endParagraph()
        let text = textStyle(styles.id(of: details.node), background: nil)
        let item = ListItem(
            ordinal: 1, marker: .text(details.isOpen ? "▾ " : "▸ "), markerPosition: .inside, markerStyle: text)
        var box = BlockStyle()
        box.direction = style.baseDirection
        let id = writer.output.openBlock(.item(item), role: .summary, style: box)
        blocks.append(makeContext(.flow, styles.id(of: details.node), id: id))
        writer.generated("Details", style: text)
        closeBlock()
    }

    /// The first child that is written.
    mutating func firstChild(of node: NodeID) -> NodeID? {
        guard let last = details.last, last.node == node else { return tree.firstChild(of: node) }
        return last.summary ?? (last.isOpen ? tree.firstChild(of: node) : nil)
    }

    /// The sibling that is written next.
    mutating func nextSibling(of node: NodeID) -> NodeID? {
        guard let last = details.last, tree.parent(of: node) == last.node else { return tree.nextSibling(of: node) }
        if node == last.summary {
            guard last.isOpen else { return nil }
            let first = tree.firstChild(of: last.node)
            return first == node ? tree.nextSibling(of: node) : first
        }
        let next = tree.nextSibling(of: node)
        return next == last.summary ? next.flatMap { tree.nextSibling(of: $0) } : next
    }
}
