import GalleyParagraph
import GalleyText

/// The floats of one formatting context, and the room that they leave (CSS 2 §9.5). Px in the context's coordinates.
struct FloatSpace: Sendable {
    struct Placed: Sendable, Hashable {
        /// The margin box.
        var rect: Rect
        var isRight: Bool
    }

    /// A stretch between floats.
    struct Band: Sendable, Hashable {
        var left: Double
        var right: Double
        /// Where the next of the floats beside it ends; `nil` without any.
        var nextY: Double?

        var width: Double { max(0, right - left) }
    }

    /// Those that still reach below what was laid out last.
    private(set) var active: [Placed] = []
    /// How far down left and right floats reach.
    private(set) var leftBottom = -Double.infinity
    private(set) var rightBottom = -Double.infinity
    /// The top of the last float: later ones never stand higher (§9.5.1 rule 5).
    private var lastTop = -Double.infinity

    var isEmpty: Bool { active.isEmpty }
    var bottom: Double { max(leftBottom, rightBottom) }

    /// Forgets floats that end above `y`: the flow has passed them. Each is forgotten once.
    mutating func pass(_ y: Double) {
        if active.contains(where: { $0.rect.maxY <= y }) { active.removeAll { $0.rect.maxY <= y } }
    }

    /// The room between the floats that touch `y ..< y + height`, inside `left ..< right`.
    func band(at y: Double, height: Double, left: Double, right: Double) -> Band {
        FloatSpace.band(active, at: y, height: height, left: left, right: right)
    }

    static func band(_ floats: [Placed], at y: Double, height: Double, left: Double, right: Double) -> Band {
        var band = Band(left: left, right: right, nextY: nil)
        for float in floats where float.rect.minY < y + max(height, 1 / 64) && float.rect.maxY > y {
            // Beside, or where the container does not reach, a float takes no room.
            if float.isRight {
                guard float.rect.minX < right else { continue }
                band.right = min(band.right, float.rect.minX)
            } else {
                guard float.rect.maxX > left else { continue }
                band.left = max(band.left, float.rect.maxX)
            }
            band.nextY = min(band.nextY ?? .infinity, float.rect.maxY)
        }
        return band
    }

    /// Finds the place of a float of this margin box: as high as may be, then as far to its side (§9.5.1), beside shapes
    /// that everything keeps clear of.
    mutating func place(
        width: Double, height: Double, isRight: Bool, clear: BlockStyle.Clear, from y: Double, left: Double,
        right: Double, beside shapes: ExclusionSpace? = nil
    ) -> Point {
        var top = max(y, lastTop, clearance(clear))
        var tries = 0
        var space = band(at: top, height: 0, left: left, right: right)
        while true {
            var next = space.nextY
            if let free = shapes?.free(space, at: top, height: height) {
                let part = isRight ? free.parts.last { $0.width >= width } : free.parts.first { $0.width >= width }
                if let part { (space.left, space.right) = (part.lowerBound, part.upperBound) }
                if part != nil { break }
                next = min(next ?? .infinity, free.next)
            } else if width <= space.width {
                break
            }
            guard let next, next > top else { break }
            tries += 1
            top = tries > ExclusionSpace.maximumTries ? max(next, shapes?.bottom ?? next) : next
            space = band(at: top, height: 0, left: left, right: right)
        }
        let x = isRight ? space.right - width : space.left
        lastTop = top
        // One without height still takes room in a line that reaches over it.
        if width > 0, height >= 0 {
            active.append(Placed(rect: Rect(x: x, y: top, width: width, height: height), isRight: isRight))
        }
        if isRight {
            rightBottom = max(rightBottom, top + height)
        } else {
            leftBottom = max(leftBottom, top + height)
        }
        return Point(x: x, y: top)
    }

    /// How far down a box that clears must stand (§9.5.2).
    func clearance(_ clear: BlockStyle.Clear) -> Double {
        switch clear {
        case .none: -.infinity
        case .left: leftBottom
        case .right: rightBottom
        case .both: bottom
        }
    }
}

extension BlockStyle.Clear {
    /// Whether floats of this side are cleared.
    func concerns(_ side: BlockStyle.Float) -> Bool {
        switch self {
        case .none: false
        case .left: side == .left
        case .right: side == .right
        case .both: side != .none
        }
    }
}
