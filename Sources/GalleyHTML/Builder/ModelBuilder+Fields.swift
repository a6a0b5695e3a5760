import GalleyMarkup
import GalleyText

// Form fields (HTML standard, §15.5): boxes whose value is generated text, since no text of the document shows it.
extension ModelBuilder {
    /// An `input` by its type.
    mutating func input(_ node: NodeID, _ style: ComputedStyle) -> Replacement {
        let value = tree.attribute(.value, of: node)
        let isChecked = tree.hasAttribute(.checked, of: node)
        switch tree.attribute(.type, of: node)?.lowercased() ?? "text" {
        case "hidden": return .nothing
        case "image": return image(node, style)
        case "checkbox": return field(isChecked ? "☑" : "☐", node, style)
        case "radio": return field(isChecked ? "◉" : "○", node, style)
        case "submit": return field(value ?? "Submit", node, style)
        case "reset": return field(value ?? "Reset", node, style)
        case "button": return field(value ?? "", node, style)
        case "password":
            let dots = String(repeating: "•", count: min(value?.count ?? 0, HTMLLimits.fieldColumns))
            return field(dots, node, style, columns: columns(.size, of: node))
        case "range", "color", "file": return .nothing
        default:
            let shown = value ?? tree.attribute(.placeholder, of: node) ?? ""
            return field(shown, node, style, columns: columns(.size, of: node))
        }
    }

    /// A `textarea`, `cols` wide and `rows` high.
    mutating func textArea(_ node: NodeID, _ style: ComputedStyle) -> Replacement {
        let rows = tree.attribute(.rows, of: node).flatMap(HTMLNumber.integer) ?? 0
        return field(
            tree.textContent(of: node), node, style, columns: columns(.cols, of: node),
            rows: rows > 0 ? min(rows, HTMLLimits.fieldColumns) : 2)
    }

    private func columns(_ name: HTMLName, of node: NodeID) -> Int {
        let count = tree.attribute(name, of: node).flatMap(HTMLNumber.integer) ?? 0
        return count > 0 ? min(count, HTMLLimits.fieldColumns) : 20
    }

    /// Writes a field: an inline block of its own, or plain generated text where the style has no such box.
    mutating func field(
        _ value: String, _ node: NodeID, _ style: ComputedStyle, columns: Int? = nil, rows: Int? = nil
    ) -> Replacement {
        guard prepareForInline(isSpace: false) else { return .nothing }
        let lines = value.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\u{2028}")
        let inner = textStyle(styles.id(of: node), background: nil)
        anchor(node)
        guard style.box.display == .inlineBlock, style.border.hasVisibleEdge || columns != nil,
            openField(node, style, columns: columns, rows: rows)
        else {
            writer.generated(lines, style: inner)
            return .done
        }
        writer.generated(lines, style: inner)
        let context = blocks.removeLast()
        if !writer.endParagraphIfNeeded(style: context.firstParagraph, strut: context.strut) {
            writer.emptyParagraph(style: context.firstParagraph, strut: context.strut)
        }
        writer.closeFlow()
        return .done
    }

    /// Opens the box of a field; false when flows are nested too deeply.
    private mutating func openField(_ node: NodeID, _ style: ComputedStyle, columns: Int?, rows: Int?) -> Bool {
        var root = style.blockStyle
        root.isFlowRoot = true
        if let columns, root.width == .auto { root.width = .length(Length(Double(columns), .ch)) }
        if let rows, root.height == .auto { root.height = .length(Length(Double(rows), .lh)) }
        let opened = writer.openFlow(
            .inlineBlock, root: writer.output.intern(root), blockKind: .box, role: .none,
            alignment: style.box.verticalAlignment,
            style: frames.last?.text ?? block.strut)
        guard opened else { return false }
        var context = makeContext(.flow, styles.id(of: node), id: writer.output.currentBlock)
        // An empty field is as high as a line.
        var paragraph = style.paragraphStyle
        paragraph.emptyParagraph = .lineBox
        context.firstParagraph = writer.output.intern(paragraph)
        blocks.append(context)
        return true
    }

    /// The label of the option that a closed drop-down shows: the last selected one, or the first.
    func selectedLabel(of node: NodeID) -> String {
        var first: NodeID?
        var selected: NodeID?
        for option in tree.descendants(of: node) where tree.isHTML(option, .option) {
            first = first ?? option
            if tree.hasAttribute(.selected, of: option) { selected = option }
        }
        guard let shown = selected ?? first else { return "" }
        return (tree.attribute(.label, of: shown) ?? tree.textContent(of: shown)).collapsingSpaces()
    }
}
