import GalleyMarkup
import GalleyText

// Generated content: `::before`, `::after`, counters, quotes (CSS Generated Content 3, CSS Lists 3 §4).
extension ModelBuilder {
    /// Applies an element's counter properties.
    mutating func countElement(_ style: ComputedStyle, _ node: NodeID, _ pseudo: PseudoElement? = nil) {
        let shared = style.boxStorage
        if shared.value.counterReset.isEmpty, shared.value.counterSet.isEmpty, shared.value.counterIncrement.isEmpty {
            return
        }
        let box = style.box
        // `list-item` is counted by `countItem`.
        for change in box.counterReset where change.name != "list-item" {
            let value = change.isReversed ? reversedStart(of: change.name, node, pseudo) : change.value
            counters.reset(change.name, to: value, depth: frames.count)
        }
        for change in box.counterIncrement where change.name != "list-item" {
            counters.change(change.name, by: change.value, depth: frames.count)
        }
        for change in box.counterSet where change.name != "list-item" {
            counters.set(change.name, to: change.value, depth: frames.count)
        }
    }

    /// Writes a pseudo-element of the innermost element.
    ///
    /// - Parameter link: where all of it leads.
    mutating func generate(_ pseudo: PseudoElement, of node: NodeID, link: LinkID? = nil) {
        guard let id = styles.id(of: pseudo, on: node) else { return }
        let style = styles[id]
        guard style.box.display != .none else { return }
        countElement(style, node, pseudo)
        guard case .items(let items) = style.box.content else { return }
        var content = generatedText(of: items, style, node)
        let alternative = style.box.contentAlternative.map { generatedText(of: $0, style, node).text }
        let isCell = style.flowKind == nil && style.box.display == .tableCell
        let isBlock = style.isBlockLevel || isCell
        let isTable = isBlock && style.box.display == .table
        let collapse = style.inherited.breaking.whiteSpace
        if style.flowKind != nil || isBlock { content.trimSpaces(collapse) }
        // Text that is nothing leaves its alternative.
        if content.isEmpty, let alternative { content.text = alternative }
        if let kind = style.flowKind, writeFlow(kind, content, alternative, id, link) { return }
        let kind: Block.Kind =
            isCell ? .cell(columnSpan: 1, rowSpan: 1, isHeader: false) : isTable ? .table(columns: []) : .box
        // An empty block may clear floats or have a margin; an empty inline box may have edges.
        let isKept =
            isBlock
            ? ModelBuilder.isKeptEmpty(kind, .none, style.blockStyle, style.paragraphStyle) : style.hasInlineEdges
        guard !content.isEmpty || isKept else {
            // A block of no height ends the line of the inline box that it stands in all the same (CSS 2 §9.2.1.1).
            if isBlock, styles[styles.id(of: node)].box.display == .inline {
                prepareParent(for: .block)
                endParagraph()
            }
            return
        }
        let background = isBlock ? nil : style.backgroundColor ?? frames.last?.inlineBackground
        let text = textStyle(id, background: background)
        if isBlock {
            openBox(id, kind, isKept: isKept)
            if !content.isEmpty, prepareForInline(isSpace: false) {
                write(content, text, alternative, collapse: collapse, link: link)
            }
            closeAnonymous { _ in false }
            closeBlock()
        } else {
            guard prepareForInline(isSpace: false) else { return }
            let edges = style.hasInlineEdges
            if edges { writer.openSpan(InlineWriter.Span(box: inlineBoxStyle(id))) }
            write(content, text, alternative, collapse: collapse, link: link)
            if edges { writer.closeSpan() }
        }
    }

    /// Opens a block that is no element's own, a box, a table or a cell; `closeBlock` closes it.
    mutating func openBox(_ id: StyleID, _ kind: Block.Kind = .box, isKept: Bool) {
        var contextKind = BlockContext.Kind.flow
        if case .cell = kind { contextKind = .cell }
        if case .table = kind { contextKind = .table }
        prepareParent(for: contextKind == .cell ? .tableCell : .block)
        endParagraph()
        var context = makeContext(
            contextKind, id, id: writer.output.openBlock(kind, style: blockStyle(id)))
        context.isKeptEmpty = isKept
        blocks.append(context)
    }

    /// Writes a pseudo-element that is a float or an inline block; false when flows are nested too deeply.
    private mutating func writeFlow(
        _ kind: Flow.Kind, _ content: GeneratedContentText, _ alternative: String?, _ id: StyleID, _ link: LinkID?
    ) -> Bool {
        guard prepareForInline(isSpace: false) else { return true }
        var root = resolved(styles[id].blockStyle)
        root.isFlowRoot = true
        let opened = writer.openFlow(
            kind, root: writer.output.intern(root), blockKind: .box, role: .none,
            alignment: styles[id].box.verticalAlignment, style: frames.last?.text ?? block.strut)
        guard opened else { return false }
        var context = makeContext(.flow, id, id: writer.output.currentBlock)
        context.isKeptEmpty = true
        context.isFlowRoot = true
        blocks.append(context)
        write(
            content, textStyle(id, background: nil), alternative,
            collapse: styles[id].inherited.breaking.whiteSpace, link: link)
        closeFlow()
        return true
    }

