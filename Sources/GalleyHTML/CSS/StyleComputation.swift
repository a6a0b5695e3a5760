import GalleyText

/// The work on one element's style: the fields being set, and what relative values refer to.
package struct StyleComputation: Sendable {
    package var fields: StyleFields
    /// The parent's computed style; for the root, initial values.
    package let parent: ComputedStyle
    /// The root's font size in px; the parent's on the root itself, as CSS Values 4 §6.1.1 has it for `rem` there.
    package var rootFontSize: Double
    package let environment: StyleEnvironment
    /// Whether the element is the root.
    package var isRoot = false
    /// Attributes for `attr()`; nil where there is no element.
    package var attribute: (@Sendable (String) -> String?)?

    package init(
        fields: StyleFields, parent: ComputedStyle, rootFontSize: Double, environment: StyleEnvironment
    ) {
        self.fields = fields
        self.parent = parent
        self.rootFontSize = rootFontSize
        self.environment = environment
    }

    var fontSize: Double { fields.inherited.shaping.fontSize }

    /// `em` and `rem` as px; the other relative units stay terms.
    func resolve(_ length: Length) -> Length {
        resolve(length, em: fontSize)
    }

    func resolve(_ length: Length, em: Double) -> Length {
        if length.isAbsolute { return length }
        return length.resolving { unit in unit == .em ? em : unit == .rem ? rootFontSize : nil }.clamped
    }

    /// A percentage of the font size as px.
    func percentOfFontSize(_ length: Length) -> Length {
        length.hasPercentage ? length.resolving(percentage: fontSize).clamped : length
    }

    /// What a length that must be px now is taken against: CSS Values 4 §6.1.1's fallbacks and the environment.
    func estimate(fontSize: Double) -> LengthContext {
        var lineHeight = fontSize * 1.2
        switch fields.inherited.lineHeight {
        case .multiple(let factor): lineHeight = fontSize * factor
        case .length(let length) where length.isAbsolute: lineHeight = length.px
        default: break
        }
        return LengthContext(
            percentageBase: environment.width, fontSize: fontSize, rootFontSize: rootFontSize, lineHeight: lineHeight,
            viewport: Size(width: environment.width, height: environment.height))
    }

    /// A length with its `em` and `rem` resolved.
    func length(_ value: CSSValue) -> Length? {
        if case .length(let length) = value { resolve(length) } else { nil }
    }

    /// A length in px, font and viewport units estimated.
    func pixels(_ value: CSSValue) -> Double? {
        length(value).map { Length.clamped($0.resolved(in: estimate(fontSize: fontSize))) }
    }

    /// A length or a size keyword.
    func size(_ value: CSSValue) -> SizeValue? {
        if let length = length(value) { return .length(length) }
        switch value.keyword {
        case "auto": return .auto
        case "min-content": return .minContent
        case "max-content": return .maxContent
        case "fit-content": return .fitContent
        case "stretch": return .stretch
        default: return nil
        }
    }
}
