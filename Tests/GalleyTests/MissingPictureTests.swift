import Galley
import Testing

/// Pictures that do not come (HTML §15.4.2). Letters are 6 px wide, lines 10 px high.
@Suite struct MissingPictureTests {
    @Test(
        arguments: [
            // With a text it is that text, whatever sizes it says.
            ("<img alt='abc'>", 18.0, 10.0), ("<img alt='abc' width=50 height=30>", 18, 10),
            ("<img alt='abc' width=50>", 18, 10), ("<img alt='abc' style='height:30px;min-width:40px'>", 18, 10),
            ("<img alt='abc' width=50 height=30 style='border:1px solid;padding:2px'>", 24, 16),
            // Without one it keeps its room.
            ("<img width=50 height=30>", 50, 30), ("<img alt='' width=50 height=30>", 50, 30), ("<img>", 0, 0),
            // What is no picture has its box.
            ("<video width=50 height=30 aria-label='abc'></video>", 50, 30),
        ])
    func boxes(picture: String, width: Double, height: Double) throws {
        let style = "<!DOCTYPE html><style>body{margin:0;font:10px/10px 'Galley Test'}</style>"
        let text = try AttributedText(html: style + "a" + picture + "b")
        let layout = DocumentLayout(text, fonts: .strict(), width: 200)
        let frame = try #require(layout.content.attachments.first).frame
        #expect(frame.size == Size(width: width, height: height))
    }
}
