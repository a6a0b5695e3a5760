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

/// What is left of lines that were given up: nothing for each where all are of one height, else 16 bytes.
final class ReleasedLines: Sendable {
    let size: Size
    let count: Int
    let firstBaseline: Double
    let lastBaseline: Double
    private let first: Extent
    /// All of them, where they do not follow from the first.
    private let extents: ContiguousArray<Extent>

    private struct Extent: Sendable {
        var y: Double
        var height: Double
    }

    init(_ layout: ParagraphLayout) {
        size = layout.size
        count = layout.lineCount
        firstBaseline = layout.firstBaseline ?? 0
        lastBaseline = layout.lastBaseline ?? 0
        let first = layout.lines.first.map { Extent(y: $0.y, height: $0.height) } ?? Extent(y: 0, height: 0)
        let isEven = layout.lines.allSatisfy { line in
            line.height == first.height && line.y == first.y + Double(line.index) * first.height
        }
        extents = isEven ? [] : ContiguousArray(layout.lines.lazy.map { Extent(y: $0.y, height: $0.height) })
        self.first = first
    }

    fileprivate subscript(index: Int) -> LinePlace {
        let extent =
            extents.isEmpty
            ? Extent(y: first.y + Double(index) * first.height, height: first.height) : extents[index]
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
