extension MeasuredFont {
    /// The font of a unit of XLIFF 1.2: what its `font` (`name;size;weight`) or `css-style` says, and the rest from
    /// `fallback`.
    ///
    /// A size without a unit is in the unit of the limit. Points become pixels, or pixels points, if the other is limited
    /// (96 px are 72 pt).
    init(of unit: XLIFFUnit, isInPoints: Bool, fallback: MeasuredFont) {
        self = fallback
        if let style = unit.style { read(css: style, isInPoints) }
        guard let font = unit.font else { return }
        let parts = font.split(separator: ";", omittingEmptySubsequences: false).map {
            String($0).trimmed
        }
        if let name = parts.first, !name.isEmpty { family = name }
        if parts.count > 1, let size = Self.size(parts[1], isInPoints) { self.size = size }
        if parts.count > 2 { read(weight: parts[2]) }
    }

    private mutating func read(css: String, _ isInPoints: Bool) {
        for declaration in css.split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2 else { continue }
            switch parts[0].lowercased() {
            case "font-family": read(family: parts[1])
            case "font-size": size = Self.size(parts[1], isInPoints) ?? size
            case "font-weight": read(weight: parts[1])
            case "font-style": isItalic = parts[1] == "italic" || parts[1].hasPrefix("oblique")
            case "font": read(shorthand: parts[1], isInPoints)
            default: break
            }
        }
    }

    /// `italic bold 12px/1.2 "Noto Sans", sans-serif`
    private mutating func read(shorthand: String, _ isInPoints: Bool) {
        var words = shorthand.split(separator: " ")[...]
        while let word = words.popFirst() {
            if let first = word.split(separator: "/").first, let size = Self.size(String(first), isInPoints) {
                self.size = size
                read(family: words.joined(separator: " "))
                return
            }
            if word == "italic" || word == "oblique" { isItalic = true } else { read(weight: String(word)) }
        }
    }

    /// The first of a list.
    private mutating func read(family list: String) {
        let name = (list.split(separator: ",").first.map(String.init) ?? "").trimmed
        let bare = String(name.drop { "\"'".contains($0) }.reversed().drop { "\"'".contains($0) }.reversed())
        if !bare.isEmpty { family = bare }
    }

    private mutating func read(weight word: String) {
        switch word.lowercased() {
        case "bold": weight = 700
        case "normal", "regular": weight = 400
        case "italic": isItalic = true
        default: if let number = Double(word), (1...1000).contains(number) { weight = number }
        }
    }

    /// A size with or without its unit: `12`, `12px`, `9pt`.
    private static func size(_ text: String, _ isInPoints: Bool) -> Double? {
        let text = text.lowercased()
        var factor = 1.0
        var digits = text[...]
        if text.hasSuffix("px") {
            digits = text.dropLast(2)
            if isInPoints { factor = 0.75 }
        } else if text.hasSuffix("pt") {
            digits = text.dropLast(2)
            if !isInPoints { factor = 4.0 / 3 }
        }
        guard let first = digits.utf8.first, (0x30...0x39).contains(first), let number = Double(digits),
            number > 0, number <= XLIFFLimits.fontSize
        else { return nil }
        return number * factor
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
