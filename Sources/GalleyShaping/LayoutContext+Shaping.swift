import GalleyFonts
import GalleyText

extension LayoutContext {
    /// Shapes a paragraph of a text: everything about it that no width changes.
    ///
    /// Input: the text's paragraph `index`. Output: a value that keeps nothing of this context. Linear in the paragraph,
    /// HarfBuzz's time apart.
    public func shape(paragraph index: Int, of text: AttributedText) -> ShapedParagraph {
        let paragraph = text.paragraphs[index]
        let style = text.style(paragraph.style)
        counters.paragraphsShaped += 1

        // Bytes: text-transform, generated text, bidi controls.
        let inline = InlineText(paragraph: index, of: text)
        // Styles: faces, sizes, features, line heights.
        var styles = StyleResolution(inline, strut: paragraph.strut, of: text, self)
        // Boundaries, levels, scripts.
        var analysis = TextAnalysis(
            inline, direction: style.baseDirection, styles: styles, tools: &analysisTools)
        // Where words may be hyphenated.
        if var pass = HyphenationPass(inline, styles, self) { pass.mark(&analysis) }
        // Items, then glyphs.
        var shaped = ShapedText()
        let uncovered = itemizeAndShape(inline, analysis, styles, into: &shaped)
        // Stretches whose widths are one sum, and the places where lines may end.
        var table = SegmentTableBuilder(inline, analysis, styles)
        table.build(&shaped)
        measureHyphens(of: &styles, table.table)

        return ShapedParagraph(
            storage: ShapedParagraph.Storage(
                inline: inline, style: style, analysis: analysis, text: shaped, styles: styles,
                pieceRuns: SegmentTableBuilder.pieceRuns(inline, styles), table: table.table, uncovered: uncovered,
                rootFontSize: rootFontSize, viewport: viewport))
    }

    private func itemizeAndShape(
        _ inline: InlineText, _ analysis: TextAnalysis, _ styles: StyleResolution, into shaped: inout ShapedText
    ) -> [Range<Int>] {
        guard !inline.utf8.isEmpty else { return [] }
        return inline.utf8.withUnsafeBufferPointer { utf8 in
            var itemizer = Itemizer(inline, utf8, analysis, styles, self)
            itemizer.run()
            // A cluster is a grapheme cluster or more.
            shaped.reserve(clusters: analysis.flags.count(of: .grapheme), items: itemizer.items.count)
            for item in itemizer.items {
                shape(item, utf8, styles.fontStyles[Int(item.fontStyle)], into: &shaped)
            }
            return itemizer.uncovered
        }
    }

    private func shape(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, into shaped: inout ShapedText
    ) {
        let instance = instance(item.instance)
        var item = item
        item.scale = style.fontSize / Double(max(1, instance.unitsPerEm))
        guard item.kind == .text else {
            shaped.appendEmpty(item, utf8)
            return
        }
        counters.itemsShaped += 1
        let before = shaped.mark
        if let plan = shapeWords(item, utf8, style, instance, into: &shaped) {
            guard plan.cache.isSample(), !agrees(item, utf8, style, instance, shaped, plan) else { return }
            shaped.remove(after: before)
        }
        buffer.shape(utf8, item.range, item: item, style: style, instance: instance)
        buffer.withGlyphs { shaped.append(item, utf8, $0, $1) }
    }
}

extension ShapedText {
    fileprivate mutating func reserve(clusters: Int, items: Int) {
        let entries = clusters + items
        clusterStarts.reserveCapacity(entries)
        clusterX.reserveCapacity(entries)
        clusterFlags.reserveCapacity(entries)
        glyphs.reserveCapacity(clusters)
        self.items.reserveCapacity(items)
    }
}

