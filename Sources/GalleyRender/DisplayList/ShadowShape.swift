import GalleyText

/// The shadow of a box (CSS Backgrounds 3 §6.1): outside of the box, or inside of it where it is inset.
public struct ShadowShape: Hashable, Sendable {
    /// The shadow's form before it is blurred; of an inset one, what is free of it. Empty where there is none of it.
    public var rect: Rect
    /// The radii of its corners.
    public var radius: Corners<CornerRadius>
    /// The edge of the box at which the shadow ends: of the border box, or, for an inset one, of the padding box.
    public var box: Rect
    /// The radii of that edge's corners.
    public var boxRadius: Corners<CornerRadius>
    /// Whether it is inside of `box`, not outside.
    public var isInset: Bool
    /// In px: twice the standard deviation.
    public var blurRadius: Double
    /// Drawn as it is; its alpha is the shadow's.
    public var color: Color
    /// What of it is seen, where the box is cut off; `nil` for all.
    public var clip: Rect?

    /// The shadow of a box.
    ///
    /// - Parameters:
    ///   - box: the edge that casts it: of the border box, or of the padding box for an inset one.
    ///   - has: the sides that the box has here; at others it is cut, and goes on elsewhere: no shadow is there (CSS
    ///     Fragmentation 3 §5.4).
    public init(_ shadow: BoxShadow, of box: Rect, radius: Corners<CornerRadius>, has sides: Edges<Bool> = Edges(true))
    {
        isInset = shadow.isInset
        func bounded(_ value: Double) -> Double {
            let limit = RenderLimits.maximumShadowDistance
            return value.isNaN ? 0 : min(max(value, -limit), limit)
        }
        let (x, y, distance) = (bounded(shadow.offsetX), bounded(shadow.offsetY), bounded(shadow.spread))
        blurRadius = min(max(0, bounded(shadow.blurRadius)), RenderLimits.maximumBlurRadius)
        color = shadow.color
        boxRadius = radius.fitting(box)
        let reach = abs(x) + abs(y) + abs(distance) + 2 * blurRadius + 1
        let beyond = sides.map { $0 ? 0 : -reach }
        self.box = box.inset(by: EdgeInsets(beyond))
        let spread = shadow.isInset ? -distance : distance
        rect = self.box.inset(by: EdgeInsets(-spread)).offsetBy(dx: x, dy: y)
        self.radius = boxRadius.spread(by: spread)
        guard !(sides.top && sides.right && sides.bottom && sides.left) else { return }
        let around = sides.map { $0 ? -reach : 0 }
        clip = box.inset(by: EdgeInsets(around))
    }

    /// What the shadow may be seen in.
    var extent: Rect { isInset ? box : blurred(rect) }

    /// A rectangle that nothing of the shadow is beyond.
    var around: Rect { blurred(rect.union(box)) }

    private func blurred(_ rect: Rect) -> Rect { rect.inset(by: EdgeInsets(-(2 * blurRadius + 1))) }
}

extension Corners where Value == CornerRadius {
    /// The corners of a shadow so much larger than its box: sharp ones stay sharp, those that are nearly sharp grow less (CSS
    /// Backgrounds 3 §6.1.1).
    func spread(by distance: Double) -> Corners {
        guard distance > 0 else { return inset(by: EdgeInsets(-distance)) }
        func grown(_ radius: Double) -> Double {
            let ratio = radius / distance
            let rest = ratio - 1
            return radius + (ratio < 1 ? distance * (1 + rest * rest * rest) : distance)
        }
        return map { CornerRadius(x: grown($0.x), y: grown($0.y)) }
    }
}
