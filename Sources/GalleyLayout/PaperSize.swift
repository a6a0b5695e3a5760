import GalleyText

/// The size of a sheet in CSS px (96 to the inch).
///
///     layout.paginated(on: .a4, margins: 54)
///     layout.paginated(on: .custom(width: 400, height: 600))
public struct PaperSize: Hashable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// A size in px.
    public static func custom(width: Double, height: Double) -> PaperSize { PaperSize(width: width, height: height) }

    /// A size in millimetres.
    public static func millimetres(_ width: Double, _ height: Double) -> PaperSize {
        PaperSize(width: width / 25.4 * 96, height: height / 25.4 * 96)
    }

    public static let a3 = millimetres(297, 420)
    public static let a4 = millimetres(210, 297)
    public static let a5 = millimetres(148, 210)
    public static let b5 = millimetres(176, 250)
    public static let letter = PaperSize(width: 816, height: 1_056)
    public static let legal = PaperSize(width: 816, height: 1_344)

    /// The sheet turned by a quarter.
    public var landscape: PaperSize { PaperSize(width: max(width, height), height: min(width, height)) }

    /// The sheet with its longer sides upright.
    public var portrait: PaperSize { PaperSize(width: min(width, height), height: max(width, height)) }

    /// The size of a name in any case (`A4`, `letter`), or of `WxH` in px (`400x600`); `nil` for anything else.
    public init?(name: String) {
        let name = name.lowercased()
        switch name {
        case "a3": self = .a3
        case "a4": self = .a4
        case "a5": self = .a5
        case "b5": self = .b5
        case "letter": self = .letter
        case "legal": self = .legal
        default:
            let parts = name.split(separator: "x", omittingEmptySubsequences: false)
            guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]), width > 0, height > 0,
                width <= LayoutLimits.maximumWidth, height <= LayoutLimits.maximumWidth
            else { return nil }
            self.init(width: width, height: height)
        }
    }
}
