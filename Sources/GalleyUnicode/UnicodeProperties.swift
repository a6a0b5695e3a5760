import CGalleyData

/// Properties of single scalars, of Unicode 17.0.
///
///     UnicodeProperties.bidiClass(0x05D0) == .rightToLeft
///     UnicodeProperties.isDefaultIgnorable(0x200D)
///
/// Each is two loads from a constant table of two stages (`unicode_tables.h`): no initialisation, no lock, about a
/// nanosecond. Every `UInt32` may be asked: a surrogate answers as such, a number above U+10FFFF as U+10FFFF.
public enum UnicodeProperties {
    /// The version of the tables and of the rules: `17.0.0`.
    public static var version: String { GALLEY_UNICODE_VERSION }

    /// Line_Break (UAX #14), not resolved: SA, AI, CJ and the like are as in the data file.
    @inlinable
    public static func lineBreakClass(_ scalar: UInt32) -> LineBreakClass {
        let extended = galley_unicode_line_break(scalar) & 0x3F
        if let plain = LineBreakClass(rawValue: extended) { return plain }
        // Classes of which a rule needs a part; the generator numbers them after the plain ones.
        switch extended &- LineBreakClass.zeroWidthJoiner.rawValue {
        case 1, 2: return .quotation
        case 3: return .alphabetic
        case 4: return .ideographic
        case 5: return .complexContext
        default: return .unknown
        }
    }

    /// Bidi_Class (UAX #9).
    @inlinable
    public static func bidiClass(_ scalar: UInt32) -> BidiClass {
        BidiClass(rawValue: galley_unicode_bidi(scalar) & 0x1F) ?? .leftToRight
    }

    /// Whether the glyph is mirrored in right-to-left text (Bidi_Mirrored).
    @inlinable
    public static func isBidiMirrored(_ scalar: UInt32) -> Bool {
        galley_unicode_bidi(scalar) & 0x40 != 0
    }

    /// Bidi_Mirroring_Glyph: the scalar whose usual glyph is the mirror image; nil when there is none. Binary search.
    public static func mirroringGlyph(_ scalar: UInt32) -> UInt32? {
        guard isBidiMirrored(scalar) else { return nil }
        return find(
            scalar, in: galley_unicode_mirror_pairs_base(), pairs: Int(GALLEY_UNICODE_MIRROR_PAIRS_COUNT) / 2)
    }

    /// Bidi_Paired_Bracket and its type (UAX #9 BD14, BD15); nil for what is no bracket. Binary search for brackets.
    public static func pairedBracket(_ scalar: UInt32) -> (partner: UInt32, isOpening: Bool)? {
        guard galley_unicode_bidi(scalar) & 0x20 != 0 else { return nil }
        let packed = find(
            scalar, in: galley_unicode_bracket_pairs_base(), pairs: Int(GALLEY_UNICODE_BRACKET_PAIRS_COUNT) / 2)
        return packed.map { ($0 >> 1, $0 & 1 != 0) }
    }

    /// Script (UAX #24).
    @inlinable
    public static func script(_ scalar: UInt32) -> Script {
        Script(rawValue: galley_unicode_script(scalar))
    }

    /// Script_Extensions (UAX #24): the scripts that a scalar is used with. Empty when they are just its ``script(_:)``.
    @inlinable
    public static func scriptExtensions(_ scalar: UInt32) -> UnsafeBufferPointer<UInt8> {
        extensions(galley_unicode_script_extensions(scalar))
    }

    /// The set of scripts with a number of the table.
    @inlinable
    static func extensions(_ number: UInt8) -> UnsafeBufferPointer<UInt8> {
        let number = Int(number)
        let starts = galley_unicode_script_extension_starts_base()
        guard number != 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        let start = Int(starts[number])
        return UnsafeBufferPointer(
            start: galley_unicode_script_extension_lists_base() + start, count: Int(starts[number + 1]) - start)
    }

    /// Whether the scalar is used with `script`, by its Script_Extensions or, without any, its Script.
    @inlinable
    public static func hasScript(_ scalar: UInt32, _ script: Script) -> Bool {
        let extensions = scriptExtensions(scalar)
        return extensions.isEmpty ? self.script(scalar) == script : extensions.contains(script.rawValue)
    }

