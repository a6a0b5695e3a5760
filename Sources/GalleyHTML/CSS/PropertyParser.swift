import GalleyText

/// From a property's name and the tokens of its value to longhands.
package enum PropertyParser {
    package enum Outcome: Sendable { case parsed, unknownProperty, invalidValue }

    /// Parses one declaration; `emit` gets each longhand that it sets. Nothing is emitted for an invalid value.
    package static func parse(
        _ name: String, _ source: CSSSource, _ range: Range<Int>, emit: (PropertyID, CSSValue) -> Void
    ) -> Outcome {
        let table = PropertyTable.shared
        let shorthand = Shorthand.named[name]
        let id = table.id(name)
        guard shorthand != nil || id != nil else {
            return ignored.contains(name) || name.hasPrefix("-") ? .parsed : .unknownProperty
        }
        var reader = ValueReader(source, range)
        guard !reader.atEnd else { return .invalidValue }
        reader.allowsQuirks = source.isQuirks && quirky.contains(name)
        if let word = reader.peekKeyword(), let wide = WideKeyword(rawValue: word) {
            reader.advance()
            guard reader.atEnd else { return .invalidValue }
            for longhand in shorthand?.longhands ?? id.map({ [$0] }) ?? [] { emit(longhand, .wide(wide)) }
            return .parsed
        }
        if hasSubstitution(source, range) {
            let text = source.textBetween(source.trimmed(range))
            for longhand in shorthand?.longhands ?? id.map({ [$0] }) ?? [] {
                emit(longhand, .unresolved(name: name, text: text))
            }
            return .parsed
        }
        if let shorthand {
            var found: [(PropertyID, CSSValue)] = []
            guard shorthand.parse(&reader, &found), reader.atEnd else { return .invalidValue }
            for (longhand, value) in found { emit(longhand, value) }
            return .parsed
        }
        guard let id, let value = table[id].parse(&reader), reader.atEnd else { return .invalidValue }
        emit(id, value)
        return .parsed
    }

    /// Whether `var()` or `env()` stands anywhere in the value.
    private static func hasSubstitution(_ source: CSSSource, _ range: Range<Int>) -> Bool {
        for index in range where source.tokens[index].kind == .function {
            if source.matches(source.tokens[index], "var") || source.matches(source.tokens[index], "env") {
                return true
            }
        }
        return false
    }

    /// Properties whose values the quirks of lengths and colours loosen (Quirks Mode §3.1, §3.2).
    private static let quirky: Set<String> = [
        "background-color", "border-color", "border-top-color", "border-right-color", "border-bottom-color",
        "border-left-color", "color", "border-spacing", "border-top-width", "border-right-width",
        "border-bottom-width", "border-left-width", "border-width", "bottom", "font-size", "height", "left",
        "letter-spacing", "margin", "margin-right", "margin-left", "margin-top", "margin-bottom", "max-height",
        "max-width", "min-height", "min-width", "padding", "padding-top", "padding-bottom", "padding-left",
        "padding-right", "right", "text-indent", "top", "vertical-align", "width", "word-spacing",
    ]

    /// Properties that are valid and say nothing about text on a page: no diagnostic for them.
    static let ignored: Set<String> = [
        "accent-color", "align-content", "align-items", "align-self", "alignment-baseline", "animation",
        "animation-delay", "animation-direction", "animation-duration", "animation-fill-mode",
        "animation-iteration-count", "animation-name", "animation-play-state", "animation-timing-function",
        "appearance", "backdrop-filter", "backface-visibility",
        "background-blend-mode",
        "caret-color",
        "color-scheme", "contain", "container", "container-name", "container-type", "content-visibility", "cursor",
        "filter", "flex", "flex-basis", "flex-direction", "flex-flow", "flex-grow", "flex-shrink", "flex-wrap",
        "font-display", "font-language-override", "font-optical-sizing", "font-palette", "font-smooth",
        "font-variant-alternates", "font-variant-emoji", "forced-color-adjust", "grid", "grid-area",
        "grid-auto-columns", "grid-auto-flow", "grid-auto-rows", "grid-column", "grid-column-end",
        "grid-column-start", "grid-row", "grid-row-end", "grid-row-gap", "grid-row-start", "grid-template",
        "grid-template-areas", "grid-template-columns", "grid-template-rows",
        "image-orientation", "image-rendering", "interpolate-size",
        "isolation", "justify-content", "justify-items", "justify-self", "mask", "mask-image", "mix-blend-mode",
        "order", "overflow-anchor", "overscroll-behavior", "perspective", "place-content", "place-items",
        "place-self", "pointer-events", "print-color-adjust", "resize", "row-gap", "ruby-align",
        "scroll-behavior", "scroll-margin-top", "scrollbar-color", "scrollbar-gutter", "scrollbar-width",
        "shape-outside", "size", "speak", "text-anchor", "text-autospace", "text-combine-upright",
        "text-decoration-skip", "text-orientation", "text-rendering", "text-size-adjust",
        "text-spacing-trim", "text-underline-position", "text-box-trim", "touch-action",
        "transform-style", "transition", "transition-delay",
        "transition-duration", "transition-property", "transition-timing-function", "user-select",
        "view-transition-name", "will-change", "zoom", "stroke", "stroke-width", "src",
        "unicode-range", "math-style", "math-depth", "math-shift",
    ]
}
