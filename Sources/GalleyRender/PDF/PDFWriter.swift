import GalleyFonts
import GalleyText

/// Writes display lists as the pages of a PDF 1.7: real text in subset fonts, structure tags, links, metadata.
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
    private let file: PDFFile
    private let metadata: PDFMetadata
    private var painter: PDFPainter
    private var pages: [Int32] = []
    /// The node of the tree of pages that the next one is in, and those before it.
    private var nodes: [Int32] = []
    private var labels = PDFPageLabels()
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
        self.metadata = metadata
        file = PDFFile(bytes)
        painter = try PDFPainter(file, fonts: fonts, images: images)
    }

    /// A point of a page in points from its lower left corner.
    static func points(_ point: Point, of size: Size) -> Point {
        Point(x: point.x * pointsPerPixel, y: (size.height - point.y) * pointsPerPixel)
    }

    /// Adds a page. Its label is what viewers call it: `iv`; `nil` counts from 1.
    public mutating func append(_ page: borrowing DisplayList, label: String? = nil) throws(RenderError) {
        let limit = RenderLimits.maximumPageSide
        guard page.size.width > 0, page.size.height > 0, page.size.width <= limit, page.size.height <= limit else {
            throw .unsupportedPage(width: page.size.width, height: page.size.height)
        }
        let (number, content) = (file.reserve(), file.reserve())
        if pages.count % PDFWriter.pagesInNode == 0 { nodes.append(file.reserve()) }
        pages.append(number)
        labels.append(label)
        outline.add(page, page: number)
        let key = try painter.draw(page, page: number)
        file.writeStream(compressing: painter.content.buffer.bytes, content)
        var buffer = PDFBuffer()
        buffer.add("<</Type/Page/Parent ")
        buffer.add(object: nodes[nodes.count - 1])
        buffer.add("/MediaBox[0 0 ")
        buffer.add([page.size.width * PDFWriter.pointsPerPixel, page.size.height * PDFWriter.pointsPerPixel])
        buffer.add("]/Contents ")
        buffer.add(object: content)
        buffer.add("/Resources")
        painter.resources.add(to: &buffer, opacities: painter.content.opacities)
        buffer.add("/Group<</S/Transparency/CS/DeviceRGB/I true>>/Tabs/S/StructParents ")
        buffer.add(key)
        if let annotations = painter.links.endPage(file) {
            buffer.add("/Annots ")
            buffer.add(object: annotations)
        }
        buffer.add(">>")
        file.pack(number, buffer)
        guard bytes.isIntact else { throw .cannotWrite(path: "", reason: "the file takes no more") }
    }

    /// Ends the file. A file without pages gets an empty one, as PDF wants. The bytes are those in memory.
    @discardableResult
    public consuming func finish() throws(RenderError) -> [UInt8] {
        if pages.isEmpty { try append(DisplayList(size: Size(width: 4.0 / 3, height: 4.0 / 3))) }
        painter.structure.endPages()
        painter.fonts.write()
        let links = painter.links.finish(file)
        let structure = painter.structure.write(to: file, without: links.dead)
        let catalog = file.reserve()
        var buffer = PDFBuffer()
        buffer.add("<</Type/Catalog/Pages ")
        buffer.add(object: writePageTree())
        buffer.add("/StructTreeRoot ")
        buffer.add(object: structure)
        buffer.add("/MarkInfo<</Marked true>>/ViewerPreferences<</DisplayDocTitle true>>")
        if let language = metadata.language, !language.isEmpty {
            buffer.add("/Lang ")
            buffer.add(text: language)
        }
        if let names = links.names {
            buffer.add("/Names<</Dests ")
            buffer.add(object: names)
            buffer.add(">>")
        }
        if let outline = outline.write(to: file) {
            buffer.add("/PageMode/UseOutlines/Outlines ")
            buffer.add(object: outline)
        }
        labels.add(to: &buffer)
        buffer.add(">>")
        file.write(catalog, buffer)
        file.finish(root: catalog, info: writeInformation())
        bytes.flush()
        guard bytes.isIntact else { throw .cannotWrite(path: "", reason: "the file takes no more") }
        return bytes.take()
    }

    private static let pagesInNode = 32

    /// The tree of pages (ISO 32000-1 §7.7.3.2): its root.
    private func writePageTree() -> Int32 {
        let root = file.reserve()
        var buffer = PDFBuffer()
        func addKids(_ kids: some Collection<Int32>, count: Int) {
            buffer.add("/Kids[")
            for kid in kids {
                buffer.add(object: kid)
                buffer.add(" ")
            }
            buffer.add("]/Count ")
            buffer.add(count)
            buffer.add(">>")
        }
        for (index, node) in nodes.enumerated() {
            let kids = pages[(index * PDFWriter.pagesInNode)...].prefix(PDFWriter.pagesInNode)
            buffer.removeAll()
            buffer.add("<</Type/Pages/Parent ")
            buffer.add(object: root)
            addKids(kids, count: kids.count)
            file.pack(node, buffer)
        }
        buffer.removeAll()
        buffer.add("<</Type/Pages")
        addKids(nodes, count: pages.count)
        file.pack(root, buffer)
        return root
    }

    /// What the document says about itself (§14.3.3).
    private func writeInformation() -> Int32 {
        var buffer = PDFBuffer()
        func add(_ key: StaticString, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            buffer.add(key)
            buffer.add(text: value)
        }
        buffer.add("<<")
        add("/Title", metadata.title)
        add("/Author", metadata.author)
        add("/Subject", metadata.subject)
        add("/Keywords", metadata.keywords)
        add("/Creator", metadata.creator)
        add("/Producer", "Galley")
        if let date = metadata.creationDate.flatMap(PDFWriter.date) {
            buffer.add("/CreationDate")
            buffer.add(string: date.utf8)
        }
        buffer.add(">>")
        let number = file.reserve()
        file.write(number, buffer)
        return number
    }

    /// A date of ISO 8601 as PDF has it (§7.9.4): `2026-01-31T12:00:00+01:00` is `D:20260131120000+01'00`.
    static func date(_ text: String) -> String? {
        let parts = text.split(separator: "T", maxSplits: 1)
        guard let day = parts.first.map({ $0.filter { $0 != "-" } }), day.count >= 4, day.count <= 8,
            day.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { return nil }
        guard parts.count == 2 else { return "D:\(day)" }
        let time = parts[1].prefix { $0.isASCII && ($0.isNumber || $0 == ":") }.filter { $0 != ":" }
        let zone = parts[1].drop { $0 != "Z" && $0 != "+" && $0 != "-" }
        guard let sign = zone.first, sign != "Z" else { return "D:\(day)\(time)\(zone)" }
        let digits = zone.dropFirst().filter { $0.isASCII && $0.isNumber }
        guard digits.count >= 2 else { return "D:\(day)\(time)" }
        return
            "D:\(day)\(time)\(sign)\(digits.prefix(2))'\(digits.count >= 4 ? String(digits.dropFirst(2).prefix(2)) : "00")"
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
