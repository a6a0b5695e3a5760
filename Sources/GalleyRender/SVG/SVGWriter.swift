import CGalleyCairo
import GalleyFonts
import GalleyText

/// Writes a display list as SVG 2, with real text: it can be searched, selected and read aloud.
///
///     let bytes = try SVGWriter(fonts: fonts).svg(list)
///
/// Each cluster of simple text and each word of joined or reordered text stands at its exact place, in faces that are
/// embedded with nothing in them but what the text takes; a face that forbids that is named. With `outlines` glyphs are
/// paths instead: the same picture in every viewer, and no text. The same list gives the same bytes.
public struct SVGWriter {
    private let fonts: FontCollection
    private let images: DrawnImages
    private let outlines: Bool
    private let title: String?
    private let language: String?

    /// `fonts` is the collection that the list's instances are of; title and language are the document's.
    public init(
        fonts: FontCollection, images: DrawnImages = .none, outlines: Bool = false, title: String? = nil,
        language: String? = nil
    ) {
        self.fonts = fonts
        self.images = images
        self.outlines = outlines
        self.title = title
        self.language = language
    }

    /// The list as an SVG file of its size in px.
    public func svg(_ list: borrowing DisplayList) throws(RenderError) -> [UInt8] {
        guard list.size.width > 0, list.size.height > 0, list.size.width.isFinite, list.size.height.isFinite else {
            throw .unsupportedSize(width: list.size.width, height: list.size.height)
        }
        guard !outlines else { return try outlined(list) }
        var painter = try SVGPainter(fonts: fonts, images: images, size: list.size, language: language)
        try painter.draw(list)
        return painter.finished(title: title)
    }

    /// Drawn by Cairo.
    private func outlined(_ list: borrowing DisplayList) throws(RenderError) -> [UInt8] {
        let sink = CairoSink()
        guard
            let surface = cairo_svg_surface_create_for_stream(
                CairoSink.write, sink.closure, list.size.width, list.size.height),
            let context = cairo_create(surface)
        else { throw .cairo("no surface") }
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
        var painter = CairoPainter(context: context, target: .vector, fonts: fonts, images: images)
        var failure: RenderError?
        do throws(RenderError) { try painter.draw(list) } catch { failure = error }
        cairo_destroy(context)
        cairo_surface_finish(surface)
        let status = cairo_surface_status(surface)
        cairo_surface_destroy(surface)
        if let failure { throw failure }
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(CairoStatus.message(status)) }
        return SVGNames.renumbered(sink.take())
    }
}

/// Cairo numbers surfaces and pictures through the whole life of a process; the same list is to give the same bytes.
enum SVGNames {
    /// The file with the names of its elements (`surface12`) numbered in the order in which they come up.
    static func renumbered(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        var counts: [ArraySlice<UInt8>: Int] = [:]
        var index = 0
        while index < bytes.count {
            result.append(bytes[index])
            // A name follows `id="` or a reference's `#`.
            let isReference = bytes[index] == UInt8(ascii: "#")
            let isName =
                bytes[index] == UInt8(ascii: "\"") && bytes[..<index].suffix(4).elementsEqual(Array(" id=".utf8))
            index += 1
            guard isReference || isName, let (letters, end) = name(in: bytes, from: index) else { continue }
            let name = bytes[index..<end]
            let number: Int
            if let known = numbers[name] {
                number = known
            } else {
                number = counts[letters, default: 0]
                counts[letters] = number + 1
                numbers[name] = number
            }
            result.append(contentsOf: letters)
            result.append(contentsOf: String(number).utf8)
            index = end
        }
        return result
    }

    /// A name of small letters and digits, and nothing after them: its letters and its end.
    private static func name(in bytes: [UInt8], from start: Int) -> (letters: ArraySlice<UInt8>, end: Int)? {
        let letters = bytes[start...].prefix { (0x61...0x7A).contains($0) }
        let digits = bytes[letters.endIndex...].prefix { (0x30...0x39).contains($0) }
        guard !letters.isEmpty, !digits.isEmpty, digits.endIndex < bytes.count else { return nil }
        let next = bytes[digits.endIndex]
        return next == UInt8(ascii: "\"") || next == UInt8(ascii: ")") ? (letters, digits.endIndex) : nil
    }
}
