import GalleyParagraph
import GalleyText

/// A flow that is cut into pages or columns: what stands in it, in coordinates of its own.
///
/// Content is laid out once, in one strip as wide as a page or column; where it is cut is decided afterwards, by the same
/// `FlowBreaker` for both. What stands in columns inside the strip is no part of it: their rows are.
struct FlowStrip {
    /// A block's border box.
    struct Box {
        var block: BlockID
        var top: Double
        var bottom: Double
        var topMargin: Double
        /// Whether a background or border of it is seen.
        var isDecorated: Bool
        /// Whether it may be broken before, after and inside: in the flow itself, in a float or in a box with a position, not in
        /// a line.
        var takesBreaks: Bool
    }

    struct Paragraph {
        var index: Int
        var top: Double
        /// `nil` for one without lines.
        var lines: LinePlaces?
        /// Those before are not looked at: they stand above all that is to be cut.
        var firstLine = 0
        /// The height of an item's marker where it has no lines.
        var markerHeight: Double?
        /// How many of its lines stand beside its drop cap, with which they stay.
        var keptLines = 0
    }

    /// A row of columns inside the strip: what stands on one page as far as it may.
    struct Row {
        var place: ColumnRowPlace
        var top: Double
        var bottom: Double
        /// The first paragraph of its columns.
        var paragraph: Int

        /// Whether it begins above `y` and ends below it.
        func crosses(_ y: Double) -> Bool {
            top < y - FlowBreaker.tolerance && bottom > y + FlowBreaker.tolerance
        }
    }

    /// A table whose header and footer groups are repeated where it is cut (CSS 2 §17.2, CSS Fragmentation 3 §4).
    struct Table {
        var table: BlockID
        var header: Group?
        var footer: Group?
        /// Where the rows between begin and end.
        var top: Double
        var bottom: Double

        struct Group {
            var block: BlockID
            var top: Double
            var bottom: Double

            var height: Double { bottom - top }
        }
    }

    let text: AttributedText
    /// In document order.
    var boxes: [Box] = []
    /// In document order.
    var paragraphs: [Paragraph] = []
    var rows: [Row] = []
    /// By top; those in others come after them.
    var tables: [Table] = []
    /// The edges that each part of a box has where it is cut (`box-decoration-break: clone`).
    var clonedEdges: [BlockID: ClonedEdges] = [:]

    init(text: AttributedText) { self.text = text }
}

/// What a box that is cut has above and below each of its parts: border and padding (CSS Fragmentation 3 §5.4.2).
struct ClonedEdges: Sendable, Hashable {
    var block: BlockID
    var top: Double
    var bottom: Double
}

/// A row of a multi-column container.
struct ColumnRowPlace: Sendable, Hashable {
    /// Its place in `DocumentGeometry.columnSets`.
    var set: Int
    var row: Int
}

extension FlowStrip {
    /// Notes the tables among the boxes whose first group is a header or last one a footer. O(boxes).
    mutating func findTables() {
        var places: [BlockID: Int] = [:]
        var found: [BlockID: Table] = [:]
        for (index, box) in boxes.enumerated() {
            let block = text.blocks[box.block.index]
            switch block.kind {
            case .table: places[box.block] = index
            case .rowGroup(let kind) where kind != .body:
                guard let parent = block.parent, let place = places[parent], box.bottom > box.top else { continue }
                let table = boxes[place]
                var entry = found[parent] ?? Table(table: parent, top: table.top, bottom: table.bottom)
                let group = Table.Group(block: box.block, top: box.top, bottom: box.bottom)
                // Of several the first is the header, the last the footer.
                if kind == .header, entry.header == nil {
                    entry.header = group
                    entry.top = box.bottom
                } else if kind == .footer {
                    entry.footer = group
                    entry.bottom = box.top
                }
                found[parent] = entry
            default: break
            }
        }
        tables = found.values.filter { $0.bottom > $0.top }.sorted {
            ($0.top, $0.table) < ($1.top, $1.table)
        }
    }
}

extension FlowStrip {
    mutating func noteEdges(of block: BlockID, _ box: BoxGeometry) {
        guard text.style(of: block).clonesDecoration else { return }
        clonedEdges[block] = ClonedEdges(
            block: block, top: text.paintedTopBorder(of: block, box) + box.padding.top,
            bottom: box.border.bottom + box.padding.bottom)
    }

    /// The edges that a multi-column container and the boxes around it have once more in each page or column.
    func clonedEdges(around container: BlockID) -> ClonedEdges {
        var edges = ClonedEdges(block: container, top: 0, bottom: 0)
        var around: BlockID? = clonedEdges.isEmpty ? nil : container
        while let block = around {
            edges.top += clonedEdges[block]?.top ?? 0
            edges.bottom += clonedEdges[block]?.bottom ?? 0
            around = text.blocks[block.index].parent
        }
        return edges
    }
}

extension ClonedEdges {
    /// What they leave of the height of a page or column (CSS Fragmentation 3 §5.4.2). Those that take the most of it are not
    /// repeated.
    ///
    /// - Parameter above: what they take above; all there is where it is left out.
    func room(in height: Double, below above: Double? = nil) -> Double {
        let room = height - (above ?? top) - bottom
        return room >= height / 2 ? room : height
    }
}

extension FlowStrip.Box {
    /// Whether it is a box without any line that is too low to be cut: a rule.
    func isRule(_ text: AttributedText, hasLines: Bool) -> Bool {
        let block = text.blocks[block.index]
        return !hasLines && isDecorated && block.paragraphs.count == 1
            && text.paragraphs[block.paragraphs.lowerBound].block == self.block
            && (block.role == .rule || bottom - top <= LayoutLimits.maximumRuleHeight)
    }
}

extension BlockStyle {
    /// Whether a background, a border, a shadow or an outline can be seen.
    package func isDecorated(
        drawsBackground: Bool, drawsBorder: Bool, drawsShadows: Bool, drawsOutline: Bool = true
    ) -> Bool {
        guard isVisible else { return false }
        return drawsBackground && (background != nil || !backgroundLayers.isEmpty)
            || drawsBorder && (border.isVisible || borderImage != nil || drawsOutline && outline != nil)
            || drawsShadows && !shadows.isEmpty
    }
}
