import GalleyText
import GalleyUnicode

// CSS Text 3 and 4, CSS Inline 3, CSS Writing Modes 4, colour.

extension PropertyTable {
    mutating func addTextProperties() {
        add(
            "color", inherited: true, phase: .direction, \.inherited.color,
            parse: { $0.color().map { .color($0) } },
            convert: { value, computation in
                guard case .color(let color) = value else { return nil }
                return color.resolved(computation.parent.inherited.color)
            })
        keyword(
            "direction", inherited: true, phase: .direction, \.inherited.isRightToLeft, ["ltr": false, "rtl": true])
        keyword(
            "unicode-bidi", inherited: false, \.box.isolation,
            [
                "normal": .normal, "embed": .embed, "isolate": .isolate, "bidi-override": .override,
                "isolate-override": .isolateOverride, "plaintext": .plaintext, "-webkit-isolate": .isolate,
                "-webkit-isolate-override": .isolateOverride, "-webkit-plaintext": .plaintext,
            ])
        keyword(
            "writing-mode", inherited: true, \.inherited.writingMode,
            [
                "horizontal-tb": .horizontal, "vertical-rl": .verticalRightToLeft, "vertical-lr": .verticalLeftToRight,
                "sideways-rl": .sidewaysRightToLeft, "sideways-lr": .sidewaysLeftToRight, "lr": .horizontal,
                "lr-tb": .horizontal, "rl": .horizontal, "rl-tb": .horizontal, "tb": .verticalRightToLeft,
                "tb-rl": .verticalRightToLeft,
            ])
        addAlignment()
        addBreaking()
        addSpacing()
        keyword(
            "visibility", inherited: true, \.inherited.visibility,
            ["visible": .visible, "hidden": .hidden, "collapse": .collapse])
        add(
            "vertical-align", inherited: false, \.box.verticalAlignment,
            parse: { reader in
                if let word = reader.peekKeyword(), PropertyTable.verticalAlignments[word] != nil {
                    reader.advance()
                    return .keyword(word)
                }
                return reader.length(.percent)
            },
            convert: { value, computation in
                if let length = computation.length(value) { return .raised(length) }
                return value.keyword.flatMap { PropertyTable.verticalAlignments[$0] }
            })
        add(
            "line-height", inherited: true, \.inherited.lineHeight,
            parse: { reader in
                if reader.accept("normal") { return .keyword("normal") }
                if let value = reader.number(from: 0) { return .number(value) }
                return reader.length([.percent, .nonNegative])
            },
            convert: { value, computation in
                if case .number(let factor) = value { return .multiple(min(factor, 1_000_000)) }
                guard let length = computation.length(value) else { return .normal }
                // A percentage is of this element's font size and inherits as the length it makes (CSS 2 §10.8.1).
                return .length(computation.percentOfFontSize(length))
            })
        // The language of the text: what `lang` sets (Chromium has the same property).
        add(
            "-webkit-locale", inherited: true, \.inherited.shaping.language,
            parse: { reader in reader.accept("auto") ? .string("") : reader.string().map { .string($0) } },
            convert: { value, _ in
                if case .string(let tag) = value { tag } else { nil }
            })
        keyword(
            "ruby-position", inherited: true, \.inherited.rubyIsUnder,
            ["over": false, "under": true, "alternate": false, "inter-character": false])
    }

