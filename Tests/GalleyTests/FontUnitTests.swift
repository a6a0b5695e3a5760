import Foundation
import Galley
import Testing

/// Lengths of blocks that are measures of their font (CSS Values 4 §6.1.1), whatever stands in them. `0` is 0.6 em wide.
@Suite("Lengths in units of a block's font") struct FontUnitTests {
    private static let style = """
        <!DOCTYPE html><style>* { margin: 0; padding: 0 } body { font: 10px/15px 'Galley Test' }
        h1 { font: 20px/40px 'Galley Test' } table { border-spacing: 0 }</style>
        """

    private static func frame(_ text: AttributedText) throws -> Rect {
        let layout = DocumentLayout(text, fonts: .strict(), width: 300)
        let fragment = try #require(layout.fragments.first { text.blocks[$0.block.index].textStyle != nil })
        return fragment.frame
    }

    @Test(arguments: [
        ("<div style='width:10ch'><h1>a</h1>b</div>", 0.0, 60.0, 55.0),
        ("<div style='width:10ch'>b<h1>a</h1></div>", 0, 60, 55),
        ("<div style='max-width:20ch'><div><h1>a a a a a a a a a</h1></div></div>", 0, 120, 80),
        ("<div style='margin-left:2ch'><h1>a</h1></div>", 12, 288, 40),
        ("<div style='height:3lh'><h1>a</h1></div>", 0, 300, 45),
        ("<div style='padding:0 min(5ch,50%)'><h1>a</h1></div>", 0, 300, 40),
        ("<div style='float:left;width:10ch'><h1>a</h1></div>", 0, 60, 40),
        ("<div><span style='display:inline-block;width:10ch;vertical-align:top'><h1>a</h1></span></div>", 0, 60, 40),
        ("<table><td style='width:10ch;height:5lh'><h1>a</table>", 0, 60, 75),
        ("<h1 style='width:10ch'><p style='font-size:5px'>a</h1>", 0, 120, 40),
        ("<style>p::before{content:'';display:block;width:10ch;height:1lh}</style><p>a", 0, 60, 15),
    ])
    func theyAreOfItsOwnFont(html: String, x: Double, width: Double, height: Double) throws {
        let text = try AttributedText(html: Self.style + html)
        #expect(try Self.frame(text) == Rect(x: x, y: 0, width: width, height: height))
        // Written, and as Foundation's.
        #expect(try AttributedText(html: HTMLWriter().string(from: text)) == text)
        #expect(AttributedText(AttributedString(text)) == text)
        #expect(try JSONDecoder().decode(AttributedText.self, from: JSONEncoder().encode(text)) == text)
    }

    @Test("Text that is typed before what is in it changes nothing")
    func edits() throws {
        var text = try AttributedText(html: Self.style + "<div style='width:10ch'>b<h1>a</h1></div>")
        text.updateStyle(in: 0..<1) { $0.shaping.fontSize = 40 }
        #expect(try Self.frame(text).width == 60)
    }

    @Test("A model that does not say it has them of a block's first paragraph")
    func firstParagraphs() throws {
        var text = try AttributedText(html: Self.style + "<div style='width:10ch'><h1>a</h1>b</div>")
        let block = try #require(text.blocks.indices.first { text.blocks[$0].textStyle != nil })
        text.setTextStyle(nil, ofBlock: BlockID(block))
        let layout = DocumentLayout(text, fonts: .strict(), width: 300)
        #expect(layout.fragments.first { $0.block == BlockID(block) }?.frame.width == 120)
    }

    @Test("A number that refers to no style is refused")
    func decoding() throws {
        var text = try AttributedText(html: Self.style + "<div style='width:10ch'>b")
        text.setTextStyle(nil, ofBlock: BlockID(1))
        let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        let broken = json.replacingOccurrences(of: "\"role\":", with: "\"textStyle\":{\"rawValue\":99},\"role\":")
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(AttributedText.self, from: Data(broken.utf8))
        }
    }
}
