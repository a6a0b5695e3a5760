import GalleyFonts
import GalleyLayout
import GalleyParagraph
import GalleyShaping
import GalleyText

/// Paragraphs and the text of their lines.
extension DisplayListBuilder {
    /// Adds a paragraph in its tag, or what is displaced in it alone, after the rest.
    mutating func addText(ofParagraph index: Int, _ later: LinePass? = nil) {
        let fragment = content.paragraphs[index]
        sourceShift = fragment.sourceShift
        textBlock = content.text.paragraphs[fragment.paragraph].block
        textLanguage = content.text.style(content.text.paragraphs[fragment.paragraph].strut).shaping.language
        defer { (sourceShift, textBlock) = (nil, nil) }
        let attachments = attachments(ofParagraph: index)
        let links = links(of: fragment)
        if later == nil, !fragment.isRepeated { addBookmarks(beginningWith: fragment) }
        guard !fragment.lines.isEmpty || !attachments.isEmpty else { return }
        let role = content.text.blocks[content.text.paragraphs[fragment.paragraph].block.index].role
        if fragment.isRepeated {
            list.append(.beginTag(.artifact))
        } else {
            list.append(
                .beginTag(
                    StructureTag(paragraphIn: role), element: element(.paragraph, fragment.paragraph),
                    attributes: StructureAttributes(language: textLanguage, inside: documentLanguage)))
        }
        let isMixed = !links.isEmpty || !attachments.isEmpty || hasOtherLanguages(fragment)
        if let cap = fragment.dropCap, later == nil { addDropCap(cap, inSpan: isMixed) }
        let isDivided = later == nil && paint.paintsMovedBoxesLater(ofParagraph: index)
        for pass in later.map({ [$0] }) ?? (isDivided ? [.inPlace] : passes(of: fragment)) {
            if !isMixed {
                for index in fragment.lines {
                    addLine(
                        fragment.layout.lines[index], of: fragment.layout, at: fragment.origin, text: content.text, pass
                    )
                }
            } else {
                addMixed(fragment, attachments, links, pass)
            }
        }
        list.append(.end)
    }

    /// Adds a first letter that is a float, with its box. It is read before the lines beside it.
    private mutating func addDropCap(_ fragment: DropCapFragment, inSpan: Bool) {
        let cap = fragment.cap
        let box = cap.style.box
        let outer = sourceShift
        sourceShift = fragment.range.lowerBound
        defer { sourceShift = outer }
        if cap.style.text.paint.isVisible {
            let opacity = cap.style.text.paint.opacity
            let fontSize = cap.style.text.shaping.fontSize
            let radius = resolved(
                box.borderRadius, box.verticalRadius, in: fragment.frame, lengths: LengthContext(fontSize: fontSize))
            add(
                PlainBox(
                    rect: fragment.frame, radius: radius, background: box.background, layers: box.backgroundLayers,
                    padding: padding(of: box, fontSize: fontSize), fontSize: fontSize, edges: box.border,
                    borderImage: box.borderImage, shadows: box.shadows, opacity: opacity))
        }
        // Beside links and figures text stands in spans.
        if inSpan { list.append(.beginTag(.span)) }
        for line in cap.layout.lines { addLine(line, of: cap.layout, at: fragment.origin, text: cap.text) }
        if inSpan { list.append(.end) }
    }

    /// What of lines is painted at once.
    enum LinePass {
        case all, inPlace, displaced

        func shows(isDisplaced: Bool) -> Bool {
            switch self {
            case .all: true
            case .inPlace: !isDisplaced
            case .displaced: isDisplaced
            }
        }

        /// Those of a line's runs that are painted.
        func runs(_ runs: [GlyphRun]) -> [GlyphRun] {
            self == .all ? runs : runs.filter { shows(isDisplaced: $0.displacement != .zero) }
        }
    }

    /// What `position: relative` has moved is above the text in the flow (CSS 2 Appendix E): where it lies on such text that
    /// comes after it, that is painted first. Else reading order is kept.
    private func passes(of fragment: ParagraphFragment) -> [LinePass] {
        guard fragment.layout.isDisplaced else { return [.all] }
        let lines = fragment.layout.lines
        for index in fragment.lines {
            for box in lines[index].boxFragments where box.displacement != .zero {
                var next = max(index, lines.partitionIndex { $0.y + $0.height > box.rect.minY })
                while next < fragment.lines.upperBound, lines[next].y < box.rect.maxY {
                    let isCovered = lines[next].runs.contains {
                        $0.displacement == .zero && $0.rect.intersects(box.rect)
                    }
                    if isCovered { return [.inPlace, .displaced] }
                    next += 1
                }
            }
        }
        return [.all]
    }

