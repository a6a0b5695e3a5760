import GalleyParagraph
import GalleyText

/// A shape that lines keep clear of, in px from the document's top left.
///
///     container.exclusions = [.polygon([Point(x: 0, y: 0), Point(x: 90, y: 0), Point(x: 0, y: 120)], margin: 8)]
///
/// A line that a shape parts stands in the wider of its parts; lines in columns keep clear of the shapes that their column
/// meets. Floats stand beside shapes, and so do tables and other boxes with a formatting context of their own: narrower where
/// they can be, or below (CSS 2 §9.5). Columns do so as a whole where blocks span them or columns stand in them, in linked
/// containers and on pages.
public struct Exclusion: Sendable, Hashable {
    /// The corners of the shape in order; where its outline crosses itself, it is outside as often as inside.
    public private(set) var corners: [Point]
    /// The distance that lines keep from it, to the sides, above and below.
    public var margin: Double

    /// A polygon; the last corner is joined to the first. No more than `LayoutLimits.maximumExclusionCorners` count.
    public static func polygon(_ corners: [Point], margin: Double = 0) -> Exclusion {
        Exclusion(corners: corners, margin: margin)
    }

    /// A rectangle, that of an image say.
    public static func rectangle(_ rect: Rect, margin: Double = 0) -> Exclusion {
        Exclusion(
            corners: [
                rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
                Point(x: rect.minX, y: rect.maxY),
            ], margin: margin)
    }

    private init(corners: [Point], margin: Double) {
        let corners = Array(
            corners.filter { $0.x.isFinite && $0.y.isFinite }.prefix(LayoutLimits.maximumExclusionCorners))
        self.corners = corners
        self.margin = margin.isFinite ? max(0, margin) : 0
        isUpright = corners.indices.allSatisfy { index in
            let next = corners[(index + 1) % corners.count]
            return corners[index].x == next.x || corners[index].y == next.y
        }
    }

    /// Whether all its sides are upright or level: between two corners' heights it takes the same room everywhere.
    let isUpright: Bool

    /// How far up and down it keeps lines away.
    var top: Double { (corners.map(\.y).min() ?? .infinity) - margin }
    var bottom: Double { (corners.map(\.y).max() ?? -.infinity) + margin }

    /// The same elsewhere.
    func moved(dx: Double, dy: Double) -> Exclusion {
        var moved = self
        moved.corners = corners.map { Point(x: $0.x + dx, y: $0.y + dy) }
        return moved
    }

    /// What it takes of a band between two heights: stretches of x, sorted, apart from each other. Exact: between two
    /// corners' heights the outline is straight. O(n² ) at worst in the corners beside the band, O(n) for few.
    func stretches(from top: Double, to bottom: Double) -> [ClosedRange<Double>] {
        let top = top - margin
        let bottom = max(bottom, top + 1.0 / 64) + margin
        guard corners.count > 2, self.top - margin < bottom, self.bottom + margin > top else { return [] }
        let heights = corners.map(\.y).filter { $0 > top && $0 < bottom }
        let levels = ([top, bottom] + Set(heights)).sorted()
        var found: [ClosedRange<Double>] = []
        for (upper, lower) in zip(levels, levels.dropFirst()) where lower > upper {
            let middle = (upper + lower) / 2
            var edges: [Edge] = []
            for (index, start) in corners.enumerated() {
                let end = corners[(index + 1) % corners.count]
                guard (start.y <= middle) != (end.y <= middle) else { continue }
                func x(_ y: Double) -> Double { start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y) }
                edges.append(Edge(x: x(middle), upper: x(upper), lower: x(lower)))
            }
            edges.sort { $0.x < $1.x }
            if edges.count > 1, Exclusion.cross(edges) {
                // Edges that cross here part it otherwise above and below: all between the outermost is taken.
                let ends = (edges.map(\.low).min() ?? 0, edges.map(\.high).max() ?? 0)
                found.append(ends.0 - margin...ends.1 + margin)
                continue
            }
            for pair in stride(from: 0, to: edges.count - 1, by: 2) {
                found.append(edges[pair].low - margin...max(edges[pair].low, edges[pair + 1].high) + margin)
            }
        }
        return Exclusion.joined(found)
    }

    /// A side of the outline between two heights.
    private struct Edge {
        var x: Double
        var upper: Double
        var lower: Double
        var low: Double { min(upper, lower) }
        var high: Double { max(upper, lower) }
    }

    /// Whether edges sorted in the middle stand in another order at an end.
    private static func cross(_ edges: [Edge]) -> Bool {
        zip(edges, edges.dropFirst()).contains { $0.upper > $1.upper || $0.lower > $1.lower }
    }

    static func joined(_ stretches: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        var joined: [ClosedRange<Double>] = []
        for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, stretch.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, stretch.upperBound)
            } else {
                joined.append(stretch)
            }
        }
        return joined
    }

    /// The height below `y` at which its outline turns or ends.
    func nextCorner(below y: Double) -> Double? {
        corners.lazy.map { $0.y + margin }.filter { $0 > y }.min()
    }
}

