import Galley
import GalleyLoading
import Testing

/// `opacity` and `transform` of boxes: what is painted of them.
@Suite struct BoxEffectTests {
    private static func layout(_ html: String, width: Double = 200) throws -> DocumentLayout {
        DocumentLayout(
            try AttributedText(
                html: "<!DOCTYPE html><style>body{margin:0;font:10px/20px 'Galley Test'} p{margin:0}</style>" + html),
            fonts: .strict(), width: width)
    }

    /// Text, fills, and what is around them, in paint order.
    private static func painted(_ list: DisplayList) -> String {
        list.summary { command in
            switch command {
            case .beginGroup(let opacity): ("\(opacity)(", ")")
            case .beginTransform(let matrix):
                ("\(matrix.numbers.map { Int(max(-1e9, min(1e9, $0.rounded()))) })[", "]")
            default: nil
            }
        }
    }

    @Test(
        arguments: [
            // One picture: box and text are not translucent one by one, and what comes after is outside.
            ("<p>a<div style='opacity:.5;background:red'>b<p>c</div>d", "a0.5(#bc)d"),
            // Groups in groups; text's own opacity is in its colour.
            ("<div style='opacity:.5'>a<p style='opacity:.2'>b</p></div>", "0.5(a0.2(b))"),
            ("<body style='opacity:.5'>a", "0.5(a)"),
            // An inline block, a float, a cell, an item with its marker.
            ("a<span style='opacity:.5;display:inline-block'>b</span>", "a0.5(b)"),
            ("<div style='float:left;opacity:.5'>b</div>a", "a0.5(b)"),
            ("<table><tr><td style='opacity:.5'>b<td>c</table>", "0.5(b)c"),
            ("<ol><li style='opacity:.5'>b<li>c</ol>", "0.5(1. b)2. c"),
            ("a<p style='transform:translate(5px,-6px)'>b</p>c", "a[1, 0, 0, 1, 5, -6][b]c"),
            ("<p style='transform:translateX(5px);opacity:.5'>b</p>c", "[1, 0, 0, 1, 5, 0][0.5(b)]c"),
            // Percentages are of the border box.
            ("<p style='transform:translate(50%,-100%);width:60px;padding:5px'>b", "[1, 0, 0, 1, 35, -30][b]"),
            // Each in its place: moved, turned, scaled, then `transform` (CSS Transforms 2 §4).
            ("<p style='translate:5px -6px'>b</p>c", "[1, 0, 0, 1, 5, -6][b]c"),
            (
                "<p style='transform-origin:0 0;transform:translate(1px);scale:2 3;translate:5px;rotate:90deg'>b</p>c",
                "c[0, 2, -3, 0, 5, 2][b]"
            ),
            ("<p style='translate:50%;width:60px;padding:5px'>b", "[1, 0, 0, 1, 35, 0][b]"),
            ("<p style='scale:none;translate:none;rotate:none'>b", "b"),
            ("<p style='rotate:0deg'>b", "[1, 0, 0, 1, 0, 0][b]"),
            // Inline boxes are not transformed.
            ("<span style='transform:scale(2)'>b</span>", "b"),
            // What has a layer of its own is painted inside.
            (
                "<div style='transform:scale(2);width:20px;height:20px;transform-origin:0 0'>a<p style='position:relative;z-index:-1'>b</div>c",
                "c[2, 0, 0, 2, 0, 0][ba]"
            ),
        ])
    func effectsAreAroundWhatIsInside(html: String, expected: String) throws {
        let painted = Self.painted(try Self.layout(html).displayList)
        #expect(painted == expected)
    }

    /// Where it comes to, it lies on what was painted first.
    @Test func whatIsMovedOntoLaterTextIsPaintedAboveIt() throws {
        let list = try Self.layout("<p style='transform:translateY(20px)'>a</p><p>b</p>").displayList
        #expect(Self.painted(list) == "b[1, 0, 0, 1, 0, 20][a]")
    }

