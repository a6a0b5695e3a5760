import GalleyText

/// The size of an SVG image from its root element (SVG 2 §7, CSS Images 3 §4).
enum SVGHeader {
    /// The root tag `<svg ...>`, when what stands before it is only white space, declarations and comments.
    static func rootTag(of bytes: some RandomAccessCollection<UInt8>) -> String? {
        var rest = Substring(
            String(decoding: bytes.prefix(LoadingLimits.maximumHeaderBytes), as: UTF8.self).drop { $0 == "\u{FEFF}" })
        while true {
            rest = rest.drop { $0.isWhitespace }
            if rest.hasPrefix("<!--") {
                guard let end = rest.firstRange(of: "-->") else { return nil }
                rest = rest[end.upperBound...]
            } else if rest.hasPrefix("<?") || rest.hasPrefix("<!") {
                guard let end = rest.firstIndex(of: ">") else { return nil }
                rest = rest[rest.index(after: end)...]
            } else {
                break
            }
        }
        guard rest.hasPrefix("<svg"), let next = rest.dropFirst(4).first,
            next.isWhitespace || next == ">" || next == "/",
            let end = rest.firstIndex(of: ">")
        else { return nil }
        return String(rest[..<end])
    }

    /// Absolute `width` and `height` count; a missing one follows from the `viewBox`, and both missing are its size.
    static func size(ofRootTag tag: String) -> Size? {
        let width = attribute("width", of: tag).flatMap(length)
        let height = attribute("height", of: tag).flatMap(length)
        let box = attribute("viewBox", of: tag)?.split { $0 == " " || $0 == "," || $0.isWhitespace }.compactMap {
            Double($0)
        }
        var ratio: Double?
        if let box, box.count == 4, box[2] > 0, box[3] > 0 { ratio = box[2] / box[3] }
        switch (width, height, ratio) {
        case (let width?, let height?, _): return Size(width: width, height: height)
        case (let width?, nil, let ratio?): return Size(width: width, height: width / ratio)
        case (nil, let height?, let ratio?): return Size(width: height * ratio, height: height)
        case (nil, nil, _?): return box.map { Size(width: $0[2], height: $0[3]) }
        default: return nil
        }
    }

    private static func attribute(_ name: String, of tag: String) -> String? {
        var rest = Substring(tag)
        while let found = rest.firstRange(of: name) {
            let isWhole = found.lowerBound > tag.startIndex && tag[tag.index(before: found.lowerBound)].isWhitespace
            let after = rest[found.upperBound...].drop { $0.isWhitespace }
            if isWhole, after.first == "=" {
                let value = after.dropFirst().drop { $0.isWhitespace }
                guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
                return value.dropFirst().prefix { $0 != quote }.description
            }
            rest = rest[found.upperBound...]
        }
        return nil
    }

    /// An absolute length in px; `nil` for percentages and unknown units.
    private static func length(_ value: String) -> Double? {
        let digits = value.prefix { $0.isNumber || $0 == "." || $0 == "+" }
        guard let number = Double(digits), number > 0, number <= TextLimits.maximumLength else { return nil }
        switch value.dropFirst(digits.count).trimmingPrefix(while: \.isWhitespace).lowercased() {
        case "", "px": return number
        case "pt": return number * 4 / 3
        case "pc": return number * 16
        case "in": return number * 96
        case "cm": return number * 96 / 2.54
        case "mm": return number * 96 / 25.4
        default: return nil
        }
    }
}
