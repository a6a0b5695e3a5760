/// One edit, as it travels to those who keep something per paragraph: what was replaced and how the rest moved.
public struct TextEdit: Hashable, Sendable {
    /// The bytes replaced, in offsets before the edit.
    public var range: Range<Int>
    /// How much longer the text became.
    public var delta: Int
    /// Paragraphs touched, as indices before the edit.
    public var oldParagraphs: Range<Int>
    /// The paragraphs that stand in their place.
    public var newParagraphs: Range<Int>

    public init(range: Range<Int>, delta: Int, oldParagraphs: Range<Int>, newParagraphs: Range<Int>) {
        self.range = range
        self.delta = delta
        self.oldParagraphs = oldParagraphs
        self.newParagraphs = newParagraphs
    }
}

extension AttributedText {
    /// Replaces a range of the text by a plain string and says what moved.
    ///
    /// New text takes `style`, or the style of the character before it; `\n` in it splits the paragraph, and removing
    /// a separator joins two paragraphs (the first one's properties win). Ends of `range` inside a character move
    /// outwards; the last separator of the text and of a flow stays. Objects, anchors and spans inside what is removed
    /// go with it. O(bytes after the edit) for moving, plus the runs of the chunks touched.
    @discardableResult
    public mutating func replaceSubrange(
        _ range: Range<Int>, with string: String, style: TextStyle? = nil
    ) -> TextEdit {
        let range = editableRange(range)
        let first = paragraphIndex(at: range.lowerBound)
        let last = paragraphIndex(at: range.upperBound)
        let inserted = ContiguousArray(string.utf8)
        let delta = inserted.count - range.count
        let styleID = insertionStyle(at: range.lowerBound, in: paragraphs[first], style)

        utf8.replaceSubrange(range, with: inserted)
        runs.replace(range, with: inserted.count, styleID)
        moveObjects(range, delta)
        let edges = generatedText.isEmpty ? [] : spanEdges(in: 0..<(utf8.count - delta))
        let kept = moveSpans(range, delta)
        if !generatedText.isEmpty { moveGeneratedText(range, delta, edges, kept: kept) }
        let added = replaceParagraphs(first...last, range, delta, inserted)
        splitSpans(in: first..<(first + added))
        return TextEdit(
            range: range, delta: delta, oldParagraphs: first..<(last + 1), newParagraphs: first..<(first + added))
    }

    /// Changes the style of every run inside `range`, whose ends move outwards to whole characters.
    public mutating func updateStyle(in range: Range<Int>, _ change: (inout TextStyle) -> Void) {
        let range = wholeCharacters(range.clamped(to: 0..<utf8.count))
        var known: [TextStyleID: TextStyleID] = [:]
        var table = styleTable
        runs.transform(range) { id in
            if let new = known[id] { return new }
            var style = table.values[id.index]
            change(&style)
            let new = TextStyleID(rawValue: table.intern(style))
            known[id] = new
            return new
        }
        styleTable = table
    }

    /// Changes the style of every paragraph that `range` touches.
    public mutating func updateParagraphStyle(in range: Range<Int>, _ change: (inout ParagraphStyle) -> Void) {
        guard !paragraphs.isEmpty else { return }
        let last = paragraphIndex(at: max(range.lowerBound, range.upperBound - 1))
        for index in paragraphIndex(at: range.lowerBound)...last {
            var style = style(paragraphs[index].style)
            change(&style)
            paragraphs[index].style = ParagraphStyleID(rawValue: paragraphStyleTable.intern(style))
        }
    }

    /// Gives a block other attributes.
    package mutating func setBlockAttributes(_ values: [String: String]?, of block: BlockID) {
        blocks[block.index].attributes = values.map { AttributesID(rawValue: attributeTable.intern($0)) }
    }

    /// Says what lengths of a block's style are measures of (``Block/textStyle``): of a style, its font and line height.
    public mutating func setTextStyle(_ style: TextStyle?, ofBlock block: BlockID) {
        blocks[block.index].textStyle = style.map { TextStyleID(rawValue: styleTable.intern($0.fontOnly)) }
    }

    /// Changes the style of a block.
    public mutating func setBlockStyle(_ style: BlockStyle, of block: BlockID) {
        blocks[block.index].style = BlockStyleID(rawValue: blockStyleTable.intern(style))
    }

