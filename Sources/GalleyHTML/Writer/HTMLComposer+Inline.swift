import GalleyText

/// Where the writer is in a paragraph, and what the reader's pass over white space will think there.
struct InlineState {
    var end: Int
    var position: Int
    /// Open spans, by their index in the text.
    var spans: [Int] = []
    /// Whether the innermost open element is one for a run's style.
    var hasRunElement = false
    /// Nothing stands on the reader's line yet: it drops a collapsible space.
    var isAtLineStart = true
    /// A collapsible space was written, which the reader keeps only when something follows.
    var isSpacePending = false
}

extension HTMLComposer {
    // MARK: A paragraph

    /// Writes a paragraph's content: spans, runs, objects, generated text and anchors in the order of their offsets.
    mutating func writeInline(of index: Int) {
        let paragraph = text.paragraphs[index]
        var state = InlineState(end: paragraph.contentRange.upperBound, position: paragraph.range.lowerBound)
        var runs: [(range: Range<Int>, style: TextStyleID)] = []
        text.runs.forEachRun(in: paragraph.contentRange) { runs.append(($0, $1)) }
        var run = 0
        var edges = text.spanEdges(in: paragraph.range)[...]
        let generated = text.generatedIndices(from: paragraph.range.lowerBound, through: state.end)
        var nextGenerated = generated.lowerBound
        var object = text.objects.partitionIndex { $0.offset >= paragraph.range.lowerBound }
        while true {
            boundary(&state, &edges, &nextGenerated, generated.upperBound)
            guard state.position < state.end else { break }
            while runs[run].range.upperBound <= state.position { run += 1 }
            while object < text.objects.count, text.objects[object].offset < state.position { object += 1 }
            if object < text.objects.count, text.objects[object].offset == state.position {
                write(text.objects[object], style: runs[run].style, &state)
                state.position += 3
                continue
            }
            var next = min(runs[run].range.upperBound, state.end)
            if let edge = edges.first { next = min(next, max(edge.offset, state.position + 1)) }
            if nextGenerated < generated.upperBound { next = min(next, text.generatedText[nextGenerated].offset) }
            if object < text.objects.count { next = min(next, text.objects[object].offset) }
            if let anchor = offsetOfNextAnchor(after: state.position) { next = min(next, anchor) }
            openRun(runs[run].style, to: runs[run].range.upperBound, &state)
            writeText(state.position..<next, runs[run].style, &state)
            state.position = next
        }
        closeRun(&state)
        if let style = separatorStyle(of: paragraph) { writeSeparator(style) }
    }

    /// Everything that happens at one offset: spans end, anchors and generated text stand there, spans begin.
    private mutating func boundary(
        _ state: inout InlineState, _ edges: inout ArraySlice<SpanEdge>, _ generated: inout Int, _ generatedEnd: Int
    ) {
        let position = state.position
        writeGenerated(at: position, afterEdges: 0, &generated, generatedEnd, &state)
        while let edge = edges.first, edge.offset <= position {
            edges.removeFirst()
            if !impliedSpans.contains(edge.span) {
                if edge.isStart { openSpan(edge.span, &state) } else { closeSpan(&state) }
            }
            writeGenerated(at: position, afterEdges: edge.edgesBefore + 1, &generated, generatedEnd, &state)
        }
        writeGenerated(at: position, afterEdges: .max, &generated, generatedEnd, &state)
        writeAnchors(at: position, &state)
    }

    private func offsetOfNextAnchor(after offset: Int) -> Int? {
        if text.anchors.isEmpty { return nil }
        let index = text.anchors.partitionIndex { $0.offset > offset }
        return index < text.anchors.count ? text.anchors[index].offset : nil
    }

    /// Anchors that no element at this offset took.
    private mutating func writeAnchors(at offset: Int, _ state: inout InlineState) {
        while let name = takeAnchor(at: offset) {
            output.raw("<span")
            output.attribute("id", name)
            output.raw("></span>")
        }
    }

