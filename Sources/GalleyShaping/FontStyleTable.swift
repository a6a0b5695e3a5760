import CGalleyHarfBuzz
import GalleyFonts
import GalleyText

/// The font styles that a context has made, by shaping style.
struct FontStyleTable {
    private var styles: [ShapingStyle: FontStyle] = [:]
    private var last: FontStyle?
    private var count: Int32 = 0

    init() {}

    /// The font style of a shaping style; made when it is new. A style asked for again at once costs a comparison.
    mutating func fontStyle(_ style: ShapingStyle, _ context: LayoutContext) -> FontStyle {
        if let last, last.style == style { return last }
        if let known = styles[style] {
            last = known
            return known
        }
        if styles.count >= ShapingLimits.maximumCachedStyles { styles.removeAll(keepingCapacity: true) }
        count &+= 1
        let made = FontStyle(style, number: count, context)
        styles[style] = made
        last = made
        return made
    }
}

extension FontStyle {
    convenience init(_ style: ShapingStyle, number: Int32, _ context: LayoutContext) {
        let size = style.fontSize.isNaN ? 0 : min(max(0, style.fontSize), TextLimits.maximumFontSize)
        let ids = context.fonts.match(FontQuery(style, size: size))
        var instances = ids.map(context.instance)
        if instances.isEmpty { instances = [context.instance(.lastResort)] }
        // The first available font, whose measures count, is the first that is for the space (CSS Fonts 4 §2.1).
        let first = instances.first { $0.overrides.allows(" ") } ?? instances[0]
        let em = Double(max(1, first.unitsPerEm))

        // font-size-adjust: the size at which lower-case letters are as high as asked (CSS Fonts 4 §2.6).
        var used = size
        if let adjust = style.fontSizeAdjust, adjust.isFinite, adjust >= 0, first.metrics.xHeight > 0 {
            used = min(size * adjust / (Double(first.metrics.xHeight) / em), TextLimits.maximumFontSize)
        }
        var metrics = Metrics(first.metrics, fontSize: used)
        // The space that text would show: of the first face that has one.
        metrics.spaceAdvance = used / 4
        for instance in instances {
            guard let glyph = instance.glyph(for: " ") else { continue }
            metrics.spaceAdvance = Double(instance.advance(of: glyph)) * instance.pixelsPerUnit(fontSize: used)
            break
        }

        // Percentages of spacing are of the font's size (CSS Text 4 §8.1, §8.2).
        let lengths = LengthContext(
            percentageBase: style.fontSize, fontSize: style.fontSize, rootFontSize: context.rootFontSize,
            exSize: metrics.xHeight, chSize: metrics.zeroAdvance, icSize: metrics.ideographAdvance,
            lineHeight: metrics.lineSpacing, viewport: context.viewport)
        let features = style.openTypeFeatures(hasPetiteCapitals: first.hasSubstitutions(for: "pcap"))
        var unligated = [OpenTypeTag("liga"), OpenTypeTag("clig")].compactMap { $0 }.map { hb_feature_t($0, 0) }
        unligated += features
        self.init(
            style: style, fontSize: used, instances: instances, metrics: metrics,
            letterSpacing: style.letterSpacing.resolved(in: lengths),
            wordSpacing: style.wordSpacing.resolved(in: lengths), features: features,
            featuresWithoutLigatures: unligated,
            language: style.language.isEmpty ? nil : hb_language_from_string(style.language, -1), number: number)
    }
}

extension FontQuery {
    /// What a shaping style asks of a collection.
    init(_ style: ShapingStyle, size: Double) {
        let slant: FaceSlant =
            switch style.fontSlant {
            case .normal: .normal
            case .italic: .italic
            case .oblique(let degrees): .oblique(degrees: degrees)
            }
        var synthesis: FaceSynthesis = []
        if style.synthesis.contains(.weight) { synthesis.insert(.bold) }
        if style.synthesis.contains(.style) { synthesis.insert(.oblique) }
        self.init(
            families: style.fontFamilies,
            style: FaceStyle(weight: style.fontWeight, stretch: style.fontStretch, slant: slant),
            allowedSynthesis: synthesis,
            axisValues: style.variations.map { AxisValue(FontTag(rawValue: $0.axis.rawValue), Float($0.value)) },
            opticalSize: size)
    }
}

extension ShapingStyle {
    /// Features as HarfBuzz takes them; later ones win, so those asked for by tag stand last (CSS Fonts 4 §7.2).
    fileprivate func openTypeFeatures(hasPetiteCapitals: @autoclosure () -> Bool) -> [hb_feature_t] {
        let hasPetiteCapitals = capitals == .petiteCaps || capitals == .allPetiteCaps ? hasPetiteCapitals() : false
        var list: [hb_feature_t] = []
        func add(_ tag: OpenTypeTag, _ value: UInt32) { list.append(hb_feature_t(tag, value)) }
        if !kerning { add("kern", 0) }
        if !ligatures {
            add("liga", 0)
            add("clig", 0)
        }
        switch capitals {
        case .normal: break
        case .smallCaps: add("smcp", 1)
        case .allSmallCaps:
            add("smcp", 1)
            add("c2sc", 1)
        // Faces without petite capitals show small ones (CSS Fonts 4 §6.6).
        case .petiteCaps: add(hasPetiteCapitals ? "pcap" : "smcp", 1)
        case .allPetiteCaps:
            add(hasPetiteCapitals ? "pcap" : "smcp", 1)
            add(hasPetiteCapitals ? "c2pc" : "c2sc", 1)
        case .unicase: add("unic", 1)
        case .titlingCaps: add("titl", 1)
        }
        switch position {
        case .normal: break
        case .subscript: add("subs", 1)
        case .superscript: add("sups", 1)
        }
        for feature in features { add(feature.tag, feature.value) }
        return list
    }
}

extension hb_feature_t {
    fileprivate init(_ tag: OpenTypeTag, _ value: UInt32) { self.init(FontTag(rawValue: tag.rawValue), value) }

    init(_ tag: FontTag, _ value: UInt32) {
        self.init(tag: tag.rawValue, value: value, start: 0, end: UInt32.max)
    }
}
