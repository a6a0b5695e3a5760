import Foundation
import GalleyText

/// The content of a page, a form or a pattern as it is written (ISO 32000-1 §8 and §9): in px, y growing downwards. What the
/// state is already is not set again.
struct PDFContent {
    private(set) var buffer = PDFBuffer()
    private var state = State()
    private var saved: [State] = []
    /// What is not painted yet: between a path and its painting nothing may be set (§8.2).
    private var path = PDFBuffer()
    /// Of sizes and places: thousandths of a point, or of what is drawn larger smaller parts.
    private(set) var decimals = 3
    /// The opacities that occur, in thousandths.
    private(set) var opacities: Set<Int> = []

    /// What is set; `nil` and what no value is like where nothing is known.
    private struct State {
        /// Of what comes next; it is written when something is painted in it.
        var color = Color.black
        var fill: SIMD3<Float>?
        var stroke: SIMD3<Float>?
        var opacity = 1_000
        var font = Int32(-1)
        var fontSize = -1.0
        var textMode = TextMode.fill
        var lineWidth = -1.0
        var lineCap = 0
        var isDashed = false
    }

    /// §9.3.6.
    enum TextMode: Int {
        case fill = 0
        /// As bold as a bold face would be.
        case fillAndStroke = 2
        case invisible = 3
    }

    /// Empty, with the state of a new page.
    mutating func removeAll() {
        buffer.removeAll()
        path.removeAll()
        state = State()
        saved.removeAll()
        opacities.removeAll()
        decimals = 3
    }

    /// How much larger than its numbers say all is shown that is drawn next.
    mutating func setMagnification(_ magnification: Double) {
        decimals = magnification > 1 ? min(3 + Int(log10(magnification).rounded(.up)), PDFContent.maximumDecimals) : 3
    }

    /// As many as the largest magnification has use for.
    private static let maximumDecimals = 6

    mutating func add(_ text: StaticString) { buffer.add(text) }

    /// What is drawn next is moved, turned, scaled and skewed.
    mutating func concatenate(_ matrix: TransformMatrix) {
        buffer.add(matrix.numbers, decimals: 6)
        buffer.add(" cm\n")
    }

    /// Draws a form or picture. It begins with the state that is around it (§8.10.1): text in it must not be invisible or outlined
    /// since text before it was.
    mutating func draw(_ name: PDFResources.Name) {
        setTextMode(.fill)
        add(name)
        buffer.add(" Do\n")
    }

    mutating func add(_ name: PDFResources.Name) {
        buffer.add(byte: UInt8(ascii: "/"))
        buffer.add(byte: name.kind.rawValue)
        buffer.add(Int(name.object))
    }

    /// Paints with a pattern. It begins with the state at the page's beginning (§8.7.3.1); some programs give it that around it, as
    /// they do with forms.
    mutating func setPattern(_ name: PDFResources.Name) {
        setTextMode(.fill)
        buffer.add("/Pattern cs")
        add(name)
        buffer.add(" scn\n")
        state.fill = nil
    }

    // MARK: Text

    mutating func setFont(_ name: PDFResources.Name, size: Double) {
        guard name.object != state.font || size != state.fontSize else { return }
        (state.font, state.fontSize) = (name.object, size)
        add(name)
        buffer.add(" ")
        buffer.add(size, decimals: decimals)
        buffer.add(" Tf\n")
    }

    mutating func setTextMode(_ mode: TextMode) {
        guard mode != state.textMode else { return }
        state.textMode = mode
        buffer.add(mode.rawValue)
        buffer.add(" Tr\n")
    }

    /// Begins at a place; glyphs are upright where y grows downwards, or lean by the tangent of an angle,
    /// and are so many times wider.
    mutating func moveText(to x: Double, _ y: Double, slant: Double, stretch: Double = 1) {
        buffer.add(stretch, decimals: 4)
        buffer.add(" 0 ")
        buffer.add(slant, decimals: 6)
        buffer.add(" -1 ")
        buffer.add(x, decimals: decimals)
        buffer.add(" ")
        buffer.add(y, decimals: decimals)
        buffer.add(" Tm\n")
    }

    /// Gives `body` the bytes: for what has a syntax of its own.
    @inline(__always)
    mutating func withBuffer<Result>(_ body: (inout PDFBuffer) -> Result) -> Result { body(&buffer) }

    // MARK: Opacity and lines

    /// An opacity of all that is drawn, from 0 to 1.
    mutating func setOpacity(_ opacity: Float) {
        let thousandths = Int((max(0, min(1, opacity)) * 1_000).rounded())
        guard thousandths != state.opacity else { return }
        state.opacity = thousandths
        opacities.insert(thousandths)
        buffer.add("/A")
        buffer.add(thousandths)
        buffer.add(" gs\n")
    }

