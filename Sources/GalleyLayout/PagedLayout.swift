import GalleyText

/// A layout cut into pages, between lines.
///
///     let paged = layout.paginated(on: .a4, margins: 54)
///     for page in paged.pages { print(page.index, page.lines.count) }
///
/// Each line stands on exactly one page, inside its content rectangle.
public struct PagedLayout: Sendable {
    /// The document, laid out at the width of the pages' content.
    public let layout: DocumentLayout
    public let paper: PaperSize
    /// In px, as given.
    public let margins: EdgeInsets
    /// At least one, in order.
    public let pages: [Page]
}

/// One page of a `PagedLayout`.
public struct Page: Sendable {
    /// From 0.
    public var index: Int
    public var paper: PaperSize
    /// Inside the margins, in px from the sheet's top left.
    public var contentRect: Rect
    /// What stands on it, in px from the sheet's top left.
    public var content: LayoutContent
    /// The part of the layout that the page shows, in px from the document's top.
    public var documentRange: Range<Double>

    /// The lines on the page, in px from the sheet's top left.
    public var lines: [LineFragment] { content.lines }
}
