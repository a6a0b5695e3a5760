import GalleyText

/// What pages are like.
///
///     var setup = PageSetup(paper: .a5, margins: 40)
///     setup.firstNumber = 7
///     let paged = layout.paginated(setup)
public struct PageSetup: Sendable, Hashable {
    public var paper: PaperSize
    /// In px. Margins that leave no room are reduced.
    public var margins: EdgeInsets
    /// What the first page is numbered. Odd pages are right ones, in right-to-left documents left ones.
    public var firstNumber = 1
    /// Which of the document's `@page` rules count: where they do, they win over this.
    public var documentRules = DocumentRules.all
    /// Where something stands over the edge of its page's content, the document is laid out for pages so many times larger
    /// that it does not, and drawn so much smaller, as Blink prints (`kPrintingMaximumShrinkFactor`): so many times at most.
    /// With 1, less, or no number, what does not fit is cut off by the sheet's edge; more than 100 counts as 100.
    public var maximumShrinkFactor = 2.0

    /// Parts of `@page` rules (CSS Paged Media 3).
    public struct DocumentRules: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// `size`.
        public static let size = DocumentRules(rawValue: 1)
        /// `margin`.
        public static let margins = DocumentRules(rawValue: 2)
        /// `padding`, `border` and `background`.
        public static let decoration = DocumentRules(rawValue: 4)
        /// `@top-center` and the like.
        public static let marginBoxes = DocumentRules(rawValue: 8)
        /// `@footnote`.
        public static let footnotes = DocumentRules(rawValue: 16)
        public static let all: DocumentRules = [.size, .margins, .decoration, .marginBoxes, .footnotes]
    }

    /// What the first page has less room for at its top, px.
    var firstPageInset = 0.0

    public init(paper: PaperSize, margins: EdgeInsets) {
        self.paper = paper
        self.margins = margins
    }
}

/// What one kind of page measures, its document's rules taken into account.
struct PageSheet: Sendable {
    var paper: PaperSize
    var margins: EdgeInsets
    /// Where the content stands, as large as it is laid out: what is drawn of it is `scale` times smaller around its top left.
    var contentRect: Rect
    var scale: Double
    /// Shared, as there is a sheet for each page.
    let look: PageLook
    // What is known of the page itself.
    var number = 1
    var name: String?
    var isLeft = false
    var isBlank = false
    var range = 0.0..<0.0
    /// What its footnotes take at its bottom, with what is around them.
    var footnoteHeight = 0.0

    var border: Edges<BorderEdge> { look.border }
    var background: Color? { look.background }
    var backgroundLayers: [BackgroundLayer] { look.backgroundLayers }
    var marginBoxes: [PageMarginBox] { look.marginBoxes }
    var footnoteArea: FootnoteArea { look.footnoteArea }
    var footnoteReset: Int? { look.footnoteReset }
}

/// What all pages of a kind have around their content.
final class PageLook: Sendable {
    let border: Edges<BorderEdge>
    let background: Color?
    let backgroundLayers: [BackgroundLayer]
    let marginBoxes: [PageMarginBox]
    let footnoteArea: FootnoteArea
    /// Where footnotes are counted from on it; `nil` where they go on.
    let footnoteReset: Int?

    init(
        border: Edges<BorderEdge>, background: Color?, backgroundLayers: [BackgroundLayer],
        marginBoxes: [PageMarginBox], footnoteArea: FootnoteArea, footnoteReset: Int?
    ) {
        self.border = border
        self.background = background
        self.backgroundLayers = backgroundLayers
        self.marginBoxes = marginBoxes
        self.footnoteArea = footnoteArea
        self.footnoteReset = footnoteReset
    }
}

/// Answers what the page of a name and with pseudo-classes is like.
struct PageStyles {
    private let setup: PageSetup
    private let resources: StyleResources
    private let rootFontSize: Double
    private let isRightToLeft: Bool
    /// How many times larger than on its page content is laid out.
    private let scale: Double
    /// The name of the first page, and whether it has it whatever comes first.
    var firstName: String?
    var isFirstSettled = false
    private var known: [Key: PageSheet] = [:]

    private struct Key: Hashable {
        var name: String?
        var pseudoClasses: PageRule.PseudoClasses
        /// Which of the rules for some pages speak of it.
        var positioned: [Int]
    }

    /// The rules with `:nth()`, by their places among all rules.
    private let positionedRules: [Int]

