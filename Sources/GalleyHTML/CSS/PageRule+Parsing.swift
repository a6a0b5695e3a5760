import GalleyText

// CSS Paged Media 3.

extension PageRule {
    /// One rule for each selector of an `@page` rule; none when a selector is invalid.
    static func rules(
        _ rule: StyleSheet.AtRule, root: ComputedStyle, cascade: Cascade, _ resolve: (String) -> String
    ) -> [PageRule] {
        guard let selectors = selectors(rule.prelude) else { return [] }
        // The page takes inherited values from the root, and its margin boxes from the page (§4.2, §4.3).
        func compute(_ block: DeclarationBlock, _ parent: ComputedStyle) -> ComputedStyle {
            var subject = Cascade.Subject(rootFontSize: root.inherited.shaping.fontSize)
            subject.isRoot = false
            return ComputedStyle(
                cascade.compute(
                    [Cascade.Matched(block: 0, origin: .author, layer: .max)], blocks: [block], parent: parent,
                    subject: subject))
        }
        let page = compute(rule.block, root)
        let declared = Set(rule.block.declarations.map { PropertyTable.shared[$0.property].name })
        var result = PageRule()
        result.size = rule.descriptor("size") { $0.pageSize() }
        func edges<Value>(_ name: (String) -> [String], _ values: Edges<Value>) -> Edges<Value?> {
            func edge(_ side: String, _ value: Value) -> Value? {
                name(side).contains { declared.contains($0) } ? value : nil
            }
            return Edges(
                top: edge("top", values.top), right: edge("right", values.right),
                bottom: edge("bottom", values.bottom), left: edge("left", values.left))
        }
        func logical(_ prefix: String, _ side: String, _ suffix: String) -> [String] {
            var names = ["\(prefix)-\(side)\(suffix)"]
            if side == "left" || side == "right" {
                let isStart = (side == "left") != page.inherited.isRightToLeft
                names.append("\(prefix)-inline-\(isStart ? "start" : "end")\(suffix)")
            }
            return names
        }
        result.margin = edges({ logical("margin", $0, "") }, page.box.margin)
        result.padding = edges({ logical("padding", $0, "") }, page.box.padding)
        result.border = edges({ logical("border", $0, "-style") + logical("border", $0, "-width") }, page.border)
        if declared.contains("background-color") { result.background = page.backgroundColor ?? .transparent }
        if declared.contains("background-image") { result.backgroundLayers = page.backgroundLayers.resolved(resolve) }
        if declared.contains("counter-reset") {
            result.footnoteReset = page.box.counterReset.last { $0.name == "footnote" }?.value
        }
        for (name, block) in rule.marginBoxes {
            if name == "footnote" {
                var area = compute(block, page).blockStyle
                area.backgroundLayers = area.backgroundLayers.resolved(resolve)
                area.borderImage = area.borderImage?.resolved(resolve)
                let isDeclared = block.declarations.contains { PropertyTable.shared[$0.property].name == "margin-top" }
                if !isDeclared { area.margin.top = PageRule.initialFootnoteArea.margin.top }
                result.footnoteArea = area
            }
            guard let position = PageMarginBox.Position(rawValue: name) else { continue }
            result.marginBoxes.append(PageMarginBox(position, compute(block, page), block, resolve))
        }
        return selectors.map { selector in
            var rule = result
            (rule.name, rule.pseudoClasses, rule.position) = selector
            return rule
        }
    }

    private typealias Selector = (name: String?, pseudoClasses: PseudoClasses, position: Position?)

    /// `name? [:first | :left | :right | :blank | :nth(An+B)]*`, separated by commas (§4.1; CSS Generated Content for Paged
    /// Media 3 §4.1); no selector at all is every page.
    private static func selectors(_ prelude: String) -> [Selector]? {
        let source = CSSSource(prelude)
        guard source.count > 0 else { return [(nil, [], nil)] }
        var reader = ValueReader(source, 0..<source.count)
        var result: [Selector] = []
        repeat {
            let name = reader.peekKeyword() == "auto" ? nil : reader.customIdentifier()
            var pseudoClasses: PseudoClasses = []
            var position: Position?
            var count = 0
            while reader.token.kind == .colon {
                reader.advance()
                count += 1
                if reader.isFunction("nth") {
                    // Of two of them in one selector nothing is known.
                    guard position == nil, let pattern = reader.nthPattern() else { return nil }
                    position = Position(a: Int(pattern.a), b: Int(pattern.b))
                    continue
                }
                switch reader.keyword() {
                case "first": pseudoClasses.insert(.first)
                case "left": pseudoClasses.insert(.left)
                case "right": pseudoClasses.insert(.right)
                case "blank": pseudoClasses.insert(.blank)
                default: return nil
                }
            }
            guard name != nil || count > 0 else { return nil }
            result.append((name, pseudoClasses, position))
        } while reader.acceptComma()
        return reader.atEnd ? result : nil
    }
}

