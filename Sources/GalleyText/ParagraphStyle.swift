/// What holds for a paragraph as a whole; it lives in the paragraph table and never in runs.
public struct ParagraphStyle: Hashable, Codable, Sendable {
    public var alignment: TextAlignment
    /// `text-align-last`; `nil` is `auto`.
    public var lastLineAlignment: TextAlignment?
    public var baseDirection: BaseDirection
    /// `unicode-bidi: bidi-override` and `isolate-override` of the block: all characters run in the base direction.
    public var overridesDirection: Bool
    /// `text-indent`: of the first line, or of all others when `hangingIndent`.
    public var indent: Length
    public var hangingIndent: Bool
    /// `text-indent: each-line`: also after a forced break.
    public var indentsEachLine: Bool
    public var tabStops: [TabStop]
    public var wrapStyle: TextWrapStyle
    public var hangingPunctuation: HangingPunctuation
    /// Where justified lines grow (`text-justify`).
    public var justification: Justification
    /// What a line that is too wide for its space ends with in place of what is cut (`text-overflow`); `nil` cuts nothing.
    public var overflowToken: String?
    /// TextKit's factor for the height of a line box, before the bounds; 0 is none. Room is added above, as there.
    public var lineHeightMultiple: Double
    /// TextKit's bounds on the height of a line box in px; 0 is none. Equal ones make all lines exactly as high.
    public var minimumLineHeight: Double
    public var maximumLineHeight: Double
    /// What is taken off above the first line and below the last one.
    public var textBox: TextBox
    /// TextKit's distances above and below the paragraph in px, beside any margins of its block.
    public var spacingBefore: Double
    public var spacingAfter: Double
    /// What a paragraph without text does.
    public var emptyParagraph: EmptyParagraph
    /// Whether lines are as high as what is in them alone: neither the strut counts nor an inline box without text of its
    /// own or edges (Quirks Mode §3.3 and §3.4, for documents of old types; mails have them).
    public var ignoresStrut: Bool
    public var lineBreakMode: LineBreakMode
    /// What `::first-line` and `::first-letter` say, out of line; nil where neither says anything.
    fileprivate var firstStyles: FirstStyles?

    /// What a paragraph that holds nothing but its separator occupies.
    public enum EmptyParagraph: UInt8, Hashable, Codable, Sendable {
        /// One line as high as the strut, as in an editor.
        case lineBox
        /// Nothing: CSS makes no line box for it (CSS 2 §9.4.2).
        case nothing
    }

    public init() {
        alignment = .start
        lastLineAlignment = nil
        baseDirection = .leftToRight
        overridesDirection = false
        indent = .zero
        hangingIndent = false
        indentsEachLine = false
        tabStops = []
        wrapStyle = .auto
        hangingPunctuation = []
        justification = .auto
        overflowToken = nil
        lineHeightMultiple = 0
        minimumLineHeight = 0
        maximumLineHeight = 0
        textBox = TextBox()
        spacingBefore = 0
        spacingAfter = 0
        emptyParagraph = .lineBox
        ignoresStrut = false
        lineBreakMode = .wrap
        firstStyles = nil
    }
}

extension ParagraphStyle {
    /// Shared and immutable, so that paragraphs without such styles pay one word.
    fileprivate final class FirstStyles: Hashable, Codable, Sendable {
        let line: TextStyle?
        let letter: FirstLetterStyle?

        init(line: TextStyle?, letter: FirstLetterStyle?) {
            self.line = line
            self.letter = letter
        }

        static func == (left: FirstStyles, right: FirstStyles) -> Bool {
            left === right || left.line == right.line && left.letter == right.letter
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(line)
            hasher.combine(letter)
        }
    }

    /// The style of the root inline box in the first line (`::first-line`, CSS Pseudo-Elements 4 §2.1), kept for layout;
    /// `TextStyle.inFirstLine` makes of it the style of any text in that line.
    public var firstLine: TextStyle? {
        get { firstStyles?.line }
        set { setFirst(newValue, firstStyles?.letter) }
    }

