import GalleyText

// Properties of our own, `-galley-...`: what the model says and CSS does not. TextKit's paragraph metrics, which are
// inherited and of use in any style sheet, and the parts of `ModelStyle`, which `HTMLWriter` writes.

extension PropertyTable {
    mutating func addModelProperties() {
        addParagraphProperties()
        addTextOverrides()
        addBoxOverrides()
    }

    private mutating func addParagraphProperties() {
        add(
            "-galley-tab-stops", inherited: true, \.inherited.paragraph.tabStops,
            parse: { reader in
                if reader.accept("none") { return .list([]) }
                var stops: [CSSValue] = []
                repeat {
                    guard let place = reader.length() else { return nil }
                    let alignment = reader.keyword(of: ["start", "end", "center", "decimal"]) ?? "start"
                    stops.append(.list([place, .keyword(alignment)]))
                } while reader.acceptComma()
                return .list(stops)
            },
            convert: { value, computation in
                value.members.compactMap { stop in
                    guard let place = stop.members.first.flatMap({ computation.pixels($0) }) else { return nil }
                    let alignment = TabStop.Alignment.names[stop.members.last?.keyword ?? "start"] ?? .start
                    return TabStop(location: place, alignment: alignment)
                }
            })
        for (name, field) in [
            (
                "-galley-minimum-line-height",
                \StyleFields.inherited.paragraph.minimumLineHeight as Field<Double>
            ),
            ("-galley-maximum-line-height", \.inherited.paragraph.maximumLineHeight),
            ("-galley-spacing-before", \.inherited.paragraph.spacingBefore),
            ("-galley-spacing-after", \.inherited.paragraph.spacingAfter),
        ] {
            add(
                name, inherited: true, field, parse: { $0.length() },
                convert: { value, computation in computation.pixels(value) })
        }
        add(
            "-galley-line-height-multiple", inherited: true, \.inherited.paragraph.lineHeightMultiple,
            parse: { reader in reader.number(from: 0).map { .number($0) } },
            convert: { value, _ in
                if case .number(let factor) = value { min(factor, 1_000_000) } else { nil }
            })
        add(
            "-galley-text-box", inherited: true, \.inherited.paragraph.textBox,
            parse: { reader in
                var words: [CSSValue] = []
                while let word = reader.keyword(of: Set(PropertyTable.textBoxWords.keys)) {
                    words.append(.keyword(word))
                }
                return words.isEmpty ? nil : .list(words)
            },
            convert: { value, _ in
                var box = TextBox()
                for word in value.members { word.keyword.flatMap { PropertyTable.textBoxWords[$0] }?(&box) }
                return box
            })
        keyword(
            "-galley-empty-paragraph", inherited: true, \.inherited.paragraph.emptyParagraph,
            ["nothing": .nothing, "line-box": .lineBox])
        keyword("-galley-strut", inherited: true, \.inherited.paragraph.ignoresStrut, ["auto": false, "none": true])
    }

    /// A property of `ModelStyle` that is one keyword; `auto` is nil.
    private mutating func optionalKeyword<Value: Sendable>(
        _ name: String, _ field: Field<Value?>, _ words: [String: Value]
    ) {
        keyword(name, inherited: false, field, words.mapValues { Optional($0) }.merging(["auto": nil]) { $1 })
    }

