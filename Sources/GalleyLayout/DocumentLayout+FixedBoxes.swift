import GalleyParagraph
import GalleyText

extension DocumentLayout {
    /// The document with its fixed boxes as pages of other sizes have them: each page's area is their containing block (CSS 2
    /// §9.6.1, §10.1). By size; none for that of the first page, for which they are laid out in any case.
    ///
    /// O(document) for the first of the sizes, O(blocks and paragraphs) for each.
    func layoutsOfFixedBoxes(on areas: some Sequence<Size>) -> [Size: DocumentLayout] {
        guard !geometry.fixedBoxes.isEmpty, let pages = options.pages else { return [:] }
        var layouts: [Size: DocumentLayout] = [:]
        let context = DocumentLayout.context(fonts: fonts, width: width, options: options)
        var widths: IntrinsicWidths?
        for area in areas where area != pages.first && layouts[area] == nil {
            guard layouts.count < LayoutLimits.maximumFixedSizes else { break }
            var layouter = FlowLayouter(
                shaped: shaped, options: options, attachments: attachmentStates, context: context, previous: geometry)
            if let widths {
                layouter.widths = widths
            } else if shaped.needsIntrinsicWidths {
                layouter.measureIntrinsicWidths(ofAll: false)
            }
            widths = layouter.widths
            var layout = self
            layout.geometry = layouter.layOutFixedBoxes(on: area, geometry)
            layouts[area] = layout
        }
        return layouts
    }
}

extension FlowLayouter {
    /// Lays out the fixed boxes of a document alone, on pages of a size; everything else keeps its place.
    mutating func layOutFixedBoxes(on area: Size, _ geometry: DocumentGeometry) -> DocumentGeometry {
        pageArea = area
        viewport = Size(width: geometry.width, height: options.viewportHeight)
        boxes = geometry.boxes
        paragraphs = geometry.paragraphs
        for fixed in geometry.fixedBoxes {
            for index in fixed.blocks { boxes[index] = BoxGeometry() }
            for index in fixed.paragraphs {
                // The lines that the others leave.
                linesLeft = linesLeft.map { $0 + (paragraphs[index].layout?.lineCount ?? 0) }
                paragraphs[index] = ParagraphGeometry()
            }
        }
        linesLeft = linesLeft.map { max(0, $0 - geometry.lineCounts.total) }
        layOutPositioned { geometry.isFixed(block: $0.index) }
        var changed = geometry
        changed.boxes = boxes
        changed.paragraphs = paragraphs
        changed.markers = markerPlaces()
        changed.tableBorders.removeAll { geometry.isFixed(block: $0.table.index) }
        changed.tableBorders += placedTableBorders()
        for (table, underlays) in columnUnderlays { changed.columnUnderlays[table] = underlays }
        return changed
    }
}
