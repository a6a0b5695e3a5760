import GalleyShaping
import GalleyText

/// What stands on one line, put together once for all questions about it.
///
///     let contents = line.contents
///     for run in contents.runs { draw(run) }
///     for segment in contents.decorations(in: text) { draw(segment) }
///
/// Lines are kept as records; the pieces of most are made when somebody asks. Coordinates are as in `ParagraphLayout`.
public struct LineContents: Sendable {
    /// The line itself.
    public let line: Line
    /// In visual order.
    let pieces: ArraySlice<LinePiece>

    /// The glyph runs from left to right, hanging spaces included.
    public var runs: [GlyphRun] {
        pieces.compactMap { piece in
            switch piece.kind {
            case .text, .edge, .inserted: GlyphRun(layout: line.layout, line: line.index, piece: piece)
            case .tab, .object, .open, .close, .control: nil
            }
        }
    }

    /// The atomic objects, from left to right.
    public var objects: [AtomicBox] {
        let record = line.record
        return pieces.compactMap { piece in
            guard piece.kind == .object else { return nil }
            let box = line.layout.storage.objectBoxes[Int(piece.index)]
            let top = record.y + record.ascent - piece.shift - box.baseline
            return AtomicBox(
                object: Int(piece.index), line: line.index,
                rect: Rect(x: piece.x, y: top, width: piece.width, height: box.height),
                displacement: line.layout.storage.displacement(of: piece))
        }
    }

    /// The tabs, from left to right: where each stands, and the style of its background.
    public var tabs: [(rect: Rect, style: TextStyleID)] {
        let record = line.record
        guard !record.isPlain else { return [] }
        let shaped = line.layout.shaped
        return pieces.compactMap { piece in
            guard piece.kind == .tab else { return nil }
            let style = shaped.textStyles[Int(piece.textStyle)]
            let metrics = shaped.fontStyles[Int(style.fontStyle)].metrics
            let top = record.y + record.ascent - piece.shift - metrics.ascent
            return (
                Rect(x: piece.x, y: top, width: piece.width, height: metrics.ascent + metrics.descent), style.id
            )
        }
    }
}

extension Line {
    /// What stands on the line. Linear in the line.
    public var contents: LineContents { LineContents(line: self, pieces: layout.storage.pieces(of: record)) }

    /// As ``LineContents/runs``.
    public var runs: [GlyphRun] { contents.runs }
    /// As ``LineContents/objects``.
    public var objects: [AtomicBox] { contents.objects }
    /// As ``LineContents/decorations(in:)``.
    public func decorations(in text: AttributedText) -> [DecorationSegment] { contents.decorations(in: text) }
}
