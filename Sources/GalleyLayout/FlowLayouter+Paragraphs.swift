import GalleyParagraph
import GalleyShaping
import GalleyText

extension FlowLayouter {
    /// Makes a paragraph's lines and puts them where the flow stands. Its flows are laid out already.
    mutating func place(paragraph index: Int) {
        let top = frames.count - 1
        if isPlain(paragraph: index), flowsPlainly {
            resolve()
            placeLines(ofParagraph: index, x: frames[top].contentX, width: frames[top].contentWidth)
            return
        }
        let objectCount = shaped.paragraphs.objects(index).count
        let spacing = shaped.spacing(ofParagraph: index)
        paragraphs[index].anchor = contexts[contexts.count - 1].root.rawValue
        // Those of another try.
        if !paragraphs[index].passes.isEmpty { paragraphs[index].passes.removeAll() }
        paragraphs[index].origin = Point(
            x: frames[top].contentX, y: contexts[contexts.count - 1].position)
        if linesLeft == 0 { return }

        guard shaped.hasLines(ofParagraph: index) else {
            placeFloats(ofParagraph: index)
            placeMarkerLine(paragraph: index)
            return
        }
        resolve()
        let current = contexts.count - 1
        contexts[current].cursor += spacing.before
        let leading = objectCount == 0 ? 0 : leadingFloatCount(ofParagraph: index)
        if leading > 0 { placeFloats(ofParagraph: index, first: leading) }
        paragraphs[index].origin.y = contexts[current].cursor
        placeDropCap(ofParagraph: index)
        let width = contentWidth(at: contexts[current].cursor)
        let objects = objectBoxes(ofParagraph: index, lineWidth: width)
        var layout: FlowLines
        switch linesByPage(ofParagraph: index, width: width) {
        case .made(let lines): layout = .kept(lines)
        case .wentBack: return
        case .other: layout = lines(ofParagraph: index, width: width, objects: objects)
        }
        let missing = roomForMarkers(ofParagraph: index, layout)
        if missing > 0 {
            // A marker that is higher than the line above its baseline pushes it down, as in Blink.
            contexts[current].cursor += missing
            paragraphs[index].origin.y = contexts[current].cursor
            layout = lines(ofParagraph: index, width: width, objects: objects)
        }
        if objectCount > 0, shaped.paragraphs.outOfFlowOffsets(index).count > leading, case .kept(let first) = layout {
            layout = placeFloats(ofParagraph: index, after: leading, first, objects)
        }
        if linesLeft != nil, objectCount > 0, case .kept(let lines) = layout {
            hideObjects(ofParagraph: index, cutOffIn: lines)
        }
        let y = contexts[current].cursor
        contexts[current].noteBaselines(
            first: layout.firstBaseline.map { y + $0 }, last: layout.lastBaseline.map { y + $0 })
        contexts[current].cursor += layout.size.height + spacing.after
        if pages != nil { noteWidthUse(downTo: contexts[current].cursor) }
        linesLeft = linesLeft.map { max(0, $0 - layout.lineCount) }
    }

    /// Places the floats that stand between a paragraph's text one after another, each in the line that it is in with those
    /// before it in their places, and makes the lines again. Past a number of them all are placed by the lines there are.
    private mutating func placeFloats(
        ofParagraph index: Int, after leading: Int, _ first: ParagraphLayout, _ objects: [ObjectBox]
    ) -> FlowLines {
        let top = frames.count - 1
        let width = paragraphs[index].width
        let all = shaped.paragraphs.objects(index)
        let floats = all.indices.filter { isOutOfFlow(all[$0]) }.dropFirst(leading).filter {
            if case .flow(let id) = all[$0].kind { !isLaidOutApart(id) } else { false }
        }
        var layout = first
        var places = places(ofObjectsIn: layout)
        for (count, object) in floats.enumerated() {
            guard case .flow(let id) = all[object].kind else { continue }
            let float = WaitingFloat(flow: id, left: frames[top].contentX, width: width)
            // One that `text-overflow` cut off with the text around it stands beside the last line; one below that is not seen.
            if linesLeft != nil, places[object] == nil { continue }
            guard let (line, used) = places[object] ?? layout.lines.last.map({ ($0, 0) }) else { continue }
            place(float, in: line, after: used)
            if count < LayoutLimits.floatsInLines || count == floats.count - 1 {
                paragraphs[index].passes.append(LinePass(floats: paragraphs[index].floats, layout: layout))
                guard case .kept(let lines) = self.lines(ofParagraph: index, width: width, objects: objects) else {
                    continue
                }
                layout = lines
                places = self.places(ofObjectsIn: layout)
            }
        }
        return .kept(layout)
    }

