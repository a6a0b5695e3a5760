import GalleyFonts
import GalleyText
import GalleyUnicode

extension LayoutContext {
    /// Shapes a paragraph of a text: everything about it that no width changes.
    ///
    /// Input: the text's paragraph `index`. Output: a value that keeps nothing of this context. Linear in the paragraph,
    /// HarfBuzz's time apart.
    public func shape(paragraph index: Int, of text: AttributedText) -> ShapedParagraph {
        shape(paragraph: index, of: text, setsLetterApart: false)
    }

    /// - Parameter setsLetterApart: whether a drop cap (``AttributedText/dropCapRange(ofParagraph:)``) is left out.
    package func shape(paragraph index: Int, of text: AttributedText, setsLetterApart: Bool) -> ShapedParagraph {
        counters.paragraphsShaped += 1
        let synthesis = SynthesisResolver(context: self)
        var firstLine: ShapedParagraph.FirstLine?
        let style = text.paragraphs[index].style
        if text.hasFirstStyles(style), text.style(style).firstLine != nil {
            let inline = InlineText(
                paragraph: index, of: text, firstLine: .all, synthesis: synthesis, setsLetterApart: setsLetterApart)
            firstLine = ShapedParagraph.FirstLine(
                shaped: shape(inline, paragraph: index, of: text), text: text, paragraph: index,
                setsLetterApart: setsLetterApart)
        }
        // Bytes: text-transform, small capitals, generated text, bidi controls.
        let inline = InlineText(
            paragraph: index, of: text, synthesis: synthesis, setsLetterApart: setsLetterApart)
        return shape(inline, paragraph: index, of: text, firstLine: firstLine)
    }

    /// Shapes a paragraph whose first line ends at `end`, an inline offset of `firstLine.shaped`: text up to there has the
    /// first line's styles. Where a character's letters come from one before the end and one behind it (`text-transform`),
    /// the line ends behind them: the second result says where.
    package func shape(
        _ firstLine: ShapedParagraph.FirstLine, firstLineEnd end: Int
    ) -> (shaped: ShapedParagraph, end: Int) {
        let mapping = firstLine.shaped.inline.mapping
        var end = end
        var source = mapping.sourceOffset(ofInline: end)
        if !mapping.isGenerated(end), end < firstLine.shaped.inline.utf8.count,
            mapping.inlineOffset(ofSource: source) < end
        {
            source = mapping.sourceRange(ofInline: end..<end + 1).upperBound
            end = mapping.inlineOffset(ofSource: source)
        }
        let inline = InlineText(
            paragraph: firstLine.paragraph, of: firstLine.text,
            firstLine: FirstLineExtent(source: source, inline: end), synthesis: SynthesisResolver(context: self),
            setsLetterApart: firstLine.setsLetterApart)
        return (shape(inline, paragraph: firstLine.paragraph, of: firstLine.text), end)
    }

    private func shape(
        _ inline: InlineText, paragraph index: Int, of text: AttributedText,
        firstLine: ShapedParagraph.FirstLine? = nil
    ) -> ShapedParagraph {
        let paragraph = text.paragraphs[index]
        let style = text.style(paragraph.style)
        // Ruby's annotations are small paragraphs.
        var annotations: [RubyAnnotation] = []
        for ruby in inline.rubies { annotations.append(shape(ruby, ofParagraph: index, of: text, style)) }
        return shape(inline, style, strut: paragraph.strut, annotations, firstLine: firstLine, of: text)
    }

    /// Shapes an inline text: a paragraph's, or an annotation's.
    func shape(
        _ inline: InlineText, _ style: ParagraphStyle, strut: TextStyleID, _ annotations: [RubyAnnotation],
        firstLine: ShapedParagraph.FirstLine? = nil, of text: AttributedText
    ) -> ShapedParagraph {
        var inline = inline
        // Styles: faces, sizes, features, line heights.
        var styles = StyleResolution.resolve(inline, strut: strut, of: text, self)
        // Boundaries, levels, scripts.
        var analysis = TextAnalysis(
            inline, direction: style.baseDirection, styles: styles, tools: &state.pointee.analysisTools)
        // Where words may be hyphenated.
        if var pass = HyphenationPass(inline, styles, self) { pass.mark(&analysis) }
        if !annotations.isEmpty { analysis.keepBasesWhole(inline) }
        // Items, then glyphs.
        let (shaped, uncovered) = itemizeAndShape(inline, analysis, styles)
        analysis.levels = []
        // Stretches whose widths are one sum, and the places where lines may end.
        var table = SegmentTableBuilder(inline, analysis, styles)
        table.build(shaped)
        styles = measuringHyphens(styles, table.table)
        if !annotations.isEmpty { inline.widenBases(for: annotations, table.table) }

        return ShapedParagraph(
            storage: ShapedParagraph.Storage(
                inline: inline, style: shared(style), analysis: analysis, text: shaped, styles: styles,
                pieceRuns: SegmentTableBuilder.pieceRuns(inline, styles), table: table.table,
                fallbackInstances: fallbackInstances(of: shaped),
                rare: ShapedParagraph.RareParts(
                    annotations: annotations, firstLine: firstLine, uncovered: uncovered)))
    }

