import GalleyFonts
import GalleyText
import GalleyUnicode

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
        edge.x = 0
        let style = paragraph.fontStyles[Int(item.fontStyle)]
        paragraph.storage.inline.utf8.withUnsafeBufferPointer { utf8 in
            buffer.shape(utf8, range, item: edge, style: style, instance: instance(item.instance))
            buffer.withGlyphs { edges.append(edge, utf8, $0, $1) }
        }
        let index = edges.stored.count - 1
        edges.addSpacing(to: index, style)
        return index
    }

    /// Shapes text that is not in the inline text in a text style of the paragraph, and appends it to `edges` as items of
    /// a level or above it, in logical order.
    ///
    /// - Returns: the new items.
    package func shapeInserted(
        _ string: String, textStyle: Int, level: UInt8, in paragraph: ShapedParagraph, into edges: inout ShapedText
    ) -> Range<Int> {
        let style = paragraph.textStyles[textStyle].fontStyle
        return shapeInserted(string, style, paragraph.fontStyles[Int(style)], level: level, into: &edges)
    }

    private func shapeInserted(
        _ string: String, _ fontStyle: UInt16, _ style: FontStyle, level: UInt8, into edges: inout ShapedText
    ) -> Range<Int> {
        counters.edgesShaped += 1
        let first = edges.items.count
        let scalars = Array(string.unicodeScalars)
        guard string.utf8.count <= ShapingLimits.maximumItemBytes, !scalars.contains(where: { $0.runsAgainst(level) }),
            let instance = style.instances.first(where: { $0.covers(scalars) })
        else { return shapeMixed(string, fontStyle, style, level: level, into: &edges) }
        let bytes = ContiguousArray(string.utf8)
        let item = TextItem(
            start: 0, end: UInt32(bytes.count), kind: .text, level: level, isFallback: false, script: .common,
            instance: instance.id,
            fontStyle: fontStyle, scale: instance.pixelsPerUnit(fontSize: style.fontSize))
        bytes.withUnsafeBufferPointer { utf8 in
            buffer.shape(utf8, 0..<utf8.count, item: item, style: style, instance: instance)
            buffer.withGlyphs { edges.append(item, utf8, $0, $1) }
        }
        return first..<edges.items.count
    }

    /// Text of both directions or several faces: a paragraph of its own, whose items are taken over.
    private func shapeMixed(
        _ string: String, _ fontStyle: UInt16, _ style: FontStyle, level: UInt8, into edges: inout ShapedText
    ) -> Range<Int> {
        var shaping = style.style
        shaping.textTransform = .none
        var paragraph = ParagraphStyle()
        paragraph.baseDirection = level & 1 != 0 ? .rightToLeft : .leftToRight
        let shaped = shape(
            paragraph: 0, of: AttributedText(string, style: TextStyle(shaping: shaping), paragraphStyle: paragraph))
        let first = edges.items.count
        for index in shaped.text.items.indices where shaped.text.items[index].kind == .text {
            edges.append(itemAt: index, of: shaped.text, fontStyle: fontStyle, level: level & ~1)
        }
        return first..<edges.items.count
    }

    /// What a line in a style ends with where a word is broken: what the style says (`hyphenate-character`), else the
    /// hyphen that its face can show, U+2010 or U+002D (CSS Text 4 §6.2).
    package func hyphen(for textStyle: Int, in paragraph: ShapedParagraph) -> String {
        let style = paragraph.textStyles[textStyle]
        return hyphen(of: style, paragraph.fontStyles[Int(style.fontStyle)])
    }

    private func hyphen(of style: ParagraphTextStyle, _ font: FontStyle) -> String {
        if let own = style.breaking.hyphenateCharacter { return own }
        return font.instances[0].glyph(for: "\u{2010}") != nil ? "\u{2010}" : "-"
    }

    /// Styles with the hyphens measured that lines may end with.
    func measuringHyphens(_ styles: StyleResolution, _ table: SegmentTable) -> StyleResolution {
        guard table.hasHyphens else { return styles }
        var edges = ShapedText()
        var textStyles = styles.textStyles
        for index in textStyles.indices {
            let number = textStyles[index].fontStyle
            let style = styles.fontStyles[Int(number)]
            let hyphen = hyphen(of: textStyles[index], style)
            guard !hyphen.isEmpty else { continue }
            edges.removeAll()
            var width = 0.0
            for item in shapeInserted(hyphen, number, style, level: 0, into: &edges) {
                width += edges.x(ofCluster: edges.items[item].clusters.upperBound, in: edges.items[item])
            }
            textStyles[index].hyphenWidth = width
        }
        return StyleResolution(styles, textStyles: textStyles)
    }
}

extension Unicode.Scalar {
    /// Whether it has a direction, and not that of a level.
    fileprivate func runsAgainst(_ level: UInt8) -> Bool {
        switch UnicodeProperties.bidiClass(value) {
        case .rightToLeft, .arabicLetter: level & 1 == 0
        case .leftToRight, .europeanNumber, .arabicNumber: level & 1 != 0
        default: false
        }
    }
}
