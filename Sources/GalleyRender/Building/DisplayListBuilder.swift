import GalleyFonts
import GalleyLayout
import GalleyParagraph
import GalleyText

extension DisplayList {
    /// What there is to draw of a layout or of one of its pages.
    ///
    /// In the order of CSS 2 Appendix E, and in reading order wherever that gives the same picture (`PaintGroups`); text
    /// stands inside structure tags made of the blocks' roles. Linear in the content.
    ///
    /// - Parameter attributes: looks of ranges that are not in the text: a selection, a search hit.
    public init(_ content: LayoutContent, _ attributes: RenderingAttributes = RenderingAttributes()) {
        var builder = DisplayListBuilder(content, attributes)
        builder.addEverything()
        self = builder.list
        close()
    }
}

extension DocumentLayout {
    /// The whole document as drawing commands, on one canvas of the layout's size.
    public var displayList: DisplayList { DisplayList(content) }

    /// The same with looks that are not in the text; nothing is laid out again.
    public func displayList(_ attributes: RenderingAttributes) -> DisplayList { DisplayList(content, attributes) }
}

extension Page {
    /// The page as drawing commands: its own background and border, what stands on it, then its margin boxes.
    public var displayList: DisplayList { displayList(RenderingAttributes()) }

    /// The same with looks that are not in the text.
    public func displayList(_ attributes: RenderingAttributes) -> DisplayList {
        var builder = DisplayListBuilder(content, attributes)
        builder.addPage(self)
        builder.addContent(of: self)
        builder.addMarginBoxes(of: self)
        builder.list.close()
        return builder.list
    }
}

/// Turns the fragments of a layout into drawing commands.
struct DisplayListBuilder {
    let content: LayoutContent
    let attributes: RenderingAttributes
    /// What is added to the source offsets of the layout that is drawn to get the document's; `nil` in what is no part of
    /// the document's text.
    var sourceShift: Int?
    var list: DisplayList
    let paint: PaintGroups
    var steps: [Step] = []
    var walks: [Walk] = []
    /// By group: which collapsed borders it paints; empty where there is one group only.
    var groupBorders: [Int: [Int]] = [:]
    /// By group: the fragments whose outlines it paints.
    var outlines: [Int: [Int]] = [:]
    /// The whole surface, in the coordinates of what is added.
    var sheet: Rect
    /// What the open scopes do to points.
    var transform = TransformMatrix.identity
    /// What open clips leave, in page px; nil is everything.
    var clipBounds: Rect?
    /// The blocks that are open in the list, outermost first.
    var open: [Scope] = []
    /// The fragment of each block that has one here, the last one of several.
    private let fragmentOfBlock: [BlockID: Int]
    /// Where each paragraph's fragment stands among those of blocks.
    let places: [LayoutContent.ParagraphPlace]
    /// By paragraph's fragment: its attachments. Empty without any.
    private(set) var attachmentRanges: [Range<Int>] = []
    /// Markers by item, and those of items that have no fragment here by paragraph: indices into `content.markers`.
    private var itemMarkers: [BlockID: [Int]] = [:]
    private var looseMarkers: [Int: [Int]] = [:]
    /// The block whose paragraph's text is added.
    var textBlock: BlockID?
    /// The language of that paragraph; empty for none.
    var textLanguage = ""
    /// The first block of the item of a definition list that a term or description is a part of, where it is known.
    var definitionItems: [Int: Int] = [:]
    /// By row: how many rows of its group follow it, where that is known.
    var rowsAfter: [Int: Int] = [:]
    /// The gradient that was resolved last.
    var lastGradient: (gradient: Gradient, lengths: LengthContext, resolved: Gradient)?
    /// Of the run that is added; kept so that a page does not allocate for each.
    var glyphs: ContiguousArray<GlyphRun.Glyph> = []
    var clusters: ContiguousArray<GlyphRun.Cluster> = []

    /// A block fragment whose content stands inside tags or a clip.
    struct Scope {
        var fragment: Int
        /// The first fragment after its content.
        var end: Int
        /// How many commands must be ended after it.
        var count: Int
        var kind: Kind
        /// What was done to points before it, and what clips left.
        var outerTransform: TransformMatrix
        var outerClip: Rect?

