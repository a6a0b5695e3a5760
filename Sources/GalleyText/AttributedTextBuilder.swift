/// Builds an `AttributedText` from front to back: text, spans, blocks, attachments and flows as they come.
///
///     var builder = AttributedTextBuilder()
///     let style = builder.intern(TextStyle())
///     builder.openBlock(role: .heading(level: 1))
///     builder.append("Title", style: style)
///     builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: style)
///     let text = builder.finish()
///
/// A span that is open at a paragraph's end goes on in the next one. A block that gets no paragraph vanishes. Linear
/// in what is appended.
public struct AttributedTextBuilder: Sendable {
    private var text = AttributedText(empty: ())
    /// The flow being built, and those around it.
    private var buffer = FlowBuffer(flow: .main)
    private var outerBuffers: [FlowBuffer] = []
    private var openBlocks: [BlockID] = [.root]
    private var openSpans: [OpenSpan] = []
    private var knownItems: [ListItem] = []

    private struct OpenSpan: Sendable {
        var span: InlineSpan
        /// Its record in the current buffer; `nil` until something stands inside it in this paragraph.
        var record: Int?
        /// How many blocks were open around it: in blocks inside the span its box goes not on (CSS 2 §9.2.1.1).
        var blockDepth = 0
    }

    public init(rootStyle: BlockStyle = BlockStyle(), rootRole: Block.Role = .document) {
        text.blocks.append(Block(parent: nil, role: rootRole, style: intern(rootStyle)))
        text.flows.append(Flow(kind: .main, anchor: nil, rootBlock: .root))
    }

    public mutating func intern(_ style: TextStyle) -> TextStyleID {
        TextStyleID(rawValue: text.styleTable.intern(style))
    }

    /// The paragraph style of an id that this builder gave.
    public func paragraphStyle(_ id: ParagraphStyleID) -> ParagraphStyle { text.style(id) }

    public mutating func intern(_ style: ParagraphStyle) -> ParagraphStyleID {
        ParagraphStyleID(rawValue: text.paragraphStyleTable.intern(style))
    }

    public mutating func intern(_ style: BlockStyle) -> BlockStyleID {
        BlockStyleID(rawValue: text.blockStyleTable.intern(style))
    }

    public mutating func intern(_ link: Link) -> LinkID { LinkID(rawValue: text.linkTable.intern(link)) }

    /// The id of a box's style; `nil` for one that changes nothing, which no span keeps.
    public mutating func intern(_ style: InlineBoxStyle) -> InlineBoxStyleID? {
        style.isPlain ? nil : InlineBoxStyleID(rawValue: text.boxStyleTable.intern(style))
    }

    /// The id of a set of attributes, names in lower case.
    public mutating func intern(_ attributes: [String: String]) -> AttributesID {
        AttributesID(rawValue: text.attributeTable.intern(attributes))
    }

    public func style(_ id: TextStyleID) -> TextStyle { text.style(id) }
    public func style(_ id: BlockStyleID) -> BlockStyle { text.style(id) }

    public var metadata: AttributedText.Metadata {
        get { text.metadata }
        set { text.metadata = newValue }
    }

    public mutating func report(_ diagnostic: Diagnostic) { text.diagnostics.append(diagnostic) }

    // MARK: Blocks

    /// Opens a block inside the current one. The caller has ended the paragraph before it.
    @discardableResult
    public mutating func openBlock(
        _ kind: Block.Kind = .box, role: Block.Role = .none, style: BlockStyle = BlockStyle()
    ) -> BlockID {
        openBlock(kind, role: role, style: intern(style))
    }

    /// Opens a block inside the current one. The caller has ended the paragraph before it.
    @discardableResult
    public mutating func openBlock(
        _ kind: Block.Kind, role: Block.Role = .none, style: BlockStyleID
    ) -> BlockID {
        let id = BlockID(text.blocks.count)
        var kind = kind
        if case .item(var item) = kind {
            share(&item)
            kind = .item(item)
        }
        text.blocks.append(
            Block(parent: openBlocks[openBlocks.count - 1], kind: kind, role: role, style: style, flow: buffer.flow))
        openBlocks.append(id)
        return id
    }

