import GalleyParagraph
import GalleyShaping
import GalleyText

/// The least and the most width that blocks can make use of (CSS Sizing 3 §4): what shrink-to-fit and tables ask for.
///
/// Computed once for all blocks, innermost first, so that nested tables cost no more than their content.
struct IntrinsicWidths: Sendable {
    /// By block: of the content box, and of the margin box.
    private(set) var contents: ContiguousArray<WidthRange> = []
    private(set) var outers: ContiguousArray<WidthRange> = []
    /// What is known of tables, by block.
    var tables: [BlockID: TableMeasure] = [:]
    /// By block, where a column of any table has a percentage: the tables that ask for no more room because of it.
    var ignoringPercentages: ContiguousArray<Bool> = []

    init() {}

    init(count: Int) {
        contents = ContiguousArray(repeating: WidthRange(0), count: count)
        outers = contents
    }

    func content(_ block: BlockID) -> WidthRange {
        contents.isEmpty ? WidthRange(0) : contents[block.index]
    }

    /// Of the margin box, declared widths taken into account.
    func outer(_ block: BlockID) -> WidthRange {
        outers.isEmpty ? WidthRange(0) : outers[block.index]
    }

    mutating func set(_ block: BlockID, content: WidthRange, outer: WidthRange) {
        contents[block.index] = content
        outers[block.index] = outer
    }
}

/// The least and the most width that something can make use of, in px.
struct WidthRange: Sendable, Hashable {
    var minimum: Double
    var maximum: Double
    /// From the minimum to the maximum: what it needs to scale no attachment down that would fit a narrower line.
    var unscaled: Double

    init(minimum: Double, maximum: Double, unscaled: Double? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.unscaled = unscaled ?? minimum
    }

    init(_ width: Double) { self.init(minimum: width, maximum: width) }
}

extension WidthRange {
    init(_ widths: ContentWidths) { self.init(minimum: widths.minimum, maximum: widths.maximum) }

    /// Shrink-to-fit: the available width, but no less than the minimum and no more than the maximum.
    func fitting(_ available: Double) -> Double { min(max(minimum, available), max(minimum, maximum)) }

    mutating func formUnion(_ other: WidthRange) {
        minimum = max(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
        unscaled = max(unscaled, other.unscaled)
    }

    /// With all of it at most so wide.
    mutating func limit(to most: Double) {
        minimum = min(minimum, most)
        maximum = min(maximum, most)
        unscaled = min(unscaled, most)
    }

    /// With all of it at least so wide.
    mutating func raise(to least: Double) { formUnion(WidthRange(least)) }

    /// With something of a fixed width beside it.
    func adding(_ width: Double) -> WidthRange {
        WidthRange(
            minimum: max(0, minimum + width), maximum: max(0, maximum + width), unscaled: max(0, unscaled + width))
    }
}

extension FlowLayouter {
    /// Measures the blocks that anything asks about, innermost first: children have greater ids than their parents.
    mutating func measureIntrinsicWidths(ofAll isAll: Bool) {
        let isAsked = shaped.isMeasured
        widths = IntrinsicWidths(count: text.blocks.count)
        widths.ignoringPercentages = tablesIgnoringPercentages()
        for index in text.blocks.indices.reversed() {
            guard isAll || isAsked[index] else { continue }
            let block = BlockID(index)
            let content: WidthRange
            switch text.blocks[index].kind {
            case .table:
                let measure = measureTable(block)
                widths.tables[block] = measure
                content = measure.contribution
            case .row, .rowGroup: continue
            default: content = measureChildren(of: block)
            }
            widths.set(block, content: content, outer: outerWidths(of: block, content))
        }
    }

    /// A table of open width that stands in a cell of open width does not ask for the room that its columns'
    /// percentages would need, if the table around it has an open width too, or the cell spans columns.
    private func tablesIgnoringPercentages() -> ContiguousArray<Bool> {
        guard text.blocks.contains(where: \.isTable) else { return [] }
        func isOpen(_ width: SizeValue) -> Bool { width == .auto || width.plainPercentage != nil }
        var ignoring = ContiguousArray(repeating: false, count: text.blocks.count)
        // By block: the cell around it, if nothing between has a width; by cell: the table around it.
        var cells = ContiguousArray<Int32>(repeating: -1, count: text.blocks.count)
        var tables = cells
        for (index, block) in text.blocks.enumerated() {
            guard let parent = block.parent?.index else { continue }
            tables[index] = text.blocks[parent].isTable ? Int32(parent) : tables[parent]
            switch text.blocks[parent].kind {
            case .cell: cells[index] = isOpen(text.style(text.blocks[parent].style).width) ? Int32(parent) : -1
            default: cells[index] = text.style(text.blocks[parent].style).width == .auto ? cells[parent] : -1
            }
            guard block.isTable, isOpen(text.style(block.style).width), cells[index] >= 0 else { continue }
            let cell = Int(cells[index])
            guard case .cell(let span, _, _) = text.blocks[cell].kind, tables[cell] >= 0 else { continue }
            let outer = Int(tables[cell])
            ignoring[index] = span > 1 || text.style(text.blocks[outer].style).width == .auto || ignoring[outer]
        }
        return ignoring
    }

    private func measureChildren(of block: BlockID) -> WidthRange {
        var sum = WidthRange(0)
        guard text.style(of: block).isMultiColumn else {
            for child in shaped.tree.children(of: block) { sum.formUnion(measure(child)) }
            return sum
        }
        var spanning = WidthRange(0)
        for child in shaped.tree.children(of: block) {
            if let block = child.block, text.style(of: block).spansColumns {
                spanning.formUnion(measure(child))
            } else {
                sum.formUnion(measure(child))
            }
        }
        sum = columnWidths(of: block, sum)
        sum.formUnion(spanning)
        return sum
    }

