/// The paragraphs of a text in the order in which they are read where there is no page: the rule of all plain forms.
///
/// In the model what is in floats, inline blocks and other flows stands after the paragraph that anchors it. It is read where
/// its object stands, as what browsers copy has it (`innerText` differs in one thing: floats have lines of their own there):
/// - An inline block of one short paragraph is in the line, and so is a float or positioned box that begins a paragraph.
/// - What is longer comes before the paragraph if it begins it, else after it; footnotes always after it.
///
/// *Places* are indices of ``paragraphs``. Linear in the text.
struct ReadingOrder {
    private let text: AttributedText
    /// Without those that are in the line of another.
    private(set) var paragraphs: [Int]
    /// By block: its places; empty when all are those of `Block.paragraphs`.
    private var places: [Range<Int>] = []
    /// By flow: the paragraph that is in the line of another, and that one.
    private var inLine: [FlowID: (paragraph: Int, anchor: Int)] = [:]
    /// Paragraphs of nothing but what is read before or after them.
    private var anchorsOnly: Set<Int> = []

    init(_ text: AttributedText) {
        self.text = text
        paragraphs = Array(text.paragraphs.indices)
        guard text.flows.count > 1 else { return }
        let short = shortFlows()
        paragraphs.removeAll(keepingCapacity: true)
        // What is still to be put in order, the next last.
        var pending: [(range: Range<Int>, isInLine: Bool, isOrdered: Bool)] = [(text.paragraphs.indices, false, false)]
        while let (range, isInLine, isOrdered) = pending.popLast() {
            guard let first = range.first else { continue }
            if isOrdered {
                if !isInLine { paragraphs.append(first) }
                continue
            }
            let group = anchored(by: first, before: range.upperBound, short)
            pending.append((group.end..<range.upperBound, false, false))
            pending += group.after.reversed().map { ($0, false, false) }
            pending += group.inLine.reversed().map { ($0, true, false) }
            pending.append((first..<first + 1, isInLine, true))
            pending += group.before.reversed().map { ($0, false, false) }
        }
        places = Array(repeating: 0..<0, count: text.blocks.count)
        for (place, index) in paragraphs.enumerated() {
            let block = text.paragraphs[index].block.index
            places[block] = places[block].isEmpty ? place..<place + 1 : places[block].lowerBound..<place + 1
        }
        for index in text.blocks.indices.reversed() where !places[index].isEmpty {
            guard let parent = text.blocks[index].parent?.index else { continue }
            let (own, outer) = (places[index], places[parent])
            places[parent] =
                outer.isEmpty
                ? own : min(own.lowerBound, outer.lowerBound)..<max(own.upperBound, outer.upperBound)
        }
    }

    // MARK: Questions

    /// The places of the paragraphs in a block.
    func range(of block: BlockID) -> Range<Int> {
        places.isEmpty ? text.blocks[block.index].paragraphs : places[block.index]
    }

    /// The items whose markers stand before a place: it is their first one. Outermost first.
    func markers(at place: Int) -> [BlockID] {
        var items: [BlockID] = []
        var next: BlockID? = text.paragraphs[paragraphs[place]].block
        while let id = next, range(of: id).lowerBound == place {
            if case .item = text.blocks[id.index].kind { items.append(id) }
            next = text.blocks[id.index].parent
        }
        return items.reversed()
    }

    /// Whether there is a distance worth an empty line between two places: a margin of 4 px or more, of any block that
    /// ends or begins there.
    func hasGap(between first: Int, and second: Int) -> Bool {
        let (left, right) = (text.paragraphs[paragraphs[first]].block, text.paragraphs[paragraphs[second]].block)
        guard left != right else { return false }
        var next: BlockID? = left
        while let id = next, range(of: id).upperBound == first + 1 {
            if text.style(of: id).margin.bottom.isDistance { return true }
            next = text.blocks[id.index].parent
        }
        next = right
        while let id = next, range(of: id).lowerBound == second {
            if text.style(of: id).margin.top.isDistance { return true }
            next = text.blocks[id.index].parent
        }
        return false
    }

    /// Whether a paragraph has nothing but what is read before or after it.
    func isOnlyAnchor(_ paragraph: Int) -> Bool { anchorsOnly.contains(paragraph) }

    /// Whether a paragraph ends with what is read before or after it.
    func endsWithAnchor(_ index: Int) -> Bool {
        let content = text.paragraphs[index].contentRange
        let next = text.objects.partitionIndex { $0.offset >= content.upperBound }
        guard next > 0, text.objects[next - 1].offset >= content.lowerBound,
            text.objects[next - 1].offset + 3 == content.upperBound, case .flow(let flow) = text.objects[next - 1].kind
        else { return false }
        return inLine[flow] == nil
    }

