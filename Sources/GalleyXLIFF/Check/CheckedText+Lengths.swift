import Foundation
import GalleyUnicode

extension CheckedText {
    /// Limits on lengths: bytes and characters are counted in the text as it is, glyphs, pixels and points are measured
    /// with samples in the place of specifiers.
    func checkLengths(_ options: XLIFFChecker.Options, _ reporter: inout CheckReporter) {
        for limit in unit.lengthLimits { check(limit, options, &reporter) }
    }

    private func check(_ limit: LengthLimit, _ options: XLIFFChecker.Options, _ reporter: inout CheckReporter) {
        guard let text = measuredText(limit) else { return }
        let unitOfLimit = limit.isUnitAssumed ? options.assumedUnit ?? limit.unit : limit.unit
        guard let found = size(of: text, limit, unitOfLimit, options, reporter.locale) else {
            reporter.reportOnce(
                .notMeasured, about: unitOfLimit.words,
                "the limit of \(key) in \(unitOfLimit.words) cannot be checked"
                    + (unitOfLimit.needsFont && !hasFont(options) ? " without a font" : ""), unit)
            return
        }
        // A line may be wider by what rounding costs.
        let isTooLong = limit.maximum.map { found.size > Double($0) + 1.0 / 64 } ?? false
        guard isTooLong || found.size < Double(limit.minimum) else { return }
        let bound = isTooLong ? "at most \(limit.maximum ?? 0)" : "at least \(limit.minimum)"
        let assumed =
            limit.isUnitAssumed
            ? " (size-unit is missing, whose default is the pixel; taken as \(unitOfLimit.words))" : ""
        var what = "the target of \(key)"
        if case .span(let id, _) = limit.scope { what = "the span \"\(id)\" of " + what }
        reporter.report(
            isTooLong ? .tooLong : .tooShort,
            "\(what) \(found.words); \(bound) may be\(assumed)", unit)
    }

    private func hasFont(_ options: XLIFFChecker.Options) -> Bool {
        options.measuring != nil && (options.font != nil || unit.font != nil || unit.style != nil)
    }

    /// The part of the target that the limit is about, normalized as the limit wants it.
    private func measuredText(_ limit: LengthLimit) -> String? {
        var text = target
        if case .span(_, let range) = limit.scope {
            let bytes = Array(target.utf8)
            guard let range, range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
            text = String(decoding: bytes[range], as: UTF8.self)
        }
        return switch limit.normalization {
        case .none: text
        case .nfc: text.precomposedStringWithCanonicalMapping
        case .nfd: text.decomposedStringWithCanonicalMapping
        }
    }

    private struct Size {
        var size: Double
        /// `is 12 characters long`
        var words: String
    }

    private func size(
        of text: String, _ limit: LengthLimit, _ unitOfLimit: LengthLimit.Unit, _ options: XLIFFChecker.Options,
        _ locale: String
    ) -> Size? {
        func counted(_ count: Int) -> Size {
            Size(size: Double(count), words: "is \(count) \(unitOfLimit.words) long")
        }
        if limit.axis == .height { return height(of: text, unitOfLimit, options, locale) }
        if let size = limit.targetSize { return counted(size) }
        switch unitOfLimit {
        case .bytes(.utf8): return counted(text.utf8.count)
        case .bytes(.utf16): return counted(2 * text.utf16.count)
        case .bytes(.utf32): return counted(4 * text.unicodeScalars.count)
        case .codePoints: return counted(text.unicodeScalars.count)
        case .utf16: return counted(text.utf16.count)
        case .characters:
            switch options.characters {
            case .graphemes: return counted(text.count)
            case .codePoints: return counted(text.unicodeScalars.count)
            case .utf16: return counted(text.utf16.count)
            }
        case .columns:
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return counted(lines.map(Self.columns).max() ?? 0)
        case .glyphs: return extent(of: text, isInPoints: false, options, locale).map { counted($0.glyphCount) }
        case .pixels, .points: return width(of: text, unitOfLimit, options, locale)
        case .other: return nil
        }
    }

    private func height(
        of text: String, _ unitOfLimit: LengthLimit.Unit, _ options: XLIFFChecker.Options, _ locale: String
    ) -> Size? {
        switch unitOfLimit {
        case .pixels, .points:
            guard let extent = extent(of: text, isInPoints: unitOfLimit == .points, options, locale) else { return nil }
            return Size(
                size: extent.height, words: "is \(Self.number(extent.height)) \(unitOfLimit.words) high")
        case .characters, .columns, .other("row"):
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
            return Size(size: Double(lines), words: "has \(lines) \(lines == 1 ? "line" : "lines")")
        default: return nil
        }
    }

    /// The widest line counts, and is shown when it is one of several.
    private func width(
        of text: String, _ unitOfLimit: LengthLimit.Unit, _ options: XLIFFChecker.Options, _ locale: String
    ) -> Size? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var widest: (width: Double, line: Substring)?
        for line in lines {
            guard let extent = extent(of: String(line), isInPoints: unitOfLimit == .points, options, locale) else {
                return nil
            }
            if widest.map({ extent.width > $0.width }) ?? true { widest = (extent.width, line) }
        }
        guard let widest else { return nil }
        let place = lines.count > 1 ? " in its line \(Finding.quoted(String(widest.line)))" : ""
        return Size(
            size: widest.width, words: "is \(Self.number(widest.width)) \(unitOfLimit.words) wide\(place)")
    }

    private func extent(
        of text: String, isInPoints: Bool, _ options: XLIFFChecker.Options, _ locale: String
    ) -> TextExtent? {
        let font = MeasuredFont(
            of: unit, isInPoints: isInPoints,
            fallback: MeasuredFont(family: options.font, size: options.fontSize))
        return options.measuring?.extent(of: options.samples.filled(text), font: font, language: locale)
    }

    /// Cells of a terminal (UAX #11): two for wide and full-width characters, none for marks.
    private static func columns(_ line: Substring) -> Int {
        line.reduce(0) { sum, character in
            guard let scalar = character.unicodeScalars.first else { return sum }
            switch UnicodeProperties.eastAsianWidth(scalar.value) {
            case .wide, .fullwidth: return sum + 2
            default: return sum + 1
            }
        }
    }

    /// With two decimals at most.
    private static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded(.up))
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        guard rest > 0 else { return String(whole) }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension LengthLimit.Unit {
    /// Whether only a font can tell.
    fileprivate var needsFont: Bool {
        switch self {
        case .glyphs, .pixels, .points: true
        default: false
        }
    }
}
