import CGalleyCairo
import GalleyLoading
import GalleyText

extension CairoPainter {
    /// Draws an attachment's picture into a rectangle; nothing where it has none.
    mutating func drawImage(_ id: AttachmentID, _ rect: Rect) {
        guard !rect.isEmpty, let image = images[id] else { return }
        let rect = snapped(rect)
        switch image.content {
        case .vector(let vector): draw(vector, rect, alpha)
        case .pixels(let decoded, _):
            guard let surface = surface(of: decoded) else { return }
            paint(surface, rect, size: decoded.size, in: rect, repeats: false, alpha)
        }
    }

    /// Paints a picture of a size where `tile` is, as far as `area` reaches; again and again where it `repeats`.
    func paint(
        _ surface: OpaquePointer, _ tile: Rect, size: Size, in area: Rect, repeats: Bool, _ opacity: Double
    ) {
        cairo_save(context)
        cairo_rectangle(context, area.x, area.y, area.width, area.height)
        cairo_clip(context)
        cairo_translate(context, tile.x, tile.y)
        cairo_scale(context, tile.width / size.width, tile.height / size.height)
        cairo_set_source_surface(context, surface, 0, 0)
        let pattern = cairo_get_source(context)
        // Beyond the last row and column the picture goes on, so that its edge does not fade.
        // (What is recorded has no edge, and Cairo would make pixels of it.)
        let beyond = cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE
        cairo_pattern_set_extend(pattern, repeats ? CAIRO_EXTEND_REPEAT : beyond)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
        cairo_paint_with_alpha(context, opacity)
        cairo_restore(context)
    }

    /// A surface with the pixels, made once. Copies share their pixels.
    mutating func surface(of decoded: DecodedImage) -> OpaquePointer? {
        guard let address = decoded.pixels.withUnsafeBytes(\.baseAddress) else { return nil }
        let key = Picture.pixels(address)
        if let known = surfaces[key] { return known }
        guard let surface = CairoPainter.makeSurface(decoded) else { return nil }
        surfaces[key] = surface
        return surface
    }

    /// A surface with the pixels and, for PDF, the JPEG file that they come from.
    static func makeSurface(_ decoded: DecodedImage, jpeg: [UInt8]? = nil) -> OpaquePointer? {
        let (width, height) = (decoded.width, decoded.height)
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
            return nil
        }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let target = cairo_image_surface_get_data(surface)
        else {
            cairo_surface_destroy(surface)
            return nil
        }
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        decoded.pixels.withUnsafeBytes { source in
            for row in 0..<height {
                UnsafeMutableRawBufferPointer(start: target + row * stride, count: width * 4)
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[row * width * 4..<(row + 1) * width * 4]))
            }
        }
        cairo_surface_mark_dirty(surface)
        if let jpeg { attach(jpeg, to: surface) }
        return surface
    }

    /// Gives Cairo the JPEG file, which it puts into PDF instead of the pixels.
    private static func attach(_ jpeg: [UInt8], to surface: OpaquePointer) {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: jpeg.count)
        copy.initialize(from: jpeg, count: jpeg.count)
        let status = cairo_surface_set_mime_data(
            surface, CAIRO_MIME_TYPE_JPEG, copy, UInt(jpeg.count), { $0?.deallocate() }, copy)
        if status != CAIRO_STATUS_SUCCESS { copy.deallocate() }
    }
}
