/// The part of a text style that decides which glyphs are chosen and how far they advance.
///
/// Two runs of equal shaping style are shaped as one; caches are keyed by it and never by a document.
public struct ShapingStyle: Hashable, Codable, Sendable {
    /// Family names in order of preference; CSS's generic names (`serif`, `monospace` ...) in lower case.
    public var fontFamilies: [String]
    /// In CSS px.
    public var fontSize: Double
    /// 1 to 1000; 400 is regular.
    public var fontWeight: Double
    /// `font-stretch` in percent; 100 is normal.
    public var fontStretch: Double
    public var fontSlant: FontSlant
    /// `font-size-adjust`: the aspect value (x-height / size) that the used size is scaled to.
    public var fontSizeAdjust: Double?
    public var capitals: FontCapitals
    public var position: FontPosition
    /// OpenType features, later ones win.
    public var features: [FontFeature]
    /// Variation axes set by hand (`font-variation-settings`).
    public var variations: [FontVariation]
    public var kerning: Bool
    /// Common ligatures; letter spacing switches them off on its own.
    public var ligatures: Bool
    /// Which missing styles may be made from others (`font-synthesis`).
    public var synthesis: FontSynthesis
    public var letterSpacing: Length
    public var wordSpacing: Length
    /// A BCP 47 tag; empty when unknown.
    public var language: String
    /// Applied while the inline text is built; the source text keeps its letters.
    public var textTransform: TextTransform

    public init(fontFamilies: [String] = ["serif"], fontSize: Double = 16) {
        self.fontFamilies = fontFamilies
        self.fontSize = fontSize
        fontWeight = 400
        fontStretch = 100
        fontSlant = .normal
        fontSizeAdjust = nil
        capitals = .normal
        position = .normal
        features = []
        variations = []
        kerning = true
        ligatures = true
        synthesis = .all
        letterSpacing = .zero
        wordSpacing = .zero
        language = ""
        textTransform = .none
    }
}

/// `font-style` (CSS Fonts 4 §2.4).
public enum FontSlant: Hashable, Codable, Sendable {
    case normal
    case italic
    /// Degrees clockwise, -90 to 90; `oblique` alone is 14.
    case oblique(degrees: Double)
}

/// `font-variant-caps` (CSS Fonts 4 §6.6).
public enum FontCapitals: UInt8, Hashable, Codable, Sendable {
    case normal, smallCaps, allSmallCaps, petiteCaps, allPetiteCaps, unicase, titlingCaps
}

/// `font-variant-position` (CSS Fonts 4 §6.5).
public enum FontPosition: UInt8, Hashable, Codable, Sendable {
    case normal, `subscript`, superscript
}

/// Which styles may be synthesized (`font-synthesis`, CSS Fonts 4 §7).
public struct FontSynthesis: OptionSet, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let weight = FontSynthesis(rawValue: 1)
    public static let style = FontSynthesis(rawValue: 2)
    public static let smallCaps = FontSynthesis(rawValue: 4)
    public static let all: FontSynthesis = [.weight, .style, .smallCaps]
}

/// An OpenType tag of four bytes, such as `liga`.
public struct OpenTypeTag: Hashable, Codable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The first four ASCII characters, padded with spaces; `nil` for anything that no tag can be.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= 4, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
        var value: UInt32 = 0
        for index in 0..<4 { value = value << 8 | UInt32(index < bytes.count ? bytes[index] : 0x20) }
        rawValue = value
    }

    public init(stringLiteral value: String) { self = OpenTypeTag(value) ?? OpenTypeTag(rawValue: 0) }

    public var description: String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }, as: UTF8.self)
    }
}

/// One OpenType feature and its value; 0 switches it off.
public struct FontFeature: Hashable, Codable, Sendable {
    public var tag: OpenTypeTag
    public var value: UInt32

    public init(tag: OpenTypeTag, value: UInt32) {
        self.tag = tag
        self.value = value
    }
}

/// One variation axis and its value in the axis's own units.
public struct FontVariation: Hashable, Codable, Sendable {
    public var axis: OpenTypeTag
    public var value: Double

    public init(axis: OpenTypeTag, value: Double) {
        self.axis = axis
        self.value = value
    }
}

/// `text-transform` (CSS Text 3 §2.1).
public struct TextTransform: Hashable, Codable, Sendable {
    public enum Case: UInt8, Hashable, Codable, Sendable {
        case none, uppercase, lowercase, capitalize
    }
    public var letterCase: Case
    public var fullWidth: Bool
    public var fullSizeKana: Bool

    public static let none = TextTransform(letterCase: .none)

    public init(letterCase: Case, fullWidth: Bool = false, fullSizeKana: Bool = false) {
        self.letterCase = letterCase
        self.fullWidth = fullWidth
        self.fullSizeKana = fullSizeKana
    }
}
