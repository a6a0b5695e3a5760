import CGalleyCairo
import GalleyFonts
import GalleyLoading
import GalleyText

/// Pictures in a PDF: what Cairo draws, each as a form that pages name. What is shown often is there once.
struct PDFPictures: ~Copyable {
    /// A form and how large it is in its own coordinates.
    struct Form {
        let object: Int32
        let size: Size
    }

    private enum Key: Hashable {
        /// Where the pixels are, which `images` hold meanwhile.
        case pixels(UnsafeRawPointer)
        /// A vector picture at a size.
        case vector(ObjectIdentifier, Size)
        /// In a colour, unless it has its own.
        case glyph(FontInstanceID, UInt32, Color?)
        case command(DisplayCommand, page: Size, alpha: Double)
    }

    private let file: PDFFile
    private var painter: CairoPainter
    /// What the painter draws on between two pictures.
    private let idle: OpaquePointer
    /// `nil` for what cannot be drawn.
    private var forms: [Key: Form?] = [:]

    init(_ file: PDFFile, _ fonts: FontCollection, _ images: DrawnImages) throws(RenderError) {
        guard let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil),
            let context = cairo_create(surface)
        else { throw .cairo("no surface") }
        cairo_surface_destroy(surface)
        self.file = file
        idle = context
        painter = CairoPainter(context: context, target: .vector, fonts: fonts, images: images)
    }

    deinit { cairo_destroy(idle) }

    /// The picture of an attachment or background, to be shown at a size.
    mutating func form(of image: DrawnImage, at size: Size) -> Form? {
        switch image.content {
        case .pixels(let decoded, let jpeg):
            guard let address = decoded.pixels.withUnsafeBytes(\.baseAddress) else { return nil }
            return form(.pixels(address), decoded.size) { context in
                guard let surface = CairoPainter.makeSurface(decoded, jpeg: jpeg) else { return }
                cairo_set_source_surface(context, surface, 0, 0)
                cairo_paint(context)
                cairo_surface_destroy(surface)
            }
        case .vector(let vector):
            // Filters and masks are pixels in vector formats too: as many as masks of ours.
            let wanted = painter.target.maskScale
            let scale = wanted / vector.coarseness(pixels: size.width * size.height * wanted * wanted)
            let drawn = Size(width: size.width * scale, height: size.height * scale)
            return form(.vector(ObjectIdentifier(vector), size), drawn) { context in
                cairo_scale(context, scale, scale)
                vector.draw(Rect(x: 0, y: 0, width: size.width, height: size.height), in: context)
            }
        }
    }

    /// A glyph at `glyphSize` px in an opaque colour, and where its picture stands beside the glyph's origin.
    mutating func form(
        of glyph: UInt32, _ instance: FontInstanceID, _ color: Color
    ) throws(RenderError) -> (form: Form, origin: Point)? {
        let font = try painter.faces.font(instance, size: PDFPictures.glyphSize)
        var record = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
        var extents = cairo_text_extents_t()
        cairo_scaled_font_glyph_extents(font, &record, 1, &extents)
        let (left, top) = (extents.x_bearing.rounded(.down) - 1, extents.y_bearing.rounded(.down) - 1)
        let size = Size(
            width: (extents.x_bearing + extents.width).rounded(.up) + 1 - left,
            height: (extents.y_bearing + extents.height).rounded(.up) + 1 - top)
        guard extents.width > 0, extents.height > 0, size.width < 10_000, size.height < 10_000 else { return nil }
        let face = try painter.faces.face(instance)
        let (isColor, isBitmap) = (face.isColor, face.isBitmap)
        let made = form(.glyph(instance, glyph, isBitmap ? nil : color), size) { context in
            cairo_translate(context, -left, -top)
            cairo_set_scaled_font(context, font)
            CairoCanvas(context: context).setColor(color)
            if isColor {
                cairo_show_glyphs(context, &record, 1)
            } else {
                // Cairo would embed a face that forbids it.
                cairo_glyph_path(context, &record, 1)
                cairo_fill(context)
            }
        }
        return made.map { ($0, Point(x: left, y: top)) }
    }

    /// At which pictures of glyphs are made: more than bitmaps have.
    static let glyphSize = 128.0

    /// What some commands draw, none of which begins or ends anything, in their own coordinates.
    mutating func form(
        of commands: Range<Int>, in list: borrowing DisplayList, alpha: Double
    ) throws(RenderError) -> (form: Form, origin: Point)? {
        // Pages are no larger, and transforms move no more into sight than some times that.
        let side = RenderLimits.maximumPageSide
        let limit = Rect(x: -side, y: -side, width: 3 * side, height: 3 * side)
        var area: Rect?
        for index in commands {
            guard let bounds = list.bounds(of: list.commands[index]) else { continue }
            area = area?.union(bounds) ?? bounds
        }
        guard var area, area.intersects(limit) else { return nil }
        area = area.intersection(limit)
        let (left, top) = ((area.minX - 1).rounded(.down), (area.minY - 1).rounded(.down))
        let size = Size(width: (area.maxX + 1).rounded(.up) - left, height: (area.maxY + 1).rounded(.up) - top)
        var key: Key?
        if commands.count == 1, !list.commands[commands.lowerBound].isText {
            key = .command(list.commands[commands.lowerBound], page: list.size, alpha: alpha)
        }
        if let key, let known = forms[key] { return known.map { ($0, Point(x: left, y: top)) } }
        let made = try PDFPictures.make(file, size, at: Point(x: left, y: top)) { context throws(RenderError) in
            cairo_translate(context, -left, -top)
            try painter.draw(commands, of: list, alpha: alpha, on: context)
        }
        if let key, forms.count < PDFPictures.maximumKept { forms[key] = .some(made) }
        return made.map { ($0, Point(x: left, y: top)) }
    }

    /// How many pictures are remembered so that they are not made again.
    private static let maximumKept = 10_000

    private mutating func form(_ key: Key, _ size: Size, _ draw: (OpaquePointer) -> Void) -> Form? {
        if let known = forms[key] { return known }
        let made = try? PDFPictures.make(file, size, at: .zero) { context throws(RenderError) in draw(context) }
        forms[key] = .some(made)
        return made
    }

    /// Lets Cairo draw a page of a size and takes it as a form that has it at a place; `nil` where Cairo cannot.
    private static func make(
        _ file: PDFFile, _ size: Size, at origin: Point, _ draw: (OpaquePointer) throws(RenderError) -> Void
    ) throws(RenderError) -> Form? {
        let sink = CairoSink()
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite,
            let surface = cairo_pdf_surface_create_for_stream(
                CairoSink.write, sink.closure, size.width, size.height)
        else { return nil }
        defer { cairo_surface_destroy(surface) }
        // Objects of 1.5 may be packed.
        cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
        guard let context = cairo_create(surface) else { return nil }
        do throws(RenderError) {
            try draw(context)
        } catch {
            cairo_destroy(context)
            cairo_surface_finish(surface)
            throw error
        }
        let isIntact = cairo_status(context) == CAIRO_STATUS_SUCCESS
        cairo_destroy(context)
        cairo_surface_finish(surface)
        guard isIntact, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let object = PDFImport.form(from: sink.take(), size: size, at: origin, to: file)
        else { return nil }
        return Form(object: object, size: size)
    }
}

extension DisplayCommand {
    fileprivate var isText: Bool { if case .text = self { true } else { false } }
}
