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
        case "checkbox": return toggle(isChecked ? "☑" : "☐", node, style)
        case "radio": return toggle(isChecked ? "◉" : "○", node, style)
        case "submit": return field(value ?? "Submit", node, style)
        case "reset": return field(value ?? "Reset", node, style)
        case "button": return field(value ?? "", node, style)
        case "file": return field("Choose File", node, style)
        case "color": return field(value ?? "#000000", node, style)
        case "range": return field(value ?? Self.text(rangeDefault(of: node)), node, style)
        case "password":
            let dots = String(repeating: "•", count: min(value?.count ?? 0, HTMLLimits.fieldColumns))
            return field(dots, node, style, columns: columns(.size, of: node))
        default: return field(value ?? "", node, style, columns: columns(.size, of: node))
        }
    }

    /// Writes the sign of a field that is on or off: as large as browsers draw it, with its margins, in the text so that it
    /// is read where it stands, and so low that no line is higher for it.
    /// One that is a block, a float or positioned by its style is a box of its own.
    private mutating func toggle(_ sign: String, _ node: NodeID, _ style: ComputedStyle) -> Replacement {
        let isApart = style.flowKind?.isOutOfFlow ?? style.isBlockLevel
        let plain = textStyle(styles.id(of: node), background: isApart ? nil : style.backgroundColor)
        var text = writer.output.style(plain)
        let size = toggleSize(style)
        text.shaping.fontSize = size * Self.signScale
        text.lineHeight = .length(.px(size))
        guard openFieldPlace(style) else { return .nothing }
        anchor(node)
        if isApart, openField(node, style, columns: nil, rows: nil) {
            writer.generated(sign, style: writer.output.intern(text))
            closeBlock()
            return .done
        }
        text.paint.opacity *= style.boxOpacity
        let edges = style.hasInlineEdges
        if edges { writer.openSpan(InlineWriter.Span(box: inlineBoxStyle(styles.id(of: node)))) }
        writer.generated(sign, style: writer.output.intern(text))
        if edges { writer.closeSpan() }
        return .done
    }

    /// As large as its style says, else as Chromium's.
    private func toggleSize(_ style: ComputedStyle) -> Double {
        let (width, height) = (style.box.width.length, style.box.height.length)
        guard let width, let height, width.isAbsolute, height.isAbsolute else { return Self.toggleSize }
        let size = Swift.min(width.px, height.px)
        return size > 0 ? size : Self.toggleSize
    }

    /// The width and height of Chromium's, px, and how large a font is whose signs are about that large.
    private static let toggleSize = 13.0
    private static let signScale = 1.15

    /// The middle of a slider (HTML §4.10.5.1.13).
    private func rangeDefault(of node: NodeID) -> Double {
        let minimum = number(HTMLName.min, of: node) ?? 0
        let maximum = number(HTMLName.max, of: node) ?? 100
        // Halved before they are added: the sum of two finite numbers may be infinite.
        return maximum < minimum ? minimum : minimum / 2 + maximum / 2
    }

    /// A `textarea`, `cols` wide and `rows` high.
    mutating func textArea(_ node: NodeID, _ style: ComputedStyle) -> Replacement {
        let rows = tree.attribute(.rows, of: node).flatMap(HTMLNumber.integer) ?? 0
        return field(
            tree.textContent(of: node), node, style, columns: columns(.cols, of: node),
            rows: rows > 0 ? min(rows, HTMLLimits.fieldColumns) : 2)
    }

    /// A drop-down shows the label of its choice, a list box those of all (HTML §15.5.17).
    mutating func select(_ node: NodeID, _ style: ComputedStyle) -> Replacement {
        let size = tree.attribute(.size, of: node).flatMap(HTMLNumber.integer) ?? 0
        guard tree.hasAttribute(.multiple, of: node) || size > 1 else {
            return field(selectedLabel(of: node), node, style)
        }
        var lines: [String] = []
        for child in tree.descendants(of: node) {
            if tree.isHTML(child, .option) {
                lines.append(label(ofOption: child))
            } else if tree.isHTML(child, .optgroup), let label = tree.attribute(.label, of: child) {
                lines.append(label.collapsingSpaces())
            }
        }
        return field(lines.joined(separator: "\n"), node, style)
    }

    /// `meter` and `progress`: how full they are, in words (HTML §4.10.13, §4.10.14); nothing while that is unknown.
    mutating func gauge(_ node: NodeID, _ style: ComputedStyle) -> Replacement {
        guard let value = number(.value, of: node) else {
            return field(tree.isHTML(node, .meter) ? "0 %" : "…", node, style)
        }
        let minimum = tree.isHTML(node, .meter) ? number(HTMLName.min, of: node) ?? 0 : 0
        let maximum = number(HTMLName.max, of: node) ?? 1
        guard maximum > minimum else { return field("0 %", node, style) }
        let shown = Swift.min(Swift.max(value, minimum), maximum)
        // The difference of two finite numbers may be infinite; that of their halves is not.
        let range = maximum - minimum
        let share = range.isFinite ? (shown - minimum) / range : (shown / 2 - minimum / 2) / (maximum / 2 - minimum / 2)
        return field("\(Int((share * 100).rounded())) %", node, style)
    }

    private func number(_ name: HTMLName, of node: NodeID) -> Double? {
        tree.attribute(name, of: node).flatMap { Double($0.collapsingSpaces()) }.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }

    private func columns(_ name: HTMLName, of node: NodeID) -> Int {
        let count = tree.attribute(name, of: node).flatMap(HTMLNumber.integer) ?? 0
        return count > 0 ? min(count, HTMLLimits.fieldColumns) : 20
    }

    /// Writes a field: a box of its own, a block where the style says so and else in the line, or plain generated text where
    /// nothing of a box would be seen.
    mutating func field(
        _ value: String, _ node: NodeID, _ style: ComputedStyle, columns: Int? = nil, rows: Int? = nil
    ) -> Replacement {
        guard openFieldPlace(style) else { return .nothing }
        var shown = value
        var inner = textStyle(styles.id(of: node), background: nil)
        if value.isEmpty, columns != nil, let hint = tree.attribute(.placeholder, of: node) {
            shown = hint
            var pale = writer.output.style(inner)
            pale.paint.color = Self.placeholderColor
            inner = writer.output.intern(pale)
        }
        let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\u{2028}")
        anchor(node)
        let hasBox =
            style.box.display != .inlineBlock && style.box.display != .inline || style.border.hasVisibleEdge
            || columns != nil || style.backgroundColor != nil || style.box.hasBackgroundImage
            || style.flowKind?.isOutOfFlow ?? false
        guard hasBox, openField(node, style, columns: columns, rows: rows) else {
            writer.generated(lines, style: inner)
            return .done
        }
        writer.generated(lines, style: inner)
        closeBlock()
        return .done
    }

    private func isBlockField(_ style: ComputedStyle) -> Bool { style.flowKind == nil && style.isBlockLevel }

    /// Ends what stands before a block, or begins what is in the line; false where nothing may be.
    private mutating func openFieldPlace(_ style: ComputedStyle) -> Bool {
        guard isBlockField(style) else { return prepareForInline(isSpace: false) }
        prepareParent(for: .block)
        endParagraph()
        return true
    }

    /// Opens the box of a field; false when flows are nested too deeply.
    private mutating func openField(
        _ node: NodeID, _ style: ComputedStyle, columns: Int?, rows: Int?
    ) -> Bool {
        let isBlock = isBlockField(style)
        var root = nativeLook(node, style, resolved(style.blockStyle))
        root.isFlowRoot = true
        if root.width == .auto {
            // As wide as it is by itself: it fills nothing (HTML §15.5).
            root.width = columns.map { .length(Length(Double($0), .ch)) } ?? (isBlock ? .fitContent : .auto)
        }
        if let rows, root.height == .auto { root.height = .length(Length(Double(rows), .lh)) }
        let rootStyle = writer.output.intern(root)
        if isBlock {
            writer.output.openBlock(.box, style: rootStyle)
        } else {
            let opened = writer.openFlow(
                style.flowKind ?? .inlineBlock, root: rootStyle, blockKind: .box, role: .none,
                alignment: style.box.verticalAlignment, style: frames.last?.text ?? block.strut)
            guard opened else { return false }
        }
        var context = makeContext(.flow, styles.id(of: node), id: writer.output.currentBlock)
        // An empty field is as high as a line.
        var paragraph = style.paragraphStyle
        paragraph.emptyParagraph = .lineBox
        context.firstParagraph = writer.output.intern(paragraph)
        context.isKeptEmpty = true
        context.isFlowRoot = !isBlock
        blocks.append(context)
        return true
    }

    /// The label of the option that a closed drop-down shows: the last selected one, or the first.
    private func selectedLabel(of node: NodeID) -> String {
        var first: NodeID?
        var selected: NodeID?
        for option in tree.descendants(of: node) where tree.isHTML(option, .option) {
            first = first ?? option
            if tree.hasAttribute(.selected, of: option) { selected = option }
        }
        return (selected ?? first).map { label(ofOption: $0) } ?? ""
    }

    private func label(ofOption node: NodeID) -> String {
        (tree.attribute(.label, of: node) ?? tree.textContent(of: node)).collapsingSpaces()
    }

    /// Chromium's `::placeholder`.
    private static var placeholderColor: Color { Color(rgb: 0x757575) }
}
