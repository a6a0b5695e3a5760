import Foundation
import GalleyLayout
import GalleyParagraph
import GalleyShaping
import GalleyText

/// Paragraphs with links, attachments and words of other languages.
///
/// PDF marks content in the innermost elements only, so beside links and figures the rest of the text stands in spans.
extension DisplayListBuilder {
    /// A link in a paragraph, or what is hidden from assistive technology there.
    struct PlacedLink {
        /// Source offsets, as the paragraph's layout knows them.
        var range: Range<Int>
        /// Its place in the text's spans.
        var span: Int
        /// `nil` for what is hidden.
        var target: StructureTag.LinkTarget?
        var language: String?
        /// The one around it.
        var outer: Int?
        /// What can be clicked, a rectangle a line.
        var areas: [Rect] = []
        /// Whether it has been begun, with its areas.
        var isBegun = false
    }

    /// The element inside the paragraph that is open.
    private enum Element: Equatable {
        case none
        /// Text in a language after the links before a place of `links`.
        case span(language: String?, gap: Int)
        case link(Int)
    }

    /// A part of a line that belongs to one element, from left to right.
    private struct Part {
        var content: Content
        var link: Int?
        var language: String?
        /// Where it begins in the source, as the paragraph's layout knows it.
        var offset: Int
        var x: Double
        /// Whether `position: relative` has moved it.
        var isDisplaced: Bool

        enum Content {
            case run(GlyphRun, clusters: Range<Int>?)
            case attachment(AttachmentFragment, PaintStyle)
        }
    }

    /// The links of a fragment's paragraph, and what is hidden in it beside links: in a link it is not, as that stays whole.
    func links(of fragment: ParagraphFragment) -> [PlacedLink] {
        let text = content.text
        guard !text.spans.isEmpty else { return [] }
        var links: [PlacedLink] = []
        for index in text.spanIndices(in: text.paragraphs[fragment.paragraph].range) {
            let span = text.spans[index]
            let link = span.link.map(text.link)
            guard link != nil || isHidden(span) else { continue }
            let shift = fragment.sourceShift
            let range = (span.range.lowerBound - shift)..<(span.range.upperBound - shift)
            // Spans are in the order of their starts and nest.
            var outer = links.indices.last
            while let index = outer, links[index].range.upperBound <= range.lowerBound { outer = links[index].outer }
            if link == nil, outer != nil { continue }
            links.append(
                PlacedLink(
                    range: range, span: index,
                    target: link.map { StructureTag.LinkTarget($0.url, base: text.metadata.baseURL) },
                    language: text.style(at: span.range.lowerBound)?.shaping.language, outer: outer))
        }
        return links
    }

    /// Whether a span is hidden from assistive technology.
    private func isHidden(_ span: InlineSpan) -> Bool {
        span.attributes.map { content.text.attributes($0)["aria-hidden"] == "true" } ?? false
    }

    /// Whether a fragment's paragraph has text in another language than its own.
    func hasOtherLanguages(_ fragment: ParagraphFragment) -> Bool {
        var isFound = false
        content.text.runs.visitRuns(in: content.text.paragraphs[fragment.paragraph].range) { _, style in
            isFound = content.text.style(style).shaping.language != textLanguage
            return !isFound
        }
        return isFound
    }

    /// Adds a paragraph with links or attachments.
    mutating func addMixed(
        _ fragment: ParagraphFragment, _ attachments: ArraySlice<AttachmentFragment>, _ links: [PlacedLink],
        _ pass: LinePass
    ) {
        let layout = fragment.layout
        var links = links
        // A link is told all its lines' areas before it is drawn.
        let lines = fragment.lines.map { index in
            let contents = layout.lines[index].contents
            let runs = contents.runs
            let inLine = attachments.filter { $0.line == index }
            return (contents, runs, parts(of: contents, runs, inLine, fragment, pass, &links))
        }
        var element = Element.none
        for (contents, all, parts) in lines {
            let line = contents.line
            let runs = pass.runs(all)
            let decorations = decorations(of: contents, runs, layout, content.text, pass)
            addInlineBoxes(line, of: layout, at: fragment.origin, text: content.text, pass)
            addTabBackgrounds(of: contents, layout, at: fragment.origin, text: content.text, pass)
            for run in runs { addBackground(run, layout, at: fragment.origin, text: content.text) }
            addDecorations(decorations, at: fragment.origin, above: false)
            for part in parts where pass.shows(isDisplaced: part.isDisplaced) {
                add(part, of: line, fragment, &links, inside: &element)
            }
            if pass != .displaced, !line.annotations.isEmpty {
                if case .span(textLanguage, _) = element {
                } else {
                    enter(
                        .span(language: textLanguage, gap: links.count), at: line.sourceRange.upperBound - 1,
                        from: &element, fragment, &links)
                }
                addAnnotations(of: line, at: fragment.origin, text: content.text)
            }
            addEmphasis(runs, layout, at: fragment.origin, text: content.text)
            addDecorations(decorations, at: fragment.origin, above: true)
        }
        enter(.none, at: 0, from: &element, fragment, &links)
    }

