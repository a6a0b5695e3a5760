import GalleyLayout
import GalleyText
import Testing

/// How big attachments are, in lines of 300 px.
@Suite struct AttachmentSizingTests {
    struct Case: Sendable, CustomStringConvertible {
        var name: String
        var change: @Sendable (inout GalleyText.Attachment) -> Void = { _ in }
        var state: AttachmentState = .loaded(naturalSize: Size(width: 600, height: 200))
        var options: @Sendable (inout AttachmentSizing) -> Void = { _ in }
        var expected: Size
        var description: String { name }
    }

    static func size(_ width: Double, _ height: Double) -> Size { Size(width: width, height: height) }

    static let cases: [Case] = [
        Case(
            name: "declared sizes win",
            change: {
                $0.width = .length(.px(40))
                $0.height = .length(.px(50))
            }, expected: size(40, 50)),
        Case(
            name: "declared sizes hold before the bytes",
            change: {
                $0.width = .length(.px(40))
                $0.height = .length(.px(50))
            }, state: .awaited, expected: size(40, 50)),
        Case(name: "width alone", change: { $0.width = .length(.px(30)) }, expected: size(30, 10)),
        Case(name: "height alone", change: { $0.height = .length(.px(30)) }, expected: size(90, 30)),
        Case(
            name: "width and a declared ratio before the bytes",
            change: {
                $0.width = .length(.px(30))
                $0.aspectRatio = 2
            }, state: .awaited, expected: size(30, 15)),
        Case(
            name: "a ratio that waits for the picture's own",
            change: {
                $0.width = .length(.px(30))
                $0.aspectRatio = 2
                $0.prefersNaturalRatio = true
            }, expected: size(30, 10)),
        Case(
            name: "the same, until the picture is there",
            change: {
                $0.width = .length(.px(30))
                $0.aspectRatio = 2
                $0.prefersNaturalRatio = true
            }, state: .awaited, expected: size(30, 15)),
        Case(name: "percent of the line", change: { $0.width = .length(.percent(50)) }, expected: size(150, 50)),
        Case(name: "natural size shrinks to the line", expected: size(300, 100)),
        Case(
            name: "small images keep their size", state: .loaded(naturalSize: size(20, 10)), expected: size(20, 10)),
        Case(
            name: "fixed display size", state: .awaited, options: { $0.displaySize = Size(width: 48, height: 48) },
            expected: size(48, 48)),
        Case(
            name: "maximum size", options: { $0.maximumSize = Size(width: 150, height: 40) }, expected: size(120, 40)),
        Case(name: "no fitting", options: { $0.fitsLine = false }, expected: size(600, 200)),
        Case(name: "awaited", state: .awaited, expected: size(16, 16)),
        // What Chromium 156 makes of SVG pictures in a line that wide.
        Case(name: "a ratio alone fills the line", state: .loaded(.init(ratio: 2)), expected: size(300, 150)),
        Case(
            name: "a ratio and a declared width", change: { $0.width = .length(.px(80)) },
            state: .loaded(.init(ratio: 2)), expected: size(80, 40)),
        Case(
            name: "a width without ratio", state: .loaded(.init(width: 60)), expected: size(60, 150)),
        Case(
            name: "a height without ratio", state: .loaded(.init(height: 60)), expected: size(300, 60)),
        Case(
            name: "a height with ratio", state: .loaded(.init(height: 60, ratio: 2)), expected: size(120, 60)),
        Case(
            name: "a width without ratio, declared height", change: { $0.height = .length(.px(80)) },
            state: .loaded(.init(width: 60)), expected: size(60, 80)),
        Case(
            name: "nothing, declared width", change: { $0.width = .length(.px(80)) }, state: .loaded(.none),
            expected: size(80, 150)),
        Case(
            name: "an inline drawing is there",
            change: {
                $0.kind = .svg
                $0.markup = "<svg/>"
                $0.aspectRatio = 3
            }, state: .awaited, expected: size(300, 100)),
        Case(
            name: "an inline drawing without a size",
            change: {
                $0.kind = .svg
                $0.markup = "<svg/>"
            }, state: .awaited, expected: size(300, 150)),
        Case(name: "without a natural size", state: .loaded(naturalSize: nil), expected: size(300, 150)),
        Case(name: "failed: its text", state: .failed, expected: size(15, 10)),
        Case(
            name: "failed, declared: its text all the same",
            change: {
                $0.width = .length(.px(40))
                $0.height = .length(.px(50))
            }, state: .failed, expected: size(15, 10)),
        Case(
            name: "failed, declared, no picture: its box",
            change: {
                $0.kind = .object
                $0.width = .length(.px(40))
                $0.height = .length(.px(50))
            }, state: .failed, expected: size(40, 50)),
        Case(
            name: "max-width keeps the ratio", change: { $0.maximumWidth = .length(.percent(20)) },
            expected: size(60, 20)),
        Case(
            name: "max-height keeps the ratio", change: { $0.maximumHeight = .length(.px(10)) },
            expected: size(30, 10)),
        Case(
            name: "max-width with both declared keeps the height",
            change: {
                $0.width = .length(.px(400))
                $0.height = .length(.px(50))
                $0.maximumWidth = .length(.px(100))
            }, expected: size(100, 50)),
        Case(
            name: "nothing divides by a zero height",
            change: { $0.height = .length(.zero) }, state: .loaded(naturalSize: size(5, 0)), expected: size(5, 0)),
    ]

    @Test(arguments: cases)
    func sizes(test: Case) {
        var options = LayoutOptions()
        test.options(&options.attachments)
        let text = TestDocument.make { $0.image("a.png", change: test.change) }
        let layout = TestDocument.layout(text, options: options, attachments: [AttachmentID(0): test.state])
        #expect(layout.attachments.map(\.contentRect.size) == [test.expected])
    }

    @Test func edgesStandAroundTheImage() {
        let text = TestDocument.make { writer in
            writer.image("a", before: "aa") { attachment in
                attachment.width = .length(.px(10))
                attachment.height = .length(.px(10))
                attachment.margin = Edges(.px(3))
                attachment.padding = Edges(.px(2))
                attachment.border = Edges(BorderEdge(stroke: .solid, width: 1, color: .black))
            }
        }
        let found = TestDocument.layout(text).attachments[0]
        #expect(found.frame == Rect(x: 15, y: 3, width: 16, height: 16))
        #expect(found.contentRect == Rect(x: 18, y: 6, width: 10, height: 10))
    }

    @Test func alternativeTextIsLaidOut() throws {
        let text = TestDocument.make { $0.image("a", before: "x") { $0.alternativeText = "two  words" } }
        let layout = TestDocument.layout(text, attachments: [AttachmentID(0): .failed])
        let alternative = try #require(layout.attachments[0].alternative)
        #expect(alternative.text.string == "two words\n")
        #expect(alternative.layout.lineCount == 1)
        #expect(alternative.origin.x == 6)
        #expect(layout.diagnostics.map(\.code) == ["missing-image"])
    }
}
