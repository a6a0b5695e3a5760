import GalleyParagraph
import GalleyText

/// A paragraph's lines as the flow knows them: where they stand, and the lines themselves or what is left of them.
///
/// Lines of a paragraph that is not kept shaped are given up once their heights are known; `LineSource` makes them again.
enum FlowLines: Sendable {
    case kept(ParagraphLayout)
    case released(ReleasedLines)

    var layout: ParagraphLayout? {
        switch self {
        case .kept(let layout): layout
        case .released: nil
        }
    }

    var size: Size {
        switch self {
        case .kept(let layout): layout.size
        case .released(let lines): lines.size
        }
    }

    var lineCount: Int {
        switch self {
        case .kept(let layout): layout.lineCount
        case .released(let lines): lines.count
        }
    }

    var firstBaseline: Double? {
        switch self {
        case .kept(let layout): layout.firstBaseline
        case .released(let lines): lines.count > 0 ? lines.firstBaseline : nil
        }
    }

    var lastBaseline: Double? {
        switch self {
        case .kept(let layout): layout.lastBaseline
        case .released(let lines): lines.count > 0 ? lines.lastBaseline : nil
        }
    }

    /// Whether boxes in the lines are moved; paragraphs with such boxes are kept.
    var isDisplaced: Bool { layout?.isDisplaced ?? false }

    var lines: LinePlaces { LinePlaces(lines: self) }
}

/// What is left of lines that were given up: how wide they are, and their heights, which they share with those of other
/// paragraphs that have as many of the same; 16 bytes a line where not all are of one height.
struct ReleasedLines: Sendable {
    private let width: Double
    private let heights: Heights

    /// The lines of a number of paragraphs, of which many are alike but for their width.
    struct Store {
        private var known: [Key: Heights] = [:]
        private static let limit = 4_096

        private struct Key: Hashable {
            var count: Int
            var values: [Double]
        }

        mutating func lines(of layout: ParagraphLayout) -> ReleasedLines {
            let heights = Heights(layout)
            var key = Key(
                count: heights.count,
                values: [
                    heights.height, heights.firstBaseline, heights.lastBaseline, heights.first.y, heights.first.height,
                ])
            for extent in heights.extents { key.values += [extent.y, extent.height] }
            if let known = known[key] { return ReleasedLines(width: layout.size.width, heights: known) }
            if known.count < Store.limit { known[key] = heights }
            return ReleasedLines(width: layout.size.width, heights: heights)
        }
    }

    private final class Heights: Sendable {
        let height: Double
        let count: Int
        let firstBaseline: Double
        let lastBaseline: Double
        let first: Extent
        /// All of them, where they do not follow from the first.
        let extents: ContiguousArray<Extent>

        struct Extent: Sendable {
            var y: Double
            var height: Double
        }

        init(_ layout: ParagraphLayout) {
            height = layout.size.height
            count = layout.lineCount
            firstBaseline = layout.firstBaseline ?? 0
            lastBaseline = layout.lastBaseline ?? 0
            let first = layout.lines.first.map { Extent(y: $0.y, height: $0.height) } ?? Extent(y: 0, height: 0)
            let isEven = layout.lines.allSatisfy { line in
                line.height == first.height && line.y == first.y + Double(line.index) * first.height
            }
            extents = isEven ? [] : ContiguousArray(layout.lines.map { Extent(y: $0.y, height: $0.height) })
            self.first = first
        }

        subscript(index: Int) -> Extent {
            extents.isEmpty
                ? Extent(y: first.y + Double(index) * first.height, height: first.height) : extents[index]
        }
    }

    var size: Size { Size(width: width, height: heights.height) }
    var count: Int { heights.count }
    var firstBaseline: Double { heights.firstBaseline }
    var lastBaseline: Double { heights.lastBaseline }

    fileprivate subscript(index: Int) -> LinePlace {
        let extent = heights[index]
        return LinePlace(index: index, y: extent.y, height: extent.height)
    }
}

/// Where a line stands in its paragraph.
struct LinePlace {
    var index: Int
    /// From the paragraph's top.
    var y: Double
    var height: Double
}

/// The lines of a paragraph, from top to bottom.
struct LinePlaces: RandomAccessCollection {
    let lines: FlowLines

    var startIndex: Int { 0 }
    var endIndex: Int { lines.lineCount }

    subscript(index: Int) -> LinePlace {
        switch lines {
        case .kept(let layout):
            let line = layout.lines[index]
            return LinePlace(index: index, y: line.y, height: line.height)
        case .released(let lines): return lines[index]
        }
    }
}
