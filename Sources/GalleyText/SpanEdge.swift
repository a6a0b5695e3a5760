/// Where a span begins or ends.
package struct SpanEdge: Hashable, Sendable {
    /// Its index in `AttributedText.spans`.
    package var span: Int
    package var offset: Int
    package var isStart: Bool
    /// How many ends at the same offset stand before it.
    package var edgesBefore: Int
}

extension AttributedText {
    /// The ends of the spans in a range of paragraphs, in the order in which they stand: before a span begins all those end
    /// that it is not in. Linear in the spans.
    package func spanEdges(in range: Range<Int>) -> [SpanEdge] {
        var edges: [SpanEdge] = []
        var open: [Int] = []
        func add(_ span: Int, at offset: Int, isStart: Bool) {
            let before = edges.last.map { $0.offset == offset ? $0.edgesBefore + 1 : 0 } ?? 0
            edges.append(SpanEdge(span: span, offset: offset, isStart: isStart, edgesBefore: before))
        }
        func end() {
            let span = open.removeLast()
            add(span, at: spans[span].range.upperBound, isStart: false)
        }
        for index in spanIndices(in: range) {
            while let last = open.last, last != spans[index].parent { end() }
            open.append(index)
            add(index, at: spans[index].range.lowerBound, isStart: true)
        }
        while !open.isEmpty { end() }
        return edges
    }
}
