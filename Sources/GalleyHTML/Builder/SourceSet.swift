import GalleyText

/// The images that a `srcset` attribute offers, and the choice among them (HTML standard §4.8.4.2 and §4.8.4.3).
///
///     var set = SourceSet("small.png 400w, large.png 800w")
///     set.resolveDensities(sizes: "50vw", environment: environment)
///     set.best(for: environment.resolution)?.url
struct SourceSet {
    /// One image and what is said of it.
    struct Candidate: Hashable {
        var url: String
        /// The image's width in pixels (`w`), before ``SourceSet/resolveDensities(sizes:environment:)``.
        var width: Int?
        /// Image pixels a px (`x`).
        var density: Double?
    }

    private(set) var candidates: [Candidate] = []

    /// Parses a `srcset` attribute ("parse a srcset attribute"); what is malformed is left out. O(bytes).
    init(_ attribute: String) {
        let bytes = Array(attribute.utf8)
        var index = 0
        while candidates.count < HTMLLimits.imageCandidates {
            while index < bytes.count, bytes[index].isHTMLSpace || bytes[index] == 0x2C { index += 1 }
            let start = index
            while index < bytes.count, !bytes[index].isHTMLSpace { index += 1 }
            guard index > start else { return }
            var end = index
            while end > start, bytes[end - 1] == 0x2C { end -= 1 }
            let url = String(decoding: bytes[start..<end], as: UTF8.self)
            let descriptors = end < index ? [] : Self.descriptors(bytes, &index)
            if let candidate = Self.candidate(url, descriptors) { candidates.append(candidate) }
        }
    }

    /// The words up to the next comma that is in no parentheses.
    private static func descriptors(_ bytes: [UInt8], _ index: inout Int) -> [ArraySlice<UInt8>] {
        var words: [ArraySlice<UInt8>] = []
        while index < bytes.count, bytes[index] != 0x2C {
            while index < bytes.count, bytes[index].isHTMLSpace { index += 1 }
            let start = index
            var isInside = false
            while index < bytes.count, isInside || !(bytes[index].isHTMLSpace || bytes[index] == 0x2C) {
                if bytes[index] == 0x28 { isInside = true } else if bytes[index] == 0x29 { isInside = false }
                index += 1
            }
            if index > start { words.append(bytes[start..<index]) }
        }
        return words
    }

    private static func candidate(_ url: String, _ descriptors: [ArraySlice<UInt8>]) -> Candidate? {
        var candidate = Candidate(url: url)
        var height: Int?
        for word in descriptors {
            let number = String(decoding: word.dropLast(), as: UTF8.self)
            switch word.last {
            case UInt8(ascii: "w"):
                guard candidate.width == nil, candidate.density == nil, let value = wholeNumber(number), value > 0
                else { return nil }
                candidate.width = value
            case UInt8(ascii: "x"):
                guard candidate.width == nil, candidate.density == nil, height == nil, let value = decimal(number),
                    value >= 0
                else { return nil }
                candidate.density = value
            case UInt8(ascii: "h"):
                // For the future; a height counts for nothing yet.
                guard height == nil, candidate.density == nil, let value = wholeNumber(number), value > 0 else {
                    return nil
                }
                height = value
            default: return nil
            }
        }
        return height != nil && candidate.width == nil ? nil : candidate
    }

    /// A valid non-negative integer (HTML §2.3.4.2).
    private static func wholeNumber(_ text: String) -> Int? {
        text.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(text) : nil
    }

    /// A valid floating-point number (HTML §2.3.4.3): what `Double` reads, without its words, signs and hexadecimals.
    private static func decimal(_ text: String) -> Double? {
        let isNumber = text.utf8.allSatisfy { $0 &- 0x30 < 10 || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
        guard isNumber, let first = text.utf8.first, first != 0x2B, text.utf8.last != 0x2E,
            let value = Double(text), value.isFinite
        else { return nil }
        return value
    }

    /// Adds the `src` of an `img`, at a density of 1, unless the set says its own ("create a source set").
    mutating func addDefault(_ source: String) {
        guard !source.isEmpty, !candidates.contains(where: { $0.width != nil || ($0.density ?? 1) == 1 }) else {
            return
        }
        candidates.append(Candidate(url: source))
    }

    /// Turns widths into densities ("normalize the source densities"); `sizes` says how wide the image will be shown.
    mutating func resolveDensities(sizes: String?, width: Double? = nil, environment: StyleEnvironment) {
        guard candidates.contains(where: { $0.width != nil }) else { return }
        let size = ImageSizes.size(sizes ?? "", autoWidth: width, environment)
        for index in candidates.indices {
            guard let pixels = candidates[index].width else { continue }
            candidates[index].density = size > 0 ? Double(pixels) / size : .infinity
        }
    }

    /// The candidate that a device of `resolution` dots a px shows. The standard leaves the choice free; this is
    /// Chromium's: the least dense that is dense enough, else the densest; of equal densities the first.
    func best(for resolution: Double) -> Candidate? {
        var best: Candidate?
        for candidate in candidates {
            guard let current = best?.density ?? (best == nil ? nil : 1) else {
                best = candidate
                continue
            }
            let density = candidate.density ?? 1
            let isBetter =
                current < resolution ? density > current : density >= resolution && density < current
            if isBetter { best = candidate }
        }
        return best
    }
}

/// The `sizes` attribute: how wide an image will be shown (HTML §4.8.4.2.3).
enum ImageSizes {
    /// The width in px: of the first entry whose condition holds, else that of the viewport. `auto` is the declared width.
    static func size(_ attribute: String, autoWidth: Double?, _ environment: StyleEnvironment) -> Double {
        let source = CSSSource(attribute)
        var start = 0
        while start < source.count {
            var end = start
            while end < source.count, source.tokens[end].kind != .comma { end = source.next(after: end) }
            end = min(end, source.count)
            if let size = entry(source, source.trimmed(start..<end), autoWidth, environment) { return size }
            start = end + 1
        }
        return environment.width
    }

    /// `[condition] length`; nil when the condition fails or the length is none.
    private static func entry(
        _ source: CSSSource, _ range: Range<Int>, _ autoWidth: Double?, _ environment: StyleEnvironment
    ) -> Double? {
        // The last component: blocks and functions count as one.
        guard var last = range.first else { return nil }
        while source.next(after: last) < range.upperBound {
            var next = source.next(after: last)
            while next < range.upperBound, source.tokens[next].kind == .whitespace { next += 1 }
            if next >= range.upperBound { break }
            last = next
        }
        let condition = source.trimmed(range.lowerBound..<last)
        if !condition.isEmpty, !MediaQueryList(source, condition).matches(environment) { return nil }
        let token = source.tokens[last]
        if token.kind == .identifier, source.matches(token, "auto") { return autoWidth ?? environment.width }
        var reader = ValueReader(source, last..<range.upperBound)
        guard case .length(let length)? = reader.length([.nonNegative]) else { return nil }
        let context = LengthContext(
            fontSize: environment.defaultFontSize, rootFontSize: environment.defaultFontSize,
            viewport: Size(width: environment.width, height: environment.height))
        let width = length.resolved(in: context)
        return width >= 0 ? width : nil
    }
}

extension UInt8 {
    /// ASCII white space (Infra §4.6).
    var isHTMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
}
