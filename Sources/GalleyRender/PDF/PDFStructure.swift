import GalleyText

/// The tree of a document's structure (ISO 32000-1 §14.7, §14.8) as pages are drawn: one for all pages, as what goes on on the
/// next page is one element.
///
/// There may be an element for each word, and which are done is not known before the last page: what is known of each is its
/// parent and name, and what it holds is in a log of some bytes (`PDFStructureLog`). Writing puts together the kids of some
/// elements at a time (`PDFStructureKids`).
package struct PDFStructure {
    /// An element's place in the order in which they were begun; the document's is the first.
    package typealias Place = Int32

    /// By place.
    private var parents: ContiguousArray<Place> = []
    /// By place: an index into `names`; and of a row whether a cell is in it that is no header.
    private var nameCodes: ContiguousArray<UInt8> = []
    private static let hasOtherCells: UInt8 = 0x80
    /// A reference to an element takes about as many.
    private static let bytesOfKid = 12
    private var log = PDFStructureLog()
    /// The names that occur; PDF has fewer than 64 (§14.8.4).
    private var names: [String] = []
    /// Elements that may go on, by number.
    private var numbered = NumberedPlaces()
    private var alternativeTexts: [Place: String] = [:]
    /// Of the few that have any.
    private var attributes: [Place: StructureAttributes] = [:]
    /// How many pages and annotations there are: what leads from them to elements (§14.7.4.4) is numbered in their order.
    private var parentEntries = 0
    /// What is drawn on the page beside all elements.
    private var pageElement: Place?
    /// How many marks the page has.
    private var pageMarks = 0

    init() { _ = add("Document", to: -1, position: nil) }

    /// The document's element.
    static let document: Place = 0
    private static let linkName = StructureTag.link(.top, areas: []).name

    // MARK: Pages

    /// Begins a page: the number by which the file knows its marks.
    mutating func beginPage(_ page: Int32) -> Int {
        log.append(.page(page))
        pageMarks = 0
        pageElement = nil
        parentEntries += 1
        return parentEntries - 1
    }

    /// Begins an element, or goes on with one that has the same number, parent and name.
    mutating func begin(
        _ tag: StructureTag, _ element: StructureElement?, _ attributes: StructureAttributes, in parent: Place
    ) -> Place {
        let name = tag.name
        if let number = element?.number, let known = numbered[number], parents[Int(known)] == parent,
            self.name(of: known) == name
        {
            return known
        }
        let place = add(name, to: parent, position: element?.position)
        if let number = element?.number, numbered[number] == nil { numbered[number] = place }
        if case .figure(let text?) = tag { alternativeTexts[place] = text }
        if !attributes.isEmpty { self.attributes[place] = attributes }
        // A header cell in a row of nothing else is the column's.
        if tag == .dataCell { nameCodes[Int(parent)] |= PDFStructure.hasOtherCells }
        return place
    }

    /// Marks content of the page as an element's, or as what is in none: the mark's number.
    mutating func addMark(_ element: Place?) -> Int {
        log.append(.mark(of: element ?? elementOfPage()))
        pageMarks += 1
        return pageMarks - 1
    }

    /// Gives an element an annotation: the number by which the file knows it.
    mutating func addAnnotation(_ object: Int32, to element: Place) -> Int {
        log.append(.annotation(object, of: element))
        parentEntries += 1
        return parentEntries - 1
    }

    /// The name of an element that is begun.
    func name(of element: Place) -> String { names[Int(nameCodes[Int(element)] & ~PDFStructure.hasOtherCells)] }

    /// Content in no element stands in one without meaning.
    private mutating func elementOfPage() -> Place {
        if let pageElement { return pageElement }
        let place = add("NonStruct", to: PDFStructure.document, position: nil)
        pageElement = place
        return place
    }

    private mutating func add(_ name: String, to parent: Place, position: Int?) -> Place {
        var number = names.firstIndex(of: name)
        if number == nil {
            number = names.count
            names.append(name)
        }
        let place = Place(clamping: parents.count)
        parents.append(parent)
        nameCodes.append(UInt8(number ?? 0))
        log.append(.element(position: position))
        return place
    }

    /// No page comes any more: no element goes on.
    mutating func endPages() { numbered = NumberedPlaces() }

    // MARK: Writing

    /// Writes the tree: the number of its root.
    ///
    /// - Parameter dead: annotations that are none: links that lead nowhere, whose elements become spans.
    func write(to file: PDFFile, without dead: Set<Int32>) -> Int32 {
        let root = file.reserve()
        let first = file.reserve(parents.count)
        var buffer = PDFBuffer()
        var held: [PDFStructureKids.Kid] = []
        var kids = PDFStructureKids(log, parents)
        for place in parents.indices {
            buffer.removeAll()
            kids.take(of: Place(place), into: &held)
            write(Place(place), root: root, first: first, without: dead, kids: &held, to: &buffer)
            file.pack(first + Int32(place), buffer)
        }
        let tree = writeParents(first, to: file)
        buffer.removeAll()
        buffer.add("<</Type/StructTreeRoot/K ")
        buffer.add(object: first)
        buffer.add("/ParentTree ")
        buffer.add(object: tree)
        buffer.add("/ParentTreeNextKey ")
        buffer.add(parentEntries)
        buffer.add(">>")
        file.write(root, buffer)
        return root
    }

    private func write(
        _ place: Place, root: Int32, first: Int32, without dead: Set<Int32>, kids held: inout [PDFStructureKids.Kid],
        to buffer: inout PDFBuffer
    ) {
        let parent = parents[Int(place)]
        if !dead.isEmpty { held.removeAll { $0.kind == .annotation && dead.contains($0.value) } }
        // A link is one by its annotation (§14.8.4.4.2): not where it leads nowhere, or nothing of it is seen.
        let isDead = name(of: place) == PDFStructure.linkName && !held.contains { $0.kind == .annotation }
        PDFStructureKids.sort(&held)
        buffer.add("<</S")
        buffer.add(name: isDead ? "Span" : name(of: place))
        buffer.add("/P ")
        buffer.add(object: parent < 0 ? root : first + parent)
        addEntries(of: place, to: &buffer)
        let page = held.first { $0.kind != .element }?.page
        if let page {
            buffer.add("/Pg ")
            buffer.add(object: page)
        }
        buffer.reserveCapacity(held.count * PDFStructure.bytesOfKid)
        if !held.isEmpty { buffer.add(held.count == 1 ? "/K " : "/K[") }
        for (index, kid) in held.enumerated() {
            if index > 0 { buffer.add(" ") }
            switch kid.kind {
            case .element: buffer.add(object: first + kid.value)
            case .annotation:
                buffer.add("<</Type/OBJR")
                if kid.page != page { add(page: kid.page, to: &buffer) }
                buffer.add("/Obj ")
                buffer.add(object: kid.value)
                buffer.add(">>")
            case .mark where kid.page == page: buffer.add(Int(kid.value))
            case .mark:
                buffer.add("<</Type/MCR")
                add(page: kid.page, to: &buffer)
                buffer.add("/MCID ")
                buffer.add(Int(kid.value))
                buffer.add(">>")
            }
        }
        if held.count > 1 { buffer.add("]") }
        buffer.add(">>")
    }

    private func add(page: Int32, to buffer: inout PDFBuffer) {
        buffer.add("/Pg ")
        buffer.add(object: page)
    }

    /// What is said of an element beside its place: a figure's alternative text and box (§14.8.5.4.3); its language (§14.9.2); of
    /// cells how many columns and rows they span, and which cells a header cell is for, the column's in a row of nothing but
    /// such cells (§14.8.5.7).
    private func addEntries(of place: Place, to buffer: inout PDFBuffer) {
        if let text = alternativeTexts.isEmpty ? nil : alternativeTexts[place] {
            buffer.add("/Alt ")
            buffer.add(text: text)
        }
        let attributes = attributes.isEmpty ? nil : attributes[place]
        if let language = attributes?.language {
            buffer.add("/Lang ")
            buffer.add(text: language)
        }
        if let box = attributes?.box {
            buffer.add("/A<</O/Layout/BBox[")
            buffer.add([box.minX, box.minY, box.maxX, box.maxY])
            return buffer.add("]>>")
        }
        let parent = parents[Int(place)]
        let isHeader = name(of: place) == StructureTag.headerCell.name && parent >= 0
        let (columns, rows) = (attributes?.columnSpan ?? 1, attributes?.rowSpan ?? 1)
        guard isHeader || columns > 1 || rows > 1 else { return }
        buffer.add("/A<</O/Table")
        if isHeader {
            let hasOtherCells = nameCodes[Int(parent)] & PDFStructure.hasOtherCells != 0
            buffer.add(hasOtherCells ? "/Scope/Row" : "/Scope/Column")
        }
        if columns > 1 {
            buffer.add("/ColSpan ")
            buffer.add(columns)
        }
        if rows > 1 {
            buffer.add("/RowSpan ")
            buffer.add(rows)
        }
        buffer.add(">>")
    }

    /// The number tree (§7.9.7) from pages' marks and annotations to elements.
    private func writeParents(_ first: Int32, to file: PDFFile) -> Int32 {
        var leaves = PDFParentLeaves(first: first, count: parentEntries)
        // Annotations come after the marks of their page, which are known when it ends.
        var isInPage = false
        var (marks, annotations): ([Place], [Place]) = ([], [])
        func endPage() {
            if isInPage { leaves.add(marks: marks, to: file) }
            for place in annotations { leaves.add(place, to: file) }
        }
        var reader = log.makeReader()
        while let event = reader.next() {
            switch event {
            case .element: break
            case .mark(let owner): marks.append(owner)
            case .annotation(_, let owner): annotations.append(owner)
            case .page:
                endPage()
                isInPage = true
                marks.removeAll(keepingCapacity: true)
                annotations.removeAll(keepingCapacity: true)
            }
        }
        endPage()
        return leaves.finish(file)
    }
}

