import GalleyText

/// Ids of styles that were interned already: most elements share the style of their neighbours.
struct StyleCache {
    private struct Key: Hashable {
        var style: StyleID
        var background: Color
    }
    /// By computed style, for text without an inline background.
    private var plain: [TextStyleID?]
    private var painted: [Key: TextStyleID] = [:]
    /// By computed style: the element as a block, and as an inline box.
    var blocks: [BlockStyleID?]
    var boxes: [StyleID: InlineBoxStyleID] = [:]
    /// By computed style: whether its inline box has edges, and its list marker where no `::marker` says otherwise.
    var edges: [Bool?]
    var markers: [TextStyleID?]
    /// By block style: whether a length of it is a measure of the block's font.
    private var dependsOnFont: [Bool?] = []
    /// By computed style: what lengths are measures of.
    var fonts: [StyleID: TextStyleID] = [:]
    /// The pseudo-elements that a style says with a property of our own, such as `-galley-marker-style`.
    var ownPseudoElements: [OwnPseudoElement: ComputedStyle] = [:]
    /// The counter styles of `-galley-counter-style`.
    var ownCounterStyles: [String: CustomCounterStyle?] = [:]
    /// By computed style: the anonymous paragraphs of a block.
    var paragraphs: [Paragraphs?]

    struct OwnPseudoElement: Hashable {
        var style: StyleID
        var pseudoElement: PseudoElement
    }

    struct Paragraphs {
        var first: ParagraphStyleID
        var others: ParagraphStyleID
    }

    init(count: Int) {
        plain = Array(repeating: nil, count: count)
        blocks = Array(repeating: nil, count: count)
        paragraphs = Array(repeating: nil, count: count)
        edges = Array(repeating: nil, count: count)
        markers = Array(repeating: nil, count: count)
    }

    func text(_ style: StyleID, _ background: Color?) -> TextStyleID? {
        guard let background else { return plain[style.index] }
        return painted[Key(style: style, background: background)]
    }

    mutating func remember(_ id: TextStyleID, _ style: StyleID, _ background: Color?) {
        if let background {
            painted[Key(style: style, background: background)] = id
        } else {
            plain[style.index] = id
        }
    }

    /// Whether a length of a block style is a measure of the block's font; `style` reads it.
    mutating func dependsOnFont(_ id: BlockStyleID, _ style: (BlockStyleID) -> BlockStyle) -> Bool {
        if id.index < dependsOnFont.count, let known = dependsOnFont[id.index] { return known }
        let found = style(id).dependsOnFont
        while dependsOnFont.count <= id.index { dependsOnFont.append(nil) }
        dependsOnFont[id.index] = found
        return found
    }
}
