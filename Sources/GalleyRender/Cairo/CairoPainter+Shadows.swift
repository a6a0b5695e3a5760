import CGalleyCairo
import GalleyText

/// Shadows of text (CSS Text Decoration 3 §4) and emphasis marks. They are shapes, so that no text is in a PDF twice.
extension CairoPainter {
    mutating func drawShape(_ run: TextRun, of list: borrowing DisplayList, font: OpaquePointer) {
        fillBuffers(run, of: list)
        setSource(run.color)
        let blur = min(run.blurRadius, RenderLimits.maximumBlurRadius)
        guard blur > 0 else {
            fillOutlines()
            return
        }
        var extents = cairo_text_extents_t()
        cairo_glyph_extents(context, glyphBuffer, Int32(glyphBuffer.count), &extents)
        guard
            let first = glyphBuffer.first,
            let mask = BlurMask.make(
                area: Rect(
                    x: first.x + extents.x_bearing, y: first.y + extents.y_bearing, width: extents.width,
                    height: extents.height), blurRadius: blur, scale: target.maskScale)
        else { return }
        mask.draw { context in
            cairo_set_scaled_font(context, font)
            cairo_glyph_path(context, glyphBuffer, Int32(glyphBuffer.count))
            cairo_fill(context)
        }
        mask.paint(on: context)
    }
}

/// Pixels of coverage that are blurred after drawing.
struct BlurMask: ~Copyable {
    let surface: OpaquePointer
    /// The top left corner in px.
    let origin: Point
    private let scale: Double
    /// The half widths of the box filters.
    private let reach: Int
    private let width: Int
    private let height: Int

    /// Room for drawing in `area` and the blur around it; `nil` when that is too large.
    static func make(area: Rect, blurRadius: Double, scale: Double) -> BlurMask? {
        // Three box filters of width d come close to a Gaussian of deviation s with d = s * 3 * sqrt(2 pi) / 4 + 0.5
        // (Filter Effects 1 §8.1); the deviation is half the blur radius.
        let box = Int(blurRadius / 2 * scale * 1.87997120597325 + 0.5)
        let reach = max(0, box / 2)
        let margin = Double(3 * reach + 2) / scale
        let left = ((area.minX - margin) * scale).rounded(.down)
        let top = ((area.minY - margin) * scale).rounded(.down)
        let wide = ((area.maxX + margin) * scale).rounded(.up) - left
        let high = ((area.maxY + margin) * scale).rounded(.up) - top
        let limit = Double(RenderLimits.maximumBlurSide)
        guard wide >= 1, high >= 1, wide <= limit, high <= limit,
            let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(wide), Int32(high))
        else { return nil }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            return nil
        }
        return BlurMask(
            surface: surface, origin: Point(x: left / scale, y: top / scale), scale: scale, reach: reach,
            width: Int(wide), height: Int(high))
    }

    private init(surface: OpaquePointer, origin: Point, scale: Double, reach: Int, width: Int, height: Int) {
        self.surface = surface
        self.origin = origin
        self.scale = scale
        self.reach = reach
        self.width = width
        self.height = height
    }

    deinit { cairo_surface_destroy(surface) }

    /// Lets `body` draw on the mask, in px of the page, and blurs what it drew.
    func draw(_ body: (OpaquePointer) -> Void) {
        guard let context = cairo_create(surface) else { return }
        cairo_scale(context, scale, scale)
        cairo_translate(context, -origin.x, -origin.y)
        body(context)
        cairo_destroy(context)
        cairo_surface_flush(surface)
        blur()
        cairo_surface_mark_dirty(surface)
    }

    /// Paints a context's source through the mask.
    func paint(on context: OpaquePointer) {
        cairo_save(context)
        cairo_translate(context, origin.x, origin.y)
        cairo_scale(context, 1 / scale, 1 / scale)
        cairo_mask_surface(context, surface, 0, 0)
        cairo_restore(context)
    }

    private func blur() {
        guard reach > 0, let data = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        var line = [UInt8](repeating: 0, count: max(width, height))
        for _ in 0..<3 {
            for row in 0..<height { blurLine(data + row * stride, count: width, step: 1, scratch: &line) }
            for column in 0..<width { blurLine(data + column, count: height, step: stride, scratch: &line) }
        }
    }

    /// Replaces each value by the mean of those at most `reach` away; outside is 0.
    private func blurLine(_ start: UnsafeMutablePointer<UInt8>, count: Int, step: Int, scratch: inout [UInt8]) {
        for index in 0..<count { scratch[index] = start[index * step] }
        let box = 2 * reach + 1
        var sum = 0
        for index in 0..<min(reach, count) { sum += Int(scratch[index]) }
        for index in 0..<count {
            if index + reach < count { sum += Int(scratch[index + reach]) }
            if index - reach - 1 >= 0 { sum -= Int(scratch[index - reach - 1]) }
            start[index * step] = UInt8(truncatingIfNeeded: (sum + box / 2) / box)
        }
    }
}
