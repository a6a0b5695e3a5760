// ISO 32000-1 §14.7: the tree of structure elements, and the parent tree that leads from marked content back to it.
extension PDFRevision {
    /// A structure element as Cairo wrote it.
    private struct Element {
        var number: Int
        var name: String
        var parent: Int
        var page: Int?
        var kids: [Kid]
    }

    private enum Kid {
        case element(Int)
        /// Marked content of a page.
        case mark(Int, page: Int?)
        /// An annotation.
        case object(Int)
    }

    /// Cairo 1.16 cannot leave an element open from one page to the next, so each page has a document element of its own
    /// and a part of what goes on from the page before. Makes one tree of them: what has one number in `tags` becomes
    /// one element, that of its first page. Content that is in no element of its page (backgrounds, borders) stays in
    /// the page's own document element, which becomes one without meaning. Linear in the elements.
    mutating func joinPages(_ tags: [PDFTag]) {
        let header = "<< /Type /StructTreeRoot\n"
        guard let root = offsets.indices.first(where: { body(of: $0, startsWith: header) != nil }),
            let tree = reference(of: "/ParentTree", in: root), tree < offsets.count,
            let elements = elements(), elements.map(\.name) == tags.map(\.name), let first = elements.first
        else { return }
        var index: [Int: Int] = [:]
        for (place, element) in elements.enumerated() { index[element.number] = place }
        let target = targets(of: elements, tags, index, root)
        /// Whether it is the document element of a page after the first.
        func isLaterPage(_ place: Int) -> Bool { place > 0 && elements[place].parent == root }
        // The kids of each element that stays, in order.
        var kids: [[Kid]] = Array(repeating: [], count: elements.count)
        for (place, element) in elements.enumerated() {
            for kid in element.kids {
                switch kid {
                case .element(let number):
                    guard let child = index[number], target[child] == child, !tags[child].isArtifact else { continue }
                    kids[target[place]].append(kid)
                case .mark:
                    kids[isLaterPage(place) ? place : target[place]].append(kid)
                case .object: kids[target[place]].append(kid)
                }
            }
            // What is left of a page's own element.
            if isLaterPage(place), !kids[place].isEmpty { kids[0].append(.element(element.number)) }
        }
        for place in kids.indices { sort(&kids[place], tags, index) }
        for (place, element) in elements.enumerated() {
            if tags[place].isArtifact { continue }
            let isPage = isLaterPage(place)
            guard target[place] == place || isPage && !kids[place].isEmpty else { continue }
            let parent = isPage ? first.number : index[element.parent].map { elements[target[$0]].number } ?? root
            replace(
                element.number,
                PDFRevision.text(
                    isPage ? "NonStruct" : element.name, parent: parent, page: element.page, kids: kids[place],
                    entries: entries(of: element, tags[place], kids[place], elements, index)))
        }
        changeParentTree(tree, elements, tags, target, index)
        replace(root, "\(header)   /ParentTree \(tree) 0 R\n   /K [ \(first.number) 0 R ]\n>>\n")
    }

