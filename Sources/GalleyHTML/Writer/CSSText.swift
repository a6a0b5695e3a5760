import GalleyText

/// CSS values as text, each so that reading it gives the same value back: the one place where values are written.
///
///     CSSText.length(.percent(50) + .px(4))       // "calc(4px + 50%)"
package enum CSSText {
    /// The shortest decimal that reads as the same number (CSS Syntax 3 §4.3.3); never infinite.
    package static func number(_ value: Double) -> String {
        if value.isNaN { return "0" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
        return "\(min(max(value, -Double.greatestFiniteMagnitude), .greatestFiniteMagnitude))"
    }

    package static func px(_ value: Double) -> String { value == 0 ? "0" : number(value) + "px" }

    /// One dimension, or a `calc()` sum (CSS Values 4 §10).
    package static func length(_ length: Length) -> String {
        var parts: [String] = []
        if length.px != 0 { parts.append(number(length.px) + "px") }
        if length.percent != 0 { parts.append(number(length.percent) + "%") }
        for term in length.terms { parts.append(number(term.coefficient) + "\(term.unit)") }
        for comparison in length.comparisons {
            let arguments = comparison.arguments.map { self.length($0) }.joined(separator: ", ")
            let function = (comparison.kind == .minimum ? "min(" : "max(") + arguments + ")"
            parts.append(comparison.coefficient == 1 ? function : number(comparison.coefficient) + " * " + function)
        }
        if parts.count == 1, !length.comparisons.isEmpty, length.comparisons[0].coefficient != 1 {
            return "calc(" + parts[0] + ")"
        }
        if parts.count > 1 { return "calc(" + parts.joined(separator: " + ") + ")" }
        return parts.first ?? "0"
    }

    /// A width, height or margin.
    package static func size(_ size: SizeValue) -> String {
        switch size {
        case .auto: "auto"
        case .length(let length): self.length(length)
        case .minContent: "min-content"
        case .maxContent: "max-content"
        case .fitContent: "fit-content"
        case .stretch: "stretch"
        }
    }

    /// Hexadecimal where bytes say it exactly, else `color(srgb ...)` (CSS Color 4 §5.2, §10.2).
    package static func color(_ color: Color) -> String {
        func byte(_ value: Float) -> UInt32? {
            let rounded = (value * 255).rounded()
            guard rounded >= 0, rounded <= 255, Float(rounded) / 255 == value else { return nil }
            return UInt32(rounded)
        }
        if let red = byte(color.red), let green = byte(color.green), let blue = byte(color.blue),
            let alpha = byte(color.alpha)
        {
            if alpha == 0, red == 0, green == 0, blue == 0 { return "transparent" }
            var digits = String(red << 16 | green << 8 | blue, radix: 16)
            digits = String(repeating: "0", count: 6 - digits.utf8.count) + digits
            if alpha < 255 { digits += (alpha < 16 ? "0" : "") + String(alpha, radix: 16) }
            return "#" + digits
        }
        let parts = [color.red, color.green, color.blue].map { component($0) }.joined(separator: " ")
        return "color(srgb \(parts)" + (color.alpha == 1 ? ")" : " / \(component(color.alpha)))")
    }

    private static func component(_ value: Float) -> String {
        if value == value.rounded(), abs(value) < 1e6 { return String(Int(value)) }
        return value.isFinite ? "\(value)" : "0"
    }

    package static func color(_ color: StyleColor) -> String {
        switch color {
        case .current: "currentcolor"
        case .color(let color): self.color(color)
        }
    }

    /// A string in single quotes, so that it needs no escape in an attribute; `<` is escaped because of `</style`
    /// (CSS Syntax 3 §4.3.5, §4.3.7).
    package static func string(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\": result += "\\" + String(scalar)
            case "<": result += "\\3c "
            case "\u{0}"..."\u{1F}", "\u{7F}": result += "\\" + String(scalar.value, radix: 16) + " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "'"
    }

    package static func url(_ url: String) -> String { "url(\(string(url)))" }

    /// An identifier, escaped where it must be (CSSOM §2.1).
    package static func identifier(_ name: String) -> String {
        var result = ""
        for (index, scalar) in name.unicodeScalars.enumerated() {
            let isDigit = (0x30...0x39).contains(scalar.value)
            let isLetter = (0x61...0x7A).contains(scalar.value | 0x20) && scalar.value < 0x80
            if scalar.value < 0x20 || scalar.value == 0x7F
                || isDigit && (index == 0 || index == 1 && name.hasPrefix("-"))
            {
                result += "\\" + String(scalar.value, radix: 16) + " "
            } else if isLetter || isDigit || scalar.value >= 0x80 || scalar == "_"
                || scalar == "-" && !(index == 0 && name.unicodeScalars.count == 1)
            {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\" + String(scalar)
            }
        }
        return result
    }
}
