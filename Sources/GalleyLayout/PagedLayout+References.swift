import GalleyText

// The numbers of pages in the text itself (`target-counter()`, CSS Generated Content 3 §2.6.1).
extension PagedLayout {
    /// The text with the numbers of these pages in it; `nil` where every one is right already. O(lines).
    func textWithPageNumbers() -> AttributedText? {
        let anchors = anchorOffsets()
        let places = pagePlaces(anchors)
        let count = sheets.last?.number
        let notes = footnoteNumbers(places)
        var text = layout.text
        let isChanged = text.setPageNumbers { number, offset in
            switch number {
            case .own: places[offset].map { sheets[$0].number }
            case .anchor(let name): anchors[name].flatMap { places[$0] }.map { sheets[$0].number }
            case .count: count
            case .footnote: layout.text.footnote(at: offset).flatMap { notes[$0] }
            }
        }
        return isChanged ? text : nil
    }

    /// By flow the numbers of footnotes: in the order of their calls, counted anew on pages that say so (CSS Generated Content for
    /// Paged Media 3 §2.3).
    private func footnoteNumbers(_ places: [Int: Int]) -> [Int: Int] {
        var called: [(page: Int, anchor: Int, flow: Int)] = []
        for (index, flow) in layout.text.flows.enumerated() where flow.kind == .footnote {
            if let anchor = flow.anchor, let page = places[anchor] { called.append((page, anchor, index)) }
        }
        called.sort { ($0.page, $0.anchor) < ($1.page, $1.anchor) }
        var numbers: [Int: Int] = [:]
        var (page, number) = (-1, 0)
        for note in called {
            while page < note.page {
                page += 1
                if let start = sheets[page].footnoteReset { number = start }
            }
            number += 1
            numbers[note.flow] = number
        }
        return numbers
    }

    /// Of several anchors of one name the first counts.
    private func anchorOffsets() -> [String: Int] {
        Dictionary(layout.text.anchors.lazy.map { ($0.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// The pages, counted from 0, on which the offsets stand that references ask for: the first page with a line that has
    /// it, or else the page on which its paragraph begins.
    private func pagePlaces(_ anchors: [String: Int]) -> [Int: Int] {
        let text = layout.text
        var wanted: Set<Int> = []
        var countsFootnotes = false
        for generated in text.generatedText {
            for reference in generated.pageReferences {
                switch reference.number {
                case .own: wanted.insert(generated.offset)
                case .anchor(let name): if let offset = anchors[name] { wanted.insert(offset) }
                case .count: break
                case .footnote: countsFootnotes = true
                }
            }
        }
        if countsFootnotes { wanted.formUnion(text.flows.filter { $0.kind == .footnote }.compactMap(\.anchor)) }
        let offsets = wanted.sorted()
        var places: [Int: Int] = [:]
        let source = LineSource(layout)
        for index in sheets.indices {
            for line in content(ofPage: index, source).lines where !line.isRepeated {
                var next = offsets.partitionIndex { $0 >= line.range.lowerBound }
                while next < offsets.count, offsets[next] < max(line.range.upperBound, line.range.lowerBound + 1) {
                    if places[offsets[next]] == nil { places[offsets[next]] = index }
                    next += 1
                }
            }
        }
        for offset in offsets where places[offset] == nil {
            if let index = emitter.surfaces(ofParagraph: text.paragraphIndex(at: offset))?.lowerBound {
                places[offset] = index
            }
        }
        return places
    }
}

extension AttributedText {
    /// The flow of the footnote that a place is in, or that is called behind it.
    fileprivate func footnote(at offset: Int) -> Int? {
        let paragraph = paragraphs[paragraphIndex(at: offset)]
        var flow: FlowID? = paragraph.flow
        while let id = flow, flows.indices.contains(id.index) {
            if flows[id.index].kind == .footnote { return id.index }
            flow = flows[id.index].anchor.map { paragraphs[paragraphIndex(at: $0)].flow }
        }
        var next = objects.partitionIndex { $0.offset >= offset }
        while next < objects.count, paragraph.range.contains(objects[next].offset) {
            if case .flow(let id) = objects[next].kind, flows[id.index].kind == .footnote { return id.index }
            next += 1
        }
        return nil
    }
}
