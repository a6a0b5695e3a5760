import GalleyMarkup
import GalleyText

/// Computes the styles of a tree: the cascade's front door.
///
///     let sheet = StyleSheet(parsing: "p { margin: 0 }")
///     let styles = StyleResolver(tree: tree, sheets: [(sheet, .author)]).resolve()
///
/// The user-agent style sheet and the presentational attributes are always there. Time is linear in nodes, plus the
/// rules that share a name with each element; elements with equal parents' styles and equal declarations share one
/// computation, so a document of 35,000 elements computes a few hundred styles.
///
/// Not copyable: it holds all rules and styles, and no question to it may cost a copy of that. What is asked for every node
/// is `mutating` for the same reason: the compiler passes a borrowed structure by copying its words.
public struct StyleResolver: ~Copyable {
    /// Whether `style` attributes count.
    package var usesStyleAttributes = true
    /// Asked about each block; nil for none.
    var hook: BlockHook?

    private let tree: HTMLTree
    private let environment: StyleEnvironment
    private let index: StyleRuleIndex
    private let cascade: Cascade
    private let quirks: QuirksNames?
    private var matcher: SelectorMatcher
    private var blocks: ContiguousArray<DeclarationBlock>
    /// The first of the blocks of `UserAgentStyleSheet.footnotes`.
    private let footnoteBlocks: UInt32
    /// Whether a block's values depend on the element's attributes, so that its style cannot be shared.
    private var dependsOnElement: ContiguousArray<Bool>
    private var attributeBlocks: [[UInt8]: UInt32] = [:]
    private var hints: PresentationalHints
    private var hintBlocks: [[UInt8]: UInt32] = [:]
    private let atRules: [StyleSheet.AtRule]
    private var diagnostics: [CSSDiagnostic]

    // What has been computed.
    private var styles: [ComputedStyle] = []
    private var inheritedValues = SharedValues<InheritedStyle>()
    private var boxValues = SharedValues<BoxStyle>()
    private var pairTable: [PairKey: UInt32] = [:]
    private var sharing = StyleSharing()
    private var bareElements: BareElements
    private var rootFontSize: Double?
    var monitor = ConversionMonitor()

    private struct PairKey: Hashable {
        var inherited: ObjectIdentifier
        var box: ObjectIdentifier
    }

