extension AttributedText {
    /// Gives every block the paragraphs inside it and removes blocks that have none. O(paragraphs + blocks).
    mutating func settleBlocks() {
        var first = ContiguousArray(repeating: Int32.max, count: blocks.count)
        var end = ContiguousArray(repeating: Int32(0), count: blocks.count)
        for (index, paragraph) in paragraphs.enumerated() {
            let block = paragraph.block.index
            first[block] = min(first[block], Int32(index))
            end[block] = max(end[block], Int32(index + 1))
        }
        // Children stand after their parents, so one backward pass hands every range up.
        for index in blocks.indices.reversed() where end[index] > 0 {
            guard let parent = blocks[index].parent?.index else { continue }
            first[parent] = min(first[parent], first[index])
            end[parent] = max(end[parent], end[index])
        }
        // In place: what goes leaves room for what stays. `first` now says where each block went.
        var kept = 0
        for index in blocks.indices {
            guard end[index] > 0 || index == 0 else {
                first[index] = -1
                continue
            }
            let paragraphs = end[index] > 0 ? Int(first[index])..<Int(end[index]) : 0..<0
            first[index] = Int32(kept)
            let parent = blocks[index].parent.flatMap { first[$0.index] < 0 ? nil : BlockID(rawValue: first[$0.index]) }
            if kept != index { blocks.swapAt(kept, index) }
            blocks[kept].parent = parent
            blocks[kept].paragraphs = paragraphs
            kept += 1
        }
        if kept == blocks.count { return }
        blocks.removeLast(blocks.count - kept)
        for index in paragraphs.indices {
            let place = first[paragraphs[index].block.index]
            paragraphs[index].block = place < 0 ? .root : BlockID(rawValue: place)
        }
        for index in flows.indices {
            let place = first[flows[index].rootBlock.index]
            flows[index].rootBlock = place < 0 ? .root : BlockID(rawValue: place)
        }
    }

    /// What tests check after every step: ranges cover the text, runs are maximal, tables are ordered, parents first.
    package func brokenInvariants() -> [String] {
        var broken: [String] = []
        func check(_ condition: Bool, _ name: String) { if !condition { broken.append(name) } }
        check(runs.byteCount == utf8.count, "runs cover the text")
        check(runs.checkInvariants(), "runs are maximal")
        var offset = 0
        for paragraph in paragraphs {
            check(paragraph.range.lowerBound == offset && paragraph.range.count > 0, "paragraphs are contiguous")
            offset = paragraph.range.upperBound
            // The argument is evaluated whatever was found before.
            let endsWithSeparator = offset > 0 && offset <= utf8.count && utf8[offset - 1] == 0x0A
            check(endsWithSeparator, "paragraphs end with a separator")
            check(blocks[paragraph.block.index].flow == paragraph.flow, "a paragraph's block is in its flow")
        }
        check(offset == utf8.count, "paragraphs cover the text")
        for (index, block) in blocks.enumerated() {
            check(block.parent.map { $0.index < index } ?? (index == 0), "parents stand before their children")
            check(!block.paragraphs.isEmpty, "every block has a paragraph")
        }
        for (index, paragraph) in paragraphs.enumerated() {
            check(blocks[paragraph.block.index].paragraphs.contains(index), "blocks hold their paragraphs")
        }
        for (index, span) in spans.enumerated() {
            check(
                span.parent.map {
                    $0 < index && spans[$0].range.lowerBound <= span.range.lowerBound
                        && spans[$0].range.upperBound >= span.range.upperBound
                } ?? true, "spans nest")
            check(index == 0 || spans[index - 1].range.lowerBound <= span.range.lowerBound, "spans are sorted")
            check(
                span.range.upperBound <= paragraphs[paragraphIndex(at: span.range.lowerBound)].range.upperBound,
                "spans stay in their paragraph")
        }
        for (left, right) in zip(objects, objects.dropFirst()) {
            check(left.offset < right.offset, "objects are sorted")
        }
        for object in objects {
            check(
                Array(utf8[object.offset..<min(utf8.count, object.offset + 3)]) == [0xEF, 0xBF, 0xBC],
                "objects are U+FFFC")
        }
        return broken
    }
}
