import GalleyMarkup
import GalleyText

// `fieldset` and `legend` (HTML standard §15.3.13): the rendered legend comes first, and stands in the border.
extension ModelBuilder {
    /// Notes a `fieldset` that was opened as a block, if it has a legend.
    mutating func openFieldset(_ node: NodeID, _ style: ComputedStyle) {
        guard tree.isHTML(node, .fieldset), frames.last?.node == node, block.frameDepth == frames.count else { return }
        // "Expected to establish a new block formatting context."
        let id = block.id
        var root = writer.output.style(writer.output.style(of: id))
        if !root.isFlowRoot {
            root.isFlowRoot = true
            let interned = writer.output.intern(root)
            writer.output.updateBlock(id) { $0.style = interned }
        }
        guard let legend = tree.children(of: node).first(where: { isRenderedLegend($0) }) else { return }
        leaders.append(LeadingChild(node: node, child: legend, showsRest: true))
    }

    /// "The first child element that is a legend, and neither floating nor out of the flow", of those that are blocks.
    private func isRenderedLegend(_ node: NodeID) -> Bool {
        guard tree.isHTML(node, .legend) else { return false }
        let box = styles[node].box
        switch box.display {
        case .block, .flowRoot, .flex, .grid, .listItem: return box.float == .none && !box.position.isOutOfFlow
        default: return false
        }
    }

    /// Whether an element is the rendered legend of the fieldset around it.
    func isLegend(_ node: NodeID) -> Bool {
        guard let leader = leaders.last, leader.child == node else { return false }
        return tree.isHTML(node, .legend) && block.id == leaderBlock
    }

    /// The block of the fieldset whose children are being written.
    private var leaderBlock: BlockID? {
        guard let frame = frames.last, frame.node == leaders.last?.node, block.frameDepth == frames.count else {
            return nil
        }
        return block.id
    }

    /// The style of a legend's block: as narrow as its content unless it says otherwise, and where `align` puts it; that is
    /// `justify-self` in the standard's style sheet.
    func legendStyle(_ style: BlockStyle, of node: NodeID) -> BlockStyle {
        var style = style
        style.isFlowRoot = true
        if style.width == .auto { style.width = .fitContent }
        switch tree.attribute(.align, of: node)?.lowercased() {
        case "left": style.margin.right = .auto
        case "right": style.margin.left = .auto
        case "center": (style.margin.left, style.margin.right) = (.auto, .auto)
        default: break
        }
        return style
    }
}
