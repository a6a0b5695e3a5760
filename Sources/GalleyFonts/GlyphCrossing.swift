import Foundation

/// A horizontal band over a glyph, in font units, y growing upwards from the baseline.
public struct GlyphBand: Hashable, Sendable {
    public let bottom: Double
    public let top: Double

    /// The edges are rounded to 1/64 unit, so that lines of text at different heights ask the same question.
    public init(bottom: Double, top: Double) {
        self.bottom = (bottom * 64).rounded() / 64
        self.top = (top * 64).rounded() / 64
    }
}

/// How far a glyph's ink inside a band reaches, in font units from its origin.
public struct GlyphCrossing: Hashable, Sendable {
    public var left: Double
    public var right: Double
}

extension FontInstance {
    /// Where a glyph's ink crosses a band: from its leftmost to its rightmost point inside it; `nil` where no ink is there,
    /// and for glyphs that are pictures.
    ///
    /// Exact: curves are solved, not flattened. Synthesis is applied: slant and boldness. Remembered for each glyph and
    /// band (``FontLimits/maximumCrossings``); the memo's lock is held for a look-up only.
    public func crossing(of glyph: UInt16, _ band: GlyphBand) -> GlyphCrossing? {
        crossings.value(for: CrossingKey(glyph: glyph, band: band)) { computedCrossing(of: glyph, band) }
    }

    /// As ``crossing(of:_:)``, computed anew.
    package func computedCrossing(of glyph: UInt16, _ band: GlyphBand) -> GlyphCrossing? {
        guard band.bottom <= band.top else { return nil }
        // FreeType's bold letters are larger by this to the right and to the top.
        let bold = synthesis.contains(.bold) ? Double(unitsPerEm) / FontInstance.boldness : 0
        // HarfBuzz's boxes are whole units, some rounded inwards.
        if let box = extents(of: glyph), Double(box.bottom) - 1 > band.top || Double(box.top) + 1 + bold < band.bottom {
            return nil
        }
        let slant = synthesis.contains(.oblique) ? FontInstance.obliqueSlant : 0
        var finder = CrossingFinder(bottom: band.bottom - bold, top: band.top, slant: slant)
        finder.visit(outline(of: glyph))
        guard finder.left <= finder.right else { return nil }
        return GlyphCrossing(left: finder.left, right: finder.right + bold)
    }

    /// An em of this many parts: one of them is what synthetic boldness adds (FreeType's own constant).
    private static let boldness = 24.0
    /// The tangent of 14 degrees (CSS Fonts 4 §2.4).
    private static let obliqueSlant = tan(14.0 * .pi / 180)
}

struct CrossingKey: Hashable {
    var glyph: UInt16
    var band: GlyphBand
}

/// What was found of glyphs and bands.
final class CrossingMemo: Sendable {
    private struct State {
        var known: [CrossingKey: GlyphCrossing?] = [:]
        var hits = 0
    }
    private let state = Locked(State())

    /// How often an answer was there already.
    var hits: Int { state.withLock { $0.hits } }

    func value(for key: CrossingKey, _ make: () -> GlyphCrossing?) -> GlyphCrossing? {
        let known: GlyphCrossing?? = state.withLock { state in
            guard let found = state.known[key] else { return nil }
            state.hits &+= 1
            return found
        }
        if let known { return known }
        let made = make()
        state.withLock { state in
            if state.known.count >= FontLimits.maximumCrossings { state.known.removeAll(keepingCapacity: true) }
            state.known[key] = .some(made)
        }
        return made
    }
}

/// The leftmost and rightmost points of contours inside a band. What is filled inside the band lies between points of
/// its contours there, so the contours say it all.
private struct CrossingFinder {
    let bottom: Double
    let top: Double
    let slant: Double
    var left = Double.infinity
    var right = -Double.infinity

    init(bottom: Double, top: Double, slant: Double) {
        self.bottom = bottom
        self.top = top
        self.slant = slant
    }

