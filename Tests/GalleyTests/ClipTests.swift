import Galley
import Testing

/// `clip` and `clip-path` (CSS Masking 1 §3, §5; CSS Shapes 1 §3).
@Suite struct ClipTests {
    private static func list(_ html: String) throws -> DisplayList {
        let style = "<!DOCTYPE html><style>body{margin:0;font:10px/10px 'Galley Test'}</style>"
        return DocumentLayout(try AttributedText(html: style + html), fonts: .strict(), width: 200).displayList
    }

    /// A box of 100 by 40 px in a border of 10 px, its own corner at 0, 0.
    private static func clips(_ style: String) throws -> [String] {
        let list = try list("<div style='width:100px;height:40px;border:10px solid;\(style)'>a</div>")
        return list.dump { _ in "" }.split(separator: "\n").map { $0.drop { $0 == " " } }.filter {
            $0.hasPrefix("clip")
        }
        .map { String($0.dropFirst(5)) }
    }

    @Test(
        arguments: [
            ("clip-path:none", []),
            ("clip-path:inset(5px)", ["5,5 110x50"]),
            ("clip-path:inset(10% 20px 30px 40px)", ["40,6 60x24"]),
            ("clip-path:inset(60% 0)", ["0,30 120x0"]),
            ("clip-path:inset(75% 0 25%)", ["0,45 120x0"]),
            ("clip-path:inset(5px round 4px)", ["5,5 110x50 r4"]),
            ("clip-path:circle(20px)", ["40,10 40x40 r20"]),
            ("clip-path:circle()", ["30,0 60x60 r30"]),
            ("clip-path:circle(farthest-side at 0 0)", ["-120,-120 240x240 r120"]),
            ("clip-path:ellipse(25% 10px at right 20px bottom 10px)", ["70,40 60x20 r30/10"]),
            ("clip-path:polygon(0 0, 100% 0, 50% 10px)", ["0,0 120,0 60,10"]),
            ("clip-path:polygon(evenodd, 0 0, 100% 0, 50% 10px) padding-box", ["10,10 110,10 60,20 evenodd"]),
            ("clip-path:content-box;padding:2px", ["12,12 100x40"]),
            ("clip-path:margin-box;margin:0 3px 4px 0", ["0,0 123x64"]),
            // `clip` is for absolutely positioned boxes.
            ("clip:rect(1px, 30px, 20px, 4px)", []),
            ("position:relative;clip:rect(1px, 30px, 20px, 4px)", []),
            ("position:absolute;clip:rect(1px, 30px, 20px, 4px)", ["4,1 26x19"]),
            ("position:absolute;clip:rect(1px auto 20px auto)", ["0,1 120x19"]),
            ("position:fixed;clip:rect(0 0 0 0)", ["0,0 0x0"]),
            ("position:absolute;clip:rect(9px 5px 3px 8px)", ["8,9 0x0"]),
            ("position:absolute;clip:rect(1px 2px 3px 4%)", []),
            ("clip-path:circle(-1px)", []), ("clip-path:ellipse(1px)", []), ("clip-path:polygon()", []),
        ] as [(String, [String])])
    func clips(style: String, wanted: [String]) throws {
        #expect(try Self.clips(style) == wanted)
        let text = try AttributedText(html: "<!DOCTYPE html><div style='\(style)'>a</div>")
        #expect(try AttributedText(html: text.html()) == text)
    }

    /// What is outside of a shape has no ink.
    @Test func pixels() throws {
        let html = "<div style='width:40px;height:40px;background:#f00;clip-path:polygon(0 0,100% 0,0 100%)'></div>"
        let layout = DocumentLayout(
            try AttributedText(html: "<!DOCTYPE html><style>body{margin:0}</style>" + html), fonts: .strict(), width: 40
        )
        let svg = String(decoding: try layout.bytes(as: .svg, images: DrawnImages.none), as: UTF8.self)
        #expect(svg.contains("<path d=\"M0 0L40 0L0 40Z\"/></clipPath>"))
    }

    @Test(arguments: [
        "position:absolute;clip:rect(0 0 0 0)", "position:absolute;clip-path:inset(50%)", "clip-path:circle(0)",
    ])
    func whatIsHiddenIsRead(style: String) throws {
        let text = try AttributedText(
            html: "<p>a <a href='https://x.test/' style='display:block;\(style)'>skip</a> b</p>")
        #expect(PlainTextWriter().string(from: text).contains("skip"))
        let list = DocumentLayout(text, fonts: .strict(), width: 200).displayList
        var areas: [Rect] = []
        for case .beginTag(.link(_, let found), _, _) in list.commands { areas += found }
        #expect(areas.isEmpty)
    }
}