    /// Prepares the cascade for one tree.
    ///
    /// - Parameters:
    ///   - tree: the document.
    ///   - sheets: weakest first within each origin; `.userAgent` sheets come after the built-in one.
    ///   - environment: what `@media` asks about, and the default fonts.
    public init(
        tree: HTMLTree, sheets: [(sheet: StyleSheet, origin: CascadeOrigin)],
        environment: StyleEnvironment = StyleEnvironment()
    ) {
        self.tree = tree
        self.environment = environment
        cascade = Cascade(environment: environment)
        quirks = tree.isQuirks ? QuirksNames(tree.names) : nil
        hints = PresentationalHints(tree: tree)
        var selectors = CompiledSelectors()
        var blocks: ContiguousArray<DeclarationBlock> = []
        var entries: [(entry: StyleRuleIndex.Entry, specificity: Specificity)] = []
        var atRules: [StyleSheet.AtRule] = []
        var diagnostics: [CSSDiagnostic] = []
        var layers = LayerOrder()
        var builtIn: [(sheet: StyleSheet, origin: CascadeOrigin)] = [(UserAgentStyleSheet.standard, .userAgent)]
        if tree.isQuirks { builtIn.append((UserAgentStyleSheet.quirks, .userAgent)) }
        if tree.hasLineHeightQuirks { builtIn.append((UserAgentStyleSheet.lineHeightQuirks, .userAgent)) }
        for (number, (sheet, origin)) in (builtIn + sheets).enumerated() {
            let listBase = selectors.append(sheet.selectors, tree: tree, quirks: quirks)
            let blockBase = UInt32(blocks.count)
            blocks.append(contentsOf: sheet.blocks)
            diagnostics += sheet.diagnostics
            var holds: [Bool] = []
            for condition in sheet.conditions {
                let outer = condition.parent < 0 || holds[Int(condition.parent)]
                holds.append(outer && condition.query.matches(environment))
            }
            atRules += sheet.atRules.filter { $0.condition < 0 || holds[Int($0.condition)] }
            let layerNumbers = sheet.layers.map { layers.number(of: $0, in: origin, sheet: number) }
            for rule in sheet.rules {
                if rule.condition >= 0, !holds[Int(rule.condition)] { continue }
                let layer = rule.layer < 0 ? UInt32.max : layerNumbers[Int(rule.layer)]
                for index in selectors.lists[Int(rule.selectors + listBase)] {
                    let selector = selectors.selectors[Int(index)]
                    guard let ancestors = StyleRuleIndex.ancestorNames(selector, selectors) else { continue }
                    entries.append(
                        (
                            StyleRuleIndex.Entry(
                                selector: index, block: rule.block + blockBase, ancestors: ancestors,
                                pseudoElement: selector.pseudoElement, origin: origin, layer: layer),
                            selector.specificity
                        ))
                }
            }
        }
        let layerOrder = layers.order()
        for place in entries.indices where entries[place].entry.layer != .max {
            entries[place].entry.layer = layerOrder[Int(entries[place].entry.layer)]
        }
        footnoteBlocks = UInt32(blocks.count)
        blocks.append(contentsOf: UserAgentStyleSheet.footnotes.blocks)
        index = StyleRuleIndex(entries: entries, selectors: selectors, nameCount: tree.names.count)
        matcher = SelectorMatcher(tree: tree, selectors: selectors, quirks: quirks)
        bareElements = BareElements(nameCount: tree.names.count)
        dependsOnElement = ContiguousArray(blocks.map(\.dependsOnElement))
        self.blocks = blocks
        self.atRules = atRules
        self.diagnostics = diagnostics
    }

    // MARK: - The walk

    /// Computes the style of every node, in document order.
    public consuming func resolve() -> DocumentStyles {
        var resolver = self
        return resolver.run()
    }

    private mutating func run() -> DocumentStyles {
        let initial = intern(StyleFields(cascade.initial))
        var ids = [UInt32](repeating: initial, count: tree.nodeCount)
        // The elements around the current node that have content, each with its names and those of its ancestors.
        var open: [(node: NodeID, names: NameFilter)] = []
        var pseudoElements: [UInt64: UInt32] = [:]
        var ranks: [UInt32] = []
        var pseudoRanks: [UInt32] = []
        var key: [UInt32] = []
        var steps = 0
        var current: NodeID? = tree.firstChild(of: tree.document)
        while let node = current {
            steps &+= 1
            if steps % ConversionMonitor.interval == 0, monitor.shouldStop() { break }
            let parent = tree.parent(of: node) ?? tree.document
            let parentStyle = ids[parent.index]
            guard tree.isElement(node) else {
                ids[node.index] = parentStyle
                current = tree.next(after: node, within: tree.document)
                continue
            }
            while let last = open.last, last.node != parent { open.removeLast() }
            let above = open.last?.names ?? .empty
            if tree.firstChild(of: node) != nil { open.append((node, adding(node, to: above))) }
            if let style = bareStyle(node, parent: parentStyle) {
                ids[node.index] = style
            } else {
                collect(node, ancestors: above, &ranks, &pseudoRanks)
                var style = style(for: node, parent: parentStyle, ranks, &key)
                if let changed = hook?.visit(node, styles[Int(style)], in: tree) { style = intern(changed) }
                ids[node.index] = style
                if node == tree.root { rootFontSize = styles[Int(style)].inherited.shaping.fontSize }
                let countBefore = pseudoElements.count
                if !pseudoRanks.isEmpty || styles[Int(style)].box.float == .footnote {
                    addPseudoElements(node, style, pseudoRanks, &key, &pseudoElements)
                }
                // Most sheets have `*::before {}` for `box-sizing`, which makes no pseudo-element.
                if pseudoElements.count == countBefore { rememberBareStyle(style, of: node, parent: parentStyle) }
            }
            current = tree.next(after: node, within: tree.document)
        }
        if matcher.hasBudgetIsSpent {
            diagnostics.append(CSSDiagnostic(code: .limit, text: ":has()", offset: 0, line: 1, column: 1))
        }
        return DocumentStyles(
            styles: styles, ids: ids, pseudoElements: pseudoElements, overrides: hook?.overrides ?? [:],
            atRules: atRules, diagnostics: diagnostics)
    }

