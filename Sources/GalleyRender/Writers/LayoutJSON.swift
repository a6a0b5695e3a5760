import GalleyFonts
import GalleyLayout
import GalleyParagraph
import GalleyText

/// Writes a layout's lines as JSON: what `galley layout` prints.
///
///     let bytes = LayoutJSON(layout).bytes()
///
/// One object: `height`, `lines`, `width`. Each line has `baseline`, `direction` (`ltr`, `rtl`), `height`, `paragraph`
/// (from 0), `text`, `width`, `x`, `y`; `repeated` where it is shown once more, in the header or footer of a table that is
/// cut; with ruby above it `ruby`, each annotation's `text`, `width`, `x`, `y`; where that is not its text `shown`, its words
/// with generated text, values of fields, alternative texts and inline blocks of one line. Keys are sorted, lengths are px from the
/// document's top left, rounded to 1/64.
/// With glyphs a line also has `runs`, from left to right, each with `clusters` (`[text, number of glyphs]`), `face`,
/// `glyphs` (`[id, x, y]`), `size` and `text`, what it shows, in logical order. With boxes the object has `boxes`: each block's border box with `height`, `width`,
/// `x`, `y`, and the element's `data-` attributes as `attributes`, in document order. Of pages, `pages` holds an object each.
public struct LayoutJSON {
    private let layout: DocumentLayout
    private let pages: PagedLayout.Pages?
    private let includesGlyphs: Bool
    private let includesBoxes: Bool
    /// What moves lengths to the surface.
    private var transform = TransformMatrix.identity

    /// The lines of a document, in its coordinates; with `glyphs` also their runs, with `boxes` the blocks' boxes.
    public init(_ layout: DocumentLayout, glyphs: Bool = false, boxes: Bool = false) {
        self.layout = layout
        pages = nil
        includesGlyphs = glyphs
        includesBoxes = boxes
    }

    /// The lines of pages, in each page's coordinates.
    public init(_ paged: PagedLayout, glyphs: Bool = false, boxes: Bool = false) {
        layout = paged.layout
        pages = paged.pages
        includesGlyphs = glyphs
        includesBoxes = boxes
    }

    /// The JSON as UTF-8, with a newline at its end.
    public func bytes() -> [UInt8] {
        var json = JSONBytes()
        if let pages {
            json.raw("{\"pages\":")
            json.lines(pages) { json, page in
                var writer = self
                writer.transform = page.contentTransform
                writer.write(page.content, to: &json)
            }
            json.raw("}")
        } else {
            write(layout.content, to: &json)
        }
        json.raw("\n")
        return json.bytes
    }

    private func write(_ content: LayoutContent, to json: inout JSONBytes) {
        json.raw("{")
        if includesBoxes {
            json.raw("\"boxes\":")
            json.lines(content.blocks) { json, fragment in write(fragment, to: &json) }
            json.raw(",")
        }
        json.raw("\"height\":")
        json.number(content.size.height)
        json.raw(",\"lines\":")
        let shown = ShownLines(content)
        let lines = content.paragraphs.flatMap { fragment in fragment.lines.map { (fragment, $0) } }
        json.lines(lines) { json, line in
            write(line.0.line(line.1), line.0.layout.lines[line.1], of: line.0, shown, to: &json)
        }
        json.raw(",\"width\":")
        json.number(content.size.width)
        json.raw("}")
    }

    private func write(_ fragment: BlockFragment, to json: inout JSONBytes) {
        json.raw("{")
        if let id = layout.text.blocks[fragment.block.index].attributes {
            json.raw("\"attributes\":{")
            let data = layout.text.attributes(id).filter { $0.key.hasPrefix("data-") }.sorted { $0.key < $1.key }
            for (index, attribute) in data.enumerated() {
                if index > 0 { json.raw(",") }
                json.string(attribute.key)
                json.raw(":")
                json.string(attribute.value)
            }
            json.raw("},")
        }
        json.raw("\"height\":")
        json.number(length(fragment.frame.height))
        writeEnd(width: fragment.frame.width, at: fragment.frame.origin, to: &json)
    }