    /// Hides the flows that stand in none of the lines that are shown.
    private mutating func hideObjects(ofParagraph index: Int, cutOffIn layout: ParagraphLayout) {
        guard layout.isTruncated else { return }
        let places = places(ofObjectsIn: layout)
        for (object, inline) in shaped.paragraphs.objects(index).enumerated() where places[object] == nil {
            guard case .flow(let id) = inline.kind, !isLaidOutApart(id) else { continue }
            let root = text.flows[id.index].rootBlock
            boxes[root.index].anchor = contexts[contexts.count - 1].root.rawValue
            (boxes[root.index].width, boxes[root.index].height) = (0, 0)
            hide(root)
        }
    }

    /// By object: the line that it is in, and the width of what stands before it there.
    private func places(ofObjectsIn layout: ParagraphLayout) -> [Int: (Line, Double)] {
        var places: [Int: (Line, Double)] = [:]
        for line in layout.lines {
            for box in line.objects {
                places[box.object] = (line, max(0, line.used(before: box)))
            }
        }
        return places
    }

    /// The lines, taken from the previous layout where nothing that they depend on has changed.
    private mutating func lines(ofParagraph index: Int, width: Double, objects: [ObjectBox]) -> FlowLines {
        paragraphs[index].width = width
        paragraphs[index].objects = objects
        paragraphs[index].maximumLines = linesLeft ?? 0
        paragraphs[index].isClamped = isClamping
        paragraphs[index].isContinued = isClamping && hasMoreLinesInClamp
        let widths = pages == nil ? [] : pageWidths(belowParagraphOf: width)
        paragraphs[index].pageWidths = widths
        paragraphs[index].floats = floatsBesideParagraph(width: widths.reduce(width) { max($0, $1.width) })
        paragraphs[index].exclusions = exclusions(besideParagraphAt: paragraphs[index].origin)
        if !previous.isEmpty, previous[index].width == width, let same = sameLines(ofParagraph: index) {
            paragraphs[index].layout = same
            return same
        }
        if let line = naturalLine(ofParagraph: index) {
            paragraphs[index].layout = line
            return line
        }
        paragraphsBroken += 1
        let constraints = paragraphs[index].constraints(options, in: boxes[text.paragraphs[index].block.index])
        let layout = ParagraphLayout(
            shaped.paragraph(index, context), constraints, boxes: objects.map(\.metrics), context: context)
        let lines: FlowLines =
            shaped.paragraphs[index] == nil ? .released(releasedLines.lines(of: layout)) : .kept(layout)
        paragraphs[index].layout = lines
        return lines
    }

    /// The line of a paragraph that is not kept shaped, where all of its room is known to be wide enough for it.
    private func naturalLine(ofParagraph index: Int) -> FlowLines? {
        let paragraph = paragraphs[index]
        guard let extent = shaped.paragraphs.naturalExtent(index), let line = extent.line,
            paragraph.width >= extent.widths.maximum, paragraph.floats.isEmpty, paragraph.exclusions == nil,
            paragraph.pageWidths.isEmpty, paragraph.maximumLines == 0, shaped.dropCaps[index] == nil
        else { return nil }
        return .released(line)
    }

    /// The lines of the previous layout, where what they were made for is what they are made for now.
    private func sameLines(ofParagraph index: Int) -> FlowLines? {
        let known = previous[index]
        let now = paragraphs[index]
        // Where boxes are moved may depend on the height of the block around.
        guard let layout = known.layout, !layout.isDisplaced, known.maximumLines == now.maximumLines,
            known.isClamped == now.isClamped, known.isContinued == now.isContinued,
            known.exclusions == now.exclusions,
            known.pageWidths == now.pageWidths, known.objects.map(\.metrics) == now.objects.map(\.metrics)
        else { return nil }
        if known.floats == now.floats { return layout }
        return known.passes.first { $0.floats == now.floats }.map { .kept($0.layout) }
    }

