import CGalleyCairo
import GalleyFonts
import GalleyText

/// Writes display lists as the pages of a PDF: real text in subset fonts, structure tags, links, metadata.
///
///     var writer = try PDFWriter(fonts: fonts, metadata: PDFMetadata(title: "Report"))
///     for page in pages { try writer.append(page) }
///     let bytes = try writer.finish()
///
/// 1 px is 0.75 pt. The same pages give the same bytes: no date is written unless the metadata has one. Pages of any
/// size may follow each other. A writer belongs to one task.
public struct PDFWriter: ~Copyable {
    /// 1 px is 1/96 inch, 1 pt is 1/72.
    static let pointsPerPixel = 0.75

    private let bytes: PDFBytes
    private let surface: OpaquePointer
    private let context: OpaquePointer
    private let metadata: PDFMetadata
    private var painter: CairoPainter
    private var pageCount = 0
    private var outline = PDFOutline()

    /// `fonts` is the collection that the lists' instances are of. Throws when Cairo has no memory.
    public init(
        fonts: FontCollection, images: DrawnImages = .none, metadata: PDFMetadata = PDFMetadata()
    ) throws(RenderError) {
        try self.init(fonts: fonts, images: images, metadata: metadata, into: PDFBytes())
    }

    /// Writes into a file while pages are added; it is whole after `finish()`.
    init(
        fonts: FontCollection, images: DrawnImages, metadata: PDFMetadata, into bytes: PDFBytes
    ) throws(RenderError) {
        self.bytes = bytes
        guard let surface = cairo_pdf_surface_create_for_stream(PDFBytes.write, bytes.closure, 1, 1),
            let context = cairo_create(surface)
        else { throw .cairo("no surface") }
        cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
        cairo_scale(context, PDFWriter.pointsPerPixel, PDFWriter.pointsPerPixel)
        self.surface = surface
        self.context = context
        self.metadata = metadata
        painter = CairoPainter(context: context, target: .pdf, fonts: fonts, images: images)
        setMetadata()
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Adds a page. Its label is what viewers call it: `iv`; `nil` counts from 1.
    public mutating func append(_ page: borrowing DisplayList, label: String? = nil) throws(RenderError) {
        let limit = RenderLimits.maximumPageSide
        guard page.size.width > 0, page.size.height > 0, page.size.width <= limit, page.size.height <= limit else {
            throw .unsupportedSize(width: page.size.width, height: page.size.height)
        }
        if pageCount > 0 { cairo_show_page(context) }
        pageCount += 1
        cairo_pdf_surface_set_size(
            surface, page.size.width * PDFWriter.pointsPerPixel, page.size.height * PDFWriter.pointsPerPixel)
        if let label { cairo_pdf_surface_set_page_label(surface, CairoText.valid(label)) }
        cairo_save(context)
        defer { cairo_restore(context) }
        // Cairo 1.16 cannot leave a tag open from one page to the next: each page is a document of its own here, and
        // the second revision makes one of them.
        cairo_tag_begin(context, "Document", nil)
        painter.tags.append(PDFTag(name: "Document"))
        outline.add(page, number: pageCount, to: surface)
        try painter.draw(page)
        if page.drawsNothing { try painter.draw(PDFWriter.speck(page.size)) }
        cairo_tag_end(context, "Document")
    }

    /// Something too small to be seen, for pages on which nothing is drawn: Cairo (1.16) drops the tags of those, and with them
    /// the structure of all pages.
    private static func speck(_ size: Size) -> DisplayList {
        var list = DisplayList(size: size)
        list.append(.beginTag(.artifact))
        list.append(.fill(Rect(x: 0, y: 0, width: 0.01, height: 0.01), radius: Corners(0), Color(rgb: 0xFFFFFF)))
        list.append(.end)
        list.close()
        return list
    }

    /// Ends the file. A file without pages gets an empty one, as PDF wants. The bytes are those in memory.
    @discardableResult
    public consuming func finish() throws(RenderError) -> [UInt8] {
        let missing = painter.links.defineMissing(in: context)
        cairo_show_page(context)
        let drawn = cairo_status(context)
        cairo_surface_finish(surface)
        let written = cairo_surface_status(surface)
        for status in [drawn, written] where status != CAIRO_STATUS_SUCCESS {
            throw .cairo(CairoStatus.message(status))
        }
        PDFRevision.add(language: metadata.language, tags: painter.tags, missing: missing, to: bytes)
        bytes.flush()
        guard bytes.isIntact else { throw .cairo("the file takes no more") }
        return bytes.take()
    }

    private func setMetadata() {
        func set(_ key: cairo_pdf_metadata_t, _ value: String?) {
            if let value, !value.isEmpty { cairo_pdf_surface_set_metadata(surface, key, CairoText.valid(value)) }
        }
        set(CAIRO_PDF_METADATA_TITLE, metadata.title)
        set(CAIRO_PDF_METADATA_AUTHOR, metadata.author)
        set(CAIRO_PDF_METADATA_SUBJECT, metadata.subject)
        set(CAIRO_PDF_METADATA_KEYWORDS, metadata.keywords)
        set(CAIRO_PDF_METADATA_CREATOR, metadata.creator)
        // Cairo has put in today's; without a date of ours there is none.
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, metadata.creationDate)
    }
}

/// What a PDF says about itself.
public struct PDFMetadata: Sendable, Hashable {
    /// Shown by viewers in their window's title.
    public var title: String?
    /// Who wrote the text.
    public var author: String?
    /// What it is about.
    public var subject: String?
    /// Separated by commas, as a rule.
    public var keywords: String?
    /// A BCP 47 tag: the language of the text.
    public var language: String?
    /// The program that the document comes from.
    public var creator: String?
    /// ISO 8601, such as `2026-01-31T12:00:00Z`; `nil` leaves it out, for the same bytes every day.
    public var creationDate: String?

    /// What is not given is left out; the creator is Galley.
    public init(title: String? = nil, author: String? = nil, language: String? = nil) {
        self.title = title
        self.author = author
        self.language = language
        creator = "Galley"
    }

    /// What a text says about itself.
    public init(_ metadata: AttributedText.Metadata) {
        self.init(title: metadata.title, author: metadata.author, language: metadata.language)
        subject = metadata.summary
        keywords = metadata.keywords
    }
}
