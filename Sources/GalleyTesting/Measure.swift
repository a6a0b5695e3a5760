import GalleyFonts
import GalleyLayout
import GalleyText

/// Measures a plain text in a font: `\n` separates paragraphs.
///
///     let size = measure("Kaufen", font: font, width: 120)
///     #expect(size.lineCount == 1)
///
/// A character that no face of the font has is recorded as a failure of the running test, and told in `problems`.
/// Linear in the text; lays it out twice when `width` is finite.
public func measure(
    _ string: String, font: TestFont, width: Double = .infinity, maximumLines: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> TextMeasurement {
    measure(
        AttributedText(string, style: font.style, paragraphStyle: naturalParagraph), font: font, width: width,
        maximumLines: maximumLines, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Measures an attributed text with the faces of a font; families that those do not have are failures.
public func measure(
    _ text: AttributedText, font: TestFont, width: Double = .infinity, maximumLines: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> TextMeasurement {
    let measurement = layOut(text, font: font, width: width, maximumLines: maximumLines)
    if !measurement.problems.isEmpty {
        recordFailure(
            measurement.problems.joined(separator: "\n"),
            at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    return measurement
}

/// Paragraphs of plain text take their direction from their first strong character.
private var naturalParagraph: ParagraphStyle {
    var style = ParagraphStyle()
    style.baseDirection = .natural
    return style
}
