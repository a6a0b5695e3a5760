import Foundation

extension AttributeScopes {
    /// What attributed text says of each character, as attributes of Foundation's `AttributedString`.
    ///
    ///     let attributed = AttributedString(text)
    ///     attributed.runs.first?.galley.textStyle?.shaping.fontSize      // 16
    ///
    /// Nested things are paths, outermost first; each part has a number that tells it from an equal neighbour. Numbers
    /// mean something inside one string only.
    public struct GalleyAttributes: AttributeScope {
        /// The style of the characters.
        public let textStyle: TextStyleAttribute
        /// What holds for the whole paragraph; on all of its characters.
        public let paragraph: ParagraphAttribute
        /// The blocks around the paragraph, the root first.
        public let blocks: BlocksAttribute
        /// The inline spans around the characters.
        public let spans: SpansAttribute
        /// What a U+FFFC stands for.
        public let object: ObjectAttribute
        /// What is shown before the character and not part of the text.
        public let generatedText: GeneratedTextAttribute
        /// The names of the place before the character.
        public let anchors: AnchorsAttribute
        /// Links and languages are Foundation's, too.
        public let foundation: FoundationAttributes

        public enum TextStyleAttribute: AttributedStringKey {
            public typealias Value = TextStyle
            public static let name = "galley.textStyle"
        }
        public enum ParagraphAttribute: AttributedStringKey {
            public typealias Value = ParagraphValue
            public static let name = "galley.paragraph"
        }
        public enum BlocksAttribute: AttributedStringKey {
            public typealias Value = [BlockValue]
            public static let name = "galley.blocks"
        }
        public enum SpansAttribute: AttributedStringKey {
            public typealias Value = [SpanValue]
            public static let name = "galley.spans"
        }
        public enum ObjectAttribute: AttributedStringKey {
            public typealias Value = ObjectValue
            public static let name = "galley.object"
        }
        public enum GeneratedTextAttribute: AttributedStringKey {
            public typealias Value = [GeneratedTextValue]
            public static let name = "galley.generatedText"
        }
        public enum AnchorsAttribute: AttributedStringKey {
            public typealias Value = [AnchorValue]
            public static let name = "galley.anchors"
        }
    }

    /// The attributes of attributed text.
    public var galley: GalleyAttributes.Type { GalleyAttributes.self }
}

extension AttributeDynamicLookup {
    public subscript<Key: AttributedStringKey>(
        dynamicMember keyPath: KeyPath<AttributeScopes.GalleyAttributes, Key>
    ) -> Key {
        self[Key.self]
    }
}

extension AttributeScopes.GalleyAttributes {
    /// A paragraph's style and strut.
    public struct ParagraphValue: Hashable, Sendable {
        public var style: ParagraphStyle
        public var strut: TextStyle

        public init(style: ParagraphStyle, strut: TextStyle) {
            self.style = style
            self.strut = strut
        }
    }

    /// One block of a path.
    public struct BlockValue: Hashable, Sendable {
        /// Tells the block from an equal one beside it.
        public var number: Int
        /// The kind; a list item's marker style is `markerStyle`.
        public var kind: Block.Kind
        public var role: Block.Role
        public var style: BlockStyle
        /// What the element kept of its attributes.
        public var attributes: [String: String]?
        /// What lengths of the style are measures of.
        public var textStyle: TextStyle?
        /// The style of a list item's marker.
        public var markerStyle: TextStyle?
        /// The flow whose root the block is.
        public var flow: FlowValue?
    }

    /// A float or inline block; its U+FFFC has `ObjectValue.flow` of the same number.
    public struct FlowValue: Hashable, Sendable {
        public var number: Int
        public var kind: Flow.Kind
        public var verticalAlignment: VerticalAlignment
    }

    /// One span of a path.
    public struct SpanValue: Hashable, Sendable {
        public var number: Int
        public var box: InlineBoxStyle?
        public var link: Link?
        public var hasStartEdge: Bool
        public var hasEndEdge: Bool
        public var ruby: InlineSpan.RubyRole
        /// What the element kept of its attributes.
        public var attributes: [String: String]?
    }

    /// What a U+FFFC stands for; numbers are the order in which the objects were met when the text was made.
    public enum ObjectValue: Hashable, Sendable {
        case attachment(number: Int, Attachment)
        case flow(number: Int)
    }

    /// Shown text before a character.
    public struct GeneratedTextValue: Hashable, Sendable {
        public var number: Int
        /// How many of the ends of spans before the character stand before it.
        public var edgesBefore = 0
        public var text: String
        public var style: TextStyle
        /// What is said in its place; `nil` says the text.
        public var alternativeText: String?
        /// The numbers of pages in it, in order.
        public var pageReferences: [PageReference] = []
        /// What fills the line up, in order.
        public var leaders: [Leader] = []
    }

    /// A name of a place.
    public struct AnchorValue: Hashable, Sendable {
        public var number: Int
        public var name: String
        /// The place is behind the character: at the end of the text.
        public var isBehind: Bool
    }
}
