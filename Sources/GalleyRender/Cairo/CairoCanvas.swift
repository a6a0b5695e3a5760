import CGalleyCairo
import GalleyText

/// A Cairo context as a canvas.
struct CairoCanvas: VectorCanvas {
    let context: OpaquePointer

    func save() { cairo_save(context) }
    func restore() { cairo_restore(context) }

    func setColor(_ color: Color) {
        cairo_set_source_rgba(
            context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    }

    func move(to point: Point) { cairo_move_to(context, point.x, point.y) }
    func addLine(to point: Point) { cairo_line_to(context, point.x, point.y) }

    func addCurve(to point: Point, _ control1: Point, _ control2: Point) {
        cairo_curve_to(context, control1.x, control1.y, control2.x, control2.y, point.x, point.y)
    }

    func addRectangle(_ rect: Rect) { cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height) }

    func addQuarter(around center: Point, _ radius: CornerRadius, from quarter: Double) {
        let start = quarter * Double.pi / 2
        cairo_save(context)
        cairo_translate(context, center.x, center.y)
        cairo_scale(context, radius.x, radius.y)
        cairo_arc(context, 0, 0, 1, start, start + Double.pi / 2)
        cairo_restore(context)
    }

    func closePath() { cairo_close_path(context) }

    func fill(evenOdd: Bool) {
        withRule(evenOdd) { cairo_fill(context) }
    }

    func clip(evenOdd: Bool) {
        withRule(evenOdd) { cairo_clip(context) }
    }

    func stroke(width: Double, _ dashes: DashPattern?) {
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, dashes?.isRound == true ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        if let dashes {
            cairo_set_dash(context, [dashes.dash, dashes.gap], 2, dashes.offset)
        } else {
            cairo_set_dash(context, nil, 0, 0)
        }
        cairo_stroke(context)
    }

    private func withRule(_ evenOdd: Bool, _ body: () -> Void) {
        if evenOdd { cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD) }
        body()
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    }
}
