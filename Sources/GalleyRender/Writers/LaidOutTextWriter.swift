import GalleyLayout
import GalleyText

/// Writes a layout's lines as plain text: a line of text for each line, with list markers, indented as it stands, and an
/// empty line where half a line or more is empty. Lines beside each other, as in tables, stand in one line of text.
///
///     let text = LaidOutTextWriter().string(from: layout)
///
/// Text without its lines is written by `PlainTextWriter`.
public struct LaidOutTextWriter: Sendable {
    /// The width in px that one space of indentation stands for.
    public var columnWidth: Double

    /// `columnWidth` is in px, 1 at least.
    public init(columnWidth: Double = 8) {
        self.columnWidth = max(1, columnWidth)
    }

    /// The lines of the document, each with a newline.
    public func string(from layout: DocumentLayout) -> String {
        string(from: layout.content)
    }

    /// The pages, with a form feed between them.
    public func string(from paged: PagedLayout) -> String {
        paged.pages.map { string(from: $0.content) }.joined(separator: "\u{C}")
    }

    private func string(from content: LayoutContent) -> String {
        var markers: [Int: [MarkerFragment]] = [:]
        for marker in content.markers { markers[marker.paragraph, default: []].append(marker) }
        let left = content.lines.lazy.filter { !$0.isRightToLeft }.map(\.frame.x).min() ?? 0
        var rows: [Row] = []
        for fragment in content.paragraphs {
            for index in fragment.lines {
                let line = fragment.line(index)
                let own = index == 0 ? markers[fragment.paragraph] ?? [] : []
                let prefix = own.map { $0.text[0..<max(0, $0.text.count - 1)] }.joined()
                let shown = prefix + content.text.text(of: line)
                if let last = rows.last, last.isContinued(by: line) {
                    let indent = indentation(of: line, from: left, room: prefix.count + last.text.count)
                    rows[rows.count - 1].text += (indent.count < 2 ? "  " : indent) + shown
                    rows[rows.count - 1].frame = last.frame.union(line.frame)
                } else {
                    let indent = indentation(of: line, from: left, room: prefix.count)
                    rows.append(Row(text: indent + shown, frame: line.frame, isRightToLeft: line.isRightToLeft))
                }
            }
        }
        var result = ""
        var bottom: Double?
        for row in rows {
            if let bottom, row.frame.minY - bottom >= row.frame.height / 2 { result += "\n" }
            result += row.text + "\n"
            bottom = row.frame.maxY
        }
        return result
    }

    /// A line of text: one line, or those of cells that stand beside each other.
    private struct Row {
        var text: String
        var frame: Rect
        var isRightToLeft: Bool

        /// Whether a line stands to the right of all in the row, at its height.
        func isContinued(by line: LineFragment) -> Bool {
            let overlap = min(frame.maxY, line.frame.maxY) - max(frame.minY, line.frame.minY)
            return !isRightToLeft && !line.isRightToLeft && line.frame.minX >= frame.maxX
                && overlap > line.frame.height / 2
        }
    }

    /// Spaces up to where the line starts, less what its markers take.
    private func indentation(of line: LineFragment, from left: Double, room: Int) -> String {
        guard !line.isRightToLeft else { return "" }
        let columns = Int(min(200, max(0, (line.frame.x - left) / columnWidth)).rounded()) - room
        return String(repeating: " ", count: max(0, columns))
    }
}
