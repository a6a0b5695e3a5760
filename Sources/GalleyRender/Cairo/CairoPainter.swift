import CGalleyCairo
import GalleyFonts
import GalleyText

/// Draws display lists on a Cairo context whose user space is page px.
///
/// What differs between the targets: on pixels (`isRaster`) boxes and baselines are put on whole pixels, as browsers
/// do, and glyphs are filled outlines, because Cairo 1.16 would round their positions; in PDF glyphs are text, and
/// structure, links and destinations are written.
struct CairoPainter: ~Copyable {
    enum Target {
        case raster(scale: Double), pdf, svg

        /// How many pixels a mask has for a px: what is blurred is one in vector formats too, as Cairo has no blur.
        var maskScale: Double {
            if case .raster(let scale) = self { return scale }
            return 2
        }

        /// A width of a line in whole pixels of a raster target: rounded down, one at least (CSS Values 4 §5.2.1,
        /// "snap as a line width").
        func snappedWidth(_ width: Double) -> Double {
            guard case .raster(let scale) = self, width > 0 else { return width }
            return max(1, (width * scale + 1.0 / 64).rounded(.down)) / scale
        }
    }

    let context: OpaquePointer
    let target: Target
    let images: DrawnImages
    var faces: CairoFaces
    /// What `DisplayCommand.end` ends.
    private var open: [Open] = []
    /// The opacity of the groups around, where groups are not drawn as such.
    var alpha = 1.0
    var glyphBuffer: [cairo_glyph_t] = []
    var clusterBuffer: [cairo_text_cluster_t] = []
    /// Pictures that were drawn.
    var surfaces: [Picture: OpaquePointer] = [:]
    var links = PDFLinks()
    /// The structure elements so far.
    var tags = PDFTags()

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
    /// Whether an element is open that is no content of the document; tags in it count for nothing.
    private var isInArtifact = false

    private enum Open {
        case clip
        case group(opacity: Double)
        /// A transform, and what was done to glyphs before it.
        case transform(around: TransformMatrix)
        /// An opacity multiplied into colours; what it was before.
        case fade(outer: Double)
        case tag(name: String)
        case artifact
        case nothing
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

    var isPDF: Bool { if case .pdf = target { true } else { false } }

    /// Draws the commands of a page in their order.
    mutating func draw(_ list: borrowing DisplayList) throws(RenderError) {
        let outside = open.count
        page = Rect(x: 0, y: 0, width: list.size.width, height: list.size.height)
        if let background = list.background {
            beginArtifact()
            fill(page, Corners(0), background)
            end()
        }
        if isPDF {
            try drawTagged(list)
        } else {
            let bounds = list.groupBounds
            for (index, command) in list.commands.enumerated() {
                try draw(command, of: list, in: bounds.isEmpty ? nil : bounds[index])
            }
        }
        while open.count > outside { end() }
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(CairoStatus.message(status)) }
    }

    /// Draws commands with what is outside of the innermost elements, backgrounds and borders mostly, as artifacts: PDF marks
    /// content in such elements only.
    private mutating func drawTagged(_ list: borrowing DisplayList) throws(RenderError) {
        let isInside = list.innermostElements
        var isOpen = false
        for (index, command) in list.commands.enumerated() {
            let isArtifact = !isInside[index] && !isInArtifact && command.isDecoration
            if isArtifact != isOpen {
                if isOpen { end() } else { beginArtifact() }
                isOpen.toggle()
            }
            try draw(command, of: list)
        }
        if isOpen { end() }
    }

    private mutating func beginArtifact() {
        guard isPDF, !isInArtifact else {
            open.append(.nothing)
            return
        }
        isInArtifact = true
        cairo_tag_begin(context, PDFRevision.artifactName, nil)
        tags.append(PDFTag(name: PDFRevision.artifactName))
        open.append(.artifact)
    }

