import GalleyMarkup
import GalleyText

// What blocks mean: the roles of HTML's elements (HTML-AAM 1.0 §3.5) and those that `role` gives (ARIA in HTML §4).
extension HTMLTree {
    /// The meaning of an element as a block: its `role` if that is one the model has, else its own, else what `display`
    /// makes of it.
    func blockRole(of node: NodeID, _ display: BoxStyle.Display) -> Block.Role {
        guard namespace(of: node) == .html else { return .none }
        let element = Self.elementRole(name(of: node))
        guard !attributes(of: node).isEmpty else { return element ?? Self.role(of: display) }
        if let words = attribute(.role, of: node) {
            // The first word that is a role counts (ARIA 1.2 §7.1).
            for word in words.lowercased().split(whereSeparator: \.isWhitespace) {
                if let role = ariaRole(word, of: node) { return role }
            }
        }
        if case .heading(let level)? = element { return .heading(level: ariaLevel(of: node) ?? level) }
        return element ?? Self.role(of: display)
    }

    /// `aria-level`, as far as headings have levels: PDF and HTML have six.
    private func ariaLevel(of node: NodeID) -> Int? {
        guard let level = attribute(.ariaLevel, of: node).flatMap(HTMLNumber.integer), level > 0 else { return nil }
        return min(level, 6)
    }

    private func ariaRole(_ word: Substring, of node: NodeID) -> Block.Role? {
        switch word {
        case "heading": .heading(level: ariaLevel(of: node) ?? 2)
        case "none", "presentation", "generic", "group": Block.Role.none
        case "paragraph": .paragraph
        case "blockquote": .blockquote
        case "separator": .rule
        case "article": .article
        case "region": .section
        case "navigation", "doc-toc": .navigation
        case "complementary", "note", "doc-footnote", "doc-tip": .aside
        case "banner": .header
        case "contentinfo": .footer
        case "main": .main
        case "figure": .figure
        case "caption": isHTML(node, .caption) ? .tableCaption : .figureCaption
        case "form", "search": .form
        case "list", "directory": .list
        case "listitem": .listItem
        case "term": .definitionTerm
        case "definition": .definitionDescription
        case "table", "grid", "treegrid": .table
        case "row": .tableRow
        case "cell", "gridcell": .tableCell
        case "columnheader", "rowheader": .tableHeaderCell
        default: nil
        }
    }

    /// What an element without attributes means.
    static func blockRole(of name: HTMLName, _ display: BoxStyle.Display) -> Block.Role {
        elementRole(name) ?? role(of: display)
    }

    private static func elementRole(_ name: HTMLName) -> Block.Role? {
        switch name {
        case .p: .paragraph
        case .h1: .heading(level: 1)
        case .h2: .heading(level: 2)
        case .h3: .heading(level: 3)
        case .h4: .heading(level: 4)
        case .h5: .heading(level: 5)
        case .h6: .heading(level: 6)
        case .blockquote: .blockquote
        case .pre, .listing, .xmp, .plaintext: .preformatted
        case .hr: .rule
        case .address: .address
        case .article: .article
        case .section: .section
        case .nav: .navigation
        case .aside: .aside
        case .header: .header
        case .footer: .footer
        case .main: .main
        case .figure: .figure
        case .figcaption: .figureCaption
        case .dl: .definitionList
        case .dt: .definitionTerm
        case .dd: .definitionDescription
        case .ul, .ol, .menu, .dir: .list
        case .li: .listItem
        case .details: .details
        case .summary: .summary
        case .form: .form
        case .table: .table
        case .th: .tableHeaderCell
        case .td: .tableCell
        case .tr: .tableRow
        case .caption: .tableCaption
        default: nil
        }
    }

    private static func role(of display: BoxStyle.Display) -> Block.Role {
        switch display {
        case .listItem: .listItem
        case .table, .inlineTable: .table
        case .tableRow: .tableRow
        case .tableCell: .tableCell
        case .tableCaption: .tableCaption
        default: .none
        }
    }
}
