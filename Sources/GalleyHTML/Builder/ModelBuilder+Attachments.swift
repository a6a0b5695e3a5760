import GalleyMarkup
import GalleyText

// Attachments: how they stand in the text and what they keep of their elements.
extension ModelBuilder {
    /// Video and audio: their own source, else the first of their `source`s (HTML §4.8.11.5).
    mutating func media(_ node: NodeID, _ style: ComputedStyle, _ kind: Attachment.Kind) -> Replacement {
        var source = tree.attribute(.src, of: node)
        if source == nil {
            for child in tree.children(of: node) where tree.isHTML(child, .source) {
                source = tree.attribute(.src, of: child)
                if source != nil { break }
            }
        }
        return embedded(node, style, kind, source: source)
    }

    /// An element whose content is there for those who cannot show it: its name, title or else that content is the
    /// alternative text.
    mutating func embedded(
        _ node: NodeID, _ style: ComputedStyle, _ kind: Attachment.Kind, source: String?
    ) -> Replacement {
        let text =
            tree.attribute(.ariaLabel, of: node) ?? tree.attribute(.title, of: node)
            ?? (tree.isHTML(node, .embed) ? tree.attribute(.alt, of: node) : fallbackText(of: node))
        place(attachment(node, style, kind, source: source, text: text), node, style)
        return .done
    }

    /// The words inside an element, or else those that stand for a picture in it; nil for none.
    func fallbackText(of node: NodeID) -> String? {
        let text = tree.textContent(of: node).collapsingSpaces()
        guard text.isEmpty else { return text }
        for inside in tree.descendants(of: node) where tree.isHTML(inside, .img) {
            if let text = tree.attribute(.alt, of: inside), !text.isEmpty { return text }
        }
        return nil
    }

    /// The attachment that an element becomes.
    func attachment(
        _ node: NodeID, _ style: ComputedStyle, _ kind: Attachment.Kind, source: String?, text: String?
    ) -> Attachment {
        let box = style.box
        let source = source.flatMap { $0.isEmpty ? nil : resolved($0) }
        var attachment = Attachment(
            kind: kind, source: source, alternativeText: text.map { $0.limited(to: HTMLLimits.alternativeTextBytes) })
        attachment.aspectRatio = style.box.aspectRatio
        attachment.prefersNaturalRatio = style.box.prefersNaturalRatio
        if attachment.aspectRatio == nil { takeRatio(of: node, &attachment) }
        attachment.verticalAlignment = box.verticalAlignment
        attachment.margin = box.margin.map { $0.length ?? .zero }
        attachment.padding = box.padding
        attachment.border = style.border
        attachment.borderRadius = box.borderRadius
        attachment.verticalRadius = style.verticalRadius
        attachment.borderImage = resolved(style.borderImage)
        // An attachment's sizes are those of its content (CSS Sizing 3 §3.3); what the edges take of the box is at least 0.
        let isBorderBox = box.boxSizing == .borderBox
        let (across, down) = isBorderBox ? (-attachment.horizontalEdges, -attachment.verticalEdges) : (.zero, .zero)
        attachment.width = box.width.adding(across)
        attachment.height = box.height.adding(down)
        attachment.minimumWidth = box.minimumWidth.adding(across)
        attachment.minimumHeight = box.minimumHeight.adding(down)
        attachment.maximumWidth = box.maximumWidth?.adding(across)
        attachment.maximumHeight = box.maximumHeight?.adding(down)
        attachment.background = style.backgroundColor
        attachment.shadows = box.shadows
        attachment.outline = style.outline
        attachment.fit = box.objectFit
        attachment.position = box.objectPosition
        attachment.transform = style.transform
        attachment.clipPath = box.clipPath
        attachment.attributes = otherAttributes(of: node)
        return attachment
    }

    /// Writes an attachment where its style puts it: in the line, as a block of its own or as a float.
    mutating func place(_ attachment: Attachment, _ node: NodeID, _ style: ComputedStyle) {
        let box = style.box
        var attachment = attachment
        fit(&attachment)
        let text = textStyle(styles.id(of: node), background: nil)
        if box.float != .none || box.position.isOutOfFlow {
            var root = BlockStyle()
            root.float = box.float
            root.clear = box.clear
            root.opacity = style.boxOpacity
            root.setPosition(box)
            root.isFlowRoot = true
            root.direction = style.baseDirection
            root.margin = box.margin
            attachment.margin = Edges(.zero)
            root.takePercentages(of: &attachment)
            place(attachment, in: root, node, style, text)
        } else if style.isBlockLevel {
            placeAsBlock(attachment, node, style, text)
        } else {
            _ = prepareForInline(isSpace: false)
            anchor(node)
            writer.attachment(attachment, style: faded(text, by: style.boxOpacity))
        }
    }

    /// Writes an attachment as a block, in place of an element.
    mutating func place(_ attachment: Attachment, asBlock node: NodeID, _ style: ComputedStyle) {
        placeAsBlock(attachment, node, style, textStyle(styles.id(of: node), background: nil))
    }

