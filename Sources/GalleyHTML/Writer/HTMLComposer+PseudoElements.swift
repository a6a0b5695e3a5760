import GalleyText

// Markers, first lines and first letters, and the margin boxes of pages: rules of a document's style sheet; a fragment
// says the first three with properties of our own.
extension HTMLComposer {
    /// The declarations of a pseudo-element of an element, language included.
    private mutating func declarations(
        of name: String, on parent: StyleWriter.Reference, key change: (inout StyleWriter.Key) -> Void,
        _ target: StyleTarget
    ) -> String {
        let element = styles.element(ElementDefaults.Key(tag: name))
        var key = StyleWriter.Key(element: element, parent: parent, display: target.display)
        change(&key)
        let written = styles.style(element: element, parent: parent, key: key) { target }
        var declarations = written.declarations
        if let language = written.language {
            declarations += (declarations.isEmpty ? "" : "; ") + "-webkit-locale: " + CSSText.string(language)
        }
        return declarations
    }

    /// The declarations of `::marker` where the item's own style does not make them.
    mutating func markerDeclarations(of block: Block, _ style: StyleWriter.Reference) -> String {
        guard case .item(let item) = block.kind else { return "" }
        let wanted = text.style(item.markerStyle)
        if styles.computed(style).textStyle.asMarker == wanted { return "" }
        var target = StyleTarget(display: .inline)
        target.text = wanted
        let identity = ids.text(wanted)
        let declarations = declarations(of: "::marker", on: style, key: { $0.text = identity }, target)
        // What the marker inherits as the item has it, no marker takes without a rule.
        return declarations.isEmpty ? "display: inline" : declarations
    }

    /// `::before` for generated text.
    mutating func generatedDeclarations(_ generated: GeneratedText, on parent: StyleWriter.Reference) -> String {
        var target = StyleTarget(display: .inline)
        let wanted = text.style(generated.style)
        target.text = wanted
        let collapse = wanted.breaking.whiteSpace
        if collapse == .collapse || collapse == .preserveBreaks, generated.hasCollapsibleSpaces {
            target.model.whiteSpace = collapse
        }
        let numbers = (ids.text(wanted), ids.other(target))
        let style = declarations(of: "::before", on: parent, key: { ($0.text, $0.other) = numbers }, target)
        var content = "content: " + CSSText.content(generated.content)
        if let alternative = generated.alternativeText { content += " / " + CSSText.string(alternative) }
        return style.isEmpty ? content : content + "; " + style
    }

    /// The first line and letter of a block whose own text comes first in it; other paragraphs say their own.
    mutating func firstRules(ofBlock block: Int, _ style: StyleWriter.Reference) -> PseudoRules {
        let base = Int(plan.base[block])
        guard base >= 0, base == text.blocks[block].paragraphs.lowerBound, !plan.isWrapped[base] else {
            return PseudoRules()
        }
        return firstRules(of: text.style(text.paragraphs[base].style), style)
    }

    mutating func firstRules(of paragraph: ParagraphStyle, _ style: StyleWriter.Reference) -> PseudoRules {
        var rules = PseudoRules()
        if let line = paragraph.firstLine {
            var target = StyleTarget(display: .inline)
            target.text = line
            let identity = ids.text(line)
            rules.firstLine = declarations(of: "::first-line", on: style, key: { $0.text = identity }, target)
            // One that changes nothing is a style all the same.
            if rules.firstLine.isEmpty { rules.firstLine = "display: inline" }
        }
        if let letter = paragraph.firstLetter {
            var target = StyleTarget(display: .inline)
            target.text = letter.text
            target.text?.paint.background = nil
            target.inlineBox = letter.box
            target.float = letter.float
            target.initialLetter = letter.initialLetter
            let numbers = (ids.text(letter.text), ids.box(letter.box), ids.other(target))
            rules.firstLetter = declarations(
                of: "::first-letter", on: style,
                key: { ($0.text, $0.span, $0.other) = numbers }, target)
            if rules.firstLetter.isEmpty { rules.firstLetter = "display: inline" }
        }
        return rules
    }

