import GalleyText

/// CSS Cascade 5: which declaration of each property wins, and what it computes to.
///
///     matched blocks -> winners (importance, origin, layer, rank) -> custom properties -> fonts -> the rest -> adjustments
struct Cascade {
    /// A block that matched, with its place in the cascade. The last of a list is the strongest of the normal ones.
    struct Matched {
        var block: UInt32
        var origin: CascadeOrigin
        var layer: UInt32
    }

    let environment: StyleEnvironment
    let initial: ComputedStyle
    private let table = PropertyTable.shared
    private static let fontSizeID = PropertyTable.shared.id("font-size")
    private static let marginTopID = PropertyTable.shared.id("margin-top")
    private static let marginBottomID = PropertyTable.shared.id("margin-bottom")

    init(environment: StyleEnvironment) {
        self.environment = environment
        var initial = StyleFields()
        initial.inherited.shaping.fontSize = min(max(environment.defaultFontSize, 0), CSSLimits.maximumFontSize)
        initial.inherited.shaping.fontFamilies = environment.defaultFontFamilies
        // A line box exists only for content (CSS 2 §9.4.2).
        initial.inherited.paragraph.emptyParagraph = .nothing
        self.initial = ComputedStyle(initial)
    }

    /// What is true of the element apart from its declarations.
    struct Subject {
        var isRoot = false
        /// Whether it is a `table` element, whatever its `display`.
        var isTable = false
        /// The root's font size; nil on the root itself and before it.
        var rootFontSize: Double?
        var attribute: (@Sendable (String) -> String?)?
    }

    private enum State {
        case open
        /// `revert`: only a lower origin may decide.
        case below(CascadeOrigin)
        /// `revert-layer`: only another layer may decide.
        case outside(CascadeOrigin, UInt32)
        case decided
    }

    private struct Winner {
        var property: PropertyID
        var value: CSSValue
        var origin: CascadeOrigin
    }

    /// Computes an element's style. O(declarations of the matched blocks).
    func compute(
        _ matched: [Matched], blocks: ContiguousArray<DeclarationBlock>, parent: ComputedStyle, subject: Subject
    ) -> StyleFields {
        let winners = decide(matched, blocks: blocks)
        var computation = StyleComputation(
            fields: StyleFields(inherited: parent.inheritedStorage.value, box: BoxStyle()), parent: parent,
            rootFontSize: subject.rootFontSize ?? initial.inherited.shaping.fontSize, environment: environment)
        computation.attribute = subject.attribute
        computation.isRoot = subject.isRoot
        if let variables = customProperties(matched, blocks: blocks, parent: parent) {
            computation.fields.inherited.customProperties = CustomProperties(variables.values)
        }
        apply(winners, .family, &computation)
        apply(winners, .fontSize, &computation)
        computation.adjustFontSizeForFamily()
        if subject.isRoot { computation.rootFontSize = computation.fontSize }
        apply(winners, .direction, &computation)
        apply(winners, .rest, &computation)
        for winner in winners where winner.origin == .userAgent {
            if winner.property == Cascade.marginTopID { computation.fields.box.hasDefaultMarginTop = true }
            if winner.property == Cascade.marginBottomID { computation.fields.box.hasDefaultMarginBottom = true }
        }
        adjust(&computation, subject)
        return computation.fields
    }

    // MARK: - Who wins

    /// The winning declarations, weakest first (so that of a logical and a physical property the stronger one stays).
    private func decide(_ matched: [Matched], blocks: ContiguousArray<DeclarationBlock>) -> [Winner] {
        var states = [State](repeating: .open, count: table.definitions.count)
        var winners: [Winner] = []
        func consider(_ declaration: Declaration, _ place: Matched) {
            switch states[declaration.property.index] {
            case .open: break
            case .decided: return
            case .below(let origin):
                if Cascade.level(place.origin) >= Cascade.level(origin) { return }
            case .outside(let origin, let layer):
                if place.origin == origin, place.layer == layer { return }
            }
            switch declaration.value {
            case .wide(.revert): states[declaration.property.index] = .below(place.origin)
            case .wide(.revertLayer): states[declaration.property.index] = .outside(place.origin, place.layer)
            default:
                states[declaration.property.index] = .decided
                winners.append(
                    Winner(property: declaration.property, value: declaration.value, origin: place.origin))
            }
        }
        var reverted = false
        for place in importantOrder(matched, blocks: blocks) {
            for declaration in blocks[Int(place.block)].declarations.reversed() where declaration.isImportant {
                consider(declaration, place)
            }
        }
        for place in matched.reversed() {
            for declaration in blocks[Int(place.block)].declarations.reversed() where !declaration.isImportant {
                if case .wide(.revert) = declaration.value { reverted = true }
                if case .wide(.revertLayer) = declaration.value { reverted = true }
                consider(declaration, place)
            }
        }
        // Rolled back to nothing: as `unset`.
        if reverted {
            for (index, state) in states.enumerated() {
                switch state {
                case .below, .outside:
                    winners.append(
                        Winner(
                            property: PropertyID(rawValue: UInt16(index)), value: .wide(.unset), origin: .author))
                default: break
                }
            }
        }
        return winners.reversed()
    }