    /// `range` cut to the text, widened to whole characters, and kept off separators that cannot go: the last one of
    /// the text, and those between two flows or blocks of different kinds of container.
    private func editableRange(_ range: Range<Int>) -> Range<Int> {
        var start = max(0, min(range.lowerBound, utf8.count - 1))
        var end = max(start, min(range.upperBound, utf8.count - 1))
        let whole = wholeCharacters(start..<end)
        (start, end) = (whole.lowerBound, whole.upperBound)
        let first = paragraphs[paragraphIndex(at: start)]
        var last = paragraphIndex(at: end)
        // Paragraphs of another flow or table cell are not joined to the first one.
        while paragraphs[last].range.lowerBound > first.range.lowerBound, !canJoin(first, paragraphs[last]) {
            last -= 1
            end = paragraphs[last].contentRange.upperBound
        }
        return start..<max(start, end)
    }

    /// `range`, its ends moved outwards to the borders of characters.
    private func wholeCharacters(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, start < utf8.count, utf8[start] & 0xC0 == 0x80 { start -= 1 }
        while end < utf8.count, utf8[end] & 0xC0 == 0x80 { end += 1 }
        return start..<end
    }

    private func canJoin(_ left: Paragraph, _ right: Paragraph) -> Bool {
        guard left.flow == right.flow else { return false }
        return left.block == right.block || enclosingCell(left.block) == enclosingCell(right.block)
    }

    private func enclosingCell(_ block: BlockID) -> BlockID? {
        ancestors(of: block).first { id in
            switch blocks[id.index].kind {
            case .cell, .caption: true
            default: false
            }
        }
    }

    private mutating func insertionStyle(at offset: Int, in paragraph: Paragraph, _ style: TextStyle?) -> TextStyleID {
        if let style { return TextStyleID(rawValue: styleTable.intern(style)) }
        let before = offset > paragraph.range.lowerBound ? offset - 1 : offset
        return runs.style(at: before) ?? paragraph.strut
    }

    private mutating func moveObjects(_ range: Range<Int>, _ delta: Int) {
        func moved(_ offset: Int) -> Int? {
            offset < range.lowerBound ? offset : offset >= range.upperBound ? offset + delta : nil
        }
        objects = ContiguousArray(
            objects.compactMap { object in moved(object.offset).map { InlineObject(offset: $0, kind: object.kind) } })
        anchors = ContiguousArray(
            anchors.map { Anchor(name: $0.name, offset: moved($0.offset) ?? range.lowerBound) })
        for index in flows.indices { flows[index].anchor = flows[index].anchor.flatMap(moved) }
    }

    /// Moves generated text, but for what was inside of the text removed or in a span that is gone; of the ends of spans that it
    /// stood behind, those that stand at its offset now are before it.
    ///
    /// - Parameters:
    ///   - edges: all ends of spans before the edit.
    ///   - kept: by span before the edit its index after it; `nil` for one that is gone.
    private mutating func moveGeneratedText(_ range: Range<Int>, _ delta: Int, _ edges: [SpanEdge], kept: [Int?]) {
        var moved: ContiguousArray<GeneratedText> = []
        var open: [Int] = []
        var next = 0
        // Of the ends that are behind, how many stand where the last one stands now.
        var last = (offset: -1, count: 0)
        for var generated in generatedText {
            let here = edges.partitionIndex { $0.offset >= generated.offset }
            let after = edges.partitionIndex { $0.offset > generated.offset }
            let place = min(here + generated.edgesBefore, after)
            while next < place {
                if edges[next].isStart { open.append(edges[next].span) } else { open.removeLast() }
                if let offset = self.place(edges[next], kept) {
                    last = (offset, offset == last.offset ? last.count + 1 : 1)
                }
                next += 1
            }
            let isGone = open.last.map { kept[$0] == nil } ?? false
            guard !isGone, generated.offset <= range.lowerBound || generated.offset >= range.upperBound else {
                continue
            }
            var stays = generated.offset < range.upperBound
            if range.isEmpty, generated.offset == range.lowerBound {
                // What is inserted stands behind the start of a span, and before its end.
                let before = place > here ? edges[place - 1] : nil
                let behind = place < after ? edges[place] : nil
                stays = (before ?? behind)?.isStart ?? false
            }
            generated.offset += stays ? 0 : delta
            generated.edgesBefore = last.offset == generated.offset ? last.count : 0
            moved.append(generated)
        }
        generatedText = moved
    }

    /// Where an end of a span is, by the indices that spans have now; `nil` for one that is gone.
    private func place(_ edge: SpanEdge, _ kept: [Int?]) -> Int? {
        kept[edge.span].map { edge.isStart ? spans[$0].range.lowerBound : spans[$0].range.upperBound }
    }

