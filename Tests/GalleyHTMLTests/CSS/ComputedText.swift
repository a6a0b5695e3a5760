import GalleyHTML
import GalleyText

/// Computed values as CSSOM serializes them, for comparison with browsers.
struct ComputedText {
    let style: ComputedStyle

    /// The value of a property, nil for one that this file does not know.
    func value(_ property: String) -> String? {
        let inherited = style.inherited
        let shaping = inherited.shaping
        let box = style.box
        switch property {
        case "color": return color(inherited.color)
        case "background-color": return color(box.background.resolved(inherited.color))
        case "text-decoration-color": return color(box.decorationColor.resolved(inherited.color))
        case "border-top-color": return color(box.borderColor.top.resolved(inherited.color))
        case "border-left-color": return color(box.borderColor.left.resolved(inherited.color))
        case "font-size": return px(shaping.fontSize)
        case "font-weight": return number(shaping.fontWeight)
        case "font-stretch": return number(shaping.fontStretch) + "%"
        case "font-style":
            switch shaping.fontSlant {
            case .normal: return "normal"
            case .italic: return "italic"
            case .oblique(let degrees): return degrees == 14 ? "oblique" : "oblique \(number(degrees))deg"
            }
        case "font-family":
            return shaping.fontFamilies.map { name in
                name.contains(" ") || name.first?.isNumber == true ? "\"\(name)\"" : name
            }.joined(separator: ", ")
        case "font-variant-caps": return shaping.capitals == .smallCaps ? "small-caps" : "normal"
        case "font-variant-numeric": return shaping.features.contains { $0.tag == "tnum" } ? "tabular-nums" : "normal"
        case "font-feature-settings":
            return shaping.features.map { "\"\($0.tag)\"" + ($0.value == 1 ? "" : " \($0.value)") }
                .joined(separator: ", ")
        case "font-variation-settings":
            return shaping.variations.map { "\"\($0.axis)\" \(number($0.value))" }.joined(separator: ", ")
        case "line-height":
            switch inherited.lineHeight {
            case .normal: return "normal"
            case .multiple(let factor): return px(factor * shaping.fontSize)
            case .length(let length): return self.length(length)
            }
        case "letter-spacing": return shaping.letterSpacing.isZero ? "normal" : length(shaping.letterSpacing)
        case "word-spacing": return length(shaping.wordSpacing)
        case "text-indent":
            return length(inherited.paragraph.indent) + (inherited.paragraph.hangingIndent ? " hanging" : "")
        case "text-transform":
            var words: [String] = []
            if shaping.textTransform.letterCase != .none { words.append("\(shaping.textTransform.letterCase)") }
            if shaping.textTransform.fullWidth { words.append("full-width") }
            return words.isEmpty ? "none" : words.joined(separator: " ")
        case "text-align":
            if let block = inherited.blockAlignment { return "-webkit-\(block)" }
            return "\(inherited.paragraph.alignment)"
        case "tab-size":
            switch inherited.breaking.tabSize {
            case .spaces(let count): return number(count)
            case .length(let length): return self.length(length)
            }
        case "text-decoration-line":
            var words: [String] = []
            if box.decorationLines.contains(.underline) { words.append("underline") }
            if box.decorationLines.contains(.overline) { words.append("overline") }
            if box.decorationLines.contains(.lineThrough) { words.append("line-through") }
            return words.isEmpty ? "none" : words.joined(separator: " ")
        case "text-decoration-style": return "\(box.decorationStroke)"
        case "text-underline-offset": return inherited.underlineOffset.map { length($0) } ?? "auto"
        case "text-shadow":
            let shadows = inherited.shadows.map {
                "\(color($0.color)) \(px($0.offsetX)) \(px($0.offsetY)) \(px($0.blurRadius))"
            }
            return shadows.isEmpty ? "none" : shadows.joined(separator: ", ")
        case "vertical-align":
            if case .raised(let length) = box.verticalAlignment { return self.length(length) }
            return dashed("\(box.verticalAlignment)")
        case "direction": return inherited.isRightToLeft ? "rtl" : "ltr"
        case "visibility": return inherited.isVisible ? "visible" : "hidden"
        case "opacity": return number(box.opacity)
        case "orphans": return "\(inherited.orphans)"
        case "widows": return "\(inherited.widows)"
        case "column-count": return box.columnCount == 0 ? "auto" : "\(box.columnCount)"
        case "column-width": return box.columnWidth.map { length($0) } ?? "auto"
        case "list-style-type": return listStyle(inherited.listStyleType)
        case "list-style-position": return inherited.listMarkerIsInside ? "inside" : "outside"
        case "border-collapse": return inherited.collapsesBorders ? "collapse" : "separate"
        case "border-spacing":
            let (horizontal, vertical) = (px(inherited.horizontalSpacing), px(inherited.verticalSpacing))
            return horizontal == vertical ? horizontal : "\(horizontal) \(vertical)"
        case "empty-cells": return inherited.hidesEmptyCells ? "hide" : "show"
        case "table-layout": return box.isFixedTable ? "fixed" : "auto"
        case "caption-side": return inherited.captionAtBottom ? "bottom" : "top"
        case "text-wrap-mode": return inherited.breaking.wraps ? "wrap" : "nowrap"
        case "content": return content(box.content)
        case "quotes":
            switch inherited.quotes {
            case .auto: return "auto"
            case .none: return "none"
            case .pairs(let pairs): return pairs.map { "\"\($0.open)\" \"\($0.close)\"" }.joined(separator: " ")
            }
        case "counter-reset": return counters(box.counterReset)
        case "counter-increment": return counters(box.counterIncrement)
        default: break
        }
        if let size = size(property) { return size }
        return keyword(property)
    }

