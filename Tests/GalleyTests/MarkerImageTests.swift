import Foundation
import Galley
import Testing

/// Images as markers of list items (`list-style-image`, CSS Lists 3 §3.2). Letters of the embedded face at 10 px are 6 px
/// wide; the lines' baselines are 13 px below their tops.
@Suite("Images as markers")
struct MarkerImageTests {
    private static func text(_ style: String, _ items: String = "<li>aa<li>bb", attributes: String = "") throws
        -> AttributedText
    {
        try AttributedText(
            html: """
                <!DOCTYPE html><style>body,ul{margin:0;padding:0 40px;font:10px/20px 'Galley Test'}
                ul{list-style-image:url(dot.png);padding:0;\(style)}</style><ul \(attributes)>\(items)</ul>
                """)
    }

    private static func layout(_ text: AttributedText, _ state: AttachmentState?) -> DocumentLayout {
        var states: [AttachmentID: AttachmentState] = [:]
        for index in text.attachments.indices { states[AttachmentID(index)] = state }
        return DocumentLayout(text, fonts: .strict(), width: 300, attachments: states)
    }

    @Test func itIsAnAttachmentThatNoCharacterStandsFor() throws {
        let text = try Self.text("")
        #expect(text.attachments.map(\.source) == ["dot.png", "dot.png"])
        #expect(text.attachments.map(\.alternativeText) == ["•", "•"])
        #expect(text.objects.isEmpty)
        #expect(String(text[0..<text.count]) == "aa\nbb\n")
        #expect(PlainTextWriter(.screen).string(from: text).contains("• aa"))
        #expect(AttributedText(AttributedString(text)) == text)
    }

    @Test(
        "Its place and size",
        arguments: [
            // 7 px before the text, on the baseline.
            (Size(width: 8, height: 8), "", Rect(x: 40 - 7 - 8, y: 5, width: 8, height: 8), 0),
            // One higher than the line above its baseline pushes it down.
            (Size(width: 20, height: 30), "", Rect(x: 13, y: 0, width: 20, height: 30), 17),
            // Without a size of its own it is as large as the letters.
            (nil, "font-size:12px", Rect(x: 40 - 7 - 12, y: 2, width: 12, height: 12), 0),
            (Size(width: 8, height: 8), "direction:rtl", Rect(x: 260 + 7, y: 5, width: 8, height: 8), 0),
        ] as [(Size?, String, Rect, Double)])
    func place(size: Size?, style: String, frame: Rect, lineY: Double) throws {
        let layout = Self.layout(try Self.text(style), .loaded(naturalSize: size))
        let marker = try #require(layout.markers.first)
        #expect(marker.image != nil)
        if style.hasPrefix("font-size") {
            #expect(marker.frame.width == frame.width && marker.frame.x == frame.x)
        } else {
            #expect(marker.frame == frame)
        }
        #expect(layout.lines.first?.frame.y == lineY)
        let images = layout.displayList.commands.filter { if case .image = $0 { true } else { false } }
        #expect(images.count == 2)
    }

    @Test func insideItStandsInTheLine() throws {
        let layout = Self.layout(
            try Self.text("list-style-position:inside"), .loaded(naturalSize: Size(width: 8, height: 8)))
        #expect(layout.markers.isEmpty)
        #expect(layout.attachments.map(\.frame.x) == [40, 40])
        let runs = layout.paragraphFragments[0].layout.lines[0].runs
        #expect(runs.last?.x == 15)
    }

    @Test(
        "What stands for one that cannot be loaded",
        arguments: [
            ("", ["• ", "• "]), ("list-style-type:decimal", ["1. ", "2. "]), ("list-style-type:'* '", ["* ", "* "]),
            ("list-style-type:none", ["", ""]),
        ])
    func failed(style: String, shown: [String]) throws {
        let layout = Self.layout(try Self.text(style), .failed)
        #expect(layout.markers.map { String($0.text[$0.text.paragraphs[0].contentRange]) } == shown)
        #expect(layout.markers.allSatisfy { $0.image == nil })
        let plain = Self.layout(try Self.text(style + ";list-style-image:none"), nil)
        #expect(layout.lines.map(\.frame) == plain.lines.map(\.frame))
        let inside = Self.layout(try Self.text(style + ";list-style-position:inside"), .failed)
        let alternative = try #require(inside.attachments.first)
        #expect((alternative.alternative == nil) == shown[0].isEmpty)
    }

    @Test func itsArrivalMovesWhatItMoves() async throws {
        let text = try Self.text("")
        var layout = DocumentLayout(text, fonts: .strict(), width: 300)
        let change = layout.update([AttachmentID(0): .loaded(naturalSize: Size(width: 20, height: 30))])
        #expect(layout.lines.map(\.frame.y) == [17, 37])
        #expect(change.newHeight == change.oldHeight + 17)
        #expect(layout.lines.map(\.frame) == layout.relayout(width: 300).lines.map(\.frame))
    }

    @Test func anItemWithoutTextIsAsHighAsItsImage() throws {
        let layout = Self.layout(
            try Self.text("", "<li><li>bb"), .loaded(naturalSize: Size(width: 20, height: 30)))
        // As the line that it would stand in.
        #expect(layout.lines.first?.frame.y == 54)
    }
}
