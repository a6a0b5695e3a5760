import CGalleyHarfBuzz
import GalleyFonts
import GalleyText
import GalleyUnicode

/// A `ShapingStyle` with everything that shaping and measuring need of it: faces, size, features, measures in px.
///
/// Made once for each style by a `LayoutContext` and shared by the paragraphs that use it.
///
/// `@unchecked Sendable`: every property is a `let`; `language` is HarfBuzz's interned language, which is never freed
/// nor changed; `features` are plain numbers.
public final class FontStyle: @unchecked Sendable {
    public let style: ShapingStyle
    /// The used size in CSS px: `font-size-adjust` is applied.
    public let fontSize: Double
    /// The faces of its families, in order of preference; never empty. The first one gives the measures.
    public let instances: [FontInstance]
    public let metrics: Metrics
    /// In px, 0 for none.
    public let letterSpacing: Double
    public let wordSpacing: Double

    let features: [hb_feature_t]
    /// As `features`, and without ligatures: for spaced text of scripts that are not cursive.
    let featuresWithoutLigatures: [hb_feature_t]
    let language: OpaquePointer?
    let lineBreakLanguage: LineBreakLanguage
    /// What its runs are shaped with apart from face, script and direction; equal styles have equal keys in one context.
    let number: Int32

    /// Measures of the first face in px.
    public struct Metrics: Sendable, Hashable {
        /// Whole px each, as Chromium rounds them, so that lines get its heights.
        public var ascent = 0.0
        public var descent = 0.0
        /// The part of an em above the baseline and that below, whole px too: where ruby and marks stand.
        public var emAscent = 0.0
        public var emDescent = 0.0
        public var lineGap = 0.0
        public var xHeight = 0.0
        public var capHeight = 0.0
        public var spaceAdvance = 0.0
        public var zeroAdvance = 0.0
        public var ideographAdvance = 0.0
        /// Downwards from the baseline to the middle of the underline.
        public var underlineOffset = 0.0
        public var underlineThickness = 0.0
        /// Upwards from the baseline to the top of the line.
        public var strikeoutPosition = 0.0
        public var strikeoutThickness = 0.0
        /// How large sub- and superscripts are beside the text, and how far they go down and up in px.
        public var subscriptScale = 1.0
        public var superscriptScale = 1.0
        public var subscriptDrop = 0.0
        public var superscriptRaise = 0.0

        /// The height of a line with `line-height: normal`.
        public var lineSpacing: Double { ascent + descent + lineGap }

        init() {}

        /// The measures of a face at a size.
        public init(_ metrics: FontMetrics, fontSize: Double) {
            let scale = fontSize / Double(max(1, metrics.unitsPerEm))
            ascent = (Double(metrics.ascent) * scale).rounded()
            descent = (Double(metrics.descent) * scale).rounded()
            // Blink, with linear advances: a descent that was rounded down takes a px from the ascent.
            if descent < Double(metrics.descent) * scale, ascent >= 1 {
                descent += 1
                ascent -= 1
            }
            emAscent = (Double(metrics.emAscent) * scale).rounded()
            emDescent = (fontSize - Double(metrics.emAscent) * scale).rounded()
            lineGap = (Double(metrics.lineGap) * scale).rounded()
            xHeight = Double(metrics.xHeight) * scale
            capHeight = Double(metrics.capHeight) * scale
            zeroAdvance = Double(metrics.zeroAdvance) * scale
            ideographAdvance = Double(metrics.ideographAdvance) * scale
            underlineOffset = -Double(metrics.underlinePosition) * scale
            underlineThickness = Double(metrics.underlineThickness) * scale
            strikeoutPosition = Double(metrics.strikeoutPosition) * scale
            strikeoutThickness = Double(metrics.strikeoutThickness) * scale
            let em = Double(max(1, metrics.unitsPerEm))
            subscriptScale = Double(metrics.subscriptSize) / em
            superscriptScale = Double(metrics.superscriptSize) / em
            subscriptDrop = Double(metrics.subscriptOffset) * scale
            superscriptRaise = Double(metrics.superscriptOffset) * scale
        }

