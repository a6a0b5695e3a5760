import GalleyFonts
import GalleyShaping
import GalleyText
import GalleyUnicode

/// The emphasis marks along a run (CSS Text Decoration 4 §3).
public struct PlacedEmphasis: Sendable {
    public var mark: EmphasisMark
    /// The left end of each mark.
    public var x: [Double]
    /// Of all marks; px from the paragraph's top.
    public var baseline: Double
}

extension GlyphRun {
    /// The marks of the run's characters, each centred over or under its character; `nil` without any. A character is a
    /// grapheme cluster; letters of a ligature share its width. Room between characters (letter spacing, justification)
    /// is not theirs. O(glyphs); nothing for text without emphasis.
    public var emphasis: PlacedEmphasis? {
        let number = layout.shaped.textStyles[Int(piece.textStyle)].emphasis
        guard number >= 0, piece.kind == .text || piece.kind == .edge, !isHanging else { return nil }
        let mark = layout.shaped.emphasisMarks[Int(number)]
        let item = item
        let record = layout.storage.lines[line]
        let inline = layout.shaped.inline
        var places: [Double] = []
        var x = piece.x
        func add(_ utf8: UnsafeBufferPointer<UInt8>, _ text: ClusterReader) {
            let clusters = ItemClusters(item, text)
            for step in 0..<Int(piece.clusterEnd - piece.firstCluster) {
                let cluster = item.isRightToLeft ? Int(piece.clusterEnd) - 1 - step : Int(piece.firstCluster) + step
                let (width, extra) = piece.widths(
                    ofCluster: cluster, in: item, clusters, text, record.expansion, record.places)
                let left = item.isRightToLeft ? x + extra : x
                let letters = graphemes(
                    text.start(ofCluster: cluster, in: item)..<text.start(ofCluster: cluster + 1, in: item))
                for (index, letter) in letters.enumerated()
                where EmphasisMark.marks(UTF8Decoding.decode(utf8, at: letter).0) {
                    let place = Double(item.isRightToLeft ? letters.count - 1 - index : index) + 0.5
                    places.append(left + width * place / Double(letters.count) - mark.advance / 2)
                }
                x += width + extra
            }
        }
        inline.utf8.withUnsafeBufferPointer { utf8 in text.withReader { add(utf8, $0) } }
        guard !places.isEmpty, !mark.glyphs.isEmpty else { return nil }
        let metrics = fontStyle.metrics
        let below = mark.isUnder ? metrics.descent + mark.ascent : -metrics.ascent - mark.descent
        return PlacedEmphasis(mark: mark, x: places, baseline: baseline + below)
    }

    /// Where the characters of a range begin.
    private func graphemes(_ range: Range<Int>) -> [Int] {
        range.filter { $0 == range.lowerBound || layout.shaped.analysis.isGraphemeStart($0) }
    }
}
