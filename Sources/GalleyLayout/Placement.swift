import GalleyParagraph
import GalleyText

// The last step of layout: coordinates of formatting contexts become the document's.
extension FlowLayouter {
    /// Adds up the coordinates of everything but absolutely positioned boxes.
    mutating func placeAll() {
        place(Region(blocks: boxes.indices, paragraphs: paragraphs.indices))
    }

    /// Blocks and paragraphs that are placed together: all, or an absolutely positioned box with what is in it; without
    /// what is laid out apart inside.
    struct Region {
        var blocks: Range<Int>
        var paragraphs: Range<Int>
    }

    /// A box that is laid out apart, with all that is in it.
    func region(of root: BlockID) -> Region {
        Region(
            blocks: root.index..<(positioned.blocks[root.index] ?? root.index + 1),
            paragraphs: text.blocks[root.index].paragraphs)
    }

    /// Gives a box that is laid out apart its place, the corner of its border box, and then what is in it.
    mutating func place(_ root: BlockID, at corner: Point) {
        boxes[root.index].anchor = -1
        boxes[root.index].x = corner.x
        boxes[root.index].y = corner.y
        place(region(of: root))
    }

    /// By first block, and by first paragraph, of each box that is laid out apart, when everything around it has its place:
    /// where it ends. Such are absolutely positioned boxes and footnotes.
    struct PositionedRanges: Sendable {
        var blocks: [Int: Int] = [:]
        var paragraphs: [Int: Int] = [:]
        /// In document order. One in another is a float in it.
        private(set) var footnotes: [FlowID] = []
        private var footnoteParagraphs: [Range<Int>] = []

        func isInFootnote(paragraph: Int) -> Bool {
            footnoteParagraphs.element(holding: paragraph, \.self) != nil
        }

        init(_ text: AttributedText) {
            var lastNote = 0
            for (index, flow) in text.flows.enumerated() where flow.kind == .footnote {
                let paragraphs = text.blocks[flow.rootBlock.index].paragraphs
                guard paragraphs.lowerBound >= lastNote else { continue }
                lastNote = paragraphs.upperBound
                footnotes.append(FlowID(index))
            }
            footnoteParagraphs = footnotes.map { text.blocks[text.flows[$0.index].rootBlock.index].paragraphs }
            let roots =
                text.flows.filter { $0.kind == .positioned }.map(\.rootBlock)
                + footnotes.map { text.flows[$0.index].rootBlock }
            guard !roots.isEmpty else { return }
            // A block's descendants stand after it, one after another.
            var ends = ContiguousArray(text.blocks.indices.map { $0 + 1 })
            for index in text.blocks.indices.reversed() {
                if let parent = text.blocks[index].parent?.index { ends[parent] = max(ends[parent], ends[index]) }
            }
            for root in roots {
                blocks[root.index] = ends[root.index]
                paragraphs[text.blocks[root.index].paragraphs.lowerBound] =
                    text.blocks[root.index].paragraphs.upperBound
            }
        }
    }

    /// The paragraphs of a region in order.
    private struct RegionParagraphs: Sequence, IteratorProtocol {
        private let region: Range<Int>
        /// As `PositionedRanges.paragraphs`.
        private let skipped: [Int: Int]
        private var index: Int

        init(_ region: Range<Int>, skipping skipped: [Int: Int]) {
            self.region = region
            self.skipped = skipped
            index = region.lowerBound
        }

        mutating func next() -> Int? {
            while !skipped.isEmpty, index > region.lowerBound, let end = skipped[index] { index = end }
            guard index < region.upperBound else { return nil }
            defer { index += 1 }
            return index
        }
    }

