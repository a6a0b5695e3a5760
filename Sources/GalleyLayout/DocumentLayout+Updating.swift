import GalleyFonts
import GalleyParagraph
import GalleyShaping
import GalleyText

extension DocumentLayout {
    /// Takes in what became known of attachments, and says what that changed.
    ///
    /// Nothing is shaped. Only paragraphs in which a box changed its size are broken again; what follows them moves by
    /// offset, in O(log paragraphs). Where the change reaches further (tables, floats, boxes as wide as their content)
    /// all blocks are placed anew, with all other lines kept.
    package mutating func update(_ states: [AttachmentID: AttachmentState]) -> LayoutChange {
        let context = DocumentLayout.context(fonts: fonts, width: width, options: options)
        let changed = states.filter { attachmentStates[$0.key] != $0.value }.keys.sorted()
        var change = LayoutChange(attachments: changed, height: size.height)
        let touched = Set(changed.compactMap { shaped.attachmentParagraphs[$0] }).sorted()
        let before = touched.map { ($0, paragraphFrame($0)) }
        let oldRects = changed.compactMap { attachmentFrame($0) }
        attachmentStates.merge(states) { $1 }

        let isLocal = touched.allSatisfy { movesOnlyFollowers(paragraph: $0) }
        if isLocal {
            updateInPlace(touched, context: context, &change)
        } else {
            placeAnew(context: context, &change)
        }
        describe(&change, touched: before, oldRects: oldRects, isLocal: isLocal)
        change.work.itemsShaped = context.counters.itemsShaped
        work = work + change.work
        return change
    }

    /// Whether a new height of a paragraph only moves what follows and makes its ancestors higher: it stands in the
    /// document's own flow, and nothing around it has a height or width that depends on it otherwise.
    private func movesOnlyFollowers(paragraph index: Int) -> Bool {
        guard !text.hasFloats, shaped.dropCaps.isEmpty, geometry.stretches.isEmpty, options.exclusions.isEmpty,
            options.barriers.isEmpty,
            options.maximumLines == nil,
            !geometry.fillsContent, !geometry.overflows,
            text.paragraphs[index].flow == .main,
            geometry.paragraphs[index].layout != nil, !geometry.paragraphs[index].isClamped,
            shaped.markerPlaces.images[index] == nil,
            !shaped.paragraphs.objects(index).contains(where: { if case .flow = $0.kind { true } else { false } })
        else { return false }
        var next: BlockID? = text.paragraphs[index].block
        while let id = next {
            let block = text.blocks[id.index]
            switch block.kind {
            case .box, .list, .item: break
            case .table, .rowGroup, .row, .cell, .caption, .legend: return false
            }
            let style = text.style(block.style)
            guard !style.isMultiColumn, style.height == .auto, style.aspectRatio == nil,
                style.minimumHeight == .auto || style.minimumHeight == .length(.zero),
                style.maximumHeight == nil,
                ![style.width, style.minimumWidth, style.maximumWidth ?? .auto].contains(where: \.isIntrinsic)
            else { return false }
            next = block.parent
        }
        return true
    }

    private mutating func updateInPlace(_ touched: [Int], context: LayoutContext, _ change: inout LayoutChange) {
        let layouter = FlowLayouter(
            shaped: shaped, options: options, attachments: attachmentStates, context: context, previous: nil)
        var releasedLines = ReleasedLines.Store()
        for index in touched {
            var paragraph = geometry.paragraphs[index]
            let objects = layouter.objectBoxes(ofParagraph: index, lineWidth: paragraph.width)
            let sizesChanged = objects.map(\.metrics) != paragraph.objects.map(\.metrics)
            paragraph.objects = objects
            if sizesChanged, let old = paragraph.layout {
                var constraints = ParagraphConstraints(width: paragraph.width, percentageBase: paragraph.width)
                constraints.percentageHeight = geometry.boxes[text.paragraphs[index].block.index].definiteHeight
                let new = ParagraphLayout(
                    shaped.paragraph(index, context), constraints, boxes: objects.map(\.metrics), context: context)
                change.work.paragraphsBroken += 1
                paragraph.layout =
                    shaped.paragraphs[index] == nil ? .released(releasedLines.lines(of: new)) : .kept(new)
                geometry.shift(after: index, by: new.size.height - old.size.height)
                geometry.lineCounts.add(new.lineCount - old.lineCount, at: index)
                moveMarkers(ofParagraph: index, by: (new.firstBaseline ?? 0) - (old.firstBaseline ?? 0))
            }
            geometry.paragraphs[index] = paragraph
        }
    }

    private mutating func moveMarkers(ofParagraph index: Int, by distance: Double) {
        guard distance != 0 else { return }
        for place in geometry.markers.indices where geometry.markers[place].paragraph == index {
            geometry.markers[place].offset.y += distance
        }
    }

    private mutating func placeAnew(context: LayoutContext, _ change: inout LayoutChange) {
        let fillsContent = geometry.fillsContent
        var layouter = FlowLayouter(
            shaped: shaped, options: options, attachments: attachmentStates, context: context, previous: geometry)
        geometry = layouter.layout(width: fillsContent ? .infinity : width)
        width = geometry.width
        change.work.paragraphsBroken = layouter.paragraphsBroken
        change.work.blocksPlaced = text.blocks.count
    }