    mutating func write(
        _ content: GeneratedContentText, _ style: TextStyleID, _ alternative: String?,
        collapse: WhiteSpaceCollapse = .preserve, link: LinkID?
    ) {
        if let link { writer.openSpan(InlineWriter.Span(link: link)) }
        write(content, style, alternative, collapse: collapse)
        if link != nil { writer.closeSpan() }
    }

    mutating func write(
        _ content: GeneratedContentText, _ style: TextStyleID, _ alternative: String?,
        collapse: WhiteSpaceCollapse = .preserve
    ) {
        guard content.images.isEmpty else {
            // What is said in place of all of it is said of the first picture.
            var alternative = alternative
            var start = GeneratedContentText.Place()
            for image in content.images {
                write(content.part(start, image.place), style, alternative.map { _ in "" }, collapse: collapse)
                var attachment = Attachment(kind: .image, source: image.source, alternativeText: alternative ?? "")
                if alternative != nil { alternative = "" }
                fit(&attachment)
                writer.attachment(attachment, style: style)
                start = image.place
            }
            return write(content.part(start, content.end), style, alternative.map { _ in "" }, collapse: collapse)
        }
        guard !content.isEmpty else { return }
        writer.generated(content, style: style, alternative: alternative, collapse: collapse)
    }

    /// How much text style sheets may still make.
    var generatedBytesLeft: Int {
        max(HTMLLimits.generatedBytesPerDocument + tree.textByteCount - generatedBytes, 0)
    }

    /// What a block gives to headers, footers and the outline.
    mutating func setStrings(of block: inout BlockStyle, _ style: ComputedStyle, _ node: NodeID) {
        block.namedStrings = namedStrings(style, node)
        block.bookmark.label = parts(of: style.box.bookmarkLabel, style, node)
    }

    /// What a block gives to headers and footers.
    mutating func namedStrings(_ style: ComputedStyle, _ node: NodeID) -> [NamedString] {
        style.box.namedStrings.map { assignment in
            NamedString(name: assignment.name, parts: parts(of: assignment.items, style, node))
        }
    }

    /// The value of `string-set` or of `bookmark-label`, its counters as they are here; neighbouring strings are one.
    mutating func parts(
        of items: [GeneratedContent.Item], _ style: ComputedStyle, _ node: NodeID
    ) -> [NamedString.Part] {
        var parts: [NamedString.Part] = []
        for item in items {
            if item == .elementText {
                parts.append(.content)
                continue
            }
            let text = generatedText(of: [item], style, node).text
            if text.isEmpty { continue }
            if case .text(let before)? = parts.last {
                parts[parts.count - 1] = .text(before + text)
            } else {
                parts.append(.text(text))
            }
        }
        return parts
    }

    /// What an inline element gives to them: its block does so in its place, with the element's text. Of several that one
    /// block gives to a name the first and the last are kept.
    mutating func addNamedStrings(_ style: ComputedStyle, _ node: NodeID) {
        let block = writer.output.currentBlock
        var changed = writer.output.style(writer.output.style(of: block))
        for var string in namedStrings(style, node) {
            string.parts = string.parts.map { part in
                guard part == .content else { return part }
                return .text(
                    tree.textContent(of: node).collapsingSpaces().limited(to: HTMLLimits.alternativeTextBytes))
            }
            let own = changed.namedStrings.indices.filter { changed.namedStrings[$0].name == string.name }
            if own.count > 1 {
                changed.namedStrings[own[own.count - 1]] = string
            } else if changed.namedStrings.count < HTMLLimits.namedStrings {
                changed.namedStrings.append(string)
            }
        }
        let id = writer.output.intern(changed)
        writer.output.updateBlock(block) { $0.style = id }
    }

