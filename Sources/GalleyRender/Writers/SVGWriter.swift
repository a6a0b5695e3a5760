import CGalleyCairo
import GalleyFonts
import GalleyText

/// Writes a display list as SVG, glyphs as outlines: it looks the same in every viewer, whatever fonts are there.
///
///     let bytes = try SVGWriter(fonts: fonts).svg(list)
public struct SVGWriter {
    private let fonts: FontCollection
    private let images: DrawnImages

    public init(fonts: FontCollection, images: DrawnImages = .none) {
        self.fonts = fonts
        self.images = images
    }

    /// The list as an SVG file of its size in px.
    public func svg(_ list: borrowing DisplayList) throws(RenderError) -> [UInt8] {
        guard list.size.width > 0, list.size.height > 0, list.size.width.isFinite, list.size.height.isFinite else {
            throw .unsupportedSize(width: list.size.width, height: list.size.height)
        }
        let sink = CairoSink()
        guard
            let surface = cairo_svg_surface_create_for_stream(
                CairoSink.write, sink.closure, list.size.width, list.size.height),
            let context = cairo_create(surface)
        else { throw .cairo("no surface") }
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
        var painter = CairoPainter(context: context, target: .svg, fonts: fonts, images: images)
        var failure: RenderError?
        do throws(RenderError) { try painter.draw(list) } catch { failure = error }
        cairo_destroy(context)
        cairo_surface_finish(surface)
        let status = cairo_surface_status(surface)
        cairo_surface_destroy(surface)
        if let failure { throw failure }
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(CairoStatus.message(status)) }
        return sink.take()
    }
}
