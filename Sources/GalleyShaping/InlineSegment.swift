import GalleyText

/// A stretch of the inline text whose widths are one prefix sum: text of one style and level; or one thing whose width is
/// known only when lines are made. Breaking lines walks segments and reads nothing below them.
public struct InlineSegment: Sendable {
    public enum Kind: UInt8, Sendable {
        case text
        /// One tab; `index` is that of the leader in `InlineText.leaders` that it stands for, or -1.
        case tab
        /// One object; `index` is its index in `InlineText.objects`.
        case object
        /// The start edge of a box; `index` is its index in `InlineText.boxes`. No bytes.
        case open
        /// The end edge of a box. No bytes.
        case close
        /// A character after which the line ends.
        case lineBreak
    }
    public var kind: Kind
    /// Whether a line may end after it.
    public var breakAfter: BreakOpportunity.Kind
    /// Bits of ``BreakOpportunity/Flags`` for the break after it.
    public var breakFlags: BreakOpportunity.Flags
    /// Whether its spaces at a line's end hang: they take no room in the fit.
    public var hangs: Bool
    /// Whether lines may end inside it, and with a hyphen at its soft hyphens.
    public var wraps: Bool
    public var softHyphens: Bool
    /// Whether a word that does not fit may be broken anywhere (`overflow-wrap`), and whether that counts for min-content.
    public var overflowWrap: OverflowWrap
    public var level: UInt8
    /// Its entry in ``ShapedParagraph/textStyles``.
    public var textStyle: UInt32
    public var index: Int32
    /// Inline offsets.
    public var start: UInt32
    public var end: UInt32
    /// Its items, of `ShapedText.items`.
    public var firstItem: UInt32
    public var itemEnd: UInt32
    /// Where its trailing hanging spaces start: an inline offset; `end` without any.
    public var contentEnd: UInt32
    /// Where its text begins and ends on the paragraph's axis, in px, and where it ends without trailing hanging spaces.
    public var x: Double
    public var endX: Double
    public var contentX: Double

    /// Whether it is a tab that stands for a leader. Lines do not end after one: what it leads to stands on its line.
    var isLeader: Bool { kind == .tab && index >= 0 }
}

/// A place inside a segment where a line may end (`BreakPlaces`).
public struct BreakOpportunity: Sendable {
    /// What happens at a place where a line may end.
    public enum Kind: UInt8, Sendable {
        case none
        /// An ordinary one.
        case allowed
        /// A soft hyphen: the line shows a hyphen when it ends here.
        case hyphen
        /// The line ends here.
        case mandatory
    }

    public struct Flags: OptionSet, Sendable {
        public let rawValue: UInt8
        @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The text before must be shaped again when the line ends here.
        @inlinable public static var unsafeEnd: Flags { Flags(rawValue: 1) }
        /// The text after must be shaped again when a line starts here.
        @inlinable public static var unsafeStart: Flags { Flags(rawValue: 2) }
    }

    /// Where the next line would start: an inline offset.
    public var offset: UInt32
    /// Where the content of this line would end, before hanging spaces.
    public var contentEnd: UInt32
    public var kind: Kind
    public var flags: Flags
    /// The two offsets on the paragraph's axis, in px.
    public var x: Double
    public var contentX: Double
    /// The item of `ShapedText.items` and the cluster that begin the next line; cluster -1 where it begins inside one, a
    /// ligature.
    public var item: Int32
    public var cluster: Int32
}
