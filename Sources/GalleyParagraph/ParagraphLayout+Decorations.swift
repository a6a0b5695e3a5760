import GalleyFonts
import GalleyShaping
import GalleyText

extension LineContents {
    /// The underlines, overlines and strike-throughs of the line, from left to right; equal ones that touch are one.
    ///
    /// Place and thickness are those of the decorating box, whatever stands in it (CSS Text Decoration 4 §2.3, §2.9).
    /// Boxes' edges and atomic boxes leave a gap, hidden text and spaces that hang have no lines. Linear in the line; only
    /// lines that make room for ink look at glyphs.
    ///
    /// - Parameter text: the text that the paragraph was shaped from, for the paint part of its styles.
    public func decorations(in text: AttributedText) -> [DecorationSegment] {
        var segments: [DecorationSegment] = []
        /// For each decoration that goes on, its segment.
        var open: [(TextDecoration, Int)] = []
        let layout = line.layout
        let baseline = line.baseline
        let shaped = layout.shaped
        var ink: LineInk?
        for piece in pieces {
            switch piece.kind {
            case .text, .edge, .inserted, .tab: break
            case .open, .close, .object, .control: continue
            }
            guard !piece.flags.contains(.hanging) else { continue }
            let paint = shaped.inline.paint(shaped.textStyles[Int(piece.textStyle)].id, in: text)
            guard !paint.decorations.isEmpty, paint.isVisible else {
                open.removeAll()
                continue
            }
            // A box that is moved takes all lines along its text with it (CSS 2 §16.3.1).
            let moved = layout.storage.displacement(of: piece)
            let displacement = moved.y
            let boxes = DecoratingBoxes(shaped, text, piece, shift: piece.shift + displacement)
            var next: [(TextDecoration, Int)] = []
            for (index, decoration) in paint.decorations.enumerated() {
                var segment = decoration.segment(
                    boxes.metrics(of: index, decoration), x: piece.x, width: piece.width,
                    baseline: baseline + displacement - boxes.shift(of: index, decoration), shaped)
                segment.color.alpha *= Float(paint.opacity)
                segment.shadows = paint.shadows
                segment.isDisplaced = moved != .zero
                for shadow in segment.shadows.indices { segment.shadows[shadow].color.alpha *= Float(paint.opacity) }
                let place: Int
                if let (_, known) = open.first(where: { $0.0 == decoration }), segments[known].continues(with: segment)
                {
                    segments[known].width = segment.x + segment.width - segments[known].x
                    place = known
                } else {
                    place = segments.count
                    segments.append(segment)
                }
                next.append((decoration, place))
                guard paint.skipInk != .none, segment.line != .lineThrough, piece.kind != .tab else { continue }
                if ink == nil { ink = LineInk() }
                let run = GlyphRun(layout: layout, line: line.index, piece: piece)
                ink!.addGaps(of: run, to: &segments[place], skipsIdeographs: paint.skipInk == .all)
            }
            open = next
        }
        for index in segments.indices { segments[index].joinGaps() }
        return segments
    }
}

extension GlyphRun {
    /// Lines that the text's own style does not have, along a stretch of the run.
    ///
    /// - Parameter text: as for ``Line/decorations(in:)``.
    public func segments(
        of decorations: [TextDecoration], x: Double, width: Double, in text: AttributedText
    ) -> [DecorationSegment] {
        let shaped = layout.shaped
        let paint = shaped.inline.paint(style, in: text)
        guard width > 0, paint.isVisible, !isHanging else { return [] }
        var ink = LineInk()
        return decorations.map { decoration in
            let scale = fontStyle.fontSize > 0 ? decoration.fontSize / fontStyle.fontSize : 1
            var segment = decoration.segment(
                fontStyle.metrics.scaled(by: scale), x: x, width: width, baseline: baseline, shaped)
            segment.color.alpha *= Float(paint.opacity)
            if paint.skipInk != .none, segment.line != .lineThrough {
                ink.addGaps(of: self, to: &segment, skipsIdeographs: paint.skipInk == .all)
                segment.joinGaps()
            }
            return segment
        }
    }
}

extension DecorationSegment {
    fileprivate func continues(with next: DecorationSegment) -> Bool {
        abs(x + width - next.x) < 1e-6 && abs(y - next.y) < 1e-6 && thickness == next.thickness && color == next.color
            && shadows == next.shadows
    }
}

