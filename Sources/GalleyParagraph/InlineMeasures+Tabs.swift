import GalleyShaping
import GalleyText
import GalleyUnicode

extension InlineMeasures {
    static func usableStops(_ stops: [TabStop]) -> [TabStop] {
        stops.filter { $0.location.isFinite && $0.location > 0 }.sorted { $0.location < $1.location }
    }

    /// How far the tab at segment `index`, `x` px from the line's start edge, moves what follows: to the next stop, such
    /// that the text up to the next tab or forced break stands at it as it says; without a stop as `tab-size` says.
    ///
    /// Text never moves before the tab, nor further than it still fits into `room` px from the line's start edge. When it
    /// does not fit as a whole it begins at the tab. O(that text's segments).
    func tabWidth(_ index: Int, at x: Double, room: Double, _ shaped: ShapedParagraph) -> Double {
        if shaped.segments[index].index >= 0 { return leaderWidth(index, at: x, room: room, shaped) }
        guard let stop = tabStops.first(where: { $0.location > x }) else {
            return defaultTabWidth(shaped.segments[index], at: x, shaped)
        }
        let distance = stop.location - x
        guard stop.alignment != .start else { return distance }
        let field = TabField(after: index, self, shaped, findsSeparator: stop.alignment == .decimal)
        let before: Double =
            switch stop.alignment {
            case .start: 0
            case .end: field.width
            case .center: field.width / 2
            case .decimal: field.beforeSeparator ?? field.width
            }
        return max(0, min(distance - before, room - x - field.width))
    }

    /// How wide a leader is: what the line has more than the text up to a forced break, shared with the leaders in that (CSS
    /// Generated Content 3 §2.5.1). Nothing where there is no line.
    private func leaderWidth(_ index: Int, at x: Double, room: Double, _ shaped: ShapedParagraph) -> Double {
        guard room.isFinite else { return 0 }
        let field = TabField(after: index, self, shaped, findsSeparator: false, room: room - x)
        return max(0, room - x - field.width) / Double(1 + field.leaders)
    }

    /// `tab-size` (CSS Text 3 §4.2): to the next multiple of it that is at least half a `ch` away. Spaces and `ch` are
    /// those of the block, whatever the tab's own font is.
    private func defaultTabWidth(_ segment: InlineSegment, at x: Double, _ shaped: ShapedParagraph) -> Double {
        let textStyle = shaped.textStyles[Int(segment.textStyle)]
        let style = shaped.fontStyles[Int(textStyle.fontStyle)]
        let block = shaped.fontStyles[Int(shaped.strutStyle.fontStyle)]
        let interval: Double
        switch textStyle.breaking.tabSize {
        case .spaces(let count):
            interval = count * (block.metrics.spaceAdvance + block.letterSpacing + block.wordSpacing)
        case .length(let length):
            interval = length.resolved(
                in: style.lengthContext(
                    percentageBase: percentageBase, lineHeight: textStyle.lineHeight,
                    rootFontSize: shaped.rootFontSize, viewport: shaped.viewport))
        }
        guard interval > 0, interval.isFinite, x.isFinite else { return 0 }
        var next = ((x / interval).rounded(.down) + 1) * interval
        if next - x < block.metrics.zeroAdvance / 2 { next += interval }
        return next - x
    }
}

/// What stands between a tab and the next one, a forced break or the end; after a leader, other leaders are in it.
private struct TabField {
    /// In px, without spaces that would hang at a line's end.
    private(set) var width = 0.0
    /// Up to the first decimal separator.
    private(set) var beforeSeparator: Double?
    private(set) var leaders = 0

    /// - Parameter room: for a leader: what is wider is not measured to its end.
    init(
        after tab: Int, _ measures: InlineMeasures, _ shaped: ShapedParagraph, findsSeparator: Bool,
        room: Double = .infinity
    ) {
        var hang = 0.0
        let segments = shaped.segments
        let isAfterLeader = segments[tab].index >= 0
        var index = tab + 1
        while index < segments.count, width - hang < room {
            let segment = segments[index]
            switch segment.kind {
            case .tab where isAfterLeader && segment.index >= 0 && leaders < ParagraphLimits.leadersOfLine:
                leaders += 1
                hang = 0
            case .tab:
                // Spaces before a tab are in the line.
                return
            case .lineBreak:
                width -= hang
                return
            case .open, .close: width += measures.edge(segment)
            case .object:
                width += LineBreaker.roundedUp(measures.objectWidth(Int(segment.index)))
                hang = 0
            case .text:
                if findsSeparator, beforeSeparator == nil, let x = TabField.separator(in: segment, shaped) {
                    beforeSeparator = width + x - segment.x
                }
                width += LineBreaker.roundedUp(segment.endX - segment.x)
                if segment.contentEnd > segment.start { hang = 0 }
                hang += segment.endX - segment.contentX
            }
            index += 1
        }
        width -= hang
    }

