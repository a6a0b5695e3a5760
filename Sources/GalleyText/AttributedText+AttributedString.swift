import Foundation

extension AttributedText {
    /// Takes Foundation's `AttributedString`: one made by `AttributedString(_:)` of a text, or any other.
    ///
    /// Characters without a style of ours have `style`; characters without blocks stand in the root. Links without a
    /// span of ours become one. A text always ends with a separator, so one is added where it lacks. A float or inline
    /// block whose place in the text is gone, or stands behind it, joins the text around it.
    ///
    /// O(string), on the terms of Foundation's storage.
    public init(
        _ attributed: AttributedString, style: TextStyle = TextStyle(),
        paragraphStyle: ParagraphStyle = ParagraphStyle()
    ) {
        self.init(empty: ())
        var reader = AttributedStringReader(self, style, paragraphStyle)
        reader.read(attributed)
        self = reader.finish()
    }
}

/// Collects the parts of a text from the runs of an attributed string.
private struct AttributedStringReader {
    private typealias Scope = AttributeScopes.GalleyAttributes
    private var text: AttributedText
    private let style: TextStyle
    private let paragraphStyle: ParagraphStyle
    /// The open blocks: their numbers in the string, and here.
    private var path: [(number: Int, block: BlockID)] = []
    /// The open spans of the paragraph.
    private var spans: [(value: Scope.SpanValue, index: Int)] = []
    private var paragraphStart = 0
    /// Flows by number: known from their U+FFFC, in text order.
    private var flows: [Int: FlowID] = [:]
    private var objects: [(offset: Int, value: Scope.ObjectValue)] = []

    init(_ text: AttributedText, _ style: TextStyle, _ paragraphStyle: ParagraphStyle) {
        self.text = text
        self.style = style
        self.paragraphStyle = paragraphStyle
        self.text.flows.append(Flow(kind: .main, anchor: nil, rootBlock: .root))
    }

