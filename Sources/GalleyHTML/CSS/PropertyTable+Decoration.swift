import GalleyText

// CSS Text Decoration 3 and 4.

extension PropertyTable {
    mutating func addDecorationProperties() {
        add(
            "text-decoration-line", inherited: false, \.box.decorationLines,
            parse: { $0.decorationLines() },
            convert: { value, _ in
                value.members.reduce(into: BoxStyle.DecorationLines()) { lines, member in
                    switch member.keyword {
                    case "underline": lines.formUnion(.underline)
                    case "overline": lines.formUnion(.overline)
                    case "line-through": lines.formUnion(.lineThrough)
                    default: break
                    }
                }
            })
        keyword(
            "text-decoration-style", inherited: false, \.box.decorationStroke,
            ["solid": .solid, "double": .double, "dotted": .dotted, "dashed": .dashed, "wavy": .wavy])
        alias("-webkit-text-decoration-style", "text-decoration-style")
        alias("-webkit-text-decoration-line", "text-decoration-line")
        color("text-decoration-color", inherited: false, \.box.decorationColor)
        alias("-webkit-text-decoration-color", "text-decoration-color")
        add(
            "text-decoration-thickness", inherited: false,
            parse: { reader in
                reader.keyword(of: ["auto", "from-font"]).map { .keyword($0) } ?? reader.length(.percent)
            },
            copy: { source, target in
                target.box.decorationThickness = source.box.decorationThickness
                target.box.decorationTakesFontThickness = source.box.decorationTakesFontThickness
            },
            apply: { value, computation in
                computation.fields.box.decorationThickness = computation.length(value)
                    .map { computation.percentOfFontSize($0) }
                computation.fields.box.decorationTakesFontThickness = value.keyword == "from-font"
            })
        add(
            "text-underline-offset", inherited: true, \.inherited.underlineOffset,
            parse: { reader in reader.accept("auto") ? .keyword("auto") : reader.length(.percent) },
            convert: { value, computation in
                .some(computation.length(value).map { computation.percentOfFontSize($0) })
            })
        keyword(
            "text-decoration-skip-ink", inherited: true, \.inherited.skipInk,
            ["auto": .auto, "all": .all, "none": .none])
        add(
            "box-shadow", inherited: false, \.box.shadows,
            parse: { $0.boxShadows() },
            convert: { value, computation in
                value.members.compactMap { shadow in
                    let lengths = shadow.members.prefix(4).compactMap { computation.pixels($0) }
                    guard shadow.members.count == 6, lengths.count == 4, case .color(let color) = shadow.members[4]
                    else { return nil }
                    return BoxShadow(
                        offsetX: lengths[0], offsetY: lengths[1], blurRadius: max(lengths[2], 0), spread: lengths[3],
                        color: color.resolved(computation.fields.inherited.color),
                        isInset: shadow.members[5].keyword == "inset")
                }
            })
        alias("-webkit-box-shadow", "box-shadow")
        add(
            "text-shadow", inherited: true, \.inherited.shadows,
            parse: { $0.shadows() },
            convert: { value, computation in
                value.members.compactMap { shadow in
                    let parts = shadow.members
                    guard parts.count == 4, let x = computation.pixels(parts[0]), let y = computation.pixels(parts[1]),
                        let blur = computation.pixels(parts[2]), case .color(let color) = parts[3]
                    else { return nil }
                    return TextShadow(
                        offsetX: x, offsetY: y, blurRadius: max(blur, 0),
                        color: color.resolved(computation.fields.inherited.color))
                }
            })
        add(
            "text-emphasis-style", inherited: true, \.inherited.emphasisMark,
            parse: { reader in
                if reader.accept("none") { return .keyword("none") }
                if let text = reader.string() { return .string(text) }
                var isOpen = false
                var shape: String?
                var count = 0
                while let word = reader.keyword(
                    of: ["filled", "open", "dot", "circle", "double-circle", "triangle", "sesame"])
                {
                    if word == "open" { isOpen = true } else if word != "filled" { shape = word }
                    count += 1
                }
                guard count > 0, count < 3 else { return nil }
                let marks: [String: (filled: String, open: String)] = [
                    "dot": ("\u{2022}", "\u{25E6}"), "circle": ("\u{25CF}", "\u{25CB}"),
                    "double-circle": ("\u{25C9}", "\u{25CE}"), "triangle": ("\u{25B2}", "\u{25B3}"),
                    "sesame": ("\u{FE45}", "\u{FE46}"),
                ]
                guard let mark = marks[shape ?? "circle"] else { return nil }
                return .string(isOpen ? mark.open : mark.filled)
            },
            convert: { value, _ in
                if case .string(let mark) = value { return .some(mark.first.map { String($0) }) }
                return .some(.none)
            })
        alias("-webkit-text-emphasis-style", "text-emphasis-style")
        add(
            "text-emphasis-position", inherited: true,
            parse: { reader in
                let first = reader.keyword(of: ["over", "under", "left", "right"])
                let second = reader.keyword(of: ["over", "under", "left", "right"])
                let words = [first, second].compactMap { $0 }
                let lines = words.filter { $0 == "over" || $0 == "under" }
                // One of each pair; the side may be left out.
                guard lines.count == 1 else { return nil }
                return .list(words.map { .keyword($0) })
            },
            copy: { source, target in
                target.inherited.emphasisIsUnder = source.inherited.emphasisIsUnder
                target.inherited.emphasisIsLeft = source.inherited.emphasisIsLeft
            },
            apply: { value, computation in
                computation.fields.inherited.emphasisIsUnder = value.members.contains(.keyword("under"))
                computation.fields.inherited.emphasisIsLeft = value.members.contains(.keyword("left"))
            })
        alias("-webkit-text-emphasis-position", "text-emphasis-position")
        color("text-emphasis-color", inherited: true, \.inherited.emphasisColor)
        alias("-webkit-text-emphasis-color", "text-emphasis-color")
    }
}