    var hasFirstStyles: Bool { firstStyles != nil }

    /// `::first-letter` (CSS Pseudo-Elements 4 §2.2), kept for layout.
    public var firstLetter: FirstLetterStyle? {
        get { firstStyles?.letter }
        set { setFirst(firstStyles?.line, newValue) }
    }

    private mutating func setFirst(_ line: TextStyle?, _ letter: FirstLetterStyle?) {
        firstStyles = line == nil && letter == nil ? nil : FirstStyles(line: line, letter: letter)
    }
}

/// `text-align` (CSS Text 3 §6.1).
public enum TextAlignment: UInt8, Hashable, Codable, Sendable {
    case start, end, left, right, center, justify
}

/// The direction that a paragraph's bidi levels start from (UAX #9 P2, P3).
public enum BaseDirection: UInt8, Hashable, Codable, Sendable {
    case leftToRight, rightToLeft
    /// From the first strong character (`unicode-bidi: plaintext`, `dir=auto`).
    case natural
}

/// `text-justify` (CSS Text 3 §6.4).
public enum Justification: UInt8, Hashable, Codable, Sendable {
    /// Between words and between ideographs.
    case auto
    /// Nothing grows.
    case none
    case interWord
    /// Between any two characters, but for letters that join.
    case interCharacter
}

/// `text-box-trim` and `text-box-edge` (CSS Inline 3 §6): the room that is taken off above a paragraph's first line and
/// below its last one, down to a line of the strut's first face.
public struct TextBox: Hashable, Codable, Sendable {
    public var trimsStart: Bool
    public var trimsEnd: Bool
    public var over: Over
    public var under: Under

    /// What stands at the top of a trimmed first line.
    public enum Over: UInt8, Hashable, Codable, Sendable {
        /// The face's ascent: no more than leading is taken off.
        case text
        case capHeight, xHeight
    }

    /// What stands at the bottom of a trimmed last line.
    public enum Under: UInt8, Hashable, Codable, Sendable {
        /// The face's descent: no more than leading is taken off.
        case text
        case alphabetic
    }

    public init(trimsStart: Bool = false, trimsEnd: Bool = false, over: Over = .text, under: Under = .text) {
        self.trimsStart = trimsStart
        self.trimsEnd = trimsEnd
        self.over = over
        self.under = under
    }
}

/// `text-wrap-style` (CSS Text 4 §6.3).
public enum TextWrapStyle: UInt8, Hashable, Codable, Sendable {
    case auto, balance, pretty, stable
}

/// `hanging-punctuation` (CSS Text 3 §8.2).
public struct HangingPunctuation: OptionSet, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let first = HangingPunctuation(rawValue: 1)
    public static let last = HangingPunctuation(rawValue: 2)
    public static let forceEnd = HangingPunctuation(rawValue: 4)
    public static let allowEnd = HangingPunctuation(rawValue: 8)
}

/// What becomes of lines that do not fit, with TextKit's names.
public enum LineBreakMode: UInt8, Hashable, Codable, Sendable {
    case wrap, clip, truncateHead, truncateMiddle, truncateTail
}

/// A tab stop: its distance from the line's start edge in px and how the text up to the next tab stands at it.
///
/// Text that a stop's alignment would move before the tab or past the line's end stays where it has room. After the last
/// stop tabs are as wide as `tab-size` says.
public struct TabStop: Hashable, Codable, Sendable {
    public enum Alignment: UInt8, Hashable, Codable, Sendable {
        case start, end, center
        /// The decimal separator of the text's language stands at the stop; text without one ends there.
        case decimal
    }
    /// In px from the start edge of the paragraph's lines: the right one where it runs from right to left.
    public var location: Double
    public var alignment: Alignment

    public init(location: Double, alignment: Alignment = .start) {
        self.location = location
        self.alignment = alignment
    }
}
