import GalleyText
import GalleyUnicode

extension PropertyWriting {
    mutating func addFonts() {
        add("font-family") { $0.inherited.shaping.fontFamilies.map(CSSText.family).joined(separator: ", ") }
        add("font-size") { CSSText.px($0.inherited.shaping.fontSize) }
        add("font-weight") { fields in
            switch fields.inherited.shaping.fontWeight {
            case 400: "normal"
            case 700: "bold"
            case let weight: CSSText.number(weight)
            }
        }
        add("font-style") { fields in
            switch fields.inherited.shaping.fontSlant {
            case .normal: "normal"
            case .italic: "italic"
            case .oblique(let degrees): "oblique \(CSSText.number(degrees))deg"
            }
        }
        add("font-stretch") { CSSText.number($0.inherited.shaping.fontStretch) + "%" }
        keyword(
            "font-variant-caps", \.inherited.shaping.capitals,
            [
                .normal: "normal", .smallCaps: "small-caps", .allSmallCaps: "all-small-caps",
                .petiteCaps: "petite-caps", .allPetiteCaps: "all-petite-caps", .unicase: "unicase",
                .titlingCaps: "titling-caps",
            ])
        keyword(
            "font-variant-position", \.inherited.shaping.position,
            [.normal: "normal", .subscript: "sub", .superscript: "super"])
        keyword("font-kerning", \.inherited.shaping.kerning, [true: "auto", false: "none"])
        add("font-variant-ligatures") { fields in
            let features = fields.inherited.ligatureFeatures
            if features == FeatureWords.noLigatures { return "none" }
            return CSSText.features(features, FeatureWords.ligatures)
        }
        add("font-variant-numeric") { CSSText.features($0.inherited.numericFeatures, FeatureWords.numeric) }
        add("font-variant-east-asian") { CSSText.features($0.inherited.eastAsianFeatures, FeatureWords.eastAsian) }
        add("font-feature-settings") { fields in
            let features = fields.inherited.featureSettings
            if features.isEmpty { return "normal" }
            return features.map { feature in
                CSSText.string(feature.tag.description) + (feature.value == 1 ? "" : " \(feature.value)")
            }.joined(separator: ", ")
        }
        add("font-size-adjust") { $0.inherited.shaping.fontSizeAdjust.map { CSSText.number($0) } ?? "none" }
        for (name, member) in [
            ("font-synthesis-weight", FontSynthesis.weight), ("font-synthesis-style", .style),
            ("font-synthesis-small-caps", .smallCaps),
        ] {
            add(name) { $0.inherited.shaping.synthesis.contains(member) ? "auto" : "none" }
        }
        add("font-variation-settings") { fields in
            let variations = fields.inherited.shaping.variations
            if variations.isEmpty { return "normal" }
            return variations.map { "\(CSSText.string($0.axis.description)) \(CSSText.number($0.value))" }
                .joined(separator: ", ")
        }
    }

    mutating func addText() {
        add("color") { CSSText.color($0.inherited.color) }
        keyword("direction", \.inherited.isRightToLeft, [false: "ltr", true: "rtl"])
        keyword(
            "unicode-bidi", \.box.isolation,
            [
                .normal: "normal", .embed: "embed", .isolate: "isolate", .override: "bidi-override",
                .isolateOverride: "isolate-override", .plaintext: "plaintext",
            ])
        keyword(
            "writing-mode", \.inherited.writingMode,
            [
                .horizontal: "horizontal-tb", .verticalRightToLeft: "vertical-rl", .verticalLeftToRight: "vertical-lr",
                .sidewaysRightToLeft: "sideways-rl", .sidewaysLeftToRight: "sideways-lr",
            ])
        keyword("visibility", \.inherited.visibility, [.visible: "visible", .hidden: "hidden", .collapse: "collapse"])
        add("vertical-align") { CSSText.verticalAlignment($0.box.verticalAlignment) }
        add("line-height") { fields in
            switch fields.inherited.lineHeight {
            case .normal: "normal"
            case .multiple(let factor): CSSText.number(factor)
            // A unit even for 0, which would be a multiple.
            case .length(let length): length.isZero ? "0px" : CSSText.length(length)
            }
        }
        add("-webkit-locale") { fields in
            let language = fields.inherited.shaping.language
            return language.isEmpty ? "auto" : CSSText.string(language)
        }
        keyword("ruby-position", \.inherited.rubyIsUnder, [false: "over", true: "under"])
        addParagraphs()
        addBreaking()
        length("letter-spacing", \.inherited.shaping.letterSpacing)
        length("word-spacing", \.inherited.shaping.wordSpacing)
        add("text-transform") { fields in
            let transform = fields.inherited.shaping.textTransform
            var words: [String] = []
            switch transform.letterCase {
            case .none: break
            case .uppercase: words.append("uppercase")
            case .lowercase: words.append("lowercase")
            case .capitalize: words.append("capitalize")
            }
            if transform.fullWidth { words.append("full-width") }
            if transform.fullSizeKana { words.append("full-size-kana") }
            return words.isEmpty ? "none" : words.joined(separator: " ")
        }
    }