/// The leaves of the number tree that leads from marks and annotations to elements, written as they are full.
private struct PDFParentLeaves {
    let first: Int32
    /// How many entries there will be.
    let count: Int
    private var leaves: [Int32] = []
    private var leaf = PDFBuffer()
    private var marksBuffer = PDFBuffer()
    private var index = 0

    private static let size = 64

    init(first: Int32, count: Int) {
        self.first = first
        self.count = count
    }

    /// An annotation's element.
    mutating func add(_ place: PDFStructure.Place, to file: PDFFile) {
        begin()
        leaf.add(object: first + place)
        end(file)
    }

    /// The elements of a page's marks.
    mutating func add(marks: [PDFStructure.Place], to file: PDFFile) {
        begin()
        let number = file.reserve()
        marksBuffer.removeAll()
        marksBuffer.add("[")
        for place in marks {
            marksBuffer.add(object: first + place)
            marksBuffer.add(" ")
        }
        marksBuffer.add("]")
        file.pack(number, marksBuffer)
        leaf.add(object: number)
        end(file)
    }

    private mutating func begin() {
        if index % PDFParentLeaves.size == 0 {
            leaf.removeAll()
            leaf.add("<</Limits[")
            leaf.add(index)
            leaf.add(" ")
            leaf.add(min(index + PDFParentLeaves.size, count) - 1)
            leaf.add("]/Nums[")
        }
        leaf.add(index)
        leaf.add(" ")
    }

