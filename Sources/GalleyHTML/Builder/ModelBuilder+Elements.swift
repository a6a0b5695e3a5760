import GalleyMarkup
import GalleyText

// Elements that stand for something else than their content (HTML standard, §15.4 and §15.5).
extension ModelBuilder {
    /// What an element's content is replaced by.
    enum Replacement {
        /// Nothing replaces it: the children come.
        case content
        /// The element shows nothing.
        case nothing
        /// It was written.
        case done
    }

    /// Writes an element that has no content of its own in the text: breaks, images, form fields.
    mutating func replacement(of node: NodeID, _ style: ComputedStyle) -> Replacement {
        if tree.namespace(of: node) == .svg { return tree.name(of: node) == .svg ? svg(node, style) : .content }
        guard tree.namespace(of: node) == .html else {
            // Formulas are shown as their text; what only programs read is not.
            let name = tree.name(of: node)
            return name == .annotation || name == .annotationXml ? .nothing : .content
        }
        switch tree.name(of: node) {
        case .br:
            guard prepareForInline(isSpace: false) else { return .nothing }
            writer.lineBreak(style: frames.last?.text ?? block.strut)
            return .done
        case .wbr:
            writer.breakOpportunity(style: textStyle(styles.id(of: node), background: nil))
            return .done
        case .img: return image(node, style)
        case .video: return attach(node, style, .video, source: mediaSource(node), alternative: .title)
        case .audio:
            guard tree.hasAttribute(.controls, of: node) else { return .nothing }
            return attach(node, style, .audio, source: mediaSource(node), alternative: .title)
        case .iframe, .frame:
            return attach(node, style, .frame, source: tree.attribute(.src, of: node), alternative: .title)
        case .embed:
            return attach(node, style, .object, source: tree.attribute(.src, of: node), alternative: .title)
        case .object:
            guard let data = tree.attribute(.data, of: node), !data.isEmpty else { return .content }
            return attach(node, style, .object, source: data, alternative: nil)
        case .input: return input(node, style)
        case .textarea: return textArea(node, style)
        case .select: return field(selectedLabel(of: node), node, style)
        case .template, .script, .style, .head, .noembed, .noframes, .datalist: return .nothing
        default:
            let name = tree.string(for: tree.name(of: node))
            guard options.attachmentElements.contains(name) else { return .content }
            return attach(
                node, style, .custom(name), source: tree.attribute(.src, of: node), alternative: nil)
        }
    }

    // MARK: Attachments

    private func imageSource(_ node: NodeID) -> String? {
        if let source = tree.attribute(.src, of: node), !source.isEmpty { return source }
        // Only `srcset`: its first candidate.
        guard let list = tree.attribute(.srcset, of: node) else { return nil }
        let first = list.drop { $0.isWhitespace || $0 == "," }.prefix { !$0.isWhitespace }
        return first.isEmpty ? nil : String(first)
    }

    private func mediaSource(_ node: NodeID) -> String? {
        if let source = tree.attribute(.src, of: node) { return source }
        for child in tree.children(of: node) where tree.isHTML(child, .source) {
            if let source = tree.attribute(.src, of: child) { return source }
        }
        return nil
    }

    mutating func image(_ node: NodeID, _ style: ComputedStyle) -> Replacement {
        attach(node, style, .image, source: imageSource(node), alternative: .alt)
    }

    private mutating func svg(_ node: NodeID, _ style: ComputedStyle) -> Replacement {
        var title: String?
        for child in tree.children(of: node) where tree.name(of: child) == .title {
            title = tree.textContent(of: child).collapsingSpaces()
            break
        }
        let label = tree.attribute(.ariaLabel, of: node) ?? title ?? svgText(node)
        return attach(node, style, .svg, source: nil, text: label)
    }

    /// The words of a drawing: its `text` elements.
    private func svgText(_ node: NodeID) -> String {
        var parts: [String] = []
        var current = tree.firstChild(of: node)
        while let place = current {
            if tree.name(of: place) == .text, tree.namespace(of: place) == .svg {
                parts.append(tree.textContent(of: place).collapsingSpaces())
                current = tree.nextSkippingChildren(after: place, within: node)
            } else {
                current = tree.next(after: place, within: node)
            }
        }
        return parts.joined(separator: " ")
    }

    private mutating func attach(
        _ node: NodeID, _ style: ComputedStyle, _ kind: Attachment.Kind, source: String?, alternative: HTMLName?
    ) -> Replacement {
        let text = alternative.map { tree.attribute($0, of: node) } ?? tree.textContent(of: node).collapsingSpaces()
        return attach(node, style, kind, source: source, text: text)
    }