    private func size(_ property: String) -> String? {
        let box = style.box
        let border = style.border
        switch property {
        case "margin-top": return size(box.margin.top)
        case "margin-right": return size(box.margin.right)
        case "margin-bottom": return size(box.margin.bottom)
        case "margin-left": return size(box.margin.left)
        case "padding-top": return length(box.padding.top)
        case "padding-right": return length(box.padding.right)
        case "padding-left": return length(box.padding.left)
        case "min-width": return size(box.minimumWidth)
        case "min-height": return size(box.minimumHeight)
        case "max-width": return box.maximumWidth.map { size($0) } ?? "none"
        case "max-height": return box.maximumHeight.map { size($0) } ?? "none"
        case "height": return size(box.height)
        case "border-top-width": return px(border.top.width)
        case "border-right-width": return px(border.right.width)
        case "border-bottom-width": return px(border.bottom.width)
        case "border-left-width": return px(border.left.width)
        case "border-top-style": return "\(box.borderStroke.top)"
        case "border-left-style": return "\(box.borderStroke.left)"
        case "border-bottom-left-radius": return radius(box.borderRadius.bottomLeft, box.verticalRadius.bottomLeft)
        case "border-bottom-right-radius": return radius(box.borderRadius.bottomRight, box.verticalRadius.bottomRight)
        case "border-top-left-radius": return radius(box.borderRadius.topLeft, box.verticalRadius.topLeft)
        case "border-top-right-radius": return radius(box.borderRadius.topRight, box.verticalRadius.topRight)
        default: return background(property)
        }
    }

    private func radius(_ horizontal: Length, _ vertical: Length?) -> String {
        length(horizontal) + (vertical.map { " " + length($0) } ?? "")
    }

    private func position(_ length: Length) -> String { length.isZero ? "0%" : self.length(length) }

    private func background(_ property: String) -> String? {
        let layout = (style.box.backgroundLists ?? BackgroundLists()).layout(0)
        let repetitions: [BackgroundLayout.Repetition: String] = [
            .repeat: "repeat", .once: "no-repeat", .space: "space", .round: "round",
        ]
        switch property {
        case "background-position-x": return position(layout.positionX)
        case "background-position-y": return position(layout.positionY)
        case "background-attachment": return "\(layout.attachment)"
        case "background-origin": return "\(layout.origin)-box"
        case "background-clip": return layout.clip == .text ? "text" : "\(layout.clip)-box"
        case "background-repeat":
            let (x, y) = (repetitions[layout.repetitionX] ?? "", repetitions[layout.repetitionY] ?? "")
            return (x, y) == ("repeat", "no-repeat")
                ? "repeat-x"
                : (x, y) == ("no-repeat", "repeat")
                    ? "repeat-y"
                    : x == y ? x : "\(x) \(y)"
        case "background-size":
            guard case .size(let width, let height) = layout.extent else { return "\(layout.extent)" }
            return height == .auto && width == .auto ? "auto" : "\(size(width)) \(size(height))"
        default: return nil
        }
    }

