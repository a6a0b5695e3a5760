import GalleyFonts
import GalleyText

/// Draws display lists as pages of a PDF.
///
/// Text, boxes, lines and structure are written here; what else there is (pictures, gradients, blurred shadows) is drawn by Cairo
/// and taken over as forms. Content is in px: the page's matrix makes points of them.
struct PDFPainter: ~Copyable {
    let file: PDFFile
    let images: DrawnImages
    var content = PDFContent()
    var resources = PDFResources()
    var fonts: PDFFonts
    var pictures: PDFPictures
    var structure = PDFStructure()
    var links = PDFLinks()
    /// The opacity of the groups around.
    private(set) var alpha = 1.0
    /// From px of what is drawn next to points of the page.
    private(set) var matrix = TransformMatrix.identity {
        didSet { content.setMagnification(matrix.magnification) }
    }
    private var size = Size.zero
    /// What `DisplayCommand.end` ends.
    private var open: [Open] = []
    /// The element that content is in, if any.
    private var element: PDFStructure.Place?
    /// Whether an element is open that is no content of the document; tags in it count for nothing.
    private var isInArtifact = false
    /// What the content is marked as that was written last.
    private var mark = Mark.none

    private enum Open {
        case clip
        /// A transform, and the matrix around it.
        case transform(around: TransformMatrix)
        /// An opacity multiplied into colours; what it was before.
        case fade(outer: Double)
        case tag(outer: PDFStructure.Place?)
        case artifact
        case nothing
    }

    private enum Mark: Equatable {
        case none, artifact
        case element(PDFStructure.Place?)
    }

    init(_ file: PDFFile, fonts: FontCollection, images: DrawnImages) throws(RenderError) {
        self.file = file
        self.images = images
        self.fonts = PDFFonts(fonts, file)
        pictures = try PDFPictures(file, fonts, images)
    }

    /// Draws a page: afterwards `content` and `resources` are what it shows.
    ///
    /// - Parameter page: the page's object.
    /// - Returns: the number by which the file knows the page's marks (`StructParents`).
    mutating func draw(_ list: borrowing DisplayList, page: Int32) throws(RenderError) -> Int {
        content.removeAll()
        resources.removeAll()
        size = list.size
        matrix = TransformMatrix(
            a: PDFWriter.pointsPerPixel, b: 0, c: 0, d: -PDFWriter.pointsPerPixel, e: 0,
            f: size.height * PDFWriter.pointsPerPixel)
        let key = structure.beginPage(page)
        links.beginPage(page)
        content.concatenate(matrix)
        if let background = list.background {
            setMark(isArtifact: true)
            fill(Rect(x: 0, y: 0, width: size.width, height: size.height), Corners(0), background)
        }
        try drawCommands(list)
        while !open.isEmpty { end() }
        endMark()
        return key
    }

    /// Draws commands; those that Cairo draws together as far as they stand together. What is outside of the innermost elements,
    /// backgrounds and borders mostly, are artifacts (§14.8.2.2).
    private mutating func drawCommands(_ list: borrowing DisplayList) throws(RenderError) {
        let isInside = list.innermostElements
        var index = 0
        while index < list.commands.count {
            let command = list.commands[index]
            let isArtifact = !isInside[index] && command.isDecoration
            guard isPicture(command) else {
                if command.draws { setMark(isArtifact: isArtifact) }
                try draw(command, of: list)
                index += 1
                continue
            }
            let first = index
            while index < list.commands.count, isPicture(list.commands[index]),
                (!isInside[index] && list.commands[index].isDecoration) == isArtifact
            {
                index += 1
            }
            guard let (form, _) = try pictures.form(of: first..<index, in: list, alpha: alpha) else { continue }
            setMark(isArtifact: isArtifact)
            show(form)
        }
    }

