import CGalleyCairo
import GalleyFonts
import GalleyText

/// Draws a display list as the elements of an SVG.
struct SVGPainter: ~Copyable {
    let fonts: FontCollection
    let images: DrawnImages
    let size: Size
    /// The language of all text that does not say another.
    let documentLanguage: String?
    var body = SVGBytes()
    /// Pictures, which are used where they are shown.
    var definitions = SVGBytes()
    var styles = SVGFaces()
    var outlines: GlyphOutlines
    /// What `DisplayCommand.end` ends.
    private var open: [StaticString] = []
    /// How many elements have a name of ours.
    private var count = 0
    private var anchors: Set<[UInt8]> = []
    /// All anchors of the list, by their bytes: links come before them, too.
    private var destinations: Set<[UInt8]> = []
    var pictures: [CairoPainter.Picture: String] = [:]

    init(fonts: FontCollection, images: DrawnImages, size: Size, language: String?) throws(RenderError) {
        self.fonts = fonts
        self.images = images
        self.size = size
        documentLanguage = language
        outlines = try GlyphOutlines(fonts: fonts)
    }

    mutating func draw(_ list: borrowing DisplayList) throws(RenderError) {
        if let background = list.background {
            fill(Rect(x: 0, y: 0, width: list.size.width, height: list.size.height), Corners(0), background)
        }
        for case .destination(let name, _) in list.commands { destinations.insert(Array(name.utf8)) }
        for command in list.commands { try draw(command, of: list) }
        while !open.isEmpty { end() }
    }

    private mutating func draw(_ command: DisplayCommand, of list: borrowing DisplayList) throws(RenderError) {
        switch command {
        case .fill(let rect, let radius, let color): fill(rect, radius, color)
        case .border(let border): draw(border)
        case .shadow(let shadow): draw(shadow)
        case .text(let run): try draw(run, of: list)
        case .line(let line): draw(line)
        case .image(let id, let rect): draw(id, rect)
        case .background(let background): draw(background)
        case .borderImage(let image): draw(image)
        case .beginClip(let rect, let radius):
            beginClip { $0.path(rect, radius) }
            open.append("</g>\n")
        case .beginPolygonClip(let points, let isEvenOdd):
            beginClip(isEvenOdd: isEvenOdd) { $0.polygon(points.isEmpty ? [.zero] : points) }
            open.append("</g>\n")
        case .beginGroup(let opacity):
            body.raw("<g")
            body.attribute("opacity", min(1, max(0, opacity)))
            body.raw(">\n")
            open.append("</g>\n")
        case .beginTransform(let matrix):
            body.raw("<g transform=\"matrix(")
            for (index, number) in matrix.numbers.enumerated() {
                if index > 0 { body.raw(" ") }
                body.factor(matrix.isDegenerate ? 0 : number)
            }
            body.raw(")\">\n")
            open.append("</g>\n")
        case .beginTag(let tag, _, _): begin(tag)
        case .end: end()
        case .destination(let name, let point): define(name, at: point)
        case .outline: break
        }
    }

    private mutating func end() {
        if let tag = open.popLast() { body.raw(tag) }
    }

    /// The whole file.
    consuming func finished(title: String?) -> [UInt8] {
        var file = SVGBytes()
        file.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
        file.number(size.width)
        file.raw("px\" height=\"")
        file.number(size.height)
        file.raw("px\"")
        file.point(" viewBox=\"0 0 ", size.width, size.height)
        file.raw("\" xml:space=\"preserve\"")
        if let language = documentLanguage, !language.isEmpty { file.attribute("xml:lang", language) }
        file.raw(">\n")
        if let title, !title.isEmpty {
            file.raw("<title>")
            file.text(title.utf8)
            file.raw("</title>\n")
        }
        file.append(styles.sheet(fonts))
        if !definitions.bytes.isEmpty {
            file.raw("<defs>\n")
            file.append(definitions)
            file.raw("</defs>\n")
        }
        file.append(body)
        file.raw("</svg>\n")
        return file.bytes
    }

    // MARK: Names, links and alternative texts

    /// A name that no anchor is likely to have.
    mutating func nextName() -> String {
        count += 1
        return "galley.\(count)"
    }

    private mutating func begin(_ tag: StructureTag) {
        switch tag {
        case .link(let target, _):
            guard !tag.leadsNowhere, let target = target.resolved(among: destinations) else {
                open.append("")
                return
            }
            body.raw("<a")
            switch target {
            case .url(let url): body.attribute("href", url)
            case .anchor(let name): body.attribute("href", "#" + SVGPainter.id(of: name))
            case .top: body.attribute("href", "#")
            }
            body.raw(">\n")
            open.append("</a>\n")
        case .figure(let alternativeText):
            body.raw("<g role=\"img\"")
            if let alternativeText, !alternativeText.isEmpty {
                body.attribute("aria-label", alternativeText)
                body.raw("><title>")
                body.text(alternativeText.utf8)
                body.raw("</title>\n")
            } else {
                body.raw(">\n")
            }
            open.append("</g>\n")
        default: open.append("")
        }
    }

    /// An anchor, the first of its name, as an element that has its place and draws nothing.
    private mutating func define(_ name: String, at point: Point) {
        let id = SVGPainter.id(of: name)
        guard !id.isEmpty, anchors.insert(Array(id.utf8)).inserted else { return }
        body.raw("<rect")
        body.attribute("id", id)
        body.place(Rect(x: point.x, y: point.y, width: 0, height: 0))
        body.raw("/>\n")
    }

    /// An `id` has no white space (HTML §3.2.6).
    private static func id(of name: String) -> String {
        name.contains(where: \.isWhitespace) ? String(name.map { $0.isWhitespace ? "_" : $0 }) : name
    }

    // MARK: Boxes

    mutating func paint(_ color: Color) { body.paint(color, of: .fill) }

    /// A rectangle on whole pixels, as browsers draw boxes, unless it is thinner than one or rounded.
    mutating func fill(_ rect: Rect, _ radius: Corners<CornerRadius>, _ color: Color) {
        guard !rect.isEmpty, !color.isTransparent else { return }
        if radius == Corners(0) {
            body.raw("<rect")
            body.place(rect)
            if min(rect.width, rect.height) >= 1 { body.raw(" shape-rendering=\"crispEdges\"") }
        } else {
            body.raw("<path d=\"")
            body.path(rect, radius)
            body.raw("\"")
        }
        paint(color)
        body.raw("/>\n")
    }

    /// Begins a group that is cut off outside a path; ended by `</g>`.
    mutating func beginClip(isEvenOdd: Bool = false, _ path: (inout SVGBytes) -> Void) {
        let name = nextName()
        body.raw("<clipPath")
        body.attribute("id", name)
        body.raw("><path")
        if isEvenOdd { body.raw(" clip-rule=\"evenodd\"") }
        body.raw(" d=\"")
        path(&body)
        body.raw("\"/></clipPath>\n<g")
        body.attribute("clip-path", "url(#\(name))")
        body.raw(">\n")
    }
}
