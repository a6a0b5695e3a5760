import GalleyText

/// What there is to draw on a surface: a whole document or one page, as flat arrays in the surface's coordinates.
public struct LayoutContent: Sendable {
    /// The text that ids and indices refer to.
    public var text: AttributedText
    /// The surface in px.
    public var size: Size
    /// The background of the whole surface.
    public var canvasBackground: Color?
    /// Boxes in document order, parents before children.
    public var blocks: [BlockFragment]
    /// Paragraphs in document order.
    public var paragraphs: [ParagraphFragment]
    public var markers: [MarkerFragment]
    public var attachments: [AttachmentFragment]
    public var tableBorders: [TableBorderFragment]
    /// For each of `paragraphs` where it stands among `blocks`, where a block can have several fragments: in columns and
    /// on pages. Empty where each has one and the order is the document's.
    package var places: [ParagraphPlace] = []
    /// What lengths refer to in blocks whose style has some that are measures of its font.
    var lengthContexts: [BlockID: LengthContext] = [:]

    /// What relative lengths of a block's style refer to.
    package func lengthContext(of block: BlockID) -> LengthContext {
        lengthContexts[block] ?? LengthContext(fontSize: text.lengthStyle(of: block)?.shaping.fontSize ?? 16)
    }

    /// Where a paragraph's fragment stands among the fragments of blocks.
    package struct ParagraphPlace: Sendable, Hashable {
        /// The innermost fragment around it; -1 for none.
        package var fragment: Int
        /// How many fragments come before it.
        package var position: Int

        package init(fragment: Int, position: Int) {
            self.fragment = fragment
            self.position = position
        }
    }

    /// The same at another place on its surface.
    package func moved(dx: Double, dy: Double) -> LayoutContent {
        var content = self
        for index in content.blocks.indices {
            content.blocks[index].frame = content.blocks[index].frame.offsetBy(dx: dx, dy: dy)
            if let whole = content.blocks[index].whole {
                content.blocks[index].whole?.frame = whole.frame.offsetBy(dx: dx, dy: dy)
            }
            content.blocks[index].columnRules = content.blocks[index].columnRules.map { $0.offsetBy(dx: dx, dy: dy) }
            for layer in content.blocks[index].underlays.indices {
                content.blocks[index].underlays[layer].area =
                    content.blocks[index].underlays[layer].area.offsetBy(dx: dx, dy: dy)
            }
        }
        func move(_ point: inout Point) {
            point.x += dx
            point.y += dy
        }
        for index in content.paragraphs.indices { move(&content.paragraphs[index].origin) }
        for index in content.markers.indices { move(&content.markers[index].origin) }
        for index in content.tableBorders.indices {
            content.tableBorders[index].frame = content.tableBorders[index].frame.offsetBy(dx: dx, dy: dy)
        }
        for index in content.attachments.indices {
            content.attachments[index].frame = content.attachments[index].frame.offsetBy(dx: dx, dy: dy)
            content.attachments[index].contentRect = content.attachments[index].contentRect.offsetBy(dx: dx, dy: dy)
            if var alternative = content.attachments[index].alternative {
                move(&alternative.origin)
                content.attachments[index].alternative = alternative
            }
        }
        return content
    }

    /// The lines in document order.
    public var lines: [LineFragment] {
        paragraphs.flatMap { fragment in fragment.lines.map { fragment.line($0) } }
    }
}