    private mutating func add(
        _ part: Part, of line: Line, _ fragment: ParagraphFragment, _ links: inout [PlacedLink],
        inside element: inout Element
    ) {
        switch part.content {
        case .run(let run, let clusters):
            let gap = part.link == nil ? links.partitionIndex { $0.range.lowerBound > part.offset } : 0
            enter(
                part.link.map { .link($0) } ?? .span(language: part.language, gap: gap), at: part.offset,
                from: &element, fragment, &links)
            addRun(run, of: line, fragment.layout, at: fragment.origin, text: content.text, clusters: clusters)
        case .attachment(let attachment, let paint):
            enter(part.link.map { .link($0) } ?? .none, at: part.offset, from: &element, fragment, &links)
            add(attachment, opacity: paint.opacity, self.element(ofSpan: nil, at: part.offset, of: fragment))
        }
    }

    /// Ends the open element and begins another, unless it is the same.
    private mutating func enter(
        _ next: Element, at offset: Int, from element: inout Element, _ fragment: ParagraphFragment,
        _ links: inout [PlacedLink]
    ) {
        guard next != element else { return }
        if element != .none { list.append(.end) }
        switch next {
        case .none: break
        case .span(let language, _):
            list.append(
                .beginTag(
                    .span, element: self.element(ofSpan: nil, at: offset, of: fragment),
                    attributes: StructureAttributes(language: language, inside: textLanguage)))
        case .link(let index):
            let link = links[index]
            links[index].isBegun = true
            guard let target = link.target else {
                list.append(.beginTag(.artifact))
                break
            }
            // Where it is gone on with, what can be clicked is known already.
            list.append(
                .beginTag(
                    .link(target, areas: link.isBegun ? [] : link.areas),
                    element: self.element(ofSpan: link.span, at: link.range.lowerBound, of: fragment),
                    attributes: StructureAttributes(language: link.language, inside: textLanguage)))
        }
        element = next
    }

    /// The element of a link in a fragment's paragraph, or of what is beside links; `offset` is of the source as the paragraph's
    /// layout knows it.
    private func element(ofSpan span: Int?, at offset: Int, of fragment: ParagraphFragment) -> StructureElement {
        let start = content.text.paragraphs[fragment.paragraph].range.lowerBound
        return element(
            ofSpan: span, at: offset + fragment.sourceShift - start, inParagraph: fragment.paragraph)
    }

    // MARK: Parts

    /// Cuts a line where links begin and end, and tells the links where they can be clicked.
    private func parts(
        of contents: LineContents, _ runs: [GlyphRun], _ attachments: [AttachmentFragment],
        _ fragment: ParagraphFragment, _ pass: LinePass, _ links: inout [PlacedLink]
    ) -> [Part] {
        var parts: [Part] = []
        var areas: [Int: Rect] = [:]
        func widen(_ link: Int?, by rect: Rect, isDisplaced: Bool) {
            guard let link, !rect.isEmpty, pass.shows(isDisplaced: isDisplaced) else { return }
            let rect = rect.offsetBy(dx: fragment.origin.x, dy: fragment.origin.y)
            areas[link] = areas[link]?.union(rect) ?? rect
        }
        // What is hidden is neither shown nor clicked.
        for run in runs where fragment.layout.shaped.inline.paint(run.style, in: content.text).isVisible {
            let language = run.fontStyle.style.language
            let isDisplaced = run.displacement != .zero
            for stretch in stretches(of: run, fragment, links) {
                let part = Part(
                    content: .run(run, clusters: stretch.clusters), link: stretch.link, language: language,
                    offset: stretch.offset, x: stretch.x, isDisplaced: isDisplaced)
                if !run.isHanging {
                    let rect = Rect(x: stretch.x, y: run.rect.y, width: stretch.width, height: run.rect.height)
                    widen(stretch.link, by: rect, isDisplaced: isDisplaced)
                }
                parts.append(part)
            }
        }
        for attachment in attachments {
            let frame = attachment.frame.offsetBy(dx: -fragment.origin.x, dy: -fragment.origin.y)
            let offset = self.offset(of: attachment, fragment)
            let link = offset.flatMap { offset in innermost(links, at: offset) }
            let paint = offset.flatMap { content.text.style(at: $0 + fragment.sourceShift)?.paint } ?? PaintStyle()
            guard paint.isVisible else { continue }
            let index = parts.firstIndex { $0.x > frame.x } ?? parts.count
            let isDisplaced =
                fragment.layout.isDisplaced
                && contents.objects.contains {
                    $0.displacement != .zero
                        && fragment.layout.shaped.objects[$0.object].kind == .attachment(attachment.attachment)
                }
            widen(link, by: frame, isDisplaced: isDisplaced)
            parts.insert(
                Part(
                    content: .attachment(attachment, paint), link: link, offset: offset ?? 0, x: frame.x,
                    isDisplaced: isDisplaced), at: index)
        }
        for (link, area) in areas {
            let area = transform.boundingBox(of: area)
            let seen = clipBounds.map { area.seen(in: $0) } ?? area
            if !seen.isEmpty { links[link].areas.append(seen) }
        }
        return parts
    }