    /// A floating attachment: a flow of one paragraph that holds nothing else.
    private mutating func place(
        _ attachment: Attachment, in root: BlockStyle, _ node: NodeID, _ style: ComputedStyle, _ text: TextStyleID
    ) {
        _ = prepareForInline(isSpace: false)
        let opened = writer.openFlow(
            root.position.isOutOfFlow ? .positioned : .float, root: writer.output.intern(root), blockKind: .box,
            role: .none, alignment: .baseline,
            style: frames.last?.text ?? block.strut)
        anchor(node)
        guard opened else { return writer.attachment(attachment, style: text) }
        var attachment = attachment
        attachment.verticalAlignment = .top
        writer.attachment(attachment, style: text)
        var paragraph = ParagraphStyle()
        paragraph.baseDirection = style.baseDirection
        blocks.append(context(around: node, paragraph, id: writer.output.currentBlock))
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
        wrapper.opacity = style.boxOpacity
        wrapper.setPosition(style.box)
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
        attachment.verticalAlignment = .top
        blocks.append(context(around: node, paragraph, id: id))
        anchor(node)
        writer.attachment(attachment, style: text)
        closeBlock()
    }

    /// The context of a block that holds an attachment alone, aligned to its line's top: it is as high as the attachment, as
    /// if there were no line around it (CSS 2 §9.2.1).
    private mutating func context(around node: NodeID, _ paragraph: ParagraphStyle, id: BlockID) -> BlockContext {
        var context = makeContext(.flow, styles.id(of: node), id: id)
        context.firstParagraph = writer.output.intern(paragraph)
        var strut = writer.output.style(context.strut)
        strut.lineHeight = .length(.zero)
        context.strut = writer.output.intern(strut)
        return context
    }

    /// The ratio of the `width` and `height` of an element, until the picture has one (HTML §15.4.3).
    func takeRatio(of node: NodeID, _ attachment: inout Attachment) {
        guard let ratio = aspectRatio(of: node) else { return }
        attachment.aspectRatio = ratio
        attachment.prefersNaturalRatio = true
    }

    private func aspectRatio(of node: NodeID) -> Double? {
        func pixels(_ name: HTMLName) -> Double? {
            guard let length = tree.attribute(name, of: node).flatMap({ LegacyValues.dimension($0) }),
                length.isAbsolute, length.px > 0
            else { return nil }
            return length.px
        }
        guard let width = pixels(.width), let height = pixels(.height) else { return nil }
        return width / height
    }

    /// The attributes that have no field of their own, without those that run code.
    private func otherAttributes(of node: NodeID) -> [String: String] {
        var own: Set<HTMLName> = [.src, .alt, .width, .height, .style, .class, .id]
        if tree.isHTML(node, .object) { own.insert(.data) }
        var result: [String: String] = [:]
        for attribute in tree.attributes(of: node).prefix(HTMLLimits.attachmentAttributes) {
            if own.contains(attribute.name) { continue }
            let name = tree.string(for: attribute.name)
            // Namespaces belong to the source of a drawing, which says them always.
            if name.hasPrefix("xmlns"), tree.namespace(of: node) != .html { continue }
            let value = String(decoding: tree.attributeBytes[attribute.valueRange], as: UTF8.self)
            if ActiveContent.isActive(attribute: name, value) { continue }
            result[name] = value.limited(to: HTMLLimits.alternativeTextBytes)
        }
        return result
    }
}

extension Attachment {
    /// Padding and border on both sides.
    fileprivate var horizontalEdges: Length {
        padding.left + padding.right + Length(px: border.left.width + border.right.width)
    }

    fileprivate var verticalEdges: Length {
        padding.top + padding.bottom + Length(px: border.top.width + border.bottom.width)
    }
}

extension SizeValue {
    /// A length made longer; anything else stays.
    fileprivate func adding(_ other: Length) -> SizeValue {
        guard let length, other != .zero else { return self }
        return .length(length + other)
    }
}

extension BlockStyle {
    /// Percentages of a floating attachment's width refer to what is around its flow, not to the flow, which is as wide as
    /// the attachment (CSS 2 §10.2): the flow has them, and the attachment fills it.
    fileprivate mutating func takePercentages(of attachment: inout Attachment) {
        let widths = [attachment.width, attachment.minimumWidth, attachment.maximumWidth ?? .auto]
        guard widths.contains(where: { $0.length?.hasPercentage == true }) else { return }
        let edges = attachment.horizontalEdges
        let filling = SizeValue.length(.percent(100) + -edges)
        width = attachment.width.adding(edges)
        minimumWidth = attachment.minimumWidth.adding(edges)
        maximumWidth = attachment.maximumWidth?.adding(edges)
        if attachment.width.length != nil { attachment.width = filling }
        if attachment.minimumWidth.length?.hasPercentage == true { attachment.minimumWidth = filling }
        if attachment.maximumWidth?.length?.hasPercentage == true { attachment.maximumWidth = filling }
    }

    /// Takes over where a box is moved to.
    fileprivate mutating func setPosition(_ box: BoxStyle) {
        guard box.position != .static else { return }
        position = box.position
        inset = box.offset
        zIndex = box.zIndex
        isInlineBeforePositioning = box.isInlineBeforePositioning
    }
}

extension String {
    /// White space collapsed and cut at both ends.
    func collapsingSpaces() -> String {
        split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\u{C}" || $0 == "\r" }.joined(separator: " ")
    }

    /// The string, or as much of it as fits, whole characters only.
    func limited(to bytes: Int) -> String {
        if utf8.count <= bytes { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: bytes)
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
