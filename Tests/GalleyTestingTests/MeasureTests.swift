import Foundation
import GalleyText
import Testing

import GalleyTesting

@Suite struct MeasureTests {
    /// The generated face: every advance is known (Fonts/expected-advances.tsv), 1000 units per em.
    private let font = TestFont(size: 10)

    @Test func aWordHasItsNaturalSize() {
        let measured = measure("AB", font: font)
        #expect(measured.lineCount == 1)
        #expect(measured.naturalSize == measured.size)
        #expect(measured.firstBaseline == measured.lastBaseline)
        #expect(!measured.isTruncated)
        #expect(measured.problems.isEmpty)
    }

    @Test func widthsAddUp() {
        // No kerning between digits.
        let one = measure("0", font: font).size.width
        #expect(one > 0)
        #expect(measure("0000", font: font).size.width == 4 * one)
    }

    @Test func aWidthThatJustFitsDoesNotWrap() {
        let natural = measure("one two three", font: font).size.width
        #expect(measure("one two three", font: font, width: natural).lineCount == 1)
        #expect(measure("one two three", font: font, width: natural - 1).lineCount == 2)
    }

    @Test func linesAndBaselinesGrowTogether() {
        let measured = measure("one two three", font: font, width: 1)
        #expect(measured.lines.map(\.text) == ["one ", "two ", "three"])
        let height = measured.lines[0].frame.height
        #expect(measured.size.height == 3 * height)
        #expect(measured.lastBaseline - measured.firstBaseline == 2 * height)
    }

    @Test func tooManyLinesAreTruncated() {
        let measured = measure("one two three", font: font, width: 1, maximumLines: 2)
        #expect(measured.lineCount == 2)
        #expect(measured.isTruncated)
    }

    @Test func theSizeIsLinear() {
        let small = measure("Kaufen", font: font).size.width
        let large = measure("Kaufen", font: TestFont(size: 40)).size.width
        #expect(large == 4 * small)
    }

    @Test func aFittingTextPasses() {
        #expect(expectFits("one", font: font, width: 100, height: 40, maximumLines: 1))
        #expect(expectLineCount(3, of: "one two three", font: font, width: 1))
    }

    @Test func aTextThatDoesNotFitFailsAndDrawsItsLines() {
        withKnownIssue {
            expectFits("one two three", font: font, width: 40, height: 10, maximumLines: 1)
        } matching: { issue in
            let message = issue.comments.map(\.rawValue).joined()
            return message.contains("does not fit") && message.contains("|one") && message.contains("truncated")
        }
        withKnownIssue {
            expectLineCount(1, of: "one two three", font: font, width: 1)
        }
    }

    @Test func aMissingCharacterIsAFailureThatNamesIt() {
        withKnownIssue {
            _ = measure("a\u{1F600}", font: font)
        } matching: {
            $0.comments.contains { $0.rawValue.contains("U+1F600") }
        }
    }

    @Test func anUnknownFamilyIsAFailureThatNamesIt() {
        var style = font.style
        style.shaping.fontFamilies = ["No Such Family"]
        withKnownIssue {
            _ = measure(AttributedText("a", style: style), font: font)
        } matching: {
            $0.comments.contains { $0.rawValue.contains("No Such Family") }
        }
    }

    @Test func aFileThatIsNoFontIsAnError() {
        #expect(throws: (any Error).self) { try TestFont(file: URL(filePath: #filePath), size: 12) }
    }

    @Test func theDrawingMarksTheEdge() {
        let measured = TextMeasurement(
            naturalSize: .zero, size: .zero,
            lines: [
                .init(text: "ab ", frame: Rect(x: 0, y: 0, width: 20, height: 10), baseline: 8, isRightToLeft: false),
                .init(text: "c\n", frame: Rect(x: 0, y: 10, width: 10, height: 10), baseline: 18, isRightToLeft: false),
            ], isTruncated: false, width: 30, problems: [])
        #expect(measured.drawing.contains("20"))
        #expect(measured.drawing.split(separator: "\n").count == 2)
    }
}