    /// - Parameter bounds: of a command that begins a group, where that draws.
    private mutating func draw(
        _ command: DisplayCommand, of list: borrowing DisplayList, in bounds: Rect? = nil
    ) throws(RenderError) {
        switch command {
        case .fill(let rect, let radius, let color): fill(rect, radius, color)
        case .border(let border): drawBorder(border)
        case .shadow(let shadow): draw(shadow)
        case .text(let run): try drawText(run, of: list)
        case .line(let line): drawLine(line)
        case .image(let id, let rect): drawImage(id, rect)
        case .background(let background): draw(background)
        case .borderImage(let image): draw(image)
        case .beginClip(let rect, let radius):
            cairo_save(context)
            clip(snapped(rect), radius)
            open.append(.clip)
        case .beginPolygonClip(let points, let isEvenOdd):
            cairo_save(context)
            clip(points, isEvenOdd: isEvenOdd)
            open.append(.clip)
        case .beginGroup(let opacity): beginGroup(opacity, in: bounds)
        case .beginTransform(let matrix): beginTransform(matrix)
        case .beginTag(let tag, let element, let attributes): beginTag(tag, element, attributes)
        case .end: end()
        case .destination(let name, let point): if isPDF { links.define(name, at: point, in: context) }
        case .outline: break
        }
    }

    /// Clips; in PDF to a point where nothing would be left: Cairo (1.16) drops tags with all else that nobody sees, begun or
    /// ended, and the document's structure with them.
    private func clip(_ rect: Rect, _ radius: Corners<CornerRadius>) {
        addPath(rect, radius)
        clipToPath()
    }

