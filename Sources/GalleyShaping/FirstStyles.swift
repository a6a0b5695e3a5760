import GalleyText

/// How far a paragraph's first line goes: what the text up to there has first-line styles for. Source offsets and inline
/// ones, of the inline text that has them.
struct FirstLineExtent {
    var source: Int
    var inline: Int

    /// Further than any text.
    static let all = FirstLineExtent(source: .max, inline: .max)
}

/// What `::first-line` and `::first-letter` make of a paragraph's styles (CSS Pseudo-Elements 4 §2). An object, as styles are
/// large and few paragraphs have them.
final class FirstStyles {
    /// The first letter and its style, where it stands in the line; `nil` when its box is closed.
    var letter: (range: Range<Int>, style: FirstLetterStyle)?
    /// The first letter that is laid out by itself.
    private(set) var dropCap: Range<Int>?
    /// The first line's style of the root inline box.
    let firstLineRoot: TextStyle?
    private let extent: FirstLineExtent
    private let root: TextStyle

    /// - Parameter setsLetterApart: whether a first letter that floats is no part of the paragraph's lines.
    init(paragraph index: Int, of text: AttributedText, firstLine: FirstLineExtent?, setsLetterApart: Bool) {
        let paragraph = text.paragraphs[index]
        let style = text.style(paragraph.style)
        root = text.style(paragraph.strut)
        if let letter = style.firstLetter, let range = text.firstLetterRange(ofParagraph: index) {
            if setsLetterApart, let cap = text.dropCapRange(ofParagraph: index) {
                dropCap = cap
            } else if letter.float == .none || setsLetterApart {
                self.letter = (range, letter)
            }
        }
        firstLineRoot = firstLine == nil ? nil : style.firstLine
        extent = firstLine ?? FirstLineExtent(source: 0, inline: 0)
    }

    /// Where text with first-line styles ends in the inline text; 0 without any.
    var firstLineEnd: Int { firstLineRoot == nil ? 0 : extent.inline }

    /// Where the styles of source text after an offset change next.
    func end(after offset: Int) -> Int {
        var end = Int.max
        if firstLineRoot != nil, offset < extent.source { end = extent.source }
        if let letter {
            if offset < letter.range.lowerBound {
                end = min(end, letter.range.lowerBound)
            } else if offset < letter.range.upperBound {
                end = min(end, letter.range.upperBound)
            }
        }
        return end
    }

    /// Whether source text at an offset has another style than its own.
    func changes(_ offset: Int) -> Bool {
        firstLineRoot != nil && offset < extent.source || letter?.range.contains(offset) == true
    }

    /// The style of source text at an offset. The first letter stands inside the first line and inherits from it.
    func style(_ own: TextStyle, at offset: Int) -> TextStyle {
        var style = own
        if let letter, letter.range.contains(offset) { style = style.inFirstLine(letter.style.text, of: root) }
        if offset < extent.source, let first = firstLine(style) { style = first }
        return style
    }

    /// A style in the first line; `nil` without one.
    func firstLine(_ own: TextStyle) -> TextStyle? { firstLineRoot.map { own.inFirstLine($0, of: root) } }
}
