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
        let shown = ShownLines(content)
        var rows: [Row] = []
        for fragment in content.paragraphs where !shown.isInLine(fragment) {
            let flow = content.text.flows[content.text.paragraphs[fragment.paragraph].flow.index]
            for index in fragment.lines {
                let line = fragment.line(index)
                let own = index == 0 ? markers[fragment.paragraph] ?? [] : []
                let prefix = own.map { $0.text[0..<max(0, $0.text.count - 1)] }.joined()
                let piece = Row.Piece(
                    x: line.frame.x, prefix: prefix.count, text: prefix + shown.text(ofLine: index, in: fragment))
                // A float stands beside a line that is above it in the text.
                let reach = flow.kind.isOutOfFlow ? RenderLimits.maximumRowsBeside : 1
                if let row = rows.indices.suffix(reach).last(where: { rows[$0].takes(line) }) {
                    rows[row].pieces.append(piece)
                    rows[row].frame = rows[row].frame.union(line.frame)
                } else {
                    rows.append(Row(pieces: [piece], frame: line.frame, isRightToLeft: line.isRightToLeft))
                }
            }
        }
        var result = ""
        var bottom: Double?
        for row in rows {
            if let bottom, row.frame.minY - bottom >= row.frame.height / 2 { result += "\n" }
            result += text(of: row, from: left) + "\n"
            bottom = row.frame.maxY
        }
        return result
    }

    /// A line of text: one line, or those of cells and floats that stand beside each other.
    private struct Row {
        struct Piece {
            var x: Double
            /// How much of the text is markers, which stand before `x`.
            var prefix: Int
            var text: String
        }
        var pieces: [Piece]
        var frame: Rect
        var isRightToLeft: Bool

        /// Whether a line stands to the right or the left of all in the row, at its height.
        func takes(_ line: LineFragment) -> Bool {
            let overlap = min(frame.maxY, line.frame.maxY) - max(frame.minY, line.frame.minY)
            return !isRightToLeft && !line.isRightToLeft
                && (line.frame.minX >= frame.maxX || line.frame.maxX <= frame.minX)
                && overlap > min(line.frame.height, frame.height) / 2
        }
    }

    /// The pieces from left to right, each in its column; between two of them are two spaces at least.
    private func text(of row: Row, from left: Double) -> String {
        var text = ""
        for (index, piece) in row.pieces.sorted(by: { $0.x < $1.x }).enumerated() {
            let columns = row.isRightToLeft ? 0 : Int(min(200, max(0, (piece.x - left) / columnWidth)).rounded())
            let room = columns - piece.prefix - text.count
            text += String(repeating: " ", count: max(index == 0 ? 0 : 2, room)) + piece.text
        }
        return text
    }
}