    /// A style as the paragraph before had it, where that is the same.
    private func shared(_ style: ParagraphStyle) -> SharedParagraphStyle {
        if let last = state.pointee.lastParagraphStyle, last.isSame(as: style, self) { return last }
        let made = SharedParagraphStyle(style, self)
        state.pointee.lastParagraphStyle = made
        return made
    }

    /// The instances of a paragraph's items that are not their styles' first; the list of the paragraph before where that
    /// has the same.
    private func fallbackInstances(of shaped: borrowing ShapedText) -> [FontInstance] {
        var found: [FontInstance] = []
        var last: FontInstanceID?
        shaped.withReader { text in
            for item in text.items where item.isFallback && item.instance != last {
                last = item.instance
                if !found.contains(where: { $0.id == item.instance }) { found.append(instance(item.instance)) }
            }
        }
        guard !found.isEmpty else { return [] }
        let known = state.pointee.lastFallback
        if known.count == found.count, zip(known, found).allSatisfy({ $0 === $1 }) { return known }
        state.pointee.lastFallback = found
        return found
    }

    private func itemizeAndShape(
        _ inline: borrowing InlineText, _ analysis: borrowing TextAnalysis, _ styles: StyleResolution
    ) -> (ShapedText, uncovered: [Range<Int>]) {
        guard !inline.utf8.isEmpty else { return (ShapedText(), []) }
        var items: ContiguousArray<TextItem> = []
        swap(&items, &state.pointee.itemScratch)
        // Put together in memory that is kept, and then copied into as much as it needs.
        var shaped = ShapedText()
        swap(&shaped, &state.pointee.textScratch)
        shaped.removeAll()
        defer {
            swap(&items, &state.pointee.itemScratch)
            if shaped.byteCount <= ShapingLimits.scratchBytes { swap(&shaped, &state.pointee.textScratch) }
        }
        var uncovered: [Range<Int>] = []
        inline.utf8.withUnsafeBufferPointer { utf8 in
            itemize(inline, utf8, analysis, styles, &items, &uncovered)
            limitPlans()
            var ready: ContiguousArray<ReadyPlan> = []
            var done = 0
            for item in items {
                if shape(item, utf8, ready, into: &shaped) {
                    done &+= 1
                    continue
                }
                let style = styles.fontStyles[Int(item.fontStyle)]
                let mismatches = counters.wordCacheMismatches
                let plan = shape(item, utf8, style, into: &shaped)
                if counters.wordCacheMismatches > mismatches { ready.removeAll() }
                if let plan, items.count > 2, !ready.contains(where: { $0.serves(item) }) { ready.append(plan) }
            }
            counters.itemsShaped += done
        }
        shaped.placeItems(styles.fontStyles)
        return (shaped.trimmed(), uncovered)
    }

    /// Cuts a text into items, in the memory of `items`.
    private func itemize(
        _ inline: borrowing InlineText, _ utf8: UnsafeBufferPointer<UInt8>, _ analysis: borrowing TextAnalysis,
        _ styles: StyleResolution, _ items: inout ContiguousArray<TextItem>, _ uncovered: inout [Range<Int>]
    ) {
        analysis.flags.withUnsafeBufferPointer { flags in
            analysis.levels.withUnsafeBufferPointer { levels in
                state.pointee.analysisTools.scripts.withUnsafeBufferPointer { scripts in
                    var itemizer = Itemizer(
                        inline, utf8, flags: flags, levels: levels, scripts: scripts, styles, self)
                    swap(&items, &itemizer.items)
                    itemizer.items.removeAll(keepingCapacity: true)
                    itemizer.run()
                    uncovered = itemizer.uncovered
                    swap(&items, &itemizer.items)
                }
            }
        }
    }