    /// Anchors stand before what they anchor, so one pass from front to back does it.
    mutating func place(_ region: Region) {
        let inlinePlaces = inlineFlowPlaces(region)
        let displacements = floatDisplacements(region)
        let areMoved = shaped.hasRelativeBoxes || !displacements.isEmpty
        let hasPositioned = !positioned.blocks.isEmpty
        var index = region.blocks.lowerBound
        while index < region.blocks.upperBound {
            if hasPositioned, index > region.blocks.lowerBound, let end = positioned.blocks[index] {
                index = end
                continue
            }
            let anchor = Int(boxes[index].anchor)
            if areMoved || anchor < 0 {
                placeBox(index, inlinePlaces, displacements[BlockID(index)])
            } else {
                boxes[index].x += boxes[anchor].x
                boxes[index].y += boxes[anchor].y + boxes[anchor].contentShift
            }
            index += 1
        }
        for index in paragraphs(in: region) { paragraphs[index].origin = absoluteOrigin(ofParagraph: index) }
    }

    private func paragraphs(in region: Region) -> RegionParagraphs {
        RegionParagraphs(region.paragraphs, skipping: positioned.paragraphs)
    }

    private mutating func placeBox(
        _ index: Int, _ inlinePlaces: [BlockID: (paragraph: Int, rect: Rect)], _ displacement: Point?
    ) {
        let block = text.blocks[index]
        boxes[index].offset = relativeOffset(of: BlockID(index))
        if let displacement {
            boxes[index].offset.x += displacement.x
            boxes[index].offset.y += displacement.y
        }
        if boxes[index].anchor >= 0 {
            let anchor = Int(boxes[index].anchor)
            // The offsets of the boxes between the anchor and this one move it too; the anchor's are in its place.
            if let parent = block.parent, parent.index != anchor {
                boxes[index].offset.x += boxes[parent.index].offset.x
                boxes[index].offset.y += boxes[parent.index].offset.y
            }
            boxes[index].x += boxes[anchor].x
            boxes[index].y += boxes[anchor].y + boxes[anchor].contentShift
        } else if let place = inlinePlaces[BlockID(index)] {
            let origin = absoluteOrigin(ofParagraph: place.paragraph)
            boxes[index].x = origin.x + place.rect.x + boxes[index].margin.left
            boxes[index].y = origin.y + place.rect.y + boxes[index].margin.top + captionsAbove(BlockID(index))
        }
        boxes[index].x += boxes[index].offset.x
        boxes[index].y += boxes[index].offset.y
    }

    func geometry(width: Double) -> DocumentGeometry {
        var geometry = DocumentGeometry()
        geometry.width = width
        geometry.boxes = boxes
        geometry.paragraphs = paragraphs
        geometry.fixedBoxes = fixedBoxes()
        geometry.footnotes = placedFootnotes()
        geometry.isPaged = options.isPaged
        geometry.baseHeight = max(0, boxes[0].y - boxes[0].offset.y + boxes[0].height + boxes[0].margin.bottom)
        if !options.isPaged { geometry.baseHeight = max(geometry.baseHeight, geometry.footnotes.last?.bottom ?? 0) }
        geometry.markers = markerPlaces()
        geometry.dropCaps = dropCaps
        geometry.columnUnderlays = columnUnderlays
        geometry.tableBorders = placedTableBorders()
        geometry.columnSets = columnSets
        geometry.stretches = stretches
        geometry.pageBreaks = pages?.breaks ?? []
        if !columnSets.isEmpty {
            geometry.blockSets = blockSets()
            geometry.ownSets = ContiguousArray(repeating: -1, count: text.blocks.count)
            for (block, set) in setOfContainer { geometry.ownSets[block.index] = Int32(truncatingIfNeeded: set) }
        }
        let height = overflowHeight(above: geometry.baseHeight, geometry)
        geometry.overflows = height > geometry.baseHeight
        geometry.baseHeight = height
        geometry.lineCounts = FenwickTree(
            paragraphs.indices.lazy.map { geometry.paragraphs[$0].layout?.lineCount ?? 0 })
        return geometry
    }

