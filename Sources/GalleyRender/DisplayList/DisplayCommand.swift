import GalleyText

/// One drawing command. Rectangles and points are in page px.
public enum DisplayCommand: Hashable, Sendable {
    /// A filled rectangle, its corners rounded by the given radii.
    case fill(Rect, radius: Corners<CornerRadius>, Color)
    /// The border of a box.
    indirect case border(BoxBorder)
    /// The shadow of a box.
    indirect case shadow(ShadowShape)
    /// Glyphs of one face, size and colour.
    case text(TextRun)
    /// An underline or another line along text.
    case line(DecorationLine)
    /// A loaded attachment drawn into a rectangle.
    case image(AttachmentID, Rect)
    /// The background image of a box.
    indirect case background(BoxBackground)
    /// An image in place of a box's border.
    indirect case borderImage(BoxBorderImage)
    /// What follows is cut off outside the rectangle, until `end`.
    case beginClip(Rect, radius: Corners<CornerRadius>)
    /// What follows is cut off outside the polygon, until `end`.
    case beginPolygonClip([Point], isEvenOdd: Bool)
    /// What follows is drawn as one picture of that opacity, until `end`.
    case beginGroup(opacity: Double)
    /// What follows is moved, turned, scaled and skewed, until `end`; areas of links, destinations and places of the outline
    /// are those where they come to.
    case beginTransform(TransformMatrix)
    /// What follows belongs to an element of the document's structure, until `end`.
    case beginTag(
        StructureTag, element: StructureElement? = nil, attributes: StructureAttributes = StructureAttributes())
    /// Ends the innermost open clip, group, transform or tag.
    case end
    /// A place on the page that links can lead to.
    case destination(String, Point)
    /// An entry of the document's outline: its level, its text in logical order, where it stands, and whether what is below it
    /// is shown at first.
    case outline(level: Int, String, Point, isOpen: Bool = true)
}

/// The four edges of a box and its rounded corners.
public struct BoxBorder: Hashable, Sendable {
    /// The border box: the edges lie inside it.
    public var rect: Rect
    /// Strokes, widths and colours.
    public var edges: Edges<BorderEdge>
    /// The radii of the outer corners in px.
    public var radius: Corners<CornerRadius>
    /// Where nothing of it is drawn: a legend stands there.
    public var gap: Rect?

    /// A border of a box.
    public init(rect: Rect, edges: Edges<BorderEdge>, radius: Corners<CornerRadius> = Corners(0)) {
        self.rect = rect
        self.edges = edges
        self.radius = radius
    }
}

/// A line along text.
public struct DecorationLine: Hashable, Sendable {
    /// How the line is drawn.
    public var stroke: TextDecoration.Stroke
    /// The line's colour.
    public var color: Color
    /// The left end, and the middle of what is drawn: of one line, of both of a double one, of a wave.
    public var start: Point
    /// The line's length in px.
    public var width: Double
    /// In px; of each of the two lines of a double one.
    public var thickness: Double
    /// Stretches of x where nothing is drawn, as letters cross the line there; in order, apart from each other.
    public var gaps: [Range<Double>] = []
    /// Whether it is the shadow of a line.
    public var isShadow = false
    /// The blur of a shadow in px: twice the standard deviation (CSS Backgrounds 3 §6.1).
    public var blurRadius = 0.0

    /// A line from `start` to the right.
    public init(stroke: TextDecoration.Stroke, color: Color, start: Point, width: Double, thickness: Double) {
        self.stroke = stroke
        self.color = color
        self.start = start
        self.width = width
        self.thickness = thickness
    }
}
