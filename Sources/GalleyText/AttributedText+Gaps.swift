extension AttributedText {
    /// Whether there is a distance worth an empty line between two paragraphs, the second of which follows the first: a
    /// margin of 4 px or more, of any block that ends or begins there.
    func hasGap(between first: Int, and second: Int) -> Bool {
        let (left, right) = (paragraphs[first].block, paragraphs[second].block)
        guard left != right else { return false }
        var next: BlockID? = left
        while let id = next, blocks[id.index].paragraphs.upperBound == first + 1 {
            if style(of: id).margin.bottom.isDistance { return true }
            next = blocks[id.index].parent
        }
        next = right
        while let id = next, blocks[id.index].paragraphs.lowerBound == second {
            if style(of: id).margin.top.isDistance { return true }
            next = blocks[id.index].parent
        }
        return false
    }
}

extension SizeValue {
    /// Whether a margin is more than a hair: 4 px, or any symbolic length.
    fileprivate var isDistance: Bool { length.map { $0.px >= 4 || !$0.isAbsolute } ?? false }
}