    /// Hints and style attributes are author declarations where origins are compared (Cascade 5 §7.3.4).
    private static func level(_ origin: CascadeOrigin) -> Int {
        switch origin {
        case .userAgent: 0
        case .user: 1
        case .hint, .author, .styleAttribute: 2
        }
    }

    /// Strongest first. Importance turns origins and layers around (Cascade 5 §6.1, §6.4.3).
    private func importantOrder(_ matched: [Matched], blocks: ContiguousArray<DeclarationBlock>) -> [Matched] {
        var important: [(offset: Int, place: Matched)] = []
        for (offset, place) in matched.enumerated() where blocks[Int(place.block)].hasImportant {
            important.append((offset, place))
        }
        if important.count > 1 {
            important.sort { left, right in
                let (a, b) = (left.place, right.place)
                if Cascade.level(a.origin) != Cascade.level(b.origin) {
                    return Cascade.level(a.origin) < Cascade.level(b.origin)
                }
                let aIsAttribute = a.origin == .styleAttribute
                if aIsAttribute != (b.origin == .styleAttribute) { return aIsAttribute }
                if a.layer != b.layer { return a.layer < b.layer }
                return left.offset > right.offset
            }
        }
        return important.map(\.place)
    }

    /// The element's custom properties; nil when it declares none.
    private func customProperties(
        _ matched: [Matched], blocks: ContiguousArray<DeclarationBlock>, parent: ComputedStyle
    ) -> VariableSubstitution? {
        if matched.allSatisfy({ blocks[Int($0.block)].customProperties.isEmpty }) { return nil }
        var declared: [String: CustomValue] = [:]
        for place in importantOrder(matched, blocks: blocks) {
            for custom in blocks[Int(place.block)].customProperties.reversed() where custom.isImportant {
                if declared[custom.name] == nil { declared[custom.name] = custom.value }
            }
        }
        for place in matched.reversed() {
            for custom in blocks[Int(place.block)].customProperties.reversed() where !custom.isImportant {
                if declared[custom.name] == nil { declared[custom.name] = custom.value }
            }
        }
        if declared.isEmpty { return nil }
        var variables = VariableSubstitution(inherited: parent.inherited.customProperties.values)
        var texts: [String: String] = [:]
        for (name, value) in declared {
            switch value {
            case .text(let text): texts[name] = text
            case .wide(.initial): variables.remove(name)
            case .wide: break  // Custom properties inherit: so do `inherit`, `unset` and, with one origin, `revert`.
            }
        }
        variables.resolve(texts)
        return variables
    }

    // MARK: - Computing

    private func apply(_ winners: [Winner], _ phase: PropertyDefinition.Phase, _ computation: inout StyleComputation) {
        for winner in winners where table[winner.property].phase == phase {
            apply(winner.property, winner.value, &computation)
        }
    }

    private func apply(_ property: PropertyID, _ value: CSSValue, _ computation: inout StyleComputation) {
        let definition = table[property]
        switch value {
        case .wide(let word):
            let inherits = word == .inherit || word != .initial && definition.isInherited
            definition.copy(StyleFields(inherits ? computation.parent : initial), &computation.fields)
            if property == Cascade.fontSizeID, !inherits { computation.setFontSize(.keyword("medium")) }
        case .unresolved(let name, let text):
            apply(property, substituted(property, name, text, computation), &computation)
        default:
            definition.apply(value, &computation)
        }
    }

    /// The value with its variables; `unset` when it is invalid at computed-value time (CSS Variables 1 §3.1).
    private func substituted(
        _ property: PropertyID, _ name: String, _ text: String, _ computation: StyleComputation
    ) -> CSSValue {
        var variables = VariableSubstitution(inherited: computation.fields.inherited.customProperties.values)
        guard let text = variables.substitute(text) else { return .wide(.unset) }
        let source = CSSSource(text)
        var found: CSSValue?
        _ = PropertyParser.parse(name, source, source.trimmed(0..<source.count)) { candidate, value in
            if candidate == property { found = value }
        }
        switch found {
        case nil, .unresolved?: return .wide(.unset)
        case let value?: return value
        }
    }