    /// Puts an item together of pairs by a plan that served one before it; false where none does, or that is not all.
    @inline(__always)
    private func shape(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ ready: ContiguousArray<ReadyPlan>,
        into shaped: inout ShapedText
    ) -> Bool {
        for index in ready.indices where ready[index].serves(item) {
            let plan = ready[index]
            run.reserve(bytes: item.range.count)
            var cursor = run.cursor
            guard plan.count.add() else { return false }
            guard plan.pairs.write(item, utf8, &cursor) else {
                plan.count.remove()
                return false
            }
            var item = item
            item.scale = plan.scale
            shaped.appendSimple(item, cursor)
            return true
        }
        return false
    }

    /// Shapes an item; the plan that it was put together by, where that serves others of the paragraph.
    private func shape(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, into shaped: inout ShapedText
    ) -> ReadyPlan? {
        let instance = instance(item.instance)
        var item = item
        item.scale = instance.pixelsPerUnit(fontSize: style.fontSize)
        guard item.kind == .text else {
            shaped.appendEmpty(item)
            return nil
        }
        counters.itemsShaped += 1
        if !item.synthesis.isEmpty {
            item.scale *= item.synthesis.scale(style.metrics)
            buffer.shape(utf8, item.range, item: item, style: style, instance: instance)
            buffer.withGlyphs { shaped.append(item, utf8, $0, $1) }
            return nil
        }
        guard let plan = wordPlan(item, style, instance) else {
            shapeWhole(item, utf8, style, instance, into: &shaped)
            return nil
        }
        if !plan.cache.isSample() {
            if shapeWords(item, utf8, style, instance, plan, into: &shaped) {
                return switches.pairTables ? ReadyPlan(item, plan) : nil
            }
        } else {
            let before = shaped.mark
            if shapeWords(item, utf8, style, instance, plan, into: &shaped) {
                if agrees(item, utf8, style, instance, shaped) { return nil }
                plan.giveUpWords()
                shaped.remove(after: before)
            }
        }
        guard plan.items.isTrusted, isByItself(item, utf8) else {
            shapeWhole(item, utf8, style, instance, into: &shaped)
            return nil
        }
        let hash = WordCache.hash(UnsafeBufferPointer(rebasing: utf8[item.range]))
        let before = shaped.mark
        if plan.items.append(item, utf8, hash, to: &shaped) {
            counters.wordCacheHits += 1
            guard plan.items.isSample(), !agrees(item, utf8, style, instance, shaped) else { return nil }
            shaped.remove(after: before)
            plan.items.giveUp()
            shapeWhole(item, utf8, style, instance, into: &shaped)
            return nil
        }
        counters.wordsShaped += 1
        shapeWhole(item, utf8, style, instance, into: &shaped)
        plan.items.keepLast(of: shaped, utf8, hash)
        return nil
    }

    private func shapeWhole(
        _ item: TextItem, _ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle, _ instance: FontInstance,
        into shaped: inout ShapedText
    ) {
        buffer.shape(utf8, item.range, item: item, style: style, instance: instance)
        buffer.withGlyphs { shaped.append(item, utf8, $0, $1) }
    }
}

/// A plan that items of a paragraph are put together by, of pairs alone, for the next of them: many texts change between
/// two scripts with each word. Values alone, so nothing is counted; plans live as long as the paragraph is being shaped.
private struct ReadyPlan {
    let instance: FontInstanceID
    let fontStyle: UInt16
    let script: Script
    let isRightToLeft: Bool
    let scale: Double
    let pairs: PairGlyphs.Tables
    let count: WordCache.ItemCount

    /// `nil` for a plan without pairs. The item is shaped.
    init?(_ item: TextItem, _ plan: WordPlan) {
        guard let pairs = plan.pairs, pairs.isTrusted else { return nil }
        instance = item.instance
        fontStyle = item.fontStyle
        script = item.script
        isRightToLeft = item.isRightToLeft
        scale = item.scale
        self.pairs = pairs.tables
        count = plan.cache.counted
    }

    @inline(__always)
    func serves(_ item: TextItem) -> Bool {
        item.instance == instance && item.fontStyle == fontStyle && item.script == script
            && item.isRightToLeft == isRightToLeft && item.kind == .text && item.synthesis.isEmpty
    }
}
