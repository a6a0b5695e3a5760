/// The part of a text style that only drawing needs: changing it shapes and breaks nothing.
public struct PaintStyle: Hashable, Codable, Sendable {
    public var color: Color
    /// The background of the inline box around the text; `nil` for none.
    public var background: Color?
    /// The lines drawn along the text, outermost decorating box first (CSS Text Decoration 3 §2.5).
    public var decorations: [TextDecoration]
    /// `text-decoration-skip-ink`.
    public var skipInk: SkipInk
    public var shadows: [TextShadow]
    /// `text-emphasis`, kept for layout; `nil` for none.
    public var emphasis: TextEmphasis?
    /// 0 to 1: that of the inline boxes around the text, multiplied. Blocks have their own (`BlockStyle.opacity`).
    public var opacity: Double
    /// `visibility: visible`; hidden text keeps its place.
    public var isVisible: Bool

    /// Whether lines make room for the letters that cross them (CSS Text Decoration 4 §2.7).
    public enum SkipInk: UInt8, Hashable, Codable, Sendable {
        case auto, none
        /// For ideographs, too.
        case all
    }

    public init(color: Color = .black) {
        self.color = color
        background = nil
        decorations = []
        skipInk = .auto
        shadows = []
        emphasis = nil
        opacity = 1
        isVisible = true
    }
}

/// One line along text, with the properties of the box that draws it.
public struct TextDecoration: Hashable, Codable, Sendable {
    public enum Line: UInt8, Hashable, Codable, Sendable {
        case underline, overline, lineThrough
    }
    public enum Stroke: UInt8, Hashable, Codable, Sendable {
        case solid, double, dotted, dashed, wavy
    }
    public var line: Line
    public var stroke: Stroke
    public var color: Color
    /// `nil` is `auto` or `from-font`.
    public var thickness: Length?
    /// `from-font`: the thickness that the font asks for, and nothing that layout likes better.
    public var takesFontThickness = false
    /// `text-underline-offset`; `nil` takes the font's own position.
    public var offset: Length?
    /// The font size of the decorating box in px, which `thickness` and position are taken from.
    public var fontSize: Double

    public init(
        line: Line, stroke: Stroke = .solid, color: Color, thickness: Length? = nil, offset: Length? = nil,
        fontSize: Double
    ) {
        self.line = line
        self.stroke = stroke
        self.color = color
        self.thickness = thickness
        self.offset = offset
        self.fontSize = fontSize
    }
}

/// One shadow of text (CSS Text Decoration 3 §4); distances in px.
public struct TextShadow: Hashable, Codable, Sendable {
    public var offsetX: Double
    public var offsetY: Double
    public var blurRadius: Double
    public var color: Color

    public init(offsetX: Double, offsetY: Double, blurRadius: Double = 0, color: Color) {
        self.offsetX = offsetX
        self.offsetY = offsetY
        self.blurRadius = blurRadius
        self.color = color
    }
}

/// One shadow of a box (CSS Backgrounds 3 §6.1); distances in px.
public struct BoxShadow: Hashable, Codable, Sendable {
    public var offsetX: Double
    public var offsetY: Double
    public var blurRadius: Double
    /// How much larger than the box it is, on each side.
    public var spread: Double
    public var color: Color
    /// Whether it falls on the inside of the box.
    public var isInset: Bool

    public init(
        offsetX: Double, offsetY: Double, blurRadius: Double = 0, spread: Double = 0, color: Color,
        isInset: Bool = false
    ) {
        self.offsetX = offsetX
        self.offsetY = offsetY
        self.blurRadius = blurRadius
        self.spread = spread
        self.color = color
        self.isInset = isInset
    }
}

/// Marks over or under each character (CSS Text Decoration 3 §3).
public struct TextEmphasis: Hashable, Codable, Sendable {
    /// The mark: one character.
    public var mark: String
    public var color: Color
    /// Where it stands in horizontal text, and in vertical text.
    public var isUnder: Bool
    public var isLeft: Bool

    public init(mark: String, color: Color, isUnder: Bool = false, isLeft: Bool = false) {
        self.mark = mark
        self.color = color
        self.isUnder = isUnder
        self.isLeft = isLeft
    }
}
