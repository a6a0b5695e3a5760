import Foundation
import GalleyFonts
import GalleyLayout
import GalleyText

/// Puts several texts on pages, with what callbacks draw around them: what UIKit has as `UIPrintPageRenderer`.
///
///     var renderer = PrintPageRenderer(paper: .a4, fonts: fonts)
///     renderer.headerHeight = 30
///     renderer.add(PrintFormatter(text))
///     renderer.drawHeader = { canvas, page in canvas.draw("\(page.index + 1) of \(page.count)", in: page.rect) }
///     try renderer.prepared().write(to: url)
///
/// A value. `prepared()` lays everything out; how many pages there are is known from then on.
public struct PrintPageRenderer: Sendable {
    /// A page that a callback draws on.
    public struct Page: Sendable, Hashable {
        /// From 0.
        public var index: Int
        /// How many pages there are.
        public var count: Int
        /// The sheet.
        public var paper: PaperSize
        /// Where the callback is to draw: the header's, the footer's or the content's part of the printable rectangle.
        public var rect: Rect
    }

    /// Draws on a page. It is asked once for each page, when the page is needed, in any order.
    public typealias Drawing = @Sendable (_ canvas: inout PageCanvas, _ page: Page) -> Void

    /// The size of all pages.
    public var paper: PaperSize
    /// The part of the sheet that is printed on, in px from its top left.
    public var printableRect: Rect
    /// The height of the part above the content that `drawHeader` has.
    public var headerHeight = 0.0
    /// The height of the part below the content that `drawFooter` has.
    public var footerHeight = 0.0
    /// Draws the header of a page.
    public var drawHeader: Drawing?
    /// Draws what stands on a page below its texts.
    public var drawContent: Drawing?
    /// Draws the footer of a page.
    public var drawFooter: Drawing?
    /// How many pages there are at least: what callbacks draw without any text.
    public var minimumPageCount = 0
    /// The faces that text may use.
    public let fonts: FontCollection
    /// The texts with their pictures, in the order in which they are drawn.
    public private(set) var formatters: [(formatter: PrintFormatter, images: DrawnImages)] = []

    /// Pages of a size; the printable rectangle is what margins of 54 px leave.
    public init(paper: PaperSize, fonts: FontCollection) {
        self.paper = paper
        self.fonts = fonts
        printableRect = Rect(x: 0, y: 0, width: paper.width, height: paper.height).inset(by: 54)
    }

    /// Adds a text that begins on its `startPage`, or on the page given. Several may share a page.
    public mutating func add(_ formatter: PrintFormatter, startingAt page: Int? = nil, images: DrawnImages = .none) {
        var formatter = formatter
        if let page { formatter.startPage = max(0, page) }
        formatters.append((formatter, images))
    }

    /// The part of a sheet between header and footer.
    public var contentRect: Rect {
        printableRect.inset(by: EdgeInsets(top: headerHeight, right: 0, bottom: footerHeight, left: 0))
    }

    /// Lays all texts out. Complexity: that of laying out and paginating each.
    public func prepared() -> PrintJob { PrintJob(self) }
}

/// Pages that are laid out and wait to be drawn.
public struct PrintJob: Sendable {
    /// What the pages were made from.
    public let renderer: PrintPageRenderer
    /// The pages of each formatter.
    public let layouts: [PagedLayout]
    /// How many pages there are: as many as the longest text needs from where it begins.
    public let pageCount: Int

    init(_ renderer: PrintPageRenderer) {
        self.renderer = renderer
        layouts = renderer.formatters.map { item in
            item.formatter.paginated(on: renderer.paper, area: renderer.contentRect, fonts: renderer.fonts)
        }
        pageCount = zip(renderer.formatters, layouts).reduce(renderer.minimumPageCount) { count, item in
            max(count, max(0, item.0.formatter.startPage) + item.1.pageCount)
        }
    }

    /// The pages that a formatter's text stands on.
    public func pages(ofFormatter index: Int) -> Range<Int> {
        let start = max(0, renderer.formatters[index].formatter.startPage)
        return start..<start + layouts[index].pageCount
    }

    /// What is drawn on a page: header, content, texts, footer.
    public func displayList(forPageAt index: Int) -> DisplayList {
        precondition(index >= 0 && index < pageCount, "there is no page \(index)")
        let paper = renderer.paper
        let printable = renderer.printableRect
        var canvas = PageCanvas(size: Size(width: paper.width, height: paper.height), fonts: renderer.fonts)
        /// A header or footer, which is no content of the document.
        func drawAround(_ drawing: PrintPageRenderer.Drawing?, in rect: Rect) {
            guard let drawing else { return }
            var own = PageCanvas(size: canvas.list.size, fonts: renderer.fonts)
            drawing(&own, PrintPageRenderer.Page(index: index, count: pageCount, paper: paper, rect: rect))
            var list = own.list
            list.close()
            canvas.drawArtifact(list)
        }
        drawAround(
            renderer.drawHeader,
            in: Rect(x: printable.x, y: printable.y, width: printable.width, height: renderer.headerHeight))
        renderer.drawContent?(
            &canvas,
            PrintPageRenderer.Page(index: index, count: pageCount, paper: paper, rect: renderer.contentRect))
        var list = canvas.list
        list.close()
        var firstAttachment = 0
        for (number, layout) in layouts.enumerated() {
            let pages = pages(ofFormatter: number)
            if pages.contains(index) {
                let page = layout.pages[index - pages.lowerBound].displayList
                if list.background == nil { list.background = page.background }
                list.append(contentsOf: page, firstAttachment: firstAttachment, text: number)
            }
            firstAttachment += layout.layout.text.attachments.count
        }
        canvas = PageCanvas(size: list.size, fonts: renderer.fonts)
        drawAround(
            renderer.drawFooter,
            in: Rect(
                x: printable.x, y: printable.maxY - renderer.footerHeight, width: printable.width,
                height: renderer.footerHeight))
        list.append(contentsOf: canvas.list)
        return list
    }

    /// The pictures of all texts, numbered as in the display lists.
    public var images: DrawnImages {
        var images = DrawnImages()
        var first = 0
        for (item, layout) in zip(renderer.formatters, layouts) {
            let count = layout.layout.text.attachments.count
            for index in 0..<count { images[AttachmentID(first + index)] = item.images[AttachmentID(index)] }
            first += count
        }
        return images
    }

    /// All pages as a PDF; metadata is that of the first text unless given.
    public func pdf(metadata: PDFMetadata? = nil) throws(RenderError) -> [UInt8] {
        let own = layouts.first.map { PDFMetadata($0.layout.text.metadata) } ?? PDFMetadata()
        var writer = try PDFWriter(fonts: renderer.fonts, images: images, metadata: metadata ?? own)
        for index in 0..<pageCount { try writer.append(displayList(forPageAt: index)) }
        return try writer.finish()
    }

    /// Writes all pages as a PDF, whole or not at all.
    public func write(to url: URL, metadata: PDFMetadata? = nil) throws(RenderError) {
        try AtomicFile.write(pdf(metadata: metadata), to: url.path)
    }
}