    /// The style of an element without attributes that another one of its name had under the same parent's style, where
    /// nothing else decides; nil when it must be computed. Elements of this kind are most of a document.
    private mutating func bareStyle(_ node: NodeID, parent: UInt32) -> UInt32? {
        guard !tree.hasAttributes(node), tree.namespace(of: node) == .html, node != tree.root, hook == nil else {
            return nil
        }
        return bareElements.style(of: tree.name(of: node), parent: parent)
    }

    /// Lets `bareStyle` find the style of an element again, if it has no attributes and its name alone decides.
    private mutating func rememberBareStyle(_ style: UInt32, of node: NodeID, parent: UInt32) {
        guard !tree.hasAttributes(node), tree.namespace(of: node) == .html, node != tree.root, hook == nil,
            !hints.mayApply(toBare: tree.name(of: node))
        else { return }
        let name = tree.name(of: node)
        if bareElements.isUndecided(name) {
            bareElements.decide(name, index, matcher.selectors) { dependsOnElement[Int($0)] }
        }
        bareElements.remember(style, of: name, parent: parent)
    }

    private mutating func adding(_ node: NodeID, to above: NameFilter) -> NameFilter {
        var names = above
        names.insert(UInt32(bitPattern: tree.name(of: node).rawValue))
        guard tree.hasAttributes(node) else { return names }
        if let id = tree.id(of: node) { names.insert(quirks?.canonical(id) ?? UInt32(bitPattern: id.rawValue)) }
        for name in tree.classes(of: node) {
            names.insert(quirks?.canonical(name) ?? UInt32(bitPattern: name.rawValue))
        }
        return names
    }

    /// The ranks of the rules that match, ascending, for the element and for its pseudo-elements.
    private mutating func collect(
        _ node: NodeID, ancestors: NameFilter, _ ranks: inout [UInt32], _ pseudoRanks: inout [UInt32]
    ) {
        ranks.removeAll(keepingCapacity: true)
        pseudoRanks.removeAll(keepingCapacity: true)
        for rank in index.byType[UInt32(bitPattern: tree.name(of: node).rawValue)] {
            test(rank, node, ancestors, &ranks, &pseudoRanks)
        }
        if tree.hasAttributes(node) {
            if let id = tree.id(of: node) {
                for rank in index.byIdentifier[quirks?.canonical(id) ?? UInt32(bitPattern: id.rawValue)] {
                    test(rank, node, ancestors, &ranks, &pseudoRanks)
                }
            }
            for name in tree.classes(of: node) {
                for rank in index.byClass[quirks?.canonical(name) ?? UInt32(bitPattern: name.rawValue)] {
                    test(rank, node, ancestors, &ranks, &pseudoRanks)
                }
            }
            for attribute in tree.attributes(of: node) {
                for rank in index.byAttribute[UInt32(bitPattern: attribute.name.rawValue)] {
                    test(rank, node, ancestors, &ranks, &pseudoRanks)
                }
            }
            if !index.links.isEmpty, matcher.isLink(node) {
                for rank in index.links { test(rank, node, ancestors, &ranks, &pseudoRanks) }
            }
        }
        for rank in index.universal { test(rank, node, ancestors, &ranks, &pseudoRanks) }
        if ranks.count > 1 { ranks.sort() }
        if pseudoRanks.count > 1 { pseudoRanks.sort() }
    }

