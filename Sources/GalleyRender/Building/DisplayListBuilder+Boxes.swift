import GalleyLayout
import GalleyText

/// Backgrounds and borders of blocks and tables.
extension DisplayListBuilder {
    /// Whether anything of a fragment's box is seen but its outline.
    func isSeen(_ index: Int) -> Bool {
        let fragment = content.blocks[index]
        let style = content.text.style(of: fragment.block)
        return style.isDecorated(
            drawsBackground: fragment.drawsBackground, drawsBorder: fragment.drawsBorder,
            drawsShadows: fragment.drawsShadows, drawsOutline: false)
            || style.isVisible && !(fragment.underlays.isEmpty && fragment.columnRules.isEmpty)
    }

    /// Adds the shadows, the background and the border of a fragment.
    mutating func addBox(_ index: Int) {
        guard isSeen(index) else { return }
        let fragment = content.blocks[index]
        let style = content.text.style(of: fragment.block)
        let radius = radii(of: style, fragment)
        var edges = style.border
        if !fragment.hasTopEdge { edges.top = .none }
        if !fragment.hasBottomEdge { edges.bottom = .none }
        // What casts shadows. Collapsed borders belong to the table: they stand on what the shadow of a cell or row is in, as in
        // browsers.
        let box = PlainBox(
            rect: fragment.paintedFrame, radius: radius, edges: fragment.drawsBorder ? edges : Edges(.none),
            shadows: fragment.drawsShadows ? style.shadows : [],
            sides: Edges(top: fragment.hasTopEdge, right: true, bottom: fragment.hasBottomEdge, left: true))
        addShadows(of: box)
        let standsOnBorders = standsOnTableBorders(index, fragment)
        if standsOnBorders {
            list.append(.beginClip(fragment.frame.inset(by: fragment.border), radius: Corners(0)))
        }
        addUnderlays(fragment)
        if fragment.drawsBackground {
            let isOnCanvas = fragment.block == .root && content.canvasBackground != nil
            if !isOnCanvas, let color = style.background, !color.isTransparent,
                style.backgroundClip != .text
            {
                let clip = backgroundBox(style.backgroundClip, fragment, radius)
                list.append(.fill(clip.rect, radius: clip.radius, color))
            }
            for layer in style.backgroundLayers.reversed() where layer.layout.clip != .text {
                list.append(.background(background(layer, fragment, radius)))
            }
        }
        if standsOnBorders { list.append(.end) }
        addShadows(of: box, isInset: true)
        if fragment.drawsBorder {
            // "Not to draw its border behind the legend."
            let gap = fragment.legend?.gap.offsetBy(dx: fragment.frame.x, dy: fragment.frame.y)
            if let image = style.borderImage {
                let sides = Edges(top: fragment.hasTopEdge, right: true, bottom: fragment.hasBottomEdge, left: true)
                let whole = fragment.whole
                add(
                    image, around: whole?.frame ?? fragment.paintedFrame,
                    widths: whole?.border ?? fragment.paintedBorder,
                    inPlaceOf: border(edges, around: fragment.paintedFrame, radius: radius, gap: gap),
                    part: whole == nil ? nil : (fragment.paintedFrame, sides),
                    lengths: content.lengthContext(of: fragment.block))
            } else {
                addBorder(edges, around: fragment.paintedFrame, radius: radius, gap: gap)
            }
        }
        addColumnRules(fragment, style)
    }

    /// Whether a box is a cell that is painted above its table's collapsed borders: its background does not cover them, as in
    /// browsers.
    private func standsOnTableBorders(_ index: Int, _ fragment: BlockFragment) -> Bool {
        guard case .cell = content.text.blocks[fragment.block.index].kind, !fragment.drawsBorder else { return false }
        return paint.group(at: index) != nil
    }

    /// Adds the lines between columns: above the container's background, below what stands in it (CSS Multi-column 1 §5).
    private mutating func addColumnRules(_ fragment: BlockFragment, _ style: BlockStyle) {
        for rect in fragment.columnRules {
            var edges = Edges(BorderEdge.none)
            edges.left = style.columnRule
            addBorder(edges, around: rect, radius: Corners(0))
        }
    }

    /// Adds a border, if anything of it is seen.
    mutating func addBorder(
        _ edges: Edges<BorderEdge>, around rect: Rect, radius: Corners<CornerRadius>, gap: Rect? = nil,
        opacity: Double = 1
    ) {
        if let border = border(edges, around: rect, radius: radius, gap: gap, opacity: opacity) {
            list.append(.border(border))
        }
    }

    /// A border, if anything of it is seen.
    func border(
        _ edges: Edges<BorderEdge>, around rect: Rect, radius: Corners<CornerRadius>, gap: Rect? = nil,
        opacity: Double = 1
    ) -> BoxBorder? {
        guard edges.isVisible else { return nil }
        let faded = edges.map { BorderEdge(stroke: $0.stroke, width: $0.width, color: $0.color.faded(by: opacity)) }
        var border = BoxBorder(rect: rect, edges: faded, radius: radius)
        if let gap, gap.intersects(rect) { border.gap = gap }
        return border
    }

    /// A collapsed border is the one visible edge of a box that it fills.
    mutating func addTableBorder(_ border: TableBorderFragment) {
        guard border.edge.isVisible else { return }
        var edges = Edges(BorderEdge.none)
        if border.isHorizontal {
            edges.top = BorderEdge(stroke: border.edge.stroke, width: border.frame.height, color: border.edge.color)
        } else {
            edges.left = BorderEdge(stroke: border.edge.stroke, width: border.frame.width, color: border.edge.color)
        }
        list.append(.border(BoxBorder(rect: border.frame, edges: edges)))
    }

    /// The radii of a block's border box; none where it is cut (CSS Fragmentation 3 §5.4).
    func radii(of style: BlockStyle, _ fragment: BlockFragment) -> Corners<CornerRadius> {
        var radii = resolved(
            style.borderRadius, style.verticalRadius, in: fragment.paintedFrame,
            lengths: content.lengthContext(of: fragment.block))
        if !fragment.hasTopEdge { (radii.topLeft, radii.topRight) = (0, 0) }
        if !fragment.hasBottomEdge { (radii.bottomLeft, radii.bottomRight) = (0, 0) }
        return radii
    }

    /// Radii in px: percentages are of the box's width and height (CSS Backgrounds 3 §4.1).
    func resolved(
        _ horizontal: Corners<Length>, _ vertical: Corners<Length>?, in rect: Rect, lengths: LengthContext
    ) -> Corners<CornerRadius> {
        guard horizontal != Corners(.zero) || vertical != nil else { return Corners(0) }
        let vertical = vertical ?? horizontal
        func radius(_ x: Length, _ y: Length) -> CornerRadius {
            CornerRadius(
                x: x.resolved(in: lengths.of(rect.width)), y: y.resolved(in: lengths.of(rect.height)))
        }
        return Corners(
            topLeft: radius(horizontal.topLeft, vertical.topLeft),
            topRight: radius(horizontal.topRight, vertical.topRight),
            bottomRight: radius(horizontal.bottomRight, vertical.bottomRight),
            bottomLeft: radius(horizontal.bottomLeft, vertical.bottomLeft))
    }
}

extension Color {
    /// The colour with its alpha multiplied.
    func faded(by opacity: Double) -> Color {
        guard opacity < 1 else { return self }
        var color = self
        color.alpha *= Float(max(0, opacity))
        return color
    }
}
