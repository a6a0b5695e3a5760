extension AttributedText: Codable {
    /// The names in the coded form; each table of styles once, the rest by number.
    private enum CodingKeys: String, CodingKey {
        case version, text, textStyles, paragraphStyles, blockStyles, boxStyles, links, attributes, runs, paragraphs,
            blocks, spans
        case objects, attachments, flows, generatedText, anchors, metadata, styleResources
    }

    /// The version of the coded form; a later one is refused.
    private static let codingVersion = 1

    /// Encodes content and styles; diagnostics are not content. O(text + styles).
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(AttributedText.codingVersion, forKey: .version)
        try container.encode(string, forKey: .text)
        try container.encode(styleTable.values, forKey: .textStyles)
        try container.encode(paragraphStyleTable.values, forKey: .paragraphStyles)
        try container.encode(blockStyleTable.values, forKey: .blockStyles)
        try container.encode(boxStyleTable.values, forKey: .boxStyles)
        try container.encode(linkTable.values, forKey: .links)
        try container.encode(attributeTable.values, forKey: .attributes)
        // Lengths and styles in turn.
        var pairs: [Int] = []
        runs.forEachRun(in: 0..<count) { range, style in
            pairs.append(range.count)
            pairs.append(style.index)
        }
        try container.encode(pairs, forKey: .runs)
        try container.encode(paragraphs, forKey: .paragraphs)
        try container.encode(blocks, forKey: .blocks)
        try container.encode(spans, forKey: .spans)
        try container.encode(objects, forKey: .objects)
        try container.encode(attachments, forKey: .attachments)
        try container.encode(flows, forKey: .flows)
        try container.encode(generatedText, forKey: .generatedText)
        try container.encode(anchors, forKey: .anchors)
        try container.encode(metadata, forKey: .metadata)
        if !styleResources.isEmpty { try container.encode(styleResources, forKey: .styleResources) }
    }

    /// Decodes what `encode(to:)` wrote. Every number is checked: what cannot be a text throws
    /// `DecodingError.dataCorrupted`. O(text + styles).
    public init(from decoder: any Decoder) throws {
        self.init(empty: ())
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func corrupted(_ key: CodingKeys, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
        }
        let version = try container.decode(Int.self, forKey: .version)
        guard version == AttributedText.codingVersion else {
            throw corrupted(.version, "version \(version) is not known")
        }
        func table<Value: Codable & Hashable & Sendable>(_ key: CodingKeys) throws -> InternTable<Value> {
            var table = InternTable<Value>()
            for (index, value) in try container.decode([Value].self, forKey: key).enumerated() {
                guard table.intern(value) == index else { throw corrupted(key, "style \(index) is there twice") }
            }
            return table
        }
        styleTable = try table(.textStyles)
        paragraphStyleTable = try table(.paragraphStyles)
        blockStyleTable = try table(.blockStyles)
        boxStyleTable = try table(.boxStyles)
        linkTable = try table(.links)
        attributeTable = try table(.attributes)
        utf8 = ContiguousArray(try container.decode(String.self, forKey: .text).utf8)
        paragraphs = try container.decode(ContiguousArray<Paragraph>.self, forKey: .paragraphs)
        blocks = try container.decode(ContiguousArray<Block>.self, forKey: .blocks)
        spans = try container.decode(ContiguousArray<InlineSpan>.self, forKey: .spans)
        objects = try container.decode(ContiguousArray<InlineObject>.self, forKey: .objects)
        attachments = try container.decode(ContiguousArray<Attachment>.self, forKey: .attachments)
        flows = try container.decode(ContiguousArray<Flow>.self, forKey: .flows)
        generatedText = try container.decode(ContiguousArray<GeneratedText>.self, forKey: .generatedText)
        anchors = try container.decode(ContiguousArray<Anchor>.self, forKey: .anchors)
        metadata = try container.decode(Metadata.self, forKey: .metadata)
        styleResources =
            try container.decodeIfPresent(StyleResources.self, forKey: .styleResources) ?? StyleResources()
        let pairs = try container.decode([Int].self, forKey: .runs)
        guard pairs.count % 2 == 0 else { throw corrupted(.runs, "a run without a style") }
        var covered = 0
        for index in stride(from: 0, to: pairs.count, by: 2) {
            let (length, style) = (pairs[index], pairs[index + 1])
            guard length > 0, length <= utf8.count - covered, styleTable.values.indices.contains(style) else {
                throw corrupted(.runs, "run \(index / 2) is outside of the text or its styles")
            }
            runs.append(length, TextStyleID(rawValue: UInt32(style)))
            covered += length
        }
        if let reason = brokenPart() { throw corrupted(.text, reason) }
    }

    /// The first thing that no text has, whatever made it; `nil` for a text. O(text + styles).
    package func brokenPart() -> String? {
        unknownReference() ?? brokenInvariants().first ?? brokenFlows() ?? brokenText()
    }

    /// The first number that refers to nothing; every other check relies on there being none.
    private func unknownReference() -> String? {
        func isText(_ id: TextStyleID) -> Bool { styleTable.values.indices.contains(id.index) }
        func isBlock(_ id: BlockID) -> Bool { blocks.indices.contains(id.index) }
        func isFlow(_ id: FlowID) -> Bool { flows.indices.contains(id.index) }
        func isPlace(_ offset: Int) -> Bool { (0...utf8.count).contains(offset) }
        for (index, paragraph) in paragraphs.enumerated() {
            guard isText(paragraph.strut), paragraphStyleTable.values.indices.contains(paragraph.style.index),
                isBlock(paragraph.block), isFlow(paragraph.flow), paragraph.range.lowerBound >= 0,
                paragraph.range.upperBound <= utf8.count, !paragraph.range.isEmpty
            else { return "paragraph \(index) refers to what is not there" }
        }
        for (index, block) in blocks.enumerated() {
            guard block.parent.map({ isBlock($0) && $0.index < index }) ?? (index == 0), isFlow(block.flow),
                blockStyleTable.values.indices.contains(block.style.index), block.paragraphs.lowerBound >= 0,
                block.paragraphs.upperBound <= paragraphs.count
            else { return "block \(index) refers to what is not there" }
            if let id = block.attributes, !attributeTable.values.indices.contains(id.index) {
                return "block \(index) has no attributes"
            }
            if let id = block.textStyle, !isText(id) { return "block \(index) has no text style" }
            if case .item(let item) = block.kind, !isText(item.markerStyle) {
                return "block \(index) has no marker style"
            }
            if case .item(let item) = block.kind, let image = item.markerImage,
                !attachments.indices.contains(image.index)
            {
                return "block \(index) has no image"
            }
        }
        for (index, span) in spans.enumerated() {
            if let id = span.attributes, !attributeTable.values.indices.contains(id.index) {
                return "span \(index) has no attributes"
            }
            guard span.parent.map({ (0..<index).contains($0) }) ?? true, isPlace(span.range.lowerBound),
                isPlace(span.range.upperBound),
                span.box.map({ boxStyleTable.values.indices.contains($0.index) }) ?? true,
                span.link.map({ linkTable.values.indices.contains($0.index) }) ?? true
            else { return "span \(index) refers to what is not there" }
        }
        for (index, object) in objects.enumerated() {
            guard isPlace(object.offset) else { return "object \(index) is outside of the text" }
            switch object.kind {
            case .attachment(let id): if !attachments.indices.contains(id.index) { return "object \(index) is unknown" }
            case .flow(let id): if !isFlow(id) { return "object \(index) is unknown" }
            }
        }
        for (index, flow) in flows.enumerated() {
            guard isBlock(flow.rootBlock), flow.anchor.map({ isPlace($0) }) ?? true else {
                return "flow \(index) refers to what is not there"
            }
        }
        let edges = 0...(2 * spans.count)
        if !generatedText.allSatisfy({
            isPlace($0.offset) && isText($0.style) && edges.contains($0.edgesBefore)
        }) {
            return "generated text refers to what is not there"
        }
        if !anchors.allSatisfy({ isPlace($0.offset) }) { return "an anchor is outside of the text" }
        if paragraphs.isEmpty || blocks.isEmpty || flows.isEmpty { return "no paragraph" }
        return nil
    }

    /// What is wrong with flows and blocks as trees: a flow stands behind its anchor (so that none holds itself), and
    /// not too deep; blocks hold the paragraphs that say so.
    private func brokenFlows() -> String? {
        var depth = [Int](repeating: 0, count: flows.count)
        var isAnchored = [Bool](repeating: false, count: flows.count)
        isAnchored[0] = true
        for object in objects {
            guard case .flow(let id) = object.kind else { continue }
            let outer = paragraphs[paragraphIndex(at: object.offset)].flow
            let root = blocks[flows[id.index].rootBlock.index]
            guard id != .main, !isAnchored[id.index], flows[id.index].anchor == object.offset,
                root.flow == id, paragraphs[root.paragraphs.lowerBound].range.lowerBound > object.offset
            else { return "a flow is not where its anchor is" }
            isAnchored[id.index] = true
            depth[id.index] = depth[outer.index] + 1
            if depth[id.index] > TextLimits.maximumFlowDepth { return "flows are nested too deeply" }
        }
        var settled = self
        settled.settleBlocks()
        if settled.blocks != blocks { return "blocks do not hold their paragraphs" }
        if flows[0].kind != .main || flows[0].rootBlock != .root || flows[0].anchor != nil {
            return "the first flow is not the main one"
        }
        for zipped in zip(generatedText, generatedText.dropFirst()) where zipped.0.offset > zipped.1.offset {
            return "generated text is not in order"
        }
        for zipped in zip(anchors, anchors.dropFirst()) where zipped.0.offset > zipped.1.offset {
            return "anchors are not in order"
        }
        return nil
    }

    /// What is wrong with offsets that are inside of the text: every one stands between two characters, a separator
    /// only at the end of a paragraph, and a span ends before its paragraph's separator.
    private func brokenText() -> String? {
        func isBoundary(_ offset: Int) -> Bool { offset == utf8.count || utf8[offset] & 0xC0 != 0x80 }
        for (index, paragraph) in paragraphs.enumerated() where utf8[paragraph.contentRange].contains(0x0A) {
            return "paragraph \(index) has a separator inside"
        }
        var isWhole = true
        runs.forEachRun(in: 0..<utf8.count) { range, _ in isWhole = isWhole && isBoundary(range.lowerBound) }
        if !isWhole { return "a run begins inside a character" }
        for (index, span) in spans.enumerated() {
            guard isBoundary(span.range.lowerBound), isBoundary(span.range.upperBound) else {
                return "span \(index) is cut inside a character"
            }
            let content = paragraphs[paragraphIndex(at: span.range.lowerBound)].contentRange
            guard span.range.upperBound <= content.upperBound else { return "span \(index) holds a separator" }
        }
        guard anchors.allSatisfy({ isBoundary($0.offset) }), generatedText.allSatisfy({ isBoundary($0.offset) })
        else { return "an anchor or generated text stands inside a character" }
        return nil
    }
}

/// Ids are coded as their numbers.
protocol CodedAsNumber: Codable {
    associatedtype Number: Codable
    var rawValue: Number { get }
    init(rawValue: Number)
}

extension CodedAsNumber {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Number.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension TextStyleID: CodedAsNumber {}
extension ParagraphStyleID: CodedAsNumber {}
extension BlockStyleID: CodedAsNumber {}
extension InlineBoxStyleID: CodedAsNumber {}
extension LinkID: CodedAsNumber {}
extension BlockID: CodedAsNumber {}
extension FlowID: CodedAsNumber {}
extension AttachmentID: CodedAsNumber {}
extension AttributesID: CodedAsNumber {}
