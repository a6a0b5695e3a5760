import CGalleyCairo
import GalleyFonts
import GalleyText

/// Draws display lists on a Cairo context whose user space is page px.
///
/// What differs between the targets: on pixels boxes and baselines are put on whole pixels, as browsers do, and glyphs are
/// filled outlines, because Cairo 1.16 would round their positions. Structure, links and destinations are nothing here: PDF,
/// which has them, is not Cairo's (``PDFPainter``) but for pictures in it.
struct CairoPainter: ~Copyable {
    enum Target {
        case raster(scale: Double), vector

        /// How many pixels a mask has for a px: what is blurred is one in vector formats too, as Cairo has no blur.
        var maskScale: Double {
            if case .raster(let scale) = self { return scale }
            return 2
        }
    }

    private(set) var context: OpaquePointer
    let target: Target
    let images: DrawnImages
    var faces: CairoFaces
    /// What `DisplayCommand.end` ends.
    private var open: [Open] = []
    /// The opacity of the groups around, where groups are not drawn as such.
    var alpha = 1.0
    var glyphBuffer: [cairo_glyph_t] = []
    /// Pictures that were drawn.
    var surfaces: [Picture: OpaquePointer] = [:]

    enum Picture: Hashable {
        /// Where the pixels are, which `images` hold meanwhile.
        case pixels(UnsafeRawPointer)
        /// One at a size.
        case vector(ObjectIdentifier, Size)
        /// Some of the pixels.
        case part(UnsafeRawPointer, Rect)
    }

    /// The page that is drawn.
    private(set) var page = Rect.zero

    private enum Open {
        case clip
        case group(opacity: Double)
        /// A transform, and what was done to glyphs before it.
        case transform(around: TransformMatrix)
        /// An opacity multiplied into colours; what it was before.
        case fade(outer: Double)
        case tag
    }

    /// `context` is not destroyed by the painter.
    init(context: OpaquePointer, target: Target, fonts: FontCollection, images: DrawnImages) {
        self.context = context
        self.target = target
        self.images = images
        var matrix = cairo_matrix_t()
        cairo_get_matrix(context, &matrix)
        faces = CairoFaces(fonts: fonts, matrix: matrix)
    }

    deinit {
        for surface in surfaces.values { cairo_surface_destroy(surface) }
    }

    /// Pixels for a px, where things are put on whole ones.
    var pixelScale: Double? {
        if case .raster(let scale) = target, faces.turn == faces.upright { scale } else { nil }
    }

    /// The pixels that things are put on.
    var grid: PixelGrid { PixelGrid(scale: pixelScale) }

    var canvas: CairoCanvas { CairoCanvas(context: context) }

