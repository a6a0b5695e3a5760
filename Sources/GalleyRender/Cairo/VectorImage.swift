import CGalleySVG
import GalleyFonts
import GalleyLoading
import GalleyText

/// A parsed SVG picture. It is parsed once, whatever shows it how often, and drawn under a lock: librsvg's pictures are for
/// one thread at a time.
///
/// It reads no files and no network (``SVGSource``). Its text is in the system's fonts, chosen by Pango: unlike all other text
/// that is drawn, it is not the same on every machine.
package final class VectorImage: Sendable {
    private let source: SVGSource
    package let dimensions: NaturalDimensions
    /// What its root element inherits, as a style sheet; equal files with other ones are other pictures.
    let styleSheet: String
    private let picture: Locked<Picture>

    /// `@unchecked Sendable`: `handle` is used under the lock that holds this object alone, and closed when nobody has that any
    /// more.
    private final class Picture: @unchecked Sendable {
        let library: SVGLibrary
        let handle: OpaquePointer

        init?(_ bytes: [UInt8], _ styleSheet: String, _ library: SVGLibrary) {
            guard let handle = galley_svg_open(library.functions, bytes, bytes.count, styleSheet) else { return nil }
            self.library = library
            self.handle = handle
        }

        deinit { galley_svg_close(library.functions, handle) }
    }

    /// What an inline drawing takes from the text around it.
    package struct Inherited: Hashable {
        package var color: Color
        package var fontSize: Double
        package var fontFamilies: [String]

        package init(color: Color, fontSize: Double, fontFamilies: [String]) {
            self.color = color
            self.fontSize = fontSize
            self.fontFamilies = fontFamilies
        }
    }

    /// Parses a file, or the source of an inline drawing with what it inherits.
    package init(
        _ file: [UInt8], inherited: Inherited? = nil, library: SVGLibrary? = .system
    ) throws(ImageDecoder.Failure) {
        guard let library else { throw .noSVGLibrary }
        let source: SVGSource
        do {
            source = try SVGSource(file, isInline: inherited != nil)
        } catch {
            switch error {
            case .damaged: throw .damaged(.svg)
            case .tooLarge, .tooComplex: throw .tooComplex
            }
        }
        let styleSheet = VectorImage.styleSheet(inherited, source)
        guard let picture = Picture(source.bytes, styleSheet, library) else { throw .damaged(.svg) }
        self.source = source
        self.styleSheet = styleSheet
        dimensions = inherited == nil ? source.dimensions : .none
        self.picture = Locked(picture)
    }

    /// The root element fills the place that it is given, whatever its own sizes are: layout has heard them.
    private static func styleSheet(_ inherited: Inherited?, _ source: SVGSource) -> String {
        var sheet = ":root{width:100%!important;height:100%!important}"
        // `medium`, as browsers have it; librsvg begins with 12 px.
        let fontSize = inherited?.fontSize ?? ShapingStyle().fontSize
        if inherited == nil, let size = source.relativeFontSize {
            // librsvg takes its own initial size for what is around the root.
            sheet += ":root{font-size:\(size)px!important}"
        } else if !source.hasFontSize {
            sheet += ":root{font-size:\(fontSize)px}"
        }
        guard let inherited else { return sheet }
        // Generic names stand for the same families as in the text around.
        let families = (inherited.fontFamilies + [FontRegistry.defaultFamily]).flatMap { family in
            let named = FontRegistry.families(ofGeneric: family.lowercased()) + [family]
            return named.map { "'" + $0.filter { !"'\\\n\r\u{C}{}<>".contains($0) } + "'" }
        }
        sheet += ":root{font-family:" + families.joined(separator: ",")
        if !source.hasColor {
            let color = inherited.color
            func byte(_ value: Float) -> Int { Int(max(0, min(255, (value * 255).rounded()))) }
            sheet += ";color:rgba(\(byte(color.red)),\(byte(color.green)),\(byte(color.blue)),\(color.alpha))"
        }
        return sheet + "}"
    }

    /// Draws it into a rectangle of a context: as much of it as can be.
    func draw(_ rect: Rect, in context: OpaquePointer) {
        picture.withLock { picture in
            galley_svg_draw(
                picture.library.functions, picture.handle, UnsafeMutableRawPointer(context), rect.x, rect.y, rect.width,
                rect.height)
        }
    }

    /// A file of the picture that other pictures may embed: like this one it fills the place that it is given. The box of an
    /// inline drawing is drawn already.
    func embeddedFile(_ size: Size) -> [UInt8] {
        let noBox =
            "margin:0!important;padding:0!important;"
            + ["border", "background", "box-shadow", "outline"].map { $0 + ":none!important" }.joined(separator: ";")
        return source.bytes(styledBy: styleSheet + ":root{\(noBox)}", size: size)
    }

    /// By how much drawing it on so many pixels is to be made coarser, so that filters and the like do not take too long.
    func coarseness(pixels: Double) -> Double {
        max(1, (pixels * source.pixelWork / RenderLimits.maximumVectorPixelWork).squareRoot())
    }
}

extension VectorImage: Hashable {
    package static func == (left: VectorImage, right: VectorImage) -> Bool {
        left === right || (left.styleSheet == right.styleSheet && left.source == right.source)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(styleSheet)
        hasher.combine(source)
    }
}
