/// A text laid out in cells.
struct TerminalLayout {
    let text: AttributedText
    let order: ReadingOrder
    private let links: TerminalTextWriter.Links
    /// The addresses of footnotes, and the number of each.
    private var addresses: [String] = []
    private var numbers: [String: Int] = [:]
    /// Whether only widths are wanted: lines stand at the left, and rules are short.
    var isMeasuring = false
    /// By block: how many cells the markers of its items take.
    private let markerWidths: [Int]
    /// By block: whether it is a table to be drawn.
    let isDrawn: [Bool]

    init(_ text: AttributedText, links: TerminalTextWriter.Links) {
        self.text = text
        order = ReadingOrder(text)
        self.links = links
        var widths = [Int](repeating: 0, count: text.blocks.count)
        for block in text.blocks {
            guard case .item(let item) = block.kind, let marker = item.markerText, let list = block.parent else {
                continue
            }
            let width = CellWidth.width(of: Array(marker.utf8))
            if width <= TextLimits.maximumMarkerCells { widths[list.index] = max(widths[list.index], width) }
        }
        markerWidths = widths
        isDrawn = TerminalLayout.drawnTables(text)
    }

    // MARK: Blocks

    /// A block that is open around a paragraph, with what its lines begin with.
    private struct Frame {
        var block: BlockID
        var prefix: [UInt8]
        var width: Int
    }

    /// The lines of some paragraphs, which stand in a block or in none, by their places.
    mutating func lines(of range: Range<Int>, in container: BlockID?, width: Int, depth: Int) -> [TerminalLine] {
        var lines: [TerminalLine] = []
        var frames: [Frame] = []
        var previous: Int?
        var endedTable = false
        // Items whose text has not begun.
        var items: [BlockID] = []
        var place = range.lowerBound
        while place < range.upperBound {
            let index = order.paragraphs[place]
            let paragraph = text.paragraphs[index]
            while let last = frames.last, !text.blocks[last.block.index].paragraphs.contains(index) {
                frames.removeLast()
            }
            let kept = frames.count
            open(&frames, paragraph.block, in: container, room: width / 2)
            let table = self.table(at: place, in: container, depth: depth)
            items += order.markers(at: place)
            guard table != nil || isShown(index) || hasMarkerAlone(place) else {
                place += 1
                continue
            }
            // A drawn table stands by itself.
            let isApart = table != nil || endedTable
            endedTable = false
            if let previous, isApart || order.hasGap(between: previous, and: place),
                lines.last?.bytes.isEmpty == false
            {
                let around = frames.prefix(kept).last
                lines.append(.empty.prefixed(around?.prefix ?? [], around?.width ?? 0))
                // A heading stays with what follows.
                lines[lines.count - 1].canEndPage = lines[lines.count - 2].canEndPage
            }
            // A table stands at the left of what it is in: its parts have no frames.
            let frame = table.flatMap { table in frames.last { $0.block <= table } } ?? frames.last
            let prefix = frame?.prefix ?? []
            let prefixWidth = frame?.width ?? 0
            let room = max(1, width - prefixWidth)
            if let table {
                if let drawn = self.lines(ofTable: table, width: room, depth: depth) {
                    var own = drawn.map { $0.prefixed(prefix, prefixWidth) }
                    putMarkers(of: items, around: table, before: &own, frames, width: width)
                    items = []
                    lines += own
                    place = order.range(of: table).upperBound
                    previous = place - 1
                    endedTable = true
                    continue
                }
                // Its markers are found again.
                items.removeAll { order.range(of: $0).lowerBound == place }
                skipped.insert(table)
                continue
            }
            var own = self.lines(ofParagraph: index, width: room).map { $0.prefixed(prefix, prefixWidth) }
            putMarkers(of: items, before: &own, frames, width: width)
            items = []
            lines += own
            previous = place
            place += 1
        }
        return lines
    }

    /// Tables that turned out too wide to be drawn.
    private var skipped: Set<BlockID> = []

    private func table(at place: Int, in container: BlockID?, depth: Int) -> BlockID? {
        guard depth < TextLimits.maximumDrawnTableDepth else { return nil }
        var found: BlockID?
        var next: BlockID? = text.paragraphs[order.paragraphs[place]].block
        // The outermost one that begins here.
        while let id = next, id != container, order.range(of: id).lowerBound == place {
            if isDrawn[id.index], !skipped.contains(id) { found = id }
            next = text.blocks[id.index].parent
        }
        return found
    }

    /// Adds the blocks around a paragraph that are not open yet. What is indented deeper than there is room is not.
    private func open(_ frames: inout [Frame], _ block: BlockID, in container: BlockID?, room: Int) {
        var new: [BlockID] = []
        var next: BlockID? = block
        while let id = next, id != container, id != frames.last?.block {
            new.append(id)
            next = text.blocks[id.index].parent
        }
        for id in new.reversed() {
            let outer = frames.last
            var frame = Frame(block: id, prefix: outer?.prefix ?? [], width: outer?.width ?? 0)
            let own = prefix(of: id)
            if frame.width + own.width <= room {
                frame.prefix += own.bytes
                frame.width += own.width
            }
            frames.append(frame)
        }
    }

