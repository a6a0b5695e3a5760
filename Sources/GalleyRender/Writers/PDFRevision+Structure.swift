// ISO 32000-1 §14.7: the tree of structure elements, and the parent tree that leads from marked content back to it.
extension PDFRevision {
    /// The structure elements as Cairo wrote them, in the order in which they were begun, which is that of their numbers. Each
    /// is named by its place in that order; as there may be millions, what is known of them is in flat lists.
    private struct Elements {
        var numbers: ContiguousArray<Int32> = []
        /// The objects that they are part of.
        var parents: ContiguousArray<Int32> = []
        /// 0 for none.
        var pages: ContiguousArray<Int32> = []
        /// The kids of element `e` are `kids[starts[e]..<starts[e + 1]]`.
        var kids: ContiguousArray<Kid> = []
        var starts: ContiguousArray<Int32> = [0]
        /// By object: the place of the element that it is; -1 for none.
        var places: ContiguousArray<Int32>

        var count: Int { numbers.count }

        func kids(of place: Int) -> ArraySlice<Kid> { kids[Int(starts[place])..<Int(starts[place + 1])] }

        func place(ofObject number: Int32) -> Int? {
            places.indices.contains(Int(number)) && places[Int(number)] >= 0 ? Int(places[Int(number)]) : nil
        }
    }

    private struct Kid: Equatable {
        /// An object's number, or that of marked content of a page.
        var number: Int32
        /// For marked content its page, 0 for none.
        var page: Int32

        static let elementPage: Int32 = -1
        static let annotationPage: Int32 = -2

        var isElement: Bool { page == Kid.elementPage }
        var isMark: Bool { page >= 0 }

        func isAnnotation(in numbers: Set<Int32>) -> Bool { page == Kid.annotationPage && numbers.contains(number) }
    }

    /// Cairo 1.16 cannot leave an element open from one page to the next, so each page has a document element of its own
    /// and a part of what goes on from the page before. Makes one tree of them: what has one number in `tags` becomes
    /// one element, that of its first page. Content that is in no element of its page (backgrounds, borders) stays in
    /// the page's own document element, which becomes one without meaning. Linear in the elements; those that stay as they
    /// are are not written again.
    ///
    /// Links whose annotations are `gone` become spans.
    mutating func joinPages(_ tags: PDFTags, without gone: Set<Int32>) {
        let header = "<< /Type /StructTreeRoot\n"
        guard let root = offsets.indices.first(where: { starts($0, with: header) }),
            let tree = PDFRevision.reference(of: "/ParentTree", in: object(root)), tree < offsets.count,
            let elements = elements(tags), elements.count == tags.count, elements.count > 0
        else { return }
        let first = elements.numbers[0]
        let target = targets(of: elements, tags, Int32(root))
        /// Whether it is the document element of a page after the first.
        func isLaterPage(_ place: Int) -> Bool { place > 0 && elements.parents[place] == root }
        let joined = joined(elements, tags, target, gone, isLaterPage)
        for place in 0..<elements.count where !tags.isArtifact(place) {
            let isPage = isLaterPage(place)
            let range = Int(joined.starts[place])..<Int(joined.starts[place + 1])
            guard target[place] == place || isPage && !range.isEmpty else { continue }
            var kids = joined.kids[range]
            sort(&kids, tags, elements)
            let parent =
                isPage
                ? first
                : elements.place(ofObject: elements.parents[place]).map { elements.numbers[Int(target[$0])] }
                    ?? Int32(root)
            let entries = entries(of: place, tags, elements)
            guard isPage || parent != elements.parents[place] || !entries.isEmpty || kids != elements.kids(of: place)
            else { continue }
            let isDead = elements.kids(of: place).contains { $0.isAnnotation(in: gone) }
            replace(
                Int(elements.numbers[place]),
                PDFRevision.text(
                    isPage ? "NonStruct" : isDead ? "Span" : tags.name(place), parent: parent,
                    page: elements.pages[place], kids: kids,
                    entries: entries))
        }
        changeParentTree(tree, elements, tags, target)
        replace(root, "\(header)   /ParentTree \(tree) 0 R\n   /K [ \(first) 0 R ]\n>>\n")
    }

