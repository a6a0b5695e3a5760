import GalleyFonts
import GalleyShaping
import GalleyText

/// Glyphs of one face, size, style and direction on a line: a view. Positions are px from the paragraph's top left.
public struct GlyphRun: Sendable {
    let layout: ParagraphLayout
    let line: Int
    let piece: LinePiece

    /// A glyph in its place.
    public struct Glyph: Sendable, Hashable {
        public var id: UInt16
        /// Where its origin is drawn.
        public var x: Double
        public var y: Double

        public init(id: UInt16, x: Double, y: Double) {
            self.id = id
            self.x = x
            self.y = y
        }
    }

    /// Bytes and glyphs that belong together, in visual order.
    public struct Cluster: Sendable, Hashable {
        /// Inline offsets of its bytes; empty for what is not in the text.
        public var start: UInt32
        public var end: UInt32
        /// How many glyphs it has; clusters take glyphs in turn.
        public var glyphCount: UInt32
        /// Its left edge and its advance, justification and spacing included.
        public var x: Double
        public var advance: Double

        public var range: Range<Int> { Int(start)..<Int(end) }
    }
}

/// An atomic object on a line.
public struct AtomicBox: Sendable, Hashable {
    /// Its index in `ShapedParagraph.objects`.
    public var object: Int
    public var line: Int
    /// The margin box.
    public var rect: Rect
    /// By how much an inline box around it that is `relative` has moved it from where its line has it.
    public var displacement = Point.zero
}

/// The part of an inline box on one line, for its background and borders.
public struct InlineBoxFragment: Sendable, Hashable {
    /// Its index in `InlineText.boxes`; the span in the text is `boxes[box].span`.
    public var box: Int
    /// The index of the span in `AttributedText.spans`, as it was when the paragraph was shaped; `nil` for the box of
    /// `::first-letter`.
    public var span: Int?
    public var line: Int
    /// The border box.
    public var rect: Rect
    /// Whether the start and end edges are on this line.
    public var hasStart: Bool
    public var hasEnd: Bool
    public var isRightToLeft: Bool
    /// By how much `position: relative`, its own or that of a box around it, has moved it from where its line has it.
    public var displacement = Point.zero
}

/// A decoration line to draw.
public struct DecorationSegment: Sendable, Hashable {
    public var line: TextDecoration.Line
    public var stroke: TextDecoration.Stroke
    public var color: Color
    public var x: Double
    public var width: Double
    /// The top of the stroke; of a double line the top of the one at the text, of a wavy one of the line it waves around.
    public var y: Double
    public var thickness: Double
    /// Where the line makes room for ink that crosses it (CSS Text Decoration 4 §2.7): stretches from left to right that
    /// do not touch, all or partly inside the line.
    public var gaps: [Range<Double>] = []
    /// Of the text along which it is drawn, front to back (CSS Text Decoration 3 §4).
    public var shadows: [TextShadow] = []
    /// Whether it is along text that `position: relative` has moved.
    public var isDisplaced = false

    public init(
        line: TextDecoration.Line, stroke: TextDecoration.Stroke, color: Color, x: Double, width: Double, y: Double,
        thickness: Double
    ) {
        self.line = line
        self.stroke = stroke
        self.color = color
        self.x = x
        self.width = width
        self.y = y
        self.thickness = thickness
    }
}

extension DecorationSegment {
    /// The lowest and the highest y of its ink, and whatever of it is between.
    public var band: ClosedRange<Double> {
        switch stroke {
        case .solid, .dotted, .dashed: y...(y + thickness)
        case .double: (y - thickness * 2 * lift)...(y + thickness * (3 - 2 * lift))
        case .wavy: (centre - waveHeight - thickness / 2)...(centre + waveHeight + thickness / 2)
        }
    }

    /// The middle of what is drawn: of both lines of a double one, of the waves of a wavy one. Those of an underline go
    /// down from its place, those of an overline up, those of a strike-through are around it.
    public var centre: Double {
        let middle = y + thickness / 2
        switch stroke {
        case .solid, .dotted, .dashed: return middle
        case .double: return middle + thickness * (1 - 2 * lift)
        case .wavy: return middle + (thickness + 1) * (1 - 2 * lift)
        }
    }

    /// How far waves go up and down: as Chromium's, whose control points are three times as far off.
    public var waveHeight: Double { TextDecoration.waveReach(thickness: thickness) * 3.0.squareRoot() / 6 }

    private var lift: Double {
        switch line {
        case .underline: 0
        case .lineThrough: 0.5
        case .overline: 1
        }
    }
}

extension TextDecoration {
    /// How far the control points of a wavy line are above and below its middle.
    public static func waveReach(thickness: Double) -> Double { 3 * max(1, thickness / 2 + 0.5) }
}

/// A place between characters.
public struct TextPosition: Sendable, Hashable {
    /// Source offset.
    public var offset: Int
    public var affinity: Affinity
    /// Whether the place is in text that is not in the source: `offset` is where that text stands.
    public var isGenerated: Bool

    /// Which character a place belongs to where lines or directions meet.
    public enum Affinity: UInt8, Sendable, Hashable {
        /// The one before: at a line's end.
        case upstream
        /// The one after: at a line's start.
        case downstream
    }

    public init(offset: Int, affinity: Affinity = .downstream, isGenerated: Bool = false) {
        self.offset = offset
        self.affinity = affinity
        self.isGenerated = isGenerated
    }
}