    /// What the lines in a block begin with.
    private func prefix(of id: BlockID) -> (bytes: [UInt8], width: Int) {
        let block = text.blocks[id.index]
        if case .item = block.kind {
            let width = block.parent.map { markerWidths[$0.index] } ?? 0
            return (Array(repeating: 0x20, count: width), width)
        }
        switch block.role {
        case .blockquote: return (Array("\u{2502} ".utf8), 2)
        case .definitionDescription: return (Array(repeating: 0x20, count: 4), 4)
        default: return ([], 0)
        }
    }

    /// Puts markers where the first line has its indent: right-aligned, as beside each other in a list. One that is too
    /// wide has a line of its own. A drawn table has those of the items around it.
    private func putMarkers(
        of items: [BlockID], around table: BlockID? = nil, before lines: inout [TerminalLine], _ frames: [Frame],
        width total: Int
    ) {
        for id in items.reversed() {
            if let table, id > table { continue }
            guard case .item(let item) = text.blocks[id.index].kind, let marker = item.markerText, !lines.isEmpty,
                let place = frames.lastIndex(where: { $0.block == id })
            else { continue }
            var shown = TerminalText()
            shown.append(marker.utf8)
            let outer = place > 0 ? frames[place - 1] : nil
            let width = CellWidth.width(of: shown.utf8)
            let room = frames[place].width - (outer?.width ?? 0)
            let prefix = outer?.prefix ?? []
            let rest = frames[place].prefix
            if width <= room, lines[0].bytes.starts(with: rest) || lines[0].bytes.count <= rest.count {
                let bytes = lines[0].bytes.dropFirst(rest.count)
                var line = prefix + Array(repeating: 0x20, count: room - width) + shown.utf8 + bytes
                while line.last == 0x20 { line.removeLast() }
                lines[0].bytes = line
            } else {
                let own = shown.lines(width: max(1, total - (outer?.width ?? 0)), hyperlinks: false)
                for line in own.reversed() {
                    lines.insert(line.prefixed(prefix, outer?.width ?? 0), at: 0)
                    lines[0].canEndPage = false
                }
            }
        }
    }

    // MARK: Paragraphs

    /// Whether a paragraph takes a line: an empty one without a line box does not, unless it is a rule.
    private func isShown(_ index: Int) -> Bool {
        let paragraph = text.paragraphs[index]
        guard !order.isOnlyAnchor(index) else { return false }
        return !paragraph.contentRange.isEmpty || text.style(paragraph.style).emptyParagraph != .nothing
            || text.blocks[paragraph.block.index].role == .rule || !text.generated(in: paragraph).isEmpty
    }

    /// Whether a place without a line begins an item that has none at all: its marker stands alone. That of another item
    /// stands before its first line.
    private func hasMarkerAlone(_ place: Int) -> Bool {
        guard let item = order.markers(at: place).last else { return false }
        return !order.range(of: item).dropFirst().contains {
            isShown(order.paragraphs[$0]) || !order.markers(at: $0).isEmpty
        }
    }

    private mutating func lines(ofParagraph index: Int, width: Int) -> [TerminalLine] {
        let paragraph = text.paragraphs[index]
        let role = text.blocks[paragraph.block.index].role
        if role == .rule, paragraph.contentRange.isEmpty {
            return [TerminalLayout.rule("\u{2500}", isMeasuring ? 3 : width)]
        }
        let shown = shownText(of: index)
        var lines = shown.lines(width: width, hyperlinks: links == .hyperlinks)
        let alignment = CellAlignment(of: index, text)
        // The terminal moves text from right to left to its side itself.
        if !isMeasuring,
            alignment == .center || alignment == .right && text.style(paragraph.style).baseDirection != .rightToLeft
        {
            for line in lines.indices {
                let before = alignment.before(width - lines[line].width)
                lines[line] = lines[line].prefixed(Array(repeating: 0x20, count: before), before)
            }
        }
        if alignment == .right, text.style(paragraph.style).baseDirection == .rightToLeft {
            for line in lines.indices { lines[line].isAtRight = true }
        }
        if case .heading(let level) = role {
            if level <= 2, let longest = lines.map(\.width).max(), longest > 0, alignment == .left {
                lines.append(TerminalLayout.rule(level == 1 ? "\u{2550}" : "\u{2500}", min(width, longest)))
            }
            for line in lines.indices { lines[line].canEndPage = false }
        }
        return lines
    }