    /// An item without text is as high as its outside marker.
    private mutating func placeMarkerLine(paragraph index: Int) {
        guard var height = shaped.markerPlaces.lines[index] else { return }
        for item in shaped.markerPlaces.images[index] ?? [] {
            // The image stands on the baseline of the line that there would be.
            let baseline = shaped.markerPlaces.item(item)?.marker.layout.firstBaseline ?? 0
            height += max(0, (markerImage(of: item)?.metrics.baseline ?? 0) - baseline)
        }
        paragraphs[index].isMarkerLine = true
        resolve()
        let current = contexts.count - 1
        paragraphs[index].origin.y = contexts[current].cursor
        contexts[current].cursor += height
    }

    /// How much lower the first line must stand, for the images that are markers at it.
    private func roomForMarkers(ofParagraph index: Int, _ layout: FlowLines) -> Double {
        guard let items = shaped.markerPlaces.images[index], let baseline = layout.firstBaseline else { return 0 }
        return items.reduce(0) { max($0, (markerImage(of: $1)?.metrics.baseline ?? 0) - baseline) }
    }

    /// The image that an item's outside marker is; `nil` without one, and where it could not be loaded.
    func markerImage(of item: BlockID) -> AttachmentBox? {
        guard case .item(let record) = text.blocks[item.index].kind, let image = record.markerImage,
            record.markerPosition == .outside
        else { return nil }
        let box = attachmentBox(image, paragraph: shaped.markerPlaces.paragraph(of: item), lineWidth: nil)
        return box.state == .failed ? nil : box
    }

    // MARK: Objects

    /// The boxes of a paragraph's objects; `lineWidth` is `nil` while content is measured.
    func objectBoxes(ofParagraph index: Int, lineWidth: Double) -> [ObjectBox] {
        shaped.paragraphs.objects(index).map { object in
            switch object.kind {
            case .attachment(let id):
                let box = attachmentBox(id, paragraph: index, lineWidth: lineWidth)
                return ObjectBox(
                    metrics: metrics(of: box, alignment: text.attachments[id.index].verticalAlignment), attachment: box)
            case .flow(let id):
                return ObjectBox(metrics: isOutOfFlow(object) ? .zero : metrics(ofFlow: id), attachment: nil)
            }
        }
    }

    func metrics(of box: AttachmentBox, alignment: VerticalAlignment) -> InlineBoxMetrics {
        var metrics = box.metrics
        metrics.alignment = alignment
        return metrics
    }

    func attachmentBox(_ id: AttachmentID, paragraph: Int, lineWidth: Double?) -> AttachmentBox {
        let attachment = text.attachments[id.index]
        let state = attachments[id] ?? (attachment.source == nil ? .failed : .awaited)
        let sizer = AttachmentSizer(
            sizing: options.attachments, resolver: resolver(ofParagraph: paragraph), lineWidth: lineWidth,
            containerHeight: boxes[text.paragraphs[paragraph].block.index].definiteHeight,
            lineDescent: options.attachments.limit == nil
                ? 0 : shaped.paragraphs.lineDescent(paragraph),
            markerSize: shaped.markerPlaces.imageItems[id].map { _ in
                shaped.style(of: id, inParagraph: paragraph).shaping.fontSize
            })
        var alternative: ParagraphLayout?
        if state == .failed, let text = alternativeText(of: id, paragraph: paragraph, width: lineWidth ?? .infinity) {
            alternative = text.layout
        }
        return sizer.box(of: attachment, id: id, state: state, alternative: alternative)
    }

    /// The alternative text of an attachment, in the style of the text around it.
    func alternativeText(
        of id: AttachmentID, paragraph: Int, width: Double
    ) -> (layout: ParagraphLayout, text: AttributedText)? {
        AlternativeText.layout(
            text.attachments[id.index], strut: shaped.style(of: id, inParagraph: paragraph), width: width,
            context: context)
    }
}

extension Line {
    /// The width of what stands before an object on the line.
    func used(before box: AtomicBox) -> Double {
        isRightToLeft
            ? frame.maxX - (box.rect.maxX - box.displacement.x) : box.rect.minX - box.displacement.x - frame.minX
    }
}

/// The text that stands for an attachment that failed.
enum AlternativeText {
    static func layout(
        _ attachment: Attachment, strut: TextStyle, width: Double, context: LayoutContext
    ) -> (layout: ParagraphLayout, text: AttributedText)? {
        let words = (attachment.alternativeText ?? "").split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return nil }
        let text = AttributedText(words.joined(separator: " "), style: strut)
        let shaped = context.shape(paragraph: 0, of: text)
        return (ParagraphLayout(shaped, ParagraphConstraints(width: width), context: context), text)
    }
}
