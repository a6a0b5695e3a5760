import GalleyText

/// The tree of a document's structure (ISO 32000-1 §14.7, §14.8) as pages are drawn: one for all pages, as what goes on on the
/// next page is one element.
///
/// There may be an element for each word: what is known of each is some bytes, in flat lists.
struct PDFStructure {
    /// An element's place in the order in which they were begun; the document's is the first.
    typealias Place = Int32

    private struct Element {
        /// Where it is read beside others in its parent; `Int.min` where that is not said.
        var position: Int
        var parent: Place
        var firstKid: Int32 = -1
        var lastKid: Int32 = -1
        var name: UInt8
        /// Of a row: whether a cell is in it that is no header.
        var hasOtherCells = false
    }

    private enum KidKind: UInt8 {
        case element, mark, annotation
    }

    /// What an element holds, in a chain: an element, a mark in a page's content, an annotation.
    private struct Kid {
        var value: Int32
        /// Of a mark.
        var page: Int32
        var next: Int32 = -1
        var kind: KidKind
    }

    private var elements: ContiguousArray<Element> = []
    private var kids: ContiguousArray<Kid> = []
    /// The names that occur; PDF has fewer than 64 (§14.8.4).
    private var names: [String] = []
    /// Elements that may go on, by number.
    private var numbered: [Int: Place] = [:]
    private var alternativeTexts: [Place: String] = [:]
    /// Of the few that have any.
    private var attributes: [Place: StructureAttributes] = [:]
    /// For pages and annotations, by their number in the file: what leads from them to elements (§14.7.4.4).
    private var parentEntries: ContiguousArray<ParentEntry> = []
    /// The elements of the marks of all pages.
    private var markOwners: ContiguousArray<Place> = []
    /// What is drawn on the page beside all elements.
    private var pageElement: Place?
    private var page: Int32 = 0
    /// The first of its marks.
    private var firstMark = 0

    private enum ParentEntry {
        /// The marks of a page.
        case marks(start: Int32)
        case element(Place)
    }

    init() { _ = add("Document", to: -1, position: .min) }

    /// The document's element.
    static let document: Place = 0

    // MARK: Pages

    /// Begins a page: the number by which the file knows its marks.
    mutating func beginPage(_ page: Int32) -> Int {
        self.page = page
        firstMark = markOwners.count
        pageElement = nil
        parentEntries.append(.marks(start: Int32(clamping: firstMark)))
        return parentEntries.count - 1
    }

    /// Begins an element, or goes on with one that has the same number, parent and name.
    mutating func begin(
        _ tag: StructureTag, _ element: StructureElement?, _ attributes: StructureAttributes, in parent: Place
    ) -> Place {
        let name = tag.name
        if let number = element?.number, let known = numbered[number], elements[Int(known)].parent == parent,
            names[Int(elements[Int(known)].name)] == name
        {
            return known
        }
        let place = add(name, to: parent, position: element?.position ?? .min)
        if let number = element?.number, numbered[number] == nil { numbered[number] = place }
        if case .figure(let text?) = tag { alternativeTexts[place] = text }
        if !attributes.isEmpty { self.attributes[place] = attributes }
        // A header cell in a row of nothing else is the column's.
        if tag == .dataCell { elements[Int(parent)].hasOtherCells = true }
        return place
    }

    /// Marks content of the page as an element's, or as what is in none: the mark's number.
    mutating func addMark(_ element: Place?) -> Int {
        let owner = element ?? elementOfPage()
        let number = markOwners.count - firstMark
        markOwners.append(owner)
        addKid(Kid(value: Int32(clamping: number), page: page, kind: .mark), to: owner)
        return number
    }

    /// Gives an element an annotation: the number by which the file knows it.
    mutating func addAnnotation(_ object: Int32, to element: Place) -> Int {
        addKid(Kid(value: object, page: page, kind: .annotation), to: element)
        parentEntries.append(.element(element))
        return parentEntries.count - 1
    }

    /// The name of an element that is begun.
    func name(of element: Place) -> String { names[Int(elements[Int(element)].name)] }

    /// Content in no element stands in one without meaning.
    private mutating func elementOfPage() -> Place {
        if let pageElement { return pageElement }
        let place = add("NonStruct", to: PDFStructure.document, position: .min)
        pageElement = place
        return place
    }

    private mutating func add(_ name: String, to parent: Place, position: Int) -> Place {
        var number = names.firstIndex(of: name)
        if number == nil {
            number = names.count
            names.append(name)
        }
        let place = Place(clamping: elements.count)
        elements.append(Element(position: position, parent: parent, name: UInt8(number ?? 0)))
        if parent >= 0 { addKid(Kid(value: place, page: 0, kind: .element), to: parent) }
        return place
    }

    private mutating func addKid(_ kid: Kid, to element: Place) {
        let number = Int32(clamping: kids.count)
        kids.append(kid)
        let last = elements[Int(element)].lastKid
        if last < 0 { elements[Int(element)].firstKid = number } else { kids[Int(last)].next = number }
        elements[Int(element)].lastKid = number
    }

