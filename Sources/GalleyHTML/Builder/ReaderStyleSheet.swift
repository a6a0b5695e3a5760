import GalleyText

/// The reader's defaults as a style sheet of the user's origin: the cascade has one place for them (CSS Cascade 5 §6.2).
enum ReaderStyleSheet {
    /// The sheet that the options amount to; empty when they say nothing.
    static func text(for options: HTMLOptions) -> String {
        var root: [String] = []
        if let color = options.defaultTextColor { root.append("color: \(color.hexadecimal)") }
        if let alignment = options.defaultAlignment { root.append("text-align: \(keyword(alignment))") }
        if let lineHeight = options.defaultLineHeight { root.append("line-height: \(value(lineHeight))") }
        var rules: [String] = []
        if !root.isEmpty { rules.append(":root { \(root.joined(separator: "; ")) }") }
        if let link = options.linkStyle {
            let line = link.isUnderlined ? "underline" : "none"
            rules.append("a:any-link { color: \(link.color.hexadecimal); text-decoration-line: \(line) }")
            if let color = link.highlightColor { rules.append("a:any-link:active { color: \(color.hexadecimal) }") }
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
        case .multiple(let factor): return plain(factor)
        case .length(let length):
            var terms = ["\(plain(length.px))px"]
            if length.percent != 0 { terms.append("\(plain(length.percent))%") }
            for term in length.terms { terms.append("\(plain(term.coefficient))\(term.unit)") }
            return terms.count == 1 ? terms[0] : "calc(\(terms.joined(separator: " + ")))"
        }
    }

    /// A number as CSS writes it; what is none is 0.
    private static func plain(_ number: Double) -> String { number.isFinite ? "\(number)" : "0" }
}