    /// Lets an item have its looks in common with one of the last ones that had others than those before.
    private mutating func share(_ item: inout ListItem) {
        for known in knownItems where item.share(with: known) { return }
        if knownItems.count == TextLimits.sharedItems { knownItems.removeFirst() }
        knownItems.append(item)
    }

    /// Closes the innermost block.
    public mutating func closeBlock() {
        guard openBlocks.count > 1, let block = openBlocks.popLast() else { return }
        // One without a paragraph vanishes; the newest can at once, before thousands of them are kept.
        if block.index == text.blocks.count - 1, buffer.paragraphs.last.map({ $0.block < block }) ?? true {
            text.blocks.removeLast()
        }
    }

    public var currentBlock: BlockID { openBlocks[openBlocks.count - 1] }

    /// The style of a block that was opened.
    public func style(of id: BlockID) -> BlockStyleID { text.blocks[id.index].style }

    /// Changes a block that was opened: what is known only later, such as a table's columns.
    public mutating func updateBlock(_ id: BlockID, _ change: (inout Block) -> Void) { change(&text.blocks[id.index]) }

    // MARK: Text

    /// Makes room for so many bytes of text.
    public mutating func reserveCapacity(bytes: Int) { buffer.utf8.reserveCapacity(bytes) }

    /// Whether the current paragraph holds anything yet: text, or a box that takes room.
    public var hasParagraphContent: Bool { hasParagraphText || buffer.hasRoomyBox }

    /// Whether the current paragraph holds text yet, generated text included.
    public var hasParagraphText: Bool {
        buffer.utf8.count > buffer.paragraphStart || buffer.generated.count > buffer.paragraphGenerated
    }

    /// The offset of the next byte, relative to the flow being built.
    public var offset: Int { buffer.utf8.count }

