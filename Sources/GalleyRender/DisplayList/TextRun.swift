import GalleyFonts
import GalleyText

/// Glyphs of one face instance, size and colour on one line, in visual order from left to right.
///
/// The clusters say which text the glyphs stand for; they too are in visual order, in right-to-left text as well, with
/// their bytes permuted cluster by cluster.
public struct TextRun: Hashable, Sendable {
    /// The face instance, in the collection that the writers are given.
    public var instance: FontInstanceID
    /// In px per em.
    public var fontSize: Double
    /// The colour of all glyphs.
    public var color: Color
    /// In `DisplayList.glyphs`.
    public var glyphs: Range<Int>
    /// In `DisplayList.clusters`.
    public var clusters: Range<Int>
    /// In `DisplayList.text`.
    public var text: Range<Int>
    /// Whether the text reads from right to left, the clusters' order being the reverse of it.
    public var isRightToLeft = false
    /// The y of the baseline; `nil` where it is that of the first glyph.
    public var baseline: Double?
    /// Which of `DisplayList.shapings` chose the glyphs.
    public var shaping = 0
    /// Whether a forced break follows it. PDF, where a line ends as a word does by a space (ISO 32000-1 §14.8.2.5), gets one
    /// there.
    public var endsWithBreak = false
    /// A shadow: it is drawn as a shape and is no text.
    public var isShadow = false
    /// Emphasis marks: drawn as shapes, no text of the document.
    public var isMark = false
    /// The blur of a shadow in px: twice the standard deviation (CSS Backgrounds 3 §6.1).
    public var blurRadius = 0.0

    /// A run whose glyphs, clusters and text are in the list's arrays already.
    public init(
        instance: FontInstanceID, fontSize: Double, color: Color, glyphs: Range<Int>, clusters: Range<Int>,
        text: Range<Int>
    ) {
        self.instance = instance
        self.fontSize = fontSize
        self.color = color
        self.glyphs = glyphs
        self.clusters = clusters
        self.text = text
    }
}

/// A glyph and its origin on the baseline, in page px.
public struct DisplayGlyph: Hashable, Sendable, BitwiseCopyable {
    /// The glyph's number in its face.
    public var id: UInt32
    /// From the page's left edge.
    public var x: Double
    /// From the page's top.
    public var y: Double

    /// A glyph at a place.
    @inlinable public init(id: UInt32, x: Double, y: Double) {
        self.id = id
        self.x = x
        self.y = y
    }
}

/// How many bytes of the run's text the next so many glyphs stand for.
public struct TextCluster: Hashable, Sendable, BitwiseCopyable {
    /// Bytes of UTF-8.
    public var byteCount: Int32
    /// Glyphs of the run.
    public var glyphCount: Int32
    /// The left and the right edge in page px; both the same where only the glyphs' places are known.
    public var left: Float = 0
    public var right: Float = 0

    /// A cluster of so many bytes and glyphs.
    @inlinable public init(byteCount: Int, glyphCount: Int) {
        self.byteCount = Int32(clamping: byteCount)
        self.glyphCount = Int32(clamping: glyphCount)
    }
}

/// What chose a run's glyphs beside its face: what another program must know to shape its text in the same way.
public struct TextShaping: Hashable, Sendable {
    /// OpenType features beside those that are on by default; later ones win.
    public var features: [FontFeature]
    /// A BCP 47 tag; empty for none.
    public var language: String

    /// Features and a language.
    public init(features: [FontFeature] = [], language: String = "") {
        self.features = features
        self.language = language
    }
}
