/// The characters of all text nodes of a tree, one after another, in pieces: who goes through them from front to back can give
/// up what is behind.
///
/// Each node's are in one piece. Finding the piece of a place is O(log pieces).
struct HTMLText: Sendable {
    private var pieces: [[UInt8]] = []
    /// Where each piece begins.
    private var starts: [Int] = []
    private(set) var count = 0
    /// How many pieces were given up.
    private var released = 0
    private var reserved = 0

    /// A node begins a new piece when the last one has so many bytes.
    static let pieceBytes = 1 << 20

    init() {}

    /// Makes room for so many bytes.
    mutating func reserveCapacity(_ bytes: Int) { reserved = bytes }

    /// Adds characters: of a node that has none yet, or of the one whose characters are the last.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, isNewNode: Bool) {
        if pieces.isEmpty || isNewNode && pieces[pieces.count - 1].count >= HTMLText.pieceBytes {
            starts.append(count)
            pieces.append([])
            pieces[pieces.count - 1].reserveCapacity(
                min(max(reserved - count, 0), HTMLText.pieceBytes + HTMLText.pieceBytes / 16))
        }
        pieces[pieces.count - 1].append(contentsOf: text)
        count += text.count
    }

    /// The characters of one node.
    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        guard !range.isEmpty else { return [] }
        let index = index(of: range.lowerBound)
        return pieces[index][(range.lowerBound - starts[index])..<(range.upperBound - starts[index])]
    }

    private func index(of place: Int) -> Int {
        var low = released
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= place { low = middle } else { high = middle }
        }
        return low
    }

    /// Gives up the pieces that end before a place; nobody may ask for what is in them any more. Returns how many bytes that
    /// were.
    mutating func release(before place: Int) -> Int {
        var bytes = 0
        while released + 1 < starts.count, starts[released + 1] <= place {
            bytes += pieces[released].count
            pieces[released] = []
            released += 1
        }
        return bytes
    }
}