    /// Moves span ends; a span that lost all its text goes, and its children hang on its parent. Says of each span which it
    /// is now; `nil` for one that went.
    private mutating func moveSpans(_ range: Range<Int>, _ delta: Int) -> [Int?] {
        func moved(_ offset: Int, isEnd: Bool) -> Int {
            if offset < range.lowerBound || (offset == range.lowerBound && !isEnd) { return offset }
            if offset >= range.upperBound { return offset + delta }
            return isEnd ? range.lowerBound : range.lowerBound + delta + range.count
        }
        var kept: ContiguousArray<InlineSpan> = []
        var newIndex: [Int?] = []
        var places: [Int?] = []
        for span in spans {
            var moving = span
            let start = moved(span.range.lowerBound, isEnd: false)
            moving.range = start..<max(start, moved(span.range.upperBound, isEnd: true))
            moving.parent = span.parent.flatMap { newIndex[$0] }
            let isGone = moving.range.isEmpty && !span.range.isEmpty
            newIndex.append(isGone ? moving.parent : kept.count)
            places.append(isGone ? nil : kept.count)
            if !isGone { kept.append(moving) }
        }
        spans = kept
        return places
    }

    /// Puts the paragraphs that the new text has in place of the old ones; returns how many they are.
    private mutating func replaceParagraphs(
        _ old: ClosedRange<Int>, _ range: Range<Int>, _ delta: Int, _ inserted: ContiguousArray<UInt8>
    ) -> Int {
        let first = paragraphs[old.lowerBound]
        let end = paragraphs[old.upperBound].range.upperBound + delta
        var fresh: [Paragraph] = []
        var start = first.range.lowerBound
        for (index, byte) in inserted.enumerated() where byte == 0x0A {
            var paragraph = first
            paragraph.range = start..<(range.lowerBound + index + 1)
            fresh.append(paragraph)
            start = paragraph.range.upperBound
        }
        var paragraph = first
        paragraph.range = start..<end
        fresh.append(paragraph)
        // All of them stand in the first one's block: others lose theirs.
        let staysInBlock = paragraphs[old].allSatisfy { $0.block == first.block }
        paragraphs.replaceSubrange(old, with: fresh)
        for index in (old.lowerBound + fresh.count)..<paragraphs.count {
            let range = paragraphs[index].range
            paragraphs[index].range = (range.lowerBound + delta)..<(range.upperBound + delta)
        }
        if fresh.count != old.count || !staysInBlock { settleBlocks() }
        return fresh.count
    }

    /// Cuts spans at the paragraph ends that an edit brought into them.
    private mutating func splitSpans(in touched: Range<Int>) {
        guard touched.count > 1 else { return }
        var result: ContiguousArray<InlineSpan> = []
        // The pieces of each old span, by the paragraph that they stand in.
        var pieces: [[Int: Int]] = []
        // How many go on at the start of a paragraph.
        var continued: [Int: Int] = [:]
        for span in spans {
            var own: [Int: Int] = [:]
            let first = paragraphIndex(at: span.range.lowerBound)
            let last = max(first, paragraphIndex(at: max(span.range.lowerBound, span.range.upperBound - 1)))
            for index in first...last {
                var piece = span
                let content = paragraphs[index].contentRange
                let start = max(span.range.lowerBound, content.lowerBound)
                piece.range = start..<max(start, min(span.range.upperBound, content.upperBound))
                piece.hasStartEdge = span.hasStartEdge && index == first
                piece.hasEndEdge = span.hasEndEdge && index == last
                piece.parent = span.parent.flatMap { pieces[$0][index] }
                // A link without text leads nowhere; an empty box is still a box.
                if piece.range.isEmpty, !span.range.isEmpty, span.box == nil, span.attributes == nil {
                    own[index] = piece.parent
                    continue
                }
                own[index] = result.count
                result.append(piece)
                if index > first { continued[content.lowerBound, default: 0] += 1 }
            }
            pieces.append(own)
        }
        let order = result.indices.sorted {
            (result[$0].range.lowerBound, $0) < (result[$1].range.lowerBound, $1)
        }
        var newIndex = [Int](repeating: 0, count: result.count)
        for (new, old) in order.enumerated() { newIndex[old] = new }
        spans = ContiguousArray(
            order.map { old in
                var span = result[old]
                span.parent = span.parent.map { newIndex[$0] }
                return span
            })
        guard !continued.isEmpty else { return }
        for index in generatedText.indices {
            generatedText[index].edgesBefore += continued[generatedText[index].offset] ?? 0
        }
    }
}