    /// Adds a rule to those that match, if it does.
    private mutating func test(
        _ rank: UInt32, _ node: NodeID, _ ancestors: NameFilter, _ ranks: inout [UInt32], _ pseudoRanks: inout [UInt32]
    ) {
        guard ancestors.contains(index.ancestors[Int(rank)]) else { return }
        let pseudoElement = index.entries[Int(rank)].pseudoElement
        guard pseudoElement != .other, pseudoElement != .active || matcher.isLink(node) else { return }
        guard matcher.matches(matcher.selectors.selectors[Int(index.entries[Int(rank)].selector)], node) else { return }
        if pseudoElement == nil { ranks.append(rank) } else { pseudoRanks.append(rank) }
    }

    // MARK: - One style

    private mutating func style(for node: NodeID, parent: UInt32, _ ranks: [UInt32], _ key: inout [UInt32]) -> UInt32 {
        let hasAttributes = tree.hasAttributes(node)
        let hint = hasAttributes || hints.mayApply(toBare: tree.name(of: node)) ? hintBlock(node) : nil
        let attribute = hasAttributes ? attributeBlock(node) : nil
        key.removeAll(keepingCapacity: true)
        key.append(contentsOf: ranks)
        // Marks that no rank has keep the parts of the key apart.
        if let hint {
            key.append(.max)
            key.append(hint)
        }
        if let attribute {
            key.append(.max - 1)
            key.append(attribute)
        }
        if node == tree.root { key.append(.max - 2) }
        let isUnique =
            ranks.contains { dependsOnElement[Int(index.entries[Int($0)].block)] }
            || attribute.map { dependsOnElement[Int($0)] } ?? false
        if !isUnique, let known = sharing.find(parent: parent, key) { return known }
        var matched: [Cascade.Matched] = []
        matched.reserveCapacity(ranks.count + 2)
        var hintIsPending = hint != nil
        for rank in ranks {
            let entry = index.entries[Int(rank)]
            if hintIsPending, entry.origin >= .author, let hint {
                matched.append(Cascade.Matched(block: hint, origin: .hint, layer: .max))
                hintIsPending = false
            }
            matched.append(Cascade.Matched(block: entry.block, origin: entry.origin, layer: entry.layer))
        }
        if hintIsPending, let hint { matched.append(Cascade.Matched(block: hint, origin: .hint, layer: .max)) }
        if let attribute {
            matched.append(Cascade.Matched(block: attribute, origin: .styleAttribute, layer: .max))
        }
        let style = compute(matched, parent: parent, node: node, isRoot: node == tree.root, isUnique: isUnique)
        if !isUnique { sharing.insert(parent: parent, key, style: style) }
        return style
    }

    private mutating func compute(
        _ matched: [Cascade.Matched], parent: UInt32, node: NodeID, isRoot: Bool = false,
        isPseudoElement: Bool = false, isUnique: Bool
    ) -> UInt32 {
        let above = styles[Int(parent)]
        var subject = Cascade.Subject(isRoot: isRoot, rootFontSize: rootFontSize)
        subject.isTable = !isPseudoElement && tree.isHTML(node, .table)
        if isUnique {
            let tree = tree
            subject.attribute = { name in tree.name(for: name).flatMap { tree.attribute($0, of: node) } }
        }
        let fields = cascade.compute(
            matched, blocks: blocks, parent: above, subject: subject)
        // Most elements declare nothing that is inherited: then the parent's half serves.
        let isInherited = fields.inherited == above.inheritedStorage.value
        return intern(fields, inherited: isInherited ? above.inheritedStorage : nil)
    }

