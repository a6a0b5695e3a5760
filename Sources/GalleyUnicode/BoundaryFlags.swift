/// What lies before a byte of a text: one byte of flags for each byte of UTF-8, written by ``LineBreaks``,
/// ``GraphemeBreaks``, ``WordBreaks`` and ``SentenceBreaks``.
///
///     var flags = [BoundaryFlags](repeating: [], count: utf8.count)
///     GraphemeBreaks.mark(utf8, into: &flags)
///
/// The flag at offset `i` speaks of the position *before* byte `i`. Only starts of scalars carry flags. The end of the
/// text has no byte and therefore no flag: it always is a boundary of every kind (GB2, WB2, SB2, LB3).
@frozen
public struct BoundaryFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// The flags with these bits.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A line may end here (UAX #14 ÷).
    @inlinable public static var lineAllowed: BoundaryFlags { BoundaryFlags(rawValue: 0x01) }
    /// A line must end here (UAX #14 !); set without ``lineAllowed``.
    @inlinable public static var lineMandatory: BoundaryFlags { BoundaryFlags(rawValue: 0x02) }
    /// A grapheme cluster starts here.
    @inlinable public static var grapheme: BoundaryFlags { BoundaryFlags(rawValue: 0x04) }
    /// A segment of UAX #29's word breaking starts here (spaces and punctuation are segments too).
    @inlinable public static var word: BoundaryFlags { BoundaryFlags(rawValue: 0x08) }
    /// A sentence starts here.
    @inlinable public static var sentence: BoundaryFlags { BoundaryFlags(rawValue: 0x10) }

    /// A line may end here if it shows a hyphen then. No rule of Unicode's: set by who hyphenates.
    @inlinable public static var hyphen: BoundaryFlags { BoundaryFlags(rawValue: 0x20) }

    /// Both kinds of line break.
    @inlinable public static var line: BoundaryFlags { BoundaryFlags(rawValue: 0x03) }
}
