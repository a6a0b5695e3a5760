import GalleyFonts
import GalleyText

/// Text to be printed, with where on the pages it stands: what UIKit has as `UISimpleTextPrintFormatter` and
/// `UIMarkupTextPrintFormatter`.
///
///     var formatter = PrintFormatter("A letter\n\nDear reader", style: style)
///     formatter.perPageContentInsets.top = 20
///
/// A value; a `PrintPageRenderer` puts it on pages. HTML is read by `PrintFormatter(html:)` of the module `Galley`.
public struct PrintFormatter: Sendable {
    public var text: AttributedText
    /// The page on which it begins, from 0.
    public var startPage = 0
    /// The distance of the text from the edges of its area, in px: left and right on every page, at the top on its first
    /// page alone. The bottom says nothing.
    public var contentInsets = EdgeInsets.zero
    /// The distance on every page, in px, beyond `contentInsets`.
    public var perPageContentInsets = EdgeInsets.zero
    /// The text is no wider, in px.
    public var maximumContentWidth = Double.infinity
    /// The text is no higher on any page, in px.
    public var maximumContentHeight = Double.infinity
    /// How many times smaller a text is made at most that is wider than its area (`PageSetup.maximumShrinkFactor`).
    public var maximumShrinkFactor = 2.0
    /// How it is laid out.
    public var options = LayoutOptions()
    /// What is known of its attachments.
    public var attachments: [AttachmentID: AttachmentState] = [:]

    /// Attributed text.
    public init(_ text: AttributedText) { self.text = text }

    /// Plain text of one style: a paragraph a line.
    public init(_ string: String, style: TextStyle = TextStyle(), paragraphStyle: ParagraphStyle = ParagraphStyle()) {
        text = AttributedText(string, style: style, paragraphStyle: paragraphStyle)
    }

    /// The text on pages of a size, inside an area of each: its own pages alone, the first of which is number `startPage`.
    ///
    /// `@page` rules of the text say nothing here: the area is the caller's.
    public func paginated(on paper: PaperSize, area: Rect, fonts: FontCollection) -> PagedLayout {
        let left = contentInsets.left + perPageContentInsets.left
        let right = contentInsets.right + perPageContentInsets.right
        let width = max(0, min(area.width - left - right, maximumContentWidth))
        let height = area.height - perPageContentInsets.top - perPageContentInsets.bottom
        let used = max(0, min(height, maximumContentHeight))
        let top = area.y + perPageContentInsets.top
        var setup = PageSetup(
            paper: paper,
            margins: EdgeInsets(
                top: top, right: paper.width - area.x - left - width, bottom: paper.height - top - used,
                left: area.x + left))
        setup.documentRules = []
        setup.firstNumber = startPage + 1
        setup.maximumShrinkFactor = maximumShrinkFactor
        setup.firstPageInset = max(0, contentInsets.top)
        return DocumentLayout(text, fonts: fonts, width: width, options: options, attachments: attachments)
            .paginated(setup)
    }
}
