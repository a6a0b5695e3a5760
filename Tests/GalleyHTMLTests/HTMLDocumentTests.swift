import Foundation
import GalleyHTML
import GalleyText
import Testing

@Suite("Real documents", .enabled(if: !SharedData.files("data/html").isEmpty))
struct HTMLDocumentTests {
    @Test(
        "Every document converts, with a title, paragraphs and whole ranges", arguments: SharedData.files("data/html"))
    func converts(file: URL) throws {
        let text = try AttributedText(html: Data(contentsOf: file), baseURL: file)
        #expect(!text.paragraphs.isEmpty && text.count > 300)
        var end = 0
        for paragraph in text.paragraphs {
            #expect(paragraph.range.lowerBound == end)
            end = paragraph.range.upperBound
        }
        #expect(end == text.count)
        #expect(
            text.spans.allSatisfy { $0.range.upperBound <= text.count && $0.range.lowerBound <= $0.range.upperBound })
        #expect(text.anchors.allSatisfy { $0.offset <= text.count })
        #expect(!text.string.unicodeScalars.contains("\u{FFFD}") || file.lastPathComponent.contains("python"))
    }
}
