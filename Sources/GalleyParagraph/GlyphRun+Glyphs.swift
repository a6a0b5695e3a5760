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
        text.withReader { append($0, to: &glyphs, &clusters) }
    }

    private func append(
        _ text: ClusterReader, to glyphs: inout ContiguousArray<Glyph>, _ clusters: inout ContiguousArray<Cluster>
    ) {
        let item = text.items[Int(piece.index)]
        let (itemClusters, itemGlyphs) = (ItemClusters(item, text), ItemGlyphs(item, text))
        let synthesis = item.synthesis
        let baseline = synthesis.isEmpty ? baseline : baseline - synthesis.raise(fontStyle.metrics)
        let (expansion, places) = (layout.storage.lines[line].expansion, layout.storage.lines[line].places)
        let isInserted = piece.kind == .inserted
        var x = piece.x
        for step in 0..<Int(piece.clusterEnd - piece.firstCluster) {
            let cluster = item.isRightToLeft ? Int(piece.clusterEnd) - 1 - step : Int(piece.firstCluster) + step
            let (units, extra) = piece.widths(ofCluster: cluster, in: item, itemClusters, text, expansion, places)
            let range = itemGlyphs.range(ofCluster: cluster)
            // Room is added at a cluster's end: the left side of right-to-left text.
            var pen = item.isRightToLeft ? x + extra : x
            for glyph in range {
                var place = Glyph(id: itemGlyphs.id(glyph), x: pen, y: baseline)
                let offset = itemGlyphs.offset(glyph)
                place.x += Double(offset.x) * item.scale
                place.y -= Double(offset.y) * item.scale
                glyphs.append(place)
                pen += itemGlyphs.advance(glyph).map { Double($0) * item.scale } ?? units
            }
            clusters.append(
                Cluster(
                    start: isInserted ? piece.start : UInt32(itemClusters.start(cluster)),
                    end: isInserted ? piece.start : UInt32(itemClusters.start(cluster + 1)),
                    glyphCount: UInt32(range.count), x: x, advance: units + extra))
            x += units + extra
        }
    }
}

extension LinePiece {
    /// The advance of a cluster of the piece in px, and the room at its end: spacing, and what justification adds.
    @inline(__always)
    func widths(
        ofCluster cluster: Int, in item: borrowing TextItem, _ clusters: ItemClusters, _ text: ClusterReader,
        _ expansion: Double, _ places: ExpansionPlaces
    ) -> (advance: Double, extra: Double) {
        let advance = Double(clusters.units(cluster + 1) - clusters.units(cluster)) * item.scale
        let spacing = text.x(ofCluster: cluster + 1, in: item) - text.x(ofCluster: cluster, in: item) - advance
        guard expansion != 0, expands(after: cluster, in: item, text, places) else { return (advance, spacing) }
        return (advance, spacing + expansion)
    }

    /// Whether the line's justification puts room after a cluster of the piece.
    func expands(
        after cluster: Int, in item: borrowing TextItem, _ text: ClusterReader, _ places: ExpansionPlaces
    ) -> Bool {
        guard kind == .text || kind == .edge, flags.isDisjoint(with: [.hanging, .mark]),
            text.expands(after: cluster, in: item, places)
        else { return false }
        return !(flags.contains(.lastContent) && cluster == Int(clusterEnd) - 1)
    }
}
