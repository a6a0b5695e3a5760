/// What becomes of a property after the cascade: where the model keeps it, and what layout does with it. The table in
/// Documentation/Properties.md is made of it; tests hold both to the code.
package struct PropertySupport: Sendable {
    package enum Layout: Sendable, Equatable {
        case yes, no
        /// Only as far as the note says.
        case partly(String)
    }

    /// A declaration that changes the model of some text, with what it needs around it: `property: value; ...`.
    package var sample: String
    /// Where the model keeps it; nil where only the cascade knows it.
    package var model: String?
    package var layout: Layout

    private init(_ sample: String, _ model: String?, _ layout: Layout) {
        self.sample = sample
        self.model = model
        self.layout = layout
    }

    /// What is known of a longhand; a logical one is as the physical one of left-to-right text.
    package static func of(_ name: String) -> PropertySupport? {
        if let known = table[name] { return known }
        let corners = [
            "start-start": "top-left", "start-end": "top-right", "end-start": "bottom-left", "end-end": "bottom-right",
        ]
        for (logical, physical) in corners where name == "border-\(logical)-radius" {
            return table["border-\(physical)-radius"]?.renamed("border-\(physical)-radius", name)
        }
        for (logical, physical) in [("inset-inline-start", "left"), ("inset-inline-end", "right")] where name == logical
        {
            return table[physical]?.renamed(physical + ":", logical + ":")
        }
        for (logical, physical) in [("inline-start", "left"), ("inline-end", "right")] where name.contains(logical) {
            let other = name.replacing(logical, with: physical)
            return table[other]?.renamed(other, name)
        }
        return nil
    }

    /// The names that have an entry of their own.
    package static var names: [String] { table.keys.sorted() }

    private func renamed(_ old: String, _ new: String) -> PropertySupport {
        PropertySupport(sample.replacing(old, with: new), model, layout)
    }

    private static func entries(_ model: String?, _ layout: Layout, _ samples: [String]) -> [(String, PropertySupport)]
    {
        samples.map { sample in
            (String(sample.prefix { $0 != ":" }), PropertySupport(sample, model, layout))
        }
    }

    private static let table: [String: PropertySupport] = {
        let sides = ["top", "right", "bottom", "left"]
        var list: [(String, PropertySupport)] = []
        let shaping = "`TextStyle.shaping`"
        let breaking = "`TextStyle.breaking`"
        let paint = "`TextStyle.paint`"
        let paragraph = "`ParagraphStyle`"
        let block = "`BlockStyle`"
        let boxes = "`BlockStyle`, `InlineBoxStyle`"
        // Fonts.
        list += entries(
            shaping, .yes,
            [
                "font-family: cursive", "font-size: 33px", "font-weight: 321", "font-style: italic",
                "font-stretch: 75%", "font-size-adjust: 0.7", "font-kerning: none", "font-variant-ligatures: none",
                "font-variant-numeric: tabular-nums", "font-variant-east-asian: jis78",
                "font-feature-settings: \"ss01\"", "font-variation-settings: \"wght\" 300",
                "font-synthesis-weight: none", "font-synthesis-style: none", "letter-spacing: 3px",
                "word-spacing: 3px", "text-transform: uppercase", "-webkit-locale: \"tr\"",
            ])
        list += entries(
            shaping, .yes,
            [
                "font-variant-caps: small-caps", "font-variant-position: super", "font-synthesis-small-caps: none",
            ])
        // Lines.
        list += entries(
            breaking, .yes,
            [
                "white-space-collapse: preserve", "text-wrap-mode: nowrap", "word-break: break-all",
                "overflow-wrap: anywhere", "line-break: strict", "tab-size: 3",
            ])
        list += entries(
            breaking, .partly("`auto` where a dictionary for the language is given"),
            ["hyphens: none", "hyphenate-limit-chars: 6 3 3; hyphens: auto"])
        list += entries(breaking, .yes, ["hyphenate-character: '='"])
        list += entries(
            paragraph, .yes,
            ["text-align: right", "text-align-last: center", "text-indent: 3px", "direction: rtl"])
        list += entries(paragraph, .yes, ["text-wrap-style: balance"])
        list += entries(
            paragraph, .yes,
            ["hanging-punctuation: first", "text-justify: none", "text-overflow: ellipsis; overflow: hidden"])
        list += entries("`TextStyle.lineHeight`", .yes, ["line-height: 3"])
        list += entries(
            "`BlockStyle`, `InlineBoxStyle`, `Attachment`, `Flow`", .yes, ["vertical-align: 3px; display: inline"])
        list += entries("`InlineBoxStyle`, `ParagraphStyle`", .yes, ["unicode-bidi: plaintext"])
        // Paint.
        list += entries(paint, .yes, ["color: #123456", "text-shadow: 1px 2px 3px red"])
        list += entries("`TextStyle.paint`, `BlockStyle`", .yes, ["opacity: 0.3", "visibility: hidden"])
        list += entries(
            "`BlockStyle`, `Attachment`", .partly("in the plane, without perspective"),
            [
                "transform: rotate(3deg)", "transform-origin: top; transform: rotate(3deg)", "translate: 3px",
                "rotate: 3deg", "scale: 2",
            ])
        list += entries(nil, .partly("colours of inline drawings"), ["fill: red"])
        list += entries("`BlockStyle`", .yes, ["clip: rect(1px, 2px, 3px, auto)"])
        list += entries(
            "`BlockStyle`, `Attachment`", .partly("basic shapes of blocks and pictures"), ["clip-path: circle(3px)"])
        list += entries(
            paint, .yes,
            [
                "text-decoration-line: overline", "text-decoration-style: wavy; text-decoration-line: underline",
                "text-decoration-color: lime; text-decoration-line: underline",
                "text-decoration-thickness: 7px; text-decoration-line: underline",
                "text-underline-offset: 7px; text-decoration-line: underline",
            ])
        list += entries(
            paint, .yes,
            [
                "text-decoration-skip-ink: none", "text-emphasis-style: dot",
                "text-emphasis-color: lime; text-emphasis-style: dot",
            ])
        list += entries(
            paint, .partly("over and under; there is no vertical text"),
            ["text-emphasis-position: under left; text-emphasis-style: dot"])
        list += entries("`BlockStyle`, `InlineBoxStyle`, `TextStyle.paint`", .yes, ["background-color: #123456"])
        list += entries(
            "`BlockStyle`, `InlineBoxStyle`, `TableColumn`", .yes,
            [
                "background-image: url(x.png)", "background-repeat: space; background-image: url(x.png)",
                "background-position-x: 3px; background-image: url(x.png)",
                "background-position-y: 3px; background-image: url(x.png)",
                "background-size: cover; background-image: url(x.png)",
                "background-origin: border-box; background-image: url(x.png)",
            ])
        list += entries(
            block, .partly("`fixed` refers to the page"),
            ["background-attachment: fixed; background-image: url(x.png)"])
        list += entries(
            block, .partly("`text` gives transparent text one colour"),
            ["background-clip: text; background-image: url(x.png)"])
        // Boxes.
        for side in sides {
            list += entries(boxes, .yes, ["margin-\(side): 3px", "padding-\(side): 3px"])
            list += entries(
                boxes, .yes,
                [
                    "border-\(side)-width: 7px; border-style: solid", "border-\(side)-style: dotted",
                    "border-\(side)-color: lime; border-style: solid",
                ])
            list += entries(boxes, .yes, ["\(side): 3px; position: relative"])
        }
        for corner in ["top-left", "top-right", "bottom-right", "bottom-left"] {
            list += entries(boxes, .yes, ["border-\(corner)-radius: 3px 4px"])
        }
        list += entries(
            "`BlockStyle`, `InlineBoxStyle`, `Attachment`", .yes,
            [
                "border-image-source: url(x.png)", "border-image-slice: 3 fill; border-image-source: url(x.png)",
                "border-image-width: 7px; border-image-source: url(x.png)",
                "border-image-outset: 3px; border-image-source: url(x.png)",
                "border-image-repeat: round; border-image-source: url(x.png)",
            ])
        list += entries(
            "`BlockStyle`, `Attachment`", .yes,
            [
                "width: 33px", "height: 33px", "min-width: 33px", "min-height: 33px", "max-width: 33px",
                "max-height: 33px",
            ])
        list += entries(block, .yes, ["box-sizing: border-box", "float: right", "clear: both"])
        list += entries(block, .yes, ["footnote-policy: line; float: footnote"])
        list += entries(
            block, .partly("notes of one line beside each other; longer ones are blocks"),
            ["footnote-display: compact; float: footnote"])
        list += entries("the tree of blocks, spans, flows", .partly("flex and grid as blocks"), ["display: inline"])
        list += entries(
            "`BlockStyle`, `InlineBoxStyle`, `Flow`", .partly("`sticky` does not move"),
            ["position: relative; top: 1px"])
        list += entries(block, .yes, ["z-index: 3; position: relative"])
        list += entries(
            block, .partly("clips both ways; nothing scrolls"), ["overflow-x: hidden", "overflow-y: hidden"])
        list += entries(block, .no, ["writing-mode: vertical-rl"])
        list += entries(
            block, .yes,
            [
                "line-clamp: 2", "-webkit-line-clamp: 2; display: -webkit-box; -webkit-box-orient: vertical",
                "-webkit-box-orient: vertical; display: -webkit-box; -webkit-line-clamp: 2",
            ])
        list += entries(block, .yes, ["break-before: page", "break-after: page", "break-inside: avoid"])
        list += entries(block, .partly("of blocks, not of inline boxes"), ["box-decoration-break: clone"])
        list += entries(block, .yes, ["orphans: 7", "widows: 7"])
        list += entries(
            block, .yes,
            [
                "column-count: 3", "column-width: 33px", "column-gap: 3px", "column-fill: auto", "column-span: all",
                "column-rule-style: solid", "column-rule-width: 7px; column-rule-style: solid",
                "column-rule-color: lime; column-rule-style: solid",
            ])
        list += entries(block, .yes, ["page: cover", "string-set: title content()"])
        list += entries(
            block, .yes, ["bookmark-level: 3", "bookmark-label: \"x\"", "bookmark-state: closed"])
        list += entries(nil, .no, ["ruby-position: under"])
        list += entries(
            "`ParagraphStyle.firstLetter`", .partly("of `::first-letter`, without padding"),
            ["initial-letter: 3"])
        list += entries("`BlockStyle`, `InlineBoxStyle`, `Attachment`", .yes, ["box-shadow: 1px 2px 3px 4px red inset"])
        list += entries(
            "`BlockStyle`, `InlineBoxStyle`, `Attachment`", .yes,
            [
                "outline-style: solid", "outline-width: 7px; outline-style: solid",
                "outline-color: lime; outline-style: solid", "outline-offset: 7px; outline-style: solid",
            ])
        list += entries("`Attachment`", .yes, ["object-fit: contain", "object-position: 1px 2px"])
        list += entries(
            "`BlockStyle`, `Attachment`", .partly("of blocks and pictures, not of tables"),
            ["aspect-ratio: 3 / 2"])
        // Tables.
        list += entries(
            block, .yes,
            [
                "border-collapse: collapse", "border-spacing: 3px", "empty-cells: hide", "table-layout: fixed",
                "caption-side: bottom",
            ])
        // Lists and generated content.
        list += entries(
            "`ListItem`", .yes,
            ["list-style-type: lower-roman", "list-style-position: inside", "list-style-image: url(x.png)"])
        list += entries(
            "`GeneratedText`, `ListItem`", .partly("in margin boxes text or one picture"), ["content: \"x\""])
        list += entries(
            "`GeneratedText`", .yes,
            ["quotes: \"<\" \">\"", "counter-reset: c 7", "counter-set: c 7", "counter-increment: c 7"])
        return Dictionary(list) { _, last in last }
    }()

    // MARK: - The table of the documentation

    /// Documentation/Properties.md.
    package static var markdown: String {
        var text = """
            # Properties

            What Galley reads of CSS, keeps in `AttributedText`, and lays out. Made from the code by
            `Scripts/update-properties.sh`; a test fails when it is stale. Every longhand takes `initial`, `inherit`, `unset`,
            `revert`, `revert-layer` and `var()`.

            | property | parsed | in the model | laid out |
            |---|---|---|---|

            """
        // The HTML writer's own properties are no part of CSS.
        let definitions = PropertyTable.shared.definitions.filter { !$0.name.hasPrefix("-galley-") }
        for definition in definitions.sorted(by: { $0.name < $1.name }) {
            let support = PropertySupport.of(definition.name)
            let layout =
                switch support?.layout {
                case .yes: "yes"
                case .partly(let note): "partly: \(note)"
                case .no, nil: "no"
                }
            text += "| `\(definition.name)` | yes | \(support?.model ?? "no") | \(layout) |\n"
        }
        text += "\n## Shorthands\n\n| shorthand | sets |\n|---|---|\n"
        for (name, shorthand) in Shorthand.named.sorted(by: { $0.key < $1.key }) where !name.hasPrefix("-") {
            let longhands =
                name == "all"
                ? "everything but `direction` and `unicode-bidi`"
                : shorthand.longhands.map { "`\(PropertyTable.shared[$0].name)`" }.joined(separator: ", ")
            text += "| `\(name)` | \(longhands) |\n"
        }
        text += "\n## Other names\n\n| name | means |\n|---|---|\n"
        for (name, id) in PropertyTable.shared.aliases {
            text += "| `\(name)` | `\(PropertyTable.shared[id].name)` |\n"
        }
        text += "\n## Accepted without effect\n\n"
        text += "No diagnostic is given for these, nor for names that begin with a vendor's prefix.\n\n"
        text += PropertyParser.ignored.sorted().map { "`\($0)`" }.joined(separator: ", ") + "\n"
        return text
    }
}