    /// A length as it is on the surface: what is made smaller is so evenly.
    private func length(_ length: Double) -> Double { length * transform.d }

    /// The last members of an object that has a place.
    private func writeEnd(width: Double, at origin: Point, to json: inout JSONBytes) {
        let place = transform.applied(to: origin)
        json.raw(",\"width\":")
        json.number(length(width))
        json.raw(",\"x\":")
        json.number(place.x)
        json.raw(",\"y\":")
        json.number(place.y)
        json.raw("}")
    }

    private func write(
        _ line: LineFragment, _ view: Line, of fragment: ParagraphFragment, _ lines: ShownLines,
        to json: inout JSONBytes
    ) {
        json.raw("{\"baseline\":")
        json.number(transform.applied(to: Point(x: 0, y: line.baseline)).y)
        json.raw(line.isRightToLeft ? ",\"direction\":\"rtl\"" : ",\"direction\":\"ltr\"")
        if line.lineInParagraph == 0, let cap = fragment.dropCap {
            json.raw(",\"dropCap\":{\"text\":")
            json.string(cap.cap.text[0..<cap.range.count])
            writeEnd(width: cap.frame.width, at: cap.frame.origin, to: &json)
        }
        json.raw(",\"height\":")
        json.number(length(line.frame.height))
        json.raw(",\"paragraph\":")
        json.number(line.paragraph)
        if line.isRepeated { json.raw(",\"repeated\":true") }
        let annotations = view.annotations
        if !annotations.isEmpty {
            json.raw(",\"ruby\":")
            json.list(annotations) { json, annotation in write(annotation, of: fragment, to: &json) }
        }
        if includesGlyphs {
            json.raw(",\"runs\":")
            json.list(view.runs) { json, run in write(run, of: fragment, to: &json) }
        }
        let text = layout.text.text(of: line)
        if let shown = lines.shownText(ofLine: line.lineInParagraph, in: fragment), shown != text {
            json.raw(",\"shown\":")
            json.string(shown)
        }
        json.raw(",\"text\":")
        json.string(text)
        writeEnd(width: line.frame.width, at: line.frame.origin, to: &json)
    }

    private func write(
        _ annotation: PlacedAnnotation, of fragment: ParagraphFragment, to json: inout JSONBytes
    ) {
        let inline = annotation.layout.shaped.inline
        json.raw("{\"text\":")
        json.string(String(decoding: inline.utf8, as: UTF8.self))
        let origin = Point(x: fragment.origin.x + annotation.origin.x, y: fragment.origin.y + annotation.origin.y)
        writeEnd(width: annotation.layout.size.width, at: origin, to: &json)
    }

    private func write(_ run: GlyphRun, of fragment: ParagraphFragment, to json: inout JSONBytes) {
        let inline = fragment.layout.shaped.inline
        run.withGlyphs { glyphs, clusters in
            json.raw("{\"clusters\":")
            json.list(clusters) { json, cluster in
                json.raw("[")
                json.string(String(decoding: inline.utf8[cluster.range], as: UTF8.self))
                json.raw(",")
                json.number(Int(cluster.glyphCount))
                json.raw("]")
            }
            json.raw(",\"face\":")
            json.string(layout.fonts.instance(run.instance).face.names.full)
            json.raw(",\"glyphs\":")
            json.list(glyphs) { json, glyph in
                let place = transform.applied(
                    to: Point(x: fragment.origin.x + glyph.x, y: fragment.origin.y + glyph.y))
                json.raw("[")
                json.number(Int(glyph.id))
                json.raw(",")
                json.number(place.x)
                json.raw(",")
                json.number(place.y)
                json.raw("]")
            }
            json.raw(",\"size\":")
            json.number(length(run.fontSize))
            // Clusters are in visual order.
            let bytes = clusters.filter { !$0.range.isEmpty }.sorted { $0.start < $1.start }
                .flatMap { inline.utf8[$0.range] }
            json.raw(",\"text\":")
            json.string(String(decoding: bytes, as: UTF8.self))
            json.raw("}")
        }
    }
}
