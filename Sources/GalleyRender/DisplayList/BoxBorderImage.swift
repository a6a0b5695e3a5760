import GalleyText

/// An image in place of a box's border (CSS Backgrounds 3 §6): where its parts stand is known once its own size is.
public struct BoxBorderImage: Hashable, Sendable {
    /// Which of `DrawnImages.backgrounds` it is, or a gradient whose lengths are px and percentages.
    public var image: BackgroundImage
    /// The border image area in page px: the border box and what the image reaches out of it.
    public var area: Rect
    /// How far the parts at the edges reach into the area, in px; `nil` is the size of the slice.
    public var widths: Edges<Double?>
    /// The widths of the border, for slices of images without a size.
    public var borderWidths: EdgeInsets
    public var slices: Edges<BorderImageLayout.Slice>
    public var isFilled = false
    public var repetitionX = BorderImageLayout.Repetition.stretch
    public var repetitionY = BorderImageLayout.Repetition.stretch
    /// What of it is seen, where the box is cut.
    public var clip: Rect?
    /// 0 to 1.
    public var opacity = 1.0
    /// What is drawn where the image has not come.
    public var fallback: BoxBorder?

    /// An image in an area, around a border of some widths; its parts reach as far into the area as these are wide.
    public init(
        _ image: BackgroundImage, area: Rect, borderWidths: EdgeInsets, slices: Edges<BorderImageLayout.Slice>
    ) {
        self.image = image
        self.area = area
        self.borderWidths = borderWidths
        self.slices = slices
        widths = Edges(
            top: borderWidths.top, right: borderWidths.right, bottom: borderWidths.bottom, left: borderWidths.left)
    }
}