// What lines need shaped beside the paragraph: their edges, hyphens, ellipses.
extension LayoutContext {
    /// Shapes clusters of an item again as they stand when a line is cut at one of their ends, and appends them to
    /// `edges` as an item. What stands around them is still context: letters keep the forms they have in the whole word
    /// (CSS Text 3 §5.1).
    ///
    /// - Returns: the index of the new item.
    package func reshape(
        _ range: Range<Int>, of item: TextItem, in paragraph: ShapedParagraph, into edges: inout ShapedText
    ) -> Int {
        counters.edgesShaped += 1
        var edge = item
        edge.start = UInt32(range.lowerBound)
        edge.end = UInt32(range.upperBound)
        edge.resetTables()
        let style = paragraph.fontStyles[Int(item.fontStyle)]
        paragraph.storage.inline.utf8.withUnsafeBufferPointer { utf8 in
            buffer.shape(utf8, range, item: edge, style: style, instance: instance(item.instance))
            buffer.withGlyphs { edges.append(edge, utf8, $0, $1) }
        }
        edges.addSpacing(to: edges.items.count - 1, style)
        return edges.items.count - 1
    }

    /// Shapes text that is not in the inline text in a text style of the paragraph, and appends it to `edges` as one item
    /// of a level. Characters that the style's first face lacks come from the face that has most of them.
    ///
    /// - Returns: the index of the new item.
    package func shapeInserted(
        _ string: String, textStyle: Int, level: UInt8, in paragraph: ShapedParagraph, into edges: inout ShapedText
    ) -> Int {
        let style = paragraph.textStyles[textStyle].fontStyle
        return shapeInserted(string, style, paragraph.fontStyles[Int(style)], level: level, into: &edges)
    }

    private func shapeInserted(
        _ string: String, _ fontStyle: UInt16, _ style: FontStyle, level: UInt8, into edges: inout ShapedText
    ) -> Int {
        counters.edgesShaped += 1
        let bytes = ContiguousArray(string.utf8)
        let scalars = Array(string.unicodeScalars)
        let instance =
            style.instances.first { $0.covers(scalars) }
            ?? self.instance(
                fonts.fallback(
                    for: scalars, script: "Zyyy", language: style.style.language, near: style.instances[0].id
                ).instance)
        let item = TextItem(
            start: 0, end: UInt32(bytes.count), kind: .text, level: level, isFallback: false, script: .common,
            instance: instance.id,
            fontStyle: fontStyle, scale: style.fontSize / Double(max(1, instance.unitsPerEm)))
        bytes.withUnsafeBufferPointer { utf8 in
            buffer.shape(utf8, 0..<utf8.count, item: item, style: style, instance: instance)
            buffer.withGlyphs { edges.append(item, utf8, $0, $1) }
        }
        return edges.items.count - 1
    }

    /// The hyphen that a face can show: U+2010, else U+002D (CSS Text 3 §5.4).
    package func hyphen(for textStyle: Int, in paragraph: ShapedParagraph) -> String {
        hyphen(of: paragraph.fontStyles[Int(paragraph.textStyles[textStyle].fontStyle)])
    }

    private func hyphen(of style: FontStyle) -> String {
        style.instances[0].glyph(for: "\u{2010}") != nil ? "\u{2010}" : "-"
    }

    /// Measures the hyphens of the styles in which lines may end with one.
    private func measureHyphens(of styles: inout StyleResolution, _ table: SegmentTable) {
        guard table.hasHyphens else { return }
        var edges = ShapedText()
        for index in styles.textStyles.indices {
            let number = styles.textStyles[index].fontStyle
            let style = styles.fontStyles[Int(number)]
            edges.removeAll()
            let item = edges.items[shapeInserted(hyphen(of: style), number, style, level: 0, into: &edges)]
            styles.textStyles[index].hyphenWidth = edges.x(ofCluster: item.clusters.upperBound, in: item)
        }
    }
}

extension TextItem {
    mutating func resetTables() {
        glyphTable = -1
        advanceTable = -1
        offsetTable = -1
        spacingTable = -1
        x = 0
    }
}