    /// The source offset of an attachment in its paragraph.
    private func offset(of attachment: AttachmentFragment, _ fragment: ParagraphFragment) -> Int? {
        fragment.layout.shaped.objects.first { $0.kind == .attachment(attachment.attachment) }?.offset
    }

    /// O(log links + how deep they nest).
    private func innermost(_ links: [PlacedLink], at offset: Int) -> Int? {
        let next = links.partitionIndex { $0.range.lowerBound > offset }
        var index = next > 0 ? next - 1 : nil
        while let found = index, !links[found].range.contains(offset) { index = links[found].outer }
        return index
    }

    /// Whether any of a range of the source may be in a link.
    private func holdsLinks(_ links: [PlacedLink], _ range: Range<Int>) -> Bool {
        if innermost(links, at: range.lowerBound) != nil { return true }
        let next = links.partitionIndex { $0.range.lowerBound > range.lowerBound }
        return next < links.count && links[next].range.lowerBound < range.upperBound
    }

    /// The link that a byte is in, of the text or shown beside it.
    private func link(ofInline offset: Int, _ fragment: ParagraphFragment, _ links: [PlacedLink]) -> Int? {
        let inline = fragment.layout.shaped.inline
        let next = inline.generatedSpans.partitionIndex { $0.range.upperBound > offset }
        guard next < inline.generatedSpans.count, inline.generatedSpans[next].range.contains(offset) else {
            return innermost(links, at: inline.mapping.sourceOffset(ofInline: offset))
        }
        guard let number = inline.generatedSpans[next].number else { return nil }
        let text = content.text
        var span: Int? = text.spanIndices(in: text.paragraphs[fragment.paragraph].range).lowerBound + number
        while let index = span {
            let place = links.partitionIndex { $0.span >= index }
            if place < links.count, links[place].span == index { return place }
            span = text.spans[index].parent
        }
        return nil
    }

    /// Clusters of a run that are in one link or in none.
    private struct Stretch {
        var link: Int?
        /// `nil` is all.
        var clusters: Range<Int>?
        /// Where the first of them is in the source.
        var offset: Int
        var x: Double
        var width: Double
    }

    private func stretches(of run: GlyphRun, _ fragment: ParagraphFragment, _ links: [PlacedLink]) -> [Stretch] {
        let whole = run.sourceRange
        let isGenerated = !run.isInserted && !fragment.layout.shaped.inline.generatedSpans.isEmpty
        guard isGenerated || !whole.isEmpty && holdsLinks(links, whole) else {
            // What is not in the text, such as a hyphen, belongs to what is before it.
            let offset = run.isInserted ? max(0, whole.lowerBound - 1) : whole.lowerBound
            let link = whole.isEmpty ? innermost(links, at: offset) : nil
            return [Stretch(link: link, clusters: nil, offset: offset, x: run.x, width: run.width)]
        }
        let mapping = fragment.layout.shaped.inline.mapping
        var result: [Stretch] = []
        run.withGlyphs { _, clusters in
            for (index, cluster) in clusters.enumerated() {
                let link = link(ofInline: Int(cluster.start), fragment, links)
                let offset = mapping.sourceOffset(ofInline: Int(cluster.start))
                if let last = result.last, last.link == link, let range = last.clusters {
                    result[result.count - 1].clusters = range.lowerBound..<index + 1
                    result[result.count - 1].width = cluster.x + cluster.advance - last.x
                    result[result.count - 1].offset = min(last.offset, offset)
                } else {
                    result.append(
                        Stretch(
                            link: link, clusters: index..<index + 1, offset: offset, x: cluster.x,
                            width: cluster.advance))
                }
            }
        }
        return result
    }

