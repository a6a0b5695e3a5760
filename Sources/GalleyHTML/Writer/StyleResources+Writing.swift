import GalleyText

// The way back of `StyleResources+Rules.swift`.

extension StyleResources {
    /// The rules as CSS, one a line: fonts, counter styles, pages. `used` are counter styles that markers have, which
    /// need not be among the resources; `style` gives the declarations of a page's box. O(rules).
    func css(used: [CustomCounterStyle], style: (PageRule.Part) -> String) -> String {
        var lines = fontFaces.map(\.css)
        var names: Set<String> = []
        // What others fall back to first, as the reader lists them; the names of resources are theirs alone.
        let taken = Set(counterStyles.map(\.name))
        for style in counterStyles + used.filter({ !taken.contains($0.name) }) {
            var chain: [CustomCounterStyle] = [style]
            while case .custom(let next) = chain[chain.count - 1].definition.fallback { chain.append(next) }
            for style in chain.reversed() where !style.name.isEmpty {
                if style != chain[0], taken.contains(style.name) { continue }
                if names.insert(style.name).inserted { lines.append(style.css) }
            }
        }
        lines += pages.map { $0.css(style) }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension CSSText {
    /// A part as the percentage that reads as the same number.
    fileprivate static func percentage(_ part: Double) -> String {
        let percent = part * 100
        let exact = [percent, percent.nextUp, percent.nextDown].first { $0 / 100 == part } ?? percent
        return number(exact) + "%"
    }

    fileprivate static func rule(_ head: String, _ declarations: [String]) -> String {
        head + " { " + declarations.joined(separator: "; ") + " }"
    }
}

extension FontFaceRule {
    /// CSS Fonts 4 §4; descriptors that have their initial values are left out.
    fileprivate var css: String {
        var lines = ["font-family: " + CSSText.string(family)]
        let list = sources.map { source in
            switch source {
            case .local(let name): "local(\(CSSText.string(name)))"
            case .url(let url, let format): CSSText.url(url) + (format.map { " format(\(CSSText.string($0)))" } ?? "")
            }
        }
        lines.append("src: " + list.joined(separator: ", "))
        if weights != 400...400 {
            lines.append("font-weight: \(CSSText.number(weights.lowerBound)) \(CSSText.number(weights.upperBound))")
        }
        if stretches != 100...100 {
            let (first, last) = (CSSText.number(stretches.lowerBound), CSSText.number(stretches.upperBound))
            lines.append("font-stretch: \(first)% \(last)%")
        }
        switch slant {
        case .normal: break
        case .italic: lines.append("font-style: italic")
        case .oblique(let degrees):
            let end = maximumObliqueAngle.map { " " + CSSText.number($0) + "deg" } ?? ""
            lines.append("font-style: oblique \(CSSText.number(degrees))deg" + end)
        }
        if !unicodeRanges.isEmpty {
            let ranges = unicodeRanges.map {
                "U+" + String($0.lowerBound, radix: 16) + "-" + String($0.upperBound, radix: 16)
            }
            lines.append("unicode-range: " + ranges.joined(separator: ", "))
        }
        if !features.isEmpty {
            let list = features.map { "\(CSSText.string("\($0.tag)")) \($0.value)" }
            lines.append("font-feature-settings: " + list.joined(separator: ", "))
        }
        if !variations.isEmpty {
            let list = variations.map { "\(CSSText.string("\($0.axis)")) \(CSSText.number($0.value))" }
            lines.append("font-variation-settings: " + list.joined(separator: ", "))
        }
        for (name, part) in [
            ("ascent-override", ascent), ("descent-override", descent), ("line-gap-override", lineGap),
        ] {
            if let part { lines.append(name + ": " + CSSText.percentage(part)) }
        }
        if sizeAdjust != 1 { lines.append("size-adjust: " + CSSText.percentage(sizeAdjust)) }
        if display != .auto { lines.append("font-display: \(display)") }
        return CSSText.rule("@font-face", lines)
    }
}

extension CustomCounterStyle {
    /// CSS Counter Styles 3 §2; complete, so that it extends predefined styles only.
    fileprivate var css: String {
        let definition = definition
        var lines: [String] = []
        var hasSymbols = true
        switch definition.system {
        case .cyclic: lines.append("system: cyclic")
        case .numeric: lines.append("system: numeric")
        case .alphabetic: lines.append("system: alphabetic")
        case .symbolic: lines.append("system: symbolic")
        case .additive: lines.append("system: additive")
        case .fixed(let first): lines.append("system: fixed \(first)")
        case .predefined(let style):
            lines.append("system: extends " + style.rawValue)
            hasSymbols = false
        }
        if hasSymbols, !definition.symbols.isEmpty {
            lines.append("symbols: " + definition.symbols.map { CSSText.string($0) }.joined(separator: " "))
        }
        if hasSymbols, !definition.additiveSymbols.isEmpty {
            let list = definition.additiveSymbols.map { "\($0.weight) \(CSSText.string($0.symbol))" }
            lines.append("additive-symbols: " + list.joined(separator: ", "))
        }
        let negative = [definition.negativePrefix, definition.negativeSuffix]
        lines.append("negative: " + negative.map { CSSText.string($0) }.joined(separator: " "))
        lines.append("prefix: " + CSSText.string(definition.prefix))
        lines.append("suffix: " + CSSText.string(definition.suffix))
        if !definition.ranges.isEmpty {
            let list = definition.ranges.map { range in
                let lower = range.lowerBound == .min ? "infinite" : "\(range.lowerBound)"
                return lower + " " + (range.upperBound == .max ? "infinite" : "\(range.upperBound)")
            }
            lines.append("range: " + list.joined(separator: ", "))
        }
        if definition.padLength > 0 || !definition.padSymbol.isEmpty {
            lines.append("pad: \(definition.padLength) \(CSSText.string(definition.padSymbol))")
        }
        switch definition.fallback {
        case .predefined(.decimal): break
        case .predefined(let style): lines.append("fallback: " + style.rawValue)
        case .custom(let style): lines.append("fallback: " + CSSText.identifier(style.name))
        }
        return CSSText.rule("@counter-style " + CSSText.identifier(definition.name), lines)
    }
}

extension PageRule {
    /// A box of a page that has a style.
    enum Part {
        case marginBox(PageMarginBox)
        case footnoteArea(BlockStyle)
    }

    /// CSS Paged Media 3 §4.
    fileprivate func css(_ style: (Part) -> String) -> String {
        var head = "@page"
        if let name { head += " " + CSSText.identifier(name) }
        if name == nil, !pseudoClasses.isEmpty || position != nil { head += " " }
        for (value, word) in [
            (PseudoClasses.first, ":first"), (.left, ":left"), (.right, ":right"), (.blank, ":blank"),
        ] where pseudoClasses.contains(value) {
            head += word
        }
        if let position { head += ":nth(\(position.a)n\(position.b < 0 ? "" : "+")\(position.b))" }
        var lines: [String] = []
        switch size {
        case nil: break
        case .auto: lines.append("size: auto")
        case .portrait: lines.append("size: portrait")
        case .landscape: lines.append("size: landscape")
        case .fixed(let size):
            lines.append("size: \(CSSText.number(size.width))px \(CSSText.number(size.height))px")
        }
        func add<Value>(_ name: String, _ edges: Edges<Value?>, _ text: (Value) -> String) {
            for (side, value) in [
                ("top", edges.top), ("right", edges.right), ("bottom", edges.bottom), ("left", edges.left),
            ] {
                if let value { lines.append("\(name)-\(side): \(text(value))") }
            }
        }
        add("margin", margin) { CSSText.size($0) }
        add("padding", padding) { CSSText.length($0) }
        add("border", border) { edge in
            let stroke = CSSText.borderStrokes[edge.stroke] ?? "none"
            return "\(CSSText.px(edge.width)) \(stroke) \(CSSText.color(edge.color))"
        }
        if let background { lines.append("background-color: " + CSSText.color(background)) }
        if let backgroundLayers {
            var fields = StyleFields()
            fields.setBackground(backgroundLayers)
            for (definition, write) in zip(PropertyTable.shared.definitions, PropertyWriting.shared.writers)
            where definition.name.hasPrefix("background-") && definition.name != "background-color" {
                if let write { lines.append("\(definition.name): \(write(fields))") }
            }
        }
        if let footnoteReset { lines.append("counter-reset: footnote \(footnoteReset)") }
        lines += marginBoxes.map { $0.css(style(.marginBox($0))) }
        if let footnoteArea { lines.append(CSSText.rule("@footnote", [style(.footnoteArea(footnoteArea))])) }
        return CSSText.rule(head, lines)
    }
}

extension PageMarginBox {
    fileprivate func css(_ style: String) -> String {
        let items = content.map { item in
            switch item {
            case .text(let text): CSSText.string(text)
            case .counter(let name, let style): "counter(\(CSSText.identifier(name)), \(style.rawValue))"
            case .counters(let name, let separator, let style):
                "counters(\(CSSText.identifier(name)), \(CSSText.string(separator)), \(style.rawValue))"
            case .namedString(let name, let occurrence): CSSText.namedString(name, occurrence)
            case .image(let url): CSSText.url(url)
            }
        }
        let content = items.isEmpty ? [] : ["content: " + items.joined(separator: " ")]
        let declarations = content + (style.isEmpty ? [] : [style])
        return CSSText.rule("@" + position.rawValue, declarations)
    }
}
