import GalleyText

extension DocumentLayout {
    /// Cuts the document into pages.
    ///
    /// The text is laid out at the width between the margins, which shapes nothing. Pages are cut between lines, where
    /// CSS Fragmentation 3 allows it: `break-before`, `-after` and `-inside`, `orphans` and `widows` are honoured, a
    /// heading stays with what follows it, a table row that fits on a page is not cut. Where no such place is left,
    /// any place between two lines is taken. Attachments taller than a page are scaled down to one.
    ///
    /// - Parameters:
    ///   - paper: the size of a page.
    ///   - margins: in px. Margins that leave no room are reduced.
    /// - Complexity: O(n log n) in lines and blocks.
    public func paginated(on paper: PaperSize, margins: EdgeInsets) -> PagedLayout {
        let content = DocumentLayout.contentRect(of: paper, margins: margins)
        var options = options
        options.attachments.limit = Size(width: content.width, height: content.height)
        let needsLayout = content.width != width || options != self.options
        let layout =
            needsLayout ? relayout(width: content.width, options: options, attachments: attachmentStates) : self
        var breaker = PageBreaker(layout, pageHeight: content.height)
        let slices = breaker.slices()
        let pages = PageSlicer(layout: layout, paper: paper, contentRect: content).pages(slices)
        return PagedLayout(layout: layout, paper: paper, margins: margins, pages: pages)
    }

    /// The sheet without its margins, at least as high and wide as `LayoutLimits.minimumPageHeight`.
    private static func contentRect(of paper: PaperSize, margins: EdgeInsets) -> Rect {
        let least = LayoutLimits.minimumPageHeight
        func finite(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), LayoutLimits.maximumWidth) : 0 }
        let left = finite(margins.left)
        let top = finite(margins.top)
        return Rect(
            x: left, y: top, width: max(least, finite(paper.width) - left - finite(margins.right)),
            height: max(least, finite(paper.height) - top - finite(margins.bottom)))
    }
}