        /// The measures at another size; nothing is rounded again.
        package func scaled(by factor: Double) -> Metrics {
            guard factor != 1 else { return self }
            var scaled = self
            for value in [
                \Metrics.ascent, \.descent, \.emAscent, \.emDescent, \.lineGap, \.xHeight, \.capHeight, \.spaceAdvance,
                \.zeroAdvance,
                \.ideographAdvance, \.underlineOffset, \.underlineThickness, \.strikeoutPosition, \.strikeoutThickness,
                \.subscriptDrop, \.superscriptRaise,
            ] { scaled[keyPath: value] *= factor }
            return scaled
        }
    }

    init(
        style: ShapingStyle, fontSize: Double, instances: [FontInstance], metrics: Metrics, letterSpacing: Double,
        wordSpacing: Double, features: [hb_feature_t], featuresWithoutLigatures: [hb_feature_t],
        language: OpaquePointer?, number: Int32
    ) {
        self.style = style
        self.fontSize = fontSize
        self.instances = instances
        self.metrics = metrics
        self.letterSpacing = letterSpacing
        self.wordSpacing = wordSpacing
        self.features = features
        self.featuresWithoutLigatures = featuresWithoutLigatures
        self.language = language
        lineBreakLanguage = LineBreakLanguage(tag: style.language)
        self.number = number
    }

    /// The features that text of a script is shaped with (CSS Text 3 §8.2: no ligatures between spaced letters).
    func features(for script: Script) -> [hb_feature_t] {
        letterSpacing != 0 && !script.isCursive ? featuresWithoutLigatures : features
    }

    /// The features of an item in a face: the face's declaration's before the style's (CSS Fonts 4 §7.2); those that its
    /// synthesis stands for are left out.
    func features(for item: TextItem, in instance: FontInstance) -> [hb_feature_t] {
        var all = features(for: item.script)
        if !instance.overrides.features.isEmpty {
            all = instance.overrides.features.map { hb_feature_t($0.tag, $0.value) } + all
        }
        let synthesis = item.synthesis
        return synthesis.isEmpty ? all : all.filter { !synthesis.excludes($0.tag) }
    }

    /// The features of an item as the model has them.
    package func featureList(for item: TextItem) -> [FontFeature] {
        let instance = instances.first { $0.id == item.instance }
        guard !features.isEmpty || letterSpacing != 0 || instance?.overrides.features.isEmpty == false else {
            return []
        }
        return (instance.map { features(for: item, in: $0) } ?? features(for: item.script)).map {
            FontFeature(tag: OpenTypeTag(rawValue: $0.tag), value: $0.value)
        }
    }

    /// What font-relative lengths of text in this style refer to.
    public func lengthContext(
        percentageBase: Double, lineHeight: Double?, rootFontSize: Double, viewport: Size
    ) -> LengthContext {
        LengthContext(
            percentageBase: percentageBase, fontSize: style.fontSize, rootFontSize: rootFontSize,
            exSize: metrics.xHeight, chSize: metrics.zeroAdvance, icSize: metrics.ideographAdvance,
            lineHeight: lineHeight ?? metrics.lineSpacing, viewport: viewport)
    }
}

extension LayoutContext {
    /// What lengths refer to in a box whose text has a style: the measures of its font, and its line height.
    package func lengthContext(of style: TextStyle) -> LengthContext {
        let fontStyle = state.pointee.fontStyles.fontStyle(style.shaping, self)
        let text = ParagraphTextStyle(id: TextStyleID(rawValue: 0), style, fontStyle, number: 0, self)
        return fontStyle.lengthContext(
            percentageBase: 0, lineHeight: text.lineHeight, rootFontSize: rootFontSize, viewport: viewport)
    }
}
