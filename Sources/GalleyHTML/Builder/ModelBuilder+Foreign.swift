import GalleyMarkup
import GalleyText

// Inline drawings and formulas. Each is an attachment that keeps its source (`Attachment.markup`), so that whoever can draw
// it may, and whose alternative text reads in its place meanwhile.
extension ModelBuilder {
    /// `svg`: named by `aria-label`, its `title` (SVG 2 §5.8) or else its words; sized by `width`, `height`, `viewBox`.
    mutating func drawing(_ node: NodeID, _ style: ComputedStyle) -> Replacement {
        var label = tree.attribute(.ariaLabel, of: node)
        for child in tree.children(of: node) where label == nil && tree.name(of: child) == .title {
            label = tree.textContent(of: child).collapsingSpaces()
        }
        var attachment = attachment(node, style, .svg, source: nil, text: label ?? words(ofDrawing: node))
        var targets = drawingTargets ?? ForeignMarkup.Targets(tree)
        let look = rootLook(ofDrawing: node, style)
        attachment.markup = ForeignMarkup.source(
            ofDrawing: node, in: tree, &targets, look: look, limit: HTMLLimits.markupBytes)
        if let size = look.fontSize { attachment.attributes["font-size"] = size }
        drawingTargets = targets
        // The attributes are presentation attributes: any style wins (SVG 2 §7.2).
        if attachment.width == .auto, let width = length(.width, of: node) { attachment.width = width }
        if attachment.height == .auto, let height = length(.height, of: node) { attachment.height = height }
        attachment.aspectRatio = style.box.aspectRatio ?? viewBoxRatio(of: node) ?? attachment.aspectRatio
        place(attachment, node, style)
        return .done
    }

    /// What the page says of a drawing's root element, which what draws it does not hear: sizes of fonts are relative to what is
    /// around it (CSS Fonts 4 §2.5), and its `fill`.
    private func rootLook(ofDrawing node: NodeID, _ style: ComputedStyle) -> ForeignMarkup.RootLook {
        var look = ForeignMarkup.RootLook()
        let parent = tree.parent(of: node).map { styles[$0].inherited } ?? InheritedStyle()
        if let attribute = tree.name(for: "font-size"), tree.attribute(attribute, of: node) != nil,
            case .length(let length)? = self.length(attribute, of: node, around: parent.shaping.fontSize),
            !length.hasPercentage
        {
            look.fontSize = CSSText.number(length.px)
        }
        let declarations = tree.attribute(.style, of: node) ?? ""
        let own = declarations.split(separator: ";").map { declaration in
            declaration.prefix { $0 != ":" }.filter { !$0.isWhitespace }.lowercased()
        }
        if own.contains("font-size") || own.contains("font") {
            let size = "font-size:\(CSSText.number(style.inherited.shaping.fontSize))px"
            if !declarations.hasSuffix(size) { look.laterStyle = size }
        }
        // An attribute goes before what is inherited, and a declaration before the attribute.
        let hasAttribute = tree.name(for: "fill").flatMap { tree.attribute($0, of: node) } != nil
        if let fill = style.inherited.fill, !own.contains("fill"), !(hasAttribute && fill == parent.fill) {
            look.earlierStyle = "fill:" + CSSText.color(fill)
        }
        return look
    }

    /// `math`: its alternative text is what its author wrote, the TeX that it was made from, or its letters.
    mutating func formula(_ node: NodeID, _ style: ComputedStyle) -> Replacement {
        guard options.formulas == .attachments else { return .content }
        let given = tree.name(for: "alttext").flatMap { tree.attribute($0, of: node) }
        var attachment = attachment(
            node, style, .math, source: nil,
            text: tree.attribute(.ariaLabel, of: node) ?? given ?? letters(ofFormula: node))
        attachment.markup = ForeignMarkup.source(of: node, in: tree, limit: HTMLLimits.markupBytes)
        place(attachment, node, style)
        return .done
    }

    /// The words of a drawing: its `text` elements.
    private func words(ofDrawing node: NodeID) -> String? {
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
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// The letters of a formula in order, without what only programs read.
    private func letters(ofFormula node: NodeID) -> String? {
        var text = ""
        var current = tree.firstChild(of: node)
        while let place = current {
            if tree.isText(place) { text += tree.text(of: place) }
            let name = tree.name(of: place)
            let isHidden = tree.isElement(place) && (name == .annotation || name == .annotationXml)
            current =
                isHidden
                ? tree.nextSkippingChildren(after: place, within: node) : tree.next(after: place, within: node)
        }
        text = text.collapsingSpaces()
        return text.isEmpty ? nil : text
    }

    /// - Parameter around: the font size that `em` and percentages of a font size refer to.
    private func length(_ name: HTMLName, of node: NodeID, around: Double? = nil) -> SizeValue? {
        guard let text = tree.attribute(name, of: node) else { return nil }
        let source = CSSSource(text)
        var reader = ValueReader(source, source.trimmed(0..<source.count))
        // A number alone is px (SVG 2 §4.2).
        if let number = reader.number(from: 0) { return reader.atEnd ? .length(.px(Length.clamped(number))) : nil }
        guard case .length(let length)? = reader.length([.nonNegative, .percent]), reader.atEnd else { return nil }
        let fontSize = around ?? styles[node].inherited.shaping.fontSize
        let rootSize = styles[tree.root].inherited.shaping.fontSize
        return .length(
            length.resolving(percentage: around) { $0 == .em ? fontSize : $0 == .rem ? rootSize : nil }.clamped)
    }

    /// The ratio of `viewBox="x y width height"`.
    private func viewBoxRatio(of node: NodeID) -> Double? {
        guard let text = tree.attribute(.viewbox, of: node) else { return nil }
        let numbers = text.split { $0 == "," || $0.isWhitespace }.map { Double($0) ?? .nan }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0, numbers[2].isFinite, numbers[3].isFinite else {
            return nil
        }
        return numbers[2] / numbers[3]
    }
}
