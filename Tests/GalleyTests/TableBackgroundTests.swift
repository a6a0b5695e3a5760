import Galley
import Testing

/// The layers behind a cell (CSS 2 §17.5.1): table, column group, column, row group, row, cell.
@Suite("Backgrounds of the parts of tables")
struct TableBackgroundTests {
    private static func layout(_ style: String) throws -> DocumentLayout {
        DocumentLayout(
            try AttributedText(
                html: """
                    <!DOCTYPE html><style>body{margin:0;font:10px/20px 'Galley Test'} td{padding:0;width:50px}
                    table{border-spacing:10px} \(style)</style><table><colgroup id=g><col><col id=c></colgroup>
                    <tbody id=b><tr><td>a<td>b<tr id=r><td>c<td id=d>d</table>
                    """), fonts: .strict(), width: 300)
    }

    /// What is painted, in order: `image` at its area and in its clip.
    private static func layers(_ layout: DocumentLayout) -> [String] {
        layout.displayList.commands.compactMap { command in
            switch command {
            case .fill(let rect, _, let color): "\(color.red > 0.5 ? "red" : "blue") \(rect)"
            case .background(let background): "\(background.image.url ?? "") \(background.area) \(background.clip)"
            default: nil
            }
        }
    }

    @Test("A cell that is painted above the table's collapsed borders does not cover them")
    func positionedCells() throws {
        let html = """
            <!DOCTYPE html><style>body{margin:0;font:10px/20px 'Galley Test'} table{border-collapse:collapse}
            td{border:4px solid blue;background:red;padding:0;width:50px;position:relative}</style><table><td>a</table>
            """
        let layout = DocumentLayout(try AttributedText(html: html), fonts: .strict(), width: 300)
        let clips = layout.displayList.commands.compactMap {
            if case .beginClip(let rect, _) = $0 { rect } else { nil }
        }
        #expect(clips == [Rect(x: 4, y: 4, width: 50, height: 20)])
    }

    @Test(
        "Shadows in a row are above its background and below the cell's (CSS Backgrounds 3 §6.1.1)",
        arguments: [
            ("#r{background:red;box-shadow:inset 0 0 0 2px}", "sr[sr[sb"), ("#r{box-shadow:inset 0 0 0 2px}", "sb"),
            ("#b{background:red} #r{box-shadow:inset 0 0 0 2px}", "rrsr[sr[sb"),
            ("#b{box-shadow:inset 0 0 0 2px} #r{background:red}", "srrb"),
            ("#b{box-shadow:inset 0 0 0 2px;background:red}", "sr[sr[sr[sr[sb"),
            ("#r{box-shadow:2px 2px;background:red}", "srrb"),
        ])
    func insetShadows(style: String, painted: String) throws {
        let layout = try Self.layout(style + "#d{background:blue}")
        let found = layout.displayList.commands.compactMap { command -> String? in
            switch command {
            case .fill(_, _, let color): color.red > 0.5 ? "r" : "b"
            case .shadow: "s"
            case .beginClip: "["
            default: nil
            }
        }
        #expect(found.joined() == painted)
    }

    private static let cell = Rect(x: 70, y: 40, width: 50, height: 20)

    @Test(
        "Each layer is laid out in its own box and seen in the cell",
        arguments: [
            ("#c{background:url(i)}", Rect(x: 70, y: 10, width: 50, height: 50)),
            ("#g{background:url(i)}", Rect(x: 10, y: 10, width: 110, height: 50)),
            ("#b{background:url(i)}", Rect(x: 10, y: 10, width: 110, height: 50)),
            ("#r{background:url(i)}", Rect(x: 10, y: 40, width: 110, height: 20)),
            ("#d{background:url(i)}", Self.cell),
        ])
    func image(style: String, area: Rect) throws {
        let layout = try Self.layout(style)
        #expect(layout.text.backgroundImages == ["i"])
        #expect(Self.layers(layout).last == "i \(area) \(Self.cell)")
    }

    @Test func theyLieOnEachOther() throws {
        let layout = try Self.layout(
            "#g{background:url(g)} #c{background:url(c) blue} #b{background:url(b)} #r{background:url(r) red} #d{background:url(d)}"
        )
        let last = Self.layers(layout).suffix(7).map { $0.prefix { $0 != " " } }
        #expect(last == ["g", "blue", "c", "b", "red", "r", "d"])
    }
}
