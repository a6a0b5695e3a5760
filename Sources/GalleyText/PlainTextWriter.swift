/// Writes a text as plain text. The one writer: every plain form of a document comes from here.
///
///     PlainTextWriter(.screen).string(from: text)
public struct PlainTextWriter: Sendable {
    /// Which plain text is wanted.
    public enum Form: Sendable, Hashable {
        /// For reading: list markers and indents, blank lines between blocks, tables in columns, alternative texts,
        /// generated text, short inline blocks in their lines. A table with tables inside, or one too wide for a screen, has
        /// its cells separated by tabs.
        case screen
        /// What DTCoreText's users know: `\t•\t` before items, U+2028 and U+FFFC kept, one `\n` a paragraph.
        case compatible
    }
    public var form: Form

    public init(_ form: Form = .screen) { self.form = form }

    /// The whole text. O(n).
    public func string(from text: AttributedText) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + text.count / 8)
        switch form {
        case .screen:
            var state = State(text: text)
            var place = 0
            while place < state.order.paragraphs.count {
                if let table = state.table(startingAt: place, text) {
                    place = write(table: table, of: text, &state, into: &bytes)
                } else {
                    writeScreen(place, of: text, &state, into: &bytes)
                    place += 1
                }
            }
            while bytes.last == 0x0A { bytes.removeLast() }
            if !bytes.isEmpty { bytes.append(0x0A) }
        case .compatible:
            for index in text.paragraphs.indices { writeCompatible(paragraph: index, of: text, into: &bytes) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Where the walk is, so that each paragraph costs its own length.
    struct State {
        let order: ReadingOrder
        /// The place of the last paragraph that was written.
        var previous: Int?
        /// Depth of lists and quotes per block, filled once.
        var indents: [Int]
        /// The row that each block is in or is, or -1.
        var rows: [Int]
        /// The table in columns that each block is in or is, or -1.
        var tables: [Int]
        /// Whether a box without text that stands apart has been left out.
        var hasGap = false
        /// Those of items whose text has not begun.
        var markers = ""
        /// Set while a cell is written to lines of its own.
        var isInCell = false

        init(text: AttributedText) {
            order = ReadingOrder(text)
            indents = []
            rows = []
            tables = PlainTextWriter.tablesInColumns(text)
            indents.reserveCapacity(text.blocks.count)
            rows.reserveCapacity(text.blocks.count)
            for (index, block) in text.blocks.enumerated() {
                var indent = block.parent.map { indents[$0.index] } ?? 0
                var row = block.parent.map { rows[$0.index] } ?? -1
                switch block.kind {
                case .list: if block.parent.map({ PlainTextWriter.isInItem($0, text) }) ?? false { indent += 2 }
                case .row: row = index
                case .table: row = -1
                default: break
                }
                if block.role == .blockquote || block.role == .definitionDescription { indent += 4 }
                indents.append(indent)
                rows.append(row)
            }
        }

        /// The table in columns whose first paragraph is at a place.
        func table(startingAt place: Int, _ text: AttributedText) -> BlockID? {
            guard !isInCell else { return nil }
            let table = tables[text.paragraphs[order.paragraphs[place]].block.index]
            return table >= 0 && order.range(of: BlockID(table)).lowerBound == place ? BlockID(table) : nil
        }
    }

    private static func isInItem(_ id: BlockID, _ text: AttributedText) -> Bool {
        if case .item = text.blocks[id.index].kind { return true }
        return text.blocks[id.index].role == .listItem
    }

    // MARK: Screen form

    func writeScreen(
        _ place: Int, of text: AttributedText, _ state: inout State, into bytes: inout [UInt8], outerIndent: Int = 0
    ) {
        let index = state.order.paragraphs[place]
        let paragraph = text.paragraphs[index]
        let start = bytes.count
        let isEmptyBox =
            state.order.isOnlyAnchor(index)
            || paragraph.contentRange.isEmpty && text.style(paragraph.style).emptyParagraph == .nothing
                && text.generated(in: paragraph).isEmpty
        let row = state.isInCell ? -1 : state.rows[paragraph.block.index]
        if isEmptyBox, row < 0 {
            if text.blocks[paragraph.block.index].role == .rule {
                separate(place, &state, into: &bytes)
                bytes.append(contentsOf: Array(repeating: UInt8(ascii: "-"), count: 40))
                bytes.append(0x0A)
                state.previous = place
            }
            // What begins with it may be apart from what is before.
            if let previous = state.previous, state.order.hasGap(between: previous, and: place) { state.hasGap = true }
            guard let item = state.order.markers(at: place).last else { return }
            if state.order.range(of: item).upperBound > place + 1 {
                // The marker stands before the first text of its item.
                state.markers += markers(at: place, text, state)
                return
            }
        }
        separate(place, &state, into: &bytes)
        let indent = String(repeating: " ", count: max(0, state.indents[paragraph.block.index] - outerIndent))
        let continuesRow = bytes.count > 0 && bytes.last == 0x09
        if !continuesRow { bytes.append(contentsOf: indent.utf8) }
        bytes.append(contentsOf: (state.markers + markers(at: place, text, state)).utf8)
        state.markers = ""
        let contentStart = bytes.count
        writeContent(of: index, text, state.order, into: &bytes) { bytes in
            // U+2028 becomes a new line at the same indent.
            bytes.append(0x0A)
            bytes.append(contentsOf: indent.utf8)
        }
        // Space before what is read after the paragraph is at its end.
        if state.order.endsWithAnchor(index) {
            while bytes.count > contentStart, bytes.last == 0x20 { bytes.removeLast() }
        }
        bytes.append(endsCell(place, text, state) ? 0x09 : 0x0A)
        if bytes.count > start { state.previous = place }
    }

    private func markers(at place: Int, _ text: AttributedText, _ state: State) -> String {
        state.order.markers(at: place).compactMap { item in
            if case .item(let item) = text.blocks[item.index].kind { item.markerText } else { nil }
        }.joined()
    }

    /// A blank line between blocks that have a distance; nothing inside a row of a table.
    func separate(_ place: Int, _ state: inout State, into bytes: inout [UInt8]) {
        defer { state.hasGap = false }
        guard let previous = state.previous, !bytes.isEmpty, bytes.last != 0x09 else { return }
        if bytes.count >= 2, bytes[bytes.count - 2] == 0x0A, bytes[bytes.count - 1] == 0x0A { return }
        if state.hasGap || state.order.hasGap(between: previous, and: place) { bytes.append(0x0A) }
    }

    /// Whether the paragraph is the last one of a cell that is not the last of its row.
    private func endsCell(_ place: Int, _ text: AttributedText, _ state: State) -> Bool {
        let paragraph = text.paragraphs[state.order.paragraphs[place]]
        let row = state.rows[paragraph.block.index]
        guard row >= 0, !state.isInCell, place + 1 < state.order.range(of: BlockID(row)).upperBound else {
            return false
        }
        let next = text.paragraphs[state.order.paragraphs[place + 1]]
        return next.flow == paragraph.flow && state.rows[next.block.index] == row
            && cell(of: paragraph.block, text) != cell(of: next.block, text)
    }

    private func cell(of block: BlockID, _ text: AttributedText) -> BlockID? {
        var next: BlockID? = block
        while let id = next {
            if case .cell = text.blocks[id.index].kind { return id }
            next = text.blocks[id.index].parent
        }
        return nil
    }

    // MARK: Compatible form

    private func writeCompatible(paragraph index: Int, of text: AttributedText, into bytes: inout [UInt8]) {
        let paragraph = text.paragraphs[index]
        for item in text.markers(ofParagraph: index) {
            guard case .item(let item) = text.blocks[item.index].kind, var marker = item.markerText else { continue }
            while marker.last == " " { marker.removeLast() }
            bytes.append(0x09)
            bytes.append(contentsOf: marker.utf8)
            bytes.append(0x09)
        }
        bytes.append(contentsOf: text.utf8[paragraph.range])
    }

    // MARK: A paragraph's content

    private func writeContent(
        of paragraphIndex: Int, _ text: AttributedText, _ order: ReadingOrder, into bytes: inout [UInt8],
        lineBreak: (inout [UInt8]) -> Void
    ) {
        let paragraph = text.paragraphs[paragraphIndex]
        var index = paragraph.range.lowerBound
        let end = paragraph.contentRange.upperBound
        var generated = text.generated(in: paragraph)
        var object = text.objects.partitionIndex { $0.offset >= index }
        while index <= end {
            while let first = generated.first, text.generatedText[first].offset <= index {
                bytes.append(contentsOf: text.generatedText[first].words.utf8)
                generated.removeFirst()
            }
            guard index < end else { break }
            let byte = text.utf8[index]
            if byte == 0xE2, index + 2 < end, text.utf8[index + 1] == 0x80, text.utf8[index + 2] == 0xA8 {
                lineBreak(&bytes)
                index += 3
            } else if object < text.objects.count, text.objects[object].offset == index {
                write(text.objects[object], in: paragraphIndex, text, order, into: &bytes, lineBreak: lineBreak)
                object += 1
                index += 3
            } else {
                bytes.append(byte)
                index += 1
            }
        }
    }

    /// An attachment reads as its alternative text, what is in the line as its own.
    private func write(
        _ object: InlineObject, in paragraph: Int, _ text: AttributedText, _ order: ReadingOrder,
        into bytes: inout [UInt8], lineBreak: (inout [UInt8]) -> Void
    ) {
        if case .attachment(let id) = object.kind {
            bytes.append(contentsOf: text.attachments[id.index].words.utf8)
        } else if let inner = order.paragraph(at: object, in: paragraph) {
            writeContent(of: inner.index, text, order, into: &bytes, lineBreak: lineBreak)
            if inner.isApart { bytes.append(0x20) }
        }
    }
}
