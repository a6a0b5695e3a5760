import GalleyText

/// A block's box. While layout runs, `x` and `y` are relative to the border box of `anchor`; in the end, to the
/// document.
///
/// There is one for each block of a document, so it is small: 56 bytes. Its edges are one object for boxes that have equal
/// ones, and what few boxes have is behind a reference.
struct BoxGeometry: Sendable {
    /// The border box.
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0
    /// None where all are 0.
    private var sharedEdges: BoxEdges?
    /// One element, or none.
    private var rare: ContiguousArray<Rare> = []
    /// The block that `x` and `y` are relative to; -1 for the root of a flow.
    var anchor: Int32 = -1
    var drawsBorder = true
    var drawsBackground = true
    /// Whether what stands over its padding edge is not seen, whatever its style says.
    var clipsContent = false

    /// What only boxes have that are moved, have a height of their own, or a formatting context.
    private struct Rare: Sendable {
        var definiteHeight: Double?
        var offset = Point.zero
        var contentShift = 0.0
        var column: Int32 = -1
        var firstBaseline: Double?
        var lastBaseline: Double?
    }

    var frame: Rect { Rect(x: x, y: y, width: width, height: height) }
}

extension BoxGeometry {
    /// The content box's height where it does not depend on the content: what percentages refer to.
    var definiteHeight: Double? {
        get { rare.isEmpty ? nil : rare[0].definiteHeight }
        set { if hasRare(newValue != nil) { rare[0].definiteHeight = newValue } }
    }

    /// `position: relative` of the block itself.
    var offset: Point {
        get { rare.isEmpty ? .zero : rare[0].offset }
        set { if hasRare(newValue != .zero) { rare[0].offset = newValue } }
    }

    /// How far the content stands below where it was placed: `vertical-align` of cells.
    var contentShift: Double {
        get { rare.isEmpty ? 0 : rare[0].contentShift }
        set { if hasRare(newValue != 0) { rare[0].contentShift = newValue } }
    }

    /// The first column of a cell.
    var column: Int32 {
        get { rare.isEmpty ? -1 : rare[0].column }
        set { if hasRare(newValue != -1) { rare[0].column = newValue } }
    }

    /// Of the first line inside, from the border box's top; `nil` without lines.
    var firstBaseline: Double? {
        get { rare.isEmpty ? nil : rare[0].firstBaseline }
        set { if hasRare(newValue != nil) { rare[0].firstBaseline = newValue } }
    }

    /// Of the last line inside.
    var lastBaseline: Double? {
        get { rare.isEmpty ? nil : rare[0].lastBaseline }
        set { if hasRare(newValue != nil) { rare[0].lastBaseline = newValue } }
    }

    /// Whether there is a place for what is rare; makes one where it is needed.
    private mutating func hasRare(_ isNeeded: Bool) -> Bool {
        if rare.isEmpty, isNeeded { rare.append(Rare()) }
        return !rare.isEmpty
    }
}

extension BoxGeometry {
    var border: EdgeInsets {
        get { sharedEdges?.border ?? .zero }
        set { sharedEdges = BoxEdges(margin: margin, border: newValue, padding: padding) }
    }

    var padding: EdgeInsets { sharedEdges?.padding ?? .zero }
    var margin: EdgeInsets { sharedEdges?.margin ?? .zero }

    /// Gives it the edges of metrics: an object that has them already, where that is the case.
    ///
    /// - Returns: the object.
    mutating func setEdges(_ metrics: BoxMetrics, sharing known: BoxEdges?) -> BoxEdges {
        if let known, known.margin == metrics.margin, known.border == metrics.border, known.padding == metrics.padding {
            sharedEdges = known
            return known
        }
        let edges = BoxEdges(margin: metrics.margin, border: metrics.border, padding: metrics.padding)
        sharedEdges = edges
        return edges
    }
}

/// The edges of boxes, px.
final class BoxEdges: Sendable {
    let margin: EdgeInsets
    let border: EdgeInsets
    let padding: EdgeInsets

    init(margin: EdgeInsets, border: EdgeInsets, padding: EdgeInsets) {
        self.margin = margin
        self.border = border
        self.padding = padding
    }
}
