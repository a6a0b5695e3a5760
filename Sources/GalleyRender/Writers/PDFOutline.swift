import CGalleyCairo
import GalleyText

/// The outline of a PDF, from the entries in its pages' display lists.
struct PDFOutline {
    /// The entries around the next one, outermost first: their levels and Cairo's numbers.
    private var open: [(level: Int, id: Int32)] = []
    private var count = 0

    /// Adds a page's entries; `number` counts from 1.
    mutating func add(_ page: borrowing DisplayList, number: Int, to surface: OpaquePointer) {
        for case .outline(let level, let title, let point, let isOpen) in page.commands {
            guard count < RenderLimits.maximumOutlineEntries else { return }
            count += 1
            // A deeper entry is part of the last one that is less deep, also where levels are left out.
            while let last = open.last, last.level >= level { open.removeLast() }
            let x = px(point.x * PDFWriter.pointsPerPixel)
            let y = px(point.y * PDFWriter.pointsPerPixel)
            let id = cairo_pdf_surface_add_outline(
                surface, open.last?.id ?? CAIRO_PDF_OUTLINE_ROOT, CairoText.valid(title),
                "page=\(number) pos=[\(x) \(y)]", isOpen ? CAIRO_PDF_OUTLINE_FLAG_OPEN : cairo_pdf_outline_flags_t(0))
            open.append((level, id))
        }
    }
}
