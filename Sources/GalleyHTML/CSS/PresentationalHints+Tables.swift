import GalleyMarkup
import GalleyText

/// Attributes of tables and their parts (HTML §15.3.10).
extension PresentationalHints {
    func table(_ node: NodeID, _ block: inout HintWriter) {
        background(node, &block)
        dimension(.width, "width", node, &block, positive: true)
        dimension(.height, "height", node, &block)
        switch keyword(.align, node) {
        case "left": block.set("float", .keyword("left"))
        case "right": block.set("float", .keyword("right"))
        case "center":
            block.set("margin-left", .keyword("auto"))
            block.set("margin-right", .keyword("auto"))
        default: break
        }
        if let spacing = value(.cellspacing, node).flatMap({ LegacyValues.nonNegativeInteger($0) }) {
            block.set("border-spacing", .list([.length(.px(spacing)), .length(.px(spacing))]))
        }
        spacing(node, &block)
        tableBorder(node, &block)
    }

    /// The borders around a table. Without `frame`, `rules` hides them, so that nothing shows around the cells; styles are
    /// Chromium's: `solid` for the `outset` of HTML §15.3.10 where `frame` or `bordercolor` is given, and a width of 1px for
    /// `frame` without `border`.
    private func tableBorder(_ node: NodeID, _ block: inout HintWriter) {
        color(.bordercolor, "border-color", node, &block)
        let rules = rules(of: node)
        if rules != nil { block.set("border-collapse", .keyword("collapse")) }
        let width = borderWidth(node)
        let frame = keyword(.frame, node).flatMap { PresentationalHints.frames[$0] }
        guard frame != nil || width ?? 0 > 0 || rules != nil else { return }
        for side in PresentationalHints.sides {
            if let width = width ?? (frame == nil ? nil : 1) {
                block.set("border-\(side)-width", .length(.px(width)))
            }
            let stroke =
                if let frame {
                    frame.contains(side) ? "solid" : "hidden"
                } else if width ?? 0 > 0 {
                    tree.hasAttribute(.bordercolor, of: node) ? "solid" : "outset"
                } else {
                    "hidden"
                }
            block.set("border-\(side)-style", .keyword(stroke))
        }
    }

    private static let sides = ["top", "right", "bottom", "left"]

    /// The sides that the values of `frame` show.
    private static let frames: [String: [String]] = [
        "void": [], "above": ["top"], "below": ["bottom"], "hsides": ["top", "bottom"], "vsides": ["left", "right"],
        "lhs": ["left"], "rhs": ["right"], "box": sides, "border": sides,
    ]

    /// `rules` of a table, one of its keywords.
    private func rules(of table: NodeID) -> String? {
        keyword(.rules, table).flatMap { ["none", "groups", "rows", "cols", "all"].contains($0) ? $0 : nil }
    }

    static func isTableGroup(_ name: HTMLName) -> Bool {
        name == .thead || name == .tbody || name == .tfoot || name == .colgroup
    }

    /// `border` of a table: a number, and 1 when it is not one.
    private func borderWidth(_ node: NodeID) -> Double? {
        value(.border, node).map { LegacyValues.nonNegativeInteger($0) ?? 1 }
    }

    func tablePart(_ node: NodeID, _ name: HTMLName, _ block: inout HintWriter) {
        background(node, &block)
        align(node, &block)
        switch keyword(.valign, node) {
        case "top", "middle", "bottom", "baseline":
            block.set("vertical-align", .keyword(keyword(.valign, node) ?? ""))
        default: break
        }
        if name == .td || name == .th || name == .col || name == .colgroup {
            dimension(.width, "width", node, &block, positive: true)
        }
        if name != .col, name != .colgroup { dimension(.height, "height", node, &block, positive: true) }
        guard let table = enclosingTable(node) else { return }
        if PresentationalHints.isTableGroup(name), rules(of: table) == "groups" {
            let sides = name == .colgroup ? ["left", "right"] : ["top", "bottom"]
            line(sides, "solid", &block)
        }
        guard name == .td || name == .th else { return }
        if tree.hasAttribute(.nowrap, of: node) {
            block.set("white-space-collapse", .keyword("collapse"))
            block.set("text-wrap-mode", .keyword("nowrap"))
        }
        if let padding = value(.cellpadding, table).flatMap({ LegacyValues.nonNegativeInteger($0) }) {
            for side in PresentationalHints.sides { block.set("padding-\(side)", .length(.px(padding))) }
        }
        let rules = rules(of: table)
        let sides =
            switch rules {
            case "none", "groups": [String]()
            case "rows": ["top", "bottom"]
            case "cols": ["left", "right"]
            case "all": PresentationalHints.sides
            default: borderWidth(table) ?? 0 > 0 ? PresentationalHints.sides : []
            }
        let isSolid = rules != nil || tree.hasAttribute(.bordercolor, of: table)
        line(sides, isSolid ? "solid" : "inset", &block)
    }

    /// Lines between cells, in the colour of what they are in.
    private func line(_ sides: [String], _ stroke: String, _ block: inout HintWriter) {
        for side in sides {
            block.set("border-\(side)-width", .length(.px(1)))
            block.set("border-\(side)-style", .keyword(stroke))
            block.set("border-\(side)-color", .wide(.inherit))
        }
    }
}