    private mutating func addTextOverrides() {
        add(
            "-galley-text-decorations", inherited: false, \.box.model.decorations,
            parse: { $0.modelDecorations() },
            convert: { value, computation in
                if value.keyword == "auto" { return .some(.none) }
                return .some(
                    value.members.compactMap { member in
                        let parts = member.members
                        guard parts.count == 6, let line = parts[0].keyword.flatMap({ TextDecoration.Line.names[$0] }),
                            let stroke = parts[1].keyword.flatMap({ TextDecoration.Stroke.names[$0] }),
                            case .color(let color) = parts[2], let fontSize = computation.pixels(parts[5])
                        else { return nil }
                        var decoration = TextDecoration(
                            line: line, stroke: stroke, color: color.resolved(computation.fields.inherited.color),
                            thickness: computation.length(parts[3]), offset: computation.length(parts[4]),
                            fontSize: fontSize)
                        decoration.takesFontThickness = parts[3].keyword == "from-font"
                        return decoration
                    })
            })
        add(
            "-galley-text-opacity", inherited: false, \.box.model.textOpacity,
            parse: { reader in
                reader.accept("auto") ? .keyword("auto") : reader.number().map { .number($0) }
            },
            convert: { value, _ in
                if case .number(let opacity) = value { return .some(.some(min(max(opacity, 0), 1))) }
                return .some(.none)
            })
        optionalKeyword(
            "-galley-white-space-collapse", \.box.model.whiteSpace,
            Dictionary(uniqueKeysWithValues: CSSText.whiteSpace.map { ($1, $0) }))
        add(
            "-galley-text-overflow", inherited: false, \.box.model.overflowToken,
            parse: { reader in reader.accept("auto") ? .keyword("auto") : reader.string().map { .string($0) } },
            convert: { value, _ in
                guard case .string(let text) = value else { return .some(.none) }
                return .some(.some(text.prefix(utf8: CSSLimits.maximumInsertedText)))
            })
        optionalKeyword("-galley-line-break-mode", \.box.model.lineBreakMode, LineBreakMode.names)
        keyword("-galley-text", inherited: false, \.box.model.text, ModelStyle.Text.names)
        add(
            "-galley-strut-background", inherited: false, \.box.model.strutBackground,
            parse: { reader in reader.accept("none") ? .keyword("none") : reader.color().map { .color($0) } },
            convert: { value, computation in
                if case .color(let color) = value {
                    return .some(color.resolved(computation.fields.inherited.color))
                }
                return .some(.none)
            })
    }

    private mutating func addBoxOverrides() {
        keyword(
            "-galley-display", inherited: false, \.box.model.isParagraph, ["auto": false, "paragraph": true])
        add(
            "-galley-role", inherited: false, \.box.model.role,
            parse: { reader in
                guard let word = reader.keyword() else { return nil }
                if word == "heading" {
                    guard let level = reader.integer(), (1...6).contains(level) else { return nil }
                    return .list([.keyword(word), .number(Double(level))])
                }
                return word == "auto" || Block.Role.names[word] != nil ? .keyword(word) : nil
            },
            convert: { value, _ in
                if value.members.count == 2, case .number(let level) = value.members[1] {
                    return .some(.heading(level: Int(level)))
                }
                return .some(value.keyword.flatMap { Block.Role.names[$0] })
            })
        optionalKeyword("-galley-list", \.box.model.list, ModelStyle.List.names)
        optionalKeyword("-galley-span", \.box.model.span, ModelStyle.Span.names)
        keyword("-galley-edges", inherited: false, \.box.model.edges, ModelStyle.Edges.names)
        optionalKeyword("-galley-flow", \.box.model.flow, Flow.Kind.names)
        optionalKeyword("-galley-formatting-context", \.box.model.isFlowRoot, ["new": true, "shared": false])
        keyword("-galley-links", inherited: false, \.box.model.stopsLinks, ["auto": false, "none": true])
        add(
            "-galley-ordinal", inherited: false, \.box.model.ordinal,
            parse: { reader in
                reader.accept("auto") ? .keyword("auto") : reader.integer().map { .number(Double($0)) }
            },
            convert: { value, _ in
                if case .number(let number) = value {
                    let limit = HTMLLimits.listOrdinal
                    return .some(.some(min(max(Int(number), -limit), limit)))
                }
                return .some(.none)
            })
        add(
            "-galley-link", inherited: false, \.box.model.link,
            parse: { reader in
                if reader.accept("none") { return .keyword("none") }
                guard let url = reader.string() else { return nil }
                var parts: [CSSValue] = [.string(url)]
                for _ in 0..<2 {
                    if let text = reader.string() {
                        parts.append(.string(text))
                    } else {
                        guard reader.accept("none") else { return nil }
                        parts.append(.keyword("none"))
                    }
                }
                return .list(parts)
            },
            convert: { value, _ in
                func text(_ index: Int) -> String? {
                    guard index < value.members.count, case .string(let text) = value.members[index] else {
                        return nil
                    }
                    return text
                }
                return .some(text(0).map { Link(url: $0, target: text(1), title: text(2)) })
            })
        for (name, field) in [
            ("-galley-marker-style", \StyleFields.box.model.marker as Field<String?>),
            ("-galley-first-line-style", \.box.model.firstLine),
            ("-galley-first-letter-style", \.box.model.firstLetter),
            ("-galley-counter-style", \.box.model.counterStyle),
        ] {
            add(
                name, inherited: false, field,
                parse: { reader in
                    reader.accept("none") ? .keyword("none") : reader.string().map { .string($0) }
                },
                convert: { value, _ in
                    if case .string(let text) = value { return .some(text) }
                    return .some(.none)
                })
        }
    }
}