    private mutating func addPseudoElements(
        _ node: NodeID, _ style: UInt32, _ ranks: [UInt32], _ key: inout [UInt32], _ result: inout [UInt64: UInt32]
    ) {
        for pseudoElement in PseudoElement.allCases {
            let own = ranks.filter { index.entries[Int($0)].pseudoElement == pseudoElement }
            let builtIn: UInt32? =
                switch pseudoElement {
                case .footnoteCall: footnoteBlocks
                case .footnoteMarker: footnoteBlocks + 1
                default: nil
                }
            // Those of footnotes are there without any rule, and of nothing else with one.
            if builtIn == nil ? own.isEmpty : styles[Int(style)].box.float != .footnote { continue }
            let isUnique = own.contains { dependsOnElement[Int(index.entries[Int($0)].block)] }
            key.removeAll(keepingCapacity: true)
            key.append(.max - 3)
            if let builtIn { key.append(builtIn) }
            key.append(contentsOf: own)
            var computed = isUnique ? nil : sharing.find(parent: style, key)
            if computed == nil {
                var matched = builtIn.map { [Cascade.Matched(block: $0, origin: .userAgent, layer: .max)] } ?? []
                matched += own.map { rank in
                    let entry = index.entries[Int(rank)]
                    return Cascade.Matched(block: entry.block, origin: entry.origin, layer: entry.layer)
                }
                let new = compute(matched, parent: style, node: node, isPseudoElement: true, isUnique: isUnique)
                if !isUnique { sharing.insert(parent: style, key, style: new) }
                computed = new
            }
            guard let computed else { continue }
            if pseudoElement == .before || pseudoElement == .after {
                let box = styles[Int(computed)].box
                guard case .items = box.content, box.display != .none else { continue }
            }
            result[DocumentStyles.key(pseudoElement, node)] = computed
        }
    }

    private mutating func intern(
        _ fields: StyleFields, inherited same: ComputedStyle.Shared<InheritedStyle>? = nil
    ) -> UInt32 {
        let inherited = same ?? inheritedValues.intern(fields.inherited)
        let box = boxValues.intern(fields.box)
        let key = PairKey(inherited: ObjectIdentifier(inherited), box: ObjectIdentifier(box))
        if let known = pairTable[key] { return known }
        let id = UInt32(styles.count)
        styles.append(ComputedStyle(inherited, box))
        pairTable[key] = id
        return id
    }

    // MARK: - Blocks of single elements

    private mutating func attributeBlock(_ node: NodeID) -> UInt32? {
        guard usesStyleAttributes, let range = tree.attributeRange(.style, of: node), !range.isEmpty else { return nil }
        let text = Array(tree.attributeBytes[range])
        if let known = attributeBlocks[text] { return known }
        let parsed = CSSParser.parseAttribute(text, isQuirks: tree.isQuirks)
        if !parsed.diagnostics.isEmpty {
            // Diagnostics are at the tag that has the attribute.
            let (line, column) = tree.stylePosition(of: node) ?? (0, 0)
            for var diagnostic in parsed.diagnostics where diagnostics.count < CSSLimits.maximumDiagnostics {
                (diagnostic.line, diagnostic.column) = (line, column)
                diagnostics.append(diagnostic)
            }
        }
        let id = append(parsed.block)
        attributeBlocks[text] = id
        return id
    }

    private mutating func hintBlock(_ node: NodeID) -> UInt32? {
        guard let key = hints.key(of: node) else { return nil }
        if let known = hintBlocks[key] { return known }
        let id = append(hints.block(of: node))
        hintBlocks[key] = id
        return id
    }

    private mutating func append(_ block: DeclarationBlock) -> UInt32 {
        blocks.append(block)
        dependsOnElement.append(block.dependsOnElement)
        return UInt32(blocks.count - 1)
    }
}

extension DeclarationBlock {
    /// Whether a value refers to the element's attributes.
    var dependsOnElement: Bool { declarations.contains { $0.value.refersToAttributes } }
}

extension CSSValue {
    /// Whether it has `attr()` in it.
    fileprivate var refersToAttributes: Bool {
        switch self {
        case .list(let members): members.contains(where: \.refersToAttributes)
        case .function("attr", _): true
        // Alternative text; a link's target.
        case .function("/", let parts), .function("target-counter", let parts), .function("target-text", let parts):
            parts.contains(where: \.refersToAttributes)
        case .unresolved(let name, let text): name == "content" && text.contains("attr")
        default: false
        }
    }
}
