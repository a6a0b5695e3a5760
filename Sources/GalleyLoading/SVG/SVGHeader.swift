import GalleyText

/// What the root element of an SVG picture says of its size (SVG 2 §7, CSS Images 3 §4).
struct SVGHeader {
    var dimensions: NaturalDimensions
    /// The size of the `viewBox`, where it has one that can be used.
    var viewBox: Size?
    /// Where the root element's name ends.
    var endOfName: Int

    /// `nil` when the bytes are no SVG: something else than declarations, comments and white space is before `<svg`.
    init?(_ bytes: some RandomAccessCollection<UInt8>) {
        let head = Array(bytes.prefix(LoadingLimits.maximumHeaderBytes))
        let header = head.withUnsafeBufferPointer { SVGHeader($0) }
        guard let header else { return nil }
        self = header
    }

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var tokens = SVGTokens(bytes)
        while let token = tokens.next() {
            switch token {
            case .declaration, .instruction: continue
            case .text(let range): guard bytes[range].allSatisfy({ $0 <= 0x20 }) else { return nil }
            case .end: return nil
            case .start(let tag):
                guard bytes.has("svg", in: tag.name) else { return nil }
                self.init(tag, bytes)
                return
            }
        }
        return nil
    }

    /// Absolute `width` and `height` count; `auto`, percentages and what is wrong are none. The ratio is that of both, else of
    /// the `viewBox` (SVG 2 §8.10).
    private init(_ tag: SVGTag, _ bytes: UnsafeBufferPointer<UInt8>) {
        let width = bytes.value(of: "width", tag).flatMap { SVGHeader.length(bytes.string($0)) }
        let height = bytes.value(of: "height", tag).flatMap { SVGHeader.length(bytes.string($0)) }
        let box = bytes.value(of: "viewBox", tag).map { SVGNumbers.all(in: bytes[$0]) }
        viewBox = nil
        if let box, box.count == 4, box[2] > 0, box[3] > 0, box[2].isFinite, box[3].isFinite {
            viewBox = Size(width: box[2], height: box[3])
        }
        dimensions = NaturalDimensions(width: width, height: height)
        if dimensions.ratio == nil { dimensions.ratio = viewBox.map { $0.width / $0.height } }
        endOfName = tag.name.upperBound
    }

    /// A font size in `em`, `rem`, `ex` or percent, px of the initial font; `nil` for others.
    static func relativeFontSize(_ value: String) -> Double? {
        let value = value.filter { !$0.isWhitespace }.lowercased()
        if value.hasSuffix("%") { return length(String(value.dropLast()) + "em").map { $0 / 100 } }
        return value.hasSuffix("em") || value.hasSuffix("ex") ? length(value) : nil
    }

    /// An absolute length in px, `em` and `ex` of the initial font (CSS 2 §4.3.2); `nil` for percentages and unknown units.
    private static func length(_ value: String) -> Double? {
        let value = value.trimmingPrefix(while: \.isWhitespace)
        let digits = value.prefix { $0.isNumber || $0 == "." || $0 == "+" }
        guard let number = Double(digits), number >= 0, number <= TextLimits.maximumLength else { return nil }
        var unit = value.dropFirst(digits.count)
        while unit.last?.isWhitespace == true { unit.removeLast() }
        switch unit.lowercased() {
        case "", "px": return number
        case "pt": return number * 4 / 3
        case "pc": return number * 16
        case "in": return number * 96
        case "cm": return number * 96 / 2.54
        case "mm": return number * 96 / 25.4
        case "q": return number * 96 / 101.6
        case "em", "rem": return number * 16
        case "ex": return number * 8
        default: return nil
        }
    }
}

/// Numbers in SVG's attributes: separated by commas, white space or nothing but a sign or point (SVG 2 §9.3.9).
enum SVGNumbers {
    /// All numbers of a value; what stands between them counts for nothing.
    static func all(in value: Slice<UnsafeBufferPointer<UInt8>>) -> [Double] {
        var numbers: [Double] = []
        var index = value.startIndex
        while index < value.endIndex {
            if let number = next(in: value, &index) { numbers.append(number) } else { index += 1 }
        }
        return numbers
    }

    /// The number at `index`, which then is behind it; `nil` where there is none.
    static func next(in value: Slice<UnsafeBufferPointer<UInt8>>, _ index: inout Int) -> Double? {
        var position = index
        func byte() -> UInt8 { position < value.endIndex ? value[position] : 0 }
        func isDigit() -> Bool { byte() &- 0x30 < 10 }
        let isNegative = byte() == UInt8(ascii: "-")
        if isNegative || byte() == UInt8(ascii: "+") { position += 1 }
        var number = 0.0
        var isNumber = false
        while isDigit() {
            number = number * 10 + Double(byte() & 15)
            isNumber = true
            position += 1
        }
        if byte() == UInt8(ascii: ".") {
            position += 1
            var place = 0.1
            while isDigit() {
                number += Double(byte() & 15) * place
                place /= 10
                isNumber = true
                position += 1
            }
        }
        guard isNumber else { return nil }
        if byte() | 0x20 == UInt8(ascii: "e") {
            let start = position
            position += 1
            let isSmall = byte() == UInt8(ascii: "-")
            if isSmall || byte() == UInt8(ascii: "+") { position += 1 }
            var exponent = 0
            var hasDigits = false
            while isDigit() {
                exponent = min(400, exponent * 10 + Int(byte() & 15))
                hasDigits = true
                position += 1
            }
            if hasDigits {
                // Powers by multiplication: no library function is called for what files seldom have.
                for _ in 0..<exponent { number = isSmall ? number / 10 : number * 10 }
            } else {
                position = start
            }
        }
        index = position
        return isNegative ? -number : number
    }
}
