/// General_Category (UAX #44).
///
/// The raw values are the numbers of the generated tables (Scripts/generate-unicode.py holds the same list).
@frozen
public enum GeneralCategory: UInt8, Hashable, Sendable, CaseIterable {
    /// `Cn`
    case unassigned
    /// `Lu`
    case uppercaseLetter
    /// `Ll`
    case lowercaseLetter
    /// `Lt`
    case titlecaseLetter
    /// `Lm`
    case modifierLetter
    /// `Lo`
    case otherLetter
    /// `Mn`
    case nonspacingMark
    /// `Mc`
    case spacingMark
    /// `Me`
    case enclosingMark
    /// `Nd`
    case decimalNumber
    /// `Nl`
    case letterNumber
    /// `No`
    case otherNumber
    /// `Pc`
    case connectorPunctuation
    /// `Pd`
    case dashPunctuation
    /// `Ps`
    case openPunctuation
    /// `Pe`
    case closePunctuation
    /// `Pi`
    case initialPunctuation
    /// `Pf`
    case finalPunctuation
    /// `Po`
    case otherPunctuation
    /// `Sm`
    case mathSymbol
    /// `Sc`
    case currencySymbol
    /// `Sk`
    case modifierSymbol
    /// `So`
    case otherSymbol
    /// `Zs`
    case spaceSeparator
    /// `Zl`
    case lineSeparator
    /// `Zp`
    case paragraphSeparator
    /// `Cc`
    case control
    /// `Cf`
    case format
    /// `Cs`
    case surrogate
    /// `Co`
    case privateUse
}
