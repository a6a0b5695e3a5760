/// Grapheme_Cluster_Break (UAX #29).
///
/// The raw values are the numbers of the generated tables (Scripts/generate-unicode.py holds the same list).
@frozen
public enum GraphemeBreakClass: UInt8, Hashable, Sendable, CaseIterable {
    /// `XX`
    case other
    /// `CR`
    case cr
    /// `LF`
    case lf
    /// `CN`
    case control
    /// `EX`
    case extend
    /// `ZWJ`
    case zwj
    /// `RI`
    case regionalIndicator
    /// `PP`
    case prepend
    /// `SM`
    case spacingMark
    /// `L`
    case l
    /// `V`
    case v
    /// `T`
    case t
    /// `LV`
    case lv
    /// `LVT`
    case lvt
}

/// Word_Break (UAX #29).
///
/// The raw values are the numbers of the generated tables (Scripts/generate-unicode.py holds the same list).
@frozen
public enum WordBreakClass: UInt8, Hashable, Sendable, CaseIterable {
    /// `XX`
    case other
    /// `CR`
    case cr
    /// `LF`
    case lf
    /// `NL`
    case newline
    /// `Extend`
    case extend
    /// `ZWJ`
    case zwj
    /// `RI`
    case regionalIndicator
    /// `FO`
    case format
    /// `KA`
    case katakana
    /// `HL`
    case hebrewLetter
    /// `LE`
    case aLetter
    /// `SQ`
    case singleQuote
    /// `DQ`
    case doubleQuote
    /// `MB`
    case midNumLet
    /// `ML`
    case midLetter
    /// `MN`
    case midNum
    /// `NU`
    case numeric
    /// `EX`
    case extendNumLet
    /// `WSegSpace`
    case wSegSpace
}

/// Sentence_Break (UAX #29).
///
/// The raw values are the numbers of the generated tables (Scripts/generate-unicode.py holds the same list).
@frozen
public enum SentenceBreakClass: UInt8, Hashable, Sendable, CaseIterable {
    /// `XX`
    case other
    /// `CR`
    case cr
    /// `LF`
    case lf
    /// `EX`
    case extend
    /// `SE`
    case sep
    /// `FO`
    case format
    /// `SP`
    case sp
    /// `LO`
    case lower
    /// `UP`
    case upper
    /// `LE`
    case oLetter
    /// `NU`
    case numeric
    /// `AT`
    case aTerm
    /// `SC`
    case sContinue
    /// `ST`
    case sTerm
    /// `CL`
    case close
}

/// Indic_Conjunct_Break (UAX #44), for GB9c.
///
/// The raw values are the numbers of the generated tables (Scripts/generate-unicode.py holds the same list).
@frozen
public enum IndicConjunctBreak: UInt8, Hashable, Sendable, CaseIterable {
    /// `None`
    case none
    /// `Consonant`
    case consonant
    /// `Extend`
    case extend
    /// `Linker`
    case linker
}