    /// The attachments in the fragment's lines. They stand in document order, as the fragments do.
    private func attachments(ofParagraph index: Int) -> ArraySlice<AttachmentFragment> {
        attachmentRanges.isEmpty ? [] : content.attachments[attachmentRanges[index]]
    }

    /// Adds a line without links, attachments and words of other languages.
    mutating func addLine(
        _ line: Line, of layout: ParagraphLayout, at origin: Point, text: AttributedText, _ pass: LinePass = .all
    ) {
        let contents = line.contents
        let runs = pass.runs(contents.runs)
        let decorations = decorations(of: contents, runs, layout, text, pass)
        addInlineBoxes(line, of: layout, at: origin, text: text, pass)
        addTabBackgrounds(of: contents, layout, at: origin, text: text, pass)
        for run in runs { addBackground(run, layout, at: origin, text: text) }
        addDecorations(decorations, at: origin, above: false)
        for run in runs where !run.isHanging || run.width > 0 {
            addRun(run, of: line, layout, at: origin, text: text, clusters: nil)
        }
        if pass != .displaced { addAnnotations(of: line, at: origin, text: text) }
        addEmphasis(runs, layout, at: origin, text: text)
        addDecorations(decorations, at: origin, above: true)
    }

    // MARK: What is below and above the glyphs

    /// Backgrounds and borders of inline boxes, outermost first.
    mutating func addInlineBoxes(
        _ line: Line, of layout: ParagraphLayout, at origin: Point, text: AttributedText, _ pass: LinePass
    ) {
        for fragment in line.boxFragments where pass.shows(isDisplaced: fragment.displacement != .zero) {
            let style = layout.shaped.inline.boxes[fragment.box].style
            let rect = fragment.rect.offsetBy(dx: origin.x, dy: origin.y)
            let opacity = style.textStyle?.paint.opacity ?? 1
            var edges = style.border
            let fontSize = style.textStyle?.shaping.fontSize ?? 16
            var radius = resolved(
                style.borderRadius, style.verticalRadius, in: rect, lengths: LengthContext(fontSize: fontSize))
            let hasLeft = fragment.isRightToLeft ? fragment.hasEnd : fragment.hasStart
            let hasRight = fragment.isRightToLeft ? fragment.hasStart : fragment.hasEnd
            if !hasLeft {
                edges.left = .none
                (radius.topLeft, radius.bottomLeft) = (0, 0)
            }
            if !hasRight {
                edges.right = .none
                (radius.topRight, radius.bottomRight) = (0, 0)
            }
            var box = PlainBox(
                rect: rect, radius: radius, background: style.background, edges: edges, shadows: style.shadows,
                opacity: opacity, sides: Edges(top: true, right: hasRight, bottom: true, left: hasLeft))
            if !style.backgroundLayers.isEmpty || style.borderImage != nil {
                box.layers = style.backgroundLayers
                box.borderImage = style.borderImage
                box.fontSize = fontSize
                box.padding = padding(of: style, fontSize: fontSize)
                if !hasLeft { box.padding.left = 0 }
                if !hasRight { box.padding.right = 0 }
                if !(hasLeft && hasRight) {
                    box.whole = whole(fragment, of: layout).offsetBy(dx: origin.x, dy: origin.y)
                    box.wholeBorder = EdgeInsets(style.border.map(\.width))
                }
            }
            add(box)
            if let outline = style.outline { add(outline, around: rect, radius: radius, opacity: opacity) }
        }
    }

    /// An inline box as if it had not been broken: its parts one after the other, where this part is (CSS Fragmentation 3
    /// §5.4, `box-decoration-break: slice`). Parts many lines away do not count.
    private func whole(_ fragment: InlineBoxFragment, of layout: ParagraphLayout) -> Rect {
        func parts(_ line: Int) -> [InlineBoxFragment] {
            layout.lines[line].boxFragments.filter { $0.box == fragment.box }
        }
        let limit = RenderLimits.maximumSlices
        var before = 0.0
        var line = fragment.line - 1
        while line >= max(0, fragment.line - limit) {
            let parts = parts(line)
            if parts.isEmpty { break }
            before = parts.reduce(before) { $0 + $1.rect.width }
            line -= 1
        }
        var own = parts(fragment.line)
        if fragment.isRightToLeft { own.reverse() }
        let place = own.firstIndex(of: fragment) ?? 0
        before = own[..<place].reduce(before) { $0 + $1.rect.width }
        var total = own[place...].reduce(before) { $0 + $1.rect.width }
        line = fragment.line + 1
        while line < min(layout.lines.count, fragment.line + limit) {
            let parts = parts(line)
            if parts.isEmpty { break }
            total = parts.reduce(total) { $0 + $1.rect.width }
            line += 1
        }
        let rect = fragment.rect
        let x = fragment.isRightToLeft ? rect.maxX + before - total : rect.x - before
        return Rect(x: x, y: rect.y, width: total, height: rect.height)
    }

