import GalleyFonts
import GalleyLayout
import GalleyText

/// Lays a text out with a test font's faces alone and says what it occupies; finds what those faces lack.
func layOut(_ text: AttributedText, font: TestFont, width: Double, maximumLines: Int?) -> TextMeasurement {
    let natural = DocumentLayout(text, fonts: font.fonts, width: .infinity)
    var options = LayoutOptions()
    options.maximumLines = maximumLines
    let wrapped =
        width.isFinite || maximumLines != nil
        ? natural.relayout(width: width, options: options, attachments: [:]) : natural
    let lines = wrapped.lines.map { line in
        TextMeasurement.Line(
            text: text[line.range], frame: line.frame, baseline: line.baseline, isRightToLeft: line.isRightToLeft)
    }
    return TextMeasurement(
        naturalSize: extent(of: natural), size: extent(of: wrapped), lines: lines,
        isTruncated: isTruncated(wrapped, natural), width: width, problems: problems(of: text, natural, font))
}

/// Whether a line of the natural layout is missing, or a line was cut.
private func isTruncated(_ wrapped: DocumentLayout, _ natural: DocumentLayout) -> Bool {
    wrapped.lines.last?.range.upperBound != natural.lines.last?.range.upperBound
        || wrapped.content.paragraphs.contains { $0.layout.isTruncated }
}

/// The widest line and the height of all.
private func extent(of layout: DocumentLayout) -> Size {
    Size(width: layout.lines.map(\.frame.width).max() ?? 0, height: layout.size.height)
}

/// What the faces lack, each family and each character told once.
private func problems(of text: AttributedText, _ layout: DocumentLayout, _ font: TestFont) -> [String] {
    var problems: [String] = []
    var families: Set<String> = []
    for id in 0..<text.styleCount {
        for family in text.style(TextStyleID(rawValue: UInt32(id))).shaping.fontFamilies
        where !font.fonts.hasFamily(family) && families.insert(family).inserted {
            problems.append("no face of the family “\(family)” was given to the test font")
        }
    }
    var characters: Set<String> = []
    for fragment in layout.content.paragraphs {
        let inline = fragment.layout.shaped.inline
        for range in fragment.layout.shaped.uncovered {
            let missing = String(decoding: inline.utf8[range], as: UTF8.self)
            guard characters.insert(missing).inserted else { continue }
            let scalars = missing.unicodeScalars.prefix(8).map { "U+" + hexadecimal($0.value) }.joined(separator: " ")
            problems.append("no face of the test font has “\(missing)” (\(scalars))")
        }
    }
    return problems
}

private func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
