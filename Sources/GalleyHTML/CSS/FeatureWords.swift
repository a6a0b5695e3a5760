import GalleyText

/// The keywords of `font-variant-ligatures`, `-numeric` and `-east-asian`, and the OpenType features that they are
/// (CSS Fonts 4 §6.4 to §6.10).
enum FeatureWords {
    struct Word: Sendable {
        var name: String
        var features: [FontFeature]

        init(_ name: String, _ features: KeyValuePairs<OpenTypeTag, UInt32>) {
            self.name = name
            self.features = features.map { FontFeature(tag: $0.key, value: $0.value) }
        }
    }

    static let ligatures = [
        Word("common-ligatures", ["liga": 1, "clig": 1]), Word("no-common-ligatures", ["liga": 0, "clig": 0]),
        Word("discretionary-ligatures", ["dlig": 1]), Word("no-discretionary-ligatures", ["dlig": 0]),
        Word("historical-ligatures", ["hlig": 1]), Word("no-historical-ligatures", ["hlig": 0]),
        Word("contextual", ["calt": 1]), Word("no-contextual", ["calt": 0]),
    ]

    /// `font-variant-ligatures: none`
    static let noLigatures = Word("none", ["liga": 0, "clig": 0, "dlig": 0, "hlig": 0, "calt": 0]).features

    static let numeric = [
        Word("lining-nums", ["lnum": 1]), Word("oldstyle-nums", ["onum": 1]), Word("proportional-nums", ["pnum": 1]),
        Word("tabular-nums", ["tnum": 1]), Word("diagonal-fractions", ["frac": 1]),
        Word("stacked-fractions", ["afrc": 1]), Word("ordinal", ["ordn": 1]), Word("slashed-zero", ["zero": 1]),
    ]

    static let eastAsian = [
        Word("jis78", ["jp78": 1]), Word("jis83", ["jp83": 1]), Word("jis90", ["jp90": 1]),
        Word("jis04", ["jp04": 1]), Word("simplified", ["smpl": 1]), Word("traditional", ["trad": 1]),
        Word("full-width", ["fwid": 1]), Word("proportional-width", ["pwid": 1]), Word("ruby", ["ruby": 1]),
    ]
}