    private func keyword(_ property: String) -> String? {
        let inherited = style.inherited
        let box = style.box
        switch property {
        case "display": return ComputedText.names["\(box.display)"] ?? dashed("\(box.display)")
        case "float": return "\(box.float)"
        case "clear": return "\(box.clear)"
        case "position": return "\(box.position)"
        case "overflow-x": return "\(box.overflowX)"
        case "overflow-y": return "\(box.overflowY)"
        case "box-sizing": return dashed("\(box.boxSizing)")
        case "unicode-bidi": return ComputedText.names["\(box.isolation)"] ?? dashed("\(box.isolation)")
        case "break-before": return dashed("\(box.breakBefore)")
        case "break-inside": return dashed("\(box.breakInside)")
        case "white-space-collapse": return dashed("\(inherited.breaking.whiteSpace)")
        case "word-break": return inherited.breaksLongWords ? "break-word" : dashed("\(inherited.breaking.wordBreak)")
        case "overflow-wrap": return dashed("\(inherited.breaking.overflowWrap)")
        case "hyphenate-limit-chars":
            let limits = inherited.breaking.hyphenateLimits
            return [limits.word, limits.before, limits.after].map { $0.map { "\($0)" } ?? "auto" }
                .joined(separator: " ")
        case "hyphenate-character": return inherited.breaking.hyphenateCharacter.map { "'\($0)'" } ?? "auto"
        case "text-justify": return dashed("\(inherited.paragraph.justification)")
        case "text-overflow": return "\(box.textOverflow.left ?? "clip") \(box.textOverflow.right ?? "clip")"
        case "hyphens": return "\(inherited.breaking.hyphens)"
        case "text-align-last": return inherited.paragraph.lastLineAlignment.map { "\($0)" } ?? "auto"
        case "text-wrap-style": return "\(inherited.paragraph.wrapStyle)"
        case "text-decoration-skip-ink": return "\(inherited.skipInk)"
        case "text-decoration-thickness":
            return box.decorationThickness.map { length($0) }
                ?? (box.decorationTakesFontThickness ? "from-font" : "auto")
        case "object-fit": return box.objectFit == .scaleDown ? "scale-down" : "\(box.objectFit)"
        case "object-position": return "\(position(box.objectPosition.x)) \(position(box.objectPosition.y))"
        case "translate", "rotate", "scale", "outline-style", "outline-width", "outline-color", "outline-offset",
            "bookmark-level", "bookmark-label", "bookmark-state", "aspect-ratio":
            let id = PropertyTable.shared.id(property)
            let write = id.flatMap { PropertyWriting.shared.writers[$0.index] }
            return write?(StyleFields(inherited: inherited, box: box)) ?? ""
        case "transform": return CSSText.transforms(box.transforms)
        case "transform-origin": return "\(position(box.transformOrigin.x)) \(position(box.transformOrigin.y))"
        case "box-shadow":
            let shadows = box.shadows.map {
                "\(color($0.color)) \(px($0.offsetX)) \(px($0.offsetY)) \(px($0.blurRadius)) \(px($0.spread))"
                    + ($0.isInset ? " inset" : "")
            }
            return shadows.isEmpty ? "none" : shadows.joined(separator: ", ")
        case "text-emphasis-color": return color(inherited.emphasisColor.resolved(inherited.color))
        case "text-emphasis-position":
            return (inherited.emphasisIsUnder ? "under" : "over") + (inherited.emphasisIsLeft ? " left" : "")
        case "writing-mode":
            switch inherited.writingMode {
            case .horizontal: return "horizontal-tb"
            case .verticalLeftToRight: return "vertical-lr"
            case .verticalRightToLeft: return "vertical-rl"
            case .sidewaysLeftToRight: return "sideways-lr"
            case .sidewaysRightToLeft: return "sideways-rl"
            }
        case "line-break": return "\(inherited.breaking.lineBreak)"
        default: return nil
        }
    }

