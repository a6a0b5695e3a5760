/// A line as it is stored.
struct LineRecord: Sendable {
    /// Inline offsets: what belongs to the line, and where its content ends before hanging spaces and the forced break.
    var start: UInt32
    var end: UInt32
    var contentEnd: UInt32
    /// Its pieces in visual order, of `ParagraphLayout.Storage.pieces`. A plain line has none there: `pieceEnd` is the
    /// item that it begins in, and `firstPiece` says which edges of it were shaped again.
    var firstPiece: UInt32
    var pieceEnd: UInt32
    var firstBox: UInt32
    var boxEnd: UInt32
    var flags: Flags
    /// Where the used part begins, and how wide it is, in px.
    var x: Double
    var width: Double
    var y: Double
    var height: Double
    var ascent: Double
    /// What justification adds after each place that can grow.
    var expansion: Double

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        static let hyphen = Flags(rawValue: 1)
        static let forcedBreak = Flags(rawValue: 2)
        static let truncated = Flags(rawValue: 4)
        /// What the room of a justified line is added after: `ExpansionPlaces`, in the bits above.
        fileprivate static let placesShift: UInt8 = 4
    }
}

extension LineRecord {
    init(ascent: Double, height: Double) {
        self.init(
            start: 0, end: 0, contentEnd: 0, firstPiece: 0, pieceEnd: 0, firstBox: 0, boxEnd: 0, flags: [], x: 0,
            width: 0, y: 0, height: height, ascent: ascent, expansion: 0)
    }

    /// Where `expansion` is added.
    var places: ExpansionPlaces {
        get { ExpansionPlaces(rawValue: flags.rawValue >> Flags.placesShift) }
        set {
            let others = flags.rawValue & (1 << Flags.placesShift - 1)
            flags = Flags(rawValue: others | newValue.rawValue << Flags.placesShift)
        }
    }

    /// Whether it is content and spaces after it, with no more than edges shaped again: its pieces are made when they are
    /// asked for.
    var isPlain: Bool { firstPiece & LineRecord.plainBit != 0 }
    /// The first of a plain line's edges that were shaped again, an item of `ParagraphLayout.Storage.edges`; -1 for none.
    var firstEdge: Int { firstPiece == .max ? -1 : Int(firstPiece & ~LineRecord.plainBit) }

    mutating func setPlain(item: Int, firstEdge: Int) {
        firstPiece = firstEdge < 0 ? .max : LineRecord.plainBit | UInt32(truncatingIfNeeded: firstEdge)
        pieceEnd = UInt32(item)
    }

    /// More than there are pieces.
    private static let plainBit: UInt32 = 0x8000_0000
}

/// A part of a line in visual order: clusters of one item and style, a tab, an object, or a box's edge.
struct LinePiece: Sendable {
    enum Kind: UInt8, Sendable {
        /// Clusters of the paragraph's text.
        case text
        /// Clusters of the layout's own text: a reshaped edge.
        case edge
        /// As `edge`, and not in the inline text: a hyphen, an ellipsis.
        case inserted
        case tab, object, open, close
        /// What ends the line, or shows nothing.
        case control
    }
    var kind: Kind
    var level: UInt8
    var flags: Flags
    /// Its item, of the paragraph's or of the layout's text; the index of the object or box.
    var index: UInt32
    /// Clusters of its text.
    var firstCluster: UInt32
    var clusterEnd: UInt32
    /// Inline offsets.
    var start: UInt32
    var end: UInt32
    /// Its entry in `ShapedParagraph.textStyles`.
    var textStyle: UInt32
    /// The innermost box around it; -1 for none.
    var box: Int32
    /// Left edge, from the paragraph's left edge, in px.
    var x: Double
    var width: Double
    /// How far its baseline is above the line's.
    var shift: Double

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        /// Spaces after the line's content.
        static let hanging = Flags(rawValue: 1)
        /// The last piece of content of a justified line: nothing grows after its last cluster.
        static let lastContent = Flags(rawValue: 2)
        /// Clusters of the paragraph's text whose face is not the first of their style.
        static let fallback = Flags(rawValue: 4)
        /// Punctuation that hangs.
        static let mark = Flags(rawValue: 8)
        /// Spaces after the line's content that are removed there: they have no background and are in no box.
        static let collapsed = Flags(rawValue: 16)
    }
}

/// The part of an inline box on a line.
struct BoxRecord: Sendable {
    var box: Int32
    var hasStart: Bool
    var hasEnd: Bool
    var isRightToLeft: Bool
    var x: Double
    var y: Double
    var width: Double
    var height: Double
}