    // MARK: - Adjustments

    /// What CSS changes after the declarations are applied: CSS 2 §9.7, CSS Display 3 §2.7, propagated decorations.
    private func adjust(_ computation: inout StyleComputation, _ subject: Subject) {
        if !computation.fields.inherited.ligatureFeatures.isEmpty
            || !computation.fields.inherited.numericFeatures.isEmpty
            || !computation.fields.inherited.eastAsianFeatures.isEmpty
            || !computation.fields.inherited.featureSettings.isEmpty
            || !computation.fields.inherited.shaping.features.isEmpty
        {
            computation.combineFeatures()
        }
        Cascade.adjust(&computation.fields.box, parent: computation.parent, subject)
        // Tables do not take part in the alignment of blocks around them (Blink's StyleAdjuster).
        if subject.isTable, computation.fields.inherited.blockAlignment != nil {
            computation.fields.inherited.blockAlignment = nil
            computation.fields.inherited.paragraph.alignment = .start
        }
        computation.fields.inherited.opacity =
            computation.fields.box.modelStorage?.value.textOpacity
            ?? computation.parent.inherited.opacity * computation.fields.box.opacityOfText
        computation.propagateDecorations()
    }

    /// A vertical box whose lines are limited is a block container, any other one a flexible box (CSS Overflow 4 §5).
    private static func adjustLegacyBox(_ box: inout BoxStyle) {
        let isInline = box.display == .inlineLegacyBox
        box.isLegacyClamp = box.isVerticalBox && box.lineClamp > 0
        if box.isLegacyClamp {
            box.display = isInline ? .inlineBlock : .flowRoot
        } else {
            box.display = isInline ? .inlineFlex : .flex
        }
    }

    private static func adjust(_ box: inout BoxStyle, parent: ComputedStyle, _ subject: Subject) {
        if box.display == .legacyBox || box.display == .inlineLegacyBox { adjustLegacyBox(&box) }
        let isOutOfFlow = box.position.isOutOfFlow
        let isItem: Bool
        switch parent.boxStorage.value.display {
        case .flex, .inlineFlex, .grid, .inlineGrid: isItem = true
        default: isItem = false
        }
        if isOutOfFlow || isItem { box.float = .none }
        box.isInlineBeforePositioning = isOutOfFlow && box.display.isInlineLevel
        if subject.isRoot || isItem || isOutOfFlow || box.float != .none { box.display = box.display.blockified }
        // One axis that scrolls makes the other one do so too (CSS Overflow 3 §3.1).
        if box.overflowX == .visible, box.overflowY != .visible, box.overflowY != .clip { box.overflowX = .auto }
        if box.overflowY == .visible, box.overflowX != .visible, box.overflowX != .clip { box.overflowY = .auto }
        if box.display.isBlockLevel { box.alignedByParent = parent.inheritedStorage.value.blockAlignment }
    }
}

extension BoxStyle {
    /// What the element's `opacity` is to its text by itself: that of a box is its block's.
    fileprivate var opacityOfText: Double { display.isInline ? opacity : 1 }
}

extension BoxStyle.Display {
    /// The display of a box that must be a block (CSS Display 3 §2.7).
    var blockified: BoxStyle.Display {
        switch self {
        case .inline, .inlineBlock, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell,
            .tableColumnGroup, .tableColumn, .tableCaption, .ruby, .rubyBase, .rubyText, .rubyBaseContainer,
            .rubyTextContainer:
            .block
        case .inlineTable: .table
        case .inlineFlex: .flex
        case .inlineGrid: .grid
        case .inlineListItem: .listItem
        default: self
        }
    }

    /// Whether the box stands in a line.
    var isInlineLevel: Bool {
        switch self {
        case .inline, .inlineBlock, .inlineTable, .inlineFlex, .inlineGrid, .inlineListItem, .ruby: true
        default: false
        }
    }

    /// Whether the box is one of the parts of a line that text is in, and no box of its own that stands there.
    var isInline: Bool {
        switch self {
        case .inline, .inlineListItem, .ruby, .rubyBase, .rubyText, .rubyBaseContainer, .rubyTextContainer: true
        default: false
        }
    }

    /// Whether the box stands among blocks.
    public var isBlockLevel: Bool {
        switch self {
        case .block, .listItem, .flowRoot, .flex, .grid, .table: true
        default: false
        }
    }

    /// Whether the box is a part of a table.
    public var isTablePart: Bool {
        switch self {
        case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell, .tableColumnGroup,
            .tableColumn, .tableCaption:
            true
        default: false
        }
    }
}
