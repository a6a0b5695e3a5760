extension AttributedText {
    /// The indices in `generatedText` of what stands at an offset or between two. O(log of all).
    package func generatedIndices(from start: Int, through end: Int) -> Range<Int> {
        let first = generatedText.partitionIndex { $0.offset >= start }
        return first..<max(first, generatedText.partitionIndex { $0.offset > end })
    }

    /// The generated text of a paragraph: indices of `generatedText`.
    package func generated(in paragraph: Paragraph) -> Range<Int> {
        generatedIndices(from: paragraph.range.lowerBound, through: paragraph.contentRange.upperBound)
    }
}
