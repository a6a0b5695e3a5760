import GalleyText

/// Which element of the document a tag is for.
public struct StructureElement: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// What has the same number in the same element is one: a paragraph or a table that goes on on the next page, a section
    /// of which a part is painted elsewhere. `nil` where nothing goes on.
    public var number: Int?
    /// Where it is read, beside others in the same element, wherever it is painted.
    public var position: Int

    /// An element with a number or without.
    public init(number: Int?, position: Int) {
        self.number = number
        self.position = position
    }

    /// One that is read in the order of numbers.
    public init(integerLiteral value: Int) { self.init(number: value, position: value) }

    /// The element of another text on the same pages.
    func moved(toText text: Int) -> StructureElement {
        StructureElement(number: number.map { $0 + text << 40 }, position: position + text << 40)
    }
}

/// What is said of an element beside what it is.
public struct StructureAttributes: Hashable, Sendable {
    /// A BCP 47 tag where the element's language is not that around it; empty for one that is not known (ISO 32000-1 §14.9.2).
    public var language: String?
    /// The columns and rows of a cell (§14.8.5.7).
    public var columnSpan = 1
    public var rowSpan = 1
    /// What a figure that is on one page covers of it, in page px (§14.8.5.4.3).
    public var box: Rect?

    /// Nothing, or a language.
    public init(language: String? = nil) { self.language = language }

    /// A language, unless it is that of what is around it. Tags are compared without regard to case (RFC 5646 §2.1.1).
    init(language: String?, inside outer: String) {
        guard let language, language != outer, language.lowercased() != outer.lowercased() else { return }
        self.language = language
    }

    var isEmpty: Bool { self == StructureAttributes() }
}

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
    /// A footnote.
    case note
    case list, listItem, label, listBody
    case table, tableRow, headerCell, dataCell, caption
    /// An image; readers speak the alternative text.
    case figure(alternativeText: String?)
    /// A link and the rectangles that can be clicked, in page px. Must be inside another tag.
    case link(LinkTarget, areas: [Rect])
    /// What is no content of the document: headers and footers, what is shown again on a further page (§14.8.2.2). Tags in
    /// it count for nothing.
    case artifact

    /// Where a link leads.
    public enum LinkTarget: Hashable, Sendable {
        case url(String)
        /// The name of a `DisplayCommand.destination`. One that nothing has is the top of the document where it is `top`, and
        /// else no link: what is in it stays.
        case anchor(String)
        /// The top of the document: of the first page, of the canvas.
        case top
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
        case .note: "Note"
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
        case .artifact: "Artifact"
        }
    }
}

extension StructureTag {
    /// Whether it is a link without a target, which is a span in PDF.
    var leadsNowhere: Bool {
        guard case .link(let target, _) = self else { return false }
        return target == .url("") || target == .anchor("")
    }
}

extension StructureTag.LinkTarget {
    /// Where a link leads in a document with anchors of these names, by their bytes: what only Unicode calls equal is two
    /// ("select the indicated part", HTML §7.4.6.4). `nil` for nowhere.
    func resolved(among anchors: Set<[UInt8]>) -> StructureTag.LinkTarget? {
        guard case .anchor(let name) = self, !anchors.contains(Array(name.utf8)) else { return self }
        return StructureTag.LinkTarget.isTop(name) ? .top : nil
    }

    /// Whether an anchor that nothing has is the top of the document: ASCII letters of either case.
    static func isTop(_ anchor: String) -> Bool {
        anchor.utf8.count == 3 && zip(anchor.utf8, "top".utf8).allSatisfy { $0 | 0x20 == $1 }
    }
}
