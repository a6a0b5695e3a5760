import GalleyShaping
import GalleyText

extension Line {
    /// The underlines, overlines and strike-throughs of the line, from left to right; equal ones that touch are one.
    ///
    /// Thickness is the face's own where the style does not say (CSS Text Decoration 4 §2.3), at the size of the box that
    /// is decorated. Spaces that hang have no lines.
    ///
    /// - Parameter text: the text that the paragraph was shaped from, for the paint part of its styles.
    public func decorations(in text: AttributedText) -> [DecorationSegment] {
        var segments: [DecorationSegment] = []
        /// For each decoration that goes on, its segment.
        var open: [(TextDecoration, Int)] = []
        let record = record
        let shaped = layout.shaped
        for piece in layout.storage.pieces(of: record) {
            switch piece.kind {
            case .text, .edge, .inserted, .tab: break
            case .open, .close, .object, .control: continue
            }
            guard !piece.flags.contains(.hanging) else { continue }
            let textStyle = shaped.textStyles[Int(piece.textStyle)]
            let decorations = shaped.inline.style(textStyle.id, in: text).paint.decorations
            guard !decorations.isEmpty else {
                open.removeAll()
                continue
            }
            let fontStyle = shaped.fontStyles[Int(textStyle.fontStyle)]
            var next: [(TextDecoration, Int)] = []
            for decoration in decorations {
                let segment = decoration.segment(
                    fontStyle, x: piece.x, width: piece.width, baseline: baseline, shift: piece.shift, shaped)
                if let (_, index) = open.first(where: { $0.0 == decoration }), segments[index].continues(with: segment)
                {
                    segments[index].width = segment.x + segment.width - segments[index].x
                    next.append((decoration, index))
                } else {
                    next.append((decoration, segments.count))
                    segments.append(segment)
                }
            }
            open = next
        }
        return segments
    }
}

extension DecorationSegment {
    fileprivate func continues(with next: DecorationSegment) -> Bool {
        abs(x + width - next.x) < 1e-6 && abs(y - next.y) < 1e-6 && thickness == next.thickness
    }
}

extension TextDecoration {
    fileprivate func segment(
        _ style: FontStyle, x: Double, width: Double, baseline: Double, shift: Double, _ shaped: ShapedParagraph
    ) -> DecorationSegment {
        // The box that is decorated may be larger than the text in it: its line is straight through all of it.
        let scale = style.fontSize > 0 ? fontSize / style.fontSize : 1
        let isOwn = fontSize == style.style.fontSize
        let base = isOwn ? baseline - shift : baseline
        let metrics = style.metrics
        let lengths = LengthContext(
            percentageBase: fontSize, fontSize: fontSize, rootFontSize: shaped.rootFontSize, viewport: shaped.viewport)
        let natural = (line == .lineThrough ? metrics.strikeoutThickness : metrics.underlineThickness) * scale
        let stroke = max(1, thickness.map { $0.resolved(in: lengths) } ?? natural)
        let top: Double
        switch line {
        case .underline:
            // `auto` is as in Blink: half the line's thickness below the baseline, a px at least. Faces' own positions
            // are not to be relied on, and `auto` does not ask for them.
            top = base + (offset?.resolved(in: lengths) ?? max(1, (stroke / 2).rounded(.up)))
        case .overline: top = base - metrics.ascent * scale
        case .lineThrough: top = base - metrics.strikeoutPosition * scale
        }
        return DecorationSegment(
            line: line, stroke: self.stroke, color: color, x: x, width: width, y: top, thickness: stroke)
    }
}
