import GalleyText

/// The reader's defaults as a style sheet of the user's origin: the cascade has one place for them (CSS Cascade 5 §6.2).
enum ReaderStyleSheet {
    /// The sheet that the options amount to; empty when they say nothing.
    static func text(for options: HTMLOptions) -> String {
        var root: [String] = []
        if let color = options.defaultTextColor { root.append("color: \(CSSText.color(color))") }
        if let alignment = options.defaultAlignment { root.append("text-align: \(keyword(alignment))") }
        if let lineHeight = options.defaultLineHeight { root.append("line-height: \(value(lineHeight))") }
        var rules: [String] = []
        if !root.isEmpty { rules.append(":root { \(root.joined(separator: "; ")) }") }
        if let link = options.linkStyle {
            let line = link.isUnderlined ? "underline" : "none"
            rules.append("a:any-link { color: \(CSSText.color(link.color)); text-decoration-line: \(line) }")
            if let color = link.highlightColor { rules.append("a:any-link:active { color: \(CSSText.color(color)) }") }
        }
        return rules.joined(separator: "\n")
    }

    private static func keyword(_ alignment: TextAlignment) -> String {
        switch alignment {
        case .start: "start"
        case .end: "end"
        case .left: "left"
        case .right: "right"
        case .center: "center"
        case .justify: "justify"
        }
    }

    private static func value(_ lineHeight: LineHeight) -> String {
        switch lineHeight {
        case .normal: return "normal"
        case .multiple(let factor): return CSSText.number(factor)
        case .length(let length): return CSSText.length(length)
        }
    }
}
