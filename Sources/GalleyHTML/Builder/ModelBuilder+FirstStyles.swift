import GalleyMarkup
import GalleyText

// `::first-line` and `::first-letter` (CSS Pseudo-Elements 4 §2).
extension ModelBuilder {
    /// What a block's first paragraph gets.
    struct FirstStyles {
        var line: TextStyle?
        var letter: FirstLetterStyle?
        var isEmpty: Bool { line == nil && letter == nil }
    }

    /// Gives a block that is about to open the styles of its first line and letter: its own, and those of a block around
    /// it whose first line is in here (§2.1.1).
    mutating func takeFirstStyles(_ node: NodeID, _ style: ComputedStyle, _ context: inout BlockContext) {
        guard styles.hasFirstStyles else { return }
        var first = FirstStyles()
        var around = FirstStyles()
        var root = TextStyle()
        // Only blocks in the flow hold the first line of the block around them.
        if !context.isFlowRoot, context.kind == .flow, let outer = blocks.last, !outer.first.isEmpty,
            outer.paragraphsBefore == writer.paragraphCount
        {
            around = outer.first
            root = textStyle(of: styles[outer.style], background: nil)
        }
        let line = styles.style(of: .firstLine, on: node).map { textStyle(of: $0, background: $0.backgroundColor) }
        if let outer = around.line {
            let own = line ?? textStyle(of: style, background: nil)
            first.line = own.inFirstLine(outer, of: root)
        } else {
            first.line = line
        }
        if let letter = styles.style(of: .firstLetter, on: node) {
            first.letter = FirstLetterStyle(
                text: textStyle(of: letter, background: nil), box: letter.inlineBoxStyle, float: letter.box.float)
        } else {
            first.letter = around.letter
        }
        if first.isEmpty { return }
        context.first = first
        var paragraph = writer.output.paragraphStyle(context.firstParagraph)
        paragraph.firstLine = first.line
        paragraph.firstLetter = first.letter
        context.firstParagraph = writer.output.intern(paragraph)
    }
}
