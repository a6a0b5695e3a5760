import GalleyFonts
import GalleyRender
import GalleyText
import Testing

/// Dashes of borders as browsers place them: Chromium's gaps for the same edges.
struct DashTests {
    @Test(
        "A dashed edge begins and ends with a whole dash",
        arguments: [
            // Two widths and about one of gap; three and about two where it is thin.
            (30.0, 3.0, "6 2"), (100, 10, "20 6.667"), (29, 3, "6 1.667"), (23, 1, "3 2"), (40, 2, "6 5.333"),
        ])
    func gaps(length: Double, width: Double, pattern: String) throws {
        var edges = Edges(BorderEdge.none)
        edges.top = BorderEdge(stroke: .dashed, width: width, color: .black)
        var list = DisplayList(size: Size(width: 200, height: 60))
        list.append(.border(BoxBorder(rect: Rect(x: 0, y: 0, width: length, height: 40), edges: edges)))
        let svg = String(decoding: try SVGWriter(fonts: .strict()).svg(list), as: UTF8.self)
        #expect(svg.contains("stroke-dasharray=\"\(pattern)\""), "\(svg)")
    }
}
