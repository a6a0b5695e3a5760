import GalleyText

extension HTMLComposer {
    // MARK: Spans of the model

    mutating func openSpan(_ index: Int, _ state: inout InlineState) {
        if state.hasRunElement {
            close()
            state.hasRunElement = false
        }
        let span = text.spans[index]
        let box = text.boxStyle(span)
        let outer = top
        var tag = "span"
        var display = BoxStyle.Display.inline
        switch span.ruby {
        case .none: break
        case .container: (tag, display) = ("ruby", .ruby)
        case .base: (tag, display) = (outer.tag == "ruby" ? "rb" : "span", .rubyBase)
        case .annotation: (tag, display) = (outer.tag == "ruby" ? "rt" : "span", .rubyText)
        }
        var target = StyleTarget(display: display)
        var attributes: [(String, String?)] = []
        var pressed: Color?
        if let link = span.link.map({ text.link($0) }) {
            if tag == "span", !outer.place.isInLink {
                tag = "a"
                attributes = [
                    ("href", link.url), ("target", link.target), ("title", link.title), ("rel", link.relation),
                    ("download", link.download), ("hreflang", link.language),
                ]
                pressed = link.highlightColor
            } else {
                target.model.link = link
            }
        }
        let edges = box.hasEdges
        if edges { target.inlineBox = box }
        let isOpened = span.link != nil || span.ruby != .none || span.attributes != nil
        let isNatural = edges ? box.textStyle != nil : isOpened && span.box == nil
        if !isNatural {
            if span.box != nil { target.inlineBox = box }
            target.model.span = box.textStyle == nil ? .box : .styled
        }
        if !span.hasStartEdge || !span.hasEndEdge {
            target.model.edges = span.hasStartEdge ? .start : span.hasEndEdge ? .end : .none
        }
        target.text = box.textStyle ?? commonStyle(of: span)
        // A box paints its own background, which text inside does not repeat.
        let hasBox = edges || target.model.span != nil
        if hasBox { target.text?.paint.background = nil }
        let background = target.text?.paint.background
        let element = styles.element(outer.place.defaults(of: tag, attributes: tag == "a" ? "href" : ""))
        var key = StyleWriter.Key(element: element, parent: outer.style, display: display)
        if let style = target.text { key.text = ids.text(style) }
        if let box = target.inlineBox { key.span = ids.box(box) }
        key.other = ids.other(target)
        var written = styles.style(element: element, parent: outer.style, key: key) { target }
        if !hasBox, span.ruby == .none { sayNoBox(&written, element, &key, &target) }
        attributes += kept(span.attributes)
        start(
            tag, written, anchor: takeAnchor(at: span.range.lowerBound), attributes: attributes,
            pseudo: PseudoRules(active: pressed))
        push(tag, outer.place, written.reference, background: background ?? outer.inlineBackground)
        state.spans.append(index)
        if let link = span.link { links.append(text.link(link)) }
    }

    mutating func closeSpan(_ state: inout InlineState) {
        if state.hasRunElement {
            close()
            state.hasRunElement = false
        }
        guard let span = state.spans.popLast() else { return }
        close()
        if text.spans[span].link != nil { links.removeLast() }
    }

    /// The style of the first run in a span, without lines and a background that not all of it has: what is written on
    /// the span itself, so that most links need no element inside.
    private func commonStyle(of span: InlineSpan) -> TextStyle? {
        var common: TextStyle?
        var count = 0
        text.runs.visitRuns(in: span.range) { _, id in
            count += 1
            guard count <= HTMLLimits.comparedRuns else { return false }
            let style = text.style(id)
            guard var first = common else {
                common = style
                return true
            }
            let lines = zip(first.paint.decorations, style.paint.decorations).prefix { $0 == $1 }.count
            first.paint.decorations.removeLast(first.paint.decorations.count - lines)
            if first.paint.background != style.paint.background { first.paint.background = nil }
            common = first
            return true
        }
        // What is shown before or after the text in it may have no background.
        let shown = text.generatedIndices(from: span.range.lowerBound, through: span.range.upperBound)
        let background = common?.paint.background
        if background != nil,
            shown.contains(where: { text.style(text.generatedText[$0].style).paint.background != background })
        {
            common?.paint.background = nil
        }
        if count > HTMLLimits.comparedRuns {
            common?.paint.decorations = []
            common?.paint.background = nil
        }
        return common
    }

