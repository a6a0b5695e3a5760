/// Writes a text for a terminal of so many columns: lines are broken, lists have their markers, tables are drawn with
/// lines, and pages end where they may.
///
///     print(TerminalTextWriter(columns: 80).string(from: text))
///
/// Every character takes the cells that terminals give it, and stands in its logical order: terminals reorder text
/// themselves. Control characters of the text are U+FFFD, so that it cannot steer the terminal. A table too wide for its
/// columns is written cell by cell, and so is one that only arranges other tables. Linear in the text.
public struct TerminalTextWriter: Sendable {
    /// What is done with links.
    public enum Links: String, Sendable, Hashable, CaseIterable {
        /// Their text is written, and nothing else.
        case none
        /// A number in brackets follows the text, and a list of the addresses the whole.
        case footnotes
        /// The text itself leads there, in terminals that know OSC 8.
        case hyperlinks
    }

    /// The width of a line in cells, cut to `TextLimits.terminalColumns`.
    public var columns: Int { didSet { columns = TextLimits.terminalColumns.nearest(to: columns) } }
    /// The lines of a page, cut to `TextLimits.terminalPageLines`; pages are separated by form feeds. `nil` makes one long
    /// page.
    public var pageLines: Int? { didSet { pageLines = pageLines.map(TextLimits.terminalPageLines.nearest) } }
    /// What is done with links; `none` unless asked for.
    public var links: Links

    /// A writer for lines of so many cells, and pages of so many lines.
    public init(columns: Int = 80, pageLines: Int? = nil, links: Links = .none) {
        self.columns = TextLimits.terminalColumns.nearest(to: columns)
        self.pageLines = pageLines.map(TextLimits.terminalPageLines.nearest)
        self.links = links
    }

    /// The whole text, with a newline at the end of each line.
    public func string(from text: AttributedText) -> String {
        var layout = TerminalLayout(text, links: links)
        var lines = layout.lines(of: layout.order.paragraphs.indices, in: nil, width: columns, depth: 0)
        lines += layout.notes(width: columns)
        var bytes: [UInt8] = []
        for (index, page) in TerminalPages(lines, length: pageLines).pages.enumerated() {
            if index > 0 { bytes.append(0x0C) }
            for line in page {
                bytes += line.bytes
                bytes.append(0x0A)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ClosedRange<Int> {
    fileprivate func nearest(to value: Int) -> Int { Swift.min(Swift.max(value, lowerBound), upperBound) }
}

/// A line of cells.
struct TerminalLine {
    /// UTF-8, with nothing after the last character that is seen.
    var bytes: [UInt8]
    var width: Int
    /// Whether it is of a paragraph that reads from right to left and stands at the right. The terminal moves it there
    /// itself, but not inside of a table.
    var isAtRight = false
    /// Whether a page may end after it.
    var canEndPage = true
    /// The header of the table that it is a row of: repeated where a page begins with it.
    var header: Header?

    /// Lines above the rows of a table.
    final class Header: Sendable {
        let lines: [TerminalLine]
        init(_ lines: [TerminalLine]) { self.lines = lines }
    }

    static let empty = TerminalLine(bytes: [], width: 0)

    /// With something before it.
    func prefixed(_ prefix: [UInt8], _ prefixWidth: Int) -> TerminalLine {
        var line = self
        line.bytes = prefix + bytes
        line.width = prefixWidth + width
        if bytes.isEmpty { while line.bytes.last == 0x20 { line.bytes.removeLast() } }
        return line
    }
}

/// Lines cut into pages.
struct TerminalPages {
    private(set) var pages: [[TerminalLine]] = []

    /// A page ends after the last line that it may end after; where none may, it is full. No page begins with an empty
    /// line.
    init(_ lines: [TerminalLine], length: Int?) {
        guard let length else {
            pages = lines.isEmpty ? [] : [lines]
            return
        }
        var start = 0
        while start < lines.count {
            if lines[start].bytes.isEmpty {
                start += 1
                continue
            }
            var page: [TerminalLine] = []
            // A header that would leave little room is not repeated.
            if start > 0, let header = lines[start].header, header === lines[start - 1].header,
                header.lines.count * 2 <= length
            {
                page = header.lines
            }
            let room = length - page.count
            var end = min(lines.count, start + room)
            if end < lines.count {
                var last = end - 1
                while last > start, !lines[last].canEndPage { last -= 1 }
                if lines[last].canEndPage { end = last + 1 }
            }
            page += lines[start..<end]
            while page.last?.bytes.isEmpty == true { page.removeLast() }
            pages.append(page)
            start = end
        }
    }
}
