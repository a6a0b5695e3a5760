import GalleyText

/// An element of the document's structure, with the names of PDF (ISO 32000-1 §14.8.4). The `Document` around all pages
/// is the writer's.
public enum StructureTag: Hashable, Sendable {
    case section, article, division, blockQuote
    /// `H1` to `H6`.
    case heading(level: Int)
    case paragraph
    /// Text in a paragraph, beside links and figures.
    case span
    case code
    case list, listItem, label, listBody
    case table, tableRow, headerCell, dataCell, caption
    /// An image; readers speak the alternative text.
    case figure(alternativeText: String?)
    /// A link and the rectangles that can be clicked, in page px. Must be inside another tag.
    case link(LinkTarget, areas: [Rect])

    /// Where a link leads.
    public enum LinkTarget: Hashable, Sendable {
        case url(String)
        /// The name of a `DisplayCommand.destination`.
        case anchor(String)
    }

    /// The name in PDF.
    public var name: String {
        switch self {
        case .section: "Sect"
        case .article: "Art"
        case .division: "Div"
        case .blockQuote: "BlockQuote"
        case .heading(let level): "H\(min(6, max(1, level)))"
        case .paragraph: "P"
        case .span: "Span"
        case .code: "Code"
        case .list: "L"
        case .listItem: "LI"
        case .label: "Lbl"
        case .listBody: "LBody"
        case .table: "Table"
        case .tableRow: "TR"
        case .headerCell: "TH"
        case .dataCell: "TD"
        case .caption: "Caption"
        case .figure: "Figure"
        case .link: "Link"
        }
    }
}
