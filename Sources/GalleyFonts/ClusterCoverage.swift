import CGalleyHarfBuzz

/// Whether a set of glyphs suffices for a cluster, as HarfBuzz's normaliser will use them.
enum ClusterCoverage {
    static func covers(_ cluster: [Unicode.Scalar], has: (Unicode.Scalar) -> Bool) -> Bool {
        var previous: Unicode.Scalar?
        for scalar in cluster {
            if needsNoGlyph(scalar) { continue }
            if has(scalar) || hasSubstitute(scalar, has) || decomposes(scalar, has) {
                previous = scalar
                continue
            }
            // A mark that the face lacks may be part of a composed letter that it has.
            guard let base = previous, let composed = compose(base, scalar), has(composed) else { return false }
            previous = composed
        }
        return true
    }

    /// Controls, joiners, variation selectors and other invisible characters; but for Hangul's fillers, which HarfBuzz does
    /// not hide: they are blank glyphs of faces that have them.
    private static func needsNoGlyph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x21...0x7E: false
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        case 0x115F, 0x1160, 0x3164, 0xFFA0: false
        // From the Arabic letter mark to Hangul's fillers there is none: this is asked of each mark.
        case 0x61D..<0x115F: false
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Spaces of fixed width are made from the space, U+2011 from U+2010 (hb-ot-shape-normalize).
    private static func hasSubstitute(_ scalar: Unicode.Scalar, _ has: (Unicode.Scalar) -> Bool) -> Bool {
        switch scalar.value {
        case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: has(" ")
        case 0x2011: has("\u{2010}")
        default: false
        }
    }

    private static func decomposes(_ scalar: Unicode.Scalar, _ has: (Unicode.Scalar) -> Bool) -> Bool {
        var first: hb_codepoint_t = 0
        var second: hb_codepoint_t = 0
        guard hb_unicode_decompose(hb_unicode_funcs_get_default(), scalar.value, &first, &second) != 0,
            let base = Unicode.Scalar(first), has(base) || decomposes(base, has)
        else { return false }
        return second == 0 || Unicode.Scalar(second).map(has) ?? false
    }

    private static func compose(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
        var composed: hb_codepoint_t = 0
        guard hb_unicode_compose(hb_unicode_funcs_get_default(), base.value, mark.value, &composed) != 0 else {
            return nil
        }
        return Unicode.Scalar(composed)
    }
}