    /// The kids of each element that stays, in order, as in `Elements`.
    private func joined(
        _ elements: Elements, _ tags: PDFTags, _ target: ContiguousArray<Int32>, _ gone: Set<Int32>,
        _ isLaterPage: (Int) -> Bool
    ) -> (kids: ContiguousArray<Kid>, starts: ContiguousArray<Int32>) {
        func forEach(_ body: (_ owner: Int, Kid) -> Void) {
            for place in 0..<elements.count {
                let isPage = isLaterPage(place)
                var isLeft = false
                for kid in elements.kids(of: place) {
                    if kid.isElement {
                        guard let child = elements.place(ofObject: kid.number), target[child] == child,
                            !tags.isArtifact(child)
                        else { continue }
                    } else if kid.isAnnotation(in: gone) {
                        continue
                    } else if kid.isMark, isPage {
                        isLeft = true
                        body(place, kid)
                        continue
                    }
                    body(Int(target[place]), kid)
                }
                // What is left of a page's own element.
                if isLeft { body(0, Kid(number: elements.numbers[place], page: Kid.elementPage)) }
            }
        }
        var starts = ContiguousArray<Int32>(repeating: 0, count: elements.count + 1)
        forEach { owner, _ in starts[owner + 1] += 1 }
        for index in 0..<elements.count { starts[index + 1] += starts[index] }
        var next = starts
        var kids = ContiguousArray(repeating: Kid(number: 0, page: 0), count: Int(starts[elements.count]))
        forEach { owner, kid in
            kids[Int(next[owner])] = kid
            next[owner] += 1
        }
        return (kids, starts)
    }

