extension AttributedText: Equatable {
    /// Compares content: interned ids and diagnostics do not count. O(runs + bytes).
    public static func == (left: AttributedText, right: AttributedText) -> Bool {
        left.utf8 == right.utf8 && left.metadata == right.metadata && left.objects == right.objects
            && left.attachments == right.attachments && left.flows == right.flows && left.spans == right.spans
            && left.generatedText == right.generatedText && left.anchors == right.anchors
            && left.blocks == right.blocks && equalParagraphs(left, right) && equalRuns(left, right)
    }

    private static func equalParagraphs(_ left: AttributedText, _ right: AttributedText) -> Bool {
        left.paragraphs.count == right.paragraphs.count
            && zip(left.paragraphs, right.paragraphs).allSatisfy {
                $0.range == $1.range && $0.block == $1.block && $0.flow == $1.flow
                    && left.style($0.style) == right.style($1.style) && left.style($0.strut) == right.style($1.strut)
            }
    }

    private static func equalRuns(_ left: AttributedText, _ right: AttributedText) -> Bool {
        var other: [(end: Int, style: TextStyleID)] = []
        right.runs.forEachRun(in: 0..<right.count) { other.append(($0.upperBound, $1)) }
        var index = 0
        var equal = true
        // One comparison of styles for each pair of ids.
        var known: [UInt64: Bool] = [:]
        left.runs.forEachRun(in: 0..<left.count) { range, style in
            guard equal, index < other.count, other[index].end == range.upperBound else {
                equal = false
                return
            }
            let pair = UInt64(style.rawValue) << 32 | UInt64(other[index].style.rawValue)
            if let same = known[pair] {
                equal = same
            } else {
                equal = left.style(style) == right.style(other[index].style)
                known[pair] = equal
            }
            index += 1
        }
        return equal && index == other.count
    }
}
