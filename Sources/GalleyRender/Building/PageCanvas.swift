import GalleyFonts
import GalleyLayout
import GalleyText

/// What a page renderer's callbacks draw on: it records drawing commands and draws nothing itself.
///
///     canvas.fill(Rect(x: 0, y: 0, width: 100, height: 1), .black)
///     canvas.draw("Page \(page.index + 1)", in: page.rect, style: style)
///
/// Lengths are px from the sheet's top left.
public struct PageCanvas: Sendable {
    /// What was drawn.
    public private(set) var list: DisplayList
    /// The faces that text is drawn with.
    public let fonts: FontCollection

    /// An empty canvas of a size.
    public init(size: Size, fonts: FontCollection) {
        list = DisplayList(size: size)
        self.fonts = fonts
    }

    /// Fills a rectangle, its corners rounded.
    public mutating func fill(_ rect: Rect, _ color: Color, radius: Double = 0) {
        list.append(.fill(rect, radius: Corners(CornerRadius(radius)), color))
    }

    /// Draws the border of a rectangle, inside it.
    public mutating func stroke(_ rect: Rect, _ edge: BorderEdge, radius: Double = 0) {
        list.append(.border(BoxBorder(rect: rect, edges: Edges(edge), radius: Corners(CornerRadius(radius)))))
    }

    /// What `body` draws is cut off outside a rectangle.
    public mutating func clip(to rect: Rect, _ body: (inout PageCanvas) -> Void) {
        list.append(.beginClip(rect, radius: Corners(0)))
        body(&self)
        list.append(.end)
    }

    /// What `body` draws is one picture of an opacity.
    public mutating func group(opacity: Double, _ body: (inout PageCanvas) -> Void) {
        list.append(.beginGroup(opacity: opacity))
        body(&self)
        list.append(.end)
    }

    /// Draws attributed text from the top of a rectangle, as wide as it; what does not fit goes on below. Returns the height
    /// that it takes.
    ///
    /// The text is no part of the document's structure, and its attachments are their alternative texts.
    @discardableResult
    public mutating func draw(_ text: AttributedText, in rect: Rect) -> Double {
        var states: [AttachmentID: AttachmentState] = [:]
        for index in text.attachments.indices { states[AttachmentID(index)] = .failed }
        let layout = DocumentLayout(text, fonts: fonts, width: rect.width, attachments: states)
        var builder = DisplayListBuilder(layout.content.moved(dx: rect.x, dy: rect.y), RenderingAttributes())
        builder.addEverything()
        builder.list.close()
        list.append(contentsOf: builder.list.withoutStructure)
        return layout.size.height
    }

    /// Draws a string of one style.
    @discardableResult
    public mutating func draw(
        _ string: String, in rect: Rect, style: TextStyle = TextStyle(),
        paragraphStyle: ParagraphStyle = ParagraphStyle()
    ) -> Double {
        draw(AttributedText(string, style: style, paragraphStyle: paragraphStyle), in: rect)
    }

    /// Draws what is no content of the document: a header, a footer.
    mutating func drawArtifact(_ commands: DisplayList) {
        list.append(.beginTag(.artifact))
        list.append(contentsOf: commands)
        list.append(.end)
    }

    /// Adds drawing commands as they are.
    public mutating func draw(_ commands: DisplayList) { list.append(contentsOf: commands) }
}