/// The parts of a border image around a box: corners, edges, and the middle (CSS Backgrounds 3 §6.2 to §6.6).
package struct BorderImageParts: Equatable {
    /// One of the nine.
    package struct Part: Equatable {
        /// What of the image it shows, in px of that.
        package var source: Rect
        /// Where that is shown, again and again.
        package var tiles: BoxBackground.Tiles
        /// What of the tiles is seen.
        package var area: Rect
    }

    /// The image as large as it is cut.
    package let size: Size
    package private(set) var parts: [Part] = []

    /// The parts of an image with these natural dimensions, corners first.
    package init(_ image: BoxBorderImage, of natural: NaturalDimensions) {
        // An image without a size is as large as the area (§6.1).
        size = natural.concreteSize(in: image.area.size)
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite, !image.area.isEmpty else {
            return
        }
        let slices = Edges(
            top: BorderImageParts.px(image.slices.top, of: size.height),
            right: BorderImageParts.px(image.slices.right, of: size.width),
            bottom: BorderImageParts.px(image.slices.bottom, of: size.height),
            left: BorderImageParts.px(image.slices.left, of: size.width))
        let widths = BorderImageParts.widths(image, slices, natural)
        let columns = [
            image.area.minX, image.area.minX + widths.left, image.area.maxX - widths.right, image.area.maxX,
        ]
        let rows = [
            image.area.minY, image.area.minY + widths.top, image.area.maxY - widths.bottom, image.area.maxY,
        ]
        let sourceColumns = [0, slices.left, size.width - slices.right, size.width]
        let sourceRows = [0, slices.top, size.height - slices.bottom, size.height]
        func rect(_ columns: [Double], _ rows: [Double], _ column: Int, _ row: Int) -> Rect {
            Rect(
                x: columns[column], y: rows[row], width: max(0, columns[column + 1] - columns[column]),
                height: max(0, rows[row + 1] - rows[row]))
        }
        func factor(_ column: Int, _ row: Int, _ side: KeyPath<Rect, Double>) -> Double? {
            let source = rect(sourceColumns, sourceRows, column, row)[keyPath: side]
            let shown = rect(columns, rows, column, row)[keyPath: side]
            return source > 0 && shown > 0 ? shown / source : nil
        }
        for (column, row) in [
            (0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1), (1, 1),
        ] {
            guard column != 1 || row != 1 || image.isFilled else { continue }
            let source = rect(sourceColumns, sourceRows, column, row)
            let area = rect(columns, rows, column, row)
            guard !source.isEmpty, !area.isEmpty else { continue }
            // The size of a tile before it is repeated (§6.6): edges keep the ratio of their slice, the middle is scaled as the
            // edges beside it are.
            let scaleX = row == 1 ? factor(1, 0, \.height) ?? factor(1, 2, \.height) : factor(1, row, \.height)
            let scaleY = column == 1 ? factor(0, 1, \.width) ?? factor(2, 1, \.width) : factor(column, 1, \.width)
            let tile = Size(
                width: column == 1 ? source.width * (scaleX ?? 1) : area.width,
                height: row == 1 ? source.height * (scaleY ?? 1) : area.height)
            guard
                let across = BorderImageParts.row(
                    column == 1 ? image.repetitionX : .stretch, from: area.minX, length: area.width, tile: tile.width),
                let down = BorderImageParts.row(
                    row == 1 ? image.repetitionY : .stretch, from: area.minY, length: area.height, tile: tile.height)
            else { continue }
            let tiles = BoxBackground.Tiles(
                first: Rect(x: across.first, y: down.first, width: across.length, height: down.length),
                stepX: across.step, stepY: down.step)
            parts.append(Part(source: source, tiles: tiles, area: area))
        }
    }

    /// §6.2: no more than all of the image.
    private static func px(_ slice: BorderImageLayout.Slice, of size: Double) -> Double {
        let value =
            switch slice {
            case .number(let number): number
            case .percent(let percent): percent / 100 * size
            }
        return min(max(0, value), size)
    }

    /// §6.3: all of them are made smaller where two of them would overlap.
    private static func widths(
        _ image: BoxBorderImage, _ slices: Edges<Double>, _ natural: NaturalDimensions
    ) -> Edges<Double> {
        let hasSize = natural.size != nil
        func width(_ given: Double?, _ slice: Double, _ natural: Double?, _ border: Double) -> Double {
            max(0, given ?? (natural != nil || hasSize ? slice : border))
        }
        let border = image.borderWidths
        var widths = Edges(
            top: width(image.widths.top, slices.top, natural.height, border.top),
            right: width(image.widths.right, slices.right, natural.width, border.right),
            bottom: width(image.widths.bottom, slices.bottom, natural.height, border.bottom),
            left: width(image.widths.left, slices.left, natural.width, border.left))
        let across = widths.left + widths.right
        let down = widths.top + widths.bottom
        let factor = min(across > 0 ? image.area.width / across : 1, down > 0 ? image.area.height / down : 1)
        if factor < 1 { widths = widths.map { $0 * factor } }
        return widths
    }

    /// Tiles in one direction (§6.5): where the first one begins, how long they are, and the step to the next; `nil` where there is
    /// none.
    private static func row(
        _ repetition: BorderImageLayout.Repetition, from start: Double, length: Double, tile: Double
    ) -> (first: Double, length: Double, step: Double?)? {
        switch repetition {
        case .stretch: return (start, length, nil)
        case .repeat:
            // One of them stands in the middle.
            let middle = start + (length - tile) / 2
            guard tile < length else { return (middle, tile, nil) }
            return (middle - (((middle - start) / tile).rounded(.up)) * tile, tile, tile)
        case .round:
            let count = max(1, (length / tile).rounded())
            return (start, length / count, count > 1 ? length / count : nil)
        case .space:
            // The room that is left is around the tiles: before, between and behind them.
            let count = (length / tile + 1e-6).rounded(.down)
            guard count >= 1 else { return nil }
            let gap = max(0, (length - count * tile) / (count + 1))
            return (start + gap, tile, count > 1 ? tile + gap : nil)
        }
    }
}