    static func rule(_ character: String, _ width: Int) -> TerminalLine {
        TerminalLine(bytes: Array(String(repeating: character, count: width).utf8), width: width)
    }

    /// What a paragraph shows: its text, what is generated beside it, alternative texts, numbers of footnotes.
    mutating func shownText(of index: Int) -> TerminalText {
        var shown = TerminalText()
        switch text.style(at: text.paragraphs[index].range.lowerBound)?.breaking.whiteSpace {
        case .preserve, .preserveSpaces, .breakSpaces: shown.keepsSpaces = true
        case .collapse, .preserveBreaks, nil: shown.keepsSpaces = false
        }
        add(paragraph: index, to: &shown)
        return shown
    }

    private mutating func add(paragraph index: Int, to shown: inout TerminalText) {
        let paragraph = text.paragraphs[index]
        let (start, end) = (paragraph.range.lowerBound, paragraph.contentRange.upperBound)
        // Everything that stands between stretches of text, in order.
        var events: [(offset: Int, order: Int, event: Event)] = []
        for index in text.generated(in: paragraph) {
            let generated = text.generatedText[index]
            events.append((generated.offset, 2 * generated.edgesBefore + 1, .text(generated.words)))
        }
        var object = text.objects.partitionIndex { $0.offset >= start }
        while object < text.objects.count, text.objects[object].offset < end {
            events.append((text.objects[object].offset, .max, .object(text.objects[object])))
            object += 1
        }
        if links != .none {
            for edge in text.spanEdges(in: paragraph.range) {
                // Its number says where a footnote is.
                guard let link = text.spans[edge.span].link.map(text.link), !link.url.isEmpty,
                    !Link.isOfFootnote(link.url)
                else { continue }
                events.append((edge.offset, 2 * edge.edgesBefore + 2, edge.isStart ? .begin(link.url) : .end))
            }
        }
        if events.count > 1 { events.sort { ($0.offset, $0.order) < ($1.offset, $1.order) } }
        var place = start
        var open: [(url: String, start: Int)] = []
        for (offset, _, event) in events {
            add(text.utf8[max(place, start)..<min(max(place, offset), end)], to: &shown)
            place = max(place, min(offset, end))
            switch event {
            case .text(let string): add(Array(string.utf8)[...], to: &shown)
            case .begin(let url): open.append((url, shown.utf8.count))
            case .end:
                guard let (url, start) = open.popLast(), start < shown.utf8.count else { continue }
                if links == .hyperlinks {
                    // The innermost link counts.
                    if start >= shown.links.last?.range.upperBound ?? 0 {
                        shown.links.append((start..<shown.utf8.count, url))
                    }
                } else if !shown.utf8[start...].elementsEqual(url.utf8) {
                    let number = "[\(number(of: url))]".utf8
                    // An inline block in a link is a link of its own.
                    if !shown.utf8[start...].reversed().starts(with: number.reversed()) { shown.append(number) }
                }
            case .object(let object):
                if case .attachment(let id) = object.kind {
                    shown.append(text.attachments[id.index].words.utf8)
                } else if let inner = order.paragraph(at: object, in: index) {
                    add(paragraph: inner.index, to: &shown)
                    if inner.isApart { shown.append([0x20]) }
                }
                place = offset + 3
            }
        }
        add(text.utf8[min(place, end)..<end], to: &shown)
    }

    private enum Event {
        case text(String), begin(String), end, object(InlineObject)
    }

    /// Adds text; U+2028 breaks the line.
    private func add<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes, to shown: inout TerminalText)
    where Bytes.Index == Int {
        var index = bytes.startIndex
        var start = index
        while index < bytes.endIndex {
            if bytes[index] == 0xE2, index + 2 < bytes.endIndex, bytes[index + 1] == 0x80, bytes[index + 2] == 0xA8 {
                shown.append(bytes[start..<index])
                shown.append([0x0A])
                index += 3
                start = index
            } else {
                index += 1
            }
        }
        shown.append(bytes[start...])
    }

    // MARK: Footnotes

    private mutating func number(of url: String) -> Int {
        if let known = numbers[url] { return known }
        addresses.append(url)
        numbers[url] = addresses.count
        return addresses.count
    }

    /// The list of addresses, each whole on its line.
    func notes(width: Int) -> [TerminalLine] {
        guard !addresses.isEmpty else { return [] }
        let digits = "\(addresses.count)".count
        var lines: [TerminalLine] = [.empty, TerminalLayout.rule("\u{2500}", min(20, width))]
        lines[1].canEndPage = false
        for (index, address) in addresses.enumerated() {
            let number = "[\(index + 1)]"
            var shown = TerminalText()
            shown.append((String(repeating: " ", count: digits + 2 - number.count) + number + " " + address).utf8)
            lines.append(TerminalLine(bytes: shown.utf8, width: CellWidth.width(of: shown.utf8)))
        }
        return lines
    }
}
