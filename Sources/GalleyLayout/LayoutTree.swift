import GalleyText

/// The blocks of a text with their children in order: what layout walks.
///
/// The model names each block's parent and each paragraph's block; this turns that around. Flows are trees of their
/// own: the root block of a float or inline block is no child of the block around its anchor. O(paragraphs + blocks).
struct LayoutTree: Sendable {
    /// A child of a block: a paragraph or a block.
    struct Child: Sendable, Hashable {
        /// A paragraph's index, or the complement of a block's.
        var rawValue: Int32

        static func paragraph(_ index: Int) -> Child { Child(rawValue: Int32(clamping: index)) }
        static func block(_ id: BlockID) -> Child { Child(rawValue: ~id.rawValue) }

        var paragraph: Int? { rawValue >= 0 ? Int(rawValue) : nil }
        var block: BlockID? { rawValue < 0 ? BlockID(rawValue: ~rawValue) : nil }
    }

    private var children: ContiguousArray<Child> = []
    /// The children of block `b` are `children[starts[b]..<starts[b + 1]]`.
    private var starts: ContiguousArray<Int32> = []

    init(_ text: AttributedText) {
        var owners: ContiguousArray<(owner: Int32, child: Child)> = []
        owners.reserveCapacity(text.paragraphs.count + text.blocks.count)
        var isListed = ContiguousArray(repeating: false, count: text.blocks.count)
        var chain: [BlockID] = []
        for (index, paragraph) in text.paragraphs.enumerated() {
            // Blocks that begin with this paragraph are listed first, outermost first.
            var next = paragraph.block
            while !isListed[next.index] {
                isListed[next.index] = true
                guard let parent = text.blocks[next.index].parent,
                    text.blocks[parent.index].flow == text.blocks[next.index].flow
                else { break }
                chain.append(next)
                next = parent
            }
            while let block = chain.popLast() {
                owners.append((text.blocks[block.index].parent?.rawValue ?? 0, .block(block)))
            }
            owners.append((paragraph.block.rawValue, .paragraph(index)))
        }
        // A counting sort by owner; it keeps the order of each owner's children.
        starts = ContiguousArray(repeating: 0, count: text.blocks.count + 1)
        for (owner, _) in owners { starts[Int(owner) + 1] += 1 }
        for index in text.blocks.indices { starts[index + 1] += starts[index] }
        var next = starts
        children = ContiguousArray(repeating: .paragraph(0), count: owners.count)
        for (owner, child) in owners {
            children[Int(next[Int(owner)])] = child
            next[Int(owner)] += 1
        }
    }

    /// The children of a block, as a range of places for `subscript`.
    func places(of block: BlockID) -> Range<Int> {
        Int(starts[block.index])..<Int(starts[block.index + 1])
    }

    subscript(place: Int) -> Child { children[place] }

    /// The paragraph that is all there is in a block.
    func onlyParagraph(of block: BlockID) -> Int? {
        let start = Int(starts[block.index])
        return Int(starts[block.index + 1]) == start + 1 ? children[start].paragraph : nil
    }

    func children(of block: BlockID) -> ArraySlice<Child> { ArraySlice(children[places(of: block)]) }
}
