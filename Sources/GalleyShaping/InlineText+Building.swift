import GalleyText

extension InlineText {
    /// The inline text of one paragraph. Linear in its bytes and in what stands in it.
    public init(paragraph index: Int, of text: borrowing AttributedText) {
        self.init(paragraph: index, of: text, synthesis: nil)
    }

    /// As it is shaped: with small capitals where `synthesis` says that the faces have none, without a drop cap where that
    /// is laid out by itself.
    init(
        paragraph index: Int, of text: borrowing AttributedText, synthesis: SynthesisResolver?,
        setsLetterApart: Bool = false
    ) {
        self.init()
        if copyPlain(index, text) { return }
        self.init(
            paragraph: index, of: copy text, firstLine: nil, synthesis: synthesis, setsLetterApart: setsLetterApart)
    }

    /// The same with the styles of the first line (`::first-line`) up to its end.
    init(
        paragraph index: Int, of text: AttributedText, firstLine: FirstLineExtent?, synthesis: SynthesisResolver?,
        setsLetterApart: Bool
    ) {
        var builder = InlineTextBuilder(
            paragraph: index, of: text, firstLine: firstLine, synthesis: synthesis, setsLetterApart: setsLetterApart)
        builder.build()
        self = builder.inline
    }

    /// The inline text of a ruby annotation: `range` of a paragraph.
    init(annotation range: Range<Int>, ofParagraph index: Int, of text: AttributedText, synthesis: SynthesisResolver?) {
        var builder = InlineTextBuilder(
            paragraph: index, of: text, firstLine: nil, synthesis: synthesis, annotation: range)
        builder.build()
        self = builder.inline
    }

    /// A paragraph that shows its source bytes and nothing else, by one copy; `false` when it is not one.
    private mutating func copyPlain(_ index: Int, _ text: borrowing AttributedText) -> Bool {
        let paragraph = text.paragraphs[index]
        let content = paragraph.contentRange
        guard !text.hasFirstStyles(paragraph.style) || text.style(paragraph.style).firstLetter == nil else {
            return false
        }
        guard !text.overridesDirection(paragraph.style) else { return false }
        guard text.spans.isEmpty || text.spanIndices(in: paragraph.range).isEmpty else { return false }
        let object = text.objects.partitionIndex { $0.offset >= content.lowerBound }
        if object < text.objects.count, text.objects[object].offset < content.upperBound { return false }
        let generated = text.generatedText.partitionIndex { $0.offset >= content.lowerBound }
        if generated < text.generatedText.count, text.generatedText[generated].offset <= content.upperBound {
            return false
        }
        // An item's marker may stand inside its first paragraph.
        var block: BlockID? = paragraph.block
        while let id = block, text.blocks[id.index].paragraphs.lowerBound == index {
            if case .item = text.blocks[id.index].kind { return false }
            block = text.blocks[id.index].parent
        }
        var transforms = false
        text.runs.forEachRun(in: content) { _, id in
            if text.changesCharacters(id) { transforms = true }
        }
        if transforms { return false }
        sourceRange = content
        text.utf8.withUnsafeBufferPointer { utf8.append(contentsOf: UnsafeBufferPointer(rebasing: $0[content])) }
        mapping.append(.identical, inline: content.count, source: content.count, sourceStart: content.lowerBound)
        text.runs.forEachRun(in: content) { range, id in
            styleRuns.append(StyleRun(end: range.upperBound - content.lowerBound, style: id))
        }
        return true
    }
}

/// Walks a paragraph from front to back and puts together what is shaped.
struct InlineTextBuilder {
    private(set) var inline = InlineText()
    private let text: AttributedText
    private let paragraph: Paragraph
    private let paragraphIndex: Int
    /// What is put together: the paragraph, or an annotation in it.
    private let content: Range<Int>
    private let isAnnotation: Bool
    private let pairs: [RubyPair]
    /// Whether spans in it are links or have attributes.
    private let hasElements: Bool
    private var spanIndices: Range<Int>
    private var open: [OpenSpan] = []
    /// The next of the text's generated texts, and how many ends of spans at the offset that is being built are behind.
    private var generated = 0
    private var edges = 0
    private var transformer = TextTransformer()
    /// `nil` for a paragraph without styles of a first line or letter.
    private var styles: FirstStyles?
    private let synthesis: SynthesisResolver?