    mutating func read(_ attributed: AttributedString) {
        numberFlows(attributed)
        var last: AttributedString.Runs.Run?
        for run in attributed.runs {
            last = run
            var bytes = Array(String(String.UnicodeScalarView(attributed[run.range].unicodeScalars)).utf8)
            // Two ways to end a paragraph that the model does not have.
            if bytes.contains(0x0D) { bytes.removeAll { $0 == 0x0D } }
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
                append(bytes[start..<end], run, isFirst: start == 0)
                if bytes[end - 1] == 0x0A { endParagraph(run) }
                start = end
            }
        }
        if text.utf8.count > paragraphStart || text.paragraphs.isEmpty {
            let separator = intern(last?[Scope.TextStyleAttribute.self])
            text.utf8.append(0x0A)
            text.runs.append(1, separator)
            endParagraph(last)
        }
    }

    /// Flows are numbered in the order of the text that the string was made of, which is not that of their anchors.
    private mutating func numberFlows(_ attributed: AttributedString) {
        var anchored: Set<Int> = []
        var roots: Set<Int> = []
        for run in attributed.runs {
            if case .flow(let number)? = run[Scope.ObjectAttribute.self] { anchored.insert(number) }
            for block in run[Scope.BlocksAttribute.self] ?? [] {
                // One whose anchor does not stand before it is no flow.
                if let flow = block.flow, anchored.contains(flow.number) { roots.insert(flow.number) }
            }
        }
        for (index, number) in roots.sorted().enumerated() { flows[number] = FlowID(index + 1) }
        for _ in flows { text.flows.append(Flow(kind: .inlineBlock, anchor: nil, rootBlock: .root)) }
    }

    private mutating func intern(_ value: TextStyle?) -> TextStyleID {
        TextStyleID(rawValue: text.styleTable.intern(value ?? style))
    }

    private mutating func append(
        _ bytes: ArraySlice<UInt8>, _ run: AttributedString.Runs.Run, isFirst: Bool
    ) {
        let offset = text.utf8.count
        text.utf8.append(contentsOf: bytes)
        text.runs.append(bytes.count, intern(run[Scope.TextStyleAttribute.self]))
        let content = offset..<(offset + bytes.count - (bytes.last == 0x0A ? 1 : 0))
        setSpans(run, content)
        guard isFirst else { return }
        if let value = run[Scope.ObjectAttribute.self], bytes.elementsEqual([0xEF, 0xBF, 0xBC]) {
            objects.append((offset, value))
        }
        for value in run[Scope.GeneratedTextAttribute.self] ?? [] {
            text.generatedText.append(
                GeneratedText(
                    offset: offset, edgesBefore: min(max(0, value.edgesBefore), Int(Int32.max)), text: value.text,
                    style: intern(value.style),
                    alternativeText: value.alternativeText, pageReferences: value.pageReferences,
                    leaders: value.leaders))
        }
        for value in run[Scope.AnchorsAttribute.self] ?? [] {
            text.anchors.append(Anchor(name: value.name, offset: value.isBehind ? offset + bytes.count : offset))
        }
    }

    /// Opens and closes spans so that those of the run are open over `range`.
    private mutating func setSpans(_ run: AttributedString.Runs.Run, _ range: Range<Int>) {
        var wanted = run[Scope.SpansAttribute.self] ?? []
        if wanted.isEmpty, let url = run.link {
            wanted = [
                Scope.SpanValue(
                    number: -1, box: nil, link: Link(url: url.absoluteString), hasStartEdge: true, hasEndEdge: true,
                    ruby: .none)
            ]
        }
        if range.isEmpty { return }
        let kept = zip(spans, wanted).prefix { $0.0.value == $0.1 }.count
        spans.removeLast(spans.count - kept)
        for value in wanted.dropFirst(kept) {
            var span = InlineSpan(
                range: range, parent: spans.last?.index,
                box: value.box.map { InlineBoxStyleID(rawValue: text.boxStyleTable.intern($0)) },
                link: value.link.map { LinkID(rawValue: text.linkTable.intern($0)) },
                hasStartEdge: value.hasStartEdge, hasEndEdge: value.hasEndEdge, ruby: value.ruby)
            span.attributes = value.attributes.map { AttributesID(rawValue: text.attributeTable.intern($0)) }
            spans.append((value, text.spans.count))
            text.spans.append(span)
        }
        for (_, index) in spans {
            text.spans[index].range = text.spans[index].range.lowerBound..<range.upperBound
        }
    }

    private mutating func endParagraph(_ run: AttributedString.Runs.Run?) {
        spans = []
        let block = openBlocks(run?[Scope.BlocksAttribute.self] ?? [])
        let value = run?[Scope.ParagraphAttribute.self]
        let strut = value.map { intern($0.strut) } ?? text.runs.style(at: paragraphStart) ?? intern(nil)
        text.paragraphs.append(
            Paragraph(
                range: paragraphStart..<text.utf8.count,
                style: ParagraphStyleID(
                    rawValue: text.paragraphStyleTable.intern(value?.style ?? paragraphStyle)),
                strut: strut, block: block, flow: text.blocks[block.index].flow))
        paragraphStart = text.utf8.count
    }

    /// Makes `wanted` the path of open blocks; returns the innermost.
    private mutating func openBlocks(_ wanted: [Scope.BlockValue]) -> BlockID {
        if path.isEmpty {
            let root = wanted.first
            text.blocks.append(
                Block(
                    parent: nil, kind: root?.kind ?? .box, role: root?.role ?? .document,
                    style: intern(root?.style ?? BlockStyle())))
            text.setBlockAttributes(root?.attributes, of: .root)
            text.setTextStyle(root?.textStyle, ofBlock: .root)
            path.append((root?.number ?? 0, .root))
        }
        let kept = max(1, zip(path, wanted).prefix { $0.0.number == $0.1.number }.count)
        path.removeLast(path.count - min(kept, path.count))
        for value in wanted.dropFirst(kept) {
            let parent = path[path.count - 1].block
            var kind = value.kind
            if case .item(var item) = kind {
                item.markerStyle = intern(value.markerStyle)
                item.markerImage = nil
                kind = .item(item)
            }
            let id = BlockID(text.blocks.count)
            var flow = text.blocks[parent.index].flow
            if let own = value.flow, let number = flows[own.number], text.flows[number.index].rootBlock == .root {
                flow = number
                text.flows[number.index] = Flow(
                    kind: own.kind, anchor: nil, rootBlock: id, verticalAlignment: own.verticalAlignment)
            }
            text.blocks.append(
                Block(parent: parent, kind: kind, role: value.role, style: intern(value.style), flow: flow))
            text.setBlockAttributes(value.attributes, of: id)
            text.setTextStyle(value.textStyle, ofBlock: id)
            path.append((value.number, id))
        }
        return path[path.count - 1].block
    }

    private mutating func intern(_ style: BlockStyle) -> BlockStyleID {
        BlockStyleID(rawValue: text.blockStyleTable.intern(style))
    }

    /// The text, its objects numbered as they were.
    consuming func finish() -> AttributedText {
        var numbers: [Int] = []
        for case (_, .attachment(let number, _)) in objects { numbers.append(number) }
        let order = Dictionary(
            numbers.sorted().enumerated().map { ($1, AttachmentID($0)) }, uniquingKeysWith: { first, _ in first })
        var attachments = [Int: Attachment]()
        for (offset, value) in objects {
            switch value {
            case .attachment(let number, let attachment):
                guard let id = order[number] else { continue }
                attachments[id.index] = attachment
                text.objects.append(InlineObject(offset: offset, kind: .attachment(id)))
            case .flow(let number):
                guard let id = flows[number], text.flows[id.index].anchor == nil else { continue }
                text.flows[id.index].anchor = offset
                text.objects.append(InlineObject(offset: offset, kind: .flow(id)))
            }
        }
        text.attachments = ContiguousArray(attachments.keys.sorted().compactMap { attachments[$0] })
        // One behind a character that is no longer the last stands before the next.
        if zip(text.anchors, text.anchors.dropFirst()).contains(where: { $0.offset > $1.offset }) {
            text.anchors.sort { $0.offset < $1.offset }
        }
        text.settleBlocks()
        foldFlows()
        text.addMarkerImages()
        return text
    }

    /// Flows that an edit of the string left without an anchor before them, or too deep: their content joins the flow
    /// around it, so that none of it is lost. O(blocks + objects).
    private mutating func foldFlows() {
        var depth: [Int?] = Array(repeating: nil, count: text.flows.count)
        depth[0] = 0
        for object in text.objects {
            guard case .flow(let id) = object.kind else { continue }
            let root = text.blocks[text.flows[id.index].rootBlock.index]
            let outer = text.paragraphs[text.paragraphIndex(at: object.offset)].flow
            guard root.flow == id, text.paragraphs[root.paragraphs.lowerBound].range.lowerBound > object.offset,
                let around = depth[outer.index], around < TextLimits.maximumFlowDepth
            else { continue }
            depth[id.index] = around + 1
        }
        if !depth.contains(nil) { return }
        var numbers: [FlowID] = []
        var kept: ContiguousArray<Flow> = []
        for (index, flow) in text.flows.enumerated() {
            numbers.append(FlowID(kept.count))
            if depth[index] != nil { kept.append(flow) }
        }
        // Parents stand before their children: each takes what its parent has become.
        for (index, block) in text.blocks.enumerated() {
            let isKept = depth[block.flow.index] != nil
            let outer = block.parent.map { text.blocks[$0.index].flow } ?? .main
            text.blocks[index].flow = isKept ? numbers[block.flow.index] : outer
        }
        for index in text.paragraphs.indices {
            text.paragraphs[index].flow = text.blocks[text.paragraphs[index].block.index].flow
        }
        text.objects = ContiguousArray(
            text.objects.compactMap { object in
                guard case .flow(let id) = object.kind else { return object }
                if depth[id.index] == nil { return nil }
                return InlineObject(offset: object.offset, kind: .flow(numbers[id.index]))
            })
        text.flows = kept
    }
}