    // MARK: Writing

    /// Writes the tree: the number of its root.
    ///
    /// - Parameter dead: annotations that are none: links that lead nowhere, whose elements become spans.
    func write(to file: PDFFile, without dead: Set<Int32>) -> Int32 {
        let root = file.reserve()
        let first = file.reserve()
        for _ in elements.dropFirst() { _ = file.reserve() }
        var buffer = PDFBuffer()
        var held: [Kid] = []
        for place in elements.indices {
            buffer.removeAll()
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
        buffer.add(parentEntries.count)
        buffer.add(">>")
        file.write(root, buffer)
        return root
    }

    private func write(
        _ place: Place, root: Int32, first: Int32, without dead: Set<Int32>, kids held: inout [Kid],
        to buffer: inout PDFBuffer
    ) {
        let element = elements[Int(place)]
        var isDead = false
        held.removeAll(keepingCapacity: true)
        var next = element.firstKid
        while next >= 0 {
            let kid = kids[Int(next)]
            next = kid.next
            if kid.kind == .annotation, dead.contains(kid.value) { isDead = true } else { held.append(kid) }
        }
        sort(&held)
        buffer.add("<</S")
        buffer.add(name: isDead ? "Span" : names[Int(element.name)])
        buffer.add("/P ")
        buffer.add(object: element.parent < 0 ? root : first + element.parent)
        addEntries(of: place, element, to: &buffer)
        let page = held.first { $0.kind != .element }?.page
        if let page {
            buffer.add("/Pg ")
            buffer.add(object: page)
        }
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

    /// Puts kids in the order in which they are read, where they were not painted in it. What has no position of its own
    /// stays with the kid before.
    private func sort(_ kids: inout [Kid]) {
        func position(_ kid: Kid) -> Int? {
            guard kid.kind == .element else { return nil }
            let position = elements[Int(kid.value)].position
            return position == .min ? nil : position
        }
        var last = Int.min
        var isSorted = true
        for kid in kids {
            guard let position = position(kid) else { continue }
            if position < last { isSorted = false }
            last = position
        }
        guard !isSorted else { return }
        last = .min
        let positions = kids.map { kid in
            last = position(kid) ?? last
            return last
        }
        let order = positions.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }
        kids = order.map { kids[$0] }
    }

    /// What is said of an element beside its place: a figure's alternative text; its language (§14.9.2); of cells how many
    /// columns and rows they span, and which cells a header cell is for, the column's in a row of nothing but such cells
    /// (§14.8.5.7).
    private func addEntries(of place: Place, _ element: Element, to buffer: inout PDFBuffer) {
        if let text = alternativeTexts.isEmpty ? nil : alternativeTexts[place] {
            buffer.add("/Alt ")
            buffer.add(text: text)
        }
        let attributes = attributes.isEmpty ? nil : attributes[place]
        if let language = attributes?.language {
            buffer.add("/Lang ")
            buffer.add(text: language)
        }
        let isHeader = names[Int(element.name)] == StructureTag.headerCell.name && element.parent >= 0
        let (columns, rows) = (attributes?.columnSpan ?? 1, attributes?.rowSpan ?? 1)
        guard isHeader || columns > 1 || rows > 1 else { return }
        buffer.add("/A<</O/Table")
        if isHeader { buffer.add(elements[Int(element.parent)].hasOtherCells ? "/Scope/Row" : "/Scope/Column") }
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
        let leafSize = 64
        var leaves: [Int32] = []
        var (leaf, marks) = (PDFBuffer(), PDFBuffer())
        for start in stride(from: 0, to: parentEntries.count, by: leafSize) {
            let end = min(start + leafSize, parentEntries.count)
            leaf.removeAll()
            leaf.add("<</Limits[")
            leaf.add(start)
            leaf.add(" ")
            leaf.add(end - 1)
            leaf.add("]/Nums[")
            for index in start..<end {
                leaf.add(index)
                leaf.add(" ")
                switch parentEntries[index] {
                case .element(let place): leaf.add(object: first + place)
                case .marks(let from):
                    let number = file.reserve()
                    marks.removeAll()
                    marks.add("[")
                    for place in markOwners[Int(from)..<endOfMarks(after: index)] {
                        marks.add(object: first + place)
                        marks.add(" ")
                    }
                    marks.add("]")
                    file.pack(number, marks)
                    leaf.add(object: number)
                }
                leaf.add(" ")
            }
            leaf.add("]>>")
            leaves.append(file.reserve())
            file.pack(leaves[leaves.count - 1], leaf)
        }
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

    /// Where the marks of a page end: where those of the next begin.
    private func endOfMarks(after index: Int) -> Int {
        for next in parentEntries[(index + 1)...] {
            if case .marks(let start) = next { return Int(start) }
        }
        return markOwners.count
    }
}
