import GalleyMarkup
import GalleyText

// `appearance: auto` (CSS UI 4 §7.2): a field whose borders and background no author has changed looks as browsers draw it.
extension ModelBuilder {
    /// The box of an element as it is drawn: that of a native field has the size that its style says, and a thin line with
    /// round corners in place of the border.
    func nativeLook(_ node: NodeID, _ style: ComputedStyle, _ box: BlockStyle) -> BlockStyle {
        guard tree.namespace(of: node) == .html else { return box }
        switch tree.name(of: node) {
        case .input, .select, .textarea, .button: break
        default: return box
        }
        let own = style.box
        guard box.borderRadius == Corners(.zero), box.backgroundLayers.isEmpty, box.borderImage == nil, isNative(own)
        else { return box }
        let width = own.borderWidth.top
        var look = box
        look.border = Edges(BorderEdge(stroke: .solid, width: 1, color: Self.nativeLine))
        look.padding = box.padding.map { $0 + .px(width - 1) }
        look.borderRadius = Corners(.px(Self.nativeRadius))
        return look
    }

    /// Whether border and background are those of the user agent's style sheet.
    private func isNative(_ style: BoxStyle) -> Bool {
        let strokes: [(stroke: BorderEdge.Stroke, width: Double, color: UInt32?, background: UInt32?)] = [
            (.inset, 2, 0x767676, NamedColors.system["field"]),
            (.solid, 1, 0x767676, NamedColors.system["field"]),
            (.outset, 2, NamedColors.system["buttonborder"], NamedColors.system["buttonface"]),
        ]
        return strokes.contains { known in
            guard let line = known.color, let background = known.background else { return false }
            return style.borderStroke == Edges(known.stroke) && style.borderWidth == Edges(known.width)
                && style.borderColor == Edges(.color(Color(rgb: line)))
                && style.background == .color(Color(rgb: background))
        }
    }

    /// What Chromium draws around fields.
    private static var nativeLine: Color { Color(rgb: 0x767676) }
    private static var nativeRadius: Double { 2 }
}