    private static let names = [
        "override": "bidi-override", "ruby": "ruby", "rubyText": "ruby-text", "tableRowGroup": "table-row-group",
    ]

    // MARK: - Parts

    func color(_ color: Color) -> String {
        let parts = [color.red, color.green, color.blue].map { number(Double(($0 * 255).rounded())) }
            .joined(separator: ", ")
        if color.alpha == 1 { return "rgb(\(parts))" }
        // CSSOM: the shortest of two and three digits that gives the same byte.
        let byte = (color.alpha * 255).rounded()
        let two = (color.alpha * 100).rounded() / 100
        let alpha = (two * 255).rounded() == byte ? two : (color.alpha * 1000).rounded() / 1000
        return "rgba(\(parts), \(number(Double(alpha))))"
    }

    func px(_ value: Double) -> String { number(value) + "px" }

    /// Six significant digits, as browsers print.
    func number(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e6 { return "\(Int(value))" }
        if abs(value) >= 1e6 { return significant(value) }
        var scale = 1.0
        while abs(value) * scale < 1e5 { scale *= 10 }
        let rounded = (value * scale).rounded() / scale
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    private func significant(_ value: Double) -> String {
        var exponent = 0
        var mantissa = value
        while abs(mantissa) >= 10 {
            mantissa /= 10
            exponent += 1
        }
        return "\(number((mantissa * 1e5).rounded() / 1e5))e+\(exponent < 10 ? "0" : "")\(exponent)"
    }

    func length(_ length: Length) -> String {
        if length.isAbsolute { return px(length.px) }
        if length.px == 0, length.terms.isEmpty, length.comparisons.isEmpty { return number(length.percent) + "%" }
        if length.px == 0, length.percent == 0, length.terms.isEmpty, length.comparisons.count == 1,
            length.comparisons[0].coefficient == 1
        {
            let comparison = length.comparisons[0]
            return (comparison.kind == .minimum ? "min(" : "max(")
                + comparison.arguments.map { self.length($0) }.joined(separator: ", ") + ")"
        }
        // Browsers know the font: half an em for ex, as in the fallback.
        let context = LengthContext(
            fontSize: style.inherited.shaping.fontSize, viewport: Size(width: 800, height: 600))
        let pixels = Length(px: length.px, terms: length.terms).resolved(in: context)
        return length.percent == 0
            ? px(pixels) : "calc(\(number(length.percent))% \(pixels < 0 ? "-" : "+") \(px(abs(pixels))))"
    }

    func size(_ size: SizeValue) -> String {
        if case .length(let length) = size { return self.length(length) }
        return dashed("\(size)")
    }

    func listStyle(_ type: ListStyleType) -> String {
        switch type {
        case .none: "none"
        case .counter(let style): style.rawValue
        case .string(let text): "\"\(text)\""
        case .named(let name): name
        case .symbols: "symbols()"
        }
    }

    private func counters(_ changes: [CounterChange]) -> String {
        changes.isEmpty ? "none" : changes.map { "\($0.name) \($0.value)" }.joined(separator: " ")
    }

    private func content(_ content: GeneratedContent) -> String {
        switch content {
        case .normal: return "normal"
        case .none: return "none"
        case .items(let items):
            return items.map { item in
                switch item {
                case .string(let text):
                    "\"\(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\a "))\""
                case .url(let url): "url(\"\(url)\")"
                case .counter(let name, _): "counter(\(name))"
                case .counters(let name, let separator, _): "counters(\(name), \"\(separator)\")"
                case .targetCounter(let url, let name, _): "target-counter(\"\(url)\", \(name))"
                case .targetText(let url, _): "target-text(\"\(url)\")"
                case .leader(let pattern): "leader(\"\(pattern)\")"
                case .openQuote: "open-quote"
                case .closeQuote: "close-quote"
                case .noOpenQuote: "no-open-quote"
                case .noCloseQuote: "no-close-quote"
                case .namedString(let name, let occurrence): CSSText.namedString(name, occurrence)
                case .elementText: "content()"
                }
            }.joined(separator: " ")
        }
    }

    /// `inlineBlock` as `inline-block`.
    func dashed(_ name: String) -> String {
        name.reduce(into: "") { text, letter in
            if letter.isUppercase { text += "-" }
            text += letter.lowercased()
        }
    }
}
