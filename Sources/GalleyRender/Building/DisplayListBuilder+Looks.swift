import GalleyLayout
import GalleyParagraph
import GalleyText

/// Rendering attributes of the text that is drawn.
extension DisplayListBuilder {
    /// Clusters of a run with one look.
    struct Look {
        var clusters: Range<Int>
        var x: Double
        var width: Double
        /// `nil` where the text looks as its own style says.
        var style: RenderingStyle?
    }

    /// A run cut where rendering attributes change, from left to right; `nil` where it has none. A cluster that two ranges
    /// share looks as its first character.
    func looks(of run: GlyphRun, _ layout: ParagraphLayout) -> [Look]? {
        guard !attributes.isEmpty, let sourceShift, !run.isHanging else { return nil }
        let source = run.sourceRange
        let range = (source.lowerBound + sourceShift)..<(max(source.upperBound, source.lowerBound + 1) + sourceShift)
        guard attributes.overlaps(range) else { return nil }
        var looks: [Look] = []
        run.withGlyphs { _, clusters in
            for (index, cluster) in clusters.enumerated() {
                let offset = layout.shaped.inline.mapping.sourceOffset(ofInline: Int(cluster.start)) + sourceShift
                // What is inserted, such as a hyphen, looks as what is before it.
                let style = attributes.style(at: run.isInserted ? max(0, offset - 1) : offset).style
                if let last = looks.last, last.style == style {
                    looks[looks.count - 1].clusters = last.clusters.lowerBound..<index + 1
                    looks[looks.count - 1].width = cluster.x + cluster.advance - last.x
                } else {
                    looks.append(Look(clusters: index..<index + 1, x: cluster.x, width: cluster.advance, style: style))
                }
            }
        }
        return looks
    }

    /// The lines along a line's text, as its styles and rendering attributes have them.
    func decorations(
        of contents: LineContents, _ runs: [GlyphRun], _ layout: ParagraphLayout, _ text: AttributedText,
        _ pass: LinePass
    ) -> [DecorationSegment] {
        var segments = contents.decorations(in: text)
        if pass != .all { segments.removeAll { !pass.shows(isDisplaced: $0.isDisplaced) } }
        guard !attributes.isEmpty, sourceShift != nil else { return segments }
        for run in runs {
            for look in looks(of: run, layout) ?? [] {
                guard let decorations = look.style?.decorations else { continue }
                segments = segments.flatMap { $0.without(look.x..<max(look.x, look.x + look.width)) }
                segments += run.segments(of: decorations, x: look.x, width: look.width, in: text)
            }
        }
        return segments
    }
}

extension DecorationSegment {
    /// What is left of the line outside a stretch.
    fileprivate func without(_ stretch: Range<Double>) -> [DecorationSegment] {
        let end = x + width
        guard stretch.lowerBound < end, x < stretch.upperBound else { return [self] }
        var (left, right) = (self, self)
        left.width = stretch.lowerBound - x
        right.x = stretch.upperBound
        right.width = end - stretch.upperBound
        return [left, right].filter { $0.width > 1e-6 }
    }
}
