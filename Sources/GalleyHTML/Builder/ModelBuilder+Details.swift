import GalleyMarkup
import GalleyText

// `details` (HTML standard §4.11.1, §15.3.11): the first summary stands first, the rest follows when it is open.
extension ModelBuilder {
    /// Notes a `details` that was opened, and gives it the summary that it lacks.
    mutating func openDetails(_ node: NodeID, _ style: ComputedStyle) {
        guard tree.isHTML(node, .details) else { return }
        let leader = LeadingChild(
            node: node, child: tree.children(of: node).first { tree.isHTML($0, .summary) },
            showsRest: options.opensDetails || tree.hasAttribute(.open, of: node))
        leaders.append(leader)
        if leader.child == nil { writeSummary(of: leader, style) }
    }

    /// The summary that "the user agent should provide": a word of its own, which is no text of the document.
    private mutating func writeSummary(of details: LeadingChild, _ style: ComputedStyle) {
        prepareParent(for: .block)
        endParagraph()
        let text = textStyle(styles.id(of: details.node), background: nil)
        let item = ListItem(
            ordinal: 1, marker: .text(details.showsRest ? "▾ " : "▸ "), markerPosition: .inside, markerStyle: text)
        var box = BlockStyle()
        box.direction = style.baseDirection
        let id = writer.output.openBlock(.item(item), role: .summary, style: box)
        blocks.append(makeContext(.flow, styles.id(of: details.node), id: id))
        writer.generated("Details", style: text)
        closeBlock()
    }
}
