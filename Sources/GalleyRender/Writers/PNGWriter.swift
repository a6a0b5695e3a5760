import CGalleyCairo
import GalleyFonts
import GalleyText

/// Draws a display list on pixels and writes them as PNG.
///
///     let bytes = try PNGWriter(fonts: fonts, scale: 2).png(list)
///
/// Glyphs are drawn without hinting at their exact places along the line, baselines and boxes on whole pixels. The same
/// list gives the same bytes.
public struct PNGWriter {
    private let fonts: FontCollection
    private let images: DrawnImages
    /// Pixels per px.
    public let scale: Double

    /// `fonts` is the collection that the list's instances are of; `scale` is pixels per px.
    public init(fonts: FontCollection, images: DrawnImages = .none, scale: Double = 1) {
        self.fonts = fonts
        self.images = images
        self.scale = scale
    }

    /// The list as a PNG file, on white where it has no background of its own.
    public func png(_ list: borrowing DisplayList) throws(RenderError) -> [UInt8] {
        let width = (list.size.width * scale - 1.0 / 64).rounded(.up)
        let height = (list.size.height * scale - 1.0 / 64).rounded(.up)
        let limit = Double(RenderLimits.maximumImageSide)
        guard width >= 1, height >= 1, width <= limit, height <= limit,
            width * height <= Double(RenderLimits.maximumImagePixels)
        else { throw .unsupportedSize(width: list.size.width * scale, height: list.size.height * scale) }
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
            let context = cairo_create(surface)
        else { throw .cairo("no surface") }
        defer {
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
        let status = cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(CairoStatus.message(status)) }
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        cairo_scale(context, scale, scale)
        var painter = CairoPainter(context: context, target: .raster(scale: scale), fonts: fonts, images: images)
        try painter.draw(list)
        return try PNGWriter.encode(surface)
    }

    static func encode(_ surface: OpaquePointer) throws(RenderError) -> [UInt8] {
        let sink = CairoSink()
        let status = withExtendedLifetime(sink) {
            cairo_surface_write_to_png_stream(surface, CairoSink.write, sink.closure)
        }
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(CairoStatus.message(status)) }
        return sink.take()
    }
}
