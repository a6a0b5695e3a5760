import GalleyText

// CSS Fonts 4 §4.

extension FontFaceRule {
    /// A rule without a family or a source is no font (§4.1).
    init?(_ rule: StyleSheet.AtRule, _ resolve: (String) -> String) {
        guard let family = rule.descriptor("font-family", { $0.familyName() }),
            let sources = rule.descriptor("src", { $0.fontSources() }), !sources.isEmpty
        else { return nil }
        self.init(
            family: family,
            sources: sources.map { source in
                if case .url(let url, let format) = source { .url(resolve(url), format: format) } else { source }
            })
        if let range = rule.descriptor("font-weight", { $0.weightRange() }) { weights = range }
        if let range = rule.descriptor("font-stretch", { $0.stretchRange() })
            ?? rule.descriptor("font-width", { $0.stretchRange() })
        {
            stretches = range
        }
        if let (slant, maximum) = rule.descriptor("font-style", { $0.faceSlant() }) {
            self.slant = slant
            maximumObliqueAngle = maximum
        }
        if let ranges = rule.descriptor("unicode-range", { $0.unicodeRanges() }) { unicodeRanges = ranges }
        if let list = rule.descriptor("font-feature-settings", { $0.featureSettings() }) { features = list }
        if let list = rule.descriptor("font-variation-settings", { $0.variationSettings() }) { variations = list }
        ascent = rule.descriptor("ascent-override", { $0.metricOverride() }) ?? nil
        descent = rule.descriptor("descent-override", { $0.metricOverride() }) ?? nil
        lineGap = rule.descriptor("line-gap-override", { $0.metricOverride() }) ?? nil
        if let percent = rule.descriptor("size-adjust", { $0.percentage() }), percent >= 0 {
            sizeAdjust = percent / 100
        }
        switch rule.descriptor("font-display", { $0.keyword(of: ["auto", "block", "swap", "fallback", "optional"]) }) {
        case "block": display = .block
        case "swap": display = .swap
        case "fallback": display = .fallback
        case "optional": display = .optional
        default: display = .auto
        }
    }
}

extension ValueReader {
    /// One family name; generic names are none here.
    fileprivate mutating func familyName() -> String? {
        guard case .list(let names)? = fontFamilies(), names.count == 1, case .string(let name) = names[0] else {
            return nil
        }
        return name
    }

    /// `src`: sources separated by commas; one that is not understood is left out (§4.3.1).
    fileprivate mutating func fontSources() -> [FontFaceRule.Source]? {
        var sources: [FontFaceRule.Source] = []
        repeat {
            var source: FontFaceRule.Source?
            if isFunction("local") {
                var inner = arguments()
                if let name = inner.string() {
                    source = .local(name)
                } else {
                    var words: [String] = []
                    while let word = inner.customIdentifier() { words.append(word) }
                    if !words.isEmpty { source = .local(words.joined(separator: " ")) }
                }
                if !inner.atEnd { source = nil }
            } else if let url = url() {
                var format: String?
                var isValid = true
                while token.kind == .function {
                    let isFormat = isFunction("format")
                    guard isFormat || isFunction("tech") else { isValid = false; break }
                    var inner = arguments()
                    if isFormat { format = inner.string() ?? inner.keyword() }
                }
                if isValid { source = .url(url, format: format) }
            }
            // Whatever is left before the comma makes this source unknown.
            while !atEnd, token.kind != .comma {
                source = nil
                index = self.source.next(after: index)
                skipSpace()
            }
            if let source { sources.append(source) }
        } while acceptComma()
        return sources
    }

    fileprivate mutating func weightRange() -> ClosedRange<Double>? {
        func weight(_ reader: inout ValueReader) -> Double? {
            if reader.accept("normal") { return 400 }
            if reader.accept("bold") { return 700 }
            guard let value = reader.number(), (1...1000).contains(value) else { return nil }
            return value
        }
        if accept("auto") { return 400...400 }
        guard let first = weight(&self) else { return nil }
        guard !atEnd else { return first...first }
        guard let second = weight(&self) else { return nil }
        return min(first, second)...max(first, second)
    }

    fileprivate mutating func stretchRange() -> ClosedRange<Double>? {
        func stretch(_ reader: inout ValueReader) -> Double? {
            if let word = reader.peekKeyword(), let value = PropertyTable.stretches[word] {
                reader.advance()
                return value
            }
            guard let value = reader.percentage(), value >= 0 else { return nil }
            return min(value, 1000)
        }
        if accept("auto") { return 100...100 }
        guard let first = stretch(&self) else { return nil }
        guard !atEnd else { return first...first }
        guard let second = stretch(&self) else { return nil }
        return min(first, second)...max(first, second)
    }