    // MARK: Objects

    mutating func write(_ object: InlineObject, style id: TextStyleID, _ state: inout InlineState) {
        let style = text.style(id)
        switch object.kind {
        case .attachment(let attachment):
            if top.text != ids.text(style) {
                if state.hasRunElement { close() }
                state.hasRunElement = false
            }
            let attributes = text.attachments[attachment.index].attributes
            if attributes["lang"] == nil, attributes["xml:lang"] == nil,
                style.shaping.language != styles.styles[top.style.index].inherited.shaping.language
            {
                // A `lang` on the element itself would be one of its attributes.
                openRunForFlow(style, &state)
            }
            write(text.attachments[attachment.index], style: style, anchor: takeAnchor(at: object.offset))
            state.isAtLineStart = false
            state.isSpacePending = false
        case .flow(let flow):
            openRunForFlow(style, &state)
            write(flow)
            if !text.flows[flow.index].kind.isOutOfFlow {
                state.isAtLineStart = false
                state.isSpacePending = false
            }
        }
    }

    private mutating func openRunForFlow(_ style: TextStyle, _ state: inout InlineState) {
        let identity = ids.text(style)
        if top.text == identity { return }
        if state.hasRunElement { close() }
        state.hasRunElement = false
        if top.text == identity { return }
        let outer = top
        let element = styles.element(outer.place.defaults(of: "span"))
        var key = StyleWriter.Key(element: element, parent: outer.style, display: .inline)
        key.text = identity
        var target = StyleTarget(display: .inline)
        target.text = style
        let said = target
        var written = styles.style(element: element, parent: outer.style, key: key) { said }
        sayNoBox(&written, element, &key, &target)
        start("span", written)
        push("span", outer.place, written.reference, background: style.paint.background ?? outer.inlineBackground)
        state.hasRunElement = true
    }

    /// A float or inline block with all that is in it.
    private mutating func write(_ id: FlowID) {
        let flow = text.flows[id.index]
        let isImplied = implyLinks(in: id)
        let outerLinks = links
        if !isImplied { links = [] }
        openBlock(flow.rootBlock, flow: flow, stopsLinks: !isImplied)
        writeContent(of: flow.rootBlock, flow: id)
        if top.tag == "hr" { open.removeLast() } else { close() }
        links = outerLinks
    }

    /// Links around a flow go on inside it without being said: notes the spans that come of it. False when the model's
    /// spans are others, so that the links must stop at the flow.
    private mutating func implyLinks(in flow: FlowID) -> Bool {
        if links.isEmpty { return true }
        var implied: [Int] = []
        var isStarted = false
        for index in text.blocks[text.flows[flow.index].rootBlock.index].paragraphs
        where text.paragraphs[index].flow == flow {
            let paragraph = text.paragraphs[index]
            let spans = text.spanIndices(in: paragraph.range)
            if spans.isEmpty, paragraph.contentRange.isEmpty { continue }
            guard spans.count >= links.count else { return false }
            for (depth, link) in links.enumerated() {
                let place = spans.lowerBound + depth
                let span = text.spans[place]
                guard span.link.map({ text.link($0) }) == link, span.range == paragraph.contentRange, !span.hasEndEdge,
                    span.hasStartEdge != isStarted, span.ruby == .none, span.box == nil,
                    span.attributes == nil, span.parent == (depth == 0 ? nil : place - 1)
                else { return false }
                implied.append(place)
            }
            for place in spans.dropFirst(links.count) where text.spans[place].parent == nil { return false }
            isStarted = true
        }
        impliedSpans.formUnion(implied)
        return true
    }
}

extension InlineBoxStyle {
    /// Whether the reader makes a span for such a box without being told to.
    var hasEdges: Bool {
        verticalAlignment != .baseline || isolation != .normal || inset != nil || border.hasVisibleEdge
            || padding != Edges(.zero)
            || margin != Edges(.zero) || !shadows.isEmpty
    }
}
