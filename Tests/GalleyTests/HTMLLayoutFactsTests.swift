import Foundation
import Galley
import GalleyTesting
import Testing

/// Those of the fifty facts about text from HTML that are about layout (the others are in HTMLFactsTests): 34 and 35 as
/// sizes on the page, 47, 48, 49, and the collapsing of margins.
@Suite("Facts about HTML laid out")
struct HTMLLayoutFactsTests {
    /// Lays HTML out without the body's margin, with the embedded face; images have the natural size that is given.
    private func layout(
        _ html: String, width: Double, natural: Size? = nil, options: HTMLOptions = HTMLOptions()
    ) throws -> DocumentLayout {
        let text = try AttributedText(html: "<!DOCTYPE html><body style=margin:0>" + html, options: options)
        var states: [AttachmentID: AttachmentState] = [:]
        for index in text.attachments.indices {
            states[AttachmentID(index)] = natural.map { .loaded(naturalSize: $0) } ?? .awaited
        }
        return DocumentLayout(text, fonts: .strict(), width: width, attachments: states)
    }

    /// The lines that hold words.
    private func words(_ layout: DocumentLayout) -> [LineFragment] {
        layout.lines.filter { line in layout.content.text[line.range].contains { $0.isLetter } }
    }

    private func sizes(_ layout: DocumentLayout) -> [Size] { layout.attachments.map(\.contentRect.size) }

    @Test("34, 35: images are scaled down to the maximum, their ratio kept")
    func maximumSize() throws {
        var options = HTMLOptions()
        options.maximumImageSize = Size(width: 200, height: 200)
        func size(_ html: String, _ natural: Size?) throws -> Size? {
            sizes(try layout(html, width: 1_000, natural: natural, options: options)).first
        }
        #expect(try size("<img src=x width=300 height=300>", nil) == Size(width: 200, height: 200))
        #expect(try size("<img src=x>", Size(width: 400, height: 100)) == Size(width: 200, height: 50))
        #expect(
            try size("<img src=x style='width:400px'>", Size(width: 100, height: 200)) == Size(width: 100, height: 200))
        options.maximumImageSize = nil
        let wide = try size("<img src=x style='width:260px;height:auto'>", Size(width: 150, height: 150))
        #expect(wide == Size(width: 260, height: 260))
        options.maximumImageSize = Size(width: 500, height: 500)
        let natural = Size(width: 1_000, height: 800)
        #expect(try size("<img src=x style='width:80%;height:100%'>", natural) == Size(width: 400, height: 500))
        let second = try #require(try size("<img src=x style='width:110%;height:80%'>", natural))
        #expect(second.width == 500 && abs(second.height - 363.6) < 0.1)
    }

    @Test("Images of twice the density are half as large")
    func density() throws {
        let natural = Size(width: 100, height: 60)
        #expect(sizes(try layout("<img srcset='x 2x'>", width: 400, natural: natural)) == [Size(width: 50, height: 30)])
    }

    @Test("47: text stands beside a float and goes on below it at full width")
    func float() throws {
        let words = String(repeating: "word ", count: 120)
        let layout = try layout(
            "<img src=x style='float:right;width:100px;height:100px'><p style=margin:0>\(words)", width: 400)
        let image = try #require(layout.attachments.first)
        #expect(image.frame.minX == 300 && image.frame.minY == 0)
        let lines = self.words(layout)
        #expect(lines.contains { $0.frame.minY < 100 } && lines.contains { $0.frame.minY >= 100 })
        for line in lines where line.frame.minY < 100 { #expect(line.frame.maxX <= 300) }
        #expect(lines.contains { $0.frame.minY >= 100 && $0.frame.maxX > 300 })
    }

    @Test("48: floats side by side, clear, and a frame as high as its float")
    func floats() throws {
        let float = "float:right;height:50px;width"
        let two = try layout(
            "<img src=x style='\(float):80px'><img src=x style='\(float):60px'>", width: 400)
        #expect(two.attachments.map(\.frame.minX).sorted() == [260, 320])
        #expect(Set(two.attachments.map(\.frame.minY)) == [0])
        let cleared = try layout(
            "<img src=x style='float:left;width:50px;height:70px'><p style='clear:left;margin:0'>a", width: 400)
        #expect((words(cleared).first?.frame.minY ?? 0) >= 70)
        let high = try layout(
            "<img src=x style='float:left;width:50px;height:200px'><p style=margin:0>short", width: 400)
        #expect(high.size.height >= 200)
    }

    @Test("49: four links in a right-to-left paragraph are four links in its line")
    func rightToLeftLinks() throws {
        let links = (1...4).map { "<a href=u\($0)>l\($0)</a>" }.joined(separator: " ")
        let layout = try layout("<p dir=rtl>\(links)", width: 400)
        #expect(layout.lines.count == 1)
        let list = layout.displayList
        var targets: [String] = []
        for command in list.commands {
            if case .beginTag(.link(let target, _), _, _) = command { targets.append("\(target)") }
        }
        #expect(Set(targets).count == 4)
    }

    @Test("Pictures are tagged with their accessible names; decoration is not tagged")
    func figureTags() throws {
        let html = "<img alt=a style=width:9px><img alt=b aria-label=c style=width:9px><img alt='' style=width:9px>"
        var names: [String?] = []
        for command in try layout(html, width: 400).displayList.commands {
            if case .beginTag(.figure(let name), _, _) = command { names.append(name) }
        }
        #expect(names == ["a", "c"])
    }

    @Test("Margins between paragraphs collapse: 12 and 12 are 12")
    func margins() throws {
        let layout = try layout(
            "<p style='margin:12px 0'>a</p><p style='margin:12px 0'>b</p>", width: 400)
        let lines = layout.lines
        #expect(lines.count == 2)
        #expect(abs(lines[1].frame.minY - lines[0].frame.maxY - 12) < 0.01)
    }
}
