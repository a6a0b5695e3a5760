import GalleyFonts
import GalleyText

/// The fonts that a text's style sheets declare (`@font-face`), loaded.
///
///     let declared = await DeclaredFonts.load(text, fonts: fonts, loader: .files(below: folder))
///     let layout = DocumentLayout(text, fonts: declared.fonts, width: 600)
///
/// Only rules whose family and characters the text uses are loaded (CSS Fonts 4 §4.3), each from the first of its sources
/// that can be had. Nothing is fetched that the loader does not serve.
public struct DeclaredFonts: Sendable {
    /// The collection, with the faces that came.
    public var fonts: FontCollection
    /// A warning for each rule of which no source gave a face.
    public var diagnostics: [Diagnostic]

    /// Loads what a text needs, several at once and equal URLs once, each for `timeout` at most.
    public static func load(
        _ text: AttributedText, fonts: FontCollection, loader: any AttachmentLoader, timeout: Duration = .seconds(10)
    ) async -> DeclaredFonts {
        let rules = neededRules(of: text)
        guard !rules.isEmpty else { return DeclaredFonts(fonts: fonts, diagnostics: []) }
        let urls = Set(rules.flatMap(\.urls)).sorted()
        let loaded = await ResourceLoads.load(
            urls, timeout: timeout, timedOut: { LoadedFont.failed("\($0)") }
        ) { await LoadedFont.load($0, with: loader) }
        var faces: [DeclaredFace] = []
        var diagnostics: [Diagnostic] = []
        for rule in rules {
            var reasons: [String] = []
            if let face = rule.face(among: fonts, loaded, &reasons) {
                faces.append(DeclaredFace(rule, face.face, face.variations))
            } else {
                let reason = reasons.last ?? "no source of it can be used"
                diagnostics.append(
                    Diagnostic(.warning, code: "missing-font", "the font \"\(rule.family)\" is not loaded: \(reason)"))
            }
        }
        return DeclaredFonts(
            fonts: faces.isEmpty ? fonts : fonts.adding(declared: faces), diagnostics: diagnostics)
    }

    /// The rules whose family a style of the text names, and whose characters it has.
    static func neededRules(of text: AttributedText) -> [FontFaceRule] {
        let rules = text.styleResources.fontFaces
        guard !rules.isEmpty else { return [] }
        var families: Set<String> = []
        for id in 0..<text.styleCount {
            families.formUnion(
                text.style(TextStyleID(rawValue: UInt32(id))).shaping.fontFamilies.map { $0.lowercased() })
        }
        let named = rules.filter { families.contains($0.family.lowercased()) }
        guard named.contains(where: { !$0.unicodeRanges.isEmpty }) else { return named }
        // Generated text counts too, and is short: a rule for a range that has ASCII in it is always loaded.
        var scalars = Set(String(decoding: text.utf8, as: UTF8.self).unicodeScalars.map(\.value))
        scalars.formUnion(0x20...0x7E)
        return named.filter { rule in
            rule.unicodeRanges.isEmpty
                || scalars.contains { value in rule.unicodeRanges.contains { $0.contains(value) } }
        }
    }
}

/// What a URL brought.
private enum LoadedFont: Sendable {
    case face(FontFace)
    case failed(String)

    /// Whichever is first, the bytes or the end of the time.
    static func load(_ url: String, with loader: any AttachmentLoader) async -> LoadedFont {
        do {
            let bytes = try await loader.load(url).bytes
            return .face(try FontFace(data: FontData(copying: bytes, path: ResourceLoads.shown(url)), index: 0))
        } catch {
            return .failed(ResourceLoads.shown("\(error)"))
        }
    }
}

extension FontFaceRule {
    /// Formats that are read; a source that says another one is passed over (CSS Fonts 4 §4.3.1).
    private static let formats: Set<String> = [
        "truetype", "opentype", "collection", "woff", "woff2", "truetype-variations", "opentype-variations",
        "woff-variations", "woff2-variations",
    ]

    /// What may have to be fetched.
    fileprivate var urls: [String] {
        sources.compactMap { source in
            guard case .url(let url, let format) = source,
                format.map({ FontFaceRule.formats.contains($0.lowercased()) }) ?? true
            else { return nil }
            return url
        }
    }

    /// The face of the first source that gives one.
    fileprivate func face(
        among fonts: FontCollection, _ loaded: [String: LoadedFont], _ reasons: inout [String]
    ) -> (face: FontFace, variations: [AxisValue])? {
        for source in sources {
            switch source {
            case .local(let name):
                if let found = fonts.face(named: name) { return found }
                reasons.append("no face is called \"\(name)\"")
            case .url(let url, _):
                switch loaded[url] {
                case .face(let face): return (face, [])
                case .failed(let reason): reasons.append(reason)
                case nil: break
                }
            }
        }
        return nil
    }
}

extension DeclaredFace {
    fileprivate init(_ rule: FontFaceRule, _ face: FontFace, _ variations: [AxisValue]) {
        let slant: FaceSlant =
            switch rule.slant {
            case .normal: .normal
            case .italic: .italic
            case .oblique(let degrees): .oblique(degrees: degrees)
            }
        self.init(
            face, family: rule.family, weights: rule.weights, stretches: rule.stretches, slant: slant,
            canSlant: rule.maximumObliqueAngle != nil && face.axes.contains { $0.tag == .slant },
            variations: variations
                + rule.variations.map { AxisValue(FontTag(rawValue: $0.axis.rawValue), Float($0.value)) },
            overrides: FaceOverrides(
                unicodeRanges: rule.unicodeRanges, sizeAdjust: rule.sizeAdjust, ascent: rule.ascent,
                descent: rule.descent, lineGap: rule.lineGap,
                features: rule.features.map { FaceFeature(tag: FontTag(rawValue: $0.tag.rawValue), value: $0.value) }))
    }
}
