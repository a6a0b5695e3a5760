import GalleyText

// CSS Display 3, CSS 2 §9, CSS Positioned Layout 3, CSS Fragmentation 3, CSS Multi-column 1.

extension PropertyTable {
    mutating func addLayoutProperties() {
        add(
            "display", inherited: false, \.box.display,
            parse: { reader in
                var words: [String] = []
                while let word = reader.keyword() { words.append(word) }
                let value = words.count > 1 ? words.sorted().joined(separator: " ") : words.first ?? ""
                return PropertyTable.displays[value] == nil ? nil : .keyword(value)
            },
            convert: { value, _ in value.keyword.flatMap { PropertyTable.displays[$0] } })
        keyword(
            "position", inherited: false, \.box.position,
            [
                "static": .static, "relative": .relative, "absolute": .absolute, "fixed": .fixed, "sticky": .sticky,
                "-webkit-sticky": .sticky,
            ])
        floatProperties()
        size("top", \.box.offset.top, keywords: ["auto"], .percent)
        size("right", \.box.offset.right, keywords: ["auto"], .percent)
        size("bottom", \.box.offset.bottom, keywords: ["auto"], .percent)
        size("left", \.box.offset.left, keywords: ["auto"], .percent)
        alias("inset-block-start", "top")
        alias("inset-block-end", "bottom")
        logical("inset-inline-start", leftToRight: "left", rightToLeft: "right")
        logical("inset-inline-end", leftToRight: "right", rightToLeft: "left")
        add(
            "z-index", inherited: false, \.box.zIndex,
            parse: { reader in
                if reader.accept("auto") { return .keyword("auto") }
                return reader.integer().map { .number(Double($0)) }
            },
            convert: { value, _ in
                if case .number(let number) = value { return .some(Int(number)) }
                return .some(.none)
            })
        let overflows: [String: BoxStyle.Overflow] = [
            "visible": .visible, "hidden": .hidden, "clip": .clip, "scroll": .scroll, "auto": .auto, "overlay": .auto,
        ]
        keyword("overflow-x", inherited: false, \.box.overflowX, overflows)
        keyword("overflow-y", inherited: false, \.box.overflowY, overflows)
        alias("overflow-inline", "overflow-x")
        alias("overflow-block", "overflow-y")
        add(
            "text-overflow", inherited: false, \.box.textOverflow,
            parse: { reader in
                var sides: [CSSValue] = []
                while sides.count < 2 {
                    if let word = reader.keyword(of: ["clip", "ellipsis"]) {
                        sides.append(.keyword(word))
                    } else if let text = reader.string() {
                        sides.append(.string(text))
                    } else {
                        break
                    }
                }
                return sides.isEmpty ? nil : .list(sides)
            },
            convert: { value, _ in
                let sides: [String?] = value.members.map { side in
                    switch side {
                    case .string(let text): text.prefix(utf8: CSSLimits.maximumInsertedText)
                    case .keyword("ellipsis"): BoxStyle.TextOverflow.ellipsis
                    default: nil
                    }
                }
                guard let first = sides.first else { return nil }
                // One value is for the end edge; of two the first is for the left (CSS UI 4 §2.1).
                return BoxStyle.TextOverflow(left: first, right: sides.count > 1 ? sides[1] : first)
            })
        add(
            "initial-letter", inherited: false, \.box.initialLetter, parse: { $0.initialLetter() },
            convert: { value, _ in
                guard case .list(let parts) = value, parts.count == 2, case .number(let size) = parts[0],
                    case .number(let sink) = parts[1]
                else { return .some(.none) }
                return .some(InitialLetter(size: size, sink: Int(sink)))
            })
        alias("-webkit-initial-letter", "initial-letter")
        keyword(
            "object-fit", inherited: false, \.box.objectFit,
            ["fill": .fill, "contain": .contain, "cover": .cover, "none": .none, "scale-down": .scaleDown])
        add(
            "object-position", inherited: false, \.box.objectPosition,
            parse: { $0.backgroundPosition().map { .list([$0.x, $0.y]) } },
            convert: { value, computation in
                guard case .list(let parts) = value, parts.count == 2, let x = computation.backgroundOffset(parts[0]),
                    let y = computation.backgroundOffset(parts[1])
                else { return nil }
                return BoxPosition(x: x, y: y)
            })
        add(
            "aspect-ratio", inherited: false, parse: { $0.aspectRatio() },
            copy: { source, target in
                target.box.aspectRatio = source.box.aspectRatio
                target.box.prefersNaturalRatio = source.box.prefersNaturalRatio
            },
            apply: { value, computation in
                let number = value.members.last ?? value
                computation.fields.box.aspectRatio = if case .number(let ratio) = number { ratio } else { nil }
                computation.fields.box.prefersNaturalRatio = value.members.count > 1
            })
        let breaks: [String: BlockStyle.BreakRule] = [
            "auto": .auto, "avoid": .avoid, "avoid-page": .avoidPage, "avoid-column": .avoidColumn, "page": .page,
            "left": .left, "right": .right, "column": .column, "always": .page, "all": .page, "recto": .recto,
            "verso": .verso, "region": .auto, "avoid-region": .auto,
        ]
        keyword("break-before", inherited: false, \.box.breakBefore, breaks)
        keyword("break-after", inherited: false, \.box.breakAfter, breaks)
        keyword(
            "break-inside", inherited: false, \.box.breakInside,
            ["auto": .auto, "avoid": .avoid, "avoid-page": .avoidPage, "avoid-column": .avoidColumn])
        keyword(
            "box-decoration-break", inherited: false, \.box.clonesDecoration, ["slice": false, "clone": true])
        alias("-webkit-box-decoration-break", "box-decoration-break")
        for name in ["before", "after", "inside"] {
            alias("page-break-\(name)", "break-\(name)")
            alias("-webkit-column-break-\(name)", "break-\(name)")
        }
        integer("orphans", inherited: true, \.inherited.orphans, from: 1)
        integer("widows", inherited: true, \.inherited.widows, from: 1)
        integer("column-count", inherited: false, \.box.columnCount, from: 1, auto: 0)
        optionalLength("column-width", inherited: false, \.box.columnWidth, none: ["auto"], .nonNegative)
        optionalLength("column-gap", inherited: false, \.box.columnGap, none: ["normal"], [.percent, .nonNegative])
        keyword("column-rule-style", inherited: false, \.box.columnRuleStroke, PropertyTable.borderStrokes)
        borderWidth("column-rule-width", \.box.columnRuleWidth)
        color("column-rule-color", inherited: false, \.box.columnRuleColor)
        keyword(
            "column-fill", inherited: false, \.box.columnFill,
            ["balance": .balance, "balance-all": .balance, "auto": .auto])
        keyword("column-span", inherited: false, \.box.spansColumns, ["none": false, "all": true])
        let names = ["column-rule-style", "column-rule-width", "column-rule-color", "column-fill", "column-span"]
        for name in names + ["column-count", "column-width", "column-gap"] {
            alias("-webkit-\(name)", name)
            alias("-moz-\(name)", name)
        }
        alias("grid-column-gap", "column-gap")
        add(
            "page", inherited: false, \.box.pageName,
            parse: { reader in
                if reader.accept("auto") { return .keyword("auto") }
                return reader.customIdentifier().map { .string($0) }
            },
            convert: { value, _ in
                if case .string(let name) = value { return .some(name) }
                return .some(.none)
            })
        addContent()
    }

