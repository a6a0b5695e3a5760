import Galley

/// The characters of a layout that only the last-resort face covers, by script, and where a face for them can be had.
struct MissingGlyphs {
    private var scripts: [Script: [Unicode.Scalar]] = [:]

    init(_ layout: DocumentLayout) {
        for uncovered in layout.uncoveredText {
            for scalar in uncovered.text.unicodeScalars { add(scalar) }
        }
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        guard !scalar.properties.isDefaultIgnorableCodePoint, scalar != "\u{FFFC}" else { return }
        let script = UnicodeProperties.script(scalar.value)
        guard scripts[script]?.contains(scalar) != true, (scripts[script]?.count ?? 0) < 100 else { return }
        scripts[script, default: []].append(scalar)
    }

    /// One warning for each script.
    var diagnostics: [Diagnostic] {
        scripts.sorted { $0.key.tag < $1.key.tag }.map { (script: Script, scalars: [Unicode.Scalar]) in
            let shown = scalars.prefix(4).map { "U+" + hexadecimal($0) }.joined(separator: ", ")
            let more = scalars.count > 4 ? ", ..." : ""
            let isSymbol = script == .common || script == .inherited || script == .unknown
            let what = isSymbol ? "some symbols" : name(of: script, scalars)
            return Diagnostic(
                .warning, code: "missing-glyphs",
                "no font has glyphs for \(what) (\(shown)\(more)); Debian's package \(package(of: script, scalars)) "
                    + "has them, or use --font")
        }
    }

    /// The script's name as the names of its characters begin with it: `THAI CHARACTER KO KAI`, `OLD ITALIC LETTER A`.
    private func name(of script: Script, _ scalars: [Unicode.Scalar]) -> String {
        let kinds: Set<Substring> = [
            "LETTER", "CHARACTER", "SYLLABLE", "SIGN", "VOWEL", "DIGIT", "CONSONANT", "SYMBOL", "CAPITAL", "SMALL",
            "MARK", "IDEOGRAPH", "HIEROGLYPH", "PUNCTUATION", "SYLLABICS", "RADICAL",
        ]
        guard script != .han, let name = scalars.first?.properties.name else {
            return script == .han ? "Han" : String(decoding: [24, 16, 8, 0].map { tagByte(script, $0) }, as: UTF8.self)
        }
        let words = name.split(separator: " ").prefix { !kinds.contains($0) }
        return words.map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined(separator: " ")
    }

    private func tagByte(_ script: Script, _ shift: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: script.tag >> shift)
    }

    private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    private func package(of script: Script, _ scalars: [Unicode.Scalar]) -> String {
        switch script {
        case .han, .hiragana, .katakana, .hangul, .bopomofo: return "fonts-noto-cjk"
        case .common, .inherited, .unknown:
            return scalars.contains { $0.properties.isEmoji } ? "fonts-noto-color-emoji" : "fonts-symbola"
        default: return "fonts-noto-core"
        }
    }
}
