import Galley
import Testing

/// `aspect-ratio` of boxes that are not replaced (CSS Box Sizing 4 §3), as Chromium has it. Lines are 300 px wide and 20 px
/// high, letters 6 px wide.
@Suite struct AspectRatioTests {
    @Test(
        arguments: [
            // Heights from widths: of the content box, or of the border box where that is what `box-sizing` says.
            ("<p style='aspect-ratio:3'>", "300x100"),
            ("<p style='width:200px;aspect-ratio:2/1'>", "200x100"),
            ("<p style='width:200px;aspect-ratio:2/1;padding:10px;border:5px solid'>", "230x130"),
            ("<p style='width:200px;aspect-ratio:2/1;padding:10px;border:5px solid;box-sizing:border-box'>", "200x100"),
            ("<p style='width:200px;aspect-ratio:auto 2/1;padding:10px;box-sizing:border-box'>", "200x110"),
            ("<p style='width:200px;aspect-ratio:auto'>a", "-"),
            // The content is the least height, unless something is clipped or said.
            ("<p style='width:60px;aspect-ratio:3'>a<br>b", "60x40"),
            ("<p style='width:60px;aspect-ratio:3;overflow:hidden'>a<br>b", "60x20"),
            ("<p style='width:60px;aspect-ratio:3;min-height:0'>a<br>b", "60x20"),
            ("<div style='width:60px;aspect-ratio:3;display:flow-root'>a<br>b</div>", "60x40"),
            ("<p style='width:60px;aspect-ratio:3;max-height:15px'>a<br>b", "60x15"),
            // Widths from heights.
            ("<p style='height:50px;aspect-ratio:2'>", "100x50"),
            ("<p style='height:80px;max-height:50px;aspect-ratio:2'>", "100x50"),
            ("<p style='float:left;height:50px;aspect-ratio:2'>a", "100x50"),
            ("<p style='display:inline-block;height:50px;aspect-ratio:2'>a", "100x50"),
            ("<p style='position:absolute;height:40px;aspect-ratio:1/2'>a", "20x40"),
            ("<div style='float:left'><p style='height:30px;aspect-ratio:2'>a</p></div>", "60x30"),
            ("<p style='height:10px;aspect-ratio:1'>abcd", "24x10"),
            ("<p style='height:10px;aspect-ratio:1;overflow:hidden'>abcd", "10x10"),
            ("<p style='height:10px;aspect-ratio:1;min-width:0'>abcd", "10x10"),
            ("<p style='float:left;width:60px;aspect-ratio:2'>a", "60x30"),
            // Between the sides of the containing block.
            ("<div class=r><p style='position:absolute;top:10px;bottom:20px;aspect-ratio:1'>a</div>", "70x70"),
            ("<div class=r><p style='position:absolute;inset:10px;aspect-ratio:4'>a</div>", "280x70"),
            (
                "<div class=r><p style='position:absolute;left:10px;width:40px;top:0;bottom:0;aspect-ratio:2'></div>",
                "40x20"
            ),
            // What limits one size limits the other.
            ("<p style='aspect-ratio:2;max-height:60px'>", "120x60"),
            ("<p style='aspect-ratio:2;min-height:200px'>", "400x200"),
            ("<p style='aspect-ratio:2;max-width:100px'>", "100x50"),
            ("<p style='float:left;aspect-ratio:2;min-height:20px'>a", "40x20"),
            ("<p style='width:fit-content;aspect-ratio:1;min-height:64px'>a", "64x64"),
            // It is what percentages inside refer to, and no margins go through its bottom.
            ("<div style='width:200px;aspect-ratio:2'><p style='height:50%;aspect-ratio:1'></div>", "200x100 50x50"),
            (
                "<div style='width:60px;aspect-ratio:3'><p style='margin-bottom:30px;aspect-ratio:6'>a</div>",
                "60x20 60x20"
            ),
            // Degenerate ratios are none.
            ("<p style='width:60px;aspect-ratio:0/1'>", "-"), ("<p style='width:60px;aspect-ratio:1e-300'>", "60x*"),
        ])
    func sizes(html: String, wanted: String) throws {
        let style = """
            <!DOCTYPE html><style>body{margin:0;font:10px/20px 'Galley Test'} p{margin:0}
            .r{position:relative;height:100px}</style>
            """
        let layout = DocumentLayout(try AttributedText(html: style + html), fonts: .strict(), width: 300)
        let found = layout.text.blocks.indices.map { BlockID($0) }.filter {
            layout.text.style(of: $0).aspectRatio != nil
        }.map { block in
            let frame = layout.blockFragment(block).frame
            let height = frame.height < 1e6 ? "\(Int(frame.height.rounded()))" : "*"
            return "\(Int(frame.width.rounded()))x\(height)"
        }
        #expect((found.isEmpty ? "-" : found.joined(separator: " ")) == wanted)
    }
}