    private mutating func setLineWidth(_ width: Double) {
        guard width != state.lineWidth else { return }
        state.lineWidth = width
        buffer.add(width, decimals: decimals)
        buffer.add(" w\n")
    }

    private mutating func setLineCap(_ cap: Int) {
        guard cap != state.lineCap else { return }
        state.lineCap = cap
        buffer.add(cap)
        buffer.add(" J\n")
    }

    /// The width of what is drawn around glyphs.
    mutating func setTextStroke(width: Double) {
        setLineWidth(width)
        guard state.isDashed else { return }
        state.isDashed = false
        buffer.add("[]0 d\n")
    }
}

extension PDFContent: VectorCanvas {
    mutating func save() {
        saved.append(state)
        buffer.add("q\n")
    }

    mutating func restore() {
        state = saved.popLast() ?? State()
        buffer.add("Q\n")
    }

    mutating func setColor(_ color: Color) { state.color = color }

    /// Makes the colour that of what is filled, and of strokes where there are any.
    mutating func applyColor(fills: Bool, strokes: Bool) {
        setOpacity(state.color.alpha)
        let rgb = SIMD3(state.color.red, state.color.green, state.color.blue)
        if fills, state.fill != rgb {
            state.fill = rgb
            add(rgb)
            buffer.add(" rg\n")
        }
        if strokes, state.stroke != rgb {
            state.stroke = rgb
            add(rgb)
            buffer.add(" RG\n")
        }
    }

    private mutating func addPath() {
        buffer.add(bytes: path.bytes)
        path.removeAll()
    }

    private mutating func add(_ rgb: SIMD3<Float>) {
        for index in 0..<3 {
            if index > 0 { buffer.add(" ") }
            buffer.add(Double(rgb[index]), decimals: 4)
        }
    }

    private mutating func add(_ point: Point) {
        path.add(point.x, decimals: decimals)
        path.add(" ")
        path.add(point.y, decimals: decimals)
        path.add(" ")
    }

    mutating func move(to point: Point) {
        add(point)
        path.add("m\n")
    }

    mutating func addLine(to point: Point) {
        add(point)
        path.add("l\n")
    }

    mutating func addCurve(to point: Point, _ control1: Point, _ control2: Point) {
        add(control1)
        add(control2)
        add(point)
        path.add("c\n")
    }

    mutating func addRectangle(_ rect: Rect) {
        add(Point(x: rect.x, y: rect.y))
        add(Point(x: rect.width, y: rect.height))
        path.add("re\n")
    }

    mutating func addQuarter(around center: Point, _ radius: CornerRadius, from quarter: Double) {
        /// How far control points are along the tangents so that a curve is a quarter of a circle, nearly.
        let length = 0.5522847498
        let (cosine, sine) = (cosine(quarter), cosine(quarter - 1))
        func point(_ x: Double, _ y: Double) -> Point {
            Point(
                x: center.x + radius.x * (x * cosine - y * sine), y: center.y + radius.y * (x * sine + y * cosine))
        }
        addLine(to: point(1, 0))
        addCurve(to: point(0, 1), point(1, length), point(length, 1))
    }

    /// Of whole quarters of a turn.
    private func cosine(_ quarters: Double) -> Double {
        switch Int(quarters) & 3 {
        case 0: 1
        case 2: -1
        default: 0
        }
    }

    mutating func closePath() { path.add("h\n") }

    mutating func fill(evenOdd: Bool) {
        guard !path.isEmpty else { return }
        applyColor(fills: true, strokes: false)
        addPath()
        buffer.add(evenOdd ? "f*\n" : "f\n")
    }

    /// Fills with the pattern that is set.
    mutating func fillWithPattern() {
        addPath()
        buffer.add("f\n")
    }

    mutating func clip(evenOdd: Bool) {
        // Within no path nothing is seen; to PDF none would be no clip.
        if path.isEmpty { addRectangle(.zero) }
        addPath()
        buffer.add(evenOdd ? "W* n\n" : "W n\n")
    }

    mutating func stroke(width: Double, _ dashes: DashPattern?) {
        guard !path.isEmpty else { return }
        applyColor(fills: false, strokes: true)
        setLineWidth(width)
        setLineCap(dashes?.isRound == true ? 1 : 0)
        if let dashes {
            buffer.add("[")
            buffer.add([dashes.dash, dashes.gap], decimals: decimals)
            buffer.add("]")
            // No phase may be below 0: it is one a period later.
            let period = dashes.dash + dashes.gap
            buffer.add(
                dashes.offset < 0 && period > 0 ? dashes.offset + period : dashes.offset, decimals: decimals)
            buffer.add(" d\n")
        } else if state.isDashed {
            buffer.add("[]0 d\n")
        }
        state.isDashed = dashes != nil
        addPath()
        buffer.add("S\n")
    }
}