    /// The paragraph that is read where an object stands in the line of another, and whether a space follows it there: what
    /// is beside a float is not one word with it, unless that is its large first letter.
    func paragraph(at object: InlineObject, in anchor: Int) -> (index: Int, isApart: Bool)? {
        guard case .flow(let flow) = object.kind, let found = inLine[flow], found.anchor == anchor else { return nil }
        guard text.flows[flow.index].kind.isOutOfFlow else { return (found.paragraph, false) }
        let next = object.offset + 3
        guard next < text.paragraphs[anchor].contentRange.upperBound, text.utf8[next] != 0x20 else {
            return (found.paragraph, false)
        }
        return (found.paragraph, !isLargeLetter(found.paragraph, before: next))
    }

    private func isLargeLetter(_ paragraph: Int, before next: Int) -> Bool {
        let content = text.paragraphs[paragraph].contentRange
        let letter = String(decoding: text.utf8[content], as: UTF8.self)
        guard letter.count == 1, letter.first?.isLetter == true, let own = text.style(at: content.lowerBound),
            let other = text.style(at: next)
        else { return false }
        return own.shaping.fontSize >= 1.5 * other.shaping.fontSize
    }

    // MARK: Order

    private struct Group {
        var end: Int
        var before: [Range<Int>] = []
        var inLine: [Range<Int>] = []
        var after: [Range<Int>] = []
    }

    /// The flows that a paragraph anchors, as far as their paragraphs follow it.
    private mutating func anchored(by index: Int, before limit: Int, _ short: Set<FlowID>) -> Group {
        let content = text.paragraphs[index].contentRange
        var group = Group(end: index + 1)
        var object = text.objects.partitionIndex { $0.offset >= content.lowerBound }
        var place = content.lowerBound
        var isStart = true
        var isOnlyAnchor = text.generated(in: text.paragraphs[index]).isEmpty
        while object < text.objects.count, text.objects[object].offset < content.upperBound {
            let offset = text.objects[object].offset
            isStart = isStart && isBlank(place..<offset, in: content.lowerBound)
            isOnlyAnchor = isOnlyAnchor && place == offset
            place = offset + 3
            defer { object += 1 }
            let flow: FlowID
            switch text.objects[object].kind {
            case .flow(let id): flow = id
            case .attachment(let id):
                isStart = isStart && text.attachments[id.index].words.isEmpty
                isOnlyAnchor = false
                continue
            }
            let range = text.blocks[text.flows[flow.index].rootBlock.index].paragraphs
            guard range.lowerBound == group.end, range.upperBound <= limit, !range.isEmpty else { continue }
            group.end = range.upperBound
            let kind = text.flows[flow.index].kind
            if short.contains(flow), kind == .inlineBlock || kind.isOutOfFlow && isStart {
                inLine[flow] = (range.lowerBound, index)
                group.inLine.append(range)
                isOnlyAnchor = false
                if !kind.isOutOfFlow { isStart = false }
            } else if isStart, kind != .footnote {
                group.before.append(range)
            } else {
                group.after.append(range)
            }
        }
        if isOnlyAnchor, place == content.upperBound, !content.isEmpty { anchorsOnly.insert(index) }
        return group
    }

    /// Whether nothing is shown of a range of a paragraph.
    private func isBlank(_ range: Range<Int>, in start: Int) -> Bool {
        guard text.utf8[range].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }) else { return false }
        let first = text.generatedText.partitionIndex { $0.offset >= start }
        return first >= text.generatedText.count || text.generatedText[first].offset > range.upperBound
    }

    /// The flows of one paragraph that is short, of boxes that are nothing to a reader.
    private func shortFlows() -> Set<FlowID> {
        var short: Set<FlowID> = []
        // The inner ones first: what is in the line of another is not counted.
        for index in text.flows.indices.sorted(by: { text.flows[$0].rootBlock > text.flows[$1].rootBlock }) {
            let flow = text.flows[index]
            let range = text.blocks[flow.rootBlock.index].paragraphs
            guard flow.kind != .main, flow.kind != .footnote, let first = range.first,
                range.count <= TextLimits.maximumInLineFlows
            else { continue }
            let paragraph = text.paragraphs[first]
            let others = range.dropFirst().map { text.paragraphs[$0].flow }
            guard paragraph.flow == FlowID(index),
                others.allSatisfy({ short.contains($0) && text.flows[$0.index].kind == .inlineBlock }),
                isPlainBox(paragraph.block, in: flow.rootBlock)
            else { continue }
            let generated = text.generated(in: paragraph).reduce(0) { $0 + text.generatedText[$1].words.utf8.count }
            if paragraph.contentRange.count + generated <= TextLimits.maximumInLineBytes { short.insert(FlowID(index)) }
        }
        return short
    }

    private func isPlainBox(_ block: BlockID, in root: BlockID) -> Bool {
        var next: BlockID? = block
        while let id = next {
            guard text.blocks[id.index].kind == .box else { return false }
            switch text.blocks[id.index].role {
            case .heading, .blockquote, .definitionDescription, .rule, .preformatted: return false
            default: break
            }
            if id == root { return true }
            next = text.blocks[id.index].parent
        }
        return false
    }
}

extension SizeValue {
    /// Whether a margin is more than a hair: 4 px, or any symbolic length.
    fileprivate var isDistance: Bool { length.map { $0.px >= 4 || !$0.isAbsolute } ?? false }
}
