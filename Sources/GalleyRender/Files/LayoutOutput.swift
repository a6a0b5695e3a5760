import Foundation
import GalleyFonts
import GalleyLayout
import GalleyText

/// Writes layouts as files.
///
///     try layout.paginated(on: .a4, margins: 54).write(to: pdfURL)
///     try layout.write(to: pngURL, images: images, scale: 2)
///
/// Without `images`, what is at hand is loaded: `data:` URLs, and files below the folder of the text's base URL. If
/// attachments were still awaited, the text is then laid out again with their sizes, and with the alternative texts of
/// those that are not at hand; nothing is shaped again.
extension DocumentLayout {
    /// Writes the document on one canvas of its size; the format is that of the extension unless given.
    ///
    /// The file is written whole or not at all. `scale` is for PNG; `outlines` is for SVG: glyphs are paths, not text.
    public func write(
        to url: URL, as format: OutputFormat? = nil, images: DrawnImages? = nil, scale: Double = 1,
        outlines: Bool = false
    ) throws(RenderError) {
        let format = try OutputFormat.resolved(format, url)
        try AtomicFile.write(bytes(as: format, images: images, scale: scale, outlines: outlines), to: url.path)
    }

    /// The document in a format.
    public func bytes(
        as format: OutputFormat, images: DrawnImages? = nil, scale: Double = 1, outlines: Bool = false
    ) throws(RenderError) -> [UInt8] {
        guard let images else {
            let (layout, local) = completed()
            return try layout.bytes(as: format, images: local, scale: scale, outlines: outlines)
        }
        switch format {
        case .pdf:
            var writer = try PDFWriter(fonts: fonts, images: images, metadata: PDFMetadata(text.metadata))
            try writer.append(displayList)
            return try writer.finish()
        case .png: return try PNGWriter(fonts: fonts, images: images, scale: scale).png(displayList)
        case .svg: return try SVGWriter(text.metadata, fonts, images, outlines: outlines).svg(displayList)
        case .txt: return Array(LaidOutTextWriter().string(from: self).utf8)
        case .json: return LayoutJSON(self).bytes()
        }
    }
}

extension DocumentLayout {
    /// The layout with the attachments that are at hand.
    fileprivate func completed() -> (DocumentLayout, DrawnImages) {
        guard !text.attachments.isEmpty || !text.backgroundImages.isEmpty else { return (self, .none) }
        let local = LoadedImages.local(text)
        var states = attachmentStates
        var hasNews = false
        for index in text.attachments.indices {
            let id = AttachmentID(index)
            guard states[id] == nil || states[id] == .awaited else { continue }
            states[id] = local.states[id] ?? .failed
            hasNews = true
        }
        let layout = hasNews ? relayout(width: width, options: options, attachments: states) : self
        return (layout, local.images)
    }
}

extension PagedLayout {
    /// The pages with the attachments that are at hand.
    fileprivate func completed() -> (PagedLayout, DrawnImages) {
        let (complete, images) = layout.completed()
        let isSame = complete.attachmentStates == layout.attachmentStates
        guard !isSame else { return (self, images) }
        let paged = complete.paginated(setup)
        return (shownNumbers.map { paged.showing($0) } ?? paged, images)
    }
}

extension PagedLayout {
    /// Writes the pages; the format is that of the extension unless given. PNG and SVG hold one page a file: with more
    /// pages than one, `name.png` becomes `name-1.png`, `name-2.png` and so on.
    ///
    /// Each file is written whole or not at all. Returns the files written.
    @discardableResult
    public func write(
        to url: URL, as format: OutputFormat? = nil, images: DrawnImages? = nil, scale: Double = 1,
        outlines: Bool = false
    ) throws(RenderError) -> [URL] {
        guard let images else {
            let (paged, local) = completed()
            return try paged.write(to: url, as: format, images: local, scale: scale, outlines: outlines)
        }
        let format = try OutputFormat.resolved(format, url)
        if format == .pdf {
            // What is written of it is not held.
            let write: (Int32) throws(RenderError) -> Bool = { descriptor throws(RenderError) in
                let bytes = PDFBytes(descriptor: descriptor)
                do throws(RenderError) {
                    try pdf(images, into: bytes)
                } catch {
                    // What stopped the file is the system's to say.
                    guard !bytes.setError() else { return false }
                    throw error
                }
                return true
            }
            try AtomicFile.write(to: url.path, direct: write, write)
            return [url]
        }
        guard format.isOnePageAFile, pages.count != 1 else {
            try AtomicFile.write(bytes(as: format, images: images, scale: scale, outlines: outlines), to: url.path)
            return [url]
        }
        var written: [URL] = []
        for page in pages {
            let name = "\(url.deletingPathExtension().lastPathComponent)-\(page.number).\(url.pathExtension)"
            let file = url.deletingLastPathComponent().appendingPathComponent(name)
            try AtomicFile.write(
                bytes(of: page, as: format, images: images, scale: scale, outlines: outlines), to: file.path)
            written.append(file)
        }
        return written
    }

    /// All pages in a format; of PNG and SVG the first.
    public func bytes(
        as format: OutputFormat, images: DrawnImages? = nil, scale: Double = 1, outlines: Bool = false
    ) throws(RenderError) -> [UInt8] {
        guard let images else {
            let (paged, local) = completed()
            return try paged.bytes(as: format, images: local, scale: scale, outlines: outlines)
        }
        switch format {
        case .pdf: return try pdf(images, into: PDFBytes())
        case .png, .svg:
            guard let page = pages.first else {
                return try layout.bytes(as: format, images: images, scale: scale, outlines: outlines)
            }
            return try bytes(of: page, as: format, images: images, scale: scale, outlines: outlines)
        case .txt: return Array(LaidOutTextWriter().string(from: self).utf8)
        case .json: return LayoutJSON(self).bytes()
        }
    }

    /// All pages as a PDF: each is put together, drawn and dropped before the next.
    @discardableResult
    private func pdf(_ images: DrawnImages, into bytes: PDFBytes) throws(RenderError) -> [UInt8] {
        var writer = try PDFWriter(
            fonts: layout.fonts, images: images, metadata: PDFMetadata(layout.text.metadata), into: bytes)
        try draw(on: &writer)
        return try writer.finish()
    }

    /// What puts pages together is gone when the last one is drawn: ending a long file takes memory, too.
    private func draw(on writer: inout PDFWriter) throws(RenderError) {
        var ahead = PagesAhead(pages)
        while let page = ahead.next() { try writer.append(page.list, label: page.label) }
    }

    /// One page as a picture.
    private func bytes(
        of page: Page, as format: OutputFormat, images: DrawnImages, scale: Double, outlines: Bool
    ) throws(RenderError) -> [UInt8] {
        let list = page.displayList
        return format == .svg
            ? try SVGWriter(layout.text.metadata, layout.fonts, images, outlines: outlines).svg(list)
            : try PNGWriter(fonts: layout.fonts, images: images, scale: scale).png(list)
    }
}

extension SVGWriter {
    fileprivate init(
        _ metadata: AttributedText.Metadata, _ fonts: FontCollection, _ images: DrawnImages, outlines: Bool
    ) {
        self.init(
            fonts: fonts, images: images, outlines: outlines, title: metadata.title, language: metadata.language)
    }
}

extension OutputFormat {
    fileprivate static func resolved(_ format: OutputFormat?, _ url: URL) throws(RenderError) -> OutputFormat {
        guard let format = format ?? OutputFormat(fileExtension: url.pathExtension) else {
            throw .unknownFormat(path: url.path)
        }
        return format
    }
}
