import GalleyText

extension Shorthand {
    private static let variants = [
        "font-variant-ligatures", "font-variant-caps", "font-variant-numeric", "font-variant-east-asian",
        "font-variant-position",
    ]

    static func addFonts(_ table: inout [String: Shorthand]) {
        let main = ids(["font-style", "font-variant-caps", "font-weight", "font-stretch"])
        let size = ids(["font-size", "line-height", "font-family"])
        let resets = ids(
            variants.filter { $0 != "font-variant-caps" } + [
                "font-kerning", "font-size-adjust", "font-feature-settings", "font-variation-settings",
            ])
        let system: Set<String> = ["caption", "icon", "menu", "message-box", "small-caption", "status-bar"]
        table["font"] = Shorthand(longhands: main + size + resets) { reader, found in
            for id in resets { found.append((id, .wide(.initial))) }
            if reader.keyword(of: system) != nil {
                for id in main { found.append((id, .wide(.initial))) }
                found.append((size[0], .length(.px(40.0 / 3))))
                found.append((size[1], .wide(.initial)))
                found.append((size[2], .list([.keyword("system-ui")])))
                return true
            }
            // Style, variant, weight and stretch in any order, each once; `normal` may stand for any of them.
            var values: [CSSValue?] = [nil, nil, nil, nil]
            for _ in 0..<4 {
                if reader.accept("normal") { continue }
                // Only the CSS 2 values of `font-variant` and the keywords of `font-stretch` (CSS Fonts 4 §2.7).
                let word = reader.peekKeyword()
                if values[0] == nil, word != nil, let value = value(main[0], &reader) {
                    values[0] = value
                } else if values[1] == nil, reader.accept("small-caps") {
                    values[1] = .keyword("small-caps")
                } else if values[3] == nil, let word, PropertyTable.stretches[word] != nil {
                    values[3] = .keyword(word)
                    reader.advance()
                } else if values[2] == nil, word != nil || reader.token.kind == .number,
                    let value = value(main[2], &reader)
                {
                    values[2] = value
                } else {
                    break
                }
            }
            guard let fontSize = reader.fontSize() else { return false }
            var lineHeight: CSSValue?
            if reader.accept(delimiter: "/") {
                lineHeight = value(size[1], &reader)
                if lineHeight == nil { return false }
            }
            guard let families = reader.fontFamilies() else { return false }
            for (id, value) in zip(main, values) { found.append((id, value ?? .wide(.initial))) }
            found.append((size[0], fontSize))
            found.append((size[1], lineHeight ?? .wide(.initial)))
            found.append((size[2], families))
            return true
        }
        let variantIDs = ids(variants)
        table["font-variant"] = Shorthand(longhands: variantIDs) { reader, found in
            var groups: [[CSSValue]] = Array(repeating: [], count: variantIDs.count)
            if reader.accept("normal") {
                found = variantIDs.map { ($0, .wide(.initial)) }
                return true
            }
            if reader.accept("none") {
                found = variantIDs.map { ($0, .wide(.initial)) }
                found[0].1 = .keyword("none")
                return true
            }
            while !reader.atEnd {
                let mark = reader.index
                var matched = false
                for (place, id) in variantIDs.enumerated() {
                    // One word at a time, so that the words of two groups may alternate.
                    var one = ValueReader(reader.source, mark..<min(mark + 1, reader.end))
                    if one.peekKeyword() != "normal", one.peekKeyword() != "none", let value = value(id, &one) {
                        groups[place] += value.members
                        matched = true
                        reader.advance()
                        break
                    }
                }
                if !matched { return false }
            }
            for (place, id) in variantIDs.enumerated() {
                let name = PropertyTable.shared[id].name
                let isSingle = name == "font-variant-caps" || name == "font-variant-position"
                if isSingle, groups[place].count > 1 { return false }
                found.append(
                    (id, groups[place].isEmpty ? .wide(.initial) : isSingle ? groups[place][0] : .list(groups[place])))
            }
            return true
        }
        let synthesis = ids(["font-synthesis-weight", "font-synthesis-style", "font-synthesis-small-caps"])
        table["font-synthesis"] = Shorthand(longhands: synthesis) { reader, found in
            var on: Set<String> = []
            if !reader.accept("none") {
                while let word = reader.keyword(of: ["weight", "style", "small-caps", "position"]) { on.insert(word) }
                guard !on.isEmpty else { return false }
            }
            for (id, word) in zip(synthesis, ["weight", "style", "small-caps"]) {
                found.append((id, .keyword(on.contains(word) ? "auto" : "none")))
            }
            return true
        }
    }

