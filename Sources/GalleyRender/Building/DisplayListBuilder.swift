import GalleyFonts
import GalleyLayout
import GalleyParagraph
import GalleyText

extension DisplayList {
    /// What there is to draw of a layout or of one of its pages.
    ///
    /// Boxes come first, so that text stands above every background (CSS 2 appendix E); then the text in reading order,
    /// inside structure tags made of the blocks' roles. Opacity goes into the colours: the same picture except where
    /// translucent things overlap. Linear in the content.
    ///
    /// - Parameter attributes: looks of ranges that are not in the text: a selection, a search hit.
    public init(_ content: LayoutContent, _ attributes: RenderingAttributes = RenderingAttributes()) {
        var builder = DisplayListBuilder(content, attributes)
        builder.addBoxes()
        builder.addContent()
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
        builder.addBoxes()
        builder.addContent()
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
    /// The blocks that are open in the list, outermost first.
    private var open: [Scope] = []
    /// The fragment of each block of the text; -1 where the block has none here.
    private var fragmentOfBlock: [Int32]
    /// Indices into `content.markers`, `content.attachments` and `content.text.anchors`: what comes next.
    var nextMarker = 0
    var nextAttachment = 0
    private var nextAnchor = 0
    /// Of the run that is added; kept so that a page does not allocate for each.
    var glyphs: ContiguousArray<GlyphRun.Glyph> = []
    var clusters: ContiguousArray<GlyphRun.Cluster> = []

    /// A block fragment whose content stands inside tags or a clip.
    private struct Scope {
        var fragment: Int
        /// The first fragment after its content.
        var end: Int
        /// How many commands must be ended after it.
        var count: Int
    }

    init(_ content: LayoutContent, _ attributes: RenderingAttributes) {
        self.content = content
        self.attributes = attributes
        list = DisplayList(size: content.size, background: content.canvasBackground)
        fragmentOfBlock = []
        guard content.places.isEmpty else { return }
        fragmentOfBlock = [Int32](repeating: -1, count: content.text.blocks.count)
        for (index, fragment) in content.blocks.enumerated() {
            fragmentOfBlock[fragment.block.index] = Int32(truncatingIfNeeded: index)
        }
    }

    /// Walks blocks and paragraphs in document order.
    mutating func addContent() {
        var next = 0
        for (index, fragment) in content.blocks.enumerated() {
            let first = content.text.blocks[fragment.block.index].paragraphs.lowerBound
            while next < content.paragraphs.count,
                content.places.isEmpty
                    ? content.paragraphs[next].paragraph < first : content.places[next].position <= index
            {
                addParagraph(next)
                next += 1
            }
            openScope(index)
        }
        while next < content.paragraphs.count {
            addParagraph(next)
            next += 1
        }
        closeScopes(around: nil)
    }

    private mutating func addParagraph(_ index: Int) {
        let fragment = content.paragraphs[index]
        closeScopes(around: self.fragment(ofParagraph: index))
        addMarkers(before: fragment.paragraph)
        addDestinations(of: fragment)
        add(fragment)
    }

    /// The innermost fragment around a paragraph's.
    private func fragment(ofParagraph index: Int) -> Int? {
        if !content.places.isEmpty { return content.places[index].fragment >= 0 ? content.places[index].fragment : nil }
        var next: BlockID? = content.text.paragraphs[content.paragraphs[index].paragraph].block
        while let id = next {
            if fragmentOfBlock[id.index] >= 0 { return Int(fragmentOfBlock[id.index]) }
            next = content.text.blocks[id.index].parent
        }
        return nil
    }

    // MARK: Scopes

    /// Closes the open blocks that do not hold the fragment.
    private mutating func closeScopes(around fragment: Int?) {
        while let last = open.last {
            if let fragment, last.fragment <= fragment, fragment < last.end { return }
            for _ in 0..<last.count { list.append(.end) }
            open.removeLast()
        }
    }

    /// Opens the tags and the clip of a block, where it has any. Past a depth no viewer needs, blocks add nothing.
    private mutating func openScope(_ index: Int) {
        closeScopes(around: index)
        guard open.count < RenderLimits.maximumTagDepth else { return }
        let fragment = content.blocks[index]
        let block = content.text.blocks[fragment.block.index]
        var count = 0
        let tag = tag(of: fragment.block)
        if let tag {
            list.append(.beginTag(tag, element: element(.block, fragment.block.index)))
            count += 1
        }
        if case .item = block.kind {
            addMarkers(of: fragment.block)
            if tag == .listItem {
                list.append(.beginTag(.listBody, element: element(.body, fragment.block.index)))
                count += 1
            }
        }
        if fragment.clipsContent {
            list.append(.beginClip(fragment.frame.inset(by: fragment.border), radius: Corners(0)))
            count += 1
        }
        if count > 0 {
            open.append(Scope(fragment: index, end: index + 1 + fragment.subtreeCount, count: count))
        }
    }

    // MARK: Markers and destinations

    /// Adds the marker of an item, which stands before its first paragraph.
    private mutating func addMarkers(of item: BlockID) {
        let paragraph = content.text.blocks[item.index].paragraphs.lowerBound
        while nextMarker < content.markers.count, content.markers[nextMarker].paragraph < paragraph { addMarker() }
        while nextMarker < content.markers.count, content.markers[nextMarker].item == item { addMarker() }
    }

    /// Adds the markers that no item has taken.
    private mutating func addMarkers(before paragraph: Int) {
        while nextMarker < content.markers.count, content.markers[nextMarker].paragraph <= paragraph { addMarker() }
    }

    private mutating func addMarker() {
        let marker = content.markers[nextMarker]
        nextMarker += 1
        list.append(.beginTag(tag(of: marker.item) == .listItem ? .label : .span))
        for line in marker.layout.lines {
            addLine(line, of: marker.layout, at: marker.origin, text: marker.text)
        }
        list.append(.end)
    }

    /// Names the places of the anchors in the paragraph's lines that stand here.
    private mutating func addDestinations(of fragment: ParagraphFragment) {
        let anchors = content.text.anchors
        let range = content.text.paragraphs[fragment.paragraph].range
        while nextAnchor < anchors.count, anchors[nextAnchor].offset < range.lowerBound { nextAnchor += 1 }
        var index = nextAnchor
        while index < anchors.count, range.contains(anchors[index].offset) {
            let offset = anchors[index].offset - fragment.sourceShift
            let holder = fragment.lines.first { fragment.layout.lines[$0].sourceRange.contains(offset) }
            if let line = holder ?? fragment.lines.first {
                let box = fragment.layout.lines[line].frame
                let isHere = holder != nil || fragment.lines.lowerBound == 0
                if isHere {
                    list.append(
                        .destination(
                            anchors[index].name, Point(x: fragment.origin.x + box.x, y: fragment.origin.y + box.y)))
                }
            }
            index += 1
        }
    }
}