    /// Where the first decimal separator beside a digit begins on the paragraph's axis.
    private static func separator(in segment: InlineSegment, _ shaped: ShapedParagraph) -> Double? {
        let style = shaped.textStyles[Int(segment.textStyle)]
        let separator = DecimalSeparator(language: shaped.fontStyles[Int(style.fontStyle)].style.language)
        let found = shaped.inline.utf8.withUnsafeBufferPointer {
            separator.firstPlace(in: $0, Int(segment.start)..<Int(segment.end))
        }
        guard let found else { return nil }
        let text = shaped.text
        for index in Int(segment.firstItem)..<Int(segment.itemEnd) where Int(text.items[index].end) > found {
            return text.x(ofCluster: text.cluster(at: found, in: text.items[index]), in: text.items[index])
        }
        return nil
    }
}

/// Which character stands between a number's whole part and its fraction, by language (CLDR 44, `numbers/symbols`).
struct DecimalSeparator {
    private let usesComma: Bool
    private let usesArabic: Bool

    /// - Parameter language: a BCP 47 tag; one that is not known has a point.
    init(language: String) {
        let tag = language.lowercased().replacing("_", with: "-")
        let primary = String(tag.prefix { $0 != "-" })
        let region = tag.split(separator: "-").dropFirst().first { $0.count == 2 || $0.count == 3 && $0.first == "4" }
        let pointRegions = DecimalSeparator.pointRegions[primary] ?? []
        usesComma =
            DecimalSeparator.commaLanguages.contains(primary)
            && !(region.map { pointRegions.contains(String($0)) } ?? false)
        usesArabic = DecimalSeparator.arabicLanguages.contains(primary)
    }

    private static let commaLanguages: Set<String> = [
        "af", "az", "be", "bg", "br", "bs", "ca", "cs", "da", "de", "dsb", "el", "es", "et", "eu", "fi", "fo", "fr",
        "fur", "fy", "gl", "hr", "hsb", "hu", "hy", "id", "is", "it", "ka", "kk", "kl", "ky", "lb", "lt", "lv", "mk",
        "nb", "nds", "nl", "nn", "no", "oc", "pl", "pt", "rm", "ro", "ru", "sc", "se", "sk", "sl", "sq", "sr", "sv",
        "tk", "tr", "tt", "uk", "uz", "vi", "wae",
    ]
    /// Where such a language is written with a point all the same.
    private static let pointRegions: [String: Set<String>] = [
        "de": ["ch", "li"], "it": ["ch"], "rm": ["ch"],
        "es": ["419", "mx", "us", "gt", "hn", "ni", "pa", "pe", "pr", "sv", "do", "cu", "bz"],
    ]
    private static let arabicLanguages: Set<String> = ["ar", "ckb", "fa", "mzn", "pa", "ps", "sd", "ur", "uz"]

    /// The first separator in a range that stands beside a digit.
    func firstPlace(in utf8: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
            if scalar == 0x66B && usesArabic || scalar == (usesComma ? 0x2C : 0x2E) {
                if offset > range.lowerBound,
                    DecimalSeparator.isDigit(UTF8Decoding.decodePrevious(utf8, before: offset).scalar)
                {
                    return offset
                }
                if offset + length < range.upperBound,
                    DecimalSeparator.isDigit(UTF8Decoding.decode(utf8, at: offset + length).scalar)
                {
                    return offset
                }
            }
            offset += length
        }
        return nil
    }

    private static func isDigit(_ scalar: UInt32) -> Bool {
        scalar < 0x80 ? 0x30...0x39 ~= scalar : UnicodeProperties.generalCategory(scalar) == .decimalNumber
    }
}
