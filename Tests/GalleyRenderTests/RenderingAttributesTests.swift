import GalleyFonts
import GalleyLayout
import GalleyTestSupport
import GalleyText
import Testing

import GalleyRender

/// Looks that are not in the text.
@Suite struct RenderingAttributesTests {
    private let red = Color(red: 1, green: 0, blue: 0)
    private let blue = Color(red: 0, green: 0, blue: 1)

    // MARK: The value

    @Test func laterOnesCoverEarlierOnes() {
        var attributes = RenderingAttributes()
        attributes.set(RenderingStyle(color: red), for: 2..<10)
        attributes.set(RenderingStyle(color: blue), for: 4..<6)
        #expect(attributes.ranges.map(\.range) == [2..<4, 4..<6, 6..<10])
        #expect(attributes.style(at: 5).style?.color == blue && attributes.style(at: 5).end == 6)
        #expect(attributes.style(at: 1).style == nil && attributes.style(at: 1).end == 2)
        #expect(attributes.style(at: 10).style == nil)
        attributes.set(RenderingStyle(color: red), for: 4..<6)
        #expect(attributes.ranges.map(\.range) == [2..<10])
        attributes.remove(in: 0..<3)
        #expect(attributes.ranges.map(\.range) == [3..<10])
        attributes.remove(in: 0..<100)
        #expect(attributes == RenderingAttributes())
    }

    @Test func addingKeepsTheRest() {
        var attributes = RenderingAttributes()
        attributes.set(RenderingStyle(color: red), for: 2..<4)
        attributes.add(RenderingStyle(background: blue), for: 0..<6)
        #expect(attributes.ranges.map(\.range) == [0..<2, 2..<4, 4..<6])
        #expect(attributes.ranges.map(\.style.color) == [nil, red, nil])
        #expect(attributes.ranges.allSatisfy { $0.style.background == blue })
    }

    /// Random changes beside an array with a style for each offset.
    @Test func equalsAnArray() {
        var generator = SeededGenerator(seed: 7)
        var attributes = RenderingAttributes()
        var plain = [RenderingStyle?](repeating: nil, count: 40)
        for _ in 0..<2_000 {
            let (a, b) = (Int.random(in: 0...40, using: &generator), Int.random(in: 0...40, using: &generator))
            let range = min(a, b)..<max(a, b)
            let style = RenderingStyle(color: Bool.random(using: &generator) ? red : blue)
            switch Int.random(in: 0..<3) {
            case 0:
                attributes.set(style, for: range)
                for index in range { plain[index] = style }
            case 1:
                attributes.remove(in: range)
                for index in range { plain[index] = nil }
            default:
                attributes.add(RenderingStyle(background: red), for: range)
                for index in range { plain[index] = RenderingStyle(color: plain[index]?.color, background: red) }
            }
            for index in plain.indices { #expect(attributes.style(at: index).style == plain[index]) }
            #expect(attributes.overlaps(range) == plain[range].contains { $0 != nil })
        }
    }

    // MARK: Drawing

    private func commands(_ attributes: RenderingAttributes, _ style: TextStyle, _ string: String) -> [String] {
        let layout = DocumentLayout(AttributedText(string, style: style), fonts: FontCollection.strict(), width: 500)
        return layout.displayList(attributes).dump(glyphs: false) { _ in "face" }.split(separator: "\n").dropFirst(2)
            .map { $0.drop { $0 == " " } }.map(String.init)
    }

    private var style: TextStyle {
        TextStyle(shaping: ShapingStyle(fontFamilies: ["Galley Test"], fontSize: 10))
    }

    @Test func coloursAndBackgrounds() {
        var attributes = RenderingAttributes()
        attributes.set(RenderingStyle(color: red, background: blue), for: 2..<4)
        let found = commands(attributes, style, "eeeeee")
        #expect(
            found == [
                "fill 12,0 12x10 #0000ff", "text 0,8 \"ee\" face 10 #000000", "text 12,8 \"ee\" face 10 #ff0000",
                "text 24,8 \"ee\" face 10 #000000",
            ])
        #expect(commands(RenderingAttributes(), style, "eeeeee") == ["text 0,8 \"eeeeee\" face 10 #000000"])
    }

    @Test func linesAreReplaced() {
        var underlined = style
        underlined.paint.decorations = [TextDecoration(line: .underline, color: .black, fontSize: 10)]
        underlined.paint.skipInk = .none
        var attributes = RenderingAttributes()
        attributes.set(RenderingStyle(decorations: []), for: 2..<4)
        attributes.set(
            RenderingStyle(decorations: [TextDecoration(line: .lineThrough, color: red, fontSize: 10)]), for: 4..<6)
        let found = commands(attributes, underlined, "eeeeee")
        #expect(found.count == 3)
        #expect(found[0].hasPrefix("line 0,") && found[0].contains(" 12x"))
        #expect(found[1] == "text 0,8 \"eeeeee\" face 10 #000000")
        #expect(found[2].hasPrefix("line 24,") && found[2].hasSuffix("#ff0000"))
    }

    @Test func backgroundsOfTheTextGiveWay() {
        var marked = style
        marked.paint.background = red
        var attributes = RenderingAttributes()
        attributes.set(RenderingStyle(background: blue), for: 0..<2)
        #expect(
            commands(attributes, marked, "eeee").prefix(2) == ["fill 0,0 12x10 #0000ff", "fill 12,0 12x10 #ff0000"])
    }
}