    /// The padding of an inline box in px, percentages aside.
    private func padding(of style: InlineBoxStyle, fontSize: Double) -> EdgeInsets {
        let context = LengthContext(fontSize: fontSize)
        return EdgeInsets(style.padding.map { max(0, $0.resolved(in: context)) })
    }

    /// The background of a run's content area.
    mutating func addBackground(_ run: GlyphRun, _ layout: ParagraphLayout, at origin: Point, text: AttributedText) {
        let paint = layout.shaped.inline.paint(run.style, in: text)
        guard let color = paint.background?.faded(by: paint.opacity), !color.isTransparent, paint.isVisible,
            !run.isCollapsed
        else { return addOwnBackgrounds(run, layout, at: origin) }
        guard let looks = looks(of: run, layout), looks.contains(where: { $0.style?.background != nil }) else {
            list.append(.fill(run.rect.offsetBy(dx: origin.x, dy: origin.y), radius: Corners(0), color))
            return
        }
        for look in looks {
            fill(look, of: run, look.style?.background?.faded(by: paint.opacity) ?? color, at: origin)
        }
    }

    /// The backgrounds of tabs, which are no runs of glyphs.
    mutating func addTabBackgrounds(
        of contents: LineContents, _ layout: ParagraphLayout, at origin: Point, text: AttributedText, _ pass: LinePass
    ) {
        guard pass != .displaced else { return }
        for (rect, style) in contents.tabs {
            let paint = layout.shaped.inline.paint(style, in: text)
            guard let color = paint.background?.faded(by: paint.opacity), !color.isTransparent, paint.isVisible
            else { continue }
            list.append(.fill(rect.offsetBy(dx: origin.x, dy: origin.y), radius: Corners(0), color))
        }
    }

    /// Backgrounds that only rendering attributes give to a run.
    private mutating func addOwnBackgrounds(_ run: GlyphRun, _ layout: ParagraphLayout, at origin: Point) {
        for look in looks(of: run, layout) ?? [] {
            if let color = look.style?.background { fill(look, of: run, color, at: origin) }
        }
    }

    private mutating func fill(_ look: Look, of run: GlyphRun, _ color: Color, at origin: Point) {
        guard !color.isTransparent, look.width > 0 else { return }
        let rect = Rect(x: origin.x + look.x, y: origin.y + run.rect.y, width: look.width, height: run.rect.height)
        list.append(.fill(rect, radius: Corners(0), color))
    }

    /// Underlines and overlines below the glyphs, strike-throughs above (CSS Text Decoration 3 §2.5).
    mutating func addDecorations(_ segments: [DecorationSegment], at origin: Point, above: Bool) {
        for segment in segments where (segment.line == .lineThrough) == above {
            var line = DecorationLine(
                stroke: segment.stroke, color: segment.color,
                start: Point(x: origin.x + segment.x, y: origin.y + segment.centre), width: segment.width,
                thickness: segment.thickness)
            line.gaps = segment.gaps.map { (origin.x + $0.lowerBound)..<(origin.x + $0.upperBound) }
            // The first shadow is on top of the others.
            for shadow in segment.shadows.reversed() { list.append(.line(line.shadow(shadow))) }
            list.append(.line(line))
        }
    }

    /// Ruby above its bases.
    mutating func addAnnotations(of line: Line, at origin: Point, text: AttributedText) {
        for annotation in line.annotations {
            let place = Point(x: origin.x + annotation.origin.x, y: origin.y + annotation.origin.y)
            for line in annotation.layout.lines { addLine(line, of: annotation.layout, at: place, text: text) }
        }
    }

    /// Emphasis marks, above the glyphs (CSS Text Decoration 4 §5).
    mutating func addEmphasis(_ runs: [GlyphRun], _ layout: ParagraphLayout, at origin: Point, text: AttributedText) {
        for run in runs {
            guard let emphasis = run.emphasis else { continue }
            let paint = layout.shaped.inline.paint(run.style, in: text)
            guard paint.isVisible, let color = paint.emphasis?.color else { continue }
            let mark = emphasis.mark
            list.appendMarks(
                instance: mark.instance, fontSize: mark.fontSize, color: color.faded(by: paint.opacity)
            ) { appender in
                for x in emphasis.x {
                    for glyph in mark.glyphs {
                        appender.glyph(
                            UInt32(glyph.id), x: origin.x + x + glyph.x, y: origin.y + emphasis.baseline + glyph.y)
                    }
                }
            }
            addShadows(paint)
        }
    }