extension TextDecoration {
    fileprivate func segment(
        _ metrics: FontStyle.Metrics, x: Double, width: Double, baseline: Double, _ shaped: ShapedParagraph
    ) -> DecorationSegment {
        let lengths = LengthContext(
            percentageBase: fontSize, fontSize: fontSize, rootFontSize: shaped.rootFontSize, viewport: shaped.viewport)
        // `auto` takes the face's own thickness, too.
        let natural = line == .lineThrough ? metrics.strikeoutThickness : metrics.underlineThickness
        let stroke = max(1, thickness.map { $0.resolved(in: lengths) } ?? natural)
        let top: Double
        switch line {
        case .underline:
            // `auto` is as in Blink: half the line's thickness below the baseline, a px at least. Faces' own positions
            // are not to be relied on, and `auto` does not ask for them.
            top = baseline + (offset?.resolved(in: lengths) ?? max(1, (stroke / 2).rounded(.up)))
        case .overline: top = baseline - metrics.ascent - stroke
        case .lineThrough: top = baseline - metrics.strikeoutPosition
        }
        return DecorationSegment(
            line: line, stroke: self.stroke, color: color, x: x, width: width, y: top, thickness: stroke)
    }
}

/// The boxes that draw the lines along one piece. The model does not name them; it says how large their fonts are, and
/// which text has their lines.
private struct DecoratingBoxes {
    private let shaped: ShapedParagraph
    private let text: AttributedText
    private let piece: LinePiece
    /// How far the piece's baseline is above the line's in its place in the line.
    private let shift: Double

    init(_ shaped: ShapedParagraph, _ text: AttributedText, _ piece: LinePiece, shift: Double) {
        self.shaped = shaped
        self.text = text
        self.piece = piece
        self.shift = shift
    }

    /// The measures of the decorating box's font: those of text that has this line as the last box's and the box's size;
    /// without such text, those of the piece's own font at that size.
    func metrics(of index: Int, _ decoration: TextDecoration) -> FontStyle.Metrics {
        let own = shaped.fontStyles[Int(shaped.textStyles[Int(piece.textStyle)].fontStyle)]
        for style in shaped.textStyles {
            let paint = shaped.inline.paint(style.id, in: text)
            guard paint.decorations.count > index, paint.decorations[index] == decoration else { continue }
            let font = shaped.fontStyles[Int(style.fontStyle)]
            if font.style.fontSize == decoration.fontSize { return font.metrics }
        }
        let scale = own.fontSize > 0 ? decoration.fontSize / own.fontSize : 1
        return own.metrics.scaled(by: scale)
    }

    /// How far the decorating box's baseline is above the line's. A box that `vertical-align` moves takes its own lines
    /// with it; lines that come from outside go straight through.
    func shift(of index: Int, _ decoration: TextDecoration) -> Double {
        guard shift != 0, piece.box >= 0 else { return 0 }
        // From the piece outwards: the box at whose edge the line begins.
        var box = Int(piece.box)
        var shift = shift
        while !begins(index, decoration, at: box) {
            guard let parent = shaped.inline.boxes[box].parent else { return 0 }
            shift = shaped.raise(ofBox: box, shaped.inline.boxes).map { shift - $0 } ?? raise(from: parent)
            box = parent
        }
        return shift
    }

    /// How far a box's baseline is above the line's, as far as that does not depend on the line.
    private func raise(from box: Int) -> Double {
        var sum = 0.0
        var next: Int? = box
        while let index = next, let raise = shaped.raise(ofBox: index, shaped.inline.boxes) {
            sum += raise
            next = shaped.inline.boxes[index].parent
        }
        return sum
    }

    /// Whether the line is drawn by a box, and not by one around it.
    private func begins(_ index: Int, _ decoration: TextDecoration, at box: Int) -> Bool {
        let style = shaped.textStyles[Int(shaped.boxStyles[box])]
        let isOnBox = hasLine(index, decoration, style.id)
        let outer = shaped.inline.boxes[box].parent.map { shaped.textStyles[Int(shaped.boxStyles[$0])] }
        if hasLine(index, decoration, (outer ?? shaped.strutStyle).id) { return false }
        // Drawn inside the box, and not through its edge.
        guard isOnBox else { return true }
        // By the box itself, or by an element without a box around it: that one has another size, or other text.
        guard shaped.fontStyles[Int(style.fontStyle)].style.fontSize == decoration.fontSize else { return false }
        return !neighbours(of: box).contains { hasLine(index, decoration, shaped.textStyles[Int($0.textStyle)].id) }
    }

    private func hasLine(_ index: Int, _ decoration: TextDecoration, _ style: TextStyleID) -> Bool {
        let lines = shaped.inline.paint(style, in: text).decorations
        return lines.count > index && lines[index] == decoration
    }

    /// The runs before and after a box.
    private func neighbours(of box: Int) -> [PieceRun] {
        let runs = shaped.pieceRuns
        guard let first = runs.firstIndex(where: { isInside($0.box, box) }),
            let last = runs.lastIndex(where: { isInside($0.box, box) })
        else { return [] }
        return (first > 0 ? [runs[first - 1]] : []) + (last + 1 < runs.count ? [runs[last + 1]] : [])
    }

    private func isInside(_ inner: Int32, _ outer: Int) -> Bool {
        var box: Int? = inner >= 0 ? Int(inner) : nil
        while let index = box {
            if index == outer { return true }
            box = shaped.inline.boxes[index].parent
        }
        return false
    }
}
