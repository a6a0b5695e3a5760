import GalleyText

extension PropertyWriting {
    mutating func addBoxes() {
        size("margin-top", \.box.margin.top)
        size("margin-right", \.box.margin.right)
        size("margin-bottom", \.box.margin.bottom)
        size("margin-left", \.box.margin.left)
        length("padding-top", \.box.padding.top)
        length("padding-right", \.box.padding.right)
        length("padding-bottom", \.box.padding.bottom)
        length("padding-left", \.box.padding.left)
        size("width", \.box.width)
        size("height", \.box.height)
        size("min-width", \.box.minimumWidth)
        size("min-height", \.box.minimumHeight)
        maximum("max-width", \.box.maximumWidth)
        maximum("max-height", \.box.maximumHeight)
        keyword("box-sizing", \.box.boxSizing, [.contentBox: "content-box", .borderBox: "border-box"])
        color("background-color", \.box.background)
        addBackgrounds()
        add("opacity") { CSSText.number($0.box.opacity) }
        addClips()
        add("transform") { CSSText.transforms($0.box.transforms) }
        add("transform-origin") { CSSText.position($0.box.transformOrigin) }
        add("translate") { CSSText.individual($0.box.translation) }
        add("rotate") { fields in
            // Halves of turns around an axis in the plane are scales.
            guard case .scale(let x, let y) = fields.box.rotation else {
                return CSSText.individual(fields.box.rotation)
            }
            return y < 0 ? "x 180deg" : x < 0 ? "y 180deg" : "x 360deg"
        }
        add("scale") { CSSText.individual($0.box.scale) }
        keyword("outline-style", \.box.outlineStroke, CSSText.borderStrokes)
        add("outline-width") { CSSText.px($0.box.outlineWidth) }
        color("outline-color", \.box.outlineColor)
        add("outline-offset") { CSSText.px($0.box.outlineOffset) }
        for (name, field) in [
            ("border-top-width", \StyleFields.box.borderWidth.top as any KeyPath<StyleFields, Double> & Sendable),
            ("border-right-width", \.box.borderWidth.right), ("border-bottom-width", \.box.borderWidth.bottom),
            ("border-left-width", \.box.borderWidth.left),
        ] {
            add(name) { CSSText.px($0[keyPath: field]) }
        }
        keyword("border-top-style", \.box.borderStroke.top, CSSText.borderStrokes)
        keyword("border-right-style", \.box.borderStroke.right, CSSText.borderStrokes)
        keyword("border-bottom-style", \.box.borderStroke.bottom, CSSText.borderStrokes)
        keyword("border-left-style", \.box.borderStroke.left, CSSText.borderStrokes)
        color("border-top-color", \.box.borderColor.top)
        color("border-right-color", \.box.borderColor.right)
        color("border-bottom-color", \.box.borderColor.bottom)
        color("border-left-color", \.box.borderColor.left)
        radius("border-top-left-radius", \.box.borderRadius.topLeft, \.box.verticalRadius.topLeft)
        radius("border-top-right-radius", \.box.borderRadius.topRight, \.box.verticalRadius.topRight)
        radius("border-bottom-right-radius", \.box.borderRadius.bottomRight, \.box.verticalRadius.bottomRight)
        radius("border-bottom-left-radius", \.box.borderRadius.bottomLeft, \.box.verticalRadius.bottomLeft)
        addBorderImage()
    }

