import GalleyText

/// What the model can say of an element and CSS has no property for. `HTMLWriter` writes it as properties of our own
/// (`-galley-...`), so that a model made by hand or by editing comes back whole; browsers ignore them. Nothing of it is
/// inherited; nil and false leave everything to CSS.
package struct ModelStyle: Hashable, Sendable {
    /// The lines of the element's text, whatever its ancestors draw.
    package var decorations: [TextDecoration]?
    /// The opacity of the element's text, whatever its ancestors' is.
    package var textOpacity: Double?
    /// The `white-space-collapse` that the model keeps, where the text's own spaces need another one to survive.
    package var whiteSpace: WhiteSpaceCollapse?
    package var lineBreakMode: LineBreakMode?
    /// `text-overflow` of a block whose overflow is seen.
    package var overflowToken: String?
    /// Whether the element is one paragraph of the block around it and no block itself.
    package var isParagraph = false
    package var role: Block.Role?
    package var list: List?
    package var span: Span?
    package var edges = Edges.both
    package var flow: Flow.Kind?
    package var text = Text.source
    /// The background of the strut of the element's lines.
    package var strutBackground: Color?
    /// The number of a list item.
    package var ordinal: Int?
    package var isFlowRoot: Bool?
    package var link: Link?
    /// Whether links around a float or inline block stop at it.
    package var stopsLinks = false
    /// Declarations for the item's marker, as `::marker` would hold them.
    package var marker: String?
    /// Declarations for the first line and the first letter, as `::first-line` and `::first-letter` would hold them.
    package var firstLine: String?
    package var firstLetter: String?
    /// `@counter-style` rules; the last of them is the style of the item's marker.
    package var counterStyle: String?

    /// Whether the block is a list, whatever its element.
    package enum List: String, Sendable, CaseIterable { case none, ordered, unordered }
    /// A span of its own even for an inline box that has nothing to draw.
    package enum Span: String, Sendable, CaseIterable {
        case box
        /// With the text style of the element.
        case styled
        /// None: the element is the style of its text and nothing more.
        case text
    }
    /// Which edges of an inline box are real: those of a box that goes on in other paragraphs are not all.
    package enum Edges: String, Sendable, CaseIterable { case both, start, end, none }
    /// What the element's text is in the model.
    package enum Text: String, Sendable, CaseIterable {
        case source, generated
        /// The style of the paragraph's separator is the element's.
        case separator
    }

    package init() {}
}

/// A `ModelStyle` behind a reference: nearly every box has none.
package final class SharedModelStyle: Hashable, Sendable {
    package let value: ModelStyle

    init(_ value: ModelStyle) { self.value = value }

    package static func == (left: SharedModelStyle, right: SharedModelStyle) -> Bool {
        left === right || left.value == right.value
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension BoxStyle {
    /// What CSS has no property for.
    package var model: ModelStyle {
        get { modelStorage?.value ?? ModelStyle() }
        set { modelStorage = newValue == ModelStyle() ? nil : SharedModelStyle(newValue) }
    }
}
