import Galley
import Testing

/// `outline` of boxes (CSS UI 4 §2): where it is, and what it is painted above.
@Suite struct BoxOutlineTests {
    private static func layout(_ html: String) throws -> DocumentLayout {
        let style = "<!DOCTYPE html><style>body{margin:0;font:10px/20px 'Galley Test'} p{margin:0}</style>"
        return DocumentLayout(try AttributedText(html: style + html), fonts: .strict(), width: 200)
    }

    /// Text, fills and outlines, in paint order, with clips and transforms around them.
    private static func painted(_ list: DisplayList) -> String {
        list.summary { command in
            switch command {
            case .border(let border):
                let rect = border.rect
                let place = "\(Int(rect.x)),\(Int(rect.y)) \(Int(rect.width))x\(Int(rect.height))"
                let radius = border.radius == Corners(0) ? "" : " r\(Int(border.radius.topLeft.x))"
                return ("<\(place)\(radius)>", "")
            case .beginGroup: return ("(", ")")
            case .beginClip: return ("[", "]")
            case .beginTransform: return ("{", "}")
            default: return nil
            }
        }
    }

    @Test(
        arguments: [
            // Above the text of all of its stacking context, and it takes no room.
            ("<p style='outline:2px solid'>a</p>b", "ab<-2,-2 204x24>"),
            ("<p style='outline:2px solid;outline-offset:3px'>a</p>b", "ab<-5,-5 210x30>"),
            ("<p style='outline:2px solid;outline-offset:-5px'>a</p>b", "ab<3,3 194x14>"),
            // Never smaller than its own width on all sides.
            ("<p style='outline:2px solid;outline-offset:-50px'>a</p>", "a<48,8 104x4>"),
            ("<p style='outline:2px solid;outline-offset:-500px'>a</p>", "a<98,8 4x4>"),
            // Nothing of it is seen.
            ("<p style='outline:2px none'>a", "a"), ("<p style='outline-width:2px'>a", "a"),
            ("<p style='outline:2px solid transparent'>a", "a"),
            ("<p style='outline:2px solid;visibility:hidden'>a", ""),
            ("<p style='outline:0 solid'>a", "a"),
            // Round corners stay round around the box.
            ("<p style='outline:2px solid;outline-offset:3px;border-radius:4px'>a", "a<-5,-5 210x30 r9>"),
            ("<p style='outline:2px solid;outline-offset:-4px;border-radius:4px'>a", "a<2,2 196x16 r2>"),
            // With the box as one picture.
            ("<p style='outline:2px solid;opacity:.5'>a</p>b", "(a<-2,-2 204x24>)b"),
            ("<p style='outline:2px solid;transform:rotate(1deg)'>a</p>b", "b{a<-2,-2 204x24>}"),
            // Boxes around it clip it, its own does not.
            ("<p style='outline:2px solid;overflow:hidden'>a</p>b", "[a]b<-2,-2 204x24>"),
            ("<div style='overflow:hidden'><p style='outline:2px solid'>a</p></div>b", "[a]b[<-2,-2 204x24>]"),
            (
                "<div style='overflow:hidden;opacity:.5;outline:1px solid'><p style='outline:2px solid'>a</p></div>b",
                "([a]<-1,-1 202x22>[<-2,-2 204x24>])b"
            ),
            // What is painted as a whole has it inside: floats, inline blocks, positioned boxes.
            ("<p style='float:left;outline:1px solid'>a</p>b", "ba<-1,-1 8x22>"),
            ("x<span style='display:inline-block;outline:1px solid'>a</span>b", "xba<5,-1 8x22>"),
            (
                "<p style='position:relative;outline:1px solid;width:6px'>a</p><p style='margin-top:-20px'>b",
                "ba<-1,-1 8x22>"
            ),
            // Above what is positioned in its stacking context.
            (
                "<p style='outline:1px solid;width:6px'>a</p><p style='position:relative;margin-top:-20px;background:red'>b</p>",
                "a#b<-1,-1 8x22>"
            ),
            // Boxes in lines have it around each of their parts.
            ("<span style='outline:1px solid'>a<br>b</span>", "<-1,4 8x12>a<-1,24 8x12>b"),
        ])
    func outlines(html: String, wanted: String) throws {
        let layout = try Self.layout(html)
        #expect(Self.painted(layout.displayList) == wanted)
        #expect(layout.size.height == (try Self.layout(html.replacing("outline", with: "x"))).size.height)
        // The same comes back from what is written.
        let again = try AttributedText(html: layout.text.html())
        #expect(again == layout.text)
    }

    @Test(
        "What is in a box out of the flow is clipped from that box's containing block on (CSS 2 §11.1.1)",
        arguments: [
            ("<div style='overflow:hidden'>x<div style='position:absolute'>a<p style='position:relative'>b", "[x]ab"),
            ("<div style='overflow:hidden'>x<div style='position:absolute'>a<p style='opacity:.5'>b", "[x]a(b)"),
            (
                "<div style='overflow:hidden'>x<div style='position:absolute'>a<p style='outline:1px solid'>b",
                "[x]ab<-1,39 8x22>"
            ),
            (
                "<div style='overflow:hidden;position:relative'>x<div style='position:absolute'>a<p style='opacity:.5'>b",
                "[xa(b)]"
            ),
        ])
    func clips(html: String, wanted: String) throws {
        let found = Self.painted(try Self.layout(html).displayList)
        #expect(found == wanted)
    }

    /// All of a fieldset, with the part of its legend that is over its border.
    @Test func fieldsetsHaveItAroundTheirLegends() throws {
        let layout = try Self.layout(
            "<fieldset style='outline:2px solid;margin:0;border:4px none;padding:0'><legend>a</legend>b</fieldset>")
        #expect(Self.painted(layout.displayList).hasSuffix("<-2,-2 204x\(Int(layout.size.height) + 4)>"))
    }

    @Test func picturesHaveIt() throws {
        let layout = try Self.layout("<img src=a.png alt='' style='width:20px;height:10px;outline:3px solid red'>")
        var rects: [Rect] = []
        for case .border(let border) in layout.displayList.commands { rects.append(border.rect) }
        #expect(rects.map(\.width) == [26] && rects.map(\.height) == [16])
    }

    /// Each part of a box that pages cut has a closed one.
    @Test func partsOnPagesHaveIt() throws {
        let text = try AttributedText(
            html: """
                <!DOCTYPE html><style>@page { size: 100px 40px; margin: 0 } body { margin: 0; font: 10px/20px 'Galley Test' }
                </style><div style="outline:1px solid;orphans:1;widows:1">a<br>b<br>c</div>
                """)
        let paged = PagedLayout(
            text, fonts: .strict(), setup: PageSetup(paper: PaperSize(width: 500, height: 500), margins: 30))
        #expect(paged.pages.map { Self.painted($0.displayList) } == ["ab<-1,-1 102x42>", "c<-1,-1 102x22>"])
    }
}