    mutating func addLayout() {
        keyword("display", \.box.display, CSSText.displays)
        keyword(
            "position", \.box.position,
            [
                .static: "static", .relative: "relative", .absolute: "absolute", .fixed: "fixed", .sticky: "sticky",
            ])
        keyword("footnote-display", \.box.footnoteDisplay, [.block: "block", .inline: "inline", .compact: "compact"])
        keyword("footnote-policy", \.box.footnotePolicy, [.auto: "auto", .line: "line", .block: "block"])
        keyword("float", \.box.float, [.none: "none", .left: "left", .right: "right", .footnote: "footnote"])
        keyword("clear", \.box.clear, [.none: "none", .left: "left", .right: "right", .both: "both"])
        size("top", \.box.offset.top)
        size("right", \.box.offset.right)
        size("bottom", \.box.offset.bottom)
        size("left", \.box.offset.left)
        add("z-index") { $0.box.zIndex.map { "\($0)" } ?? "auto" }
        let overflows: [BoxStyle.Overflow: String] = [
            .visible: "visible", .hidden: "hidden", .clip: "clip", .scroll: "scroll", .auto: "auto",
        ]
        keyword("overflow-x", \.box.overflowX, overflows)
        keyword("overflow-y", \.box.overflowY, overflows)
        @Sendable func lineClamp(_ box: BoxStyle, isLegacy: Bool) -> String {
            box.lineClamp == 0 || box.hasLegacyLineClamp != isLegacy ? "none" : "\(box.lineClamp)"
        }
        add("line-clamp") { lineClamp($0.box, isLegacy: false) }
        add("-webkit-line-clamp") { lineClamp($0.box, isLegacy: true) }
        keyword("-webkit-box-orient", \.box.isVerticalBox, [false: "horizontal", true: "vertical"])
        add("text-overflow") { fields in
            let overflow = fields.box.textOverflow
            func text(_ side: String?) -> String {
                guard let side else { return "clip" }
                return side == BoxStyle.TextOverflow.ellipsis ? "ellipsis" : CSSText.string(side)
            }
            if overflow.left == overflow.right { return text(overflow.left) }
            return "\(text(overflow.left)) \(text(overflow.right))"
        }
        add("initial-letter") { fields in
            fields.box.initialLetter.map { "\(CSSText.number($0.size)) \($0.sink)" } ?? "normal"
        }
        keyword(
            "object-fit", \.box.objectFit,
            [.fill: "fill", .contain: "contain", .cover: "cover", .none: "none", .scaleDown: "scale-down"])
        add("object-position") { CSSText.position($0.box.objectPosition) }
        add("aspect-ratio") { fields in
            guard let ratio = fields.box.aspectRatio else { return "auto" }
            return (fields.box.prefersNaturalRatio ? "auto " : "") + CSSText.number(ratio)
        }
        let breaks: [BlockStyle.BreakRule: String] = [
            .auto: "auto", .avoid: "avoid", .avoidPage: "avoid-page", .avoidColumn: "avoid-column", .page: "page",
            .left: "left", .right: "right", .column: "column", .recto: "recto", .verso: "verso",
        ]
        keyword("break-before", \.box.breakBefore, breaks)
        keyword("break-after", \.box.breakAfter, breaks)
        keyword("break-inside", \.box.breakInside, breaks)
        keyword("box-decoration-break", \.box.clonesDecoration, [false: "slice", true: "clone"])
        add("orphans") { "\($0.inherited.orphans)" }
        add("widows") { "\($0.inherited.widows)" }
        add("column-count") { $0.box.columnCount == 0 ? "auto" : "\($0.box.columnCount)" }
        add("column-width") { $0.box.columnWidth.map { CSSText.length($0) } ?? "auto" }
        add("column-gap") { $0.box.columnGap.map { CSSText.length($0) } ?? "normal" }
        keyword("column-rule-style", \.box.columnRuleStroke, CSSText.borderStrokes)
        add("column-rule-width") { CSSText.px($0.box.columnRuleWidth) }
        color("column-rule-color", \.box.columnRuleColor)
        keyword("column-fill", \.box.columnFill, [.balance: "balance", .auto: "auto"])
        keyword("column-span", \.box.spansColumns, [false: "none", true: "all"])
        add("page") { $0.box.pageName.map { CSSText.identifier($0) } ?? "auto" }
        add("string-set") { fields in
            fields.box.namedStrings.isEmpty
                ? "none"
                : fields.box.namedStrings.map {
                    CSSText.identifier($0.name) + " " + CSSText.content(.items($0.items))
                }.joined(separator: ", ")
        }
        add("bookmark-level") { fields in
            switch fields.box.bookmarkLevel {
            case .automatic: "auto"
            case .none: "none"
            case .level(let level): "\(level)"
            }
        }
        add("bookmark-label") { fields in
            CSSText.content(.items(fields.box.bookmarkLabel))
        }
        keyword("bookmark-state", \.box.bookmarkIsClosed, [false: "open", true: "closed"])
        add("content") { fields in
            CSSText.content(fields.box.content)
                + (fields.box.contentAlternative.map { " / " + CSSText.content(.items($0)) } ?? "")
        }
        add("counter-reset") { CSSText.counters($0.box.counterReset) }
        add("counter-set") { CSSText.counters($0.box.counterSet) }
        add("counter-increment") { CSSText.counters($0.box.counterIncrement) }
        add("quotes") { fields in
            switch fields.inherited.quotes {
            case .auto: "auto"
            case .none: "none"
            case .pairs(let pairs):
                pairs.map { CSSText.string($0.open) + " " + CSSText.string($0.close) }.joined(separator: " ")
            }
        }
    }

