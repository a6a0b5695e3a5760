/// Where a span begins or ends.
package struct SpanEdge: Hashable, Sendable {
    /// Its index in `AttributedText.spans`.
    package var span: Int
    package var offset: Int
    package var isStart: Bool
}

extension AttributedText {
    /// The ends of the spans in a range of paragraphs, in the order in which they stand: before a span begins all those end
    /// that it is not in. Linear in the spans.
    package func spanEdges(in range: Range<Int>) -> [SpanEdge] {
        var edges: [SpanEdge] = []
        var open: [Int] = []
        func end() {
            edges.append(
                SpanEdge(span: open[open.count - 1], offset: spans[open.removeLast()].range.upperBound, isStart: false))
        }
        for index in spanIndices(in: range) {
            while let last = open.last, last != spans[index].parent { end() }
            open.append(index)
            edges.append(SpanEdge(span: index, offset: spans[index].range.lowerBound, isStart: true))
        }
        while !open.isEmpty { end() }
        return edges
    }
}