    private mutating func draw(
        _ command: DisplayCommand, of list: borrowing DisplayList
    ) throws(RenderError) {
        switch command {
        case .fill(let rect, let radius, let color): fill(rect, radius, color)
        case .border(let border): content.draw(border, opacity: alpha, on: .none)
        case .text(let run): try draw(run, of: list)
        case .line(let line):
            guard line.width > 0, line.thickness > 0, !line.color.isTransparent else { return }
            content.setColor(line.color.faded(by: alpha))
            content.draw(line, on: .none)
        case .image(let id, let rect): draw(id, rect)
        case .background(let background): draw(background)
        case .beginClip(let rect, let radius):
            content.save()
            content.addPath(rect, radius)
            content.clip(evenOdd: false)
            open.append(.clip)
        case .beginPolygonClip(let points, let isEvenOdd):
            content.save()
            content.addPolygon(points)
            content.clip(evenOdd: isEvenOdd)
            open.append(.clip)
        case .beginGroup(let opacity):
            // Content in a form of its own would be marked there, which few programs read: the opacity goes into the colours, the
            // same picture except where things inside the group overlap.
            open.append(.fade(outer: alpha))
            alpha *= min(1, max(0, opacity))
        case .beginTransform(let matrix): begin(matrix)
        case .beginTag(let tag, let element, let attributes): begin(tag, element, attributes)
        case .end: end()
        case .destination(let name, let point):
            let place = PDFWriter.points(point, of: size)
            links.define(name, x: place.x, y: place.y)
        case .outline, .shadow, .borderImage: break
        }
    }

    private mutating func fill(_ rect: Rect, _ radius: Corners<CornerRadius>, _ color: Color) {
        guard !rect.isEmpty, !color.isTransparent else { return }
        content.setColor(color.faded(by: alpha))
        content.addPath(rect, radius)
        content.fill(evenOdd: false)
    }

    private mutating func begin(_ change: TransformMatrix) {
        content.save()
        open.append(.transform(around: matrix))
        let all = matrix * change
        guard !change.isDegenerate, !all.isDegenerate, all.magnification <= RenderLimits.maximumMagnification else {
            // Nothing of it is seen (CSS Transforms 1 §13).
            content.addRectangle(.zero)
            content.clip(evenOdd: false)
            return
        }
        content.concatenate(change)
        matrix = all
    }

    private mutating func end() {
        switch open.popLast() {
        case .clip: content.restore()
        case .transform(let around):
            content.restore()
            matrix = around
        case .fade(let outer): alpha = outer
        case .tag(let outer): element = outer
        case .artifact: isInArtifact = false
        case .nothing, nil: break
        }
    }

    // MARK: Structure

    private mutating func begin(
        _ tag: StructureTag, _ element: StructureElement?, _ attributes: StructureAttributes
    ) {
        if isInArtifact { return open.append(.nothing) }
        if tag == .artifact {
            isInArtifact = true
            return open.append(.artifact)
        }
        open.append(.tag(outer: self.element))
        let parent = self.element ?? PDFStructure.document
        var attributes = attributes
        if let box = attributes.box { attributes.box = PDFPainter.inPoints(box, of: size) }
        let place = structure.begin(tag.leadsNowhere ? .span : tag, element, attributes, in: parent)
        self.element = place
        guard !tag.leadsNowhere, case .link(let target, let areas) = tag else { return }
        // What is beyond the page's edge, or clipped away, cannot be clicked.
        let page = Rect(x: 0, y: 0, width: size.width, height: size.height)
        let seen = areas.compactMap { $0.intersects(page) ? $0.intersection(page) : nil }.filter { !$0.isEmpty }
        guard !seen.isEmpty else { return }
        let size = size
        links.add(
            target, areas: seen.map { PDFPainter.inPoints($0, of: size) }, of: place, to: &structure, file)
    }

    /// A rectangle of a page in points from its lower left corner.
    private static func inPoints(_ area: Rect, of size: Size) -> Rect {
        let corner = PDFWriter.points(Point(x: area.minX, y: area.maxY), of: size)
        return Rect(
            x: corner.x, y: corner.y, width: area.width * PDFWriter.pointsPerPixel,
            height: area.height * PDFWriter.pointsPerPixel)
    }

    /// Marks what is drawn next as the innermost element's, or as no content (§14.6).
    private mutating func setMark(isArtifact: Bool) {
        let wanted = isInArtifact || isArtifact ? Mark.artifact : .element(element)
        guard wanted != mark else { return }
        endMark()
        mark = wanted
        guard case .element(let place) = wanted else { return content.add("/Artifact BMC\n") }
        let number = structure.addMark(place)
        let name = place.map { structure.name(of: $0) } ?? "NonStruct"
        content.withBuffer { buffer in
            buffer.add(name: name)
            buffer.add(" <</MCID ")
            buffer.add(number)
            buffer.add(">> BDC\n")
        }
    }

    private mutating func endMark() {
        if mark != .none { content.add("EMC\n") }
        mark = .none
    }
}

extension DisplayCommand {
    /// Whether it puts something on the page.
    fileprivate var draws: Bool {
        if case .text = self { true } else { isDecoration }
    }
}
