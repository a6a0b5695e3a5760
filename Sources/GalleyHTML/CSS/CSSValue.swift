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
    /// A length, a percentage, or a `calc()` of them that is a plain sum.
    case length(Length)
    /// A math function that cannot be a plain sum before `em` is known.
    case math(MathNode)
    case color(StyleColor)
    case string(String)
    case url(String)
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

/// A math function as a tree (CSS Values 4 §10); its leaves are lengths or numbers, which a length's `px` then stands
/// for. Depth is at most `CSSLimits.maximumNesting`.
package indirect enum MathNode: Sendable, Hashable {
    case length(Length)
    case sum([MathNode])
    case scaled(MathNode, Double)
    case minimum([MathNode])
    case maximum([MathNode])

    /// Folds the tree to one length.
    ///
    /// `min()` and `max()` of lengths that cannot be compared before layout keep the argument that wins under
    /// `estimate` (percentages of the viewport's width, font units of the fallbacks of CSS Values 4 §6.1.1): the model's
    /// `Length` is a sum.
    func folded(_ resolve: (Length) -> Length, estimate: LengthContext) -> Length {
        switch self {
        case .length(let length): return resolve(length)
        case .sum(let terms): return terms.reduce(.zero) { $0 + $1.folded(resolve, estimate: estimate) }
        case .scaled(let node, let factor): return node.folded(resolve, estimate: estimate) * factor
        case .minimum(let nodes), .maximum(let nodes):
            var isMinimum = false
            if case .minimum = self { isMinimum = true }
            var best = Length.zero
            var bestSize = 0.0
            for (index, node) in nodes.enumerated() {
                let length = node.folded(resolve, estimate: estimate)
                let size = length.resolved(in: estimate)
                if index == 0 || (isMinimum ? size < bestSize : size > bestSize) {
                    best = length
                    bestSize = size
                }
            }
            return best
        }
    }
}