    /// `float` and `clear`, whose `inline-start` and `inline-end` follow the direction.
    private mutating func floatProperties() {
        add(
            "float", inherited: false, \.box.float,
            parse: { reader in
                reader.keyword(of: ["none", "left", "right", "inline-start", "inline-end", "footnote"]).map {
                    .keyword($0)
                }
            },
            convert: { value, computation in
                let isRightToLeft = computation.fields.inherited.isRightToLeft
                return switch value.keyword {
                case "footnote": .footnote
                case "left": .left
                case "right": .right
                case "inline-start": isRightToLeft ? .right : .left
                case "inline-end": isRightToLeft ? .left : .right
                default: BlockStyle.Float.none
                }
            })
        keyword(
            "footnote-display", inherited: false, \.box.footnoteDisplay,
            ["block": .block, "inline": .inline, "compact": .compact])
        keyword(
            "footnote-policy", inherited: false, \.box.footnotePolicy,
            ["auto": .auto, "line": .line, "block": .block])
        add(
            "clear", inherited: false, \.box.clear,
            parse: { reader in
                reader.keyword(of: ["none", "left", "right", "both", "inline-start", "inline-end"]).map { .keyword($0) }
            },
            convert: { value, computation in
                let isRightToLeft = computation.fields.inherited.isRightToLeft
                return switch value.keyword {
                case "left": .left
                case "right": .right
                case "both": .both
                case "inline-start": isRightToLeft ? .right : .left
                case "inline-end": isRightToLeft ? .left : .right
                default: BlockStyle.Clear.none
                }
            })
    }