    // MARK: Runs

    /// Makes the innermost element one of a run's style, which goes on to `end`.
    private mutating func openRun(_ id: TextStyleID, to end: Int, _ state: inout InlineState) {
        let style = text.style(id)
        let identity = ids.text(style)
        if top.text == identity { return }
        closeRun(&state)
        if top.text == identity { return }
        startSpan(style, identity, mayCount: mayCount(state.position..<end))
        state.hasRunElement = true
    }

    /// Whether the reader may take an element for a run for a box: not when it holds nothing but text and begins with what
    /// shows, which the first byte of a forced break says less of.
    private func mayCount(_ range: Range<Int>) -> Bool {
        guard text.utf8[range.lowerBound] > 0x20, text.utf8[range.lowerBound] != 0xE2 else { return true }
        let object = text.objects.partitionIndex { $0.offset >= range.lowerBound }
        return object < text.objects.count && text.objects[object].offset < range.upperBound
    }

    /// A `span` that has a text style and no box.
    private mutating func startSpan(
        _ style: TextStyle, _ identity: Int32, model: ModelStyle = ModelStyle(), content: GeneratedContent? = nil,
        attributes: [(String, String?)] = [], mayCount: Bool = true
    ) {
        let outer = top
        let element = styles.element(outer.place.defaults(of: "span"))
        var target = StyleTarget(display: .inline)
        target.text = style
        target.model = model
        target.content = content
        var key = StyleWriter.Key(element: element, parent: outer.style, display: .inline)
        key.text = identity
        if model != ModelStyle() { key.other = ids.other(target) }
        var written = styles.style(element: element, parent: outer.style, key: key) { target }
        if mayCount, model.text == .source { sayNoBox(&written, element, &key, &target) }
        start("span", written, attributes: attributes)
        push("span", outer.place, written.reference, background: style.paint.background ?? outer.inlineBackground)
    }

    /// Says that an element is no box where its font would make the reader think so.
    mutating func sayNoBox(
        _ written: inout StyleWriter.Style, _ element: Int, _ key: inout StyleWriter.Key, _ target: inout StyleTarget
    ) {
        let (own, outer) = (styles.styles[written.reference.index], styles.styles[top.style.index])
        guard own.inherited.hasOtherFont(than: outer.inherited) else { return }
        target.model.span = .text
        key.other = ids.other(target)
        let said = target
        written = styles.style(element: element, parent: top.style, key: key) { said }
    }

    private mutating func closeRun(_ state: inout InlineState) {
        guard state.hasRunElement else { return }
        close()
        state.hasRunElement = false
    }

    /// Text of one style, with its spaces as the reader will keep them (CSS Text 3 §4.1.1).
    private mutating func writeText(_ range: Range<Int>, _ id: TextStyleID, _ state: inout InlineState) {
        let style = text.style(id)
        let space = style.breaking.whiteSpace
        let keepsSpaces = space == .preserve || space == .breakSpaces
        var plain = range.lowerBound
        var index = range.lowerBound
        func isSeparator(_ index: Int) -> Bool {
            text.utf8[index] == 0xE2 && index + 2 < range.upperBound && text.utf8[index + 1] == 0x80
                && text.utf8[index + 2] == 0xA8
        }
        while index < range.upperBound {
            let byte = text.utf8[index]
            if byte == 0xE2, isSeparator(index) {
                output.text(text.utf8[plain..<index])
                writeLineBreak(at: index, keepsLineFeeds: keepsSpaces, &state)
                index += 3
                plain = index
                continue
            }
            let collapses = !keepsSpaces && (byte == 0x20 && space != .preserveSpaces || byte == 0x09)
            guard collapses else {
                state.isSpacePending = false
                state.isAtLineStart = false
                index += 1
                continue
            }
            if byte == 0x20, !state.isAtLineStart, !state.isSpacePending, isContent(at: index + 1, state) {
                state.isSpacePending = true
                index += 1
                continue
            }
            // A space that the reader would drop or merge: kept by an element that preserves it.
            output.text(text.utf8[plain..<index])
            var model = ModelStyle()
            model.whiteSpace = space
            startSpan(style, ids.text(style), model: model)
            output.text(CollectionOfOne(byte))
            close()
            state.isSpacePending = false
            state.isAtLineStart = false
            index += 1
            plain = index
        }
        output.text(text.utf8[plain..<range.upperBound])
    }