    mutating func addListsAndTables() {
        add("list-style-type") { CSSText.listStyleType($0.inherited.listStyleType) }
        keyword("list-style-position", \.inherited.listMarkerIsInside, [false: "outside", true: "inside"])
        add("list-style-image") { $0.inherited.listStyleImage.map { CSSText.url($0) } ?? "none" }
        keyword("border-collapse", \.inherited.collapsesBorders, [false: "separate", true: "collapse"])
        add("border-spacing") {
            CSSText.px($0.inherited.horizontalSpacing) + " " + CSSText.px($0.inherited.verticalSpacing)
        }
        keyword("empty-cells", \.inherited.hidesEmptyCells, [false: "show", true: "hide"])
        keyword("table-layout", \.box.isFixedTable, [false: "auto", true: "fixed"])
        keyword("caption-side", \.inherited.captionAtBottom, [false: "top", true: "bottom"])
    }
}

extension PropertyWriting {
    private mutating func radius(
        _ name: String, _ horizontal: any KeyPath<StyleFields, Length> & Sendable,
        _ vertical: any KeyPath<StyleFields, Length?> & Sendable
    ) {
        add(name) { fields in
            CSSText.length(fields[keyPath: horizontal])
                + (fields[keyPath: vertical].map { " " + CSSText.length($0) } ?? "")
        }
    }
}

extension CSSText {
    static let borderStrokes: [BorderEdge.Stroke: String] = [
        .none: "none", .hidden: "hidden", .dotted: "dotted", .dashed: "dashed", .solid: "solid", .double: "double",
        .groove: "groove", .ridge: "ridge", .inset: "inset", .outset: "outset",
    ]

    static let displays: [BoxStyle.Display: String] = [
        .none: "none", .contents: "contents", .inline: "inline", .block: "block", .inlineBlock: "inline-block",
        .listItem: "list-item", .flowRoot: "flow-root", .flex: "flex", .inlineFlex: "inline-flex", .grid: "grid",
        .inlineGrid: "inline-grid", .table: "table", .inlineTable: "inline-table", .tableRowGroup: "table-row-group",
        .tableHeaderGroup: "table-header-group", .tableFooterGroup: "table-footer-group", .tableRow: "table-row",
        .tableCell: "table-cell", .tableColumnGroup: "table-column-group", .tableColumn: "table-column",
        .tableCaption: "table-caption", .ruby: "ruby", .rubyBase: "ruby-base", .rubyText: "ruby-text",
        .rubyBaseContainer: "ruby-base-container", .rubyTextContainer: "ruby-text-container",
        .inlineListItem: "inline list-item",
    ]

    static func content(_ content: GeneratedContent) -> String {
        switch content {
        case .normal: return "normal"
        case .none: return "none"
        case .items(let items):
            if items.isEmpty { return string("") }
            return items.map { item in
                switch item {
                case .string(let text): string(text)
                case .url(let url): self.url(url)
                case .counter(let name, let type): "counter(\(identifier(name)), \(listStyleType(type)))"
                case .counters(let name, let separator, let type):
                    "counters(\(identifier(name)), \(string(separator)), \(listStyleType(type)))"
                case .targetCounter(let url, let name, let type):
                    "target-counter(\(self.url(url)), \(name), \(listStyleType(type)))"
                case .targetText(let url, let firstLetter):
                    "target-text(\(self.url(url))\(firstLetter ? ", first-letter" : ""))"
                case .leader(let pattern): "leader(\(string(pattern)))"
                case .openQuote: "open-quote"
                case .closeQuote: "close-quote"
                case .noOpenQuote: "no-open-quote"
                case .noCloseQuote: "no-close-quote"
                case .namedString(let name, let occurrence): namedString(name, occurrence)
                case .elementText: "content()"
                }
            }.joined(separator: " ")
        }
    }

    /// A named string: the first one where it says none.
    package static func namedString(_ name: String, _ occurrence: NamedString.Occurrence) -> String {
        "string(" + identifier(name) + (occurrence == .first ? "" : ", " + occurrence.rawValue) + ")"
    }

    static func counters(_ changes: [CounterChange]) -> String {
        if changes.isEmpty { return "none" }
        return changes.map { change in
            change.isReversed
                ? "reversed(\(identifier(change.name)))" : "\(identifier(change.name)) \(change.value)"
        }.joined(separator: " ")
    }

    static func listStyleType(_ type: ListStyleType) -> String {
        switch type {
        case .none: "none"
        case .counter(let style): style.rawValue
        case .string(let text): string(text)
        case .named(let name): identifier(name)
        case .symbols(let style): symbols(style)
        }
    }

    /// `symbols()` (CSS Counter Styles 3 §5).
    private static func symbols(_ style: CustomCounterStyle) -> String {
        let system =
            switch style.definition.system {
            case .cyclic: "cyclic"
            case .numeric: "numeric"
            case .alphabetic: "alphabetic"
            case .fixed: "fixed"
            case .symbolic, .additive, .predefined: "symbolic"
            }
        return "symbols(\(system) " + style.definition.symbols.map { string($0) }.joined(separator: " ") + ")"
    }
}