    private mutating func end(_ file: PDFFile) {
        leaf.add(" ")
        index += 1
        guard index % PDFParentLeaves.size == 0 || index == count else { return }
        leaf.add("]>>")
        leaves.append(file.reserve())
        file.pack(leaves[leaves.count - 1], leaf)
    }

    /// The tree's root.
    mutating func finish(_ file: PDFFile) -> Int32 {
        leaf.removeAll()
        leaf.add("<</Kids[")
        for number in leaves {
            leaf.add(object: number)
            leaf.add(" ")
        }
        leaf.add("]>>")
        let tree = file.reserve()
        file.pack(tree, leaf)
        return tree
    }
}

/// Elements by number, in chunks: those of a document have nearly all numbers up to some.
private struct NumberedPlaces {
    private var chunks: [Int: ContiguousArray<PDFStructure.Place>] = [:]
    private static let bits = 8

    subscript(number: Int) -> PDFStructure.Place? {
        get {
            let place = chunks[number >> NumberedPlaces.bits]?[number & (1 << NumberedPlaces.bits - 1)] ?? -1
            return place < 0 ? nil : place
        }
        set {
            let empty = ContiguousArray<PDFStructure.Place>(repeating: -1, count: 1 << NumberedPlaces.bits)
            chunks[number >> NumberedPlaces.bits, default: empty][number & (1 << NumberedPlaces.bits - 1)] =
                newValue ?? -1
        }
    }
}