    /// Draws some commands of a page, none of which begins or ends anything, on another context of the same kind.
    ///
    /// - Parameter alpha: the opacity of the groups around.
    mutating func draw(
        _ indices: Range<Int>, of list: borrowing DisplayList, alpha: Double, on context: OpaquePointer
    ) throws(RenderError) {
        let own = self.context
        self.context = context
        self.alpha = alpha
        defer { self.context = own }
        page = Rect(x: 0, y: 0, width: list.size.width, height: list.size.height)
        for index in indices { try draw(list.commands[index], of: list) }
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(CairoStatus.message(status)) }
    }

    /// Draws the commands of a page in their order.
    mutating func draw(_ list: borrowing DisplayList) throws(RenderError) {
        let outside = open.count
        page = Rect(x: 0, y: 0, width: list.size.width, height: list.size.height)
        if let background = list.background {
            fill(page, Corners(0), background)
        }
        let bounds = list.groupBounds
        for (index, command) in list.commands.enumerated() {
            try draw(command, of: list, in: bounds.isEmpty ? nil : bounds[index])
        }
        while open.count > outside { end() }
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(CairoStatus.message(status)) }
    }

    /// - Parameter bounds: of a command that begins a group, where that draws.
    mutating func draw(
        _ command: DisplayCommand, of list: borrowing DisplayList, in bounds: Rect? = nil
    ) throws(RenderError) {
        switch command {
        case .fill(let rect, let radius, let color): fill(rect, radius, color)
        case .border(let border):
            var canvas = canvas
            canvas.draw(border, opacity: alpha, on: grid)
        case .shadow(let shadow): draw(shadow)
        case .text(let run): try drawText(run, of: list)
        case .line(let line): drawLine(line)
        case .image(let id, let rect): drawImage(id, rect)
        case .background(let background): draw(background)
        case .borderImage(let image): draw(image)
        case .beginClip(let rect, let radius):
            cairo_save(context)
            addPath(snapped(rect), radius)
            cairo_clip(context)
            open.append(.clip)
        case .beginPolygonClip(let points, let isEvenOdd):
            cairo_save(context)
            var canvas = canvas
            canvas.addPolygon(points)
            canvas.clip(evenOdd: isEvenOdd)
            open.append(.clip)
        case .beginGroup(let opacity): beginGroup(opacity, in: bounds)
        case .beginTransform(let matrix): beginTransform(matrix)
        case .beginTag: open.append(.tag)
        case .end: end()
        case .destination, .outline: break
        }
    }

    private mutating func end() {
        switch open.popLast() {
        case .clip: cairo_restore(context)
        case .group(let opacity):
            cairo_pop_group_to_source(context)
            cairo_paint_with_alpha(context, opacity)
            cairo_restore(context)
        case .transform(let around):
            cairo_restore(context)
            faces.turn = around
        case .fade(let outer): alpha = outer
        case .tag, nil: break
        }
    }

    /// Each group takes as many pixels again: where there are too many its opacity goes into the colours, the same picture except
    /// where things inside the group overlap.
    ///
    /// - Parameter bounds: nothing is drawn outside of it; Cairo wants memory for it.
    private mutating func beginGroup(_ opacity: Double, in bounds: Rect?) {
        let opacity = min(1, max(0, opacity))
        let groups = open.count { if case .group = $0 { true } else { false } }
        if groups >= RenderLimits.maximumGroupDepth {
            open.append(.fade(outer: alpha))
            alpha *= opacity
        } else {
            cairo_save(context)
            if let bounds {
                addPath(bounds, Corners(0))
                cairo_clip(context)
            }
            cairo_push_group(context)
            open.append(.group(opacity: opacity))
        }
    }

    /// Moves, turns, scales and skews. What is only moved stays on whole pixels of a raster target.
    private mutating func beginTransform(_ matrix: TransformMatrix) {
        cairo_save(context)
        open.append(.transform(around: faces.turn))
        let all = faces.turn * matrix
        guard !matrix.isDegenerate, !all.isDegenerate, all.magnification <= RenderLimits.maximumMagnification else {
            // Nothing of it is seen (CSS Transforms 1 §13), and Cairo knows no such matrix.
            addPath(.zero, Corners(0))
            cairo_clip(context)
            return
        }
        var moved = matrix
        if matrix.isTranslation, let scale = pixelScale {
            moved.e = (moved.e * scale).rounded() / scale
            moved.f = (moved.f * scale).rounded() / scale
        }
        var cairo = cairo_matrix_t(moved)
        cairo_transform(context, &cairo)
        faces.turn = TransformMatrix(a: all.a, b: all.b, c: all.c, d: all.d, e: 0, f: 0)
    }

    // MARK: Colours and boxes

    func setSource(_ color: Color) {
        cairo_set_source_rgba(
            context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha) * alpha)
    }

    private func fill(_ rect: Rect, _ radius: Corners<CornerRadius>, _ color: Color) {
        guard !rect.isEmpty, !color.isTransparent else { return }
        setSource(color)
        addPath(snapped(rect), radius)
        cairo_fill(context)
    }

    /// The rectangle with its edges on whole pixels of a raster target; one pixel at least, if it is not empty.
    func snapped(_ rect: Rect) -> Rect { grid.snapped(rect) }

    /// Adds a rectangle, rounded where radii say so, to the path.
    func addPath(_ rect: Rect, _ radius: Corners<CornerRadius>) {
        CairoPainter.addPath(rect, radius, to: context)
    }

    static func addPath(_ rect: Rect, _ radius: Corners<CornerRadius>, to context: OpaquePointer) {
        var canvas = CairoCanvas(context: context)
        canvas.addPath(rect, radius)
    }
}
