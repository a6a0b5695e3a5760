/// The events of one chunk, with the bytes of their texts and attributes.
struct XMLEventBatch {
    struct Attribute {
        var name: Int
        var value: Range<Int>
    }

    var events: [XMLEvent] = []
    var attributes: [Attribute] = []
    var arena: [UInt8] = []

    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        attributes.removeAll(keepingCapacity: true)
        arena.removeAll(keepingCapacity: true)
    }

    /// The text of a stretch of the arena.
    func string(_ range: Range<Int>) -> String {
        arena.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }
}