    private mutating func addParagraphs() {
        let alignments: [TextAlignment: String] = [
            .start: "start", .end: "end", .left: "left", .right: "right", .center: "center", .justify: "justify",
        ]
        add("text-align") { fields in
            switch fields.inherited.blockAlignment {
            case .left: "-webkit-left"
            case .center: "-webkit-center"
            case .right: "-webkit-right"
            case nil: alignments[fields.inherited.paragraph.alignment] ?? "start"
            }
        }
        add("text-align-last") { fields in
            fields.inherited.paragraph.lastLineAlignment.flatMap { alignments[$0] } ?? "auto"
        }
        add("text-indent") { fields in
            let paragraph = fields.inherited.paragraph
            return CSSText.length(paragraph.indent) + (paragraph.hangingIndent ? " hanging" : "")
                + (paragraph.indentsEachLine ? " each-line" : "")
        }
        keyword(
            "text-justify", \.inherited.paragraph.justification,
            [.auto: "auto", .none: "none", .interWord: "inter-word", .interCharacter: "inter-character"])
        keyword(
            "text-wrap-style", \.inherited.paragraph.wrapStyle,
            [.auto: "auto", .balance: "balance", .pretty: "pretty", .stable: "stable"])
        add("hanging-punctuation") { fields in
            let members: [(HangingPunctuation, String)] = [
                (.first, "first"), (.last, "last"), (.forceEnd, "force-end"), (.allowEnd, "allow-end"),
            ]
            let words = members.filter { fields.inherited.paragraph.hangingPunctuation.contains($0.0) }.map(\.1)
            return words.isEmpty ? "none" : words.joined(separator: " ")
        }
    }

    private mutating func addBreaking() {
        keyword("white-space-collapse", \.inherited.breaking.whiteSpace, CSSText.whiteSpace)
        keyword("text-wrap-mode", \.inherited.breaking.wraps, [true: "wrap", false: "nowrap"])
        add("word-break") { fields in
            if fields.inherited.breaksLongWords { return "break-word" }
            switch fields.inherited.breaking.wordBreak {
            case .normal: return "normal"
            case .breakAll: return "break-all"
            case .keepAll: return "keep-all"
            case .manual: return "manual"
            }
        }
        keyword(
            "overflow-wrap", \.inherited.breaking.overflowWrap,
            [.normal: "normal", .breakWord: "break-word", .anywhere: "anywhere"])
        keyword(
            "line-break", \.inherited.breaking.lineBreak,
            [.auto: "auto", .loose: "loose", .normal: "normal", .strict: "strict", .anywhere: "anywhere"])
        keyword(
            "hyphens", \.inherited.breaking.hyphens, [.none: "none", .manual: "manual", .auto: "auto"])
        add("hyphenate-character") { fields in
            fields.inherited.breaking.hyphenateCharacter.map { CSSText.string($0) } ?? "auto"
        }
        add("hyphenate-limit-chars") { fields in
            let limits = fields.inherited.breaking.hyphenateLimits
            func text(_ count: UInt8?) -> String { count.map { "\($0)" } ?? "auto" }
            if limits.before == nil, limits.after == nil { return text(limits.word) }
            return "\(text(limits.word)) \(text(limits.before)) \(text(limits.after))"
        }
        add("tab-size") { fields in
            switch fields.inherited.breaking.tabSize {
            case .spaces(let count): CSSText.number(count)
            case .length(let length): length.isZero ? "0px" : CSSText.length(length)
            }
        }
    }

