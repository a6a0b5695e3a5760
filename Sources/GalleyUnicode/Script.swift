import CGalleyData

/// A script of Unicode: a small number with an ISO 15924 tag.
///
///     UnicodeProperties.script(0x0928) == .devanagari
///     Script.devanagari.tag == 0x44657661  // 'Deva', as HarfBuzz takes it
///
/// The numbers are those of this version's tables; keep tags, not numbers, in anything that is stored.
@frozen
public struct Script: RawRepresentable, Hashable, Sendable {
    /// The number of the script in the tables.
    public let rawValue: UInt8

    /// The script of this number; a number that no script has behaves as ``unknown``.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// How many scripts there are, the three special ones included.
    @inlinable public static var count: Int { Int(GALLEY_UNICODE_SCRIPT_COUNT) }

    /// The four letters of ISO 15924, the first in the highest byte; HarfBuzz's `hb_script_t` has the same value.
    @inlinable public var tag: UInt32 {
        galley_unicode_script_tags_base()[Int(rawValue) < Script.count ? Int(rawValue) : 0]
    }

    /// The script that has this ISO 15924 tag, letters in any case; nil when Unicode has none. Linear in ``count``.
    public init?(tag: UInt32) {
        let wanted = Script.titlecased(tag)
        let tags = UnsafeBufferPointer(start: galley_unicode_script_tags_base(), count: Script.count)
        // The tags of groups and variants that text is labelled with but no scalar has.
        let base: UInt32 =
            switch wanted {
            case 0x4861_6E73, 0x4861_6E74, 0x4861_6E62: 0x4861_6E69  // Hans, Hant, Hanb: Hani
            case 0x4A61_6D6F, 0x4B6F_7265: 0x4861_6E67  // Jamo, Kore: Hang
            case 0x4A70_616E, 0x4872_6B74: 0x4869_7261  // Jpan, Hrkt: Hira
            case 0x4C61_7466, 0x4C61_7467: 0x4C61_746E  // Latf, Latg: Latn
            case 0x4172_616E: 0x4172_6162  // Aran: Arab
            case 0x4379_7273: 0x4379_726C  // Cyrs: Cyrl
            case 0x5161_6169: 0x5A69_6E68  // Qaai: Zinh
            case 0x5161_6163: 0x436F_7074  // Qaac: Copt
            default: wanted
            }
        guard let index = tags.firstIndex(of: base) else { return nil }
        self.init(rawValue: UInt8(truncatingIfNeeded: index))
    }

    /// `Common` or `Inherited`: the script of punctuation, digits and marks, which is that of the text around them.
    @inlinable public var isGeneric: Bool {
        rawValue == Script.common.rawValue || rawValue == Script.inherited.rawValue
    }

    /// Whether text of this script runs from right to left by default (UAX #9 gives its letters R or AL).
    public var isRightToLeft: Bool {
        switch self {
        case .adlam, .arabic, .imperialAramaic, .avestan, .chorasmian, .cypriot, .elymaic, .garay, .hatran, .hebrew,
            .oldHungarian, .kharoshthi, .lydian, .mandaic, .manichaean, .mendeKikakui, .meroiticCursive,
            .meroiticHieroglyphs, .oldNorthArabian, .nabataean, .nko, .oldTurkic, .oldUyghur, .palmyrene,
            .inscriptionalPahlavi, .psalterPahlavi, .phoenician, .inscriptionalParthian, .hanifiRohingya, .samaritan,
            .oldSouthArabian, .sogdian, .oldSogdian, .syriac, .thaana, .yezidi, .sidetic:
            true
        default: false
        }
    }

    private static func titlecased(_ tag: UInt32) -> UInt32 {
        (tag | 0x2020_2020) & ~0x2000_0000
    }
}

extension Script: CustomStringConvertible {
    /// The ISO 15924 tag as text.
    public var description: String {
        let tag = self.tag
        return String(
            String.UnicodeScalarView(
                [24, 16, 8, 0].map { Unicode.Scalar(UInt8(truncatingIfNeeded: tag >> UInt32($0))) }))
    }
}