    mutating func visit(_ outline: GlyphOutline) {
        var next = 0
        var start = SIMD2<Double>()
        var pen = SIMD2<Double>()
        func point(_ index: Int) -> SIMD2<Double> {
            let point = SIMD2<Double>(outline.points[index])
            return [point.x + slant * point.y, point.y]
        }
        for step in outline.steps {
            switch step {
            case .move:
                pen = point(next)
                start = pen
                next += 1
            case .line:
                let end = point(next)
                visit(Cubic(line: pen, end))
                pen = end
                next += 1
            case .quadratic:
                let end = point(next + 1)
                visit(Cubic(quadratic: pen, point(next), end))
                pen = end
                next += 2
            case .cubic:
                let end = point(next + 2)
                visit(Cubic(pen, point(next), point(next + 1), end))
                pen = end
                next += 3
            case .close:
                visit(Cubic(line: pen, start))
                pen = start
            }
        }
    }

    /// The ends, the places where the curve enters or leaves the band, and its turning points.
    private mutating func visit(_ curve: Cubic) {
        guard curve.highest >= bottom, curve.lowest <= top else { return }
        add(curve, 0)
        add(curve, 1)
        let turns = curve.turns(1)
        for time in curve.turns(0) { add(curve, time) }
        for edge in [bottom, top] {
            var lower = 0.0
            for upper in turns + [1] where upper > lower {
                if let time = curve.time(atHeight: edge, lower, upper) { add(curve.point(time).x) }
                lower = upper
            }
        }
    }

    private mutating func add(_ curve: Cubic, _ time: Double) {
        let point = curve.point(time)
        if point.y >= bottom, point.y <= top { add(point.x) }
    }

    private mutating func add(_ x: Double) {
        left = min(left, x)
        right = max(right, x)
    }
}

/// A cubic curve as a polynomial; lines and quadratic curves are such.
private struct Cubic {
    private let a: SIMD2<Double>
    private let b: SIMD2<Double>
    private let c: SIMD2<Double>
    private let d: SIMD2<Double>
    let lowest: Double
    let highest: Double

    init(_ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>) {
        a = p3 - p0 + 3 * (p1 - p2)
        b = 3 * (p0 + p2 - 2 * p1)
        c = 3 * (p1 - p0)
        d = p0
        lowest = min(p0.y, p1.y, p2.y, p3.y)
        highest = max(p0.y, p1.y, p2.y, p3.y)
    }

    init(quadratic p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>) {
        self.init(p0, p0 + (p1 - p0) * (2.0 / 3), p2 + (p1 - p2) * (2.0 / 3), p2)
    }

    init(line p0: SIMD2<Double>, _ p1: SIMD2<Double>) {
        self.init(p0, p0 + (p1 - p0) / 3, p0 + (p1 - p0) * (2.0 / 3), p1)
    }

    func point(_ time: Double) -> SIMD2<Double> { ((a * time + b) * time + c) * time + d }

    /// Where the derivative along an axis is 0, inside the curve, in order.
    func turns(_ axis: Int) -> [Double] {
        let (a, b, c) = (3 * a[axis], 2 * b[axis], c[axis])
        var times: [Double] = []
        if abs(a) < 1e-9 * max(abs(b), abs(c), 1) {
            if b != 0 { times = [-c / b] }
        } else {
            let discriminant = b * b - 4 * a * c
            guard discriminant >= 0 else { return [] }
            // Without cancellation.
            let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
            times = q == 0 ? [0] : [q / a, c / q]
        }
        return times.filter { $0 > 0 && $0 < 1 }.sorted()
    }

    /// Where a part of the curve, rising or falling throughout, has a height.
    func time(atHeight height: Double, _ start: Double, _ end: Double) -> Double? {
        var (lower, upper) = (start, end)
        let rises = point(end).y >= point(start).y
        let (least, greatest) = rises ? (point(start).y, point(end).y) : (point(end).y, point(start).y)
        guard height >= least, height <= greatest else { return nil }
        for _ in 0..<52 {
            let middle = (lower + upper) / 2
            if (point(middle).y < height) == rises { lower = middle } else { upper = middle }
        }
        return (lower + upper) / 2
    }
}
