/// One `@page` rule (CSS Paged Media 3): what it says of the pages that it selects, properties that it leaves alone being
/// `nil`.
public struct PageRule: Hashable, Codable, Sendable {
    /// The page type, case kept; `nil` for any.
    public var name: String?
    public var pseudoClasses: PseudoClasses
    /// `:nth()`: which pages are meant; `nil` for any.
    public var position: Position?
    public var size: PageSize?
    public var margin = Edges<SizeValue?>(nil)
    public var padding = Edges<Length?>(nil)
    public var border = Edges<BorderEdge?>(nil)
    public var background: Color?
    /// The images in front of the colour, front to back: they cover the whole sheet, and are laid out in the page's box.
    public var backgroundLayers: [BackgroundLayer]?
    public var marginBoxes: [PageMarginBox] = []
    /// `@footnote`, the box around the footnotes at the bottom of the page: its margins, padding, border and backgrounds (CSS
    /// Generated Content for Paged Media 3 §2.5).
    public var footnoteArea: BlockStyle?
    /// `counter-reset: footnote`: where footnotes are counted from on the page (CSS Generated Content for Paged Media 3 §2.3).
    public var footnoteReset: Int?

    /// `:first`, `:left`, `:right`, `:blank`.
    public struct PseudoClasses: OptionSet, Hashable, Codable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let first = PseudoClasses(rawValue: 1)
        public static let left = PseudoClasses(rawValue: 2)
        public static let right = PseudoClasses(rawValue: 4)
        public static let blank = PseudoClasses(rawValue: 8)
    }

    /// The pages of `:nth(An+B)`, counted from 1 (CSS Generated Content for Paged Media 3 §4.1).
    public struct Position: Hashable, Codable, Sendable {
        public var a: Int
        public var b: Int

        public init(a: Int = 0, b: Int) {
            self.a = a
            self.b = b
        }

        /// Whether a page is a·n + b for some n of at least 0.
        public func contains(_ page: Int) -> Bool {
            let (offset, isHuge) = page.subtractingReportingOverflow(b)
            guard !isHuge, a != 0 else { return !isHuge && offset == 0 }
            // The remainder first: the least number has no quotient by -1.
            return a == -1 ? offset <= 0 : offset % a == 0 && offset / a >= 0
        }
    }

    public init(name: String? = nil, pseudoClasses: PseudoClasses = [], position: Position? = nil) {
        self.name = name
        self.pseudoClasses = pseudoClasses
        self.position = position
    }

    /// `(page type, :first, :blank and :nth(), :left and :right)` (CSS Paged Media 3 §4.2), compared lexicographically.
    var specificity: (Int, Int, Int) {
        (
            name == nil ? 0 : 1,
            (pseudoClasses.contains(.first) ? 1 : 0) + (pseudoClasses.contains(.blank) ? 1 : 0)
                + (position == nil ? 0 : 1),
            (pseudoClasses.contains(.left) ? 1 : 0) + (pseudoClasses.contains(.right) ? 1 : 0)
        )
    }
}

/// `size` (CSS Paged Media 3 §7.1), in px.
public enum PageSize: Hashable, Codable, Sendable {
    case auto
    /// The paper that the caller chose, turned.
    case portrait, landscape
    case fixed(Size)
}

/// A margin box of a page: `@top-center { content: counter(page) }` (CSS Paged Media 3 §4.3).
public struct PageMarginBox: Hashable, Codable, Sendable {
    /// The name without `@`: `top-left-corner`, `bottom-center` and so on.
    public var position: Position
    public var content: [Content]
    public var text: TextStyle
    public var paragraph: ParagraphStyle
    public var box: BlockStyle

    /// Clockwise from the top left corner.
    public enum Position: String, Hashable, Codable, Sendable, CaseIterable {
        case topLeftCorner = "top-left-corner"
        case topLeft = "top-left"
        case topCenter = "top-center"
        case topRight = "top-right"
        case topRightCorner = "top-right-corner"
        case rightTop = "right-top"
        case rightMiddle = "right-middle"
        case rightBottom = "right-bottom"
        case bottomRightCorner = "bottom-right-corner"
        case bottomRight = "bottom-right"
        case bottomCenter = "bottom-center"
        case bottomLeft = "bottom-left"
        case bottomLeftCorner = "bottom-left-corner"
        case leftBottom = "left-bottom"
        case leftMiddle = "left-middle"
        case leftTop = "left-top"
    }

    /// A part of the box's `content`.
    public enum Content: Hashable, Codable, Sendable {
        case text(String)
        /// `counter(page)`, `counter(pages)` or another one, with its style.
        case counter(String, CounterStyle)
        case counters(String, separator: String, CounterStyle)
        /// `string(name)`, a named string (CSS Generated Content for Paged Media 3 §1.1).
        case namedString(String, NamedString.Occurrence = .first)
        case image(url: String)
    }

    public init(
        position: Position, content: [Content] = [], text: TextStyle = TextStyle(),
        paragraph: ParagraphStyle = ParagraphStyle(), box: BlockStyle = BlockStyle()
    ) {
        self.position = position
        self.content = content
        self.text = text
        self.paragraph = paragraph
        self.box = box
    }
}

extension PageRule {
    /// The box around footnotes where no rule says anything of it.
    public static let initialFootnoteArea: BlockStyle = {
        var style = BlockStyle()
        style.margin.top = .length(.px(initialFootnoteMargin))
        return style
    }()

    /// What stands between text and footnotes where no rule says anything of it, px: about a line.
    public static let initialFootnoteMargin = 16.0
}

extension StyleResources {
    /// What the rules together say of a page: of each property the most specific rule's, of equals the last one's. Margin
    /// boxes and the area of footnotes count as one property each.
    ///
    /// - Parameter position: the page's place among all pages, counted from 1; of `nil` no rule for some of them speaks.
    public func page(
        name: String? = nil, _ pseudoClasses: PageRule.PseudoClasses = [], position: Int? = nil
    ) -> PageRule {
        var page = PageRule(name: name, pseudoClasses: pseudoClasses)
        let rules = pages.enumerated().filter { _, rule in
            (rule.name == nil || rule.name == name) && pseudoClasses.isSuperset(of: rule.pseudoClasses)
                && (rule.position.map { selected in position.map { selected.contains($0) } ?? false } ?? true)
        }.sorted {
            $0.element.specificity != $1.element.specificity
                ? $0.element.specificity < $1.element.specificity : $0.offset < $1.offset
        }
        for (_, rule) in rules {
            page.size = rule.size ?? page.size
            page.margin = page.margin.overridden(by: rule.margin)
            page.padding = page.padding.overridden(by: rule.padding)
            page.border = page.border.overridden(by: rule.border)
            page.background = rule.background ?? page.background
            page.backgroundLayers = rule.backgroundLayers ?? page.backgroundLayers
            page.footnoteArea = rule.footnoteArea ?? page.footnoteArea
            page.footnoteReset = rule.footnoteReset ?? page.footnoteReset
            for box in rule.marginBoxes {
                page.marginBoxes.removeAll { $0.position == box.position }
                page.marginBoxes.append(box)
            }
        }
        return page
    }
}

extension Edges {
    /// The edges that `other` has, and these where it has none.
    fileprivate func overridden<Wrapped>(by other: Edges) -> Edges where Value == Wrapped? {
        Edges(
            top: other.top ?? top, right: other.right ?? right, bottom: other.bottom ?? bottom,
            left: other.left ?? left)
    }
}
