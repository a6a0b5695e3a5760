import GalleyText

/// Values of some of a document's blocks, in their order.
///
/// A look-up is O(log count); 4 bytes beside each value, where a dictionary has its key, its hash's room and as much again
/// after it has grown.
struct BlockTable<Value: Sendable>: Sendable {
    private(set) var blocks: ContiguousArray<BlockID> = []
    private var values: ContiguousArray<Value> = []

    init() {}

    var count: Int { blocks.count }
    var isEmpty: Bool { blocks.isEmpty }

    /// Adds the value of a block after those before it.
    mutating func append(_ value: Value, of block: BlockID) {
        precondition(blocks.last.map { $0 < block } ?? true, "blocks are added in their order")
        blocks.append(block)
        values.append(value)
    }

    subscript(block: BlockID) -> Value? {
        let place = blocks.partitionIndex { $0 >= block }
        return place < blocks.count && blocks[place] == block ? values[place] : nil
    }
}