    /// Puts kids in the order in which they are read, where they were not painted in it. What has no position of its own
    /// stays with the kid before.
    private func sort(_ kids: inout ArraySlice<Kid>, _ tags: PDFTags, _ elements: Elements) {
        func position(_ kid: Kid) -> Int? {
            guard kid.isElement, let place = elements.place(ofObject: kid.number) else { return nil }
            return tags.element(place)?.position
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
        kids = ArraySlice(order.map { kids[kids.startIndex + $0] })
    }

    /// The element that each is a part of: itself, as a rule.
    private func targets(of elements: Elements, _ tags: PDFTags, _ root: Int32) -> ContiguousArray<Int32> {
        var target = ContiguousArray((0..<elements.count).map { Int32($0) })
        var known: [Int: Int32] = [:]
        for place in 0..<elements.count {
            if elements.parents[place] == root {
                target[place] = 0
            } else if let number = tags.element(place)?.number {
                guard let earlier = known[number].map({ Int($0) }) else {
                    known[number] = Int32(place)
                    continue
                }
                // In another one it is another.
                func parent(_ place: Int) -> Int32 {
                    elements.place(ofObject: elements.parents[place]).map { target[$0] } ?? -1
                }
                if parent(earlier) == parent(place), tags.name(earlier) == tags.name(place) {
                    target[place] = Int32(earlier)
                }
            }
        }
        return target
    }

    /// What is said of an element beside its place: a figure's alternative text; its language (§14.9.2); of cells how many
    /// columns and rows they span, and which cells a header cell is for, the column's in a row of nothing but such cells
    /// (§14.8.5.7).
    private func entries(of place: Int, _ tags: PDFTags, _ elements: Elements) -> String {
        let attributes = tags.attributes(place)
        var entries = tags.alternativeText(place).map { "   /Alt \(PDFRevision.literal($0))\n" } ?? ""
        if let language = attributes.language { entries += "   /Lang \(PDFRevision.literal(language))\n" }
        var table = ""
        if tags.name(place) == "TH", let row = elements.place(ofObject: elements.parents[place]) {
            let isHeader = elements.kids(of: row).allSatisfy { kid in
                guard kid.isElement, let cell = elements.place(ofObject: kid.number) else { return true }
                return tags.name(cell) == "TH" || tags.isArtifact(cell)
            }
            table += " /Scope /\(isHeader ? "Column" : "Row")"
        }
        if attributes.columnSpan > 1 { table += " /ColSpan \(attributes.columnSpan)" }
        if attributes.rowSpan > 1 { table += " /RowSpan \(attributes.rowSpan)" }
        return table.isEmpty ? entries : entries + "   /A << /O /Table\(table) >>\n"
    }

    private static func text(
        _ name: String, parent: Int32, page: Int32, kids: ArraySlice<Kid>, entries: String
    ) -> String {
        let own = page > 0 ? "   /Pg \(page) 0 R\n" : ""
        let list = kids.map { kid in
            switch kid.page {
            case Kid.elementPage: "\(kid.number) 0 R"
            case Kid.annotationPage: "<< /Type /OBJR /Obj \(kid.number) 0 R >>"
            case page: "\(kid.number)"
            default: "<< /Type /MCR /Pg \(kid.page) 0 R /MCID \(kid.number) >>"
            }
        }
        let content = list.isEmpty ? "" : "   /K [ \(list.joined(separator: "\n      ")) ]\n"
        return "<< /Type /StructElem\n   /S /\(name)\n   /P \(parent) 0 R\n\(own)\(entries)\(content)>>\n"
    }

    /// Marked content of a page leads to the elements that its own became a part of.
    private mutating func changeParentTree(
        _ tree: Int, _ elements: Elements, _ tags: PDFTags, _ target: ContiguousArray<Int32>
    ) {
        var scanner = Scanner(object(tree))
        guard scanner.skip(past: "/Nums [") else { return }
        var numbers: ContiguousArray<Int32> = []
        while scanner.number() != nil, let number = scanner.number(), scanner.number() == 0, scanner.word() != nil {
            numbers.append(Int32(clamping: number))
        }
        for number in numbers.lazy.map({ Int($0) }) {
            guard number < offsets.count, starts(number, with: "[") else { continue }
            var inside = Scanner(object(number))
            inside.offset = 1
            // None for an artifact, whose mark has no number any more.
            var references: [Int?] = []
            var isChanged = false
            while let reference = inside.number(), inside.number() == 0, inside.word() != nil {
                let place = elements.place(ofObject: Int32(clamping: reference))
                if let place, tags.isArtifact(place) {
                    references.append(nil)
                    isChanged = true
                    continue
                }
                // A page's own content stays in its own element.
                let goesOn = place.map { tags.name($0) != "Document" } ?? false
                references.append(
                    place.map { goesOn ? Int(elements.numbers[Int(target[$0])]) : reference } ?? reference)
                if references.last != reference { isChanged = true }
            }
            if isChanged {
                let list = references.map { $0.map { "\($0) 0 R" } ?? "null" }
                replace(number, "[ \(list.joined(separator: " ")) ]\n")
            }
        }
    }

    // MARK: Reading what Cairo wrote

    /// All structure elements; `nil` where something is not as expected, or they are not those of `tags`.
    private func elements(_ tags: PDFTags) -> Elements? {
        var elements = Elements(places: ContiguousArray(repeating: -1, count: offsets.count))
        for number in offsets.indices where starts(number, with: "<< /Type /StructElem\n") {
            let object = object(number)
            var scanner = Scanner(object)
            guard scanner.skip(past: "/S /"), let name = scanner.name(), elements.count < tags.count,
                tags.name(elements.count) == name, let parent = PDFRevision.reference(of: "/P ", in: object)
            else { return nil }
            let page = PDFRevision.reference(of: "/Pg ", in: object) ?? 0
            guard PDFRevision.addKids(of: object, page, to: &elements.kids) else { return nil }
            elements.places[number] = Int32(elements.count)
            elements.numbers.append(Int32(clamping: number))
            elements.parents.append(Int32(clamping: parent))
            elements.pages.append(Int32(clamping: page))
            elements.starts.append(Int32(clamping: elements.kids.count))
        }
        return elements
    }

    /// Reads the kids of an element; `false` where something is not as expected.
    private static func addKids(of object: [UInt8], _ page: Int, to kids: inout ContiguousArray<Kid>) -> Bool {
        var scanner = Scanner(object)
        guard scanner.skip(past: "/K ") else { return true }
        let isList = scanner.peek() == UInt8(ascii: "[")
        if isList { _ = scanner.word() }
        repeat {
            if scanner.peek() == UInt8(ascii: "<") {
                guard scanner.skip(past: "/OBJR /Obj "), let number = scanner.number(), scanner.skip(past: ">>") else {
                    return false
                }
                kids.append(Kid(number: Int32(clamping: number), page: Kid.annotationPage))
                continue
            }
            guard let number = scanner.number() else { return false }
            var ahead = scanner
            if ahead.number() == 0, ahead.word() == UInt8(ascii: "R") {
                kids.append(Kid(number: Int32(clamping: number), page: Kid.elementPage))
                scanner = ahead
            } else {
                kids.append(Kid(number: Int32(clamping: number), page: Int32(clamping: page)))
            }
        } while isList && scanner.peek() != UInt8(ascii: "]")
        return true
    }
}
