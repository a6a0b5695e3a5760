import GalleyText

// CSS Fonts 4.

extension PropertyTable {
    mutating func addFontProperties() {
        add(
            "font-family", inherited: true, phase: .family, \.inherited.shaping.fontFamilies,
            parse: { $0.fontFamilies() },
            convert: { value, computation in
                let names: [String] = value.members.compactMap { member in
                    switch member {
                    case .string(let name), .keyword(let name): name
                    default: nil
                    }
                }
                return names == ["-webkit-body"] ? computation.environment.defaultFontFamilies : names
            })
        add(
            "font-size", inherited: true, phase: .fontSize,
            parse: { $0.fontSize() },
            copy: { source, target in
                target.inherited.shaping.fontSize = source.inherited.shaping.fontSize
                target.inherited.fontSizeKeyword = source.inherited.fontSizeKeyword
                target.inherited.fontSizeIsAbsolute = source.inherited.fontSizeIsAbsolute
            },
            apply: { value, computation in computation.setFontSize(value) })
        add(
            "font-weight", inherited: true, \.inherited.shaping.fontWeight,
            parse: { reader in
                if let word = reader.keyword(of: ["normal", "bold", "bolder", "lighter"]) { return .keyword(word) }
                guard let value = reader.number(), value >= 1, value <= 1000 else { return nil }
                return .number(value)
            },
            convert: { value, computation in
                if case .number(let weight) = value { return min(max(weight, 1), 1000) }
                let parent = computation.parent.inherited.shaping.fontWeight
                switch value.keyword {
                case "normal": return 400
                case "bold": return 700
                // CSS Fonts 4 §2.2.1
                case "bolder": return parent < 350 ? 400 : parent < 550 ? 700 : max(parent, 900)
                default: return parent < 100 ? parent : parent < 550 ? 100 : parent < 750 ? 400 : 700
                }
            })
        add(
            "font-style", inherited: true, \.inherited.shaping.fontSlant,
            parse: { reader in
                guard let word = reader.keyword(of: ["normal", "italic", "oblique"]) else { return nil }
                if word == "oblique", let angle = reader.angle() {
                    return abs(angle) <= 90 ? .number(angle) : nil
                }
                return .keyword(word)
            },
            convert: { value, _ in
                if case .number(let degrees) = value { return .oblique(degrees: degrees) }
                switch value.keyword {
                case "italic": return .italic
                case "oblique": return .oblique(degrees: 14)
                default: return .normal
                }
            })
        add(
            "font-stretch", inherited: true, \.inherited.shaping.fontStretch,
            parse: { reader in
                if let word = reader.peekKeyword(), PropertyTable.stretches[word] != nil {
                    reader.advance()
                    return .keyword(word)
                }
                guard let value = reader.percentage(), value >= 0 else { return nil }
                return .number(min(value, 1000))
            },
            convert: { value, _ in
                if case .number(let percent) = value { return percent }
                return value.keyword.flatMap { PropertyTable.stretches[$0] }
            })
        alias("font-width", "font-stretch")
        keyword(
            "font-variant-caps", inherited: true, \.inherited.shaping.capitals,
            [
                "normal": .normal, "small-caps": .smallCaps, "all-small-caps": .allSmallCaps,
                "petite-caps": .petiteCaps, "all-petite-caps": .allPetiteCaps, "unicase": .unicase,
                "titling-caps": .titlingCaps,
            ])
        keyword(
            "font-variant-position", inherited: true, \.inherited.shaping.position,
            ["normal": .normal, "sub": .subscript, "super": .superscript])
        keyword(
            "font-kerning", inherited: true, \.inherited.shaping.kerning,
            ["auto": true, "normal": true, "none": false])
        addFeatureProperties()
        add(
            "font-size-adjust", inherited: true, \.inherited.shaping.fontSizeAdjust,
            parse: { reader in
                if reader.accept("none") { return .keyword("none") }
                _ = reader.accept("ex-height")
                return reader.number(from: 0).map { .number($0) }
            },
            convert: { value, _ in
                if case .number(let aspect) = value { return .some(.some(min(aspect, 100))) }
                return .some(.none)
            })
        for (name, member) in [
            ("font-synthesis-weight", FontSynthesis.weight), ("font-synthesis-style", .style),
            ("font-synthesis-small-caps", .smallCaps),
        ] {
            add(
                name, inherited: true,
                parse: { reader in reader.keyword(of: ["auto", "none"]).map { .keyword($0) } },
                copy: { source, target in
                    let isOn = source.inherited.shaping.synthesis.contains(member)
                    if isOn {
                        target.inherited.shaping.synthesis.formUnion(member)
                    } else {
                        target.inherited.shaping.synthesis.subtract(member)
                    }
                },
                apply: { value, computation in
                    if value.keyword == "none" {
                        computation.fields.inherited.shaping.synthesis.subtract(member)
                    } else {
                        computation.fields.inherited.shaping.synthesis.formUnion(member)
                    }
                })
        }
        add(
            "font-variation-settings", inherited: true, \.inherited.shaping.variations,
            parse: { reader in
                reader.taggedList { $0.number().map { .number($0) } }
            },
            convert: { value, _ in FontVariation.list(value) })
    }

