import Foundation
import GalleyHTML
import GalleyMarkup
import GalleyText
import Testing

/// Fact 50 of the list in HTMLFactsTests: links and backgrounds that overlap are written as elements that nest.
@Suite("Facts about writing HTML")
struct HTMLWriterFactTests {
    /// A text of two paragraphs, ten letters each, with a link and a background on ranges of offsets.
    private func text(link: Range<Int>, background: Range<Int>) -> AttributedText {
        var builder = AttributedTextBuilder()
        var painted = TextStyle()
        painted.paint.background = Color(rgb: 0xFFFF00)
        let styles = [builder.intern(TextStyle()), builder.intern(painted)]
        let paragraph = builder.intern(ParagraphStyle())
        var isOpen = false
        for start in [0, 11] {
            builder.openBlock(role: .paragraph)
            for offset in start..<start + 10 {
                if offset == link.lowerBound {
                    builder.openSpan(link: Link(url: "http://h/u"))
                    isOpen = true
                }
                builder.append(
                    "abcdefghijklmnopqrstu".utf8.dropFirst(offset).prefix(1),
                    style: styles[background.contains(offset) ? 1 : 0])
                if offset + 1 == link.upperBound, isOpen {
                    builder.closeSpan()
                    isOpen = false
                }
            }
            builder.endParagraph(style: paragraph, strut: styles[0])
            builder.closeBlock()
        }
        return builder.finish()
    }

    @Test(
        "50: a link and a background that overlap",
        arguments: [
            (2..<6, 2..<6), (2..<6, 1..<8), (1..<8, 2..<6), (1..<5, 3..<8), (3..<8, 1..<5), (5..<16, 3..<14),
        ] as [(Range<Int>, Range<Int>)])
    func overlaps(link: Range<Int>, background: Range<Int>) throws {
        let text = text(link: link, background: background)
        let html = HTMLWriter(.fragment).string(from: text)
        // Each end tag ends the element that was begun last.
        var open: [Substring] = []
        for part in html.split(separator: "<").dropFirst(html.hasPrefix("<") ? 0 : 1) {
            let name = part.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
            if part.hasPrefix("/") { #expect(open.popLast() == name, "\(html)") } else { open.append(name) }
        }
        // A link is written once in each paragraph that it touches.
        let links = html.components(separatedBy: "<a ").count - 1
        #expect(links == (link.contains(10) ? 2 : 1), "\(html)")
        let back = try AttributedText(html: html)
        #expect(back.string == text.string)
        for offset in 0..<21 where offset != 10 {
            #expect((back.link(at: offset) != nil) == link.contains(offset), "\(offset) \(html)")
            let isPainted = back.style(at: offset)?.paint.background != nil
            #expect(isPainted == background.contains(offset), "\(offset) \(html)")
        }
    }
}
