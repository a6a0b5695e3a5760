import Galley
import Testing

/// `position: relative` on inline boxes (CSS 2 §9.4.3). Letters of the embedded face at 10 px are 6 px wide, spaces 3; lines
/// are 20 px high.
@Suite("Inline boxes that are relative")
struct RelativeBoxTests {
    private static func layout(_ html: String, width: Double = 300) throws -> DocumentLayout {
        let head = "<!DOCTYPE html><style>body,p{margin:0;font:10px/20px 'Galley Test'}</style>"
        return DocumentLayout(try AttributedText(html: head + html), fonts: .strict(), width: width)
    }

    /// The border boxes of the inline boxes, from the document's corner.
    private static func boxes(_ layout: DocumentLayout) -> [Rect] {
        layout.paragraphFragments.flatMap { fragment in
            fragment.layout.lines.flatMap(\.boxFragments).map {
                $0.rect.offsetBy(dx: fragment.origin.x, dy: fragment.origin.y)
            }
        }
    }

    /// The text of runs in the order in which they are painted.
    private static func texts(_ list: DisplayList) -> [String] {
        list.commands.compactMap { command in
            guard case .text(let run) = command else { return nil }
            return String(decoding: list.text[run.text], as: UTF8.self)
        }
    }

    @Test(
        "Where the box is",
        arguments: [
            ("<span style='position:relative'>bb</span>", 0, 0),
            ("<span style='position:relative;left:5px;top:7px'>bb</span>", 5, 7),
            ("<span style='position:relative;right:5px;bottom:7px'>bb</span>", -5, -7),
            // Left and top win.
            ("<span style='position:relative;left:1px;right:5px;top:2px;bottom:7px'>bb</span>", 1, 2),
            ("<span style='position:relative;left:1em;top:-1em'>bb</span>", 10, -10),
            // Percentages are of the block around; of a height that depends on the lines they are `auto`.
            ("<span style='position:relative;left:10%;top:50%'>bb</span>", 30, 0),
            ("<span style='position:relative;top:50%;bottom:3px'>bb</span>", 0, -3),
            // Of boxes inside each other all count.
            ("<span style='position:relative;left:5px'><b style='position:relative;top:2px'>bb</b></span>", 5, 2),
            (
                "<span style='position:absolute;left:5px'></span><span style='position:relative;left:4px'>bb</span>", 4,
                0
            ),
        ])
    func place(box: String, dx: Double, dy: Double) throws {
        let layout = try Self.layout("<p>aa \(box) cc")
        let plain = try Self.layout("<p>aa <span style='vertical-align:0'>bb</span> cc")
        // Lines stay as they are.
        #expect(layout.lines.map(\.frame) == plain.lines.map(\.frame))
        let expected = try #require(Self.boxes(plain).first)
        #expect(Self.boxes(layout).last == expected.offsetBy(dx: dx, dy: dy))
        let runs = layout.paragraphFragments[0].layout.lines[0].runs
        let run = try #require(runs.last { $0.width == 12 && $0.displacement != .zero } ?? runs.first { $0.x == 15 })
        #expect(run.x == 15 + dx)
        #expect(run.baseline == runs[0].baseline + dy)
    }

    @Test func percentagesOfAHeight() throws {
        let layout = try Self.layout("<div style='height:80px'><span style='position:relative;top:25%'>bb</span></div>")
        let plain = try Self.layout("<div style='height:80px'><span style='vertical-align:0'>bb</span></div>")
        #expect(try #require(Self.boxes(layout).first).y == #require(Self.boxes(plain).first).y + 20)
    }

    @Test func rightWinsWhereLinesRunLeft() throws {
        let layout = try Self.layout("<p dir=rtl><span style='position:relative;left:1px;right:5px'>bb</span>")
        #expect(Self.boxes(layout).first?.x == 283)
    }