    static func addText(_ table: inout [String: Shorthand]) {
        let space = ids(["white-space-collapse", "text-wrap-mode"])
        let spaces: [String: (String, String)] = [
            "normal": ("collapse", "wrap"), "pre": ("preserve", "nowrap"), "nowrap": ("collapse", "nowrap"),
            "pre-wrap": ("preserve", "wrap"), "pre-line": ("preserve-breaks", "wrap"),
            "break-spaces": ("break-spaces", "wrap"), "-moz-pre-wrap": ("preserve", "wrap"),
            "-o-pre-wrap": ("preserve", "wrap"),
        ]
        table["white-space"] = Shorthand(longhands: space) { reader, found in
            if let word = reader.peekKeyword(), let pair = spaces[word] {
                reader.advance()
                found = [(space[0], .keyword(pair.0)), (space[1], .keyword(pair.1))]
                return true
            }
            var values: [CSSValue?] = [nil, nil]
            while !reader.atEnd {
                if values[0] == nil, let value = value(space[0], &reader) {
                    values[0] = value
                } else if values[1] == nil, let value = value(space[1], &reader) {
                    values[1] = value
                } else {
                    return false
                }
            }
            found = [(space[0], values[0] ?? .wide(.initial)), (space[1], values[1] ?? .wide(.initial))]
            return true
        }
        let wrap = ids(["text-wrap-mode", "text-wrap-style"])
        table["text-wrap"] = Shorthand(longhands: wrap) { reader, found in
            var values: [CSSValue?] = [nil, nil]
            while !reader.atEnd {
                if values[0] == nil, let value = value(wrap[0], &reader) {
                    values[0] = value
                } else if values[1] == nil, let value = value(wrap[1], &reader) {
                    values[1] = value
                } else {
                    return false
                }
            }
            found = [(wrap[0], values[0] ?? .wide(.initial)), (wrap[1], values[1] ?? .wide(.initial))]
            return true
        }
        let decoration = ids([
            "text-decoration-line", "text-decoration-style", "text-decoration-color", "text-decoration-thickness",
        ])
        let textDecoration = Shorthand(longhands: decoration) { reader, found in
            var values: [CSSValue?] = [nil, nil, nil, nil]
            while !reader.atEnd {
                guard
                    let place = values.indices.first(where: { place in
                        guard values[place] == nil, let value = value(decoration[place], &reader) else { return false }
                        values[place] = value
                        return true
                    })
                else { return false }
                _ = place
            }
            found = zip(decoration, values).map { ($0, $1 ?? .wide(.initial)) }
            return true
        }
        table["text-decoration"] = textDecoration
        table["-webkit-text-decoration"] = textDecoration
        let emphasis = ids(["text-emphasis-style", "text-emphasis-color"])
        let textEmphasis = Shorthand(longhands: emphasis) { reader, found in
            var values: [CSSValue?] = [nil, nil]
            while !reader.atEnd {
                if values[0] == nil, let value = value(emphasis[0], &reader) {
                    values[0] = value
                } else if values[1] == nil, let value = value(emphasis[1], &reader) {
                    values[1] = value
                } else {
                    return false
                }
            }
            found = zip(emphasis, values).map { ($0, $1 ?? .wide(.initial)) }
            return true
        }
        table["text-emphasis"] = textEmphasis
        table["-webkit-text-emphasis"] = textEmphasis
    }
}