    /// Puts kids in the order in which they are read, where they were not painted in it. What has no position of its own
    /// stays with the kid before.
    private func sort(_ kids: inout [Kid], _ tags: [PDFTag], _ index: [Int: Int]) {
        var positions: [Int] = []
        var last = Int.min
        var isSorted = true
        for kid in kids {
            if case .element(let number) = kid, let place = index[number], let position = tags[place].element?.position
            {
                if position < last { isSorted = false }
                last = position
            }
            positions.append(last)
        }
        guard !isSorted else { return }
        let order = kids.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }
        kids = order.map { kids[$0] }
    }

    /// The element that each is a part of: itself, as a rule.
    private func targets(of elements: [Element], _ tags: [PDFTag], _ index: [Int: Int], _ root: Int) -> [Int] {
        var target = Array(elements.indices)
        var known: [Int: Int] = [:]
        for (place, element) in elements.enumerated() {
            if element.parent == root {
                target[place] = 0
            } else if let number = tags[place].element?.number {
                guard let earlier = known[number] else {
                    known[number] = place
                    continue
                }
                // In another one it is another.
                func parent(_ place: Int) -> Int { index[elements[place].parent].map { target[$0] } ?? -1 }
                if parent(earlier) == parent(place), elements[earlier].name == element.name { target[place] = earlier }
            }
        }
        return target
    }

    /// What is said of an element beside its place: a figure's alternative text; which cells a header cell is for, the
    /// column's in a row of nothing but such cells (§14.8.5.7).
    private func entries(
        of element: Element, _ tag: PDFTag, _ kids: [Kid], _ elements: [Element], _ index: [Int: Int]
    ) -> String {
        if let text = tag.alternativeText { return "   /Alt \(PDFRevision.literal(text))\n" }
        guard element.name == "TH", let row = index[element.parent] else { return "" }
        let isHeader = elements[row].kids.allSatisfy { kid in
            guard case .element(let cell) = kid, let cell = index[cell] else { return true }
            return ["TH", PDFRevision.artifactName].contains(elements[cell].name)
        }
        return "   /A << /O /Table /Scope /\(isHeader ? "Column" : "Row") >>\n"
    }

    private static func text(_ name: String, parent: Int, page: Int?, kids: [Kid], entries: String) -> String {
        let own = page.map { "   /Pg \($0) 0 R\n" } ?? ""
        let list = kids.map { kid in
            switch kid {
            case .element(let number): "\(number) 0 R"
            case .mark(let mark, let other) where other == page: "\(mark)"
            case .mark(let mark, let other): "<< /Type /MCR /Pg \(other ?? 0) 0 R /MCID \(mark) >>"
            case .object(let number): "<< /Type /OBJR /Obj \(number) 0 R >>"
            }
        }
        let content = list.isEmpty ? "" : "   /K [ \(list.joined(separator: "\n      ")) ]\n"
        return "<< /Type /StructElem\n   /S /\(name)\n   /P \(parent) 0 R\n\(own)\(entries)\(content)>>\n"
    }

    /// Marked content of a page leads to the elements that its own became a part of.
    private mutating func changeParentTree(
        _ tree: Int, _ elements: [Element], _ tags: [PDFTag], _ target: [Int], _ index: [Int: Int]
    ) {
        guard let start = body(of: tree, startsWith: ""), let end = end(of: tree) else { return }
        var scanner = Scanner(bytes: bytes, offset: start, end: end)
        guard scanner.skip(past: "/Nums [") else { return }
        var arrays: [(number: Int, text: String)] = []
        while scanner.number() != nil, let number = scanner.number(), scanner.number() == 0, scanner.word() != nil {
            guard number < offsets.count, let start = body(of: number, startsWith: "["), let end = self.end(of: number)
            else { continue }
            var inside = Scanner(bytes: bytes, offset: start + 1, end: end)
            // None for an artifact, whose mark has no number any more.
            var references: [Int?] = []
            var isChanged = false
            while let reference = inside.number(), inside.number() == 0, inside.word() != nil {
                let place = index[reference]
                if let place, tags[place].isArtifact {
                    references.append(nil)
                    isChanged = true
                    continue
                }
                // A page's own content stays in its own element.
                let goesOn = place.map { elements[$0].name != "Document" } ?? false
                references.append(place.map { goesOn ? elements[target[$0]].number : reference } ?? reference)
                if references.last != reference { isChanged = true }
            }
            if isChanged {
                let list = references.map { $0.map { "\($0) 0 R" } ?? "null" }
                arrays.append((number, "[ \(list.joined(separator: " ")) ]\n"))
            }
        }
        scanner = Scanner(bytes: [], offset: 0)
        for array in arrays { replace(array.number, array.text) }
    }

    // MARK: Reading what Cairo wrote

    /// All structure elements, in the order in which they were begun, which is that of their numbers; `nil` where
    /// something is not as expected.
    private func elements() -> [Element]? {
        var elements: [Element] = []
        for number in offsets.indices {
            guard let start = body(of: number, startsWith: "<< /Type /StructElem\n"), let end = end(of: number) else {
                continue
            }
            var scanner = Scanner(bytes: bytes, offset: start, end: end)
            guard scanner.skip(past: "/S /"), let name = scanner.name(), let parent = reference(of: "/P ", in: number)
            else { return nil }
            let page = reference(of: "/Pg ", in: number)
            guard let kids = kids(of: number, from: start, to: end, page) else { return nil }
            elements.append(Element(number: number, name: name, parent: parent, page: page, kids: kids))
        }
        return elements
    }

    private func kids(of element: Int, from start: Int, to end: Int, _ page: Int?) -> [Kid]? {
        var scanner = Scanner(bytes: bytes, offset: start, end: end)
        guard scanner.skip(past: "/K ") else { return [] }
        var kids: [Kid] = []
        let isList = scanner.peek() == UInt8(ascii: "[")
        if isList { _ = scanner.word() }
        repeat {
            if scanner.peek() == UInt8(ascii: "<") {
                guard scanner.skip(past: "/OBJR /Obj "), let number = scanner.number(), scanner.skip(past: ">>") else {
                    return nil
                }
                kids.append(.object(number))
                continue
            }
            guard let number = scanner.number() else { return nil }
            var ahead = scanner
            if ahead.number() == 0, ahead.word() == UInt8(ascii: "R") {
                kids.append(.element(number))
                scanner = ahead
            } else {
                kids.append(.mark(number, page: page))
            }
        } while isList && scanner.peek() != UInt8(ascii: "]")
        return kids
    }
}
