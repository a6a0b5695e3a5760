/// The events of one chunk, with what their texts and attributes are made of.
struct XMLEventBatch {
    /// A stretch of text: where the parser hands out the document's own bytes, they are not copied.
    struct Piece {
        /// In the arena; or below zero, the complement of an offset of decoded bytes.
        var start: Int
        var count: Int
    }

    struct Attribute {
        var name: Int
        var value: Piece
    }

    var events: [XMLEvent] = []
    var attributes: [Attribute] = []
    var pieces: [Piece] = []
    var arena: [UInt8] = []

    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        attributes.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        arena.removeAll(keepingCapacity: true)
    }
}
