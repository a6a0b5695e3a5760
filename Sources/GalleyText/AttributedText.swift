/// A document as a value: its text and everything that HTML and CSS say about it.
///
///     let text = AttributedText("Hello\nworld", style: TextStyle())
///     text.paragraphs.count                       // 2
///
/// The text is UTF-8. Each paragraph ends with one separator byte (`\n`), so that every caret position has an offset of
/// its own; a forced break inside a paragraph is U+2028; an attachment, float or inline block is one U+FFFC. Offsets
/// are UTF-8 offsets; lengths are CSS px. List markers and other generated content are not in the text.
///
/// Copies share storage until one is changed. Two texts are equal when their content is: interning order, diagnostics
/// and load states do not count.
///
/// Complexity: lookups by offset are binary searches; an edit moves the bytes after it and touches the runs of one
/// chunk.
public struct AttributedText: Sendable {
    /// The text, separators included.
    public internal(set) var utf8: ContiguousArray<UInt8> = []
    public internal(set) var runs = StyleRuns()
    var styleTable = InternTable<TextStyle>()
    var paragraphStyleTable = InternTable<ParagraphStyle>()
    @usableFromInline var blockStyleTable = InternTable<BlockStyle>()
    @usableFromInline var boxStyleTable = InternTable<InlineBoxStyle>()
    @usableFromInline var linkTable = InternTable<Link>()
    /// In text order; their ranges cover the text without gap or overlap.
    public internal(set) var paragraphs: ContiguousArray<Paragraph> = []
    /// In document order, the root first; parents before children.
    public internal(set) var blocks: ContiguousArray<Block> = []
    /// By start, parents before children; each inside one paragraph.
    public internal(set) var spans: ContiguousArray<InlineSpan> = []
    /// By offset.
    public internal(set) var objects: ContiguousArray<InlineObject> = []
    public internal(set) var flows: ContiguousArray<Flow> = []
    /// What plain text has not, and few readers ask for: behind one reference, as texts are copied for each paragraph that
    /// is shaped.
    var extras: Extras?

    /// A text of one empty paragraph.
    public init() {
        self.init("", style: TextStyle())
    }

    /// A plain text; `\n` separates paragraphs.
    public init(_ string: String, style: TextStyle = TextStyle(), paragraphStyle: ParagraphStyle = ParagraphStyle()) {
        let textStyleID = TextStyleID(rawValue: styleTable.intern(style))
        let paragraphStyleID = ParagraphStyleID(rawValue: paragraphStyleTable.intern(paragraphStyle))
        var string = string
        var (bytes, found): (ContiguousArray<UInt8>, ContiguousArray<Paragraph>) = ([], [])
        // The separators are in the string already, but for the last one.
        string.withUTF8 { source in
            bytes.reserveCapacity(source.count + 1)
            bytes.append(contentsOf: source)
            bytes.append(0x0A)
            var start = 0
            while start <= source.count {
                let end = source[start...].firstIndex(of: 0x0A) ?? source.count
                found.append(
                    Paragraph(
                        range: start..<(end + 1), style: paragraphStyleID, strut: textStyleID, block: .root,
                        flow: .main))
                start = end + 1
            }
        }
        utf8 = bytes
        paragraphs = found
        runs.append(utf8.count, textStyleID)
        blockStyleTable = AttributedText.rootStyles
        blocks = AttributedText.rootBlocks
        if paragraphs.count > 1 { blocks[0].paragraphs = 0..<paragraphs.count }
        flows = AttributedText.mainFlows
    }

    /// What all plain texts have in common: the root's style, the root of one paragraph, the flow.
    private static let rootStyles: InternTable<BlockStyle> = {
        var table = InternTable<BlockStyle>()
        _ = table.intern(BlockStyle())
        return table
    }()
    private static let rootBlocks: ContiguousArray<Block> = [
        Block(parent: nil, role: .document, style: BlockStyleID(rawValue: 0), paragraphs: 0..<1)
    ]
    private static let mainFlows: ContiguousArray<Flow> = [Flow(kind: .main, anchor: nil, rootBlock: .root)]

    init(empty: Void) {}
}

extension AttributedText {
    /// The number of bytes, separators included.
    public var count: Int { utf8.count }

    /// The whole text, separators included.
    public var string: String { String(decoding: utf8, as: UTF8.self) }

    /// The text of a range of UTF-8 offsets, cut to the text; a cut inside a character yields U+FFFD.
    public subscript(range: Range<Int>) -> String {
        String(decoding: utf8[range.clamped(to: 0..<utf8.count)], as: UTF8.self)
    }

