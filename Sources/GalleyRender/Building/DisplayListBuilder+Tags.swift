import GalleyLayout
import GalleyText

// Structure tags of blocks and paragraphs (ISO 32000-1 §14.8.4).
extension DisplayListBuilder {
    /// Which element of the document a tag is for: the same on each page that has a part of it. Elements beside each other
    /// hold different paragraphs, in the order in which they are read.
    func element(_ kind: ElementKind, _ index: Int) -> StructureElement {
        let position = kind == .paragraph ? index : content.text.blocks[index].paragraphs.lowerBound
        return StructureElement(number: index * ElementKind.allCases.count + kind.rawValue, position: position)
    }

    /// The element of a link in a paragraph, or of what is beside links in it: they are read in the order of the source, also on
    /// lines that are painted in another. A link that is left and begun again is one.
    ///
    /// - Parameter offset: from the paragraph's beginning. (Near the paragraph's own position, as what is logged is differences.)
    func element(ofSpan span: Int?, at offset: Int, inParagraph paragraph: Int) -> StructureElement {
        StructureElement(number: span.map { $0 + 1 << 39 }, position: paragraph + offset)
    }

    enum ElementKind: Int, CaseIterable {
        case block, body, paragraph
        /// The item around terms and descriptions, named by the first of them.
        case item
    }

    /// The tag of a block; `nil` for blocks that are only boxes, for those whose paragraphs are tagged instead, and for the
    /// rows and cells of what is a table only to look at (`role=presentation`).
    func tag(of block: BlockID) -> StructureTag? {
        let blocks = content.text.blocks
        if isHidden(block) { return .artifact }
        let role = blocks[block.index].role
        switch role {
        case .definitionTerm, .definitionDescription: guard isInDefinitionList(block) else { return nil }
        case .tableRow: guard isInTable(block) else { return nil }
        case .tableCell, .tableHeaderCell:
            guard let row = blocks[block.index].parent, isInTable(row) else { return nil }
        default: break
        }
        let flow = content.text.flows[blocks[block.index].flow.index]
        if flow.kind == .footnote, flow.rootBlock == block { return .note }
        return StructureTag(role)
    }

    /// What is said of a block: how many columns and rows a cell spans.
    mutating func attributes(of block: BlockID) -> StructureAttributes {
        var attributes = StructureAttributes()
        let cell = content.text.blocks[block.index]
        if let spans = cell.kind.cellSpans {
            attributes.columnSpan = spans.columns
            attributes.rowSpan = 1
            if spans.rows > 1, let row = cell.parent { attributes.rowSpan += rows(after: row, limit: spans.rows - 1) }
        }
        return attributes
    }

    /// How many rows of its group follow a row, up to a limit: no cell spans more (HTML §4.9.12.1, "ending a row group"), and
    /// one with `rowspan=0` spans them all.
    private mutating func rows(after row: BlockID, limit: Int) -> Int {
        if let known = rowsAfter[row.index] { return min(known, limit) }
        let blocks = content.text.blocks
        guard let group = blocks[row.index].parent else { return 0 }
        var found: [Int] = []
        var index = row.index + 1
        while index < blocks.count, found.count < limit, let parent = blocks[index].parent, parent >= group {
            if parent == group, case .row = blocks[index].kind { found.append(index) }
            index += 1
        }
        if found.count < limit {
            // The last of the group are known.
            for (place, row) in ([row.index] + found).enumerated() { rowsAfter[row] = found.count - place }
        }
        return found.count
    }

    /// The language of all that does not say another.
    var documentLanguage: String { content.text.metadata.language ?? "" }

    /// Whether a block is hidden from assistive technology (`aria-hidden`, WAI-ARIA 1.2 §6.6). With links in it, it is not:
    /// what can be clicked must not be hidden, and an artifact has no links.
    private func isHidden(_ block: BlockID) -> Bool {
        let (text, block) = (content.text, content.text.blocks[block.index])
        guard let attributes = block.attributes, text.attributes(attributes)["aria-hidden"] == "true" else {
            return false
        }
        let (first, last) = (
            block.paragraphs.lowerBound, max(block.paragraphs.lowerBound, block.paragraphs.upperBound - 1)
        )
        let range = text.paragraphs[first].range.lowerBound..<text.paragraphs[last].range.upperBound
        return text.spans.isEmpty || !text.spanIndices(in: range).contains { text.spans[$0].link != nil }
    }

    // MARK: Definition lists

    /// Terms and descriptions stand in a definition list, or in boxes in one (HTML §4.4.9).
    private func isInDefinitionList(_ block: BlockID) -> Bool {
        let blocks = content.text.blocks
        guard let parent = blocks[block.index].parent else { return false }
        if blocks[parent.index].role == .definitionList { return true }
        return blocks[parent.index].role == .none
            && blocks[parent.index].parent.map { blocks[$0.index].role == .definitionList } ?? false
    }

    /// The first block of the item that a term or description of a list is a part of: terms and the descriptions that follow
    /// them are one, with labels and bodies (ISO 32000-1 §14.8.4.3.3).
    mutating func definitionItem(of id: BlockID) -> Int? {
        let blocks = content.text.blocks
        func isTerm(_ index: Int) -> Bool { blocks[index].role == .definitionTerm }
        guard isTerm(id.index) || blocks[id.index].role == .definitionDescription, tag(of: id) != .artifact,
            isInDefinitionList(id)
        else { return nil }
        var first = id.index
        var count = 0
        while count < RenderLimits.maximumItemParts, let previous = sibling(before: first) {
            // A term after a description begins the next item.
            guard isTerm(previous) || blocks[previous].role == .definitionDescription && !isTerm(first) else { break }
            first = definitionItems[previous] ?? previous
            count += 1
            if definitionItems[previous] != nil { break }
        }
        definitionItems[id.index] = first
        return first
    }

    private func sibling(before index: Int) -> Int? {
        let blocks = content.text.blocks
        guard let parent = blocks[index].parent else { return nil }
        var previous = index - 1
        while previous > parent.index {
            if blocks[previous].parent == parent { return previous }
            // Out of what is inside of the sibling; blocks of another flow may stand between.
            guard let outer = blocks[previous].parent, outer > parent else {
                previous -= 1
                continue
            }
            previous = outer.index
        }
        return nil
    }

    /// Whether a row stands in a block that is a table to readers, in a group of its rows or not.
    private func isInTable(_ row: BlockID) -> Bool {
        let blocks = content.text.blocks
        var parent = blocks[row.index].parent
        if let group = parent, case .rowGroup = blocks[group.index].kind { parent = blocks[group.index].parent }
        return parent.map { blocks[$0.index].role == .table } ?? false
    }
}

extension StructureTag {
    fileprivate init?(_ role: Block.Role) {
        switch role {
        case .none, .document, .rule, .paragraph, .heading, .preformatted, .summary, .address: return nil
        case .blockquote: self = .blockQuote
        case .article: self = .article
        case .section: self = .section
        case .navigation, .aside, .header, .footer, .main, .figure, .details, .form: self = .division
        case .figureCaption, .tableCaption: self = .caption
        case .definitionList, .list: self = .list
        case .definitionTerm: self = .label
        case .definitionDescription: self = .listBody
        case .listItem: self = .listItem
        case .table: self = .table
        case .tableRow: self = .tableRow
        case .tableCell: self = .dataCell
        case .tableHeaderCell: self = .headerCell
        }
    }

    /// The tag of a paragraph in a block of that role.
    init(paragraphIn role: Block.Role) {
        if case .heading(let level) = role { self = .heading(level: level) } else { self = .paragraph }
    }
}
