import GalleyFonts
import GalleyShaping
import GalleyText

extension GlyphRun {
    public var instance: FontInstanceID { item.instance }
    public var fontStyle: FontStyle { layout.shaped.fontStyle(Int(item.fontStyle)) }
    /// The used size in px; of small capitals and the like that are made from other glyphs, the size of those.
    public var fontSize: Double {
        let synthesis = item.synthesis
        return synthesis.isEmpty ? fontStyle.fontSize : fontStyle.fontSize * synthesis.scale(fontStyle.metrics)
    }
    /// The style, for colours; of generated text when `TextStyleID.isGenerated`.
    public var style: TextStyleID { layout.shaped.textStyles[Int(piece.textStyle)].id }
    public var level: UInt8 { piece.level }
    public var isRightToLeft: Bool { piece.level & 1 != 0 }
    /// The left edge.
    public var x: Double { piece.x }
    public var width: Double { piece.width }
    /// The baseline, shifted by `vertical-align`.
    public var baseline: Double {
        let record = layout.storage.lines[line]
        return record.y + record.ascent - piece.shift
    }
    /// By how much an inline box around it that is `relative` has moved it from where its line has it.
    public var displacement: Point { layout.storage.displacement(of: piece) }
    /// Inline offsets of its text; where it stands, for what is not in the text.
    public var inlineRange: Range<Int> { Int(piece.start)..<Int(piece.end) }
    public var sourceRange: Range<Int> { layout.shaped.inline.mapping.sourceRange(ofInline: inlineRange) }
    /// Spaces after the line's content; nothing of them is seen but backgrounds and selections.
    public var isHanging: Bool { piece.flags.contains(.hanging) }
    /// Spaces that hang and are removed: not even their background is seen.
    public var isCollapsed: Bool { piece.flags.contains(.collapsed) }
    /// A hyphen or an ellipsis, which is not in the text.
    public var isInserted: Bool { piece.kind == .inserted }
    /// The content area: the first face's ascent and descent around the baseline, as inline backgrounds cover it.
    public var rect: Rect {
        let metrics = fontStyle.metrics
        return Rect(x: x, y: baseline - metrics.ascent, width: width, height: metrics.ascent + metrics.descent)
    }

    /// OpenType features that the run was shaped with beside those that are on by default; later ones win.
    package var features: [FontFeature] { fontStyle.featureList(for: item) }

    var text: ShapedText { layout.storage.text(of: piece) }
    var item: TextItem {
        let index = Int(piece.index)
        return piece.kind == .text ? layout.shaped.item(index) : layout.storage.edges.item(index)
    }
}

extension Line {
    /// The parts of inline boxes that have edges or a background, outermost first.
    public var boxFragments: [InlineBoxFragment] {
        let record = record
        let inline = layout.shaped.inline
        let displacements = layout.storage.displacements
        return layout.storage.boxes(of: record).map { box in
            InlineBoxFragment(
                box: Int(box.box), span: inline.boxes[Int(box.box)].span, line: index,
                rect: Rect(x: box.x, y: box.y, width: box.width, height: box.height), hasStart: box.hasStart,
                hasEnd: box.hasEnd, isRightToLeft: box.isRightToLeft,
                displacement: displacements.isEmpty ? .zero : displacements[Int(box.box)])
        }
    }
}
