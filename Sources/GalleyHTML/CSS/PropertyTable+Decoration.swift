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
            "text-decoration-thickness", inherited: false, \.box.decorationThickness,
            parse: { reader in
                reader.keyword(of: ["auto", "from-font"]).map { .keyword($0) } ?? reader.length(.percent)
            },
            convert: { value, computation in
                .some(computation.length(value).map { computation.percentOfFontSize($0) })
            })
        add(
            "text-underline-offset", inherited: true, \.inherited.underlineOffset,
            parse: { reader in reader.accept("auto") ? .keyword("auto") : reader.length(.percent) },
            convert: { value, computation in
                .some(computation.length(value).map { computation.percentOfFontSize($0) })
            })
        keyword(
            "text-decoration-skip-ink", inherited: true, \.inherited.skipsInk,
            ["auto": true, "all": true, "none": false])
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
}

extension StyleComputation {
    /// Adds the element's own lines to those that its ancestors draw through it. Boxes out of the line's flow start
    /// afresh (CSS Text Decoration 3 §2.1).
    mutating func propagateDecorations() {
        let box = fields.box
        if box.float != .none || box.position == .absolute || box.position == .fixed
            || [.inlineBlock, .inlineTable, .inlineFlex, .inlineGrid].contains(box.display)
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
            fields.inherited.decorations.append(
                TextDecoration(
                    line: line, stroke: box.decorationStroke, color: color, thickness: box.decorationThickness,
                    offset: offset, fontSize: fontSize))
        }
        if box.decorationLines.contains(.underline) { add(.underline, fields.inherited.underlineOffset) }
        if box.decorationLines.contains(.overline) { add(.overline, nil) }
        if box.decorationLines.contains(.lineThrough) { add(.lineThrough, nil) }
    }
}
