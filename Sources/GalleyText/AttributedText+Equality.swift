extension AttributedText: Equatable {
    /// Compares content: interned ids, the order of interning and diagnostics do not count. O(runs + bytes).
    public static func == (left: AttributedText, right: AttributedText) -> Bool {
        guard left.utf8 == right.utf8, left.metadata == right.metadata,
            left.styleResources == right.styleResources, left.objects == right.objects,
            left.attachments == right.attachments, left.flows == right.flows, left.anchors == right.anchors
        else { return false }
        var comparison = Comparison(left, right)
        return comparison.equalParagraphs() && comparison.equalBlocks() && comparison.equalSpans()
            && comparison.equalGeneratedText() && comparison.equalRuns()
    }

    /// Two texts, and which of their ids mean the same.
    private struct Comparison {
        let left: AttributedText
        let right: AttributedText
        var textStyles: InternCorrespondence<TextStyle>
        var paragraphStyles: InternCorrespondence<ParagraphStyle>
        var blockStyles: InternCorrespondence<BlockStyle>
        var boxStyles: InternCorrespondence<InlineBoxStyle>
        var links: InternCorrespondence<Link>
        var attributes: InternCorrespondence<[String: String]>

        init(_ left: AttributedText, _ right: AttributedText) {
            self.left = left
            self.right = right
            textStyles = InternCorrespondence(left.styleTable, right.styleTable)
            paragraphStyles = InternCorrespondence(left.paragraphStyleTable, right.paragraphStyleTable)
            blockStyles = InternCorrespondence(left.blockStyleTable, right.blockStyleTable)
            boxStyles = InternCorrespondence(left.boxStyleTable, right.boxStyleTable)
            links = InternCorrespondence(left.linkTable, right.linkTable)
            attributes = InternCorrespondence(left.attributeTable, right.attributeTable)
        }

        private mutating func matches(_ left: AttributesID?, _ right: AttributesID?) -> Bool {
            guard let left, let right else { return left == right }
            return attributes.matches(left.rawValue, right.rawValue)
        }

        private mutating func matches(_ left: TextStyleID, _ right: TextStyleID) -> Bool {
            textStyles.matches(left.rawValue, right.rawValue)
        }

        private mutating func matches(_ left: TextStyleID?, _ right: TextStyleID?) -> Bool {
            guard let left, let right else { return left == right }
            return matches(left, right)
        }

        mutating func equalParagraphs() -> Bool {
            guard left.paragraphs.count == right.paragraphs.count else { return false }
            for (left, right) in zip(left.paragraphs, right.paragraphs) {
                guard left.range == right.range, left.block == right.block, left.flow == right.flow,
                    paragraphStyles.matches(left.style.rawValue, right.style.rawValue),
                    matches(left.strut, right.strut)
                else { return false }
            }
            return true
        }

        mutating func equalBlocks() -> Bool {
            guard left.blocks.count == right.blocks.count else { return false }
            for (left, right) in zip(left.blocks, right.blocks) {
                // What is not an id compares as it is.
                var same = right
                same.style = left.style
                guard matches(left.attributes, right.attributes) else { return false }
                same.attributes = left.attributes
                guard matches(left.textStyle, right.textStyle) else { return false }
                same.textStyle = left.textStyle
                if case .item(let item) = left.kind, case .item(var other) = right.kind {
                    guard matches(item.markerStyle, other.markerStyle) else { return false }
                    other.markerStyle = item.markerStyle
                    same.kind = .item(other)
                }
                guard left == same, blockStyles.matches(left.style.rawValue, right.style.rawValue) else { return false }
            }
            return true
        }

        mutating func equalSpans() -> Bool {
            guard left.spans.count == right.spans.count else { return false }
            for (left, right) in zip(left.spans, right.spans) {
                var same = right
                if let box = left.box, let other = right.box, boxStyles.matches(box.rawValue, other.rawValue) {
                    same.box = box
                } else if left.box != nil || right.box != nil {
                    return false
                }
                if let link = left.link, let other = right.link, links.matches(link.rawValue, other.rawValue) {
                    same.link = link
                } else if left.link != nil || right.link != nil {
                    return false
                }
                guard matches(left.attributes, right.attributes) else { return false }
                same.attributes = left.attributes
                guard left == same else { return false }
            }
            return true
        }

        mutating func equalGeneratedText() -> Bool {
            guard left.generatedText.count == right.generatedText.count else { return false }
            for (left, right) in zip(left.generatedText, right.generatedText) {
                guard left.offset == right.offset, left.edgesBefore == right.edgesBefore, left.text == right.text,
                    left.alternativeText == right.alternativeText, left.pageReferences == right.pageReferences,
                    left.leaders == right.leaders,
                    matches(left.style, right.style)
                else {
                    return false
                }
            }
            return true
        }

        mutating func equalRuns() -> Bool {
            var other: [(end: Int, style: TextStyleID)] = []
            right.runs.forEachRun(in: 0..<right.count) { other.append(($0.upperBound, $1)) }
            var index = 0
            var equal = true
            left.runs.forEachRun(in: 0..<left.count) { range, style in
                guard equal, index < other.count, other[index].end == range.upperBound else {
                    equal = false
                    return
                }
                equal = matches(style, other[index].style)
                index += 1
            }
            return equal && index == other.count
        }
    }
}