    /// How far down anything stands that goes below a height: the scrollable overflow area (CSS Overflow 3 §2.2), without what
    /// is clipped, what has its place on pages, and what stands in columns, which are placed later. O(blocks and paragraphs).
    private func overflowHeight(above height: Double, _ geometry: DocumentGeometry) -> Double {
        func bottom(_ index: Int) -> Double {
            paragraphs[index].origin.y + (paragraphs[index].layout?.size.height ?? 0)
        }
        // Hardly ever is there any.
        let limit = height + FlowBreaker.tolerance
        guard
            boxes.indices.contains(where: { boxes[$0].y + boxes[$0].height > limit })
                || paragraphs.indices.contains(where: { bottom($0) > limit })
        else { return height }
        var lowest = height
        /// By block: whether what is in it is clipped.
        var clips = ContiguousArray(repeating: false, count: text.blocks.count)
        for (index, block) in text.blocks.enumerated() {
            // What is positioned is clipped from its containing block on.
            let isPositioned = positioned.blocks[index] != nil
            let around = isPositioned ? containingBlock(ofPositioned: BlockID(index)) : block.parent
            let isClipped = around.map { clips[$0.index] } ?? false
            clips[index] = isClipped || text.style(block.style).clipsOverflow || boxes[index].clipsContent
            let isInColumns = geometry.hasColumns && geometry.blockSets[index] >= 0
            if isInColumns || geometry.hasColumns && geometry.ownSets[index] >= 0 { clips[index] = true }
            if !isClipped, !isInColumns, !geometry.isApart(block: index) {
                lowest = max(lowest, boxes[index].frame.maxY)
            }
        }
        for (index, paragraph) in text.paragraphs.enumerated()
        where !clips[paragraph.block.index] && !geometry.isApart(paragraph: index) {
            lowest = max(lowest, bottom(index))
        }
        return lowest
    }

    /// Those of a table behind those of the tables in it, which ended before.
    func placedTableBorders() -> ContiguousArray<TableBorderFragment> {
        ContiguousArray(
            tableBorders.sorted { $0.table < $1.table }.map { stroke in
                var stroke = stroke
                let table = boxes[stroke.table.index]
                stroke.frame = stroke.frame.offsetBy(dx: table.x, dy: table.y)
                return stroke
            })
    }

    /// A paragraph's origin in the document; its anchor is placed already.
    private func absoluteOrigin(ofParagraph index: Int) -> Point {
        var origin = paragraphs[index].origin
        let anchor = Int(paragraphs[index].anchor)
        guard anchor >= 0 else { return origin }
        origin.x += boxes[anchor].x
        origin.y += boxes[anchor].y + boxes[anchor].contentShift
        let block = text.paragraphs[index].block
        if block.index != anchor {
            origin.x += boxes[block.index].offset.x
            origin.y += boxes[block.index].offset.y
        }
        return origin
    }

    /// Where inline blocks stand in their paragraphs, by root block.
    func inlineFlowPlaces(_ region: Region) -> [BlockID: (paragraph: Int, rect: Rect)] {
        guard text.flows.count > 1 else { return [:] }
        var places: [BlockID: (paragraph: Int, rect: Rect)] = [:]
        for index in paragraphs(in: region) {
            let objects = shaped.paragraphs.objects(index)
            guard !objects.isEmpty, let layout = paragraphs[index].layout?.layout else { continue }
            for line in layout.lines {
                for box in line.objects {
                    if case .flow(let id) = objects[box.object].kind, !isOutOfFlow(objects[box.object]) {
                        places[text.flows[id.index].rootBlock] = (index, box.rect)
                    }
                }
            }
        }
        return places
    }

    /// By how much floats are moved with the inline boxes that they stand in (CSS 2 §9.4.3), by root block.
    private func floatDisplacements(_ region: Region) -> [BlockID: Point] {
        guard text.flows.count > 1 else { return [:] }
        var displacements: [BlockID: Point] = [:]
        for index in paragraphs(in: region) {
            guard let layout = paragraphs[index].layout?.layout, layout.isDisplaced else { continue }
            let objects = shaped.paragraphs.objects(index)
            for line in layout.lines {
                for box in line.objects where box.displacement != .zero {
                    if case .flow(let id) = objects[box.object].kind, text.flows[id.index].kind == .float {
                        displacements[text.flows[id.index].rootBlock] = box.displacement
                    }
                }
            }
        }
        return displacements
    }