    /// `font-variant-ligatures`, `-numeric`, `-east-asian` and `font-feature-settings`: each a list of OpenType features
    /// (CSS Fonts 4 §6.4 to §6.10, and §7.2 for their order).
    private mutating func addFeatureProperties() {
        features(
            "font-variant-ligatures", \.inherited.ligatureFeatures, FeatureWords.ligatures,
            none: FeatureWords.noLigatures)
        features("font-variant-numeric", \.inherited.numericFeatures, FeatureWords.numeric)
        features("font-variant-east-asian", \.inherited.eastAsianFeatures, FeatureWords.eastAsian)
        add(
            "font-feature-settings", inherited: true, \.inherited.featureSettings,
            parse: { reader in
                reader.taggedList { reader in
                    if reader.accept("on") { return .number(1) }
                    if reader.accept("off") { return .number(0) }
                    if reader.atEnd || reader.token.kind == .comma { return .number(1) }
                    guard let value = reader.integer(), value >= 0 else { return nil }
                    return .number(Double(value))
                }
            },
            convert: { value, _ in FontFeature.list(value) })
    }

    private mutating func features(
        _ name: String, _ field: Field<[FontFeature]>, _ words: [FeatureWords.Word], none off: [FontFeature] = []
    ) {
        let known = Dictionary(uniqueKeysWithValues: words.map { ($0.name, $0.features) })
        add(
            name, inherited: true, field,
            parse: { reader in
                if reader.accept("normal") { return .list([]) }
                if !off.isEmpty, reader.accept("none") { return .keyword("none") }
                var found: [CSSValue] = []
                while let word = reader.peekKeyword(), known[word] != nil, !found.contains(.keyword(word)) {
                    found.append(.keyword(word))
                    reader.advance()
                }
                return found.isEmpty ? nil : .list(found)
            },
            convert: { value, _ in
                if value.keyword == "none" { return off }
                return value.members.flatMap { member in member.keyword.flatMap { known[$0] } ?? [] }
            })
    }

    static let stretches: [String: Double] = [
        "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5, "normal": 100,
        "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150, "ultra-expanded": 200,
    ]
}

extension ValueReader {
    /// `<family-name> | <generic>` separated by commas: strings stay `.string`, generics become `.keyword`.
    mutating func fontFamilies() -> CSSValue? {
        var families: [CSSValue] = []
        repeat {
            if let name = string() {
                families.append(.string(name))
                continue
            }
            var words: [String] = []
            while token.kind == .identifier {
                words.append(source.string(token))
                advance()
            }
            guard let first = words.first else { return nil }
            let lowered = first.lowercased()
            if words.count == 1 {
                guard WideKeyword(rawValue: lowered) == nil, lowered != "default" else { return nil }
                families.append(ValueReader.genericFamilies.contains(lowered) ? .keyword(lowered) : .string(first))
            } else {
                families.append(.string(words.joined(separator: " ")))
            }
        } while acceptComma()
        return families.isEmpty ? nil : .list(families)
    }

    static let genericFamilies: Set<String> = [
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif",
        "ui-monospace", "ui-rounded", "math", "emoji", "fangsong", "-webkit-body",
    ]

    mutating func fontSize() -> CSSValue? {
        if let word = peekKeyword() {
            guard FontSizeKeyword.indices[word] != nil || word == "smaller" || word == "larger" else { return nil }
            advance()
            return .keyword(word)
        }
        return length([.percent, .nonNegative])
    }

