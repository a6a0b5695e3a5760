import GalleyFonts
import GalleyUnicode

/// A range of the inline text with one shaping style, level, script and face instance: one call to HarfBuzz, at most
/// ``ShapingLimits/maximumItemBytes`` long; or one character that is not shaped. A view of what `ShapedText` stores.
public struct TextItem: Sendable {
    /// What stands in the item.
    public enum Kind: UInt8, Sendable {
        case text
        /// One U+0009: its width is known in its line only.
        case tab
        /// One U+FFFC with a record: its box is handed in when lines are made.
        case object
        /// A character that ends the line (UAX #14 BK, CR, LF, NL).
        case lineBreak
        /// Bidi formatting and other control characters: nothing is shown.
        case control
    }
    /// Inline offsets.
    public var start: UInt32
    public var end: UInt32
    public var kind: Kind
    /// The bidi embedding level.
    public var level: UInt8
    /// Whether its face is not the first of its style, and what is made of its glyphs.
    @usableFromInline package var flags: Flags
    public var script: Script
    public var instance: FontInstanceID
    /// The index of its font style in ``ShapedParagraph/fontStyles``.
    public var fontStyle: UInt16
    /// Its clusters in ``ShapedText``: `clusterStart ..< clusterStart + clusterCount`; one entry more holds the end.
    public var clusterStart: UInt32
    public var clusterCount: UInt32
    /// CSS px for one font unit.
    public var scale: Double
    /// Its start in px on the paragraph's axis: the text's advances summed up in logical order. Tabs, objects and edges of
    /// boxes take nothing on it.
    public var x: Double
    /// Where its rows are in `ShapedText.rows`, and what is there: see ``ItemForm``.
    @usableFromInline package var row: UInt32
    @usableFromInline package var advance: UInt16
    @usableFromInline package var form: ItemForm

    @usableFromInline package struct Flags: OptionSet, Sendable {
        @usableFromInline package let rawValue: UInt8
        @usableFromInline package init(rawValue: UInt8) { self.rawValue = rawValue }
        static let fallback = Flags(rawValue: 0x80)
    }

    /// Whether its face is not the first of its style: the style's own measures do not hold for it.
    @inlinable public var isFallback: Bool { flags.rawValue & 0x80 != 0 }
    /// What is made of the face's ordinary glyphs; ``scale`` has its size in it.
    public var synthesis: GlyphSynthesis { GlyphSynthesis(rawValue: flags.rawValue & 0x7F) }

    /// Runs from right to left.
    @inlinable public var isRightToLeft: Bool { level & 1 != 0 }
    @inlinable public var clusters: Range<Int> { Int(clusterStart)..<Int(clusterStart + clusterCount) }
    @inlinable public var range: Range<Int> { Int(start)..<Int(end) }
    /// How many bytes each of its clusters has: an offset says its cluster then; 0 where that varies.
    @inlinable public var stride: Int { Int(form.rawValue & ItemForm.strideMask) }
}
