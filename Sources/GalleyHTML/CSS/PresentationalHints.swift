import GalleyMarkup
import GalleyText

/// Attributes that say how an element looks: declarations of no specificity, before every author rule
/// (HTML §15.2 "presentational hints").
struct PresentationalHints {
    let tree: HTMLTree
    /// Known attribute names that may be hints, by number.
    private let isHint: [Bool]
    private let bodyLinkColor: Color?

    init(tree: HTMLTree) {
        self.tree = tree
        let names: [HTMLName] = [
            .align, .valign, .bgcolor, .background, .color, .face, .size, .width, .height, .border, .cellpadding,
            .cellspacing, .type, .nowrap, .noshade, .bordercolor, .clear, .hspace, .vspace, .marginwidth,
            .marginheight, .leftmargin, .topmargin, .rules, .frame, .lang, .xmlLang, .text, .compact, .wrap,
        ]
        var table = [Bool](repeating: false, count: (names.map { Int($0.rawValue) }.max() ?? 0) + 1)
        for name in names { table[Int(name.rawValue)] = true }
        isHint = table
        bodyLinkColor = tree.attribute(.link, of: tree.body).flatMap { LegacyValues.color($0) }
    }

    // MARK: - Keys

    /// Whether an element without attributes may have hints: parts of tables take theirs from the table, `bdi` finds its
    /// direction.
    func mayApply(toBare name: HTMLName) -> Bool {
        name == .td || name == .th || name == .bdi || PresentationalHints.isTableGroup(name)
    }

    /// What the hints of an element depend on, as bytes; nil when it has none.
    func key(of node: NodeID) -> [UInt8]? {
        guard tree.namespace(of: node) == .html else { return nil }
        let name = tree.name(of: node)
        var key: [UInt8] = []
        for attribute in tree.attributes(of: node) {
            let number = Int(attribute.name.rawValue)
            guard number < isHint.count, isHint[number] else { continue }
            add(attribute, &key)
        }
        // Cells take their padding and border from the table's attributes, groups their border.
        let taken: [HTMLName] =
            name == .td || name == .th
            ? [.cellpadding, .border, .rules, .bordercolor] : PresentationalHints.isTableGroup(name) ? [.rules] : []
        if !taken.isEmpty, let table = enclosingTable(node) {
            let inner = key.count
            for attribute in tree.attributes(of: table) where taken.contains(attribute.name) {
                add(attribute, &key)
            }
            if key.count > inner { key.append(contentsOf: [0xFF, UInt8(truncatingIfNeeded: inner)]) }
        }
        if name == .a, bodyLinkColor != nil, tree.hasAttribute(.href, of: node) { key.append(0xFE) }
        if needsDirection(node) {
            key.append(0xFD)
            key.append(AutomaticDirection.isRightToLeft(node, in: tree) ? 1 : 0)
        }
        if key.isEmpty { return nil }
        withUnsafeBytes(of: name.rawValue) { key.append(contentsOf: $0) }
        return key
    }