    /// `normal`, or `"tag" value` pairs separated by commas, each as `.function(tag, [value])`.
    mutating func taggedList(_ value: (inout ValueReader) -> CSSValue?) -> CSSValue? {
        if accept("normal") { return .list([]) }
        var list: [CSSValue] = []
        repeat {
            guard let tag = string(), tag.utf8.count == 4, let value = value(&self) else { return nil }
            list.append(.function(tag, [value]))
        } while acceptComma()
        return .list(list)
    }
}

/// The absolute size keywords (CSS Fonts 4 §2.5.1), in Blink's rounding for the two default sizes.
enum FontSizeKeyword {
    static let indices: [String: UInt8] = [
        "xx-small": 1, "x-small": 2, "small": 3, "medium": 4, "large": 5, "x-large": 6, "xx-large": 7, "xxx-large": 8,
        "-webkit-xxx-large": 8,
    ]

    static func size(_ index: UInt8, medium: Double) -> Double {
        let place = min(max(Int(index), 1), 8) - 1
        if medium == 16 { return [9, 10, 13, 16, 18, 24, 32, 48][place] }
        if medium == 13 { return [9, 10, 12, 13, 16, 20, 26, 39][place] }
        return medium * [0.6, 0.75, 0.89, 1, 1.2, 1.5, 2, 3][place]
    }
}

extension StyleComputation {
    private static func isMonospace(_ style: InheritedStyle) -> Bool { style.shaping.fontFamilies == ["monospace"] }

    private func mediumSize(of style: InheritedStyle) -> Double {
        StyleComputation.isMonospace(style) ? environment.defaultMonospaceFontSize : environment.defaultFontSize
    }

    mutating func setFontSize(_ value: CSSValue) {
        let parentSize = parent.inherited.shaping.fontSize
        var size = parentSize
        fields.inherited.fontSizeKeyword = 0
        switch value {
        case .keyword("smaller"): size = parentSize / 1.2
        case .keyword("larger"): size = parentSize * 1.2
        case .keyword(let word):
            let index = FontSizeKeyword.indices[word] ?? 4
            fields.inherited.fontSizeKeyword = index
            fields.inherited.fontSizeIsAbsolute = false
            size = FontSizeKeyword.size(index, medium: mediumSize(of: fields.inherited))
        case .length(let length):
            var context = estimate(fontSize: parentSize)
            context.percentageBase = parentSize
            size = resolve(length, em: parentSize).resolved(in: context)
            fields.inherited.fontSizeIsAbsolute = parent.inherited.fontSizeIsAbsolute || !length.isFontRelative
        default: return
        }
        fields.inherited.shaping.fontSize = min(max(size, 0), CSSLimits.maximumFontSize)
    }

    /// A size that comes from the default one changes when the family becomes `monospace`, or ceases to be: browsers
    /// start that generic from 13 px (Blink's `FontBuilder::CheckForGenericFamilyChange`).
    mutating func adjustFontSizeForFamily() {
        guard !fields.inherited.fontSizeIsAbsolute else { return }
        let isMonospace = StyleComputation.isMonospace(fields.inherited)
        guard isMonospace != StyleComputation.isMonospace(parent.inherited) else { return }
        let keyword = fields.inherited.fontSizeKeyword
        if keyword != 0 {
            fields.inherited.shaping.fontSize = FontSizeKeyword.size(keyword, medium: mediumSize(of: fields.inherited))
        } else {
            let factor = environment.defaultMonospaceFontSize / max(environment.defaultFontSize, 1)
            let size = fields.inherited.shaping.fontSize
            fields.inherited.shaping.fontSize = min(
                isMonospace ? size * factor : size / max(factor, 0.01), CSSLimits.maximumFontSize)
        }
    }

    /// All OpenType features in the order in which they take effect; the explicit ones come last.
    mutating func combineFeatures() {
        let style = fields.inherited
        fields.inherited.shaping.features =
            style.ligatureFeatures + style.numericFeatures + style.eastAsianFeatures + style.featureSettings
        fields.inherited.shaping.ligatures = !style.ligatureFeatures.contains { $0.tag == "liga" && $0.value == 0 }
    }
}

extension Length {
    /// Whether a font size refers to the parent's (a `rem` is as definite as a px).
    fileprivate var isFontRelative: Bool {
        percent != 0 || terms.contains { $0.unit < .rem }
            || comparisons.contains { $0.arguments.contains { $0.isFontRelative } }
    }
}
