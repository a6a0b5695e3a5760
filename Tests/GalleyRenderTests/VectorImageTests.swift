import Foundation
import GalleyFonts
import GalleyLoading
import GalleyRender
import GalleyTestSupport
import GalleyText
import Testing

/// SVG pictures. Where librsvg is absent there is nothing to test but that.
@Suite struct VectorImageTests {
    static let hasLibrary = SVGLibrary.system != nil

    private static func source(_ content: String, _ root: String = "width='20' height='20'") -> String {
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(root)>\(content)</svg>"
    }

    private static func image(_ content: String, _ root: String = "width='20' height='20'") throws -> DrawnImage {
        DrawnImage(try VectorImage(Array(source(content, root).utf8)))
    }

    /// The pixels of a page of 40 x 40 px.
    private static func drawn(_ image: DrawnImage?, scale: Double = 1, _ commands: [DisplayCommand]) throws
        -> DecodedImage
    {
        var images = DrawnImages()
        images[AttachmentID(0)] = image
        images.backgrounds["u"] = image
        var list = DisplayList(size: Size(width: 40, height: 40))
        for command in commands { list.append(command) }
        list.close()
        return try ImageDecoder().decode(PNGWriter(fonts: .strict(), images: images, scale: scale).png(list))
    }

    private static func whole(_ image: DrawnImage?, scale: Double = 1) throws -> DecodedImage {
        try drawn(image, scale: scale, [.image(AttachmentID(0), Rect(x: 0, y: 0, width: 40, height: 40))])
    }

    private static func pixel(_ image: DecodedImage, _ x: Int, _ y: Int) -> UInt32 {
        image.pixels[y * image.width + x] & 0xFFFFFF
    }

    @Test(.enabled(if: hasLibrary)) func shapesFillTheirPlace() throws {
        // Half of each side, whatever the size: a picture with sizes and no `viewBox` is scaled.
        let picture = try Self.whole(
            try Self.image("<rect width='10' height='10' fill='#00f'/><circle cx='15' cy='15' r='4' fill='lime'/>"))
        #expect(Self.pixel(picture, 1, 1) == 0x0000FF && Self.pixel(picture, 18, 18) == 0x0000FF)
        #expect(Self.pixel(picture, 30, 30) == 0x00FF00)
        #expect(Self.pixel(picture, 30, 5) == 0xFFFFFF)
        let fine = try Self.whole(try Self.image("<rect width='10' height='10' fill='#00f'/>"), scale: 3)
        #expect(Self.pixel(fine, 59, 59) == 0x0000FF && Self.pixel(fine, 60, 60) == 0xFFFFFF)
    }

    /// Roots, and where in 40 x 20 px the right edge of a square is that fills half of the height (SVG 2 §8.6).
    @Test(
        .enabled(if: hasLibrary),
        arguments: [
            ("width='20' height='20'", 0, 20), ("width='20' height='20' viewBox='0 0 20 20'", 10, 20),
            ("viewBox='0 0 20 20'", 10, 20), ("viewBox='0 0 20 20' preserveAspectRatio='none'", 0, 20),
            ("viewBox='0 0 20 20' preserveAspectRatio='xMaxYMid'", 20, 30),
            ("width='50%' height='50%' viewBox='0 0 20 20'", 10, 20), ("", 0, 10), ("width='50%' height='50%'", 0, 10),
            ("viewBox='0 0 20 20' style='width:1px;height:1px'", 10, 20),
        ])
    func places(root: String, left: Int, right: Int) throws {
        let image = try Self.image("<rect width='10' height='10' fill='red'/>", root)
        let picture = try Self.drawn(image, [.image(AttachmentID(0), Rect(x: 0, y: 0, width: 40, height: 20))])
        let row = (0..<40).filter { Self.pixel(picture, $0, 2) == 0xFF0000 }
        #expect(row.first == left && row.last == right - 1, "\(root): \(row)")
    }

    @Test(.enabled(if: hasLibrary)) func tilesRepeat() throws {
        let image = try Self.image("<rect width='10' height='10' fill='red'/>")
        for (size, few) in [(20.0, true), (2.0, false)] {
            var background = BoxBackground(
                .url("u"), area: Rect(x: 0, y: 0, width: 40, height: 40), clip: Rect(x: 0, y: 0, width: 40, height: 40))
            background.extent = .size(width: size, height: size)
            let picture = try Self.drawn(image, [.background(background)])
            let step = Int(size)
            for (x, y, color) in [
                (0, 0, 0xFF0000), (step / 2, 0, 0xFFFFFF), (0, step / 2, 0xFFFFFF), (20, 20, 0xFF0000),
            ] {
                #expect(Self.pixel(picture, x, y) == UInt32(color), "\(few) \(x),\(y)")
            }
        }
    }