    /// A forced break. Where it would be taken for the filler of an empty line, or would eat a space, it is the character.
    private mutating func writeLineBreak(at index: Int, keepsLineFeeds: Bool, _ state: inout InlineState) {
        let paragraph = text.paragraphs[text.paragraphIndex(at: index)]
        let isAlone = paragraph.contentRange == index..<(index + 3)
        if isAlone, text.style(paragraph.style).emptyParagraph == .lineBox {
            output.raw("&#x2028;")
            state.isAtLineStart = false
        } else {
            output.raw(keepsLineFeeds ? "\n" : "<br>")
            state.isAtLineStart = true
        }
        state.isSpacePending = false
    }

    /// Whether what stands at an offset makes the reader keep a space before it.
    private func isContent(at offset: Int, _ state: InlineState) -> Bool {
        if !text.generatedIndices(from: offset, through: offset).isEmpty { return true }
        guard offset < state.end else { return false }
        switch text.utf8[offset] {
        case 0xE2: return !(text.utf8[offset + 1] == 0x80 && text.utf8[offset + 2] == 0xA8)
        case 0xEF:
            if case .flow(let id)? = text.object(at: offset)?.kind { return !text.flows[id.index].kind.isOutOfFlow }
            return true
        default: return true
        }
    }

    // MARK: The separator

    /// The style of a paragraph's separator where it is not that of the strut.
    func separatorStyle(of paragraph: Paragraph) -> TextStyleID? {
        guard let own = text.runs.style(at: paragraph.contentRange.upperBound), own != paragraph.strut,
            text.style(own) != text.style(paragraph.strut)
        else { return nil }
        return own
    }

    private mutating func writeSeparator(_ id: TextStyleID) {
        var model = ModelStyle()
        model.text = .separator
        startSpan(text.style(id), ids.text(text.style(id)), model: model)
        close()
    }

    // MARK: Generated text

    private mutating func writeGenerated(
        at offset: Int, afterEdges count: Int, _ index: inout Int, _ end: Int, _ state: inout InlineState
    ) {
        while index < end, text.generatedText[index].offset <= offset, text.generatedText[index].edgesBefore <= count {
            write(text.generatedText[index], &state)
            index += 1
        }
    }

    private mutating func write(_ generated: GeneratedText, _ state: inout InlineState) {
        let style = text.style(generated.style)
        let identity = ids.text(style)
        if top.text != identity { closeRun(&state) }
        if generated.text == "\u{200B}", generated.alternativeText == nil, top.text == identity,
            style.paint.background == nil,
            !state.isAtLineStart, !state.isSpacePending
        {
            output.raw("<wbr>")
            return
        }
        let outer = top
        switch form {
        case .document:
            let plain = StyleWriter.Style(declarations: "", language: nil, reference: outer.style)
            start("span", plain, pseudo: PseudoRules(before: generatedDeclarations(generated, on: outer.style)))
            output.raw("</span>")
        case .fragment:
            var model = ModelStyle()
            model.text = .generated
            startSpan(
                style, identity, model: model, content: generated.isMadeByFunctions ? generated.content : nil,
                attributes: [("aria-label", generated.alternativeText)])
            output.text(generated.text.utf8)
            close()
        }
        state.isAtLineStart = generated.text.hasSuffix("\u{2028}")
        state.isSpacePending = false
    }
}
