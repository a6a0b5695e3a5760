import GalleyShaping

/// The visual order of a line's pieces with the edges of inline boxes at the ends of what they hold.
///
/// Reordering moves characters, not edges: when that is done, the first edge of a box (`open`) is put before its leftmost
/// part in a left-to-right box and behind its rightmost in a right-to-left one, the other edge at the other end (CSS 2
/// §8.6). O(pieces x depth of boxes).
struct BoxEdgeOrder {
    /// Indices into the line.
    private(set) var order: [Int] = []

    /// The leftmost and rightmost part of a box, as places in the visual order without edges.
    private struct Extent {
        var first: Int
        var last: Int
    }

    /// - Parameters:
    ///   - line: the pieces in logical order.
    ///   - visual: their order after UAX #9 L2; empty for the logical order.
    init(
        _ line: ContiguousArray<LinePiece>, _ visual: ArraySlice<Int>, _ measures: InlineMeasures,
        _ boxes: ContiguousArray<InlineText.Box>
    ) {
        // The boxes that have something on the line.
        var filled: Set<Int32> = []
        for piece in line where BoxEdgeOrder.isContent(piece) {
            BoxEdgeOrder.climb(from: piece.box, boxes) { filled.insert($0).inserted }
        }
        // An edge of each other box stands for the box.
        var edges: [Int32: (open: Int?, close: Int?)] = [:]
        var kept = [Bool](repeating: true, count: line.count)
        for index in line.indices where line[index].kind == .open || line[index].kind == .close {
            let box = line[index].box
            kept[index] = edges[box] == nil && !filled.contains(box)
            if line[index].kind == .open { edges[box, default: (nil, nil)].open = index }
            if line[index].kind == .close { edges[box, default: (nil, nil)].close = index }
        }
        var parts: [Int] = []
        for place in line.indices {
            let index = visual.isEmpty ? place : visual[visual.startIndex + place]
            if kept[index] { parts.append(index) }
        }
        var extents: [Int32: Extent] = [:]
        for (place, index) in parts.enumerated() {
            let piece = line[index]
            guard BoxEdgeOrder.isContent(piece) || piece.kind == .open || piece.kind == .close else { continue }
            BoxEdgeOrder.climb(from: piece.box, boxes) { box in
                if edges[box] != nil { extents[box, default: Extent(first: place, last: place)].last = place }
                return true
            }
        }
        // Outer boxes have lower numbers.
        let fromLeft = extents.sorted { ($0.value.first, $0.key) < ($1.value.first, $1.key) }
        let fromRight = extents.sorted { ($0.value.last, -$0.key) < ($1.value.last, -$1.key) }
        var (left, right) = (0, 0)
        func edge(of box: Int32, isLeft: Bool) -> Int? {
            isLeft != measures.boxes[Int(box)].isRightToLeft ? edges[box]?.open : edges[box]?.close
        }
        order.reserveCapacity(line.count)
        for (place, index) in parts.enumerated() {
            while left < fromLeft.count, fromLeft[left].value.first == place {
                if let edge = edge(of: fromLeft[left].key, isLeft: true) { order.append(edge) }
                left += 1
            }
            if line[index].kind != .open, line[index].kind != .close { order.append(index) }
            while right < fromRight.count, fromRight[right].value.last == place {
                if let edge = edge(of: fromRight[right].key, isLeft: false) { order.append(edge) }
                right += 1
            }
        }
        if order.count < line.count { addOthers(line.count) }
    }

    /// Adds what has no place of its own: where a line is cut, an edge may stand on both sides of the cut.
    private mutating func addOthers(_ count: Int) {
        var isPlaced = [Bool](repeating: false, count: count)
        for index in order { isPlaced[index] = true }
        for index in 0..<count where !isPlaced[index] { order.append(index) }
    }

    /// Whether a box reaches around a piece: spaces that are removed are outside, and what shows nothing has no place.
    private static func isContent(_ piece: LinePiece) -> Bool {
        switch piece.kind {
        case .open, .close, .control: false
        case .text, .edge, .inserted, .tab, .object: !piece.flags.contains(.collapsed)
        }
    }

    /// Calls `body` for a box and those around it, outwards, until it says no.
    private static func climb(
        from box: Int32, _ boxes: ContiguousArray<InlineText.Box>, _ body: (Int32) -> Bool
    ) {
        var box = box
        while box >= 0, body(box) { box = Int32(boxes[Int(box)].parent ?? -1) }
    }
}
