/// Bidi_Class (UAX #9).
///
/// The raw values are the numbers of the generated tables (Scripts/generate-unicode.py holds the same list).
@frozen
public enum BidiClass: UInt8, Hashable, Sendable, CaseIterable {
    /// `L`
    case leftToRight
    /// `R`
    case rightToLeft
    /// `AL`
    case arabicLetter
    /// `EN`
    case europeanNumber
    /// `ES`
    case europeanSeparator
    /// `ET`
    case europeanTerminator
    /// `AN`
    case arabicNumber
    /// `CS`
    case commonSeparator
    /// `NSM`
    case nonspacingMark
    /// `BN`
    case boundaryNeutral
    /// `B`
    case paragraphSeparator
    /// `S`
    case segmentSeparator
    /// `WS`
    case whiteSpace
    /// `ON`
    case otherNeutral
    /// `LRE`
    case leftToRightEmbedding
    /// `LRO`
    case leftToRightOverride
    /// `RLE`
    case rightToLeftEmbedding
    /// `RLO`
    case rightToLeftOverride
    /// `PDF`
    case popDirectionalFormat
    /// `LRI`
    case leftToRightIsolate
    /// `RLI`
    case rightToLeftIsolate
    /// `FSI`
    case firstStrongIsolate
    /// `PDI`
    case popDirectionalIsolate
}
