import GalleyText

extension PropertyWriting {
    /// The properties of our own.
    mutating func addOwn() {
        add("-galley-tab-stops") { fields in
            let stops = fields.inherited.paragraph.tabStops
            if stops.isEmpty { return "none" }
            return stops.map { "\(CSSText.px($0.location)) \(CSSText.name($0.alignment, TabStop.Alignment.names))" }
                .joined(separator: ", ")
        }
        for (name, field) in [
            (
                "-galley-minimum-line-height",
                \StyleFields.inherited.paragraph.minimumLineHeight as any KeyPath<StyleFields, Double> & Sendable
            ),
            ("-galley-maximum-line-height", \.inherited.paragraph.maximumLineHeight),
            ("-galley-spacing-before", \.inherited.paragraph.spacingBefore),
            ("-galley-spacing-after", \.inherited.paragraph.spacingAfter),
        ] {
            add(name) { CSSText.px($0[keyPath: field]) }
        }
        add("-galley-line-height-multiple") { CSSText.number($0.inherited.paragraph.lineHeightMultiple) }
        add("-galley-text-box") { fields in
            let box = fields.inherited.paragraph.textBox
            var words: [String] = []
            if box.trimsStart { words.append("start") }
            if box.trimsEnd { words.append("end") }
            switch box.over {
            case .text: break
            case .capHeight: words.append("cap")
            case .xHeight: words.append("ex")
            }
            if box.under == .alphabetic { words.append("alphabetic") }
            return words.isEmpty ? "none" : words.joined(separator: " ")
        }
        keyword(
            "-galley-empty-paragraph", \.inherited.paragraph.emptyParagraph,
            [.nothing: "nothing", .lineBox: "line-box"])
        keyword("-galley-strut", \.inherited.paragraph.ignoresStrut, [false: "auto", true: "none"])
        add("-galley-text-decorations") { fields in
            guard let decorations = fields.box.model.decorations else { return "auto" }
            if decorations.isEmpty { return "none" }
            return decorations.map { CSSText.decoration($0) }.joined(separator: ", ")
        }
        add("-galley-text-opacity") { $0.box.model.textOpacity.map { CSSText.number($0) } ?? "auto" }
        add("-galley-white-space-collapse") { fields in
            fields.box.model.whiteSpace.flatMap { CSSText.whiteSpace[$0] } ?? "auto"
        }
        add("-galley-text-overflow") { $0.box.model.overflowToken.map { CSSText.string($0) } ?? "auto" }
        optional("-galley-line-break-mode", \.box.model.lineBreakMode, LineBreakMode.names)
        add("-galley-text") { $0.box.model.text.rawValue }
        add("-galley-strut-background") { $0.box.model.strutBackground.map { CSSText.color($0) } ?? "none" }
        keyword("-galley-display", \.box.model.isParagraph, [false: "auto", true: "paragraph"])
        add("-galley-role") { fields in
            guard let role = fields.box.model.role else { return "auto" }
            if case .heading(let level) = role { return "heading \(level)" }
            return CSSText.name(role, Block.Role.names)
        }
        add("-galley-list") { $0.box.model.list?.rawValue ?? "auto" }
        add("-galley-span") { $0.box.model.span?.rawValue ?? "auto" }
        add("-galley-edges") { $0.box.model.edges.rawValue }
        optional("-galley-flow", \.box.model.flow, Flow.Kind.names)
        optional("-galley-formatting-context", \.box.model.isFlowRoot, ["new": true, "shared": false])
        keyword("-galley-links", \.box.model.stopsLinks, [false: "auto", true: "none"])
        add("-galley-ordinal") { $0.box.model.ordinal.map { "\($0)" } ?? "auto" }
        add("-galley-link") { fields in
            guard let link = fields.box.model.link else { return "none" }
            return [link.url, link.target, link.title].map { $0.map { CSSText.string($0) } ?? "none" }
                .joined(separator: " ")
        }
        for (name, field) in [
            (
                "-galley-marker-style",
                \StyleFields.box.model.marker as any KeyPath<StyleFields, String?> & Sendable
            ),
            ("-galley-first-line-style", \.box.model.firstLine),
            ("-galley-first-letter-style", \.box.model.firstLetter),
            ("-galley-counter-style", \.box.model.counterStyle),
        ] {
            add(name) { $0[keyPath: field].map { CSSText.string($0) } ?? "none" }
        }
    }

    private mutating func optional<Value: Hashable & Sendable>(
        _ name: String, _ field: any KeyPath<StyleFields, Value?> & Sendable, _ words: [String: Value]
    ) {
        add(name) { $0[keyPath: field].map { CSSText.name($0, words) } ?? "auto" }
    }
}

extension CSSText {
    /// The name of a case; `auto` for one that has none.
    static func name<Value: Hashable>(_ value: Value, _ names: [String: Value]) -> String {
        names.first { $0.value == value }?.key ?? "auto"
    }

    static func decoration(_ decoration: TextDecoration) -> String {
        [
            name(decoration.line, TextDecoration.Line.names), name(decoration.stroke, TextDecoration.Stroke.names),
            color(decoration.color), thickness(decoration.thickness, decoration.takesFontThickness),
            decoration.offset.map { length($0) } ?? "auto", px(decoration.fontSize),
        ].joined(separator: " ")
    }
}