    init(_ text: AttributedText, _ options: LayoutOptions, _ setup: PageSetup, scale: Double = 1) {
        self.setup = setup
        self.scale = scale
        resources = text.styleResources
        positionedRules = resources.pages.indices.filter { text.styleResources.pages[$0].position != nil }
        rootFontSize = options.rootFontSize
        isRightToLeft = text.principalDirection == .rightToLeft
    }

    /// The sheet that the width of the text is taken from: a right page that is not the first.
    mutating func ordinary(name: String? = nil) -> PageSheet { sheet(name, [.right]) }

    /// Whether pages that the document may have differ in width: those of one type among each other, or types.
    mutating func haveOneWidth(names: [String]) -> Bool {
        let width = ordinary().contentRect.width
        // Which of these come together nobody has counted.
        guard positionedRules.allSatisfy({ !resources.pages[$0].changesWidth }) else { return false }
        for name in [nil] + names.map(Optional.some) {
            guard kinds.allSatisfy({ sheet(name, $0).contentRect.width == width }) else { return false }
        }
        return true
    }

    /// The height of the lowest page that the document may have.
    mutating func leastHeight(names: [String]) -> Double {
        var least = sheet(index: 0, name: nil, isBlank: false).contentRect.height
        let positions = typicalPositions.prefix(max(1, LayoutLimits.typicalPages / (kinds.count * (names.count + 1))))
        for name in [nil] + names.map(Optional.some) {
            least = min(least, sheet(index: 0, name: name, isBlank: false).contentRect.height)
            for kind in kinds {
                least = min(least, sheet(name, kind).contentRect.height)
                for position in positions {
                    least = min(least, sheet(name, kind, position: position).contentRect.height)
                }
            }
        }
        return least
    }

    /// Pages of which rules with `:nth()` speak, with what comes together in them as far as their periods are short.
    private var typicalPositions: [Int] {
        if positionedRules.isEmpty { return [] }
        let rules = positionedRules.prefix(LayoutLimits.typicalPagePositions).compactMap {
            resources.pages[$0].position?.b
        }
        return Array(1...LayoutLimits.typicalPagePositions) + rules.filter { $0 > LayoutLimits.typicalPagePositions }
    }

    private var kinds: [PageRule.PseudoClasses] { [.left, .right, [.left, .first], [.right, .first]] }

    /// The first page, if what comes first asks for one of that name.
    mutating func first(name: String?) -> PageSheet { sheet(index: 0, name: name, isBlank: false) }

    /// The page of a number; `index` counts from 0.
    mutating func sheet(index: Int, name: String?, isBlank: Bool) -> PageSheet {
        let name = index == 0 && isFirstSettled ? firstName : name
        let number = setup.firstNumber + index
        let isLeft = number.isMultiple(of: 2) != isRightToLeft
        var pseudoClasses: PageRule.PseudoClasses = isLeft ? .left : .right
        if index == 0 { pseudoClasses.insert(.first) }
        if isBlank { pseudoClasses.insert(.blank) }
        var sheet = sheet(name, pseudoClasses, position: index + 1)
        if index == 0, setup.firstPageInset > 0 {
            let height = sheet.contentRect.height / scale
            let inset = min(setup.firstPageInset, max(0, height - LayoutLimits.minimumPageHeight))
            sheet.contentRect.y += inset
            sheet.contentRect.height = (height - inset) * scale
        }
        sheet.number = number
        sheet.name = name
        sheet.isLeft = isLeft
        sheet.isBlank = isBlank
        return sheet
    }

    /// How many empty pages must come before the page of an index so that it is a left or right one.
    func blankPages(for rule: BlockStyle.BreakRule, before index: Int) -> Int {
        let isLeft = (setup.firstNumber + index).isMultiple(of: 2) != isRightToLeft
        switch rule {
        case .left: return isLeft ? 0 : 1
        case .right: return isLeft ? 1 : 0
        case .recto: return isLeft != isRightToLeft ? 1 : 0
        case .verso: return isLeft != isRightToLeft ? 0 : 1
        default: return 0
        }
    }