    private struct OpenSpan {
        var span: Int
        var end: Int
        /// Its entry in `inline.boxes`, for a span whose box matters.
        var box: Int?
        /// Whether its bidi controls are in the text and not closed yet.
        var isEmbedded = false
    }
    /// How many open spans have bidi controls, and how many of those are not in the text, since nothing has come after
    /// them that they could act on.
    private var controlCount = 0
    private var pendingControls = 0
    /// What the paragraph itself says of all its text; `nil` for nothing. Whether its control is in the text and not closed
    /// yet.
    private let paragraphBox: InlineBoxStyle?
    private var isParagraphEmbedded = false

    init(
        paragraph index: Int, of text: AttributedText, firstLine: FirstLineExtent?, synthesis: SynthesisResolver?,
        annotation: Range<Int>? = nil, setsLetterApart: Bool = false
    ) {
        self.text = text
        self.synthesis = synthesis
        paragraphIndex = index
        paragraph = text.paragraphs[index]
        styles =
            text.hasFirstStyles(paragraph.style)
            ? FirstStyles(
                paragraph: index, of: text, firstLine: firstLine,
                setsLetterApart: setsLetterApart && annotation == nil)
            : nil
        content = annotation ?? paragraph.contentRange
        isAnnotation = annotation != nil
        inline.sourceRange = content
        spanIndices = text.spanIndices(in: annotation ?? paragraph.range)
        pairs = annotation == nil ? RubyPair.pairs(text, spanIndices) : []
        hasElements = text.spans[spanIndices].contains(where: \.isElement)
        paragraphBox = text.overridesDirection(paragraph.style) ? text.style(paragraph.style).overridingBox : nil
        if paragraphBox != nil {
            controlCount = 1
            pendingControls = 1
        }
    }

    mutating func build() {
        inline.utf8.reserveCapacity(content.count)
        if let styles, let root = styles.firstLineRoot {
            inline.firstLineStrut = inline.id(ofGenerated: root)
            inline.firstLineEnd = styles.firstLineEnd
        }
        if !isAnnotation { addInsideMarkers() }
        var pair = 0
        var skipped = 0
        generated = text.generatedText.partitionIndex { $0.offset >= content.lowerBound }
        var object = text.objects.partitionIndex { $0.offset >= content.lowerBound }
        var span = spanIndices.lowerBound
        var offset = content.lowerBound
        if let cap = styles?.dropCap {
            // The letter is no part of the line's text; spans around it go on after it.
            addGenerated(at: offset)
            inline.mapping.append(.transformed, inline: 0, source: cap.count, sourceStart: cap.lowerBound)
            while span < spanIndices.upperBound, text.spans[span].range.lowerBound < cap.upperBound {
                let end = text.spans[span].range.upperBound
                if end > cap.upperBound { openSpan(span) } else if end == cap.upperBound { edges += 1 }
                span += 1
            }
            skipGenerated(before: cap.upperBound)
            offset = cap.upperBound
        }
        if isAnnotation { skipEdgesBeforeAnnotation() }
        while true {
            addGenerated(at: offset, afterEdges: edges)
            if skipped < pairs.count, pairs[skipped].annotation.lowerBound == offset {
                // The annotation is no part of the line's text.
                let annotation = pairs[skipped].annotation
                closeSpans(at: offset, before: pairs[skipped].span)
                inline.mapping.append(
                    .transformed, inline: 0, source: annotation.count, sourceStart: annotation.lowerBound)
                offset = annotation.upperBound
                while span < spanIndices.upperBound, text.spans[span].range.lowerBound < offset { span += 1 }
                while object < text.objects.count, text.objects[object].offset < offset { object += 1 }
                // What ends with the annotation is behind, with what is shown in it.
                edges = text.spans[pairs[skipped].span..<span].count(where: { $0.range.upperBound == offset })
                skipGenerated(before: offset, edges: edges)
                skipped += 1
                continue
            }
            if pair < pairs.count, pairs[pair].base.lowerBound == offset, !pairs[pair].beginsWithSpan {
                closeSpans(at: offset, before: span < spanIndices.upperBound ? span : nil)
                openRuby(pairs[pair])
                pair += 1
            }
            // What happens before the byte at `offset`: spans end and begin, generated text stands between.
            while span < spanIndices.upperBound, text.spans[span].range.lowerBound == offset {
                closeSpans(at: offset, before: span)
                openSpan(span)
                if pair < pairs.count, pairs[pair].beginsWithSpan, pairs[pair].container == span {
                    openRuby(pairs[pair])
                    pair += 1
                }
                span += 1
                passEdge(at: offset)
            }
            closeSpans(at: offset, before: nil)
            // What stands after an annotation is the line's.
            if !isAnnotation || offset < content.upperBound { addGenerated(at: offset) }
            edges = 0
            guard offset < content.upperBound else { break }
            placeFirstLetter(at: offset)

            if object < text.objects.count, text.objects[object].offset == offset {
                openControls(at: offset)
                inline.events.append(Event(offset: inline.utf8.count, kind: .object(inline.objects.count)))
                inline.objects.append(text.objects[object])
                if case .flow(let flow) = text.objects[object].kind {
                    if text.flows[flow.index].kind.isOutOfFlow {
                        inline.outOfFlowOffsets.append(inline.utf8.count)
                    }
                }
                let end = min(content.upperBound, offset + 3)
                copy(offset..<end, transforms: false)
                object += 1
                offset = end
                continue
            }
            var next = content.upperBound
            if let top = open.last { next = min(next, top.end) }
            if span < spanIndices.upperBound { next = min(next, text.spans[span].range.lowerBound) }
            if generated < text.generatedText.count { next = min(next, text.generatedText[generated].offset) }
            if object < text.objects.count { next = min(next, text.objects[object].offset) }
            if let styles { next = min(next, styles.end(after: offset)) }
            if pair < pairs.count { next = min(next, max(offset, pairs[pair].base.lowerBound)) }
            if skipped < pairs.count { next = min(next, pairs[skipped].annotation.lowerBound) }
            next = max(next, offset + 1)
            if controlCount > 0 {
                let found = forcedBreak(in: offset..<next)
                if let found, found.lowerBound == offset {
                    closeControls(at: offset)
                    next = found.upperBound
                } else {
                    openControls(at: offset)
                    next = found?.lowerBound ?? next
                }
            }
            copy(offset..<next, transforms: true)
            offset = next
        }
        if let box = letterBox { inline.events.append(Event(offset: inline.utf8.count, kind: .close(box: box))) }
        while let last = open.popLast() { close(last) }
        if isParagraphEmbedded, let box = paragraphBox { appendControls(box.closingControls, at: content.upperBound) }
        inline.firstLineEnd = min(inline.firstLineEnd, inline.utf8.count)
    }

