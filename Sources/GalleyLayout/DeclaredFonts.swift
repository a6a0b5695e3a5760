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
        let loads = FontLoads(loader, timeout)
        let loaded = await ResourceLoads.load(rules) { await $0.face(among: fonts, loads) }
        var faces: [DeclaredFace] = []
        var diagnostics: [Diagnostic] = []
        for (rule, found) in zip(rules, loaded) {
            switch found {
            case .face(let face, let variations): faces.append(DeclaredFace(rule, face, variations))
            case .failed(let reason):
                diagnostics.append(
                    Diagnostic(.warning, code: "missing-font", "the font \"\(rule.family)\" is not loaded: \(reason)"))
            }
        }
        return DeclaredFonts(
            fonts: faces.isEmpty ? fonts : fonts.adding(declared: faces), diagnostics: diagnostics)
    }

    /// The rules whose family a style of the text names, and whose characters it has.
    static func neededRules(of text: AttributedText) -> [FontFaceRule] {
        guard !text.styleResources.fontFaces.isEmpty else { return [] }
        var families: Set<String> = []
        var changesCharacters = false
        func note(_ style: ShapingStyle) {
            families.formUnion(style.fontFamilies.map { $0.lowercased() })
            if style.textTransform != .none { changesCharacters = true }
        }
        for id in 0..<text.styleCount { note(text.style(TextStyleID(rawValue: UInt32(id))).shaping) }
        for paragraph in text.paragraphs where text.hasFirstStyles(paragraph.style) {
            let style = text.style(paragraph.style)
            [style.firstLine, style.firstLetter?.text].compactMap { $0?.shaping }.forEach(note)
        }
        // The last rules win where there are more than are looked at.
        let named = text.styleResources.fontFaces.filter { families.contains($0.family.lowercased()) }
            .suffix(LayoutLimits.maximumFontRules)
        guard !changesCharacters, named.contains(where: { !$0.unicodeRanges.isEmpty }) else { return Array(named) }
        // What is generated counts too; what letters a counter has is not looked for.
        var scalars = Set(String(decoding: text.utf8, as: UTF8.self).unicodeScalars.map(\.value))
        scalars.formUnion(0x20...0x7E)
        for generated in text.generatedText { scalars.formUnion(generated.text.unicodeScalars.map(\.value)) }
        var hasCounters = false
        for block in text.blocks {
            guard case .item(let item) = block.kind else { continue }
            switch item.marker {
            case .text(let string): scalars.formUnion(string.unicodeScalars.map(\.value))
            case .counter, .custom, .image: hasCounters = true
            case .none: break
            }
        }
        let sorted = scalars.sorted()
        return named.filter { rule in
            rule.unicodeRanges.isEmpty || hasCounters
                || rule.unicodeRanges.contains { range in sorted.hasElement(in: range) }
        }
    }
}

extension [UInt32] {
    /// Whether one of its values, which ascend, is in a range.
    fileprivate func hasElement(in range: ClosedRange<UInt32>) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < count && range.contains(self[low])
    }
}

/// What a source brought.
private enum LoadedFont: Sendable {
    case face(FontFace, variations: [AxisValue])
    case failed(String)
}

/// The URLs of fonts, each loaded once, and no more bytes than all of them may have.
private actor FontLoads {
    private let loader: any AttachmentLoader
    private let timeout: Duration
    private var tasks: [String: Task<LoadedFont, Never>] = [:]
    private var bytes = 0

    init(_ loader: any AttachmentLoader, _ timeout: Duration) {
        self.loader = loader
        self.timeout = timeout
    }

    func load(_ url: String) async -> LoadedFont {
        if let task = tasks[url] { return await task.value }
        let (loader, timeout) = (loader, timeout)
        let task = Task {
            let found = await ResourceLoads.load(url, timeout: timeout, timedOut: { LoadedFont.failed("\($0)") }) {
                await FontLoads.load($0, with: loader)
            }
            return self.counted(found, url)
        }
        tasks[url] = task
        return await task.value
    }

    private static func load(_ url: String, with loader: any AttachmentLoader) async -> LoadedFont {
        do {
            let bytes = try await loader.load(url).bytes
            let data = FontData(copying: bytes, path: ResourceLoads.shown(url))
            return .face(try FontFace(data: data, index: 0), variations: [])
        } catch {
            return .failed(ResourceLoads.shown("\(error)"))
        }
    }

    private func counted(_ found: LoadedFont, _ url: String) -> LoadedFont {
        guard case .face(let face, _) = found else { return found }
        bytes += face.data.bytes.count
        guard bytes <= LayoutLimits.maximumFontBytes else {
            return .failed("the document's fonts have too many bytes: \(ResourceLoads.shown(url))")
        }
        return found
    }
}

extension FontFaceRule {
    /// Formats that are read; a source that says another one is passed over (CSS Fonts 4 §4.3.1).
    private static let formats: Set<String> = [
        "truetype", "opentype", "collection", "woff", "woff2", "truetype-variations", "opentype-variations",
        "woff-variations", "woff2-variations",
    ]

    /// The face of the first source that gives one: what stands after it is not asked for (CSS Fonts 4 §4.3).
    fileprivate func face(among fonts: FontCollection, _ loads: FontLoads) async -> LoadedFont {
        var failure = "no source of it can be used"
        for source in sources.prefix(LayoutLimits.maximumFontSources) {
            switch source {
            case .local(let name):
                if let found = fonts.face(named: name) { return .face(found.face, variations: found.variations) }
                failure = "no face is called \"\(name)\""
            case .url(let url, let format):
                guard format.map({ FontFaceRule.formats.contains($0.lowercased()) }) ?? true else { continue }
                let found = await loads.load(url)
                guard case .failed(let reason) = found else { return found }
                failure = reason
            }
        }
        return .failed(failure)
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