    private func clip(_ points: [Point], isEvenOdd: Bool) {
        for point in points { cairo_line_to(context, point.x, point.y) }
        cairo_close_path(context)
        if isEvenOdd { cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD) }
        clipToPath()
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    }

    private func clipToPath() {
        func extents() -> Rect {
            var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
            cairo_clip_extents(context, &left, &top, &right, &bottom)
            return Rect(x: left, y: top, width: right - left, height: bottom - top)
        }
        cairo_clip(context)
        guard isPDF, extents().isEmpty else { return }
        cairo_restore(context)
        cairo_save(context)
        // As large whatever transform it is in.
        let outer = extents()
        var (x, y) = (outer.x, outer.y)
        cairo_user_to_device(context, &x, &y)
        var matrix = cairo_matrix_t()
        cairo_get_matrix(context, &matrix)
        cairo_identity_matrix(context)
        cairo_rectangle(context, x, y, CairoPainter.point, CairoPainter.point)
        cairo_clip(context)
        cairo_set_matrix(context, &matrix)
        guard extents().isEmpty else { return }
        // Not even that much is left: it is drawn beside the page.
        cairo_restore(context)
        cairo_save(context)
        cairo_get_matrix(context, &matrix)
        matrix.x0 -= CairoPainter.distance
        cairo_set_matrix(context, &matrix)
    }

    /// In the target's units: something, and too small to be seen.
    private static let point = 0.01
    /// Beyond any page.
    private static let distance = 100_000.0

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
        case .tag(let name): cairo_tag_end(context, name)
        case .artifact:
            cairo_tag_end(context, PDFRevision.artifactName)
            isInArtifact = false
        case .nothing, nil: break
        }
    }

    /// In PDF a group would tear the document's structure, and each one on pixels takes as many again: then its opacity goes into
    /// the colours, the same picture except where things inside the group overlap.
    ///
    /// - Parameter bounds: nothing is drawn outside of it; Cairo wants memory for it.
    private mutating func beginGroup(_ opacity: Double, in bounds: Rect?) {
        let opacity = min(1, max(0, opacity))
        let groups = open.count { if case .group = $0 { true } else { false } }
        if isPDF || groups >= RenderLimits.maximumGroupDepth {
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
            clip(.zero, Corners(0))
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

    private mutating func beginTag(
        _ tag: StructureTag, _ element: StructureElement?, _ attributes: StructureAttributes
    ) {
        guard isPDF, !isInArtifact else {
            open.append(.nothing)
            return
        }
        if tag == .artifact { return beginArtifact() }
        // Beside other elements text is read only in one of its own.
        let tag = tag.leadsNowhere ? .span : tag
        if case .link(let destination, let areas) = tag {
            // (Cairo 1.16 writes a damaged file for a link outside any structure element; the writer's is around.)
            cairo_tag_begin(context, tag.name, links.attributes(of: destination, areas: areas))
        } else {
            cairo_tag_begin(context, tag.name, nil)
        }
        var known = PDFTag(name: tag.name, element: element, attributes: attributes)
        if case .figure(let alternativeText) = tag { known.alternativeText = alternativeText }
        tags.append(known)
        open.append(.tag(name: tag.name))
    }

    // MARK: Colours and boxes

    func setSource(_ color: Color) {
        cairo_set_source_rgba(
            context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha) * alpha)
    }

    private func fill(_ rect: Rect, _ radius: Corners<CornerRadius>, _ color: Color) {
        guard !rect.isEmpty, !color.isTransparent else { return }
        setSource(color)
        let outer = rect.inset(by: EdgeInsets(-1.0 / 64))
        if isPDF, radius == Corners(0), outer.union(page) == outer {
            addPathOverPage(rect)
        } else {
            addPath(snapped(rect), radius)
        }
        cairo_fill(context)
    }

    /// Adds a path that covers the page and is no rectangle: Cairo forgets what was recorded before a rectangle over all of
    /// a page, tags included, and cannot write the file then.
    private func addPathOverPage(_ rect: Rect) {
        cairo_move_to(context, rect.minX, rect.minY)
        cairo_line_to(context, rect.maxX, rect.minY)
        cairo_line_to(context, rect.maxX + 1, rect.minY + rect.height / 2)
        cairo_line_to(context, rect.maxX, rect.maxY)
        cairo_line_to(context, rect.minX, rect.maxY)
        cairo_close_path(context)
    }

    /// The rectangle with its edges on whole pixels of a raster target; one pixel at least, if it is not empty.
    func snapped(_ rect: Rect) -> Rect {
        guard let scale = pixelScale else { return rect }
        func edge(_ value: Double) -> Double { (value * scale).rounded() / scale }
        let left = edge(rect.minX)
        let top = edge(rect.minY)
        let width = max(edge(rect.maxX) - left, rect.width > 0 ? 1 / scale : 0)
        let height = max(edge(rect.maxY) - top, rect.height > 0 ? 1 / scale : 0)
        return Rect(x: left, y: top, width: width, height: height)
    }

    /// A width of a line as the target draws it.
    func snappedWidth(_ width: Double) -> Double {
        pixelScale == nil ? width : target.snappedWidth(width)
    }

    /// Adds a rectangle, rounded where radii say so, to the path.
    func addPath(_ rect: Rect, _ radius: Corners<CornerRadius>) {
        CairoPainter.addPath(rect, radius, to: context)
    }

    static func addPath(_ rect: Rect, _ radius: Corners<CornerRadius>, to context: OpaquePointer) {
        let radius = radius.fitting(rect)
        guard radius != Corners(0) else {
            cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
            return
        }
        cairo_new_sub_path(context)
        /// A quarter of an ellipse around a point, clockwise from an angle in quarters of a turn.
        func corner(_ x: Double, _ y: Double, _ radius: CornerRadius, from quarter: Double) {
            guard radius.x > 0, radius.y > 0 else {
                cairo_line_to(context, x, y)
                return
            }
            let start = quarter * Double.pi / 2
            cairo_save(context)
            cairo_translate(context, x, y)
            cairo_scale(context, radius.x, radius.y)
            cairo_arc(context, 0, 0, 1, start, start + Double.pi / 2)
            cairo_restore(context)
        }
        corner(rect.maxX - radius.topRight.x, rect.minY + radius.topRight.y, radius.topRight, from: -1)
        corner(rect.maxX - radius.bottomRight.x, rect.maxY - radius.bottomRight.y, radius.bottomRight, from: 0)
        corner(rect.minX + radius.bottomLeft.x, rect.maxY - radius.bottomLeft.y, radius.bottomLeft, from: 1)
        corner(rect.minX + radius.topLeft.x, rect.minY + radius.topLeft.y, radius.topLeft, from: 2)
        cairo_close_path(context)
    }
}