    @Test func caretsAndHitsAreWhereItIsSeen() throws {
        let layout = try Self.layout("<p>aa <span style='position:relative;left:100px;top:50px'>bb</span> cc")
        #expect(layout.caretRects(at: TextPosition(offset: 4)) == [Rect(x: 121, y: 50, width: 0, height: 20)])
        #expect(layout.position(at: Point(x: 122, y: 60))?.offset == 4)
        #expect(layout.characterOffset(at: Point(x: 122, y: 60)) == 4)
        // Nothing of it is where it would be.
        #expect(layout.characterOffset(at: Point(x: 20, y: 10)) == nil)
        #expect(
            layout.rects(for: 0..<8) == [
                Rect(x: 0, y: 0, width: 15, height: 20), Rect(x: 115, y: 50, width: 12, height: 20),
                Rect(x: 27, y: 0, width: 15, height: 20),
            ])
        #expect(layout.paragraphFragments[0].layout.brokenInvariants().isEmpty)
    }

    /// CSS 2 §16.3.1: a box takes the lines along its text with it.
    @Test func linesAlongTextMoveWithIt() throws {
        let layout = try Self.layout("<p><u>aa <span style='position:relative;top:7px'>bb</span></u>")
        let segments = layout.paragraphFragments[0].layout.lines[0].decorations(in: layout.text)
        #expect(segments.map(\.isDisplaced) == [false, true])
        #expect(try #require(segments.last).y == #require(segments.first).y + 7)
    }

    @Test func attachmentsInlineBlocksAndFloatsMoveWithIt() throws {
        let html = """
            <p>a<span style='position:relative;left:40px;top:30px'><img src=x width=10 height=10><b
            style='display:inline-block;width:8px;height:8px'></b><i style='float:right;width:5px;height:5px'></i></span>
            """
        let moved = try Self.layout(html)
        let plain = try Self.layout(html.replacing("position:relative", with: "color:red"))
        #expect(moved.attachments.first?.frame == plain.attachments.first?.frame.offsetBy(dx: 40, dy: 30))
        for (one, other) in zip(moved.fragments, plain.fragments).suffix(2) {
            #expect(one.frame == other.frame.offsetBy(dx: 40, dy: 30))
        }
    }

    /// CSS 2 §10.1: its padding edges are what positioned boxes in it refer to.
    @Test func itIsAContainingBlock() throws {
        let layout = try Self.layout(
            """
            <p>aa <span style='position:relative;left:9px;padding:0 4px;border:1px solid'>bb<b style='position:absolute;
            left:2px;top:3px;right:0;height:7px'></b></span>
            """)
        let box = try #require(Self.boxes(layout).first)
        let frame = try #require(layout.fragments.last?.frame)
        #expect(frame == Rect(x: box.x + 1 + 2, y: box.y + 1 + 3, width: 20 - 2, height: 7))
    }

    /// CSS 2 §9.2.1.1.
    @Test func blocksInItMoveWithIt() throws {
        let layout = try Self.layout("<div><span style='position:relative;left:9px;top:4px'>a<p>b</p>c</span></div>")
        // Lines stay as they are; what is in them moves.
        #expect(layout.lines.map(\.frame.y) == [0, 24, 40])
        #expect(layout.lines.map(\.frame.x) == [0, 9, 0])
        #expect(Self.boxes(layout).map(\.x) == [9, 9])
    }

    /// CSS 2 Appendix E: above the text of lines that it lies on, but in its place where it lies on none.
    @Test(arguments: [
        ("top:20px;left:-15px", ["aa ", " cc", "dd", "bb"]), ("top:-3px;left:0", ["aa ", "bb", " cc", "dd"]),
    ])
    func itIsPaintedAboveTheLines(offset: String, order: [String]) throws {
        let layout = try Self.layout(
            "<p>aa <span style='position:relative;\(offset);background:red'>bb</span> cc<br>dd")
        #expect(Self.texts(layout.displayList) == order)
    }

    /// Also above what comes after its paragraph in the same stacking context, below positioned boxes that come later.
    @Test(arguments: [
        ("<p>@ cc<p>dd", ["aa ", " cc", "dd", "bb"]),
        ("<div><p>@ cc</div><p>dd<p>ee", ["aa ", " cc", "dd", "ee", "bb"]),
        ("<p>@ cc<div style='position:relative'>dd</div>", ["aa ", " cc", "bb", "dd"]),
        ("<div style='position:relative;z-index:0'><p>@ cc</div><p>dd", ["dd", "aa ", "bb", " cc"]),
        ("<p>@ cc<p style='margin-top:40px'>dd", ["aa ", "bb", " cc", "dd"]),
        ("<div style='overflow:hidden'><p>@ cc<p>dd</div>", ["aa ", " cc", "dd", "bb"]),
    ])
    func itIsPaintedAboveLaterBlocks(html: String, order: [String]) throws {
        let box = "aa <span style='position:relative;top:20px;left:-15px;background:red'>bb</span>"
        let list = try Self.layout(html.replacing("@", with: box)).displayList
        #expect(Self.texts(list) == order)
        // Clips and tags are balanced.
        var depth = 0
        for command in list.commands {
            switch command {
            case .beginTag, .beginClip: depth += 1
            case .end: depth -= 1
            default: break
            }
            #expect(depth >= 0)
        }
        #expect(depth == 0)
    }
}
