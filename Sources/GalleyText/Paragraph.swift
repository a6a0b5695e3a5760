/// One paragraph of a text: its bytes, separator included, and what holds for all of it.
public struct Paragraph: Hashable, Codable, Sendable {
    /// UTF-8 offsets; the last byte is the separator (`\n`), so the range is never empty.
    public var range: Range<Int>
    public var style: ParagraphStyleID
    /// The style of the root inline box: the strut of its lines, and of the paragraph when it is empty.
    public var strut: TextStyleID
    /// The innermost block around it.
    public var block: BlockID
    public var flow: FlowID

    public init(range: Range<Int>, style: ParagraphStyleID, strut: TextStyleID, block: BlockID, flow: FlowID) {
        self.range = range
        self.style = style
        self.strut = strut
        self.block = block
        self.flow = flow
    }

    /// The bytes without the separator.
    @inlinable public var contentRange: Range<Int> { range.lowerBound..<(range.upperBound - 1) }
}
