import GalleyText

/// The links and destinations of one PDF (ISO 32000-1 §12.3.2, §12.5.6.5). Where links inside of the document lead to is known
/// when the last page is drawn.
struct PDFLinks {
    private struct Destination {
        var page: Int32
        /// In points from the page's lower left corner.
        var x: Double
        var y: Double
    }

    /// A link to an anchor, or to the top of the document.
    private struct Inner {
        var annotation: Int32
        var anchor: String?
        var key: Int
        var areas: [Rect]
    }

    /// The list of a page's annotations, which is written when it is known which there are.
    private struct Page {
        var list: Int32
        var annotations: [Int32]
    }

    /// By the bytes of their names, as the file has them: strings of Swift are equal where Unicode calls them so.
    private var destinations: [[UInt8]: Destination] = [:]
    private var inner: [Inner] = []
    private var pages: [Page] = []
    private var firstPage: Int32 = 0

    private var page: Int32 = 0
    private var annotations: [Int32] = []
    private var hasInner = false

    mutating func beginPage(_ page: Int32) {
        if firstPage == 0 { firstPage = page }
        self.page = page
        annotations = []
        hasInner = false
    }

    /// Adds a link that can be clicked in areas, in points from the page's lower left corner.
    mutating func add(
        _ target: StructureTag.LinkTarget, areas: [Rect], of element: PDFStructure.Place,
        to structure: inout PDFStructure, _ file: PDFFile
    ) {
        let annotation = file.reserve()
        let key = structure.addAnnotation(annotation, to: element)
        annotations.append(annotation)
        switch target {
        case .url(let url):
            var buffer = PDFLinks.annotation(areas, key)
            buffer.add("/A<</S/URI/URI ")
            buffer.add(string: PDFLinks.uri(url))
            buffer.add(">>>>")
            file.pack(annotation, buffer)
        case .anchor(let anchor):
            hasInner = true
            inner.append(Inner(annotation: annotation, anchor: anchor, key: key, areas: areas))
        case .top:
            hasInner = true
            inner.append(Inner(annotation: annotation, anchor: nil, key: key, areas: areas))
        }
    }

    /// Defines a destination, the first time that its name comes up.
    mutating func define(_ anchor: String, x: Double, y: Double) {
        let name = Array(anchor.utf8)
        guard !name.isEmpty, destinations[name] == nil else { return }
        destinations[name] = Destination(page: page, x: x, y: y)
    }

    /// Ends a page: the object that lists its annotations, if it has any.
    mutating func endPage(_ file: PDFFile) -> Int32? {
        guard !annotations.isEmpty else { return nil }
        let list = file.reserve()
        if hasInner {
            pages.append(Page(list: list, annotations: annotations))
        } else {
            file.pack(list, PDFLinks.list(annotations))
        }
        return list
    }

    /// Writes what waits for the last page. The annotations that are none, as they lead nowhere; and the tree of names, if there
    /// are any.
    func finish(_ file: PDFFile) -> (dead: Set<Int32>, names: Int32?) {
        var dead: Set<Int32> = []
        for link in inner {
            var buffer = PDFLinks.annotation(link.areas, link.key)
            if let anchor = link.anchor, destinations[Array(anchor.utf8)] != nil {
                buffer.add("/Dest ")
                buffer.add(string: anchor.utf8)
            } else if link.anchor.map({ StructureTag.LinkTarget.isTop($0) }) ?? true {
                buffer.add("/Dest[")
                buffer.add(object: firstPage)
                buffer.add("/XYZ null null null]")
            } else {
                dead.insert(link.annotation)
                continue
            }
            buffer.add(">>")
            file.pack(link.annotation, buffer)
        }
        for page in pages {
            file.pack(page.list, PDFLinks.list(page.annotations.filter { !dead.contains($0) }))
        }
        return (dead, writeNames(file))
    }

    private static func annotation(_ areas: [Rect], _ key: Int) -> PDFBuffer {
        var buffer = PDFBuffer()
        let whole = areas.dropFirst().reduce(areas.first ?? .zero) { $0.union($1) }
        buffer.add("<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]/Rect[")
        buffer.add([whole.minX, whole.minY, whole.maxX, whole.maxY])
        buffer.add("]")
        if areas.count > 1 {
            buffer.add("/QuadPoints[")
            for area in areas {
                buffer.add([area.minX, area.maxY, area.maxX, area.maxY, area.minX, area.minY, area.maxX, area.minY])
                buffer.add(" ")
            }
            buffer.add("]")
        }
        buffer.add("/StructParent ")
        buffer.add(key)
        return buffer
    }

    private static func list(_ annotations: [Int32]) -> PDFBuffer {
        var buffer = PDFBuffer()
        buffer.add("[")
        for annotation in annotations {
            buffer.add(object: annotation)
            buffer.add(" ")
        }
        buffer.add("]")
        return buffer
    }

    /// The name tree of destinations (§7.9.6), in the order of their bytes.
    private func writeNames(_ file: PDFFile) -> Int32? {
        guard !destinations.isEmpty else { return nil }
        let sorted = destinations.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        let leafSize = 64
        var leaves: [Int32] = []
        var buffer = PDFBuffer()
        for start in stride(from: 0, to: sorted.count, by: leafSize) {
            let leaf = sorted[start..<min(start + leafSize, sorted.count)]
            buffer.removeAll()
            buffer.add("<</Limits[")
            buffer.add(string: leaf[leaf.startIndex].key)
            buffer.add(string: leaf[leaf.endIndex - 1].key)
            buffer.add("]/Names[")
            for (name, destination) in leaf {
                buffer.add(string: name)
                buffer.add("[")
                buffer.add(object: destination.page)
                buffer.add("/XYZ ")
                buffer.add([destination.x, destination.y])
                buffer.add(" 0]")
            }
            buffer.add("]>>")
            leaves.append(file.reserve())
            file.pack(leaves[leaves.count - 1], buffer)
        }
        buffer.removeAll()
        buffer.add("<</Kids")
        buffer.add(bytes: PDFLinks.list(leaves).bytes)
        buffer.add(">>")
        let tree = file.reserve()
        file.pack(tree, buffer)
        return tree
    }

    /// A URL in ASCII. Also what would end a string of PDF is percent-encoded.
    static func uri(_ url: String) -> [UInt8] {
        var result: [UInt8] = []
        for byte in url.utf8 {
            switch byte {
            case 0x00...0x20, 0x7F..., UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"), UInt8(ascii: "'"):
                let digits = Array("0123456789ABCDEF".utf8)
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: result.append(byte)
            }
        }
        return result
    }
}