    /// Fills in the rectangles of a change.
    private func describe(
        _ change: inout LayoutChange, touched: [(Int, Rect)], oldRects: [Rect], isLocal: Bool
    ) {
        change.newHeight = size.height
        let newRects = change.attachments.compactMap { attachmentFrame($0) }
        change.paragraphs = touched.map {
            LayoutChange.ParagraphChange(paragraph: $0.0, oldFrame: $0.1, newFrame: paragraphFrame($0.0))
        }
        let resized = change.paragraphs.filter { $0.oldFrame != $0.newFrame }
        var rects = newRects + oldRects
        if isLocal {
            for paragraph in change.work.paragraphsBroken > 0 ? change.paragraphs : [] {
                rects += [paragraph.oldFrame, paragraph.newFrame]
            }
            if let first = resized.first, change.newHeight != change.oldHeight {
                change.moved = LayoutChange.Movement(
                    y: resized.last?.newFrame.maxY ?? first.newFrame.maxY, deltaY: change.newHeight - change.oldHeight)
            }
        } else if let top = change.paragraphs.map({ min($0.oldFrame.minY, $0.newFrame.minY) }).min() {
            // Anything below may have changed; and beside, in tables.
            rects.append(
                Rect(x: 0, y: min(top, 0), width: width, height: max(change.oldHeight, change.newHeight) - min(top, 0)))
        }
        var seen: Set<Rect> = []
        change.rects = rects.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The whole width that a paragraph was given, and its lines' height.
    package func paragraphFrame(_ index: Int) -> Rect {
        let paragraph = geometry.paragraphs[index]
        let origin = geometry.origin(ofParagraph: index)
        return Rect(
            x: origin.x, y: origin.y, width: max(0, paragraph.width, paragraph.layout?.size.width ?? 0),
            height: paragraph.layout?.size.height ?? 0)
    }

    private func attachmentFrame(_ id: AttachmentID) -> Rect? {
        guard let paragraph = shaped.attachmentParagraphs[id] else { return nil }
        return attachments(ofParagraph: paragraph).first { $0.attachment == id }?.frame
    }

    // MARK: Edits

    /// The layout of an edited text: paragraphs that the edits did not touch keep their shaping and, where their
    /// space is the same, their lines.
    package func updated(to text: AttributedText, edits: [TextEdit]) -> DocumentLayout {
        // For each new paragraph the old one that it is.
        var origins: [Int?] = Array(geometry.paragraphs.indices)
        for edit in edits {
            guard edit.oldParagraphs.upperBound <= origins.count else { continue }
            origins.replaceSubrange(
                edit.oldParagraphs, with: [Int?](repeating: nil, count: edit.newParagraphs.count))
        }
        let context = DocumentLayout.context(fonts: fonts, width: width, options: options)
        guard origins.count == text.paragraphs.count else {
            return DocumentLayout(
                text, fonts: fonts, width: geometry.fillsContent ? .infinity : width, options: options,
                attachments: attachmentStates)
        }
        let new = ShapedDocument(
            text, budget: options.shapedTextBudget, reusing: (shaped, origins), context: context)
        var previous = DocumentGeometry()
        previous.paragraphs = ContiguousArray(
            origins.map { $0.map { geometry.paragraphs[$0] } ?? ParagraphGeometry() })
        var layout = DocumentLayout(
            new, width: geometry.fillsContent ? .infinity : width, options: options, attachments: attachmentStates,
            context: context, reusing: previous)
        layout.work.itemsShaped = context.counters.itemsShaped
        return layout
    }

    /// What an edit changed, by comparing two layouts: the paragraphs that were edited, and how the rest moved.
    package func change(from old: DocumentLayout, edits: [TextEdit]) -> LayoutChange {
        var change = LayoutChange(attachments: [], height: old.size.height)
        change.newHeight = size.height
        change.work = work
        let first = edits.map(\.newParagraphs.lowerBound).min() ?? 0
        let end = edits.map(\.newParagraphs.upperBound).max() ?? 0
        let oldEnd = max(first, end - (text.paragraphs.count - old.text.paragraphs.count))
        func union(_ layout: DocumentLayout, _ range: Range<Int>) -> Rect? {
            let frames = range.clamped(to: layout.geometry.paragraphs.indices).map(layout.paragraphFrame)
            return frames.dropFirst().reduce(frames.first) { $0?.union($1) }
        }
        let before = union(old, first..<max(first, oldEnd))
        let after = union(self, first..<max(first, end))
        change.paragraphs = (first..<max(first, end)).clamped(to: geometry.paragraphs.indices).map {
            LayoutChange.ParagraphChange(
                paragraph: $0, oldFrame: before ?? .zero, newFrame: paragraphFrame($0))
        }
        change.rects = [before, after].compactMap { $0 }.filter { !$0.isEmpty }
        if size.height != old.size.height, let after {
            change.moved = LayoutChange.Movement(y: after.maxY, deltaY: size.height - old.size.height)
        }
        return change
    }
}

extension SizeValue {
    /// Whether it depends on the content.
    var isIntrinsic: Bool {
        switch self {
        case .auto, .length, .stretch: false
        case .minContent, .maxContent, .fitContent: true
        }
    }
}

extension LayoutChange {
    init(attachments: [AttachmentID], height: Double) {
        self.init(
            rects: [], paragraphs: [], moved: nil, attachments: attachments, oldHeight: height, newHeight: height,
            work: LayoutWork())
    }
}
