import Foundation

extension AttributedString {
    /// Attributed text as Foundation's `AttributedString`, with the attributes of `AttributeScopes.GalleyAttributes`,
    /// and Foundation's `link` and `languageIdentifier`.
    ///
    /// All is kept but the metadata, the style resources (`@font-face`, `@page`, `@counter-style`) and spans without
    /// text; `AttributedText(_:)` takes it back. O(text + runs), and many times slower than the text itself: for the
    /// boundary to Foundation.
    public init(_ text: AttributedText) {
        self.init()
        var builder = AttributedStringBuilder(text)
        for index in text.paragraphs.indices { builder.append(paragraph: index, to: &self) }
    }
}

/// Walks a text and appends its pieces.
private struct AttributedStringBuilder {
    private typealias Scope = AttributeScopes.GalleyAttributes
    private let text: AttributedText
    /// The path of each block, filled when it is met.
    private var paths: [[Scope.BlockValue]?]
    private var generated = 0
    private var anchor = 0
    private var object = 0
    /// The next span to open, and the spans that are open, outermost first.
    private var nextSpan = 0
    private var around: [Int] = []
    private var flowRoots: [Int: FlowID] = [:]

    init(_ text: AttributedText) {
        self.text = text
        paths = Array(repeating: nil, count: text.blocks.count)
        for (index, flow) in text.flows.enumerated() where index > 0 { flowRoots[flow.rootBlock.index] = FlowID(index) }
    }

    mutating func append(paragraph index: Int, to string: inout AttributedString) {
        let paragraph = text.paragraphs[index]
        var attributes = AttributeContainer()
        attributes[Scope.ParagraphAttribute.self] = Scope.ParagraphValue(
            style: text.style(paragraph.style), strut: text.style(paragraph.strut))
        attributes[Scope.BlocksAttribute.self] = path(of: paragraph.block)
        // Every place where something changes.
        var cuts: Set<Int> = [paragraph.range.upperBound]
        text.runs.forEachRun(in: paragraph.range) { range, _ in cuts.insert(range.lowerBound) }
        let spans = text.spanIndices(in: paragraph.range)
        nextSpan = spans.lowerBound
        around = []
        for index in spans {
            cuts.insert(text.spans[index].range.lowerBound)
            cuts.insert(text.spans[index].range.upperBound)
        }
        var scan = object
        while scan < text.objects.count, text.objects[scan].offset < paragraph.range.upperBound {
            cuts.insert(text.objects[scan].offset)
            cuts.insert(text.objects[scan].offset + 3)
            scan += 1
        }
        scan = generated
        while scan < text.generatedText.count, text.generatedText[scan].offset < paragraph.range.upperBound {
            cuts.insert(text.generatedText[scan].offset)
            cuts.insert(text.nextCharacter(after: text.generatedText[scan].offset))
            scan += 1
        }
        scan = anchor
        while scan < text.anchors.count, text.anchors[scan].offset < paragraph.range.upperBound {
            cuts.insert(text.anchors[scan].offset)
            cuts.insert(text.nextCharacter(after: text.anchors[scan].offset))
            scan += 1
        }
        var start = paragraph.range.lowerBound
        for end in cuts.sorted() where end > start {
            append(start..<end, attributes, spans, to: &string)
            start = end
        }
    }