    // MARK: Glyphs

    /// Adds a run's glyphs, all or those of some of its clusters, in the colours that rendering attributes give them.
    mutating func addRun(
        _ run: GlyphRun, of line: Line, _ layout: ParagraphLayout, at origin: Point, text: AttributedText,
        clusters part: Range<Int>?
    ) {
        guard let looks = looks(of: run, layout), looks.contains(where: { $0.style?.color != nil }) else {
            addRun(run, of: line, layout, at: origin, text: text, clusters: part, color: nil)
            return
        }
        for look in looks {
            let clusters = part.map { $0.clamped(to: look.clusters) } ?? look.clusters
            guard !clusters.isEmpty else { continue }
            addRun(run, of: line, layout, at: origin, text: text, clusters: clusters, color: look.style?.color)
        }
    }

    /// Adds a run's glyphs, all or those of some of its clusters, with their shadows.
    private mutating func addRun(
        _ run: GlyphRun, of line: Line, _ layout: ParagraphLayout, at origin: Point, text: AttributedText,
        clusters part: Range<Int>?, color: Color?
    ) {
        let paint = layout.shaped.inline.paint(run.style, in: text)
        guard paint.isVisible else { return }
        var color = color ?? paint.color
        if color.isTransparent, let seen = colorThroughText(run, of: line, layout) { color = seen }
        // A hyphen shown at a line's end is U+00AD, so that readers join the word again.
        let isHyphen =
            line.endsWithHyphen && !line.isTruncated && run.inlineRange.lowerBound == line.contentRange.upperBound
        let inserted = run.isInserted ? (isHyphen ? "\u{AD}" : run.insertedText ?? "") : nil
        let (endsWithBreak, contentEnd) = (line.endsWithForcedBreak && inserted == nil, line.contentRange.upperBound)
        glyphs.removeAll(keepingCapacity: true)
        clusters.removeAll(keepingCapacity: true)
        run.appendGlyphs(to: &glyphs, &clusters)
        let shaping = list.number(
            of: TextShaping(features: run.features, language: run.fontStyle.style.language))
        list.appendText(
            instance: run.instance, fontSize: run.fontSize, color: color.faded(by: paint.opacity),
            isRightToLeft: run.isRightToLeft, baseline: origin.y + run.baseline, shaping: shaping
        ) { appender in
            layout.shaped.inline.utf8.withUnsafeBufferPointer { utf8 in
                var next = 0
                for (index, cluster) in clusters.enumerated() {
                    let first = next
                    next += Int(cluster.glyphCount)
                    if let part, !part.contains(index) { continue }
                    for glyph in first..<next {
                        let glyph = glyphs[glyph]
                        appender.glyph(UInt32(glyph.id), x: origin.x + glyph.x, y: origin.y + glyph.y)
                    }
                    let left = origin.x + cluster.x
                    let right = left + cluster.advance
                    let count = Int(cluster.glyphCount)
                    if endsWithBreak, Int(cluster.end) == contentEnd { appender.endsWithBreak = true }
                    if let inserted {
                        // Its first cluster has the text.
                        appender.cluster(
                            index == 0 ? inserted.utf8 : "".utf8, glyphCount: count, left: left, right: right)
                    } else {
                        let bytes = UnsafeBufferPointer(rebasing: utf8[cluster.range])
                        appender.cluster(bytes, glyphCount: count, left: left, right: right)
                    }
                }
            }
        }
        addShadows(paint)
    }

    /// Puts shadows of the last text below it.
    private mutating func addShadows(_ paint: PaintStyle) {
        guard !paint.shadows.isEmpty, case .text(let shown)? = list.commands.last else { return }
        // The first shadow is on top of the others, and all are below the text.
        list.removeLastCommand()
        for shadow in paint.shadows.reversed() {
            list.appendShadow(
                of: shown, dx: shadow.offsetX, dy: shadow.offsetY, blurRadius: shadow.blurRadius,
                color: shadow.color.faded(by: paint.opacity))
        }
        list.append(.text(shown))
    }
}

extension DecorationLine {
    /// The line's shadow, gaps and all.
    fileprivate func shadow(_ shadow: TextShadow) -> DecorationLine {
        var line = self
        line.color = shadow.color
        line.start.x += shadow.offsetX
        line.start.y += shadow.offsetY
        if shadow.offsetX.isFinite {
            line.gaps = gaps.map { ($0.lowerBound + shadow.offsetX)..<($0.upperBound + shadow.offsetX) }
        }
        line.isShadow = true
        line.blurRadius = shadow.blurRadius
        return line
    }
}