    mutating func addDecorations() {
        add("text-decoration-line") { fields in
            let lines = fields.box.decorationLines
            var words: [String] = []
            if lines.contains(.underline) { words.append("underline") }
            if lines.contains(.overline) { words.append("overline") }
            if lines.contains(.lineThrough) { words.append("line-through") }
            return words.isEmpty ? "none" : words.joined(separator: " ")
        }
        keyword("text-decoration-style", \.box.decorationStroke, CSSText.decorationStrokes)
        color("text-decoration-color", \.box.decorationColor)
        add("text-decoration-thickness") {
            CSSText.thickness($0.box.decorationThickness, $0.box.decorationTakesFontThickness)
        }
        add("text-underline-offset") { $0.inherited.underlineOffset.map { CSSText.length($0) } ?? "auto" }
        keyword("text-decoration-skip-ink", \.inherited.skipInk, [.auto: "auto", .none: "none", .all: "all"])
        add("box-shadow") { fields in
            let shadows = fields.box.shadows.map { shadow in
                let lengths = [shadow.offsetX, shadow.offsetY, shadow.blurRadius, shadow.spread].map { CSSText.px($0) }
                return (lengths + [CSSText.color(shadow.color)] + (shadow.isInset ? ["inset"] : []))
                    .joined(separator: " ")
            }
            return shadows.isEmpty ? "none" : shadows.joined(separator: ", ")
        }
        add("text-shadow") { fields in
            let shadows = fields.inherited.shadows.map { shadow in
                "\(CSSText.px(shadow.offsetX)) \(CSSText.px(shadow.offsetY)) \(CSSText.px(shadow.blurRadius)) "
                    + CSSText.color(shadow.color)
            }
            return shadows.isEmpty ? "none" : shadows.joined(separator: ", ")
        }
        add("text-emphasis-style") { $0.inherited.emphasisMark.map { CSSText.string($0) } ?? "none" }
        color("text-emphasis-color", \.inherited.emphasisColor)
        add("text-emphasis-position") { fields in
            (fields.inherited.emphasisIsUnder ? "under" : "over")
                + (fields.inherited.emphasisIsLeft ? " left" : " right")
        }
    }
}

extension CSSText {
    /// A family name: generic ones are keywords, all others strings.
    static func family(_ name: String) -> String {
        ValueReader.genericFamilies.contains(name) && name != "-webkit-body" ? name : string(name)
    }

    /// The words that make a list of features, in order.
    static func features(_ features: [FontFeature], _ words: [FeatureWords.Word]) -> String {
        var rest = features[...]
        var found: [String] = []
        while !rest.isEmpty {
            guard let word = words.first(where: { rest.starts(with: $0.features) }) else { break }
            found.append(word.name)
            rest = rest.dropFirst(word.features.count)
        }
        return found.isEmpty ? "normal" : found.joined(separator: " ")
    }

    /// `text-decoration-thickness`.
    static func thickness(_ thickness: Length?, _ isFromFont: Bool) -> String {
        thickness.map { length($0) } ?? (isFromFont ? "from-font" : "auto")
    }

    static func verticalAlignment(_ alignment: VerticalAlignment) -> String {
        switch alignment {
        case .baseline: "baseline"
        case .sub: "sub"
        case .super: "super"
        case .textTop: "text-top"
        case .textBottom: "text-bottom"
        case .middle: "middle"
        case .top: "top"
        case .bottom: "bottom"
        case .raised(let length): self.length(length)
        }
    }

    static let whiteSpace: [WhiteSpaceCollapse: String] = [
        .collapse: "collapse", .preserve: "preserve", .preserveBreaks: "preserve-breaks",
        .preserveSpaces: "preserve-spaces", .breakSpaces: "break-spaces",
    ]

    static let decorationStrokes: [TextDecoration.Stroke: String] = [
        .solid: "solid", .double: "double", .dotted: "dotted", .dashed: "dashed", .wavy: "wavy",
    ]
}
