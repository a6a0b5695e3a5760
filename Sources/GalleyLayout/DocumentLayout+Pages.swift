import GalleyFonts
import GalleyText

extension PagedLayout {
    /// Lays a text out on pages: what `DocumentLayout.paginated(_:)` makes of it, without a canvas first.
    ///
    ///     let paged = PagedLayout(text, fonts: fonts, setup: PageSetup(paper: .a4, margins: 54))
    ///
    /// - Parameters:
    ///   - text: what is laid out.
    ///   - fonts: the faces that it may use.
    ///   - setup: the pages; the document's own `@page` rules win.
    ///   - options: how.
    ///   - attachments: what is known of them; those not listed are awaited.
    /// - Complexity: that of laying out, and O(n log n) in lines and blocks for the pages.
    public init(
        _ text: AttributedText, fonts: FontCollection, setup: PageSetup, options: LayoutOptions = LayoutOptions(),
        attachments: [AttachmentID: AttachmentState] = [:]
    ) {
        var styles = PageStyles(text, options, setup)
        var options = options
        options.viewportHeight = styles.first(name: PageNames(text).name(ofParagraph: 0)).contentRect.height
        self = DocumentLayout(
            shaping: text, fonts: fonts, width: styles.ordinary().contentRect.width, options: options,
            attachments: attachments
        ).paginated(setup)
    }
}

extension DocumentLayout {
    /// Cuts the document into pages.
    ///
    ///     let paged = layout.paginated(on: .a4, margins: 54)
    ///
    /// The document's own `@page` rules win, see `paginated(_:)`.
    public func paginated(on paper: PaperSize, margins: EdgeInsets) -> PagedLayout {
        paginated(PageSetup(paper: paper, margins: margins))
    }

    /// Cuts the document into pages.
    ///
    /// The text is laid out at the width between the margins, which shapes nothing. Pages are cut between lines, where
    /// CSS Fragmentation 3 allows it: `break-before`, `-after` and `-inside`, `orphans` and `widows` are honoured, a
    /// heading stays with what follows it, a table row that fits on a page is not cut, the header and footer of a table
    /// that is cut are repeated; columns end with the page. Where no such place is left, any place between two lines is
    /// taken. Attachments taller than a page are scaled down to one.
    ///
    /// `@page` rules give pages their size, margins, borders and margin boxes, by name and as `:first`, `:left`, `:right`
    /// and `:blank` (CSS Paged Media 3). Where these make pages of several widths, what goes on to another page goes on in its
    /// width (CSS Fragmentation 3 §5.1); tables, columns and what has a context of its own keep theirs.
    ///
    /// Numbers of pages in the text (`target-counter(attr(href), page)`) are written when the pages are known. Where they
    /// make lines longer the pages are cut again, until they stay; after `LayoutLimits.maximumNumberings` times they are
    /// as the last cut has them.
    ///
    /// A document that is wider than its pages is laid out for larger ones, see `PageSetup.maximumShrinkFactor`.
    ///
    /// - Complexity: O(n log n) in lines and blocks.
    public func paginated(_ setup: PageSetup) -> PagedLayout {
        var paged = cut(setup)
        let numbered = text.paragraphsWithPageReferences
        guard !numbered.isEmpty else { return paged }
        let edits = numbered.map { index in
            TextEdit(
                range: text.paragraphs[index].range, delta: 0, oldParagraphs: index..<(index + 1),
                newParagraphs: index..<(index + 1))
        }
        for _ in 0..<LayoutLimits.maximumNumberings {
            guard let text = paged.textWithPageNumbers() else { break }
            paged = paged.layout.updated(to: text, edits: edits).cut(setup)
        }
        return paged
    }

    private func cut(_ setup: PageSetup) -> PagedLayout {
        let paged = cut(setup, scale: 1)
        let limit = min(setup.maximumShrinkFactor, LayoutLimits.maximumShrinkFactor)
        guard limit > 1 else { return paged }
        let factor = min(paged.factorToFit, limit)
        return factor > 1 ? cut(setup, scale: factor) : paged
    }

    private func cut(_ setup: PageSetup, scale: Double) -> PagedLayout {
        let name = PageNames(text).name(ofParagraph: 0)
        let paged = cut(setup, scale: scale, firstName: name, isSettled: false)
        // What takes no room at the beginning may ask for another page than that which comes.
        let shown = paged.sheets.first?.name
        return shown == name ? paged : cut(setup, scale: scale, firstName: shown, isSettled: true)
    }

    /// - Parameters:
    ///   - scale: how many times larger than on its pages the document is laid out.
    ///   - firstName: the name of the first page.
    ///   - isSettled: whether it has that name, even where in its width something else comes first.
    private func cut(_ setup: PageSetup, scale: Double, firstName: String?, isSettled: Bool) -> PagedLayout {
        var styles = PageStyles(text, options, setup, scale: scale)
        styles.firstName = firstName
        styles.isFirstSettled = isSettled
        let sheet = styles.ordinary()
        let content = sheet.contentRect
        var options = options
        options.attachments.limit = Size(
            width: content.width,
            height: min(content.height, styles.sheet(index: 0, name: nil, isBlank: false).contentRect.height))
        let names = Array(
            Set((0..<text.blockStyleCount).compactMap { text.style(BlockStyleID(rawValue: UInt32($0))).pageName }))
        let first = styles.first(name: firstName).contentRect
        // The initial containing block is "the page area of the first page" (CSS Paged Media 3 §4.1, CSS 2 §10.1).
        options.viewportHeight = first.height
        options.pages = PageExtents(
            first: first.size, leastHeight: styles.leastHeight(names: names),
            footnoteInsets: sheet.footnoteArea.insets)
        let haveOneWidth = styles.haveOneWidth(names: names)
        let needsLayout = content.width != width || options != self.options || !haveOneWidth
        let layout =
            needsLayout
            ? relayout(
                width: content.width, options: options, attachments: attachmentStates,
                pages: haveOneWidth ? nil : styles) : self
        var paginator = Paginator(layout, setup, styles)
        return paginator.paged()
    }
}
