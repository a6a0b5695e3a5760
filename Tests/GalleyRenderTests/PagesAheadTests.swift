import GalleyFonts
import GalleyLayout
import GalleyText
import Testing

import GalleyRender

struct PagesAheadTests {
    /// Lists that are made ahead are those of the pages, in their order.
    @Test func pagesComeInOrder() {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle(shaping: ShapingStyle(fontFamilies: ["Galley Test"], fontSize: 10)))
        let plain = builder.intern(ParagraphStyle())
        for index in 0..<300 {
            builder.openBlock(role: .paragraph, style: BlockStyle())
            builder.append("paragraph \(index)", style: style)
            builder.endParagraph(style: plain, strut: style)
            builder.closeBlock()
        }
        let layout = DocumentLayout(builder.finish(), fonts: FontCollection.strict(), width: 150)
        let paged = layout.paginated(on: .custom(width: 170, height: 60), margins: 10)
        var ahead = PagesAhead(paged.pages)
        var count = 0
        for page in paged.pages {
            let next = ahead.next()
            #expect(next?.list == page.displayList && next?.label == page.label)
            count += 1
        }
        #expect(count > 50 && ahead.next() == nil)
    }
}