    /// The style of an id.
    public func style(_ id: TextStyleID) -> TextStyle { styleTable.values[id.index] }
    /// What the style of an id says of painting.
    public func paint(_ id: TextStyleID) -> PaintStyle { styleTable.values[id.index].paint }
    /// Whether a style may show other characters than the text's (`text-transform`, small capitals), or others of the
    /// face's glyphs (sub- and superscripts); copies nothing of it.
    package func changesCharacters(_ id: TextStyleID) -> Bool {
        let index = id.index
        return styleTable.values[index].shaping.textTransform != .none
            || styleTable.values[index].shaping.capitals != .normal
            || styleTable.values[index].shaping.position != .normal
    }
    /// All interned text styles, by id.
    package var styleValues: ContiguousArray<TextStyle> { styleTable.values }
    /// Whether `styles` is this text's own table of styles, by its storage: whoever holds it keeps it from being changed.
    package func sharesStyles(_ styles: borrowing ContiguousArray<TextStyle>) -> Bool {
        styleTable.values.withUnsafeBufferPointer { own in
            styles.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
        }
    }
    /// Whether an id means the style that it means in another text's table.
    package func hasStyle(_ id: TextStyleID, of styles: borrowing ContiguousArray<TextStyle>) -> Bool {
        id.index < styles.count && id.index < styleTable.values.count && styleTable.values[id.index] == styles[id.index]
    }
    /// Whether a paragraph style has styles for a first line, or a first letter.
    package func hasFirstStyles(_ id: ParagraphStyleID) -> Bool {
        paragraphStyleTable.values[id.index].hasFirstStyles
    }

    /// ``ParagraphStyle/overridesDirection``, without a copy of the style.
    package func overridesDirection(_ id: ParagraphStyleID) -> Bool {
        paragraphStyleTable.values[id.index].overridesDirection
    }
    public func style(_ id: ParagraphStyleID) -> ParagraphStyle { paragraphStyleTable.values[id.index] }
    @inlinable public func style(_ id: BlockStyleID) -> BlockStyle { blockStyleTable.values[id.index] }
    @inlinable public func style(_ id: InlineBoxStyleID) -> InlineBoxStyle { boxStyleTable.values[id.index] }
    /// The style of a block.
    ///
    /// Always inlined: who reads one field of it copies no more than that.
    @inlinable @inline(__always) public func style(of block: BlockID) -> BlockStyle { style(blocks[block.index].style) }
    /// The link of an id.
    @inlinable public func link(_ id: LinkID) -> Link { linkTable.values[id.index] }
    /// How many text styles are interned: ids run from 0.
    public var styleCount: Int { styleTable.values.count }
    /// How many block styles are interned: ids run from 0.
    public var blockStyleCount: Int { blockStyleTable.values.count }
    /// The style of the character at an offset.
    public func style(at offset: Int) -> TextStyle? { runs.style(at: offset).map(style) }

    /// The index of the paragraph that holds the byte at `offset`; the last one for an offset past the end.
    public func paragraphIndex(at offset: Int) -> Int {
        min(paragraphs.partitionIndex { $0.range.upperBound > offset }, max(0, paragraphs.count - 1))
    }

    /// What the U+FFFC at `offset` stands for; `nil` when it is an ordinary character.
    public func object(at offset: Int) -> InlineObject? {
        let index = objects.partitionIndex { $0.offset >= offset }
        return index < objects.count && objects[index].offset == offset ? objects[index] : nil
    }

    /// The indices of the spans that touch `range`'s paragraphs, by start.
    public func spanIndices(in range: Range<Int>) -> Range<Int> {
        let first = spans.partitionIndex { $0.range.lowerBound >= range.lowerBound }
        let last = spans.partitionIndex { $0.range.lowerBound >= range.upperBound }
        return first..<max(first, last)
    }

    /// The link around the character at `offset`, the innermost one.
    public func link(at offset: Int) -> Link? {
        guard !paragraphs.isEmpty else { return nil }
        let paragraph = paragraphs[paragraphIndex(at: offset)]
        var found: LinkID?
        for index in spanIndices(in: paragraph.range) where spans[index].range.contains(offset) {
            if let link = spans[index].link { found = link }
        }
        return found.map(link)
    }

    /// The offset of a named anchor.
    public func offset(ofAnchor name: String) -> Int? { anchors.first { $0.name == name }?.offset }

    /// The ancestors of a block, itself first.
    public func ancestors(of block: BlockID) -> [BlockID] {
        var chain: [BlockID] = []
        var next: BlockID? = block
        while let id = next {
            chain.append(id)
            next = blocks[id.index].parent
        }
        return chain
    }

    /// The items whose markers stand before paragraph `index`: it is their first paragraph. Outermost first.
    public func markers(ofParagraph index: Int) -> [BlockID] {
        var items: [BlockID] = []
        var next: BlockID? = paragraphs[index].block
        while let id = next, blocks[id.index].paragraphs.lowerBound == index {
            if case .item = blocks[id.index].kind { items.append(id) }
            next = blocks[id.index].parent
        }
        return items.reversed()
    }
}