extension ValueReader {
    /// `auto`, `none`, or lines with all that a line of the model has, separated by commas.
    fileprivate mutating func modelDecorations() -> CSSValue? {
        if accept("auto") { return .keyword("auto") }
        if accept("none") { return .list([]) }
        var list: [CSSValue] = []
        repeat {
            guard let line = keyword(), TextDecoration.Line.names[line] != nil, let stroke = keyword(),
                TextDecoration.Stroke.names[stroke] != nil, let color = color()
            else { return nil }
            var parts: [CSSValue] = [.keyword(line), .keyword(stroke), .color(color)]
            for words in [["auto", "from-font"], ["auto"]] as [Set<String>] {
                guard let length = keyword(of: words).map({ .keyword($0) }) ?? length(.percent) else { return nil }
                parts.append(length)
            }
            guard let fontSize = length(.nonNegative) else { return nil }
            list.append(.list(parts + [fontSize]))
        } while acceptComma() && list.count < CSSLimits.maximumDecorations
        return .list(list)
    }
}

// The names of the model's cases, the same for reading and writing.

extension RawRepresentable where Self: CaseIterable & Sendable, RawValue == String {
    static var names: [String: Self] { Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) }) }
}

extension TabStop.Alignment {
    static let names: [String: TabStop.Alignment] = [
        "start": .start, "end": .end, "center": .center, "decimal": .decimal,
    ]
}

extension LineBreakMode {
    static let names: [String: LineBreakMode] = [
        "wrap": .wrap, "clip": .clip, "truncate-head": .truncateHead, "truncate-middle": .truncateMiddle,
        "truncate-tail": .truncateTail,
    ]
}

extension Flow.Kind {
    static let names: [String: Flow.Kind] = [
        "main": .main, "float": .float, "inline-block": .inlineBlock, "inline-table": .inlineTable,
        "footnote": .footnote, "positioned": .positioned,
    ]
}

extension TextDecoration.Line {
    static let names: [String: TextDecoration.Line] = [
        "underline": .underline, "overline": .overline, "line-through": .lineThrough,
    ]
}

extension TextDecoration.Stroke {
    static let names: [String: TextDecoration.Stroke] = [
        "solid": .solid, "double": .double, "dotted": .dotted, "dashed": .dashed, "wavy": .wavy,
    ]
}

extension Block.Role {
    /// Headings apart, which have a level.
    static let names: [String: Block.Role] = [
        "none": .none, "document": .document, "paragraph": .paragraph, "blockquote": .blockquote,
        "preformatted": .preformatted, "rule": .rule, "address": .address, "article": .article, "section": .section,
        "navigation": .navigation, "aside": .aside, "header": .header, "footer": .footer, "main": .main,
        "figure": .figure, "figure-caption": .figureCaption, "definition-list": .definitionList,
        "definition-term": .definitionTerm, "definition-description": .definitionDescription, "list": .list,
        "list-item": .listItem, "table": .table, "table-row": .tableRow, "table-cell": .tableCell,
        "table-header-cell": .tableHeaderCell, "table-caption": .tableCaption, "details": .details,
        "summary": .summary, "form": .form,
    ]
}

extension PropertyTable {
    static let textBoxWords: [String: @Sendable (inout TextBox) -> Void] = [
        "none": { _ in }, "start": { $0.trimsStart = true }, "end": { $0.trimsEnd = true },
        "cap": { $0.over = .capHeight }, "ex": { $0.over = .xHeight }, "alphabetic": { $0.under = .alphabetic },
    ]
}

extension String {
    /// Its first characters of no more than `count` bytes.
    func prefix(utf8 count: Int) -> String {
        if utf8.count <= count { return self }
        var end = utf8.index(startIndex, offsetBy: count)
        while end > startIndex, String.Index(end, within: self) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