    /// Adds valid UTF-8 without `\n`.
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, style: TextStyleID) {
        guard !bytes.isEmpty else { return }
        if !openSpans.isEmpty { recordOpenSpans() }
        buffer.utf8.append(contentsOf: bytes)
        buffer.append(bytes.count, style)
    }

    /// Adds valid UTF-8 without `\n`.
    public mutating func append(_ bytes: some Sequence<UInt8>, style: TextStyleID) {
        let array = ContiguousArray(bytes)
        array.withUnsafeBufferPointer { append($0, style: style) }
    }

    /// Adds text without `\n`.
    public mutating func append(_ string: String, style: TextStyleID) {
        var string = string
        string.withUTF8 { append($0, style: style) }
    }

    /// Adds one space.
    public mutating func appendSpace(style: TextStyleID) {
        if !openSpans.isEmpty { recordOpenSpans() }
        buffer.utf8.append(0x20)
        buffer.append(1, style)
    }

    /// A forced line break inside the paragraph (U+2028).
    public mutating func appendLineBreak(style: TextStyleID) { append("\u{2028}", style: style) }

    /// Ends the current paragraph, also an empty one. Its separator has the style of the strut, unless it is given one:
    /// what an inline element says ends with the element.
    public mutating func endParagraph(
        style: ParagraphStyleID, strut: TextStyleID, separator: TextStyleID? = nil
    ) {
        let contentEnd = buffer.utf8.count
        for index in (0..<min(openSpans.count, TextLimits.maximumSpanDepth)).reversed() {
            if let record = openSpans[index].record {
                buffer.spans[record].range = buffer.spans[record].range.lowerBound..<contentEnd
                buffer.spans[record].hasEndEdge = false
                openSpans[index].span.hasStartEdge = false
                openSpans[index].record = nil
            }
        }
        buffer.endParagraph(
            Paragraph(
                range: buffer.paragraphStart..<(contentEnd + 1), style: style, strut: strut, block: currentBlock,
                flow: buffer.flow), separatorStyle: separator ?? strut)
    }

    /// Adds a place where the line may break (`wbr`): no content, so that no span begins with it.
    public mutating func appendBreakOpportunity(style: TextStyleID) { addGenerated("\u{200B}", style: style) }

    /// Adds shown text that is not source text at the current offset, in the spans that are open.
    public mutating func appendGenerated(
        _ string: String, style: TextStyleID, alternativeText: String? = nil, pageReferences: [PageReference] = [],
        leaders: [Leader] = []
    ) {
        guard !string.isEmpty || !pageReferences.isEmpty else { return }
        if !openSpans.isEmpty { recordOpenSpans() }
        addGenerated(
            string, style: style, alternativeText: alternativeText, pageReferences: pageReferences, leaders: leaders)
    }

    /// Takes away the space that ends the generated text that was added last.
    package mutating func dropGeneratedSpace() {
        guard let last = buffer.generated.indices.last, buffer.generated[last].text.last == " " else { return }
        buffer.generated[last].text.removeLast()
        if buffer.generated[last].text.isEmpty, buffer.generated[last].pageReferences.isEmpty {
            buffer.generated.removeLast()
        }
    }

    private mutating func addGenerated(
        _ string: String, style: TextStyleID, alternativeText: String? = nil, pageReferences: [PageReference] = [],
        leaders: [Leader] = []
    ) {
        buffer.generated.append(
            GeneratedText(
                offset: buffer.utf8.count, edgesBefore: buffer.edgesHere, text: string, style: style,
                alternativeText: alternativeText,
                pageReferences: pageReferences, leaders: leaders))
    }

    /// Names the current offset.
    public mutating func addAnchor(_ name: String) {
        buffer.anchors.append(Anchor(name: name, offset: buffer.utf8.count))
    }

    // MARK: Spans

    /// Opens an inline span; it ends at `closeSpan`. Spans nested too deeply are left out, their text is not.
    ///
    /// - Parameters:
    ///   - box: the style of the span's box; `nil` for none.
    ///   - link: where it leads.
    ///   - ruby: its part in ruby text.
    ///   - attributes: attributes that are kept with it.
    ///   - hasStartEdge: false for a box that began in a paragraph before.
    ///   - hasEndEdge: false for a box that goes on in a later paragraph, though its span ends here.
    public mutating func openSpan(
        box: InlineBoxStyle = InlineBoxStyle(), link: Link? = nil, ruby: InlineSpan.RubyRole = .none,
        attributes: AttributesID? = nil, hasStartEdge: Bool = true, hasEndEdge: Bool = true
    ) {
        let box = intern(box)
        openSpan(
            box: box, link: link.map { intern($0) }, ruby: ruby, attributes: attributes, hasStartEdge: hasStartEdge,
            hasEndEdge: hasEndEdge)
    }

    /// Opens an inline span, as above.
    public mutating func openSpan(
        box: InlineBoxStyleID?, link: LinkID?, ruby: InlineSpan.RubyRole, attributes: AttributesID? = nil,
        hasStartEdge: Bool = true, hasEndEdge: Bool = true
    ) {
        var span = InlineSpan(
            range: 0..<0, box: box, link: link, hasStartEdge: hasStartEdge, hasEndEdge: hasEndEdge, ruby: ruby)
        span.attributes = attributes
        openSpans.append(OpenSpan(span: span, record: nil, blockDepth: openBlocks.count))
        if box != nil || attributes != nil { recordOpenSpans() }
    }

    /// Closes the innermost span.
    ///
    /// - Parameter keepsEmptyEnd: whether a box that began in a paragraph before, and has nothing in this one, stands here
    ///   with its end edge (CSS 2 §9.2.1.1).
    public mutating func closeSpan(keepsEmptyEnd: Bool = false) {
        if keepsEmptyEnd, let span = openSpans.last, span.blockDepth == openBlocks.count, span.record == nil,
            !span.span.hasStartEdge, span.span.hasEndEdge,
            takesRoom(span.span)
        {
            recordOpenSpans()
        }
        guard let open = openSpans.popLast(), let record = open.record else { return }
        let start = buffer.spans[record].range.lowerBound
        buffer.spans[record].range = start..<buffer.utf8.count
        buffer.addEdge()
    }

    private func takesRoom(_ span: InlineSpan) -> Bool { span.box.map { text.style($0).takesRoomInLine } ?? false }

    private mutating func recordOpenSpans() {
        let depth = min(openSpans.count, TextLimits.maximumSpanDepth)
        guard depth > 0, openSpans[depth - 1].record == nil else { return }
        var first = depth
        while first > 0, openSpans[first - 1].record == nil { first -= 1 }
        for index in first..<depth {
            var span = openSpans[index].span
            span.parent = index > 0 ? openSpans[index - 1].record : nil
            if openSpans[index].blockDepth < openBlocks.count { span.box = nil }
            span.range = buffer.utf8.count..<buffer.utf8.count
            openSpans[index].record = buffer.spans.count
            buffer.spans.append(span)
            buffer.addEdge()
            if takesRoom(span) { buffer.hasRoomyBox = true }
        }
    }

    // MARK: Attachments and flows

    /// Adds an attachment as one U+FFFC.
    @discardableResult
    public mutating func append(_ attachment: Attachment, style: TextStyleID) -> AttachmentID {
        let id = AttachmentID(text.attachments.count)
        text.attachments.append(attachment)
        appendObject(.attachment(id), style: style)
        return id
    }

    /// Opens a float or inline block: one U+FFFC here, and a flow of its own for what follows until `closeFlow`.
    /// Returns `false` when flows are nested too deeply: then nothing was opened, and what follows joins this flow.
    /// Links that are open go on inside, unless `keepsLinks` is false.
    public mutating func openFlow(
        _ kind: Flow.Kind, root: BlockStyle, blockKind: Block.Kind = .box, role: Block.Role = .none,
        verticalAlignment: VerticalAlignment = .baseline, style: TextStyleID, keepsLinks: Bool = true
    ) -> Bool {
        openFlow(
            kind, root: intern(root), blockKind: blockKind, role: role, verticalAlignment: verticalAlignment,
            style: style, keepsLinks: keepsLinks)
    }

    /// Opens a float or inline block, as above.
    public mutating func openFlow(
        _ kind: Flow.Kind, root: BlockStyleID, blockKind: Block.Kind = .box, role: Block.Role = .none,
        verticalAlignment: VerticalAlignment = .baseline, style: TextStyleID, keepsLinks: Bool = true
    ) -> Bool {
        guard outerBuffers.count < TextLimits.maximumFlowDepth else { return false }
        let id = FlowID(text.flows.count)
        appendObject(.flow(id), style: style)
        var inner = FlowBuffer(flow: id)
        inner.outerSpans = openSpans
        // Links go on inside; boxes of the line around do not.
        openSpans = openSpans.filter { keepsLinks && $0.span.link != nil }.map {
            OpenSpan(span: InlineSpan(range: 0..<0, link: $0.span.link), record: nil, blockDepth: openBlocks.count)
        }
        swap(&inner, &buffer)
        outerBuffers.append(inner)
        let rootBlock = openBlock(blockKind, role: role, style: root)
        text.flows.append(
            Flow(kind: kind, anchor: nil, rootBlock: rootBlock, verticalAlignment: verticalAlignment))
        buffer.blockDepth = openBlocks.count
        return true
    }

    /// Closes the innermost flow. The caller has ended its last paragraph.
    public mutating func closeFlow() {
        guard !outerBuffers.isEmpty else { return }
        buffer.flushRun()
        // Swapped, not copied: both stay the only owners of their bytes.
        var inner = outerBuffers.removeLast()
        swap(&inner, &buffer)
        openBlocks.removeLast(max(0, openBlocks.count - inner.blockDepth + 1))
        openSpans = inner.outerSpans
        buffer.pending.append(inner)
    }

    private mutating func appendObject(_ kind: InlineObject.Kind, style: TextStyleID) {
        let offset = buffer.utf8.count
        append("\u{FFFC}", style: style)
        buffer.objects.append(InlineObject(offset: offset, kind: kind))
    }

    // MARK: The end

    /// The text. An unfinished paragraph is ended; a text without paragraphs gets an empty one.
    public consuming func finish() -> AttributedText {
        while !outerBuffers.isEmpty {
            if hasParagraphContent { endParagraphByDefault() }
            closeFlow()
        }
        if hasParagraphContent || buffer.paragraphs.isEmpty || !buffer.pending.isEmpty { endParagraphByDefault() }
        buffer.flushRun()
        // Swapped, not copied: the text becomes the only owner.
        var main = FlowBuffer(flow: .main)
        swap(&main, &buffer)
        swap(&text.utf8, &main.utf8)
        swap(&text.runs, &main.runs)
        swap(&text.paragraphs, &main.paragraphs)
        swap(&text.spans, &main.spans)
        swap(&text.objects, &main.objects)
        swap(&text.generatedText, &main.generated)
        swap(&text.anchors, &main.anchors)
        // Arrays that grow have up to twice the room that they need; a text stays for long.
        text.utf8.trim()
        text.blocks.trim()
        text.paragraphs.trim()
        text.spans.trim()
        text.objects.trim()
        text.attachments.trim()
        text.generatedText.trim()
        text.anchors.trim()
        for object in text.objects {
            if case .flow(let id) = object.kind { text.flows[id.index].anchor = object.offset }
        }
        text.settleBlocks()
        text.addMarkerImages()
        return text
    }

    private mutating func endParagraphByDefault() {
        endParagraph(style: intern(ParagraphStyle()), strut: intern(TextStyle()))
    }

    /// One flow while it is built; its offsets are its own until it is spliced after its anchor's paragraph.
    private struct FlowBuffer: Sendable {
        var flow: FlowID
        var utf8: ContiguousArray<UInt8> = []
        var runs = StyleRuns()
        var paragraphs: ContiguousArray<Paragraph> = []
        var spans: ContiguousArray<InlineSpan> = []
        var objects: ContiguousArray<InlineObject> = []
        var generated: ContiguousArray<GeneratedText> = []
        var anchors: ContiguousArray<Anchor> = []
        /// Flows anchored in the current paragraph.
        var pending: [FlowBuffer] = []
        var outerSpans: [OpenSpan] = []
        var blockDepth = 0
        var paragraphStart = 0
        var paragraphGenerated = 0
        /// Whether a box with an edge that takes room stands in the current paragraph.
        var hasRoomyBox = false
        /// How many spans have begun and ended at the offset that one did last.
        private var edges = (offset: 0, count: 0)
        /// The run being written, which `runs` does not have yet.
        private var openRun = TextStyleID(rawValue: 0)
        private var openRunCount = 0

        init(flow: FlowID) { self.flow = flow }

        /// How many spans have begun and ended at the end of the text.
        var edgesHere: Int { edges.offset == utf8.count ? edges.count : 0 }

        mutating func addEdge() { edges = (utf8.count, edgesHere + 1) }

        @inline(__always)
        mutating func append(_ count: Int, _ style: TextStyleID) {
            if style != openRun {
                flushRun()
                openRun = style
            }
            openRunCount += count
        }

        mutating func flushRun() {
            runs.append(openRunCount, openRun)
            openRunCount = 0
        }

        mutating func endParagraph(_ paragraph: Paragraph, separatorStyle: TextStyleID) {
            utf8.append(0x0A)
            append(1, separatorStyle)
            paragraphs.append(paragraph)
            if !pending.isEmpty {
                for flow in pending { splice(flow) }
                pending.removeAll()
            }
            paragraphStart = utf8.count
            paragraphGenerated = generated.count
            hasRoomyBox = false
        }

        private mutating func splice(_ inner: FlowBuffer) {
            let base = utf8.count
            let firstSpan = spans.count
            utf8.append(contentsOf: inner.utf8)
            inner.runs.forEachRun(in: 0..<inner.utf8.count) { append($0.count, $1) }
            for var paragraph in inner.paragraphs {
                paragraph.range = (paragraph.range.lowerBound + base)..<(paragraph.range.upperBound + base)
                paragraphs.append(paragraph)
            }
            for var span in inner.spans {
                span.range = (span.range.lowerBound + base)..<(span.range.upperBound + base)
                span.parent = span.parent.map { $0 + firstSpan }
                spans.append(span)
            }
            for object in inner.objects {
                objects.append(InlineObject(offset: object.offset + base, kind: object.kind))
            }
            for var generated in inner.generated {
                generated.offset += base
                self.generated.append(generated)
            }
            for anchor in inner.anchors { anchors.append(Anchor(name: anchor.name, offset: anchor.offset + base)) }
        }
    }
}

extension ContiguousArray {
    /// Gives back room that is not needed, where it is much. That of a large array is no memory yet: it was never written to.
    mutating func trim() {
        let (own, spare) = (count * MemoryLayout<Element>.stride, (capacity - count) * MemoryLayout<Element>.stride)
        guard spare > 512, spare > own / 8, own < 1 << 20 else { return }
        self = withUnsafeBufferPointer { ContiguousArray($0) }
    }
}