    /// Grapheme_Cluster_Break (UAX #29).
    @inlinable
    public static func graphemeBreakClass(_ scalar: UInt32) -> GraphemeBreakClass {
        // The number after the last class is Extended_Pictographic, whose class is Other.
        GraphemeBreakClass(rawValue: galley_unicode_grapheme(scalar) & 0x0F) ?? .other
    }

    /// Indic_Conjunct_Break (UAX #44).
    @inlinable
    public static func indicConjunctBreak(_ scalar: UInt32) -> IndicConjunctBreak {
        IndicConjunctBreak(rawValue: galley_unicode_grapheme(scalar) >> 4 & 3) ?? .none
    }

    /// Word_Break (UAX #29).
    @inlinable
    public static func wordBreakClass(_ scalar: UInt32) -> WordBreakClass {
        WordBreakClass(rawValue: galley_unicode_word(scalar) & 0x1F) ?? .other
    }

    /// Sentence_Break (UAX #29).
    @inlinable
    public static func sentenceBreakClass(_ scalar: UInt32) -> SentenceBreakClass {
        SentenceBreakClass(rawValue: galley_unicode_sentence(scalar)) ?? .other
    }

    /// General_Category.
    @inlinable
    public static func generalCategory(_ scalar: UInt32) -> GeneralCategory {
        GeneralCategory(rawValue: galley_unicode_category(scalar) & 0x1F) ?? .unassigned
    }

    /// East_Asian_Width (UAX #11).
    @inlinable
    public static func eastAsianWidth(_ scalar: UInt32) -> EastAsianWidth {
        EastAsianWidth(rawValue: galley_unicode_category(scalar) >> 5) ?? .neutral
    }

    /// Canonical_Combining_Class, 0 for most.
    @inlinable
    public static func combiningClass(_ scalar: UInt32) -> UInt8 {
        galley_unicode_combining(scalar)
    }

    @usableFromInline
    static func find(_ scalar: UInt32, in pairs: UnsafePointer<UInt32>, pairs count: Int) -> UInt32? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            let key = pairs[2 * middle]
            if key == scalar { return pairs[2 * middle + 1] }
            if key < scalar { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}

// The properties that are true or false share one table.
extension UnicodeProperties {
    /// Default_Ignorable_Code_Point: shown as nothing when a font has no glyph for it.
    @inlinable
    public static func isDefaultIgnorable(_ scalar: UInt32) -> Bool { galley_unicode_flags(scalar) & 0x01 != 0 }

    /// Extended_Pictographic: an emoji, or a place kept for one.
    @inlinable
    public static func isExtendedPictographic(_ scalar: UInt32) -> Bool { galley_unicode_flags(scalar) & 0x02 != 0 }

    /// Emoji_Presentation: shown in colour without U+FE0F.
    @inlinable
    public static func isEmojiPresentation(_ scalar: UInt32) -> Bool { galley_unicode_flags(scalar) & 0x04 != 0 }

    /// Variation_Selector: U+FE00 to U+FE0F, U+E0100 to U+E01EF and the Mongolian ones.
    @inlinable
    public static func isVariationSelector(_ scalar: UInt32) -> Bool { galley_unicode_flags(scalar) & 0x08 != 0 }

    /// Emoji: may be shown as one (the digits too).
    @inlinable
    public static func isEmoji(_ scalar: UInt32) -> Bool { galley_unicode_flags(scalar) & 0x10 != 0 }

    /// Emoji_Modifier: the five skin tones.
    @inlinable
    public static func isEmojiModifier(_ scalar: UInt32) -> Bool { galley_unicode_flags(scalar) & 0x20 != 0 }

    /// Emoji_Modifier_Base: takes a skin tone.
    @inlinable
    public static func isEmojiModifierBase(_ scalar: UInt32) -> Bool { galley_unicode_flags(scalar) & 0x40 != 0 }

    /// White_Space.
    @inlinable
    public static func isWhitespace(_ scalar: UInt32) -> Bool { galley_unicode_flags(scalar) & 0x80 != 0 }

    /// Whether the scalar is a combining mark (Mn, Mc, Me).
    @inlinable
    public static func isMark(_ scalar: UInt32) -> Bool {
        let category = galley_unicode_category(scalar) & 0x1F
        return category >= GeneralCategory.nonspacingMark.rawValue && category <= GeneralCategory.enclosingMark.rawValue
    }
}
