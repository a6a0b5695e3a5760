import GalleyMarkup
import GalleyText

// Footnotes (CSS Generated Content for Paged Media 3 §2).
extension ModelBuilder {
    /// Opens a float or a footnote. What a model was written as says its kind, and has a footnote's call already.
    mutating func openFloat(_ node: NodeID, _ style: ComputedStyle) {
        let kind = style.box.modelStorage?.value.flow
        guard style.box.float == .footnote, kind == nil else {
            if kind == .footnote { beginFootnote(node) }
            return openFlow(node, style, kind ?? .float)
        }
        openFootnote(node, style)
    }

    /// Opens an element that goes to the bottom of its page: its call stands in its place.
    private mutating func openFootnote(_ node: NodeID, _ style: ComputedStyle) {
        // A note in a note stands in its text.
        guard footnote == nil else { return openInline(node, style) }
        beginFootnote(node)
        let (call, note) = (Link.footnoteCallAnchor(footnoteCount), Link.footnoteAnchor(footnoteCount))
        // "Every footnote element increments the counter" (§2.3); one for all the document, where nothing resets it.
        if !style.box.counterIncrement.contains(where: { $0.name == "footnote" }) {
            counters.change("footnote", by: 1, depth: 0)
        }
        // Calls lead to their notes, and these back.
        _ = prepareForInline(isSpace: false)
        writer.anchor(call)
        generate(.footnoteCall, of: node, link: link(to: note))
        openFlow(node, style, .footnote)
        writer.anchor(note)
        generate(.footnoteMarker, of: node, link: link(to: call))
    }

    private mutating func beginFootnote(_ node: NodeID) {
        footnote = node
        footnoteCount += 1
    }

    /// Whether what is written stands in a footnote.
    var isInFootnote: Bool { footnote != nil }

    private mutating func link(to anchor: String) -> LinkID {
        let url = "#" + anchor
        return writer.output.intern(Link(url: resolved(url) ?? url))
    }
}