    /// The box of `::first-letter`, while it is open.
    private var letterBox: Int?

    /// Opens and closes the box around the first letter: inside all spans that begin with it.
    private mutating func placeFirstLetter(at offset: Int) {
        guard let styles, let letter = styles.letter else { return }
        if letterBox == nil, offset == letter.range.lowerBound, !letter.style.box.isPlain {
            letterBox = inline.boxes.count
            let textStyle = inline.id(ofGenerated: styles.style(text.style(id(at: offset)), at: offset))
            inline.boxes.append(
                InlineText.Box(
                    span: nil, parent: open.last { $0.box != nil }?.box, style: letter.style.box, textStyle: textStyle,
                    firstLineTextStyle: textStyle, hasStartEdge: true, hasEndEdge: true))
            inline.events.append(Event(offset: inline.utf8.count, kind: .open(box: inline.boxes.count - 1)))
        } else if let box = letterBox, offset >= letter.range.upperBound {
            inline.events.append(Event(offset: inline.utf8.count, kind: .close(box: box)))
            letterBox = nil
            styles.letter = nil
        }
    }

    private func id(at offset: Int) -> TextStyleID {
        text.runs.style(at: min(offset, paragraph.range.upperBound - 1)) ?? paragraph.strut
    }

    private typealias Event = InlineText.Event

    // MARK: Source text