    @Test(.enabled(if: hasLibrary)) func aDrawingInheritsFromItsText() throws {
        let markup = Self.source(
            "<rect width='5' height='5' fill='currentColor'/><rect y='1em' height='9' width='5'/>", "")
        let inherited = VectorImage.Inherited(
            color: Color(rgb: 0x336699), fontSize: 10, fontFamilies: ["it's", "sans-serif"])
        let image = DrawnImage(try VectorImage(Array(markup.utf8), inherited: inherited))
        let picture = try Self.whole(image)
        #expect(Self.pixel(picture, 2, 2) == 0x336699)
        #expect(Self.pixel(picture, 2, 8) == 0xFFFFFF && Self.pixel(picture, 2, 12) == 0)
        let own = Self.source("<rect width='5' height='5' fill='currentColor'/>", "color='lime'")
        let colored = try Self.whole(DrawnImage(try VectorImage(Array(own.utf8), inherited: inherited)))
        #expect(Self.pixel(colored, 2, 2) == 0x00FF00)
    }

    /// Browsers' `medium`, also where units refer to it; what the root says goes before.
    @Test(
        .enabled(if: hasLibrary),
        arguments: [
            ("", 16), ("font-size='8'", 8), ("style='font-size:12px'", 12),
            // Relative to the initial size.
            ("font-size='1.25em'", 20), ("style='x:y; font-size : 50%'", 8), ("font-size='.5rem' ", 8),
            ("font-size='3em' style='font-size:6px'", 6), ("font-size='1ex'", 8),
        ])
    func theFontSizeIsThatOfBrowsers(root: String, rows: Int) throws {
        let picture = try Self.whole(Self.image("<rect width='5' height='1em'/>", root))
        #expect((0..<20).filter { Self.pixel(picture, 2, $0) == 0 }.count == rows)
    }

    // MARK: Vector formats

    private static func pdf(_ image: DrawnImage, times: Int = 1) throws -> [UInt8] {
        var images = DrawnImages()
        for index in 0..<times { images[AttachmentID(index)] = image }
        var writer = try PDFWriter(fonts: .strict(), images: images)
        for index in 0..<times {
            var list = DisplayList(size: Size(width: 100, height: 100))
            list.append(.beginTag(.figure(alternativeText: "a"), element: nil))
            list.append(.image(AttachmentID(index), Rect(x: 10, y: 10, width: 50, height: 50)))
            list.close()
            try writer.append(list)
        }
        return try writer.finish()
    }

    @Test(.enabled(if: hasLibrary && ExternalTool.exists("qpdf"))) func aPDFHasVectors() throws {
        let image = try Self.image(
            "<g opacity='.5'><a href='http://x/'><rect width='10' height='10' fill='#123456'/></a></g>")
        let bytes = try Self.pdf(image)
        #expect(try Self.pdf(image) == bytes)
        let check = try ExternalTool.run("qpdf", ["--check", "FILE"], on: bytes)
        #expect(check.status == 0 && !check.output.contains("WARNING"), "\(check.output)")
        let text = try ExternalTool.unpacked(bytes)
        #expect(text.contains("0.0705882 0.203922 0.337255 rg"))
        #expect(!text.contains("/Subtype /Image") && !text.contains("/S /Link"))
        // Shown on more pages it is there once.
        let often = try ExternalTool.unpacked(Self.pdf(image, times: 5))
        #expect(often.components(separatedBy: "0.0705882 0.203922 0.337255 rg").count == 2)
    }

    @Test(.enabled(if: hasLibrary)) func anSVGHoldsTheFile() throws {
        var images = DrawnImages()
        images[AttachmentID(0)] = try Self.image("<rect width='10' height='10' fill='#123456'/>")
        var list = DisplayList(size: Size(width: 40, height: 40))
        for y in [0.0, 20] { list.append(.image(AttachmentID(0), Rect(x: 0, y: y, width: 20, height: 20))) }
        let text = String(decoding: try SVGWriter(fonts: .strict(), images: images).svg(list), as: UTF8.self)
        #expect(text.components(separatedBy: "data:image/svg+xml;base64,").count == 2)
        #expect(text.components(separatedBy: "<use ").count == 3)
        let outlined = try SVGWriter(fonts: .strict(), images: images, outlines: true).svg(list)
        #expect(String(decoding: outlined, as: UTF8.self).contains("rgb(7.058824%,20.392157%"))
    }

    // MARK: Nothing from outside, nothing from damaged files