    private mutating func addAlignment() {
        add(
            "text-align", inherited: true,
            parse: { reader in
                reader.keyword(of: [
                    "start", "end", "left", "right", "center", "justify", "match-parent", "-webkit-left",
                    "-webkit-right", "-webkit-center", "-internal-center", "-webkit-match-parent", "justify-all",
                ]).map { .keyword($0) }
            },
            copy: { source, target in
                target.inherited.paragraph.alignment = source.inherited.paragraph.alignment
                target.inherited.blockAlignment = source.inherited.blockAlignment
            },
            apply: { value, computation in computation.setAlignment(value.keyword ?? "start") })
        keyword(
            "text-align-last", inherited: true, \.inherited.paragraph.lastLineAlignment,
            [
                "auto": nil, "start": .start, "end": .end, "left": .left, "right": .right, "center": .center,
                "justify": .justify, "match-parent": nil,
            ])
        add(
            "text-indent", inherited: true,
            parse: { reader in
                var length: CSSValue?
                var words: [CSSValue] = []
                while !reader.atEnd {
                    if let word = reader.keyword(of: ["hanging", "each-line"]) {
                        guard !words.contains(.keyword(word)) else { return nil }
                        words.append(.keyword(word))
                    } else if length == nil, let value = reader.length(.percent) {
                        length = value
                    } else {
                        return nil
                    }
                }
                return length.map { .list([$0] + words) }
            },
            copy: { source, target in
                target.inherited.paragraph.indent = source.inherited.paragraph.indent
                target.inherited.paragraph.hangingIndent = source.inherited.paragraph.hangingIndent
                target.inherited.paragraph.indentsEachLine = source.inherited.paragraph.indentsEachLine
            },
            apply: { value, computation in
                guard let first = value.members.first, let length = computation.length(first) else { return }
                computation.fields.inherited.paragraph.indent = length
                computation.fields.inherited.paragraph.hangingIndent = value.members.contains(.keyword("hanging"))
                computation.fields.inherited.paragraph.indentsEachLine = value.members.contains(.keyword("each-line"))
            })
        keyword(
            "text-justify", inherited: true, \.inherited.paragraph.justification,
            [
                "auto": .auto, "none": .none, "inter-word": .interWord, "inter-character": .interCharacter,
                "distribute": .interCharacter,
            ])
        keyword(
            "text-wrap-style", inherited: true, \.inherited.paragraph.wrapStyle,
            ["auto": .auto, "balance": .balance, "pretty": .pretty, "stable": .stable])
        add(
            "hanging-punctuation", inherited: true, \.inherited.paragraph.hangingPunctuation,
            parse: { reader in
                if reader.accept("none") { return .list([]) }
                var words: [CSSValue] = []
                while let word = reader.keyword(of: ["first", "last", "force-end", "allow-end"]) {
                    guard !words.contains(.keyword(word)) else { return nil }
                    words.append(.keyword(word))
                }
                let endings = words.filter { $0 == .keyword("force-end") || $0 == .keyword("allow-end") }
                return words.isEmpty || endings.count > 1 ? nil : .list(words)
            },
            convert: { value, _ in
                value.members.reduce(into: HangingPunctuation()) { result, member in
                    switch member.keyword {
                    case "first": result.formUnion(.first)
                    case "last": result.formUnion(.last)
                    case "force-end": result.formUnion(.forceEnd)
                    default: result.formUnion(.allowEnd)
                    }
                }
            })
    }

    private mutating func addBreaking() {
        keyword(
            "white-space-collapse", inherited: true, \.inherited.breaking.whiteSpace,
            [
                "collapse": .collapse, "preserve": .preserve, "preserve-breaks": .preserveBreaks,
                "preserve-spaces": .preserveSpaces, "break-spaces": .breakSpaces,
            ])
        keyword(
            "text-wrap-mode", inherited: true, \.inherited.breaking.wraps, ["wrap": true, "nowrap": false])
        let wordBreaks: [String: WordBreakMode] = [
            "normal": .normal, "break-all": .breakAll, "keep-all": .keepAll, "break-word": .normal,
            "auto-phrase": .normal, "manual": .manual,
        ]
        add(
            "word-break", inherited: true,
            parse: { $0.keyword(of: Set(wordBreaks.keys)).map { .keyword($0) } },
            copy: { source, target in
                target.inherited.breaking.wordBreak = source.inherited.breaking.wordBreak
                target.inherited.breaksLongWords = source.inherited.breaksLongWords
            },
            apply: { value, computation in
                guard let word = value.keyword, let mode = wordBreaks[word] else { return }
                computation.fields.inherited.breaking.wordBreak = mode
                computation.fields.inherited.breaksLongWords = word == "break-word"
            })
        keyword(
            "overflow-wrap", inherited: true, \.inherited.breaking.overflowWrap,
            ["normal": .normal, "break-word": .breakWord, "anywhere": .anywhere])
        alias("word-wrap", "overflow-wrap")
        keyword(
            "line-break", inherited: true, \.inherited.breaking.lineBreak,
            [
                "auto": .auto, "loose": .loose, "normal": .normal, "strict": .strict, "anywhere": .anywhere,
                "after-white-space": .auto,
            ])
        alias("-webkit-line-break", "line-break")
        keyword(
            "hyphens", inherited: true, \.inherited.breaking.hyphens,
            ["none": .none, "manual": .manual, "auto": .auto])
        alias("-webkit-hyphens", "hyphens")
        alias("-moz-hyphens", "hyphens")
        add(
            "hyphenate-character", inherited: true, \.inherited.breaking.hyphenateCharacter,
            parse: { reader in reader.accept("auto") ? .keyword("auto") : reader.string().map { .string($0) } },
            convert: { value, _ in
                guard case .string(let text) = value else { return .some(.none) }
                return .some(.some(text.prefix(utf8: CSSLimits.maximumInsertedText)))
            })
        alias("-webkit-hyphenate-character", "hyphenate-character")
        add(
            "hyphenate-limit-chars", inherited: true, \.inherited.breaking.hyphenateLimits,
            parse: { reader in
                var members: [CSSValue] = []
                while members.count < 3 {
                    if reader.accept("auto") {
                        members.append(.keyword("auto"))
                    } else if let count = reader.integer(from: 0) {
                        members.append(.number(Double(count)))
                    } else {
                        break
                    }
                }
                return members.isEmpty ? nil : .list(members)
            },
            convert: { value, _ in
                let counts: [UInt8?] = value.members.map { member in
                    if case .number(let count) = member { UInt8(min(count, 255)) } else { nil }
                }
                guard let word = counts.first else { return nil }
                // What is left out: after as before, both `auto` without either (CSS Text 4 §6.3).
                let before = counts.count > 1 ? counts[1] : nil
                return HyphenateLimits(word: word, before: before, after: counts.count > 2 ? counts[2] : before)
            })
        add(
            "tab-size", inherited: true, \.inherited.breaking.tabSize,
            parse: { reader in
                if let value = reader.number(from: 0) { return .number(value) }
                return reader.length(.nonNegative)
            },
            convert: { value, computation in
                if case .number(let count) = value { return .spaces(min(count, 10_000)) }
                return computation.length(value).map { .length($0) }
            })
        alias("-moz-tab-size", "tab-size")
    }