    /// One value or two; the words of two are sorted.
    private static let displays: [String: BoxStyle.Display] = [
        "none": .none, "contents": .contents, "inline": .inline, "block": .block, "inline-block": .inlineBlock,
        "list-item": .listItem, "flow-root": .flowRoot, "flow": .block, "run-in": .inline, "flex": .flex,
        "inline-flex": .inlineFlex, "grid": .grid, "inline-grid": .inlineGrid, "table": .table,
        "inline-table": .inlineTable, "table-row-group": .tableRowGroup, "table-header-group": .tableHeaderGroup,
        "table-footer-group": .tableFooterGroup, "table-row": .tableRow, "table-cell": .tableCell,
        "table-column-group": .tableColumnGroup, "table-column": .tableColumn, "table-caption": .tableCaption,
        "ruby": .ruby, "ruby-base": .rubyBase, "ruby-text": .rubyText, "ruby-base-container": .rubyBaseContainer,
        "ruby-text-container": .rubyTextContainer, "block ruby": .block, "inline ruby": .ruby, "math": .inline,
        "-webkit-box": .legacyBox, "-webkit-inline-box": .inlineLegacyBox, "-webkit-flex": .flex,
        "-webkit-inline-flex": .inlineFlex, "-ms-flexbox": .flex, "-ms-grid": .grid, "block flow": .block,
        "flow inline": .inline, "block flow-root": .flowRoot, "flow-root inline": .inlineBlock, "block flex": .flex,
        "flex inline": .inlineFlex, "block grid": .grid, "grid inline": .inlineGrid, "block table": .table,
        "inline table": .inlineTable, "block list-item": .listItem, "block flow list-item": .listItem,
        "flow list-item": .listItem, "flow-root list-item": .listItem, "block flow-root list-item": .listItem,
        "inline list-item": .inlineListItem, "flow inline list-item": .inlineListItem,
    ]