    private mutating func attach(
        _ node: NodeID, _ style: ComputedStyle, _ kind: Attachment.Kind, source: String?, text: String?
    ) -> Replacement {
        let box = style.box
        let source = source.flatMap { $0.isEmpty || $0.utf8.count > HTMLLimits.urlBytes ? nil : url.resolve($0) }
        var attachment = Attachment(
            kind: kind, source: source, alternativeText: text.map { $0.limited(to: HTMLLimits.alternativeTextBytes) })
        attachment.width = box.width
        attachment.height = box.height
        attachment.minimumWidth = box.minimumWidth
        attachment.minimumHeight = box.minimumHeight
        attachment.maximumWidth = box.maximumWidth
        attachment.maximumHeight = box.maximumHeight
        attachment.aspectRatio = aspectRatio(of: node)
        attachment.verticalAlignment = box.verticalAlignment
        attachment.margin = box.margin.map { $0.length ?? .zero }
        attachment.padding = box.padding
        attachment.border = style.border
        attachment.background = style.backgroundColor
        attachment.attributes = otherAttributes(of: node)
        limit(&attachment)
        let text = textStyle(styles.id(of: node), background: nil)
        if box.float != .none {
            var root = BlockStyle()
            root.float = box.float
            root.clear = box.clear
            root.isFlowRoot = true
            root.direction = style.baseDirection
            root.margin = box.margin
            attachment.margin = Edges(.zero)
            place(attachment, in: root, node, style, text)
        } else if style.isBlockLevel {
            placeAsBlock(attachment, node, style, text)
        } else {
            _ = prepareForInline(isSpace: false)
            anchor(node)
            writer.attachment(attachment, style: text)
        }
        return .done
    }

    /// A floating attachment: a flow of one paragraph that holds nothing else.
    private mutating func place(
        _ attachment: Attachment, in root: BlockStyle, _ node: NodeID, _ style: ComputedStyle, _ text: TextStyleID
    ) {
        _ = prepareForInline(isSpace: false)
        let opened = writer.openFlow(
            .float, root: writer.output.intern(root), blockKind: .box, role: .none, alignment: .baseline,
            style: frames.last?.text ?? block.strut)
        anchor(node)
        writer.attachment(attachment, style: text)
        guard opened else { return }
        blocks.append(makeContext(.flow, styles.id(of: node), id: writer.output.currentBlock))
        endParagraph()
        blocks.removeLast()
        writer.closeFlow()
    }

    /// A block-level attachment: a block of its own, whose `auto` margins become the alignment of its only line.
    private mutating func placeAsBlock(
        _ attachment: Attachment, _ node: NodeID, _ style: ComputedStyle, _ text: TextStyleID
    ) {
        prepareParent(for: .block)
        endParagraph()
        var attachment = attachment
        var wrapper = BlockStyle()
        wrapper.direction = style.baseDirection
        wrapper.clear = style.box.clear
        wrapper.margin.top = style.box.margin.top
        wrapper.margin.bottom = style.box.margin.bottom
        attachment.margin.top = .zero
        attachment.margin.bottom = .zero
        let id = writer.output.openBlock(style: wrapper)
        var paragraph = ParagraphStyle()
        paragraph.emptyParagraph = .nothing
        paragraph.baseDirection = style.baseDirection
        let margin = style.box.margin
        if margin.left == .auto { paragraph.alignment = margin.right == .auto ? .center : .right }
        let paragraphStyle = writer.output.intern(paragraph)
        var context = makeContext(.flow, styles.id(of: node), id: id)
        context.firstParagraph = paragraphStyle
        blocks.append(context)
        anchor(node)
        writer.attachment(attachment, style: text)
        closeBlock()
    }

    private func limit(_ attachment: inout Attachment) {
        guard let maximum = options.maximumImageSize else { return }
        attachment.maximumWidth = attachment.maximumWidth.limited(to: maximum.width)
        attachment.maximumHeight = attachment.maximumHeight.limited(to: maximum.height)
    }

    private func aspectRatio(of node: NodeID) -> Double? {
        guard let width = tree.attribute(.width, of: node).flatMap(HTMLNumber.integer), width > 0,
            let height = tree.attribute(.height, of: node).flatMap(HTMLNumber.integer), height > 0,
            !(tree.attribute(.width, of: node)?.contains("%") ?? false),
            !(tree.attribute(.height, of: node)?.contains("%") ?? false)
        else { return nil }
        return Double(width) / Double(height)
    }

    private func otherAttributes(of node: NodeID) -> [String: String] {
        let own: Set<HTMLName> = [.src, .alt, .width, .height, .style, .class, .id]
        var result: [String: String] = [:]
        for attribute in tree.attributes(of: node).prefix(HTMLLimits.attachmentAttributes) {
            if own.contains(attribute.name) { continue }
            result[tree.string(for: attribute.name)] = String(
                decoding: tree.attributeBytes[attribute.valueRange], as: UTF8.self
            ).limited(to: HTMLLimits.alternativeTextBytes)
        }
        return result
    }
}

extension ComputedStyle {
    /// Whether the box is a block of its own.
    var isBlockLevel: Bool {
        switch box.display {
        case .block, .listItem, .flowRoot, .flex, .grid, .table: true
        default: false
        }
    }
}

extension Optional where Wrapped == SizeValue {
    /// The smaller of a maximum and a length in px, where both are known.
    fileprivate func limited(to pixels: Double) -> SizeValue? {
        if case .length(let length)? = self, length.isAbsolute, length.px <= pixels { return self }
        return .length(.px(pixels))
    }
}

extension String {
    /// White space collapsed and cut at both ends.
    func collapsingSpaces() -> String {
        split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\u{C}" || $0 == "\r" }.joined(separator: " ")
    }

    /// The string, or as much of it as fits, whole characters only.
    fileprivate func limited(to bytes: Int) -> String {
        if utf8.count <= bytes { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: bytes)
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
