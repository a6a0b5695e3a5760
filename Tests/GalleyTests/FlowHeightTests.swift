import Galley
import Testing

/// Heights in percent of floats and inline blocks (CSS 2 §10.5): of the block around, where that has a height of its own.
@Suite("Heights in percent beside text")
struct FlowHeightTests {
    @Test(arguments: [("height:80px", [40.0, 20]), ("", [0, 0]), ("height:80px;display:inline-block", [40, 20])])
    func heights(style: String, expected: [Double]) throws {
        let text = try AttributedText(
            html: """
                <!DOCTYPE html><style>body{font:10px/20px 'Galley Test'}</style><div style='\(style)'>a<i
                style='float:left;width:10px;height:50%'></i><b style='display:inline-block;width:5px;height:25%'></b></div>
                """)
        let layout = DocumentLayout(text, fonts: .strict(), width: 300)
        #expect(layout.fragments.suffix(2).map(\.frame.height) == expected)
    }
}