    private mutating func addContent() {
        add(
            "content", inherited: false, parse: { $0.content() },
            copy: { source, target in
                target.box.content = source.box.content
                target.box.contentAlternative = source.box.contentAlternative
            },
            apply: { value, computation in
                computation.fields.box.contentAlternative = nil
                switch value.keyword {
                case "normal": computation.fields.box.content = .normal
                case "none": computation.fields.box.content = .none
                default:
                    // The alternative text stands after the content, as one function.
                    var items = value.members
                    if case .function("/", let alternative)? = items.last {
                        items.removeLast()
                        computation.fields.box.contentAlternative = computation.contentItems(alternative)
                    }
                    computation.fields.box.content = .items(computation.contentItems(items))
                }
            })
        counters("counter-reset", \.box.counterReset, unset: 0)
        counters("counter-set", \.box.counterSet, unset: 0)
        counters("counter-increment", \.box.counterIncrement, unset: 1)
        add(
            "quotes", inherited: true, \.inherited.quotes,
            parse: { reader in
                if let word = reader.keyword(of: ["auto", "none", "match-parent"]) { return .keyword(word) }
                var marks: [CSSValue] = []
                while let mark = reader.string() { marks.append(.string(mark)) }
                return marks.isEmpty || marks.count % 2 == 1 ? nil : .list(marks)
            },
            convert: { value, computation in
                switch value.keyword {
                case "auto": return .auto
                case "none": return Quotes.none
                case "match-parent": return computation.parent.inherited.quotes
                default: break
                }
                let marks = value.members.compactMap { member in
                    if case .string(let mark) = member { mark } else { nil }
                }
                return .pairs(
                    stride(from: 0, to: marks.count - 1, by: 2).map {
                        Quotes.Pair(open: marks[$0], close: marks[$0 + 1])
                    }
                )
            })
    }

    private mutating func counters(_ name: String, _ field: Field<[CounterChange]>, unset: Int) {
        let allowsReversed = name == "counter-reset"
        add(
            name, inherited: false, field,
            parse: { reader in
                if reader.accept("none") { return .list([]) }
                var list: [CSSValue] = []
                while !reader.atEnd {
                    var isReversed = false
                    var counter: String?
                    if allowsReversed, reader.isFunction("reversed") {
                        var inner = reader.arguments()
                        counter = inner.customIdentifier()
                        isReversed = true
                    } else if reader.peekKeyword() != "none" {
                        counter = reader.customIdentifier()
                    }
                    guard let counter else { return nil }
                    let value = reader.integer()
                    list.append(
                        .list([
                            .keyword(counter), .number(Double(value ?? unset)),
                            .keyword(isReversed && value == nil ? "reversed" : ""),
                        ]))
                }
                return list.isEmpty ? nil : .list(list)
            },
            convert: { value, _ in
                value.members.compactMap { member in
                    let parts = member.members
                    guard parts.count == 3, let counter = parts[0].keyword, case .number(let number) = parts[1] else {
                        return nil
                    }
                    return CounterChange(
                        name: counter, value: Int(number), isReversed: parts[2].keyword == "reversed")
                }
            })
    }
}

extension ValueReader {
    /// `normal`, or size and sink; the sink is the size's whole lines (`drop`) or one (`raise`) where it is not said (CSS
    /// Inline 3 §7.2).
    mutating func initialLetter() -> CSSValue? {
        if accept("normal") { return .keyword("normal") }
        var word = keyword(of: ["drop", "raise"])
        guard let size = number(from: 1) else { return nil }
        let lines = min(size, CSSLimits.maximumInitialLetter)
        if word == nil { word = keyword(of: ["drop", "raise"]) }
        var sink = word == "raise" ? 1 : lines.rounded(.down)
        if word == nil, let lines = integer(from: 1) { sink = min(Double(lines), CSSLimits.maximumInitialLetter) }
        return .list([.number(lines), .number(sink)])
    }

    /// `auto`, a ratio such as `3 / 2`, or both in any order (CSS Sizing 4 §5.1); a ratio of 0 counts as `auto`.
    mutating func aspectRatio() -> CSSValue? {
        var isAuto = accept("auto")
        guard let width = number(from: 0) else { return isAuto ? .keyword("auto") : nil }
        var ratio = width
        if accept(delimiter: "/") {
            guard let height = number(from: 0) else { return nil }
            ratio = width / height
        }
        if !isAuto { isAuto = accept("auto") }
        guard ratio > 0, ratio.isFinite else { return .keyword("auto") }
        return isAuto ? .list([.keyword("auto"), .number(ratio)]) : .number(ratio)
    }