/// Exclusions as a paragraph's lines meet them: relative to its origin.
struct ExclusionSpace: Sendable {
    private let parts: [Part]
    private let barriers: [Double]
    /// Where the lowest shape ends.
    let bottom: Double
    /// The columns that the shapes are met in; none outside of them.
    let columns: [ColumnStretch]

    /// The shapes beside a stretch of the flow.
    private struct Part: Sendable {
        var top: Double
        var bottom: Double
        var exclusions: [Exclusion]
    }

    init(_ place: ExclusionOrigin) {
        let origin = place.origin
        columns = place.columns
        if columns.isEmpty {
            let exclusions = place.exclusions.map { $0.moved(dx: -origin.x, dy: -origin.y) }
            parts = [Part(top: -.infinity, bottom: .infinity, exclusions: exclusions)]
            barriers = place.barriers.map { $0 - origin.y }
        } else {
            parts = columns.map { column in
                Part(
                    top: column.top - origin.y, bottom: column.bottom - origin.y,
                    exclusions: place.exclusions.map {
                        $0.moved(dx: -origin.x - column.offset.x, dy: -origin.y - column.offset.y)
                    })
            }
            // No line crosses from one column to the next.
            barriers = columns.dropFirst().map { $0.top - origin.y }
        }
        bottom = parts.reduce(-.infinity) { bottom, part in
            max(bottom, min(part.bottom, part.exclusions.map(\.bottom).max() ?? -.infinity))
        }
    }

    /// The parts of a band that are free all the way down a height, from left to right, and where there may be other ones
    /// below; `nil` where no shape is beside.
    func free(
        _ band: FloatSpace.Band, at offset: Double, height: Double
    ) -> (parts: [ClosedRange<Double>], next: Double)? {
        var isBeside = false
        var isUpright = true
        var taken: [ClosedRange<Double>] = []
        var next = Double.infinity
        let end = offset + max(height, 1.0 / 64)
        for part in parts where part.top < end && part.bottom > offset {
            let (top, bottom) = (max(part.top, offset), min(part.bottom, end))
            for exclusion in part.exclusions where exclusion.top < bottom && exclusion.bottom > top {
                isBeside = true
                isUpright = isUpright && exclusion.isUpright
                taken += exclusion.stretches(from: top, to: bottom)
                next = min(next, part.bottom, exclusion.nextCorner(below: offset) ?? .infinity)
            }
        }
        guard isBeside else { return nil }
        var free: [ClosedRange<Double>] = []
        var x = band.left
        for stretch in Exclusion.joined(taken) {
            let end = min(stretch.lowerBound, band.right)
            if end > x { free.append(x...end) }
            x = max(x, stretch.upperBound)
        }
        if band.right > x { free.append(x...band.right) }
        // Outlines that are not upright make more or less room between their corners.
        if !isUpright { next = min(next, offset + max(1, min(height, ExclusionSpace.step))) }
        return (free, next)
    }

    /// The distance, px, at which places for boxes beside slanted outlines are looked for.
    private static let step = 8.0
    /// How many places are looked at for one box; the next one is below all shapes.
    static let maximumTries = 1_000

    /// The widest part of a band that is free, and where to look again below.
    func space(_ band: FloatSpace.Band, at offset: Double, height: Double) -> LineSpace {
        // A line does not cross from one container to the next: there is less than no room, so that an empty one has none.
        let barrier = barriers.partitionIndex { $0 > offset + 1.0 / 1_024 }
        if barrier < barriers.count, offset + height > barriers[barrier] + 1.0 / 1_024 {
            return LineSpace(x: band.left, width: -1, nextOffset: barriers[barrier])
        }
        guard let found = free(band, at: offset, height: height) else {
            return LineSpace(x: band.left, width: band.width, nextOffset: band.nextY)
        }
        let best = found.parts.widest ?? band.left...band.left
        return LineSpace(
            x: best.lowerBound, width: best.width, nextOffset: min(band.nextY ?? .infinity, found.next))
    }
}

extension ClosedRange<Double> {
    var width: Double { upperBound - lowerBound }
}

extension [ClosedRange<Double>] {
    /// The first of the widest; `nil` for none.
    var widest: ClosedRange<Double>? {
        var best: ClosedRange<Double>?
        for part in self {
            guard let known = best else {
                best = part
                continue
            }
            if part.width > known.width { best = part }
        }
        return best
    }
}