    private mutating func sheet(
        _ name: String?, _ pseudoClasses: PageRule.PseudoClasses, position: Int? = nil
    ) -> PageSheet {
        var key = Key(name: name, pseudoClasses: pseudoClasses, positioned: [])
        if let position {
            key.positioned = positionedRules.filter { resources.pages[$0].position?.contains(position) == true }
        }
        if let sheet = known[key] { return sheet }
        let sheet = makeSheet(resources.page(name: name, pseudoClasses, position: position))
        known[key] = sheet
        return sheet
    }

    private func makeSheet(_ rule: PageRule) -> PageSheet {
        func finite(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), LayoutLimits.maximumWidth) : 0 }
        var paper = setup.paper
        if setup.documentRules.contains(.size) {
            switch rule.size {
            case .fixed(let size) where size.width > 0 && size.height > 0:
                paper = PaperSize(width: size.width, height: size.height)
            case .portrait: paper = paper.portrait
            case .landscape: paper = paper.landscape
            case .auto, .fixed, nil: break
            }
        }
        let context = LengthContext(fontSize: rootFontSize, rootFontSize: rootFontSize)
        func resolve(_ length: Length, _ base: Double) -> Double {
            var context = context
            context.percentageBase = base
            return length.resolved(in: context)
        }
        var margins = setup.margins
        if setup.documentRules.contains(.margins) {
            // Percentages are of the page's own axis here (CSS Paged Media 3 §7.2); `auto` is 0.
            func margin(_ value: SizeValue?, _ own: Double, _ base: Double) -> Double {
                value.map { $0.length.map { resolve($0, base) } ?? 0 } ?? own
            }
            margins = EdgeInsets(
                top: margin(rule.margin.top, margins.top, paper.height),
                right: margin(rule.margin.right, margins.right, paper.width),
                bottom: margin(rule.margin.bottom, margins.bottom, paper.height),
                left: margin(rule.margin.left, margins.left, paper.width))
        }
        margins = EdgeInsets(
            top: finite(margins.top), right: finite(margins.right), bottom: finite(margins.bottom),
            left: finite(margins.left))
        let isDecorated = setup.documentRules.contains(.decoration)
        let border = isDecorated ? rule.border.map { $0 ?? .none } : Edges(BorderEdge.none)
        func edge(_ padding: Length?, _ border: BorderEdge, _ base: Double) -> Double {
            border.width + (isDecorated ? padding.map { max(0, resolve($0, base)) } ?? 0 : 0)
        }
        let inner = EdgeInsets(
            top: margins.top + edge(rule.padding.top, border.top, paper.height),
            right: margins.right + edge(rule.padding.right, border.right, paper.width),
            bottom: margins.bottom + edge(rule.padding.bottom, border.bottom, paper.height),
            left: margins.left + edge(rule.padding.left, border.left, paper.width))
        // As high and wide as `LayoutLimits.minimumPageHeight` at least.
        let least = LayoutLimits.minimumPageHeight
        let area = setup.documentRules.contains(.footnotes) ? rule.footnoteArea : nil
        let content = Rect(
            x: inner.left, y: inner.top, width: max(least, finite(paper.width) - inner.left - inner.right) * scale,
            height: max(least, finite(paper.height) - inner.top - inner.bottom) * scale)
        let look = PageLook(
            border: border, background: isDecorated ? rule.background : nil,
            backgroundLayers: isDecorated ? rule.backgroundLayers ?? [] : [],
            marginBoxes: setup.documentRules.contains(.marginBoxes)
                ? rule.marginBoxes.filter { !$0.content.isEmpty } : [],
            footnoteArea: FootnoteArea(area ?? PageRule.initialFootnoteArea, page: content.size) {
                finite(resolve($0, content.width))
            }, footnoteReset: rule.footnoteReset)
        return PageSheet(paper: paper, margins: margins, contentRect: content, scale: scale, look: look)
    }
}

extension AttributedText {
    /// The direction of the body, which holds everything, or else of the root: pages follow each other in it, and the document
    /// reaches further at its end (CSS Writing Modes 4 §8).
    var principalDirection: BaseDirection {
        guard blocks.count > 1, blocks[1].parent == .root, blocks[1].paragraphs == blocks[0].paragraphs else {
            return style(of: .root).direction
        }
        return style(of: BlockID(1)).direction
    }
}

extension PageRule {
    /// Whether it may change how wide the text is.
    fileprivate var changesWidth: Bool {
        size != nil || margin.left != nil || margin.right != nil || padding.left != nil || padding.right != nil
            || border.left != nil || border.right != nil
    }
}
