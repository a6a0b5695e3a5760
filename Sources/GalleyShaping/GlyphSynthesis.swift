import CGalleyHarfBuzz
import GalleyFonts
import GalleyText
import GalleyUnicode

/// What is made of a face's ordinary glyphs where it has none of its own for `font-variant-caps` and
/// `font-variant-position` (CSS Fonts 4 §6.5, §6.6). The text's style stays as it is: measures of lines, decorations and
/// backgrounds are those of the whole style.
public struct GlyphSynthesis: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Capitals, made smaller.
    public static let smallCapital = GlyphSynthesis(rawValue: 1)
    /// Made smaller and lowered, as the face's `OS/2` table says.
    public static let `subscript` = GlyphSynthesis(rawValue: 2)
    public static let superscript = GlyphSynthesis(rawValue: 4)

    /// Small capitals in em of the text; Blink's.
    static let smallCapitalSize = 0.7

    /// By what glyphs are scaled.
    public func scale(_ metrics: FontStyle.Metrics) -> Double {
        var scale = contains(.smallCapital) ? GlyphSynthesis.smallCapitalSize : 1
        if contains(.subscript) { scale *= metrics.subscriptScale }
        if contains(.superscript) { scale *= metrics.superscriptScale }
        return scale
    }

    /// How far up glyphs go, in px.
    public func raise(_ metrics: FontStyle.Metrics) -> Double {
        contains(.subscript) ? -metrics.subscriptDrop : contains(.superscript) ? metrics.superscriptRaise : 0
    }

    /// Features that would change the glyphs a second time.
    func excludes(_ tag: hb_tag_t) -> Bool {
        let tags: [OpenTypeTag] =
            (contains(.smallCapital) ? ["smcp", "c2sc", "pcap", "c2pc", "unic"] : [])
            + (isDisjoint(with: [.subscript, .superscript]) ? [] : ["subs", "sups"])
        return tags.contains { $0.rawValue == tag }
    }
}

/// Tells which characters of a style have to be synthesised, by the faces that show them.
struct SynthesisResolver {
    let context: LayoutContext

    /// Whether characters of a style may need it at all.
    static func concerns(_ style: ShapingStyle) -> Bool {
        switch style.capitals {
        case .normal, .titlingCaps: style.position != .normal
        default: style.position != .normal || style.synthesis.contains(.smallCaps)
        }
    }

    func fontStyle(_ style: ShapingStyle) -> FontStyle { context.state.pointee.fontStyles.fontStyle(style, context) }

    // MARK: Capitals

    /// What becomes of a character: whether it turns into a capital, and whether that is made smaller. `nil` where the
    /// face has a glyph for it, or none is wanted.
    func capital(_ scalar: Unicode.Scalar, _ style: FontStyle) -> (isMapped: Bool, isSmaller: Bool)? {
        let properties = scalar.properties
        let capitals = style.style.capitals
        let isLower = properties.changesWhenUppercased
        let isUpper = !isLower && properties.changesWhenLowercased
        guard isLower || isUpper, style.style.synthesis.contains(.smallCaps) else { return nil }
        switch capitals {
        case .normal, .titlingCaps: return nil
        case .smallCaps, .petiteCaps:
            guard isLower, !has(capitals == .petiteCaps ? ["pcap", "smcp"] : ["smcp"], scalar, style) else {
                return nil
            }
            return (true, true)
        case .allSmallCaps, .allPetiteCaps:
            let isPetite = capitals == .allPetiteCaps
            let hasUpper = has(isPetite ? ["c2pc", "c2sc"] : ["c2sc"], scalar, style)
            if isUpper { return hasUpper ? nil : (false, true) }
            if has(isPetite ? ["pcap", "smcp"] : ["smcp"], scalar, style) { return nil }
            // Small forms of capitals are the small forms of letters.
            return (true, !hasUpper)
        case .unicase: return isUpper && !has(["unic"], scalar, style) ? (false, true) : nil
        }
    }

    /// Whether the face of a character has one of some features for its script.
    private func has(_ tags: [OpenTypeTag], _ scalar: Unicode.Scalar, _ style: FontStyle) -> Bool {
        let script = UnicodeProperties.script(scalar.value)
        let instance = face(of: scalar, script, style)
        return tags.contains { !context.lookups(of: $0, instance, script, style).isEmpty }
    }

    private func face(of scalar: Unicode.Scalar, _ script: Script, _ style: FontStyle) -> FontInstance {
        if let own = style.instances.first(where: { $0.glyph(for: scalar) != nil }) { return own }
        return context.instance(
            context.fonts.fallback(
                for: [scalar], script: FontTag(rawValue: script.tag), language: style.style.language,
                near: style.instances[0].id
            ).instance)
    }