    /// The text of `content` and its pictures, as far as the limits go.
    mutating func generatedText(
        of items: [GeneratedContent.Item], _ style: ComputedStyle, _ node: NodeID
    ) -> GeneratedContentText {
        var result = GeneratedContentText(limit: min(HTMLLimits.generatedBytes, generatedBytesLeft))
        for item in items {
            switch item {
            case .string(let text):
                let collapses = style.inherited.breaking.whiteSpace == .collapse
                result.append(text, lineFeeds: collapses ? " " : "\u{2028}")
            case .url(let url): if let source = resolved(url) { result.append(image: source) }
            case .namedString, .elementText: break
            case .counter("footnote", let type) where countsFootnotesOnPages:
                // A document written from a model has them counted by nothing but their places.
                let value = counters.value(of: "footnote") ?? footnoteCount + (isInFootnote ? 0 : 1)
                result.append(
                    .footnote, ModelBuilder.counterStyle(type), customCounterStyle(type), initially: value)
            case .counter(let name, let type):
                if let value = counters.value(of: name) {
                    result.append(representation(value, type))
                } else if let number = pageNumber(name, .own) {
                    result.append(number, ModelBuilder.counterStyle(type))
                } else {
                    result.append(representation(listValue(name), type))
                }
            case .targetCounter(let reference, let name, let type):
                guard let url = resolved(reference), let anchor = Link.anchor(of: url, base: self.url.base),
                    let number = pageNumber(name, .anchor(anchor))
                else { break }
                result.append(number, ModelBuilder.counterStyle(type))
            case .targetText(let reference, let firstLetter):
                let text = resolved(reference).flatMap { self.text(ofTarget: $0) } ?? ""
                result.append(firstLetter ? String(text.prefix(1)) : text)
            case .leader(let pattern): result.append(leader: pattern)
            case .counters(let name, let separator, let type):
                for (index, value) in counters.values(of: name).enumerated() where !result.isCut {
                    if index > 0 { result.append(separator) }
                    result.append(representation(value, type))
                }
            case .openQuote:
                result.append(quote(style, closes: false))
                quoteDepth = min(quoteDepth + 1, HTMLLimits.quoteDepth)
            case .closeQuote:
                quoteDepth = max(quoteDepth - 1, 0)
                result.append(quote(style, closes: true))
            case .noOpenQuote: quoteDepth = min(quoteDepth + 1, HTMLLimits.quoteDepth)
            case .noCloseQuote: quoteDepth = max(quoteDepth - 1, 0)
            }
        }
        generatedBytes += result.text.utf8.count + result.reserved
        if result.isCut { monitor.exceed(.generatedText, at: node, "too much generated text; the rest was left out") }
        return result
    }

    /// The text of the element that a link within the document leads to.
    private mutating func text(ofTarget url: String) -> String? {
        guard let anchor = Link.anchor(of: url, base: self.url.base) else { return nil }
        if targets == nil { targets = linkTargets() }
        return targets?[anchor].map { tree.textContent(of: $0).collapsingSpaces() }
    }

    /// The elements that links lead to, by their names: of several the first (HTML §7.4.6.4). O(nodes).
    private func linkTargets() -> [String: NodeID] {
        var targets: [String: NodeID] = [:]
        for node in tree.descendants(of: tree.root) where tree.isElement(node) {
            let names = [
                tree.attribute(.id, of: node), tree.name(of: node) == .a ? tree.attribute(.name, of: node) : nil,
            ]
            for case let name? in names where targets[name] == nil { targets[name] = node }
        }
        return targets
    }

    /// What a counter of pages shows; nil for other counters.
    private func pageNumber(_ counter: String, _ number: PageReference.Number) -> PageReference.Number? {
        switch counter {
        case "page": number
        case "pages": .count
        default: nil
        }
    }

    /// The counter that list items count implicitly.
    private func listValue(_ name: String) -> Int {
        guard name == "list-item", let list = lists.last else { return 0 }
        return list.next - list.step
    }

    func representation(_ value: Int, _ type: ListStyleType) -> String {
        if case .string(let text) = type { return text }
        if let custom = customCounterStyle(type) { return custom.representation(of: value) }
        return ModelBuilder.counterStyle(type)?.representation(of: value) ?? ""
    }

    private func quote(_ style: ComputedStyle, closes: Bool) -> String {
        let pairs: [Quotes.Pair]
        switch style.inherited.quotes {
        case .none: return ""
        case .pairs(let list): pairs = list
        case .auto: pairs = QuotationMarks.pairs(forLanguage: style.inherited.shaping.language)
        }
        guard let last = pairs.last else { return "" }
        let pair = quoteDepth < pairs.count ? pairs[quoteDepth] : last
        return closes ? pair.close : pair.open
    }
}

extension BoxStyle {
    /// Whether anything that it generates has the text of other elements in it.
    var repeatsOtherText: Bool {
        func repeats(_ items: [GeneratedContent.Item]) -> Bool {
            items.contains { if case .targetText = $0 { true } else { false } }
        }
        if case .items(let items) = content, repeats(items) { return true }
        return contentAlternative.map(repeats) ?? false || repeats(bookmarkLabel)
            || namedStrings.contains { repeats($0.items) }
    }
}
