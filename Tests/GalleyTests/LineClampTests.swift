import Galley
import Testing

/// `line-clamp` and `-webkit-line-clamp` (CSS Overflow 4 §5). Lines are 10 px high and hold ten letters of 6 px.
@Suite struct LineClampTests {
    private static let legacy = "display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;-webkit-line-clamp:"

    @Test(
        arguments: [
            ("<p style='line-clamp:2'>aaaa bbbb cccc dddd eeee ffff</p>x", "aaaa bbbb|cccc dddd\u{2026}|x", 30.0),
            ("<p style='\(legacy)2'>aaaa bbbb cccc dddd eeee ffff</p>x", "aaaa bbbb|cccc dddd\u{2026}|x", 30),
            ("<p style='\(legacy)9'>aaaa bbbb cccc</p>x", "aaaa bbbb|cccc|x", 30),
            ("<p style='\(legacy)2'>aaaa bbbb cccc</p>x", "aaaa bbbb|cccc|x", 30),
            // Of a box that is none of the old flexible ones, or a horizontal one, it says nothing.
            ("<p style='-webkit-line-clamp:1'>aaaa bbbb cccc</p>x", "aaaa bbbb|cccc|x", 30),
            ("<p style='display:-webkit-box;-webkit-line-clamp:1'>aaaa bbbb cccc</p>x", "aaaa bbbb|cccc|x", 30),
            ("<p style='\(legacy)1;display:block'>aaaa bbbb cccc</p>x", "aaaa bbbb|cccc|x", 30),
            ("<p style='line-clamp:0'>aaaa bbbb cccc</p>x", "aaaa bbbb|cccc|x", 30),
            ("<p style='\(legacy)1;display:flex'>aaaa bbbb cccc</p>x", "aaaa bbbb|cccc|x", 30),
            ("<p style='display:flex;line-clamp:1'>aaaa bbbb cccc</p>x", "aaaa bbbb|cccc|x", 30),
            // Of the two properties the later one counts.
            ("<p style='line-clamp:1;-webkit-line-clamp:1'>aaaa bbbb cccc</p>x", "aaaa bbbb|cccc|x", 30),
            ("<p style='\(legacy)1;line-clamp:none'>aaaa bbbb cccc</p>x", "aaaa bbbb|cccc|x", 30),
            // What is in such a box stays in its line: nothing in it is made a block.
            ("<p style='\(legacy)1'>aa <b>bb</b> cccc dddd</p>x", "aa bb ccc\u{2026}|x", 20),
            // Lines of all blocks inside count, and the last one shows that there is more.
            ("<div style='line-clamp:2'><p>a</p><p>b</p></div>x", "a|b|x", 30),
            ("<div style='line-clamp:2'><p>a</p><p>b</p><p>c</p></div>x", "a|b\u{2026}|x", 30),
            (
                "<div style='line-clamp:2'><p>a</p><p>aaaa bbbb</p><div><p>c</p></div></div>x", "a|aaaa bbbb\u{2026}|x",
                30
            ),
            ("<div style='line-clamp:2'><p>a</p><p>aaaa bbbbb</p><p>c</p></div>x", "a|aaaa bbbb\u{2026}|x", 30),
            (
                "<div style='line-clamp:1'>a<ul style='margin:5px'><li>b</ul><table><td>c</table></div>x",
                "a\u{2026}|x", 20
            ),
            ("<div style='line-clamp:1'>a<p style='border:5px solid'></p></div>x", "a|x", 20),
            // Those of other contexts do not.
            (
                "<div style='line-clamp:2'><p>a</p><p style='line-clamp:1'>b<br>c</p><p>d</p><p>e</div>x",
                "a|b\u{2026}|d\u{2026}|x", 40
            ),
            (
                "<div style='line-clamp:2'>a<table cellspacing=0 cellpadding=0><tr><td>b<tr><td>c</table>d<br>e</div>x",
                "a|b|c|d\u{2026}|x", 50
            ),
            (
                "<div style='line-clamp:1'><div style='display:flow-root'>a<br>b</div>c<br>d</div>x", "a|b|c\u{2026}|x",
                40
            ),
            // What is one thing in a line counts as that.
            (
                "<p style='line-clamp:2'>a <span style='display:inline-block'>b</span> cccc dddd eeee ffff</p>x",
                "a cccc b|dddd eeee\u{2026}|x", 30
            ),
            (
                "<p style='line-clamp:1'>a<br><span style='display:inline-block'>b</span> <i style='float:left'>c</i></p>x",
                "a\u{2026}|x", 20
            ),
            ("<p style='line-clamp:2;float:left;width:40px'>aaaa bbbb cccc</p>", "aaaa|bbbb\u{2026}", 20),
        ])
    func lines(html: String, wanted: String, height: Double) throws {
        let style = "<!DOCTYPE html><style>body,p{margin:0} body{font:10px/10px 'Galley Test'}</style>"
        let text = try AttributedText(html: style + html)
        let layout = DocumentLayout(text, fonts: .strict(), width: 60)
        // What is painted, by baseline.
        let list = layout.displayList
        var lines: [Double: String] = [:]
        for case .text(let run) in list.commands {
            lines[list.glyphs[run.glyphs.lowerBound].y, default: ""] += String(
                decoding: list.text[run.text], as: UTF8.self)
        }
        let shown = lines.sorted { $0.key < $1.key }.map { $0.value.split(separator: " ").joined(separator: " ") }
        #expect(shown.joined(separator: "|") == wanted)
        #expect(layout.size.height == height)
        #expect(try AttributedText(html: text.html()) == text)
        // Laid out again for another width and back it is the same.
        #expect(layout.relayout(width: 30).relayout(width: 60).displayList == list)
    }
}