    /// `content`; the alternative text after `/` becomes a last `.function("/", ...)`.
    mutating func content() -> CSSValue? {
        if let word = keyword(of: ["normal", "none"]) { return .keyword(word) }
        var items: [CSSValue] = []
        while !atEnd {
            if accept(delimiter: "/") {
                guard !items.isEmpty else { return nil }
                var alternative: [CSSValue] = []
                while !atEnd {
                    guard let item = string().map({ .string($0) }) ?? contentFunction() else { return nil }
                    alternative.append(item)
                }
                guard !alternative.isEmpty else { return nil }
                items.append(.function("/", alternative))
                break
            }
            if let text = string() {
                items.append(.string(text))
            } else if let word = keyword(of: ["open-quote", "close-quote", "no-open-quote", "no-close-quote"]) {
                items.append(.keyword(word))
            } else if let url = url() {
                items.append(.url(url))
            } else if let function = contentFunction() {
                items.append(function)
            } else {
                return nil
            }
        }
        return items.isEmpty ? nil : .list(items)
    }

    /// Strings, `content()`, `attr()` and counters up to a comma.
    mutating func stringSetItems() -> [CSSValue]? {
        var items: [CSSValue] = []
        while !atEnd, token.kind != .comma {
            if let text = string() {
                items.append(.string(text))
            } else if isFunction("content") {
                var inner = arguments()
                // Which part of the element is meant: the text, unless said otherwise.
                guard inner.atEnd || inner.accept("text"), inner.atEnd else { return nil }
                items.append(.function("content", [.string("text")]))
            } else if let function = contentFunction() {
                items.append(function)
            } else {
                return nil
            }
        }
        return items.isEmpty ? nil : items
    }

    /// What a link leads to: a string, a URL or `attr()`.
    private mutating func target() -> CSSValue? {
        if let text = string() { return .string(text) }
        if let url = url() { return .url(url) }
        return isFunction("attr") ? contentFunction() : nil
    }

    /// `target-text(url [, content | before | after | first-letter])` (CSS Generated Content 3 §2.6.3); what is generated
    /// before and after an element is not read yet.
    private mutating func targetText() -> CSSValue? {
        var inner = arguments()
        guard let target = inner.target() else { return nil }
        var part = "content"
        if inner.acceptComma() {
            guard let word = inner.keyword(of: ["content", "first-letter"]) else { return nil }
            part = word
        }
        return inner.atEnd ? .function("target-text", [target, .string(part)]) : nil
    }

    /// `leader(dotted | solid | space | <string>)` (CSS Generated Content 3 §2.5.1).
    private mutating func leader() -> CSSValue? {
        var inner = arguments()
        let patterns = ["dotted": ".", "solid": "_", "space": " "]
        guard let pattern = inner.string() ?? inner.keyword(of: Set(patterns.keys)).flatMap({ patterns[$0] }),
            inner.atEnd
        else { return nil }
        return .function("leader", [.string(pattern)])
    }

    /// `target-counter(url, page [, style])` (CSS Generated Content 3 §2.6.1), of the counters of pages.
    private mutating func targetCounter() -> CSSValue? {
        var inner = arguments()
        guard let target = inner.target(), inner.acceptComma(), let counter = inner.keyword(of: ["page", "pages"])
        else { return nil }
        var parts: [CSSValue] = [target, .string(counter)]
        if inner.acceptComma() {
            guard let style = inner.listStyleType() else { return nil }
            parts.append(style)
        }
        return inner.atEnd ? .function("target-counter", parts) : nil
    }