    private func add(_ attribute: HTMLAttribute, _ key: inout [UInt8]) {
        withUnsafeBytes(of: attribute.name.rawValue) { key.append(contentsOf: $0) }
        let range = attribute.valueRange
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: range.count)) { key.append(contentsOf: $0) }
        key.append(contentsOf: tree.attributeBytes[range])
    }

    /// `dir=auto`, and `bdi` without a direction (HTML §3.2.6.4).
    private func needsDirection(_ node: NodeID) -> Bool {
        guard let range = tree.attributeRange(.dir, of: node) else { return tree.isHTML(node, .bdi) }
        return range.count == 4 && (keyword(.dir, node) == "auto")
    }

    /// The table of a part of one: at most row, group and table above it.
    func enclosingTable(_ node: NodeID) -> NodeID? {
        var current = tree.parentElement(of: node)
        for _ in 0..<4 {
            guard let element = current else { return nil }
            if tree.isHTML(element, .table) { return element }
            current = tree.parentElement(of: element)
        }
        return nil
    }

    // MARK: - Declarations

    /// The declarations of an element that has a ``key(of:)``.
    func block(of node: NodeID) -> DeclarationBlock {
        var block = HintWriter()
        let name = tree.name(of: node)
        if let language = value(.lang, node) ?? value(.xmlLang, node) {
            block.set("-webkit-locale", .string(language))
        }
        if needsDirection(node) {
            block.set("direction", .keyword(AutomaticDirection.isRightToLeft(node, in: tree) ? "rtl" : "ltr"))
        }
        switch name {
        case .body: body(node, &block)
        case .font, .basefont: font(node, &block)
        case .a: if let bodyLinkColor { block.set("color", .color(.color(bodyLinkColor))) }
        case .table: table(node, &block)
        case .thead, .tbody, .tfoot, .tr, .td, .th, .col, .colgroup: tablePart(node, name, &block)
        case .caption:
            switch keyword(.align, node) {
            case "bottom": block.set("caption-side", .keyword("bottom"))
            case "left", "right", "center": align(node, &block)
            default: break
            }
        case .hr: rule(node, &block)
        case .br:
            switch keyword(.clear, node) {
            case "left", "right", "both": block.set("clear", .keyword(keyword(.clear, node) ?? ""))
            case "all": block.set("clear", .keyword("both"))
            default: break
            }
        case .ul, .ol, .li, .menu, .dir: listType(node, name, &block)
        case .div, .p: align(node, &block)
        case .img, .image, .iframe, .object, .embed, .applet, .video, .canvas, .input: replaced(node, name, &block)
        case .pre: if tree.hasAttribute(.wrap, of: node) { block.set("text-wrap-mode", .keyword("wrap")) }
        case .marquee:
            color(.bgcolor, "background-color", node, &block)
        default: break
        }
        if !PresentationalHints.ownAlignment.contains(name) {
            // Headings and all others align their lines only, as in Chromium.
            switch keyword(.align, node) {
            case "center", "middle": block.set("text-align", .keyword("center"))
            case "left", "right", "justify": block.set("text-align", .keyword(keyword(.align, node) ?? ""))
            default: break
            }
        }
        return block.block
    }

    /// Elements whose `align` says something of its own.
    private static let ownAlignment: Set<HTMLName> = [
        .div, .p, .table, .thead, .tbody, .tfoot, .tr, .td, .th, .col, .colgroup, .caption, .hr, .legend, .img, .image,
        .iframe, .object, .embed, .applet, .video, .canvas, .input,
    ]

    func value(_ name: HTMLName, _ node: NodeID) -> String? { tree.attribute(name, of: node) }

    func keyword(_ name: HTMLName, _ node: NodeID) -> String? {
        value(name, node)?.trimmingCSSWhitespace().lowercased()
    }

    func color(_ name: HTMLName, _ property: String, _ node: NodeID, _ block: inout HintWriter) {
        if let text = value(name, node), let color = LegacyValues.color(text) {
            block.set(property, .color(.color(color)))
        }
    }

    func dimension(
        _ name: HTMLName, _ property: String, _ node: NodeID, _ block: inout HintWriter, positive: Bool = false
    ) {
        guard let text = value(name, node), let length = LegacyValues.dimension(text), !positive || !length.isZero
        else {
            return
        }
        block.set(property, .length(length))
    }

    func background(_ node: NodeID, _ block: inout HintWriter) {
        color(.bgcolor, "background-color", node, &block)
        if let url = value(.background, node)?.trimmingCSSWhitespace(), !url.isEmpty {
            block.set("background-image", .url(url))
        }
    }

    private func body(_ node: NodeID, _ block: inout HintWriter) {
        background(node, &block)
        color(.text, "color", node, &block)
        for (name, properties) in [
            (HTMLName.marginheight, ["margin-top", "margin-bottom"]), (.topmargin, ["margin-top", "margin-bottom"]),
            (.marginwidth, ["margin-left", "margin-right"]), (.leftmargin, ["margin-left", "margin-right"]),
        ] {
            guard let text = value(name, node), let pixels = LegacyValues.nonNegativeInteger(text) else { continue }
            for property in properties { block.set(property, .length(.px(pixels))) }
        }
    }

    private func font(_ node: NodeID, _ block: inout HintWriter) {
        color(.color, "color", node, &block)
        if let face = value(.face, node) { block.parse("font-family", face) }
        if let size = value(.size, node), let word = LegacyValues.fontSize(size) {
            block.set("font-size", .keyword(word))
        }
    }

    /// `align` where it aligns descendants too (§15.3.3).
    func align(_ node: NodeID, _ block: inout HintWriter) {
        switch keyword(.align, node) {
        case "center", "middle": block.set("text-align", .keyword("-webkit-center"))
        case "left": block.set("text-align", .keyword("-webkit-left"))
        case "right": block.set("text-align", .keyword("-webkit-right"))
        case "justify": block.set("text-align", .keyword("justify"))
        default: break
        }
    }

    private func rule(_ node: NodeID, _ block: inout HintWriter) {
        dimension(.width, "width", node, &block)
        switch keyword(.align, node) {
        case "left":
            block.set("margin-left", .length(.zero))
            block.set("margin-right", .keyword("auto"))
        case "right":
            block.set("margin-left", .keyword("auto"))
            block.set("margin-right", .length(.zero))
        case "center":
            block.set("margin-left", .keyword("auto"))
            block.set("margin-right", .keyword("auto"))
        default: break
        }
        let isSolid = tree.hasAttribute(.color, of: node) || tree.hasAttribute(.noshade, of: node)
        if isSolid {
            for side in ["top", "right", "bottom", "left"] { block.set("border-\(side)-style", .keyword("solid")) }
            let color = value(.color, node).flatMap { LegacyValues.color($0) } ?? Color(rgb: 0x808080)
            block.set("border-color", .color(.color(color)))
            block.set("background-color", .color(.color(color)))
        }
        if let size = value(.size, node).flatMap({ LegacyValues.nonNegativeInteger($0) }) {
            if size <= 1 {
                block.set("border-bottom-width", .length(.zero))
            } else {
                block.set("height", .length(.px(size - 2)))
            }
        }
    }

    private func listType(_ node: NodeID, _ name: HTMLName, _ block: inout HintWriter) {
        guard let type = value(.type, node)?.trimmingCSSWhitespace() else { return }
        let style: String? =
            switch type {
            case "1": "decimal"
            case "a": "lower-alpha"
            case "A": "upper-alpha"
            case "i": "lower-roman"
            case "I": "upper-roman"
            default: nil
            }
        if let style, name == .ol || name == .li { return block.set("list-style-type", .keyword(style)) }
        let lowered = type.lowercased()
        if ["disc", "circle", "square", "none"].contains(lowered), name != .ol {
            block.set("list-style-type", .keyword(lowered))
        }
    }

    func spacing(_ node: NodeID, _ block: inout HintWriter) {
        for (name, properties) in [
            (HTMLName.hspace, ["margin-left", "margin-right"]), (.vspace, ["margin-top", "margin-bottom"]),
        ] {
            guard let text = value(name, node), let length = LegacyValues.dimension(text) else { continue }
            for property in properties { block.set(property, .length(length)) }
        }
    }

    private func replaced(_ node: NodeID, _ name: HTMLName, _ block: inout HintWriter) {
        if name == .input, keyword(.type, node) != "image" { return }
        dimension(.width, "width", node, &block)
        dimension(.height, "height", node, &block)
        // "In quirks mode" (HTML §15.4.3): under `hspace`.
        if tree.isQuirks, name == .img {
            switch keyword(.align, node) {
            case "left": block.set("margin-right", .length(.px(3)))
            case "right": block.set("margin-left", .length(.px(3)))
            default: break
            }
        }
        spacing(node, &block)
        switch keyword(.align, node) {
        case "left":
            block.set("float", .keyword("left"))
            block.set("vertical-align", .keyword("top"))
        case "right":
            block.set("float", .keyword("right"))
            block.set("vertical-align", .keyword("top"))
        case "top": block.set("vertical-align", .keyword("top"))
        case "middle": block.set("vertical-align", .keyword("-webkit-baseline-middle"))
        case "center", "absmiddle", "abscenter": block.set("vertical-align", .keyword("middle"))
        case "bottom", "baseline": block.set("vertical-align", .keyword("baseline"))
        case "texttop": block.set("vertical-align", .keyword("text-top"))
        case "absbottom": block.set("vertical-align", .keyword("bottom"))
        default: break
        }
        if [.img, .image, .object, .input].contains(name), let text = value(.border, node),
            let width = LegacyValues.nonNegativeInteger(text)
        {
            for side in ["top", "right", "bottom", "left"] {
                block.set("border-\(side)-width", .length(.px(width)))
                block.set("border-\(side)-style", .keyword(width > 0 ? "solid" : "none"))
            }
        }
        if name == .iframe, let frame = value(.frame, node) ?? value(.frameborder, node),
            LegacyValues.nonNegativeInteger(frame) == 0
        {
            for side in ["top", "right", "bottom", "left"] { block.set("border-\(side)-style", .keyword("none")) }
        }
    }
}

/// Collects hints by property name.
struct HintWriter {
    var block = DeclarationBlock()

    mutating func set(_ property: String, _ value: CSSValue) {
        if property == "border-color" {
            for side in ["top", "right", "bottom", "left"] { set("border-\(side)-color", value) }
        } else if let id = PropertyTable.shared.id(property) {
            block.append(id, value)
        }
    }

    mutating func parse(_ property: String, _ text: String) {
        let source = CSSSource(text)
        _ = PropertyParser.parse(property, source, source.trimmed(0..<source.count)) { block.append($0, $1) }
    }
}
