import GalleyText

/// Which paragraphs of a block need an element of their own, and which the block's own style gives.
///
/// HTML has anonymous paragraphs: text directly inside a block, with the block's style. One that differs from that, is
/// empty, or follows another one immediately is written as an element that is a paragraph and no block.
struct ParagraphPlan {
    /// By block: the paragraph whose style the block's element gets, or -1.
    private(set) var base: [Int32]
    /// By paragraph: whether it is written as an element of its own.
    private(set) var isWrapped: [Bool]
    /// By block: the first item directly inside, and the second, or -1.
    private(set) var firstItem: [Int32]
    private(set) var secondItem: [Int32]
    /// By block: whether the table's parts stand as HTML's elements may.
    private(set) var isRegular: [Bool]
    /// By block: how many blocks are directly inside.
    private(set) var childCount: [Int32]
    /// By block: the first block directly inside, or -1.
    private(set) var firstChild: [Int32]

    init(_ text: AttributedText) {
        base = Array(repeating: -1, count: text.blocks.count)
        isWrapped = Array(repeating: false, count: text.paragraphs.count)
        firstItem = base
        secondItem = base
        firstChild = base
        childCount = Array(repeating: 0, count: text.blocks.count)
        isRegular = Array(repeating: true, count: text.blocks.count)
        var newest = [Int32](repeating: -1, count: text.flows.count)
        for (index, paragraph) in text.paragraphs.enumerated() {
            let block = paragraph.block.index
            let before = Int(newest[paragraph.flow.index])
            newest[paragraph.flow.index] = Int32(index)
            if before >= 0, text.paragraphs[before].block == paragraph.block {
                isWrapped[index] = true
                isWrapped[before] = true
            }
            if base[block] < 0 || isWrapped[Int(base[block])] && !isWrapped[index] { base[block] = Int32(index) }
            switch text.blocks[block].kind {
            case .table, .rowGroup, .row: isRegular[block] = false
            default: break
            }
        }
        for (index, block) in text.blocks.enumerated() {
            guard let parent = block.parent?.index else { continue }
            childCount[parent] += 1
            if firstChild[parent] < 0 { firstChild[parent] = Int32(index) }
            if case .item = block.kind {
                if firstItem[parent] < 0 {
                    firstItem[parent] = Int32(index)
                } else if secondItem[parent] < 0 {
                    secondItem[parent] = Int32(index)
                }
            }
            if block.flow == text.blocks[parent].flow, !ParagraphPlan.fits(block.kind, in: text.blocks[parent].kind) {
                isRegular[parent] = false
            }
        }
        // A table is written with table elements when all of it can be.
        for index in text.blocks.indices.reversed() where !isRegular[index] {
            guard let parent = text.blocks[index].parent?.index else { continue }
            switch text.blocks[index].kind {
            case .rowGroup, .row: isRegular[parent] = false
            default: break
            }
        }
        for index in text.paragraphs.indices where !isWrapped[index] {
            isWrapped[index] = !isNatural(index, text)
        }
    }

    private static func fits(_ kind: Block.Kind, in parent: Block.Kind) -> Bool {
        switch (parent, kind) {
        case (.table, .rowGroup), (.table, .caption), (.rowGroup, .row), (.row, .cell): true
        case (.table, _), (.rowGroup, _), (.row, _): false
        default: true
        }
    }

    /// The paragraph style of a block's element: that of its base, whose indent counts only at the block's start.
    func style(of block: Int, _ text: AttributedText) -> ParagraphStyle? {
        guard base[block] >= 0 else { return nil }
        return text.style(text.paragraphs[Int(base[block])].style)
    }

    private func isNatural(_ index: Int, _ text: AttributedText) -> Bool {
        let paragraph = text.paragraphs[index]
        let block = text.blocks[paragraph.block.index]
        let base = text.paragraphs[Int(self.base[paragraph.block.index])]
        let strut = text.style(paragraph.strut)
        var expected = text.style(base.style)
        let isFirst = index == block.paragraphs.lowerBound
        if !isFirst {
            expected.indent = .zero
            (expected.firstLine, expected.firstLetter) = (nil, nil)
        }
        let style = text.style(paragraph.style)
        guard style == expected, paragraph.strut == base.strut || strut == text.style(base.strut) else { return false }
        let blockStyle = text.style(block.style)
        if let font = block.textStyle, text.style(font) != strut.fontOnly { return false }
        guard style.baseDirection == blockStyle.direction, strut.paint.isVisible == blockStyle.isVisible else {
            return false
        }
        if !paragraph.contentRange.isEmpty || !text.generated(in: paragraph).isEmpty { return true }
        guard block.paragraphs.count == 1 else { return false }
        return block.parent == nil || text.flows[block.flow.index].rootBlock == paragraph.block
            || ModelBuilder.isKeptEmpty(block.kind, block.role, blockStyle, style)
    }
}

extension AttributedText {
    /// The box of a span; one that changes nothing for a span that keeps none.
    func boxStyle(_ span: InlineSpan) -> InlineBoxStyle { span.box.map { style($0) } ?? InlineBoxStyle() }
}
