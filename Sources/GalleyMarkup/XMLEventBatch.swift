/// The events of one chunk, with the bytes of their texts and attributes.
struct XMLEventBatch {
    /// An event that knows where it ends, in decoded bytes; where it begins is the locator's to find.
    struct Event {
        var event: XMLEvent
        var end: Int
        /// The construct begins at a `<`; a text begins where the construct before it ended.
        var beginsHere: Bool
        /// Nothing to deliver: the XML declaration, which only moves the place on.
        var isDeclaration = false
    }

    struct Attribute {
        var name: Int
        var value: Range<Int>
    }

    var events: [Event] = []
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