    /// The widths of columns side by side: as many as `column-count` says, one for `auto`, and as wide as `column-width`
    /// says (CSS Sizing 3 §5, as browsers have it).
    private func columnWidths(of block: BlockID, _ content: WidthRange) -> WidthRange {
        let style = text.style(of: block)
        let track = columnTrack(style, block, available: 0)
        let count = Double(max(1, style.columnCount))
        let gaps = (count - 1) * track.gap
        guard let width = style.columnWidth.map({ max(0, resolver(of: block).resolve($0, 0)) }) else {
            return WidthRange(
                minimum: content.minimum * count + gaps, maximum: content.maximum * count + gaps,
                unscaled: content.unscaled * count + gaps)
        }
        return WidthRange(minimum: min(content.minimum, width), maximum: width * count + gaps)
    }

    func measure(_ child: LayoutTree.Child) -> WidthRange {
        if let paragraph = child.paragraph { return measure(paragraph: paragraph) }
        if let block = child.block { return widths.outer(block) }
        return WidthRange(0)
    }

    private func measure(paragraph index: Int) -> WidthRange {
        var width = measure(linesOf: index)
        if let cap = shaped.dropCaps[index]?.outerWidth(percentageBase: 0) {
            width.maximum += cap
            width.raise(to: cap)
        }
        return width
    }

    private func measure(linesOf index: Int) -> WidthRange {
        if let known = shaped.paragraphs.naturalExtent(index) { return WidthRange(known.widths) }
        let shape = shaped.paragraph(index, context)
        guard !shape.objects.isEmpty else { return WidthRange(shape.contentWidths()) }
        var least: [InlineBoxMetrics] = []
        var unscaled: [InlineBoxMetrics] = []
        var most: [InlineBoxMetrics] = []
        var floats = WidthRange(0)
        for object in shape.objects {
            switch object.kind {
            case .attachment(let id):
                let box = attachmentBox(id, paragraph: index, lineWidth: nil)
                most.append(box.metrics)
                let sizer = AttachmentSizer(
                    sizing: options.attachments, resolver: resolver(ofParagraph: index), lineWidth: nil)
                let attachment = text.attachments[id.index]
                let isCompressible = sizer.isCompressible(attachment)
                unscaled.append(isCompressible ? .zero : box.metrics)
                least.append(isCompressible || sizer.fitsLine(attachment, box.state) ? .zero : box.metrics)
            case .flow(let id):
                let outer = widths.outer(text.flows[id.index].rootBlock)
                if isOutOfFlow(object) {
                    // What is positioned takes no part (CSS 2 §9.3.1), nor what stands at the bottom of the page.
                    if !isLaidOutApart(id) {
                        floats.minimum = max(floats.minimum, outer.minimum)
                        floats.unscaled = max(floats.unscaled, outer.unscaled)
                        floats.maximum += outer.maximum
                    }
                    least.append(.zero)
                    unscaled.append(.zero)
                    most.append(.zero)
                } else {
                    least.append(InlineBoxMetrics(width: outer.minimum, height: 0))
                    unscaled.append(InlineBoxMetrics(width: outer.unscaled, height: 0))
                    most.append(InlineBoxMetrics(width: outer.maximum, height: 0))
                }
            }
        }
        var result = WidthRange(shape.contentWidths(boxes: most))
        if unscaled != most { result.unscaled = shape.contentWidths(boxes: unscaled).minimum }
        result.minimum = least == unscaled ? result.unscaled : shape.contentWidths(boxes: least).minimum
        // Without any break the text stands beside all floats.
        let maximum = result.maximum + floats.maximum
        result.formUnion(floats)
        result.maximum = maximum
        return result
    }

    /// The margin box: declared widths win, percentages are unknown and count as `auto` (CSS Sizing 3 §5.2).
    private func outerWidths(of block: BlockID, _ content: WidthRange) -> WidthRange {
        let style = text.style(of: block)
        let resolver = resolver(of: block)
        var metrics = BoxMetrics(edgesOf: style, in: resolver, percentageBase: 0)
        if let measure = widths.tables[block] {
            // Where borders collapse they are other ones, and there is no padding.
            metrics.border = measure.border
            metrics.padding = measure.padding
        }
        let extra = style.boxSizing == .borderBox ? metrics.horizontalEdges : 0
        func width(_ value: SizeValue) -> WidthRange? {
            switch value {
            case .auto, .fitContent, .stretch: return nil
            case .length(let length):
                if length.hasPercentage { return nil }
                return WidthRange(max(0, resolver.resolve(length, 0) - extra))
            case .minContent: return WidthRange(content.minimum)
            case .maxContent: return WidthRange(content.maximum)
            }
        }
        var used = width(style.width) ?? content
        switch ratioWidth(style, block, metrics, containerHeight: nil) {
        case .width(let width):
            used = WidthRange(width)
            if style.minimumWidth == .auto, !style.clipsOverflow { used.raise(to: content.minimum) }
        case .limits(let least, let most):
            used.limit(to: most)
            used.raise(to: least)
        case nil: break
        }
        if text.blocks[block.index].isTable {
            // A table is never narrower than its columns.
            used.raise(to: content.minimum)
        }
        if let maximum = style.maximumWidth.flatMap(width) { used.limit(to: maximum.maximum) }
        if let minimum = width(style.minimumWidth) { used.raise(to: minimum.minimum) }
        return used.adding(metrics.horizontalEdges + metrics.margin.left + metrics.margin.right)
    }
}