    /// `attr(name [, "fallback"])`, `counter(name [, style])`, `counters(name, "separator" [, style])`, `string(name)`,
    /// `target-counter()`, `target-text()`, `leader()`.
    private mutating func contentFunction() -> CSSValue? {
        guard token.kind == .function else { return nil }
        let name = source.lowercased(token)
        switch name {
        case "target-counter": return targetCounter()
        case "target-text": return targetText()
        case "leader": return leader()
        default: break
        }
        guard ["attr", "counter", "counters", "string"].contains(name) else { return nil }
        var inner = arguments()
        guard inner.token.kind == .identifier else { return nil }
        let first = name == "attr" ? inner.source.lowercased(inner.token) : inner.source.string(inner.token)
        inner.advance()
        var parts: [CSSValue] = [.string(first)]
        if name == "attr" {
            // A type before the comma changes nothing for text.
            while !inner.atEnd, inner.token.kind != .comma {
                inner.index = inner.source.next(after: inner.index)
                inner.skipSpace()
            }
            if inner.acceptComma(), let fallback = inner.string() { parts.append(.string(fallback)) }
            return .function(name, parts)
        }
        if name == "string" {
            if inner.acceptComma() {
                guard let word = inner.keyword(of: Set(NamedString.Occurrence.allCases.map(\.rawValue))) else {
                    return nil
                }
                parts.append(.keyword(word))
            }
            return inner.atEnd ? .function(name, parts) : nil
        }
        if name == "counters" {
            guard inner.acceptComma(), let separator = inner.string() else { return nil }
            parts.append(.string(separator))
        }
        if inner.acceptComma() {
            guard let style = inner.listStyleType() else { return nil }
            parts.append(style)
        }
        return inner.atEnd ? .function(name, parts) : nil
    }
}

extension StyleComputation {
    /// The items of `content`, neighbouring strings joined.
    func contentItems(_ values: [CSSValue]) -> [GeneratedContent.Item] {
        var items: [GeneratedContent.Item] = []
        for item in values.compactMap({ contentItem($0) }) {
            if case .string(let text) = item, case .string(let before)? = items.last {
                items[items.count - 1] = .string(before + text)
            } else {
                items.append(item)
            }
        }
        return items
    }

    /// The URL of a link's target.
    private func target(_ value: CSSValue) -> String? {
        switch contentItem(value) {
        case .string(let url), .url(let url): url
        default: nil
        }
    }

    func contentItem(_ value: CSSValue) -> GeneratedContent.Item? {
        switch value {
        case .string(let text): return .string(text)
        case .url(let url): return .url(url)
        case .keyword("open-quote"): return .openQuote
        case .keyword("close-quote"): return .closeQuote
        case .keyword("no-open-quote"): return .noOpenQuote
        case .keyword("no-close-quote"): return .noCloseQuote
        case .function("target-counter", let arguments):
            let style = arguments.count > 2 ? listStyleType(arguments[2]) : .counter(.decimal)
            guard arguments.count > 1, case .string(let counter) = arguments[1] else { return nil }
            return target(arguments[0]).map { .targetCounter(url: $0, counter, style) }
        case .function("target-text", let arguments):
            guard arguments.count > 1, case .string(let part) = arguments[1] else { return nil }
            return target(arguments[0]).map { .targetText(url: $0, firstLetter: part == "first-letter") }
        case .function(let function, let arguments):
            guard case .string(let name)? = arguments.first else { return nil }
            switch function {
            case "attr":
                if let text = attribute?(name) { return .string(text) }
                if arguments.count > 1, case .string(let fallback) = arguments[1] { return .string(fallback) }
                return .string("")
            case "string":
                let word = arguments.count > 1 ? arguments[1].keyword : nil
                return .namedString(name, word.flatMap { NamedString.Occurrence(rawValue: $0) } ?? .first)
            case "content": return .elementText
            case "leader": return .leader(name)
            case "counter":
                return .counter(name, arguments.count > 1 ? listStyleType(arguments[1]) : .counter(.decimal))
            default:
                guard arguments.count > 1, case .string(let separator) = arguments[1] else { return nil }
                let style = arguments.count > 2 ? listStyleType(arguments[2]) : .counter(.decimal)
                return .counters(name, separator: separator, style)
            }
        default: return nil
        }
    }
}
