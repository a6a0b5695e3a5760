import GalleyText

/// A layout cut into pages.
///
///     let paged = layout.paginated(on: .a4, margins: 54)
///     for page in paged.pages { print(page.number, page.lines.count) }
///
/// Each line stands on exactly one page, inside its content rectangle; only the headers and footers of tables are repeated.
/// How many pages there are is known before any is looked at; what stands on a page is put together when it is asked for.
public struct PagedLayout: Sendable {
    /// The document, laid out at the width of the pages' content.
    public let layout: DocumentLayout
    /// What the pages were asked for; the document's own rules may say otherwise.
    public let setup: PageSetup
    let sheets: [PageSheet]
    let emitter: FragmentEmitter
    /// For each sheet the named strings that its margin boxes show.
    let strings: NamedStrings

    public var paper: PaperSize { setup.paper }
    /// In px, as given.
    public var margins: EdgeInsets { setup.margins }

    /// The numbers of the pages that `pages` has; `nil` for all.
    public internal(set) var shownNumbers: [ClosedRange<Int>]?
    private var shown: [Int]?

    init(
        layout: DocumentLayout, setup: PageSetup, sheets: [PageSheet], emitter: FragmentEmitter, strings: NamedStrings
    ) {
        self.layout = layout
        self.setup = setup
        self.sheets = sheets
        self.emitter = emitter
        self.strings = strings
    }

    /// At least one, in order; some of them after `showing(_:)`.
    public var pages: Pages { Pages(layout: self, shown: shown) }

    /// How many pages the document has, shown or not.
    public var pageCount: Int { sheets.count }

    /// The same with some of its pages, by number: those that the document has, in order. Page numbers, and how many pages
    /// there are, stay.
    ///
    ///     let chapter = paged.showing([12...30])
    public func showing(_ numbers: [ClosedRange<Int>]) -> PagedLayout {
        var layout = self
        layout.shownNumbers = numbers
        layout.shown = sheets.indices.filter { index in numbers.contains { $0.contains(sheets[index].number) } }
        return layout
    }

    /// The pages of a layout; each is put together when it is asked for, O(what stands on it).
    public struct Pages: RandomAccessCollection, Sendable {
        let layout: PagedLayout
        let shown: [Int]?

        public var startIndex: Int { 0 }
        public var endIndex: Int { shown?.count ?? layout.sheets.count }
        public subscript(position: Int) -> Page {
            precondition(position >= 0 && position < endIndex, "there is no page \(position)")
            return layout.page(shown?[position] ?? position)
        }

        /// From the first page to the last: what is not kept shaped is shaped once for each page that shows it, in one context.
        public func makeIterator() -> Iterator { Iterator(pages: self, source: LineSource(layout.layout)) }

        /// Puts the pages together one after another.
        public struct Iterator: IteratorProtocol {
            let pages: Pages
            let source: LineSource
            private var position = 0

            init(pages: Pages, source: LineSource) {
                self.pages = pages
                self.source = source
            }

            public mutating func next() -> Page? {
                guard position < pages.endIndex else { return nil }
                defer { position += 1 }
                return pages.layout.page(pages.shown?[position] ?? position, source)
            }
        }
    }
}

/// One page of a `PagedLayout`.
public struct Page: Sendable {
    /// From 0: its place in the document.
    public var index: Int
    /// What `counter(page)` shows.
    public var number: Int
    /// The number as the page's own header or footer shows it: `iv`.
    public var label: String
    public var paper: PaperSize
    /// Inside margins, borders and padding, in px from the sheet's top left.
    public var contentRect: Rect
    /// What stands on it, in the coordinates that `contentTransform` maps to the sheet.
    public var content: LayoutContent
    /// From the coordinates of `content` and `footnoteArea` to px from the sheet's top left: the identity, but where the
    /// document is wider than its pages and is made smaller (`PageSetup.maximumShrinkFactor`).
    public var contentTransform: TransformMatrix
    /// The part of the layout that the page shows, in px from the document's top.
    public var documentRange: Range<Double>
    /// The page type that its content asks for (`page`).
    public var name: String?
    /// Whether it is empty so that the next one is a left or right page.
    public var isBlank: Bool
    public var isLeft: Bool
    /// The page's own box, inside its margins, where the document gives it a border or background.
    public var box: PageBoxFragment?
    /// The box around the page's footnotes, inside its margins; `nil` without footnotes.
    public var footnoteArea: PageFootnoteFragment?
    /// Headers and footers that the document declares.
    public var marginBoxes: [PageMarginFragment]

    /// The lines on the page, in px from the sheet's top left.
    public var lines: [LineFragment] {
        let lines = content.lines
        guard contentTransform != .identity else { return lines }
        return lines.map { line in
            var line = line
            line.frame = contentTransform.boundingBox(of: line.frame)
            line.baseline = contentTransform.applied(to: Point(x: 0, y: line.baseline)).y
            return line
        }
    }
}

/// The border and background around the footnotes of a page (CSS Generated Content for Paged Media 3 §2.5).
public struct PageFootnoteFragment: Sendable {
    /// The border box in the coordinates of the page's `content`.
    public var frame: Rect
    /// Inside of border and padding.
    public var contentRect: Rect
    public var style: BlockStyle
}

/// The border and background of a page (CSS Paged Media 3 §3).
public struct PageBoxFragment: Sendable, Hashable {
    /// The border box in px from the sheet's top left.
    public var frame: Rect
    public var border: Edges<BorderEdge>
    /// It covers the whole sheet.
    public var background: Color?
    /// In front of the colour, front to back; they cover the sheet, too.
    public var backgroundLayers: [BackgroundLayer] = []
}