    fileprivate mutating func faceSlant() -> (FontSlant, Double?)? {
        switch keyword(of: ["auto", "normal", "italic", "oblique"]) {
        case "auto", "normal": return (.normal, nil)
        case "italic": return (.italic, nil)
        case "oblique":
            guard let first = angle() else { return (.oblique(degrees: 14), nil) }
            guard abs(first) <= 90 else { return nil }
            guard !atEnd else { return (.oblique(degrees: first), nil) }
            guard let second = angle(), abs(second) <= 90 else { return nil }
            return (.oblique(degrees: min(first, second)), max(first, second))
        default: return nil
        }
    }

    fileprivate mutating func metricOverride() -> Double?? {
        if accept("normal") { return .some(.none) }
        guard let percent = percentage(), percent >= 0 else { return .none }
        return .some(.some(percent / 100))
    }

    /// `U+26`, `U+0-7F`, `U+4??`, separated by commas (CSS Syntax 3 §7). The tokenizer knows no such token: the text
    /// between the commas is read.
    fileprivate mutating func unicodeRanges() -> [ClosedRange<UInt32>]? {
        var ranges: [ClosedRange<UInt32>] = []
        let text = String(decoding: source.bytes, as: UTF8.self)
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let range = ValueReader.unicodeRange(String(part).trimmingCSSWhitespace()) else { return nil }
            ranges.append(range)
        }
        index = end
        return ranges
    }

    private static func unicodeRange(_ text: String) -> ClosedRange<UInt32>? {
        var bytes = Substring(text).utf8
        guard let first = bytes.popFirst(), first | 0x20 == UInt8(ascii: "u"), bytes.popFirst() == UInt8(ascii: "+")
        else { return nil }
        let ends = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let wildcards = bytes.reversed().prefix { $0 == UInt8(ascii: "?") }.count
        guard ends.count <= 2, ends[0].count <= 6, !ends[0].isEmpty else { return nil }
        func value(_ digits: some Sequence<UInt8>) -> UInt32? {
            var value: UInt32 = 0
            for digit in digits {
                guard let hex = hexValue(digit) else { return nil }
                value = value << 4 | hex
            }
            return value
        }
        let lower: UInt32
        let upper: UInt32
        if ends.count == 2 {
            guard wildcards == 0, ends[1].count <= 6, !ends[1].isEmpty, let first = value(ends[0]),
                let last = value(ends[1])
            else { return nil }
            (lower, upper) = (first, last)
        } else {
            guard let stem = value(ends[0].dropLast(wildcards)) else { return nil }
            let shift = UInt32(4 * wildcards)
            lower = stem << shift
            upper = lower | ((1 << shift) - 1)
        }
        return lower <= upper && upper <= 0x10_FFFF ? lower...upper : nil
    }

    fileprivate mutating func featureSettings() -> [FontFeature]? {
        PropertyTable.shared.id("font-feature-settings").flatMap { PropertyTable.shared[$0].parse(&self) }
            .map(FontFeature.list)
    }

    fileprivate mutating func variationSettings() -> [FontVariation]? {
        PropertyTable.shared.id("font-variation-settings").flatMap { PropertyTable.shared[$0].parse(&self) }
            .map(FontVariation.list)
    }
}

extension CSSValue {
    /// The tags of parsed settings, each with its number.
    fileprivate var tagSettings: [(tag: OpenTypeTag, number: Double)] {
        members.compactMap { member in
            guard case .function(let name, let arguments) = member, let tag = OpenTypeTag(name),
                case .number(let number)? = arguments.first
            else { return nil }
            return (tag, number)
        }
    }
}

extension FontFeature {
    /// The features of a parsed `font-feature-settings`.
    static func list(_ value: CSSValue) -> [FontFeature] {
        value.tagSettings.map { FontFeature(tag: $0.tag, value: UInt32(min(max($0.number, 0), 65_535))) }
    }
}

extension FontVariation {
    /// The axes of a parsed `font-variation-settings`.
    static func list(_ value: CSSValue) -> [FontVariation] {
        value.tagSettings.map { FontVariation(axis: $0.tag, value: min(max($0.number, -32768), 32767)) }
    }
}
