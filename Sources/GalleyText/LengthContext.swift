/// What symbolic lengths are resolved against; all in CSS px.
public struct LengthContext: Sendable, Hashable {
    /// What 100 % is.
    public var percentageBase: Double
    public var fontSize: Double
    public var rootFontSize: Double
    /// x-height, advance of `0`, advance of U+6C34, line height; fallbacks of CSS Values 4 §6.1.1 unless given.
    public var exSize: Double
    public var chSize: Double
    public var icSize: Double
    public var lineHeight: Double
    public var rootLineHeight: Double
    public var viewport: Size

    public init(
        percentageBase: Double = 0, fontSize: Double, rootFontSize: Double = 16, exSize: Double? = nil,
        chSize: Double? = nil, icSize: Double? = nil, lineHeight: Double? = nil, rootLineHeight: Double? = nil,
        viewport: Size = .zero
    ) {
        self.percentageBase = percentageBase
        self.fontSize = fontSize
        self.rootFontSize = rootFontSize
        self.exSize = exSize ?? fontSize / 2
        self.chSize = chSize ?? fontSize / 2
        self.icSize = icSize ?? fontSize
        self.lineHeight = lineHeight ?? fontSize * 1.2
        self.rootLineHeight = rootLineHeight ?? rootFontSize * 1.2
        self.viewport = viewport
    }

    /// The same, where 100 % is something else.
    package func of(_ percentageBase: Double) -> LengthContext {
        var context = self
        context.percentageBase = percentageBase
        return context
    }

    func size(of unit: Length.Unit) -> Double {
        switch unit {
        case .em: fontSize
        case .rem: rootFontSize
        case .ex: exSize
        case .ch: chSize
        case .ic: icSize
        case .lh: lineHeight
        case .rlh: rootLineHeight
        case .vw: viewport.width / 100
        case .vh: viewport.height / 100
        case .vmin: min(viewport.width, viewport.height) / 100
        case .vmax: max(viewport.width, viewport.height) / 100
        }
    }
}
