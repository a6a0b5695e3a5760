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

    enum ElementKind: Int, CaseIterable { case block, body, paragraph }

    /// The tag of a block; `nil` for blocks that are only boxes, for those whose paragraphs are tagged instead, and for the
    /// rows and cells of what is a table only to look at (`role=presentation`).
    func tag(of block: BlockID) -> StructureTag? {
        let blocks = content.text.blocks
        let role = blocks[block.index].role
        switch role {
        case .tableRow: guard isInTable(block) else { return nil }
        case .tableCell, .tableHeaderCell:
            guard let row = blocks[block.index].parent, isInTable(row) else { return nil }
        default: break
        }
        let flow = content.text.flows[blocks[block.index].flow.index]
        if flow.kind == .footnote, flow.rootBlock == block { return .note }
        return StructureTag(role)
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
        case .definitionTerm, .definitionDescription: self = .listItem
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
