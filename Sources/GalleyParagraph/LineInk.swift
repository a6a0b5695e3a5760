import GalleyFonts
import GalleyShaping
import GalleyText
import GalleyUnicode

/// Finds where letters cross lines along them (`text-decoration-skip-ink`, CSS Text Decoration 4 §2.7).
struct LineInk {
    private var glyphs: ContiguousArray<GlyphRun.Glyph> = []
    private var clusters: ContiguousArray<GlyphRun.Cluster> = []

    /// Adds the room that a run's glyphs ask of a line: each glyph's ink within the line, and the line's thickness on
    /// both sides (13 px at most), as in Blink. `auto` leaves Chinese, Japanese and Korean alone, where every character
    /// would have a gap.
    mutating func addGaps(of run: GlyphRun, to segment: inout DecorationSegment, skipsIdeographs: Bool) {
        let item = run.item
        guard skipsIdeographs || !item.script.writesIdeographs,
            let instance = run.layout.shaped.instance(of: item), item.scale > 0
        else { return }
        let inflation = min(segment.thickness, LineInk.maximumInflation)
        let band = segment.band
        glyphs.removeAll(keepingCapacity: true)
        clusters.removeAll(keepingCapacity: true)
        run.appendGlyphs(to: &glyphs, &clusters)
        // Most glyphs are on the baseline and ask about one band.
        var height = Double.nan
        var known = GlyphBand(bottom: 0, top: 0)
        for glyph in glyphs {
            if glyph.y != height {
                height = glyph.y
                known = GlyphBand(
                    bottom: (height - band.upperBound) / item.scale, top: (height - band.lowerBound) / item.scale)
            }
            guard let ink = instance.crossing(of: glyph.id, known) else { continue }
            let left = glyph.x + ink.left * item.scale - inflation
            let right = glyph.x + ink.right * item.scale + inflation
            if left < right { segment.gaps.append(left..<right) }
        }
    }

    /// Blink's `kDecorationClipMaxDilation`.
    private static let maximumInflation = 13.0
}

extension DecorationSegment {
    /// Puts the gaps in order and makes one of those that touch; drops what is not in the line.
    mutating func joinGaps() {
        guard !gaps.isEmpty else { return }
        gaps.sort { $0.lowerBound < $1.lowerBound }
        var joined: [Range<Double>] = []
        for gap in gaps where gap.upperBound > x && gap.lowerBound < x + width {
            if let last = joined.last, gap.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, gap.upperBound)
            } else {
                joined.append(gap)
            }
        }
        gaps = joined
    }
}

extension Script {
    /// Han, kana, bopomofo, Hangul, Yi: the scripts of "CJK".
    fileprivate var writesIdeographs: Bool {
        switch self {
        case .han, .hiragana, .katakana, .bopomofo, .hangul, .yi: true
        default: false
        }
    }
}
