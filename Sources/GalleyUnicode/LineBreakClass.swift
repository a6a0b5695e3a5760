/// Line_Break (UAX #14).
///
/// The raw values are the numbers of the generated tables (Scripts/generate-unicode.py holds the same list).
@frozen
public enum LineBreakClass: UInt8, Hashable, Sendable, CaseIterable {
    /// `XX`: unassigned or private use; resolved as alphabetic
    case unknown
    /// `AI`: alphabetic or ideographic by context
    case ambiguous
    /// `AK`: consonants of Brahmic scripts with virama-based clusters
    case aksara
    /// `AL`: letters and symbols that are not broken between
    case alphabetic
    /// `AP`: repha and other pre-base forms
    case aksaraPrebase
    /// `AS`: independent vowels
    case aksaraStart
    /// `B2`: em dash
    case breakBoth
    /// `BA`: spaces and hyphens that let a line end after them
    case breakAfter
    /// `BB`
    case breakBefore
    /// `BK`
    case mandatoryBreak
    /// `CB`: inline objects, U+FFFC
    case contingentBreak
    /// `CJ`: small kana
    case conditionalJapaneseStarter
    /// `CL`
    case closePunctuation
    /// `CM`
    case combiningMark
    /// `CP`
    case closeParenthesis
    /// `CR`
    case carriageReturn
    /// `EB`
    case emojiBase
    /// `EM`
    case emojiModifier
    /// `EX`
    case exclamation
    /// `GL`: non-breaking
    case glue
    /// `H2`
    case hangulLV
    /// `H3`
    case hangulLVT
    /// `HH`: U+2010 and the like
    case unambiguousHyphen
    /// `HL`
    case hebrewLetter
    /// `HY`: U+002D
    case hyphen
    /// `ID`
    case ideographic
    /// `IN`: leaders
    case inseparable
    /// `IS`
    case infixNumeric
    /// `JL`
    case hangulL
    /// `JT`
    case hangulT
    /// `JV`
    case hangulV
    /// `LF`
    case lineFeed
    /// `NL`
    case nextLine
    /// `NS`
    case nonstarter
    /// `NU`
    case numeric
    /// `OP`
    case openPunctuation
    /// `PO`
    case postfixNumeric
    /// `PR`
    case prefixNumeric
    /// `QU`
    case quotation
    /// `RI`
    case regionalIndicator
    /// `SA`: scripts that need a dictionary
    case complexContext
    /// `SG`
    case surrogate
    /// `SP`
    case space
    /// `SY`: solidus
    case breakSymbols
    /// `VF`
    case viramaFinal
    /// `VI`
    case virama
    /// `WJ`
    case wordJoiner
    /// `ZW`
    case zeroWidthSpace
    /// `ZWJ`
    case zeroWidthJoiner
}
