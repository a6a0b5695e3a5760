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

    /// Whether a `br` is all that an empty line holds, so that browsers show it: an empty paragraph that has a line box
    /// needs none.
    private func isFiller(_ node: NodeID) -> Bool {
        guard let frame = frames.last, frame.closing != .span, frame.closing != .nothing,
            tree.parent(of: node) == frame.node,
            styles[frame.style].inheritedStorage.value.paragraph.emptyParagraph == .lineBox,
            !writer.output.hasParagraphText
        else { return false }
        return tree.nextSibling(of: node) == nil
    }

    /// What follows a break that clears begins below the floats (HTML §15.3.7): after a block of no height.
    private mutating func clearAfterBreak(_ id: StyleID) {
        openBox(id, isKept: true)
        closeBlock()
    }

    /// Writes an element that has no content of its own in the text: breaks, images, form fields.
    mutating func replacement(of node: NodeID, _ style: ComputedStyle) -> Replacement {
        switch tree.namespace(of: node) {
        case .html: break
        case .svg: return tree.name(of: node) == .svg ? drawing(node, style) : .content
        case .mathML: return tree.name(of: node) == .math ? formula(node, style) : .content
        }
        switch tree.name(of: node) {
        case .br:
            if isFiller(node) { return .nothing }
            guard prepareForInline(isSpace: false) else { return .nothing }
            anchor(node)
            writer.lineBreak(style: frames.last?.text ?? block.strut)
            if style.box.clear != .none { clearAfterBreak(styles.id(of: node)) }
            return .done
        case .wbr:
            anchor(node)
            writer.breakOpportunity(style: textStyle(styles.id(of: node), background: nil))
            return .done
        case .img: return image(node, style)
        case .video: return media(node, style, .video)
        case .audio: return tree.hasAttribute(.controls, of: node) ? media(node, style, .audio) : .nothing
        case .iframe, .frame: return embedded(node, style, .frame, source: tree.attribute(.src, of: node))
        case .embed: return object(node, style, source: tree.attribute(.src, of: node))
        case .object: return object(node, style, source: tree.attribute(.data, of: node))
        case .canvas: return embedded(node, style, .canvas, source: nil)
        case .input: return input(node, style)
        case .textarea: return textArea(node, style)
        case .select: return select(node, style)
        case .meter, .progress: return gauge(node, style)
        case .template, .script, .style, .head, .noembed, .noframes, .datalist: return .nothing
        default:
            guard !options.attachmentElements.isEmpty else { return .content }
            let name = tree.string(for: tree.name(of: node))
            guard options.attachmentElements.contains(name) else { return .content }
            return embedded(node, style, .custom(name), source: tree.attribute(.src, of: node))
        }
    }
}
