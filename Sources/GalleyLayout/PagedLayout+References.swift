import GalleyText

// The numbers of pages in the text itself (`target-counter()`, CSS Generated Content 3 §2.6.1).
extension PagedLayout {
    /// The text with the numbers of these pages in it; `nil` where every one is right already. O(lines).
    func textWithPageNumbers() -> AttributedText? {
        let anchors = anchorOffsets()
        let places = pagePlaces(anchors)
        let count = sheets.last?.number
        var text = layout.text
        let isChanged = text.setPageNumbers { number, offset in
            switch number {
            case .own: places[offset]
            case .anchor(let name): anchors[name].flatMap { places[$0] }
            case .count: count
            }
        }
        return isChanged ? text : nil
    }

    /// Of several anchors of one name the first counts.
    private func anchorOffsets() -> [String: Int] {
        Dictionary(layout.text.anchors.lazy.map { ($0.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// The numbers of the pages on which the offsets stand that references ask for: the first page with a line that has
    /// it, or else the page on which its paragraph begins.
    private func pagePlaces(_ anchors: [String: Int]) -> [Int: Int] {
        let text = layout.text
        var wanted: Set<Int> = []
        for generated in text.generatedText {
            for reference in generated.pageReferences {
                switch reference.number {
                case .own: wanted.insert(generated.offset)
                case .anchor(let name): if let offset = anchors[name] { wanted.insert(offset) }
                case .count: break
                }
            }
        }
        let offsets = wanted.sorted()
        var places: [Int: Int] = [:]
        let source = LineSource(layout)
        for index in sheets.indices {
            for line in content(ofPage: index, source).lines where !line.isRepeated {
                var next = offsets.partitionIndex { $0 >= line.range.lowerBound }
                while next < offsets.count, offsets[next] < max(line.range.upperBound, line.range.lowerBound + 1) {
                    if places[offsets[next]] == nil { places[offsets[next]] = sheets[index].number }
                    next += 1
                }
            }
        }
        for offset in offsets where places[offset] == nil {
            if let index = emitter.surfaces(ofParagraph: text.paragraphIndex(at: offset))?.lowerBound {
                places[offset] = sheets[index].number
            }
        }
        return places
    }
}