    private mutating func copy(_ range: Range<Int>, transforms: Bool) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (end, own) = text.runs.run(at: offset, before: range.upperBound)
            let isChanged = styles?.changes(offset) ?? false
            copy(offset..<end, isChanged ? changed(own, at: offset) : own, transforms: transforms)
            offset = end
        }
    }

    /// Copies text of one style.
    private mutating func copy(_ run: Range<Int>, _ id: TextStyleID, transforms: Bool) {
        if transforms, id.isGenerated || text.changesCharacters(id), transform(run, id) { return endStyleRun(id) }
        text.utf8.withUnsafeBufferPointer { inline.utf8.append(contentsOf: UnsafeBufferPointer(rebasing: $0[run])) }
        inline.mapping.append(.identical, inline: run.count, source: run.count, sourceStart: run.lowerBound)
        endStyleRun(id)
    }

    /// Adds other characters in place of a text's own, where its style asks for that; `false` where it does not.
    private mutating func transform(_ run: Range<Int>, _ id: TextStyleID) -> Bool {
        transform(text.utf8, run, inline.style(id, in: text).shaping, limit: content.upperBound, isSource: true)
    }

    private mutating func transform(
        _ utf8: ContiguousArray<UInt8>, _ run: Range<Int>, _ style: ShapingStyle, limit: Int, isSource: Bool
    ) -> Bool {
        let start = inline.utf8.count
        let fontStyle = synthesis.flatMap { SynthesisResolver.concerns(style) ? $0.fontStyle(style) : nil }
        guard style.textTransform != .none || fontStyle != nil else { return false }
        transformer.begin(style, fontStyle.flatMap { style in synthesis.map { ($0, style) } })
        transformer.transform(utf8, run, before: inline.utf8, limit: limit) {
            kind, source, bytes, isSmaller in
            if isSmaller { addSynthetic(.smallCapital, inline.utf8.count..<(inline.utf8.count + bytes.count)) }
            inline.utf8.append(contentsOf: bytes)
            guard isSource else { return }
            inline.mapping.append(kind, inline: bytes.count, source: source.count, sourceStart: source.lowerBound)
        }
        if let synthesis, let fontStyle, style.position != .normal {
            let position = inline.utf8.withUnsafeBufferPointer {
                synthesis.position(UnsafeBufferPointer(rebasing: $0[start...]), fontStyle)
            }
            if !position.isEmpty { addPosition(position, from: start) }
        }
        return true
    }

    private mutating func addSynthetic(_ synthesis: GlyphSynthesis, _ range: Range<Int>) {
        if let last = inline.syntheticRuns.last, last.synthesis == synthesis, last.range.upperBound == range.lowerBound
        {
            inline.syntheticRuns[inline.syntheticRuns.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            inline.syntheticRuns.append(InlineText.SyntheticRun(range: range, synthesis: synthesis))
        }
    }

    /// Makes all from `start` on sub- or superscript, beside what its capitals are.
    private mutating func addPosition(_ position: GlyphSynthesis, from start: Int) {
        var capitals: [InlineText.SyntheticRun] = []
        while let last = inline.syntheticRuns.last, last.range.upperBound > start {
            capitals.append(last)
            inline.syntheticRuns.removeLast()
        }
        var offset = start
        for run in capitals.reversed() {
            let lower = max(start, run.range.lowerBound)
            if run.range.lowerBound < start { addSynthetic(run.synthesis, run.range.lowerBound..<start) }
            if lower > offset { addSynthetic(position, offset..<lower) }
            addSynthetic(run.synthesis.union(position), lower..<run.range.upperBound)
            offset = run.range.upperBound
        }
        if offset < inline.utf8.count { addSynthetic(position, offset..<inline.utf8.count) }
    }

    private mutating func endStyleRun(_ id: TextStyleID, at place: Int? = nil) {
        let end = place ?? inline.utf8.count
        if let last = inline.styleRuns.last {
            if last.end == end { return }
            if last.style == id {
                inline.styleRuns.replaceLast(with: InlineText.StyleRun(end: end, style: id))
                return
            }
        } else if end == 0 {
            return
        }
        inline.styleRuns.append(InlineText.StyleRun(end: end, style: id))
    }

    // MARK: Generated text

    /// Adds what stands at an offset after so many ends of spans at most.
    private mutating func addGenerated(at offset: Int, afterEdges count: Int = .max) {
        while generated < text.generatedText.count, text.generatedText[generated].offset == offset {
            let next = text.generatedText[generated]
            guard next.edgesBefore <= count else { return }
            let start = inline.utf8.count
            append(next.text, style: next.style, at: offset)
            if !next.leaders.isEmpty { addLeaders(of: next, from: start) }
            if let words = next.alternativeText {
                inline.alternatives.append(.init(range: start..<inline.utf8.count, text: words))
            }
            generated += 1
        }
    }

    /// Leaves out what stands before an offset, and there before so many ends of spans.
    private mutating func skipGenerated(before offset: Int, edges count: Int = 0) {
        while generated < text.generatedText.count,
            (text.generatedText[generated].offset, text.generatedText[generated].edgesBefore) < (offset, count)
        {
            generated += 1
        }
    }

    /// A span has begun or ended.
    private mutating func passEdge(at offset: Int) {
        edges += 1
        addGenerated(at: offset, afterEdges: edges)
    }

    /// What stands at the start of an annotation, but before it, is the line's.
    private mutating func skipEdgesBeforeAnnotation() {
        let start = content.lowerBound
        for span in text.spans[text.spanIndices(in: paragraph.range).lowerBound..<spanIndices.lowerBound] {
            edges += (span.range.lowerBound == start ? 1 : 0) + (span.range.upperBound == start ? 1 : 0)
        }
        skipGenerated(before: start, edges: edges + 1)
    }

    /// Finds the tabs that stand for leaders again: what stands between them may be bidi controls, too.
    private mutating func addLeaders(of generated: GeneratedText, from start: Int) {
        var leader = 0
        var place = start
        for (offset, byte) in generated.text.utf8.enumerated() where byte == 0x09 {
            guard let tab = inline.utf8[place...].firstIndex(of: 0x09) else { return }
            place = tab + 1
            while leader < generated.leaders.count, generated.leaders[leader].place < offset { leader += 1 }
            guard leader < generated.leaders.count else { return }
            if generated.leaders[leader].place == offset {
                inline.leaders.append(Leader(generated.leaders[leader].pattern, place: tab))
            }
        }
    }

    private mutating func append(_ string: String, style: TextStyleID, at source: Int) {
        guard controlCount > 0 else { return appendBytes(string, style: style, at: source) }
        // A forced break ends a bidi paragraph here, too.
        for part in string.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\u{2028}" })
        {
            if part.startIndex != string.startIndex {
                closeControls(at: source)
                appendBytes("\u{2028}", style: style, at: source)
            }
            guard !part.isEmpty else { continue }
            openControls(at: source)
            appendBytes(String(part), style: style, at: source)
        }
    }

    private mutating func appendBytes(_ string: String, style: TextStyleID, at source: Int) {
        guard !string.isEmpty else { return }
        let start = inline.utf8.count
        let bytes = ContiguousArray(string.utf8)
        // Pseudo-elements inherit `text-transform` as elements do (CSS Text 3 §2.1).
        if !transform(bytes, bytes.indices, text.style(style).shaping, limit: bytes.count, isSource: false) {
            inline.utf8.append(contentsOf: bytes)
        }
        inline.mapping.append(.generated, inline: inline.utf8.count - start, source: 0, sourceStart: source)
        if hasElements {
            let span = open.last { $0.span >= 0 && text.spans[$0.span].isElement }?.span
            inline.generatedSpans.append(
                InlineText.GeneratedSpan(
                    range: start..<inline.utf8.count, number: span.map { $0 - spanIndices.lowerBound }))
        }
        guard let styles, start < styles.firstLineEnd, let first = styles.firstLine(self.text.style(style)) else {
            return endStyleRun(style)
        }
        let end = inline.utf8.count
        endStyleRun(inline.id(ofGenerated: first), at: min(end, styles.firstLineEnd))
        if end > styles.firstLineEnd { endStyleRun(style) }
    }

    /// The style of source text at an offset that first-line or first-letter styles change.
    private mutating func changed(_ id: TextStyleID, at offset: Int) -> TextStyleID {
        guard let style = styles?.style(text.style(id), at: offset) else { return id }
        return style == text.style(id) ? id : inline.id(ofGenerated: style)
    }

    /// Markers with `list-style-position: inside` begin the paragraph (CSS Lists 3 §3.4), isolated from its text.
    private mutating func addInsideMarkers() {
        for item in text.markers(ofParagraph: paragraphIndex) {
            guard case .item(let listItem) = text.blocks[item.index].kind, listItem.markerPosition == .inside else {
                continue
            }
            let style = listItem.markerStyle
            if let image = listItem.markerImage {
                let start = paragraph.range.lowerBound
                openControls(at: start)
                inline.events.append(Event(offset: inline.utf8.count, kind: .object(inline.objects.count)))
                inline.objects.append(InlineObject(offset: start, kind: .attachment(image)))
                append("\u{FFFC}", style: style, at: start)
                continue
            }
            guard let marker = listItem.markerText, !marker.isEmpty else { continue }
            // Without right-to-left text there is nothing to isolate.
            let isolates = text.style(paragraph.style).baseDirection != .leftToRight
            if isolates { append("\u{2068}", style: style, at: paragraph.range.lowerBound) }
            append(marker, style: style, at: paragraph.range.lowerBound)
            if isolates { append("\u{2069}", style: style, at: paragraph.range.lowerBound) }
        }
    }

    // MARK: Spans

    /// Opens the box of a base.
    private mutating func openRuby(_ pair: RubyPair) {
        let box = inline.boxes.count
        var style = InlineBoxStyle()
        style.direction = .natural
        inline.boxes.append(
            InlineText.Box(
                span: pair.container, parent: open.last { $0.box != nil }?.box, style: style,
                textStyle: text.runs.style(at: pair.base.lowerBound), hasStartEdge: true, hasEndEdge: true,
                isRuby: true))
        inline.rubies.append(InlineText.Ruby(box: box, annotation: pair.annotation))
        inline.events.append(Event(offset: inline.utf8.count, kind: .open(box: box)))
        // No span of the text, so that none is around it.
        open.append(OpenSpan(span: -1, end: pair.base.upperBound, box: box))
    }

    private mutating func openSpan(_ index: Int) {
        let span = text.spans[index]
        var box: Int?
        if let id = span.box {
            let style = text.style(id)
            box = inline.boxes.count
            let textStyle = style.textStyle.map { inline.id(ofGenerated: $0) }
            let first = style.textStyle.flatMap { styles?.firstLine($0) }.map { inline.id(ofGenerated: $0) }
            inline.boxes.append(
                InlineText.Box(
                    span: index, parent: open.last { $0.box != nil }?.box, style: style, textStyle: textStyle,
                    firstLineTextStyle: first, hasStartEdge: span.hasStartEdge, hasEndEdge: span.hasEndEdge))
            inline.events.append(Event(offset: inline.utf8.count, kind: .open(box: inline.boxes.count - 1)))
            if style.isolation != .normal {
                controlCount += 1
                pendingControls += 1
            }
        }
        open.append(OpenSpan(span: index, end: span.range.upperBound, box: box))
    }

    // MARK: Bidi controls (CSS Writing Modes 4 §2.4.4)

    // They are written when something follows that they act on, and all of them end before a forced break: a box without
    // content makes no line, and none goes on in a line that has nothing else of it.

    /// Opens the embeddings and isolates of the open spans that are not in the text, from the outermost one on.
    private mutating func openControls(at source: Int) {
        guard pendingControls > 0 else { return }
        pendingControls = 0
        if let box = paragraphBox, !isParagraphEmbedded {
            isParagraphEmbedded = true
            appendControls(box.openingControls, at: source)
        }
        for index in open.indices where !open[index].isEmbedded {
            guard let box = open[index].box, inline.boxes[box].style.isolation != .normal else { continue }
            open[index].isEmbedded = true
            appendControls(inline.boxes[box].style.openingControls, at: source)
        }
    }

    /// Closes all of them, from the innermost one on, as before a forced break.
    private mutating func closeControls(at source: Int) {
        for index in open.indices.reversed() where open[index].isEmbedded {
            guard let box = open[index].box else { continue }
            open[index].isEmbedded = false
            pendingControls += 1
            appendControls(inline.boxes[box].style.closingControls, at: source)
        }
        if let box = paragraphBox, isParagraphEmbedded {
            isParagraphEmbedded = false
            pendingControls += 1
            appendControls(box.closingControls, at: source)
        }
    }

    private func forcedBreak(in range: Range<Int>) -> Range<Int>? {
        text.utf8.withUnsafeBufferPointer { ForcedBreaks.first(in: $0, from: range.lowerBound, to: range.upperBound) }
    }

    /// Closes what ends at `offset`, but for what is around the span `next`, which opens there.
    private mutating func closeSpans(at offset: Int, before next: Int?) {
        while let last = open.last, last.end == offset {
            var ancestor = next.flatMap { text.spans[$0].parent }
            while let span = ancestor, span != last.span { ancestor = text.spans[span].parent }
            if ancestor != nil { return }
            open.removeLast()
            close(last)
            // Those of bases are none of the text's; what stands after an annotation is the line's.
            if last.span >= 0, !isAnnotation || last.span > spanIndices.lowerBound { passEdge(at: offset) }
        }
    }

    private mutating func close(_ span: OpenSpan) {
        guard let box = span.box else { return }
        if inline.boxes[box].style.isolation != .normal {
            controlCount -= 1
            if span.isEmbedded {
                appendControls(inline.boxes[box].style.closingControls, at: span.end)
            } else {
                pendingControls -= 1
            }
        }
        inline.events.append(Event(offset: inline.utf8.count, kind: .close(box: box)))
    }

    /// Bidi formatting characters in the style of the text around them, so that they split nothing.
    private mutating func appendControls(_ controls: String, at source: Int) {
        guard !controls.isEmpty else { return }
        appendBytes(controls, style: id(at: source), at: source)
    }
}