extension ValueReader {
    mutating func decorationLines() -> CSSValue? {
        if accept("none") { return .list([]) }
        var words: [CSSValue] = []
        while let word = keyword(of: ["underline", "overline", "line-through", "blink"]) {
            guard !words.contains(.keyword(word)) else { return nil }
            words.append(.keyword(word))
        }
        return words.isEmpty ? nil : .list(words)
    }

    /// `none`, or shadows of two or three lengths and a colour before or after them; each a list of x, y, blur, colour.
    mutating func shadows() -> CSSValue? {
        if accept("none") { return .list([]) }
        var list: [CSSValue] = []
        repeat {
            var color = color()
            guard let x = length(), let y = length() else { return nil }
            let blur = length(.nonNegative)
            if color == nil { color = self.color() }
            list.append(.list([x, y, blur ?? .length(.zero), .color(color ?? .current)]))
        } while acceptComma()
        return .list(list)
    }

    /// `none`, or shadows of two to four lengths, a colour and `inset` in any order; each a list of x, y, blur, spread,
    /// colour, word.
    mutating func boxShadows() -> CSSValue? {
        if accept("none") { return .list([]) }
        var list: [CSSValue] = []
        repeat {
            var lengths: [CSSValue] = []
            var color: StyleColor?
            var isInset = false
            while true {
                if !isInset, accept("inset") {
                    isInset = true
                } else if lengths.isEmpty, let x = length() {
                    guard let y = length() else { return nil }
                    let blur = length(.nonNegative)
                    let spread = blur == nil ? nil : length()
                    lengths = [x, y, blur ?? .length(.zero), spread ?? .length(.zero)]
                } else if color == nil, let found = self.color() {
                    color = found
                } else {
                    break
                }
            }
            guard !lengths.isEmpty else { return nil }
            list.append(.list(lengths + [.color(color ?? .current), .keyword(isInset ? "inset" : "")]))
        } while acceptComma()
        return .list(list)
    }
}

extension StyleComputation {
    /// Adds the element's own lines to those that its ancestors draw through it. Boxes out of the line's flow and
    /// annotations of ruby start afresh (CSS Text Decoration 3 §2.1).
    mutating func propagateDecorations() {
        let box = fields.box
        if box.float != .none || box.position == .absolute || box.position == .fixed
            || [.inlineBlock, .inlineTable, .inlineFlex, .inlineGrid, .rubyText].contains(box.display)
        {
            fields.inherited.decorations = []
        }
        if let decorations = box.modelStorage?.value.decorations {
            fields.inherited.decorations = decorations
            return
        }
        guard !box.decorationLines.isEmpty else { return }
        let color = box.decorationColor.resolved(fields.inherited.color)
        func add(_ line: TextDecoration.Line, _ offset: Length?) {
            guard fields.inherited.decorations.count < CSSLimits.maximumDecorations else { return }
            var decoration = TextDecoration(
                line: line, stroke: box.decorationStroke, color: color, thickness: box.decorationThickness,
                offset: offset, fontSize: fontSize)
            decoration.takesFontThickness = box.decorationTakesFontThickness
            fields.inherited.decorations.append(decoration)
        }
        if box.decorationLines.contains(.underline) { add(.underline, fields.inherited.underlineOffset) }
        if box.decorationLines.contains(.overline) { add(.overline, nil) }
        if box.decorationLines.contains(.lineThrough) { add(.lineThrough, nil) }
    }
}