        enum Kind {
            /// The block's tags, and perhaps its clip.
            case tags
            case clip
            /// Its opacity and transform.
            case effects
        }
    }

    init(_ content: LayoutContent, _ attributes: RenderingAttributes) {
        self.content = content
        self.attributes = attributes
        list = DisplayList(size: content.size, background: content.canvasBackground)
        sheet = Rect(x: 0, y: 0, width: content.size.width, height: content.size.height)
        var fragmentOfBlock: [BlockID: Int] = [:]
        fragmentOfBlock.reserveCapacity(content.blocks.count)
        for (index, fragment) in content.blocks.enumerated() { fragmentOfBlock[fragment.block] = index }
        self.fragmentOfBlock = fragmentOfBlock
        places = content.places.isEmpty ? DisplayListBuilder.places(of: content, fragmentOfBlock) : content.places
        paint = PaintGroups(content, places, fragmentOfBlock)
        for (index, marker) in content.markers.enumerated() {
            if fragmentOfBlock[marker.item] != nil {
                itemMarkers[marker.item, default: []].append(index)
            } else {
                looseMarkers[marker.paragraph, default: []].append(index)
            }
        }
        if !paint.isPlain {
            for (index, border) in content.tableBorders.enumerated() {
                groupBorders[owner(of: border.table), default: []].append(index)
            }
        }
        findOutlines()
        if !content.attachments.isEmpty { findAttachments() }
    }

    /// The places of paragraphs whose blocks have one fragment each, in the document's order.
    private static func places(
        of content: LayoutContent, _ fragmentOfBlock: [BlockID: Int]
    ) -> [LayoutContent.ParagraphPlace] {
        let blocks = content.text.blocks
        var position = 0
        return content.paragraphs.map { fragment in
            while position < content.blocks.count,
                blocks[content.blocks[position].block.index].paragraphs.lowerBound <= fragment.paragraph
            { position += 1 }
            var holder: BlockID? = content.text.paragraphs[fragment.paragraph].block
            while let block = holder, fragmentOfBlock[block] == nil { holder = blocks[block.index].parent }
            return LayoutContent.ParagraphPlace(
                fragment: holder.flatMap { fragmentOfBlock[$0] } ?? -1, position: position)
        }
    }

    /// Attachments stand in the order of the paragraphs' fragments.
    private mutating func findAttachments() {
        var next = 0
        attachmentRanges = content.paragraphs.map { fragment in
            while next < content.attachments.count, content.places.isEmpty,
                content.attachments[next].paragraph < fragment.paragraph
            { next += 1 }
            let start = next
            while next < content.attachments.count, content.attachments[next].paragraph == fragment.paragraph,
                content.places.isEmpty || fragment.lines.contains(content.attachments[next].line)
            { next += 1 }
            return start..<next
        }
    }

    mutating func addParagraph(_ index: Int) {
        let fragment = content.paragraphs[index]
        closeScopes(around: places[index].fragment >= 0 ? places[index].fragment : nil)
        for index in looseMarkers.removeValue(forKey: fragment.paragraph) ?? [] { addMarker(index) }
        addDestinations(of: fragment)
        addText(ofParagraph: index)
    }

    /// The fragment of a block, or of the nearest block around it that has one here.
    func fragment(of block: BlockID) -> Int? {
        var next: BlockID? = block
        while let id = next {
            if let fragment = fragmentOfBlock[id] { return fragment }
            next = content.text.blocks[id.index].parent
        }
        return nil
    }

    /// The fragment of a block itself.
    func fragment(exactly block: BlockID) -> Int? { fragmentOfBlock[block] }

    // MARK: Scopes

    /// Closes the open blocks that do not hold the fragment.
    mutating func closeScopes(around fragment: Int?) {
        while let last = open.last {
            if let fragment, last.fragment <= fragment, fragment < last.end { return }
            closeScopes(downTo: open.count - 1)
        }
    }

    mutating func closeScopes(downTo count: Int) {
        while open.count > count, let last = open.popLast() {
            for _ in 0..<last.count { list.append(.end) }
            (transform, clipBounds) = (last.outerTransform, last.outerClip)
        }
    }

