import GalleyParagraph
import GalleyText

/// A paragraph's lines and place.
///
/// There is one for each paragraph of a document, so it is small: 56 bytes. What few paragraphs have is behind a reference.
struct ParagraphGeometry: Sendable {
    /// While layout runs relative to `anchor`'s border box; in the end, to the document.
    var origin = Point.zero
    /// What the lines were made for.
    var width = -1.0
    /// One element, or none.
    private var rare: ContiguousArray<Rare> = []
    /// `nil` for a paragraph that takes no room.
    var layout: FlowLines?
    /// Whether it has no lines, and room for an item's marker.
    var isMarkerLine = false
    var anchor: Int32 = -1

    /// What only paragraphs have that hold objects, stand beside something, or have no room for all of their lines.
    private struct Rare: Sendable {
        var maximumLines = 0
        var isClamped = false
        var isContinued = false
        var objects: [ObjectBox] = []
        var floats: [FloatSpace.Placed] = []
        var exclusions: ExclusionOrigin?
        var passes: [LinePass] = []
        var pageWidths: [PageWidth] = []
    }
}

extension ParagraphGeometry {
    /// Whether its lines were made for nothing but their width.
    var isPlain: Bool { rare.isEmpty }

    /// How many lines there may be; 0 for any number.
    var maximumLines: Int {
        get { rare.isEmpty ? 0 : rare[0].maximumLines }
        set { if hasRare(newValue != 0) { rare[0].maximumLines = newValue } }
    }

    /// Whether a box around it limits its lines: then the last one ends in an ellipsis where it is cut.
    var isClamped: Bool {
        get { rare.isEmpty ? false : rare[0].isClamped }
        set { if hasRare(newValue) { rare[0].isClamped = newValue } }
    }

    /// Whether more of that box comes after the paragraph.
    var isContinued: Bool {
        get { rare.isEmpty ? false : rare[0].isContinued }
        set { if hasRare(newValue) { rare[0].isContinued = newValue } }
    }

    var objects: [ObjectBox] {
        get { rare.isEmpty ? [] : rare[0].objects }
        set { if hasRare(!newValue.isEmpty) { rare[0].objects = newValue } }
    }

    /// The floats beside it, relative to its origin.
    var floats: [FloatSpace.Placed] {
        get { rare.isEmpty ? [] : rare[0].floats }
        set { if hasRare(!newValue.isEmpty) { rare[0].floats = newValue } }
    }

    /// The shapes that its lines kept clear of.
    var exclusions: ExclusionOrigin? {
        get { rare.isEmpty ? nil : rare[0].exclusions }
        set { if hasRare(newValue != nil) { rare[0].exclusions = newValue } }
    }

    /// The lines before floats between its text had their places, one entry for each time that they were made again.
    var passes: [LinePass] {
        get { rare.isEmpty ? [] : rare[0].passes }
        set { if hasRare(!newValue.isEmpty) { rare[0].passes = newValue } }
    }

    /// Where it goes on to pages of other widths.
    var pageWidths: [PageWidth] {
        get { rare.isEmpty ? [] : rare[0].pageWidths }
        set { if hasRare(!newValue.isEmpty) { rare[0].pageWidths = newValue } }
    }

    /// Whether there is a place for what is rare; makes one where it is needed.
    private mutating func hasRare(_ isNeeded: Bool) -> Bool {
        if rare.isEmpty, isNeeded { rare.append(Rare()) }
        return !rare.isEmpty
    }
}