    /// `position: relative` (CSS 2 §9.4.3): left wins over right in left-to-right text, top over bottom.
    private func relativeOffset(of block: BlockID) -> Point {
        guard text.style(of: block).position == .relative else { return .zero }
        let edges = text.style(of: block).inset
        guard edges != Edges(.auto) else { return .zero }
        let record = text.blocks[block.index]
        let outer = record.parent.map { boxes[$0.index] }
        let container = outer.map { $0.frame.inset(by: $0.border).inset(by: $0.padding).width } ?? viewport.width
        let resolver = resolver(of: block)
        func resolve(_ value: SizeValue, _ base: Double) -> Double? { value.length.map { resolver.resolve($0, base) } }
        let left = resolve(edges.left, container)
        let right = resolve(edges.right, container).map { -$0 }
        let isRightToLeft = record.parent.map { text.style(of: $0).direction == .rightToLeft } ?? false
        func resolveHeight(_ value: SizeValue) -> Double? {
            // A percentage of a height that depends on the content is `auto`.
            if value.length?.hasPercentage == true, outer?.definiteHeight == nil { return nil }
            return resolve(value, outer?.definiteHeight ?? 0)
        }
        return Point(
            x: (isRightToLeft ? right ?? left : left ?? right) ?? 0,
            y: resolveHeight(edges.top) ?? resolveHeight(edges.bottom).map { -$0 } ?? 0)
    }

    /// Outside markers stand before their item's content edge, on the baseline of its first line.
    func markerPlaces() -> ContiguousArray<MarkerGeometry> {
        var places: ContiguousArray<MarkerGeometry> = []
        places.reserveCapacity(shaped.markerPlaces.items.count)
        for known in shaped.markerPlaces.items {
            let (item, marker) = (known.block, known.marker)
            let index = Int(known.paragraph)
            guard paragraphs[index].layout != nil || paragraphs[index].isMarkerLine else { continue }
            let box = boxes[item.index]
            let isRightToLeft = shaped.traits[text.blocks[item.index].style.index].isRightToLeft
            let x =
                isRightToLeft
                ? box.x + box.width - box.border.right - box.padding.right + marker.distance
                    - marker.layout.size.width
                : box.x + box.border.left + box.padding.left - marker.distance
            let baseline = marker.layout.firstBaseline ?? 0
            let firstBaseline = paragraphs[index].layout?.firstBaseline
            let origin = paragraphs[index].origin
            var place = MarkerGeometry(
                item: item, paragraph: index,
                offset: Point(x: x - origin.x, y: (firstBaseline ?? baseline) - baseline))
            // Beside a float it stands before the line, not in the float (CSS Lists 3 §3.1 leaves that open; so do browsers).
            let shift = markerShift(index, isRightToLeft: isRightToLeft)
            place.offset.x += shift
            if let image = markerImage(of: item) {
                let content = box.frame.inset(by: box.border).inset(by: box.padding)
                let edge = isRightToLeft ? content.maxX : content.minX - image.metrics.width
                place.offset = Point(
                    x: edge + image.margin.left - origin.x + shift,
                    y: (firstBaseline ?? max(baseline, image.metrics.baseline)) - image.metrics.baseline)
                place.image = MarkerFragment.Image(
                    attachment: image.attachment,
                    rect: Rect(x: 0, y: 0, width: image.size.width, height: image.size.height))
            }
            places.append(place)
        }
        return places
    }

    /// How far floats and exclusions move the start of a paragraph's first line.
    private func markerShift(_ index: Int, isRightToLeft: Bool) -> Double {
        guard !paragraphs[index].floats.isEmpty || paragraphs[index].exclusions != nil else { return 0 }
        let paragraph = paragraphs[index]
        guard let line = paragraph.layout?.lines.first,
            let space = FlowLayouter.lineSpace(
                beside: paragraph.floats, paragraph.exclusions, paragraph.pageWidths, width: paragraph.width)?(
                    line.y, line.height)
        else { return 0 }
        return isRightToLeft ? min(0, space.x + space.width - paragraph.width) : max(0, space.x)
    }
}
