/// The id of an interned set of attributes: `text.attributes(id)` reads it. An id means something in the text it is from
/// only.
public struct AttributesID: Hashable, Sendable {
    public var rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
    @inlinable public var index: Int { Int(rawValue) }
}

/// Attributes that an element of the source kept, and the text that it covers.
public struct ElementAttributes: Hashable, Sendable {
    /// What the element became.
    public enum Element: Hashable, Sendable {
        case block(BlockID)
        /// An index of `AttributedText.spans`; an inline element in several paragraphs is one span in each.
        case span(Int)
    }
    public var element: Element
    /// UTF-8 offsets; a block's range has the separators of its paragraphs.
    public var range: Range<Int>
    /// Values by name, in lower case.
    public var values: [String: String]

    public init(element: Element, range: Range<Int>, values: [String: String]) {
        self.element = element
        self.range = range
        self.values = values
    }
}

extension AttributedText {
    /// The attributes of an id.
    public func attributes(_ id: AttributesID) -> [String: String] { attributeTable.values[id.index] }

    /// The attributes kept by the elements that touch `range`: blocks first, then spans, both outermost first and by
    /// start.
    ///
    ///     for element in text.attributes(in: 0..<text.count) { print(element.range, element.values) }
    ///
    /// O(paragraphs, blocks and spans that touch the range), plus the depth of the first paragraph's block.
    public func attributes(in range: Range<Int>) -> [ElementAttributes] {
        let range = range.clamped(to: 0..<utf8.count)
        guard !range.isEmpty, attributeTable.values.count > 0 else { return [] }
        let touched = paragraphIndex(at: range.lowerBound)...paragraphIndex(at: range.upperBound - 1)
        var seen: Set<BlockID> = []
        for index in touched {
            var next: BlockID? = paragraphs[index].block
            while let block = next, seen.insert(block).inserted { next = blocks[block.index].parent }
        }
        var found: [ElementAttributes] = []
        for block in seen.sorted() {
            guard let id = blocks[block.index].attributes else { continue }
            found.append(
                ElementAttributes(element: .block(block), range: textRange(of: block), values: attributes(id)))
        }
        let lines = paragraphs[touched.lowerBound].range.lowerBound..<range.upperBound
        for index in spanIndices(in: lines) {
            guard let id = spans[index].attributes else { continue }
            let own = spans[index].range
            let touches = own.isEmpty ? range.contains(own.lowerBound) : own.overlaps(range)
            guard touches else { continue }
            found.append(ElementAttributes(element: .span(index), range: own, values: attributes(id)))
        }
        return found
    }

    /// The value of an attribute at an offset: of the innermost element around it that kept one of that name.
    public func attribute(_ name: String, at offset: Int) -> String? {
        guard utf8.indices.contains(offset) else { return nil }
        return attributes(in: offset..<offset + 1).last { $0.values[name] != nil }?.values[name]
    }

    /// The text of a block, those of nested blocks and flows included.
    public func textRange(of block: BlockID) -> Range<Int> {
        let own = blocks[block.index].paragraphs
        guard let first = own.first, let last = own.last else { return 0..<0 }
        return paragraphs[first].range.lowerBound..<paragraphs[last].range.upperBound
    }
}