    // MARK: Attachments

    /// Adds an attachment's box, and its picture or its alternative text.
    private mutating func add(_ fragment: AttachmentFragment, opacity: Double, _ element: StructureElement) {
        let attachment = content.text.attachments[fragment.attachment.index]
        let fontSize = content.text.style(content.text.paragraphs[fragment.paragraph].strut).shaping.fontSize
        let matrix = attachment.transform?.matrix(of: fragment.frame, lengths: LengthContext(fontSize: fontSize))
        if let matrix { list.append(.beginTransform(matrix)) }
        defer { if matrix != nil { list.append(.end) } }
        if let path = attachment.clipPath {
            list.append(clip(path, of: attachment, fragment, fontSize: fontSize))
        }
        defer { if attachment.clipPath != nil { list.append(.end) } }
        // Decoration has no place in the document's structure (PDF/UA-1 §7.3).
        let isTagged = !attachment.isDecorative
        if isTagged {
            var attributes = StructureAttributes()
            attributes.box = (matrix.map { transform * $0 } ?? transform).boundingBox(of: fragment.frame)
            list.append(
                .beginTag(
                    .figure(alternativeText: attachment.accessibleName), element: element, attributes: attributes))
        }
        let radius = resolved(
            attachment.borderRadius, attachment.verticalRadius, in: fragment.frame,
            lengths: LengthContext(fontSize: fontSize))
        add(
            PlainBox(
                rect: fragment.frame, radius: radius, background: attachment.background, fontSize: fontSize,
                edges: attachment.border, borderImage: attachment.borderImage, shadows: attachment.shadows,
                opacity: opacity))
        if let alternative = fragment.alternative {
            for line in alternative.layout.lines {
                addLine(line, of: alternative.layout, at: alternative.origin, text: alternative.text)
            }
        } else {
            if opacity < 1 { list.append(.beginGroup(opacity: opacity)) }
            addImage(fragment, of: attachment, radius, fontSize: fontSize)
            if opacity < 1 { list.append(.end) }
        }
        if let outline = attachment.outline {
            add(outline, around: fragment.frame, radius: radius, opacity: opacity)
        }
        if isTagged { list.append(.end) }
    }

    /// Adds a picture in its box (`object-fit` and `object-position`, CSS Images 3 §5.5 and §5.6), cut by the box and its
    /// corners (CSS Backgrounds 3 §4.3).
    private mutating func addImage(
        _ fragment: AttachmentFragment, of attachment: Attachment, _ outer: Corners<CornerRadius>, fontSize: Double
    ) {
        let (frame, box) = (fragment.frame, fragment.contentRect)
        var size = box.size
        if case .loaded(let natural) = fragment.state { size = attachment.fit.size(of: natural, in: box.size) }
        func offset(_ length: Length, _ room: Double) -> Double {
            length.resolved(in: LengthContext(percentageBase: room, fontSize: fontSize))
        }
        let image = Rect(
            x: box.x + offset(attachment.position.x, box.width - size.width),
            y: box.y + offset(attachment.position.y, box.height - size.height), width: size.width, height: size.height)
        let radius = outer.fitting(frame).inset(
            by: EdgeInsets(
                top: box.minY - frame.minY, right: frame.maxX - box.maxX, bottom: frame.maxY - box.maxY,
                left: box.minX - frame.minX))
        let isCut = radius != Corners(0) || box.union(image) != box
        if isCut { list.append(.beginClip(box, radius: radius)) }
        list.append(.image(fragment.attachment, image))
        if isCut { list.append(.end) }
    }
}

extension Attachment.Fit {
    /// The size of a picture in a box (CSS Images 3 §5.5).
    func size(of natural: NaturalDimensions, in box: Size) -> Size {
        if let size = natural.size, size.width <= 0 || size.height <= 0 { return box }
        switch self {
        case .fill: return box
        case .contain: return natural.contained(in: box)
        case .cover: return natural.covering(box)
        case .none: return natural.concreteSize(in: box)
        case .scaleDown:
            let (own, largest) = (natural.concreteSize(in: box), natural.contained(in: box))
            return own.width < largest.width ? own : largest
        }
    }
}

extension StructureTag.LinkTarget {
    /// A link to a place in the document itself is one to an anchor; without a name it is one to the top (HTML §7.4.6.4).
    init(_ url: String, base: String?) {
        self = Link.fragment(of: url, base: base).map { $0.isEmpty ? .top : .anchor($0) } ?? .url(url)
    }
}
