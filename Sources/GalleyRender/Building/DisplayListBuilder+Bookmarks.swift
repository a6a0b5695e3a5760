import GalleyLayout
import GalleyText

/// The entries of the document's outline (CSS Generated Content 3 “Bookmarks”).
extension DisplayListBuilder {
    /// Adds the entries of the blocks whose text begins with a paragraph, outermost first, where its first line stands.
    mutating func addBookmarks(beginningWith fragment: ParagraphFragment) {
        guard fragment.lines.lowerBound == 0, !fragment.lines.isEmpty || fragment.layout.lines.isEmpty else { return }
        let text = content.text
        let isEmpty = text.paragraphs[fragment.paragraph].contentRange.isEmpty
        let point = transform.applied(to: Point(x: fragment.frame.x, y: fragment.frame.y))
        var entries: [DisplayCommand] = []
        // The first of the empty paragraphs before this one.
        var first = fragment.paragraph
        var next: BlockID? = text.paragraphs[fragment.paragraph].block
        while let id = next {
            let block = text.blocks[id.index]
            while first > block.paragraphs.lowerBound, text.paragraphs[first - 1].contentRange.isEmpty { first -= 1 }
            // Of a block without any text its only paragraph counts.
            guard first <= block.paragraphs.lowerBound, !isEmpty || block.paragraphs.count == 1 else { break }
            let bookmark = text.style(block.style).bookmark
            if let level = bookmark.level(of: block.role) {
                let title = bookmark.label.value(in: block, of: text)
                if title.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) {
                    entries.append(.outline(level: level, title, point, isOpen: !bookmark.isClosed))
                }
            }
            next = block.parent
        }
        for entry in entries.reversed() { list.append(entry) }
    }
}
