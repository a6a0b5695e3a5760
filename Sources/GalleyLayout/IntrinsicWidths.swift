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
        contents = ContiguousArray(repeating: WidthRange(minimum: 0, maximum: 0), count: count)
        outers = contents
    }

    func content(_ block: BlockID) -> WidthRange {
        contents.isEmpty ? WidthRange(minimum: 0, maximum: 0) : contents[block.index]
    }

    /// Of the margin box, declared widths taken into account.
    func outer(_ block: BlockID) -> WidthRange {
        outers.isEmpty ? WidthRange(minimum: 0, maximum: 0) : outers[block.index]
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
}

extension WidthRange {
    init(_ widths: ContentWidths) { self.init(minimum: widths.minimum, maximum: widths.maximum) }

    /// Shrink-to-fit: the available width, but no less than the minimum and no more than the maximum.
    func fitting(_ available: Double) -> Double { min(max(minimum, available), max(minimum, maximum)) }

    mutating func formUnion(_ other: WidthRange) {
        minimum = max(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
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
        var sum = WidthRange(minimum: 0, maximum: 0)
        guard text.style(of: block).isMultiColumn else {
            for child in shaped.tree.children(of: block) { sum.formUnion(measure(child)) }
            return sum
        }
        var spanning = WidthRange(minimum: 0, maximum: 0)
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
            return WidthRange(minimum: content.minimum * count + gaps, maximum: content.maximum * count + gaps)
        }
        return WidthRange(minimum: min(content.minimum, width), maximum: width * count + gaps)
    }

    func measure(_ child: LayoutTree.Child) -> WidthRange {
        if let paragraph = child.paragraph { return measure(paragraph: paragraph) }
        if let block = child.block { return widths.outer(block) }
        return WidthRange(minimum: 0, maximum: 0)
    }

    private func measure(paragraph index: Int) -> WidthRange {
        var width = measure(linesOf: index)
        if let cap = shaped.dropCaps[index]?.outerWidth(percentageBase: 0) {
            width.minimum = max(width.minimum, cap)
            width.maximum += cap
        }
        return width
    }

    private func measure(linesOf index: Int) -> WidthRange {
        if let known = shaped.paragraphs.naturalExtent(index) { return WidthRange(known.widths) }
        let shape = shaped.paragraph(index, context)
        guard !shape.objects.isEmpty else { return WidthRange(shape.contentWidths()) }
        var least: [InlineBoxMetrics] = []
        var most: [InlineBoxMetrics] = []
        var floats = WidthRange(minimum: 0, maximum: 0)
        for object in shape.objects {
            switch object.kind {
            case .attachment(let id):
                let box = attachmentBox(id, paragraph: index, lineWidth: nil)
                most.append(box.metrics)
                let sizer = AttachmentSizer(
                    sizing: options.attachments, resolver: resolver(ofParagraph: index), lineWidth: nil)
                least.append(sizer.isCompressible(text.attachments[id.index], box.state) ? .zero : box.metrics)
            case .flow(let id):
                let outer = widths.outer(text.flows[id.index].rootBlock)
                if isOutOfFlow(object) {
                    floats.minimum = max(floats.minimum, outer.minimum)
                    floats.maximum += outer.maximum
                    least.append(.zero)
                    most.append(.zero)
                } else {
                    least.append(InlineBoxMetrics(width: outer.minimum, height: 0))
                    most.append(InlineBoxMetrics(width: outer.maximum, height: 0))
                }
            }
        }
        var result = WidthRange(shape.contentWidths(boxes: most))
        if least != most { result.minimum = shape.contentWidths(boxes: least).minimum }
        // Without any break the text stands beside all floats.
        result.minimum = max(result.minimum, floats.minimum)
        result.maximum += floats.maximum
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
                let width = max(0, resolver.resolve(length, 0) - extra)
                return WidthRange(minimum: width, maximum: width)
            case .minContent: return WidthRange(minimum: content.minimum, maximum: content.minimum)
            case .maxContent: return WidthRange(minimum: content.maximum, maximum: content.maximum)
            }
        }
        var used = width(style.width) ?? content
        if text.blocks[block.index].isTable {
            // A table is never narrower than its columns.
            used.minimum = max(used.minimum, content.minimum)
            used.maximum = max(used.maximum, used.minimum)
        }
        if let maximum = style.maximumWidth.flatMap(width) {
            used.minimum = min(used.minimum, maximum.maximum)
            used.maximum = min(used.maximum, maximum.maximum)
        }
        if let minimum = width(style.minimumWidth) {
            used.minimum = max(used.minimum, minimum.minimum)
            used.maximum = max(used.maximum, minimum.minimum)
        }
        let outside = metrics.horizontalEdges + metrics.margin.left + metrics.margin.right
        return WidthRange(minimum: max(0, used.minimum + outside), maximum: max(0, used.maximum + outside))
    }
}
