import GalleyText

/// A background image of a box (CSS Backgrounds 3 §3): where its tiles stand is known once its own size is.
public struct BoxBackground: Hashable, Sendable {
    /// Which of `DrawnImages.backgrounds` it is, or a gradient whose lengths are px and percentages.
    public var image: BackgroundImage
    /// The positioning area in page px.
    public var area: Rect
    /// What of it is seen, and the corners of that.
    public var clip: Rect
    public var radius: Corners<CornerRadius>
    public var repetitionX = BackgroundLayout.Repetition.repeat
    public var repetitionY = BackgroundLayout.Repetition.repeat
    /// Parts of the free space between area and tile, and px beside them.
    public var positionX = Position()
    public var positionY = Position()
    public var extent = Extent.size(width: nil, height: nil)
    /// 0 to 1.
    public var opacity = 1.0

    public struct Position: Hashable, Sendable {
        /// 1 is all of the free space.
        public var fraction = 0.0
        public var px = 0.0

        public init(fraction: Double = 0, px: Double = 0) {
            self.fraction = fraction
            self.px = px
        }
    }

    public enum Extent: Hashable, Sendable {
        case cover, contain
        /// In px; `nil` is `auto`.
        case size(width: Double?, height: Double?)
    }

    public init(_ image: BackgroundImage, area: Rect, clip: Rect, radius: Corners<CornerRadius> = Corners(0)) {
        self.image = image
        self.area = area
        self.clip = clip
        self.radius = radius
    }

    /// One tile of an image with these natural dimensions, and how far apart tiles stand; `nil` where nothing is to be drawn. A
    /// gradient has none.
    package func tiles(of natural: NaturalDimensions) -> Tiles? {
        if let size = natural.size { guard size.width > 0, size.height > 0 else { return nil } }
        var size = tileSize(natural)
        // `round` makes the tiles fit a whole number of times (§3.4); the other axis keeps the ratio where it is auto.
        var isAuto = (width: false, height: false)
        if natural.ratio != nil, case .size(let width, let height) = extent { isAuto = (width == nil, height == nil) }
        if repetitionX == .round, size.width > 0 {
            let width = area.width / max(1, (area.width / size.width).rounded())
            if isAuto.height, repetitionY != .round { size.height *= width / size.width }
            size.width = width
        }
        if repetitionY == .round, size.height > 0 {
            let height = area.height / max(1, (area.height / size.height).rounded())
            if isAuto.width, repetitionX != .round { size.width *= height / size.height }
            size.height = height
        }
        guard size.width > 0, size.height > 0 else { return nil }
        var tiles = Tiles(
            first: Rect(
                x: area.x + positionX.fraction * (area.width - size.width) + positionX.px,
                y: area.y + positionY.fraction * (area.height - size.height) + positionY.px, width: size.width,
                height: size.height),
            stepX: repetitionX == .once ? nil : size.width, stepY: repetitionY == .once ? nil : size.height)
        if repetitionX == .space {
            (tiles.first.x, tiles.stepX) = spaced(area.x, area.width, size.width, tiles.first.x)
        }
        if repetitionY == .space {
            (tiles.first.y, tiles.stepY) = spaced(area.y, area.height, size.height, tiles.first.y)
        }
        return tiles
    }

    package struct Tiles: Equatable {
        package var first: Rect
        /// `nil` where there is one only.
        package var stepX: Double?
        package var stepY: Double?

        /// Whether there is no room between them.
        var areDense: Bool { (stepX ?? first.width) == first.width && (stepY ?? first.height) == first.height }

        /// The part of a box that tiles can be in: where there is one in a direction, no more than that.
        func area(in clip: Rect) -> Rect {
            var area = clip
            if stepX == nil { (area.x, area.width) = (first.x, first.width) }
            if stepY == nil { (area.y, area.height) = (first.y, first.height) }
            return area
        }

        /// Those that reach into a box, row by row: no more than a page can show.
        func seen(in box: Rect) -> [Rect] {
            let columns = Tiles.starts(first.x, first.width, stepX, in: box.minX...box.maxX)
            return Tiles.starts(first.y, first.height, stepY, in: box.minY...box.maxY).flatMap { y in
                columns.map { Rect(x: $0, y: y, width: first.width, height: first.height) }
            }
        }

        /// Where tiles begin that reach into a range.
        private static func starts(
            _ first: Double, _ length: Double, _ step: Double?, in range: ClosedRange<Double>
        ) -> [Double] {
            guard let step, step > 0 else { return [first] }
            let start = first + ((range.lowerBound - first - length) / step).rounded(.up) * step
            let count = min(
                Double(RenderLimits.maximumTilesAcross), max(0, (range.upperBound - start) / step).rounded(.up))
            return (0..<Int(count)).map { start + Double($0) * step }
        }
    }

    /// As many whole tiles as fit, with equal room between them.
    private func spaced(
        _ start: Double, _ length: Double, _ tile: Double, _ alone: Double
    ) -> (first: Double, step: Double?) {
        let count = (length / tile + 1e-6).rounded(.down)
        return count < 2 ? (alone, nil) : (start, tile + (length - count * tile) / (count - 1))
    }

    /// §3.9.
    private func tileSize(_ natural: NaturalDimensions) -> Size {
        switch extent {
        case .cover: natural.covering(area.size)
        case .contain: natural.contained(in: area.size)
        case .size(let width, let height): natural.concreteSize(width: width, height: height, in: area.size)
        }
    }
}