    /// Opens the tags and the clip of a block, where it has any. Past a depth no viewer needs, blocks add nothing.
    mutating func openScope(_ index: Int) {
        closeScopes(around: index)
        guard open.count < RenderLimits.maximumTagDepth else { return }
        let fragment = content.blocks[index]
        var scope = scope(of: index, .clip)
        scope.count = beginTags(of: fragment.block, withMarkers: true)
        if scope.count > 0 { scope.kind = .tags }
        if let clip = clip(of: fragment) {
            begin(clip)
            scope.count += 1
        }
        if scope.count > 0 { open.append(scope) }
    }

    /// A scope of a fragment's content in which nothing is begun yet.
    func scope(of index: Int, _ kind: Scope.Kind) -> Scope {
        Scope(
            fragment: index, end: index + 1 + content.blocks[index].subtreeCount, count: 0, kind: kind,
            outerTransform: transform, outerClip: clipBounds)
    }

    /// Begins a clip: links in it cannot be clicked beyond it.
    mutating func begin(_ clip: DisplayCommand) {
        list.append(clip)
        let seen = transform.boundingBox(of: clip.clipBounds ?? .zero)
        clipBounds = clipBounds.map { $0.seen(in: seen) } ?? seen
    }

    /// Begins the tags of a block and says how many. Markers stand in their item's element, before its body.
    mutating func beginTags(of id: BlockID, withMarkers: Bool) -> Int {
        var count = 0
        let tag = tag(of: id)
        if let tag {
            if let item = definitionItem(of: id) {
                list.append(.beginTag(.listItem, element: element(.item, item)))
                count += 1
            }
            list.append(
                .beginTag(
                    tag, element: tag == .artifact ? nil : element(.block, id.index), attributes: attributes(of: id)))
            count += 1
        }
        guard case .item = content.text.blocks[id.index].kind else { return count }
        if withMarkers { for index in itemMarkers.removeValue(forKey: id) ?? [] { addMarker(index) } }
        if tag == .listItem {
            list.append(.beginTag(.listBody, element: element(.body, id.index)))
            count += 1
        }
        return count
    }

    // MARK: Markers and destinations

    private mutating func addMarker(_ index: Int) {
        let marker = content.markers[index]
        let language = marker.text.style(marker.text.paragraphs[0].strut).shaping.language
        list.append(
            .beginTag(
                tag(of: marker.item) == .listItem ? .label : .span,
                attributes: StructureAttributes(language: language, inside: documentLanguage)))
        defer { list.append(.end) }
        if let image = marker.image {
            guard marker.text.style(marker.text.paragraphs[0].strut).paint.isVisible else { return }
            let name = content.text.attachments[image.attachment.index].accessibleName
            var attributes = StructureAttributes()
            attributes.box = transform.boundingBox(of: marker.frame)
            list.append(.beginTag(.figure(alternativeText: name), attributes: attributes))
            list.append(.image(image.attachment, marker.frame))
            list.append(.end)
            return
        }
        for line in marker.layout.lines {
            addLine(line, of: marker.layout, at: marker.origin, text: marker.text)
        }
    }

    /// Names the places of the anchors in the paragraph's lines that stand here.
    private mutating func addDestinations(of fragment: ParagraphFragment) {
        let anchors = content.text.anchors
        let range = content.text.paragraphs[fragment.paragraph].range
        var index = anchors.partitionIndex { $0.offset >= range.lowerBound }
        while index < anchors.count, range.contains(anchors[index].offset) {
            let offset = anchors[index].offset - fragment.sourceShift
            let holder = fragment.lines.first { fragment.layout.lines[$0].sourceRange.contains(offset) }
            if let line = holder ?? fragment.lines.first {
                let box = fragment.layout.lines[line].frame
                let isHere = holder != nil || fragment.lines.lowerBound == 0
                if isHere {
                    list.append(
                        .destination(
                            anchors[index].name,
                            transform.applied(
                                to: Point(x: fragment.origin.x + box.x, y: fragment.origin.y + box.y))))
                }
            }
            index += 1
        }
    }
}