extension PageMarginBox {
    fileprivate init(
        _ position: Position, _ style: ComputedStyle, _ block: DeclarationBlock, _ resolve: (String) -> String
    ) {
        self.init(position: position)
        text = style.textStyle
        paragraph = style.paragraphStyle
        box = style.blockStyle
        box.backgroundLayers = box.backgroundLayers.resolved(resolve)
        box.borderImage = box.borderImage?.resolved(resolve)
        let declared = Set(block.declarations.map { PropertyTable.shared[$0.property].name })
        if !declared.contains("text-align") { paragraph.alignment = position.alignment }
        if !declared.contains("vertical-align") { box.verticalAlignment = position.verticalAlignment }
        guard case .items(let items) = style.box.content else { return }
        for item in items {
            switch item {
            case .string(let text): content.append(.text(text))
            case .url(let url): content.append(.image(url: resolve(url)))
            case .counter(let name, let type): content.append(.counter(name, type.predefined))
            case .counters(let name, let separator, let type):
                content.append(.counters(name, separator: separator, type.predefined))
            case .namedString(let name, let occurrence): content.append(.namedString(name, occurrence))
            case .targetCounter, .targetText, .leader, .elementText, .openQuote, .closeQuote, .noOpenQuote,
                .noCloseQuote:
                break
            }
        }
    }
}

extension PageMarginBox.Position {
    /// Initial values differ from box to box (§5.3.2.1).
    fileprivate var alignment: TextAlignment {
        switch self {
        case .topLeft, .bottomLeft: .left
        case .topRight, .bottomRight, .topLeftCorner, .bottomLeftCorner: .right
        case .topRightCorner, .bottomRightCorner: .left
        case .topCenter, .bottomCenter, .leftTop, .leftMiddle, .leftBottom, .rightTop, .rightMiddle, .rightBottom:
            .center
        }
    }

    fileprivate var verticalAlignment: VerticalAlignment {
        switch self {
        case .leftTop, .rightTop: .top
        case .leftBottom, .rightBottom: .bottom
        default: .middle
        }
    }
}

extension ListStyleType {
    /// The predefined style that it is, else decimal.
    var predefined: CounterStyle {
        if case .counter(let style) = self { style } else { .decimal }
    }
}

extension ValueReader {
    /// The argument of `:nth()`.
    fileprivate mutating func nthPattern() -> NthPattern? {
        var inner = arguments()
        guard let pattern = NthPattern(inner.source, at: &inner.index, before: inner.end) else { return nil }
        inner.skipSpace()
        return inner.atEnd ? pattern : nil
    }

    /// `auto`, one or two lengths, or a paper with an orientation (§7.1).
    fileprivate mutating func pageSize() -> PageSize? {
        if accept("auto") { return .auto }
        if let first = length(.nonNegative) {
            guard case .length(let width) = first else { return nil }
            var height = width
            if !atEnd {
                guard case .length(let second)? = length(.nonNegative) else { return nil }
                height = second
            }
            let context = LengthContext(fontSize: 16)
            return .fixed(Size(width: width.resolved(in: context), height: height.resolved(in: context)))
        }
        var paper: Size?
        var orientation: String?
        while let word = peekKeyword() {
            if let size = ValueReader.papers[word], paper == nil {
                paper = size
            } else if orientation == nil, word == "portrait" || word == "landscape" {
                orientation = word
            } else {
                return nil
            }
            advance()
        }
        guard var size = paper else { return orientation.map { $0 == "portrait" ? .portrait : .landscape } }
        if orientation == "landscape" { size = Size(width: size.height, height: size.width) }
        return .fixed(size)
    }

    private static let papers: [String: Size] = {
        func millimetres(_ width: Double, _ height: Double) -> Size {
            Size(width: width * 96 / 25.4, height: height * 96 / 25.4)
        }
        // Beside those of §7.1 the others of ISO 216 down to cards, as programs that print have them.
        return [
            "a6": millimetres(105, 148), "a5": millimetres(148, 210), "a4": millimetres(210, 297),
            "a3": millimetres(297, 420), "a2": millimetres(420, 594), "a1": millimetres(594, 841),
            "a0": millimetres(841, 1189), "a7": millimetres(74, 105), "a8": millimetres(52, 74),
            "b5": millimetres(176, 250), "b4": millimetres(250, 353), "jis-b5": millimetres(182, 257),
            "jis-b4": millimetres(257, 364), "letter": Size(width: 816, height: 1056),
            "legal": Size(width: 816, height: 1344), "ledger": Size(width: 1056, height: 1632),
        ]
    }()
}