    private mutating func append(
        _ range: Range<Int>, _ common: AttributeContainer, _ spans: Range<Int>, to string: inout AttributedString
    ) {
        var attributes = common
        if let style = text.style(at: range.lowerBound) {
            attributes[Scope.TextStyleAttribute.self] = style
            if !style.shaping.language.isEmpty { attributes.languageIdentifier = style.shaping.language }
        }
        // Spans stand by their start and nest: the open ones are a stack.
        while nextSpan < spans.upperBound, text.spans[nextSpan].range.lowerBound <= range.lowerBound {
            around.append(nextSpan)
            nextSpan += 1
        }
        around.removeAll { text.spans[$0].range.upperBound <= range.lowerBound }
        if !around.isEmpty {
            attributes[Scope.SpansAttribute.self] = around.map { value(ofSpan: $0) }
            if let link = around.last(where: { text.spans[$0].link != nil }).flatMap({ text.spans[$0].link }) {
                attributes.link = URL(string: text.link(link).url)
            }
        }
        while object < text.objects.count, text.objects[object].offset < range.lowerBound { object += 1 }
        if object < text.objects.count, text.objects[object].offset == range.lowerBound {
            switch text.objects[object].kind {
            case .attachment(let id):
                attributes[Scope.ObjectAttribute.self] = .attachment(
                    number: id.index, text.attachments[id.index])
            case .flow(let id): attributes[Scope.ObjectAttribute.self] = .flow(number: id.index)
            }
        }
        var shown: [Scope.GeneratedTextValue] = []
        while generated < text.generatedText.count, text.generatedText[generated].offset <= range.lowerBound {
            let one = text.generatedText[generated]
            shown.append(
                Scope.GeneratedTextValue(
                    number: generated, edgesBefore: one.edgesBefore, text: one.text, style: text.style(one.style),
                    alternativeText: one.alternativeText, pageReferences: one.pageReferences, leaders: one.leaders))
            generated += 1
        }
        if !shown.isEmpty { attributes[Scope.GeneratedTextAttribute.self] = shown }
        var names: [Scope.AnchorValue] = []
        let isLast = range.upperBound == text.count
        while anchor < text.anchors.count, isLast || text.anchors[anchor].offset <= range.lowerBound {
            let one = text.anchors[anchor]
            names.append(
                Scope.AnchorValue(number: anchor, name: one.name, isBehind: one.offset > range.lowerBound))
            anchor += 1
        }
        if !names.isEmpty { attributes[Scope.AnchorsAttribute.self] = names }
        string.append(AttributedString(text[range], attributes: attributes))
    }

    private func value(ofSpan index: Int) -> Scope.SpanValue {
        let span = text.spans[index]
        return Scope.SpanValue(
            number: index, box: span.box.map { text.style($0) }, link: span.link.map { text.link($0) },
            hasStartEdge: span.hasStartEdge, hasEndEdge: span.hasEndEdge, ruby: span.ruby,
            attributes: span.attributes.map { text.attributes($0) })
    }

    private mutating func path(of id: BlockID) -> [Scope.BlockValue] {
        if let known = paths[id.index] { return known }
        var chain: [BlockID] = []
        var next: BlockID? = id
        while let block = next, paths[block.index] == nil {
            chain.append(block)
            next = text.blocks[block.index].parent
        }
        var path = next.flatMap { paths[$0.index] } ?? []
        for block in chain.reversed() {
            path.append(value(of: block))
            paths[block.index] = path
        }
        return path
    }

    private func value(of id: BlockID) -> Scope.BlockValue {
        let block = text.blocks[id.index]
        var value = Scope.BlockValue(number: id.index, kind: block.kind, role: block.role, style: text.style(of: id))
        if case .item(var item) = block.kind {
            value.markerStyle = text.style(item.markerStyle)
            item.markerStyle = TextStyleID(rawValue: 0)
            item.markerImage = nil
            value.kind = .item(item)
        }
        value.attributes = block.attributes.map { text.attributes($0) }
        value.textStyle = block.textStyle.map { text.style($0) }
        if let flow = flowRoots[id.index] {
            value.flow = Scope.FlowValue(
                number: flow.index, kind: text.flows[flow.index].kind,
                verticalAlignment: text.flows[flow.index].verticalAlignment)
        }
        return value
    }
}

extension AttributedText {
    /// The offset behind the character at `offset`.
    fileprivate func nextCharacter(after offset: Int) -> Int {
        guard offset < utf8.count else { return utf8.count }
        return min(utf8.count, offset + AttributedText.sequenceLength(utf8[offset]))
    }
}
