import GalleyShaping
import GalleyText

/// The extents of lines of nothing but text in styles of several extents, or in boxes that raise it, one line after the
/// other.
struct MixedExtents {
    private let runs: RunList<PieceRun>
    private let styles: ContiguousArray<ParagraphTextStyle>
    private let strut: LineExtent
    /// The paragraph, where it bounds them.
    private let bounds: ShapedParagraph?
    /// By run, where there are boxes: the extent of its text and of the boxes around it.
    private let boxed: ContiguousArray<LineExtent>
    private var index = 0

    init(_ shaped: ShapedParagraph) {
        runs = shaped.pieceRuns
        styles = shaped.textStyles
        strut = shaped.strutStyle.extent
        bounds = shaped.traits.boundsHeights ? shaped : nil
        boxed = shaped.traits.hasPlainBoxes ? MixedExtents.boxed(shaped) : []
    }

    /// Each box counts with its own line height, whatever is in it (CSS 2 §10.8.1), as `LineBoxLayout` has it.
    private static func boxed(_ shaped: ShapedParagraph) -> ContiguousArray<LineExtent> {
        let boxes = shaped.inline.boxes
        /// Of boxes: with those around them, and how far above the line's baseline theirs is.
        var around: ContiguousArray<(extent: LineExtent, shift: Double)> = []
        around.reserveCapacity(boxes.count)
        for index in boxes.indices {
            let outer = boxes[index].parent.map { around[$0] }
            let shift = (outer?.shift ?? 0) + (shaped.raise(ofBox: index, boxes) ?? 0)
            var extent = shaped.textStyles[Int(shaped.boxStyles[index])].extent.raised(by: shift)
            if let outer { extent.formUnion(outer.extent) }
            around.append((extent, shift))
        }
        var extents: ContiguousArray<LineExtent> = []
        extents.reserveCapacity(shaped.pieceRuns.count)
        for run in shaped.pieceRuns {
            var extent = shaped.textStyles[Int(run.textStyle)].extent
            if run.box >= 0 {
                extent = extent.raised(by: around[Int(run.box)].shift)
                extent.formUnion(around[Int(run.box)].extent)
            }
            extents.append(extent)
        }
        return extents
    }

    /// Goes to the line that begins at an inline offset. O(log runs).
    mutating func move(to offset: Int) { index = runs.partitionIndex { $0.end > offset } }

    /// That of the next line: all of its text counts, spaces at its end too (`PlainText`).
    mutating func extent(from start: UInt32, to end: UInt32) -> LineExtent {
        var extent = strut
        while runs[index].end <= start { index &+= 1 }
        var last = index
        repeat {
            extent.formUnion(boxed.isEmpty ? styles[Int(runs[last].textStyle)].extent : boxed[last])
            last &+= 1
        } while last < runs.count && runs[last &- 1].end < end
        if let bounds { extent.bound(by: bounds.style) }
        return extent
    }
}

extension LineExtent {
    /// The same around a baseline so far above.
    func raised(by shift: Double) -> LineExtent { LineExtent(ascent: ascent + shift, descent: descent - shift) }
}
