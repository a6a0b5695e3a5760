import GalleyText

/// Fails the running test unless a text fits: no line wider than `width`, no more lines than `maximumLines`, not higher
/// than `height`. Works in Swift Testing and in XCTest; the message draws the lines as laid out.
///
///     expectFits(title, font: font, width: 120, height: 44, maximumLines: 1)
@discardableResult
public func expectFits(
    _ string: String, font: TestFont, width: Double, height: Double = .infinity, maximumLines: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let measured = measure(
        string, font: font, width: width, fileID: fileID, filePath: filePath, line: line, column: column)
    var reasons: [String] = []
    // A line may exceed its width by 1/64 px, as in layout.
    if let widest = measured.lines.map(\.frame.width).max(), widest > width + 1.0 / 64 {
        reasons.append("a line is \(number(widest)) px wide, \(number(widest - width)) px more than \(number(width))")
    }
    if let maximumLines, measured.lineCount > maximumLines {
        reasons.append("it takes \(measured.lineCount) lines, at most \(maximumLines) fit: it would be truncated")
    }
    if measured.size.height > height + 1.0 / 64 {
        reasons.append("it is \(number(measured.size.height)) px high, \(number(height)) fit")
    }
    guard !reasons.isEmpty else { return measured.problems.isEmpty }
    recordFailure(
        "“\(string)” does not fit: " + reasons.joined(separator: "; ") + "\n" + measured.drawing, at: location)
    return false
}

/// Fails the running test unless a text wraps into exactly `count` lines at `width`.
@discardableResult
public func expectLineCount(
    _ count: Int, of string: String, font: TestFont, width: Double,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
    let measured = measure(
        string, font: font, width: width, fileID: fileID, filePath: filePath, line: line, column: column)
    guard measured.lineCount != count else { return measured.problems.isEmpty }
    recordFailure(
        "“\(string)” takes \(measured.lineCount) lines at \(number(width)) px, not \(count)\n" + measured.drawing,
        at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    return false
}

private func number(_ value: Double) -> String { TextMeasurement.number(value) }
