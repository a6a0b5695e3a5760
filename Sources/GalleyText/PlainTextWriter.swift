/// Writes a text as plain text. The one writer: every plain form of a document comes from here.
///
///     PlainTextWriter(.screen).string(from: text)
public struct PlainTextWriter: Sendable {
    /// Which plain text is wanted.
    public enum Form: Sendable, Hashable {
        /// For reading: list markers and indents, blank lines between blocks, tables in columns, alternative texts,
        /// generated text. A table with tables inside, or one too wide for a screen, has its cells separated by tabs.
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
        var state = State(text: text)
        var index = 0
        while index < text.paragraphs.count {
            switch form {
            case .screen:
                if let table = state.table(startingAt: index, text) {
                    index = write(table: table, of: text, &state, into: &bytes)
                    continue
                }
                writeScreen(paragraph: index, of: text, &state, into: &bytes)
            case .compatible: writeCompatible(paragraph: index, of: text, &state, into: &bytes)
            }
            index += 1
        }
        if form == .screen {
            while bytes.last == 0x0A { bytes.removeLast() }
            if !bytes.isEmpty { bytes.append(0x0A) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Where the walk is, so that each paragraph costs its own length.
    struct State {
        var generated = 0
        var object = 0
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

        /// The table in columns whose first paragraph is at `index`.
        func table(startingAt index: Int, _ text: AttributedText) -> BlockID? {
            guard !isInCell else { return nil }
            let table = tables[text.paragraphs[index].block.index]
            return table >= 0 && text.blocks[table].paragraphs.lowerBound == index ? BlockID(table) : nil
        }
    }

    private static func isInItem(_ id: BlockID, _ text: AttributedText) -> Bool {
        if case .item = text.blocks[id.index].kind { return true }
        return text.blocks[id.index].role == .listItem
    }

    // MARK: Screen form

    func writeScreen(
        paragraph index: Int, of text: AttributedText, _ state: inout State, into bytes: inout [UInt8],
        outerIndent: Int = 0
    ) {
        let paragraph = text.paragraphs[index]
        let start = bytes.count
        let isEmptyBox =
            paragraph.contentRange.isEmpty && text.style(paragraph.style).emptyParagraph == .nothing
            && !hasGenerated(paragraph, text, state)
        let row = state.isInCell ? -1 : state.rows[paragraph.block.index]
        if isEmptyBox, row < 0 {
            if text.blocks[paragraph.block.index].role == .rule {
                separate(index, text, &state, into: &bytes)
                bytes.append(contentsOf: Array(repeating: UInt8(ascii: "-"), count: 40))
                bytes.append(0x0A)
                state.previous = index
            }
            // What begins with it may be apart from what is before.
            if let previous = state.previous, text.hasGap(between: previous, and: index) { state.hasGap = true }
            guard let item = text.markers(ofParagraph: index).last else { return }
            if text.blocks[item.index].paragraphs.upperBound > index + 1 {
                // The marker stands before the first text of its item.
                state.markers += markers(ofParagraph: index, text)
                return
            }
        }
        separate(index, text, &state, into: &bytes)
        let indent = String(repeating: " ", count: max(0, state.indents[paragraph.block.index] - outerIndent))
        let continuesRow = bytes.count > 0 && bytes.last == 0x09
        if !continuesRow { bytes.append(contentsOf: indent.utf8) }
        bytes.append(contentsOf: (state.markers + markers(ofParagraph: index, text)).utf8)
        state.markers = ""
        writeContent(of: paragraph, text, &state, into: &bytes) { bytes in
            // U+2028 becomes a new line at the same indent.
            bytes.append(0x0A)
            bytes.append(contentsOf: indent.utf8)
        }
        bytes.append(endsCell(index, text, state) ? 0x09 : 0x0A)
        if bytes.count > start { state.previous = index }
    }

    private func markers(ofParagraph index: Int, _ text: AttributedText) -> String {
        text.markers(ofParagraph: index).compactMap { item in
            if case .item(let item) = text.blocks[item.index].kind { item.markerText } else { nil }
        }.joined()
    }

    /// A blank line between blocks that have a distance; nothing inside a row of a table.
    func separate(_ index: Int, _ text: AttributedText, _ state: inout State, into bytes: inout [UInt8]) {
        defer { state.hasGap = false }
        guard let previous = state.previous, !bytes.isEmpty, bytes.last != 0x09 else { return }
        if bytes.count >= 2, bytes[bytes.count - 2] == 0x0A, bytes[bytes.count - 1] == 0x0A { return }
        if state.hasGap || text.hasGap(between: previous, and: index) { bytes.append(0x0A) }
    }

    /// Whether the paragraph is the last one of a cell that is not the last of its row.
    private func endsCell(_ index: Int, _ text: AttributedText, _ state: State) -> Bool {
        let row = state.rows[text.paragraphs[index].block.index]
        guard row >= 0, !state.isInCell else { return false }
        return index + 1 < text.blocks[row].paragraphs.upperBound
            && text.paragraphs[index + 1].flow == text.paragraphs[index].flow
            && state.rows[text.paragraphs[index + 1].block.index] == row
            && cell(of: text.paragraphs[index].block, text) != cell(of: text.paragraphs[index + 1].block, text)
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

    private func writeCompatible(
        paragraph index: Int, of text: AttributedText, _ state: inout State, into bytes: inout [UInt8]
    ) {
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

    private func hasGenerated(_ paragraph: Paragraph, _ text: AttributedText, _ state: State) -> Bool {
        state.generated < text.generatedText.count
            && text.generatedText[state.generated].offset <= paragraph.contentRange.upperBound
    }

    private func writeContent(
        of paragraph: Paragraph, _ text: AttributedText, _ state: inout State, into bytes: inout [UInt8],
        lineBreak: (inout [UInt8]) -> Void
    ) {
        var index = paragraph.range.lowerBound
        let end = paragraph.contentRange.upperBound
        while index <= end {
            while state.generated < text.generatedText.count, text.generatedText[state.generated].offset <= index {
                bytes.append(contentsOf: text.generatedText[state.generated].text.utf8)
                state.generated += 1
            }
            guard index < end else { break }
            let byte = text.utf8[index]
            if byte == 0xE2, index + 2 < end, text.utf8[index + 1] == 0x80, text.utf8[index + 2] == 0xA8 {
                lineBreak(&bytes)
                index += 3
            } else if byte == 0xEF, let object = nextObject(at: index, text, &state) {
                writeAlternative(for: object, text, into: &bytes)
                index += 3
            } else {
                bytes.append(byte)
                index += 1
            }
        }
    }

    private func nextObject(at offset: Int, _ text: AttributedText, _ state: inout State) -> InlineObject? {
        while state.object < text.objects.count, text.objects[state.object].offset < offset { state.object += 1 }
        guard state.object < text.objects.count, text.objects[state.object].offset == offset else { return nil }
        return text.objects[state.object]
    }

    /// An attachment reads as its alternative text; a float or inline block follows as text of its own.
    private func writeAlternative(for object: InlineObject, _ text: AttributedText, into bytes: inout [UInt8]) {
        guard case .attachment(let id) = object.kind else { return }
        if let alternative = text.attachments[id.index].alternativeText, !alternative.isEmpty {
            bytes.append(contentsOf: alternative.utf8)
        }
    }
}
