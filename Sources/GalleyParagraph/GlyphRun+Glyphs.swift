import GalleyShaping
import GalleyText

extension GlyphRun {
    /// What a run that is not in the text shows, for export: `-`, `…`.
    public var insertedText: String? {
        piece.kind == .inserted ? layout.storage.inserted[Int(piece.index)] : nil
    }

    /// The bytes of a cluster; for a run that is not in the text, those of ``insertedText``.
    public func text(of cluster: Cluster) -> String {
        if let insertedText { return insertedText }
        return layout.shaped.inline.utf8.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[cluster.range]), as: UTF8.self)
        }
    }

    /// Lets `body` read the run's glyphs and clusters, both from left to right, in px from the paragraph's top left.
    /// O(glyphs).
    public func withGlyphs<Result>(
        _ body: (_ glyphs: UnsafeBufferPointer<Glyph>, _ clusters: UnsafeBufferPointer<Cluster>) throws -> Result
    ) rethrows -> Result {
        var glyphs: ContiguousArray<Glyph> = []
        var clusters: ContiguousArray<Cluster> = []
        appendGlyphs(to: &glyphs, &clusters)
        return try glyphs.withUnsafeBufferPointer { glyphs in
            try clusters.withUnsafeBufferPointer { try body(glyphs, $0) }
        }
    }

    /// Appends the run's glyphs and clusters: as ``withGlyphs(_:)``, into memory that is used again.
    public func appendGlyphs(to glyphs: inout ContiguousArray<Glyph>, _ clusters: inout ContiguousArray<Cluster>) {
        let text = text
        let item = text.items[Int(piece.index)]
        let synthesis = item.synthesis
        let baseline = synthesis.isEmpty ? baseline : baseline - synthesis.raise(fontStyle.metrics)
        let record = layout.storage.lines[line]
        let expansion = record.expansion
        var x = piece.x
        let count = Int(piece.clusterEnd - piece.firstCluster)
        for step in 0..<count {
            let cluster = item.isRightToLeft ? Int(piece.clusterEnd) - 1 - step : Int(piece.firstCluster) + step
            let units = Double(text.advance(ofCluster: cluster, in: item)) * item.scale
            let spacing = text.x(ofCluster: cluster + 1, in: item) - text.x(ofCluster: cluster, in: item) - units
            let extra = spacing + (expansion != 0 && piece.expands(after: cluster, text, record.places) ? expansion : 0)
            let range = text.glyphRange(ofCluster: cluster, in: item)
            // Room is added at a cluster's end: the left side of right-to-left text.
            var pen = item.isRightToLeft ? x + extra : x
            for glyph in range {
                var place = Glyph(id: text.glyph(glyph, in: item), x: pen, y: baseline)
                let offset = text.glyphOffset(glyph, in: item)
                place.x += Double(offset.x) * item.scale
                place.y -= Double(offset.y) * item.scale
                glyphs.append(place)
                pen += text.glyphAdvance(glyph, in: item).map { Double($0) * item.scale } ?? units
            }
            let isInserted = piece.kind == .inserted
            clusters.append(
                Cluster(
                    start: isInserted ? piece.start : UInt32(text.start(ofCluster: cluster, in: item)),
                    end: isInserted ? piece.start : UInt32(text.start(ofCluster: cluster + 1, in: item)),
                    glyphCount: UInt32(range.count), x: x, advance: units + extra))
            x += units + extra
        }
    }
}

extension LinePiece {
    /// Whether the line's justification puts room after a cluster of the piece.
    func expands(after cluster: Int, _ text: ShapedText, _ places: ExpansionPlaces) -> Bool {
        guard kind == .text || kind == .edge, flags.isDisjoint(with: [.hanging, .mark]),
            text.expands(after: cluster, in: text.items[Int(index)], places)
        else { return false }
        return !(flags.contains(.lastContent) && cluster == Int(clusterEnd) - 1)
    }
}
