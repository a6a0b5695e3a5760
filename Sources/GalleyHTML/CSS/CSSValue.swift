import GalleyText

/// The keywords that every property takes (CSS Cascade 5 §7.3).
package enum WideKeyword: String, Sendable, Hashable {
    case initial, inherit, unset, revert
    case revertLayer = "revert-layer"
}

/// A colour before `currentcolor` is known.
public enum StyleColor: Sendable, Hashable {
    /// `currentcolor`: the value of `color` on the same element.
    case current
    /// A colour.
    case color(Color)

    /// The colour, given that of the text.
    @inlinable public func resolved(_ current: Color) -> Color {
        switch self {
        case .current: current
        case .color(let color): color
        }
    }
}

/// A specified value: what a declaration says, checked against its property, not yet computed.
package indirect enum CSSValue: Sendable, Hashable {
    case wide(WideKeyword)
    /// A keyword, or a name given by the author where the property takes one; keywords are in lower case.
    case keyword(String)
    case number(Double)
    /// A length, a percentage, or a math function of them.
    case length(Length)
    case color(StyleColor)
    case string(String)
    case url(String)
    case gradient(StyleGradient)
    case list([CSSValue])
    case function(String, [CSSValue])
    /// Tokens with `var()` in them: parsed when the custom properties are known. `name` is the property as written,
    /// which may be a shorthand.
    case unresolved(name: String, text: String)

    var keyword: String? {
        if case .keyword(let name) = self { name } else { nil }
    }

    /// The members of a list; any other value is its own only member.
    var members: [CSSValue] {
        if case .list(let members) = self { members } else { [self] }
    }
}