    /// Each would paint the middle red if what it refers to were read.
    @Test(
        .enabled(if: hasLibrary),
        arguments: [
            "<image width='20' height='20' href='PATH'/>", "<image width='20' height='20' xlink:href='file://PATH'/>",
            "<use href='PATH#a'/>", "<use xlink:href='file://PATH#a'/>",
            "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='PATH'/>",
            "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='file://PATH' parse='text'/>",
            "<style>@import url('file://PATH.css');</style><rect id='r' width='20' height='20' fill='none'/>",
            "<filter id='f'><feImage href='file://PATH'/></filter><rect width='20' height='20' filter='url(#f)'/>",
            "<rect width='20' height='20' fill='url(file://PATH#g)'/>",
        ])
    func nothingIsReadFromOutside(content: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "galley-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "red.svg").path
        let red = Self.source(
            "<linearGradient id='g'><stop stop-color='red'/></linearGradient><rect id='a' width='20' height='20' fill='red'/>"
        )
        try Data(red.utf8).write(to: URL(fileURLWithPath: path))
        try Data("#r{fill:red}".utf8).write(to: URL(fileURLWithPath: path + ".css"))
        let picture = try Self.whole(try Self.image(content.replacingOccurrences(of: "PATH", with: path)))
        #expect(Self.pixel(picture, 20, 20) != 0xFF0000)
        // So it is looked for where it would be.
        let inside = try Self.whole(
            try Self.image(
                "<image width='20' height='20' href='data:image/svg+xml;base64,\(Data(red.utf8).base64EncodedString())'/>"
            ))
        #expect(Self.pixel(inside, 20, 20) == 0xFF0000)
    }

    @Test(.enabled(if: hasLibrary)) func externalEntitiesAreRefused() {
        let source = "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>" + Self.source("<text>&a;</text>")
        #expect(throws: ImageDecoder.Failure.self) { try VectorImage(Array(source.utf8)) }
    }

    /// Every prefix, and bytes changed: a picture or an error, never more.
    @Test(.enabled(if: hasLibrary)) func damagedFilesAreHarmless() throws {
        let source = Array(
            Self.source(
                "<!-- c --><defs><linearGradient id='g'><stop offset='1'/></linearGradient></defs><path d='M0 0L1 1z' "
                    + "style='fill:url(#g)' transform='scale(2)'/><text y='5'>t&amp;</text><![CDATA[x]]>"
            ).utf8)
        for count in stride(from: 0, to: source.count, by: 3) {
            #expect(throws: ImageDecoder.Failure.self) { try VectorImage(Array(source.prefix(count))) }
        }
        for index in stride(from: 0, to: source.count, by: 7) {
            for value: UInt8 in [0, 0x3C, 0x27, 0xFF, 0x2D] {
                var damaged = source
                damaged[index] = value
                guard let vector = try? VectorImage(damaged) else { continue }
                _ = try Self.whole(DrawnImage(vector))
            }
        }
    }

    /// What librsvg gives up on, drawn inside of a group, leaves the page as it is.
    @Test(.enabled(if: hasLibrary)) func whatIsGivenUpHarmsNothing() throws {
        let image = try Self.image(
            "<pattern id='p' width='1e9' height='1e9' patternUnits='userSpaceOnUse'><rect width='1' height='1'/></pattern>"
                + "<g opacity='.5'><rect width='20' height='20' fill='url(#p)'/></g>")
        let rect = Rect(x: 0, y: 0, width: 10, height: 10)
        let picture = try Self.drawn(
            image,
            [
                .image(AttachmentID(0), rect),
                .fill(Rect(x: 20, y: 20, width: 10, height: 10), radius: Corners(0), .black),
            ])
        #expect(Self.pixel(picture, 25, 25) == 0 && Self.pixel(picture, 15, 15) == 0xFFFFFF)
    }

    @Test func withoutTheLibraryItIsSaid() throws {
        let absent = SVGLibrary(names: ["librsvg-that-nobody-has.so"])
        #expect(absent == nil)
        let source = Array(Self.source("").utf8)
        #expect(throws: ImageDecoder.Failure.noSVGLibrary) { try VectorImage(source, library: absent) }
        #expect("\(ImageDecoder.Failure.noSVGLibrary)".contains("librsvg"))
    }

    // MARK: Texts

    private static func text(_ attachments: [(GalleyText.Attachment, Color)]) -> AttributedText {
        var builder = AttributedTextBuilder()
        for (attachment, color) in attachments {
            var style = TextStyle()
            style.paint.color = color
            builder.append(attachment, style: builder.intern(style))
        }
        return builder.finish()
    }

    @Test(.enabled(if: hasLibrary)) func equalDrawingsAreParsedOnce() throws {
        var drawing = GalleyText.Attachment(kind: .svg, source: nil, alternativeText: "a")
        drawing.markup = Self.source("<rect width='5' height='5' fill='currentColor'/>")
        var other = drawing
        other.markup = "<svg"
        let text = Self.text([(drawing, .black), (drawing, .black), (drawing, .white), (other, .black)])
        let loaded = LoadedImages.local(text)
        #expect(loaded.images.count == 3)
        let vectors = (0..<3).map { index -> VectorImage? in
            guard case .vector(let vector)? = loaded.images[AttachmentID(index)]?.content else { return nil }
            return vector
        }
        #expect(vectors[0] != nil && vectors[0] === vectors[1] && vectors[1] !== vectors[2])
        #expect(loaded.states[AttachmentID(0)] == .loaded(.none) && loaded.states[AttachmentID(3)] == .failed)
        #expect(loaded.diagnostics.map(\.code) == ["missing-image"])
    }
}
