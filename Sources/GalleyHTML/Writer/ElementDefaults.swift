import GalleyMarkup
import GalleyText

/// What the user agent's style sheet says of an element where it stands, so that the writer says only what differs.
///
/// The rules are matched, not copied: a small document that has the element in its place is parsed for each kind, once.
struct ElementDefaults {
    /// An element and as much of its surroundings as the style sheet's selectors ask about.
    struct Key: Hashable {
        var tag: String
        /// `href` of links, `controls` of audio, `open` of details: with a value, as written.
        var attributes = ""
        /// How many lists are around it, 2 at most.
        var listDepth = 0
        var isInDefinitionList = false
        /// An element around it that selectors name: `details`, `ruby`, `table`.
        var parent = ""
    }

    private var known: [Key: Int] = [:]
    /// By number: the blocks of declarations, weakest first.
    private(set) var blocks: [ContiguousArray<DeclarationBlock>] = []
    /// The same in quirks mode.
    private(set) var quirksBlocks: [ContiguousArray<DeclarationBlock>] = []

    /// The number of a kind of element.
    mutating func number(of key: Key) -> Int {
        if let number = known[key] { return number }
        let number = blocks.count
        let html = ElementDefaults.document(key)
        blocks.append(ElementDefaults.matching(key, in: HTMLTree(parsing: "<!DOCTYPE html>" + html), isQuirks: false))
        quirksBlocks.append(ElementDefaults.matching(key, in: HTMLTree(parsing: html), isQuirks: true))
        known[key] = number
        return number
    }

    /// A document that has the element in its place.
    private static func document(_ key: Key) -> String {
        let tag = "<\(key.tag) \(key.attributes)>"
        switch key.tag {
        case "html", "body": return tag
        case "caption", "colgroup", "thead", "tbody", "tfoot": return "<table>" + tag
        case "col": return "<table><colgroup>" + tag
        case "tr": return "<table><tbody>" + tag
        case "td", "th": return "<table><tbody><tr>" + tag
        default: break
        }
        var html = ""
        for _ in 0..<key.listDepth { html += "<ul><li>" }
        if key.isInDefinitionList { html += "<dl><dd>" }
        if !key.parent.isEmpty { html += "<\(key.parent)>" }
        return html + tag
    }

    /// The blocks whose selectors match the last element of the name, in the order of the cascade.
    private static func matching(
        _ key: Key, in tree: HTMLTree, isQuirks: Bool
    ) -> ContiguousArray<DeclarationBlock> {
        guard let name = tree.name(for: key.tag) else { return [] }
        var node: NodeID?
        for element in tree.descendants(of: tree.document) where tree.isElement(element) {
            if tree.name(of: element) == name { node = element }
        }
        guard let node else { return [] }
        var found: [(specificity: Specificity, block: DeclarationBlock)] = []
        let sheets =
            isQuirks ? [UserAgentStyleSheet.standard, UserAgentStyleSheet.quirks] : [UserAgentStyleSheet.standard]
        for sheet in sheets {
            var selectors = CompiledSelectors()
            _ = selectors.append(sheet.selectors, tree: tree, quirks: nil)
            var matcher = SelectorMatcher(tree: tree, selectors: selectors, quirks: nil)
            for rule in sheet.rules {
                var best: Specificity?
                for index in selectors.lists[Int(rule.selectors)] {
                    let selector = selectors.selectors[Int(index)]
                    guard selector.pseudoElement == nil, best.map({ $0 < selector.specificity }) ?? true,
                        matcher.matches(selector, node)
                    else { continue }
                    best = selector.specificity
                }
                if let best { found.append((best, sheet.blocks[Int(rule.block)])) }
            }
        }
        let order = found.indices.sorted { (found[$0].specificity, $0) < (found[$1].specificity, $1) }
        return ContiguousArray(order.map { found[$0].block })
    }
}