    private mutating func addSpacing() {
        for (name, field) in [
            ("letter-spacing", \StyleFields.inherited.shaping.letterSpacing as Field<Length>),
            ("word-spacing", \StyleFields.inherited.shaping.wordSpacing as Field<Length>),
        ] {
            add(
                name, inherited: true, field,
                parse: { reader in reader.accept("normal") ? .length(.zero) : reader.length(.percent) },
                convert: { value, computation in computation.length(value) })
        }
        add(
            "text-transform", inherited: true, \.inherited.shaping.textTransform,
            parse: { reader in
                if let word = reader.keyword(of: ["none", "math-auto"]) { return .list([.keyword(word)]) }
                var words: [CSSValue] = []
                var hasCase = false
                while let word = reader.keyword(
                    of: ["uppercase", "lowercase", "capitalize", "full-width", "full-size-kana"])
                {
                    let isCase = word.hasSuffix("case") || word == "capitalize"
                    guard !words.contains(.keyword(word)), !(isCase && hasCase) else { return nil }
                    hasCase = hasCase || isCase
                    words.append(.keyword(word))
                }
                return words.isEmpty ? nil : .list(words)
            },
            convert: { value, _ in
                var transform = TextTransform.none
                for member in value.members {
                    switch member.keyword {
                    case "uppercase": transform.letterCase = .uppercase
                    case "lowercase": transform.letterCase = .lowercase
                    case "capitalize": transform.letterCase = .capitalize
                    case "full-width": transform.fullWidth = true
                    case "full-size-kana": transform.fullSizeKana = true
                    default: break
                    }
                }
                return transform
            })
    }

    static let verticalAlignments: [String: VerticalAlignment] = [
        "baseline": .baseline, "sub": .sub, "super": .super, "text-top": .textTop, "text-bottom": .textBottom,
        "middle": .middle, "top": .top, "bottom": .bottom, "-webkit-baseline-middle": .middle,
    ]
}

extension StyleComputation {
    mutating func setAlignment(_ word: String) {
        let parentParagraph = parent.inherited.paragraph
        var alignment = TextAlignment.start
        fields.inherited.blockAlignment = nil
        switch word {
        case "end": alignment = .end
        case "left": alignment = .left
        case "right": alignment = .right
        case "center": alignment = .center
        case "justify", "justify-all": alignment = .justify
        case "-webkit-left": (alignment, fields.inherited.blockAlignment) = (.left, .left)
        case "-webkit-right": (alignment, fields.inherited.blockAlignment) = (.right, .right)
        case "-webkit-center": (alignment, fields.inherited.blockAlignment) = (.center, .center)
        case "-internal-center":
            // `th`: centred unless the row says otherwise (HTML §15.3.8).
            if parentParagraph.alignment == .start {
                alignment = .center
            } else {
                alignment = parentParagraph.alignment
                fields.inherited.blockAlignment = parent.inherited.blockAlignment
            }
        case "match-parent", "-webkit-match-parent":
            switch parentParagraph.alignment {
            // On the root it is `start` (CSS Text 3 §6.1).
            case _ where isRoot: break
            case .start: alignment = parent.inherited.isRightToLeft ? .right : .left
            case .end: alignment = parent.inherited.isRightToLeft ? .left : .right
            default: alignment = parentParagraph.alignment
            }
        default: break
        }
        fields.inherited.paragraph.alignment = alignment
    }
}