    // MARK: Sub- and superscripts

    /// What a run's characters become: all of them when one of them has no glyph of its own (CSS Fonts 4 §6.5).
    func position(_ utf8: UnsafeBufferPointer<UInt8>, _ style: FontStyle) -> GlyphSynthesis {
        let tag: OpenTypeTag
        let synthesis: GlyphSynthesis
        switch style.style.position {
        case .normal: return []
        case .subscript: (tag, synthesis) = ("subs", .subscript)
        case .superscript: (tag, synthesis) = ("sups", .superscript)
        }
        var offset = 0
        while offset < utf8.count {
            let (value, length) = UTF8Decoding.decode(utf8, at: offset)
            offset += length
            guard let scalar = Unicode.Scalar(value), !scalar.properties.isWhitespace,
                !UnicodeProperties.isMark(value), !UnicodeProperties.isDefaultIgnorable(value)
            else { continue }
            let script = UnicodeProperties.script(value)
            let instance = face(of: scalar, script, style)
            let lookups = context.lookups(of: tag, instance, script, style)
            guard let glyph = instance.glyph(for: scalar), instance.substitutes(glyph, lookups) else {
                return synthesis
            }
        }
        return []
    }
}

/// What a face's lookups for a feature depend on.
struct FeatureLookupsKey: Hashable {
    var instance: UInt16
    var script: UInt8
    var tag: UInt32
    var language: OpaquePointer?
}

extension LayoutContext {
    /// The substitution lookups of a feature for a script and the style's language; empty where the face has none.
    func lookups(of tag: OpenTypeTag, _ instance: FontInstance, _ script: Script, _ style: FontStyle) -> [UInt32] {
        let key = FeatureLookupsKey(
            instance: UInt16(truncatingIfNeeded: instance.id.rawValue), script: script.rawValue, tag: tag.rawValue,
            language: style.language)
        if let known = state.pointee.featureLookups[key] { return known }
        if state.pointee.featureLookups.count >= ShapingLimits.maximumFeatureLookups {
            state.pointee.featureLookups.removeAll(keepingCapacity: true)
        }
        let found = instance.substitutionLookups(of: tag.rawValue, script: script.tag, language: style.language)
        state.pointee.featureLookups[key] = found
        return found
    }
}

extension FontInstance {
    /// The lookups of a feature in the face's `GSUB` table, for a script (else `DFLT`, `latn`) and a language.
    fileprivate func substitutionLookups(of tag: hb_tag_t, script: UInt32, language: OpaquePointer?) -> [UInt32] {
        let table: hb_tag_t = 0x4753_5542  // GSUB
        var scripts = [hb_tag_t](repeating: 0, count: 3)
        var languages = [hb_tag_t](repeating: 0, count: 3)
        var (scriptCount, languageCount) = (UInt32(scripts.count), UInt32(languages.count))
        hb_ot_tags_from_script_and_language(
            hb_script_t(rawValue: script), language, &scriptCount, &scripts, &languageCount, &languages)
        var scriptIndex: UInt32 = 0
        var languageIndex: UInt32 = 0
        hb_ot_layout_table_select_script(face.hbFace, table, scriptCount, scripts, &scriptIndex, nil)
        hb_ot_layout_script_select_language(
            face.hbFace, table, scriptIndex, languageCount, languages, &languageIndex)
        var feature: UInt32 = 0
        guard
            hb_ot_layout_language_find_feature(face.hbFace, table, scriptIndex, languageIndex, tag, &feature) != 0
        else { return [] }
        var lookups = [UInt32](repeating: 0, count: 64)
        var count = UInt32(lookups.count)
        hb_ot_layout_feature_get_lookups(face.hbFace, table, feature, 0, &count, &lookups)
        return Array(lookups.prefix(Int(count)))
    }

    /// Whether one of some lookups replaces a glyph that stands by itself.
    fileprivate func substitutes(_ glyph: UInt16, _ lookups: [UInt32]) -> Bool {
        var glyph = UInt32(glyph)
        return lookups.contains { hb_ot_layout_lookup_would_substitute(face.hbFace, $0, &glyph, 1, 1) != 0 }
    }
}

extension FontInstance {
    /// Whether the face has a feature for any script.
    func hasSubstitutions(for tag: OpenTypeTag) -> Bool {
        var tags = [hb_tag_t](repeating: 0, count: 32)
        var offset: UInt32 = 0
        while true {
            var count = UInt32(tags.count)
            hb_ot_layout_table_get_feature_tags(face.hbFace, 0x4753_5542, offset, &count, &tags)
            if tags.prefix(Int(count)).contains(tag.rawValue) { return true }
            guard count == UInt32(tags.count) else { return false }
            offset += count
        }
    }
}