    /// The declarations of a box of a page but for its content: a margin box, or the area of footnotes. It takes from the
    /// page, and the page from the root (CSS Paged Media 3 §4.3).
    mutating func declarations(of part: PageRule.Part, _ root: StyleWriter.Reference) -> String {
        var target = StyleTarget(display: .inline)
        switch part {
        case .marginBox(let box):
            target.text = box.text
            target.paragraph = box.paragraph
            target.block = box.box
            // Their initial values differ from box to box.
            target.written = ["text-align", "vertical-align"]
            let numbers = (ids.text(box.text), ids.paragraph(box.paragraph), ids.block(box.box))
            return declarations(
                of: "@margin", on: root, key: { ($0.text, $0.paragraph, $0.block) = numbers }, target)
        case .footnoteArea(let style):
            target.block = style
            target.written = ["margin-top"]
            let number = ids.block(style)
            return declarations(of: "@footnote", on: root, key: { $0.block = number }, target)
        }
    }

    /// A fragment has no rules for counter styles: the item says its own, and shows the marker's text elsewhere.
    mutating func takeCounterStyle(_ item: inout ListItem) -> String? {
        guard case .custom(let style) = item.marker, !style.name.isEmpty, let rules = rules(of: style) else {
            return nil
        }
        item.marker = .text(style.marker(for: item.ordinal))
        return rules
    }

    /// The rules of a counter style; `nil` for too many bytes. Written once for each style.
    private mutating func rules(of style: CustomCounterStyle) -> String? {
        if let known = counterStyleRules[style.name]?.first(where: { $0.style == style }) { return known.rules }
        let css = StyleResources().css(used: [style]) { _ in "" }
        let rules = css.utf8.count <= HTMLLimits.markerStyleBytes ? css : nil
        counterStyleRules[style.name, default: []].append((style, rules))
        return rules
    }
}

extension ModelStyle {
    /// Takes over the rules that a style attribute can only say with properties of our own; false for none.
    mutating func take(_ pseudo: PseudoRules) -> Bool {
        func some(_ text: String) -> String? { text.isEmpty ? nil : text }
        (marker, firstLine, firstLetter) = (some(pseudo.marker), some(pseudo.firstLine), some(pseudo.firstLetter))
        return marker != nil || firstLine != nil || firstLetter != nil
    }
}

extension Attachment {
    /// Its box alone: what its element's style depends on.
    var box: Attachment {
        var box = self
        box.kind = .image
        box.source = nil
        box.alternativeText = nil
        box.pixelDensity = 1
        box.fittingSize = nil
        box.markup = nil
        box.attributes = [:]
        return box
    }
}

extension GeneratedText {
    /// Whether some of it is more than text.
    var isMadeByFunctions: Bool { !pageReferences.isEmpty || !leaders.isEmpty }

    /// The text as `content` says it, with the functions that show numbers of pages and fill lines up.
    var content: GeneratedContent {
        var items: [GeneratedContent.Item] = []
        let bytes = Array(text.utf8)
        var copied = 0
        var leader = 0
        func copy(to end: Int) {
            while leader < leaders.count, leaders[leader].place < end {
                if leaders[leader].place >= copied {
                    copyText(to: leaders[leader].place)
                    items.append(.leader(leaders[leader].pattern))
                    copied += 1
                }
                leader += 1
            }
            copyText(to: end)
        }
        func copyText(to end: Int) {
            guard end > copied else { return }
            items.append(.string(String(decoding: bytes[copied..<end], as: UTF8.self)))
            copied = end
        }
        for reference in pageReferences {
            copy(to: reference.range.lowerBound)
            copied = reference.range.upperBound
            var style = ListStyleType.counter(reference.style)
            if let custom = reference.customStyle {
                style = custom.name.isEmpty ? .symbols(custom) : .named(custom.name)
            }
            switch reference.number {
            case .own: items.append(.counter("page", style))
            case .count: items.append(.counter("pages", style))
            case .footnote: items.append(.counter("footnote", style))
            case .anchor(let name):
                // A fragment that means the same with its percent signs taken literally.
                let fragment = "#" + name.replacing("%", with: "%25")
                items.append(.targetCounter(url: fragment, "page", style))
            }
        }
        copy(to: bytes.count)
        return .items(items)
    }
}

extension GeneratedText {
    /// Whether the reader would take spaces away from it where they collapse, or may: what stands beside it says so.
    fileprivate var hasCollapsibleSpaces: Bool {
        func isSpace(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
        let bytes = text.utf8
        guard !isSpace(bytes.first), !isSpace(bytes.last) else { return true }
        // Beside a forced break, too.
        let mayEndLine = text.unicodeScalars.contains("\u{2028}")
        return zip(bytes, bytes.dropFirst()).contains { first, second in
            isSpace(first) && (first != 0x20 || isSpace(second) || mayEndLine)
        }
    }
}