    /// CSS Transforms 1 §2: the containing block of positioned descendants, fixed ones too, on pages as well.
    @Test(arguments: ["absolute", "fixed"]) func positionedBoxesReferToATransformedOne(position: String) throws {
        let html = """
            <p>a</p><div style="height:50px;transform:rotate(1deg)"><div style="position:\(position);bottom:0">b</div></div>
            <p>c</p>
            """
        let layout = try Self.layout(html)
        #expect(layout.content.blocks.contains { $0.frame.maxY == 70 && $0.frame.height == 20 })
        let pages = layout.paginated(on: PaperSize(width: 200, height: 80), margins: EdgeInsets(0)).pages
        let text = pages.map { Self.painted($0.displayList) }.joined(separator: "|")
        #expect(text.count { $0 == "b" } == 1)
    }

    @Test func linksAndPlacesAreWhereTheyComeTo() throws {
        let list = try Self.layout(
            """
            <div style="transform:translate(30px,40px)"><h1 id=x style="font:10px/20px 'Galley Test';margin:0">
            <a href="http://x.y/">b</a></h1></div>
            """
        ).displayList
        var areas: [Rect] = []
        for case .beginTag(.link(_, let found), _, _) in list.commands { areas += found }
        #expect(areas.map(\.minX) == [30] && areas.allSatisfy { $0.minY >= 40 && $0.maxY <= 60 })
        #expect(
            list.commands.contains {
                if case .outline(_, "b", let point, _) = $0 { point == Point(x: 30, y: 40) } else { false }
            })
        #expect(list.commands.contains(.destination("x", Point(x: 30, y: 40))))
    }

    /// Groups are pictures of their own: where things overlap in one, it is not the sum of them that is seen.
    @Test func aGroupHidesWhatIsUnderneathInIt() throws {
        let list = try Self.layout(
            """
            <div style="opacity:.5;width:40px;height:40px;background:red"><div style="width:20px;height:20px;background:blue">
            </div></div>
            """, width: 40
        ).displayList
        let picture = try ImageDecoder().decode(PNGWriter(fonts: .strict()).png(list))
        func pixel(_ x: Int, _ y: Int) -> UInt32 { picture.pixels[y * picture.width + x] & 0xFF_FFFF }
        #expect(pixel(10, 10) == 0x7F7FFF || pixel(10, 10) == 0x8080FF)
        #expect(pixel(30, 30) == 0xFF7F7F || pixel(30, 30) == 0xFF8080)
    }

    /// Matrices that nothing can be drawn with, nor glyphs be made for: no output fails, and nothing of them is seen.
    @Test(
        arguments: [
            "scale(1e308)", "scale(1e5)", "scale(0)", "scale(1e-9)", "skewX(90deg)", "skewX(89.99deg)",
            "rotate(1e300deg)", "translate(calc(infinity * 1px))", "matrix(1e9,1e9,1e9,1e9,1,1)",
            "rotate(calc(nan * 1deg))",
        ])
    func whatCannotBeDrawnIsNotSeen(transform: String) throws {
        let layout = try Self.layout(
            "<div style='transform:\(transform)'>a<div style='transform:scale(900)'>b<u>c</u></div></div>"
                + "<h1 style='transform:\(transform)'><b style='display:block;transform:scale(1e-3);overflow:hidden'>"
                + "<i style='display:block;transform:scale(1e-3)'>x</i></b></h1>d")
        let painted = Self.painted(layout.displayList)
        #expect(painted.contains("d"))
        for format in [OutputFormat.pdf, .png, .svg] {
            let bytes = try layout.bytes(as: format)
            #expect(!bytes.isEmpty)
        }
    }

    @Test("Tables, rows and cells have shadows where borders collapse, too")
    func shadowsOfCollapsedTables() throws {
        let html = """
            <!DOCTYPE html><style>* { box-shadow: 1px 1px red } html, body { box-shadow: none }
            table { border-collapse: collapse; empty-cells: hide }</style><table><tbody><tr><td>a<td></table>
            """
        let list = DocumentLayout(try AttributedText(html: html), fonts: .strict(), width: 100).displayList
        let shadows = list.commands.filter { if case .shadow = $0 { true } else { false } }
        // Of the table, the row group, the row, and two cells: hidden are empty ones only where borders do not collapse.
        #expect(shadows.count == 5)
    }
}
