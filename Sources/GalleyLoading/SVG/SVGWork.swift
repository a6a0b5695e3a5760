import GalleyText

/// How long drawing an SVG picture would take, estimated from its tags.
///
/// What is counted are the elements that are drawn, by `use`, patterns, masks and markers also again and again; how often
/// paths cross the picture, and how much of it shapes may cover; letters of a text, whose cost grows with their square; the
/// passes that filters, masks and opacities make over all pixels; rules of style sheets for each element. The constants are
/// measured with librsvg 2.54 (ARCHITECTURE.md), on the side of caution.
struct SVGWork {
    /// µs that every drawing takes, and ns that it takes for each pixel.
    struct Cost {
        var time = 0.0
        var pixels = 0.0

        static func + (left: Cost, right: Cost) -> Cost {
            Cost(time: left.time + right.time, pixels: left.pixels + right.pixels)
        }

        static func * (left: Cost, right: Double) -> Cost { Cost(time: left.time * right, pixels: left.pixels * right) }
    }

    /// Of the whole picture, once all is read.
    var total = Cost()

    struct Element {
        var kind: Kind
        var firstChild = -1
        var nextSibling = -1
        var cost = Cost()
        /// Points of its path.
        var points = 0
        /// The length of its path in units.
        var length = 0.0
        /// The area of a shape that is no path, in square units.
        var area = 0.0
        /// The mean of its dashes and gaps; 0 for none.
        var dash = 0.0
        var textBytes = 0
    }

    enum Kind { case drawn, shape, text, defined, filter }

    struct Reference {
        var from: Int
        var to: String
        /// The property or attribute that refers.
        var use: Use
    }

    enum Use { case element, paint, marker, mask, other }

    /// How deep it is inside of other pictures.
    private let depth: Int
    var elements: [Element] = []
    private var open: [(element: Int, lastChild: Int)] = []
    var identifiers: [String: Int] = [:]
    var references: [Reference] = []
    private var texts: [Int] = []
    private var styleDepth = 0
    /// Rules, selectors and declarations of its style sheets.
    var rules = 0
    var sheetReferences: [String] = []
    var sheetHasMarkers = false
    private var pictures = 0
    var largestFont = 16.0
    var fontFactor = 1.0

    init(depth: Int) { self.depth = depth }

    mutating func add(_ token: SVGTokens.Token, _ bytes: UnsafeBufferPointer<UInt8>) throws(SVGSource.Failure) {
        switch token {
        case .start(let tag): try start(tag, bytes)
        case .end:
            guard let last = open.popLast() else { throw .damaged }
            if texts.last == last.element { texts.removeLast() }
            if open.count < styleDepth { styleDepth = 0 }
        case .text(let range):
            if styleDepth > 0 { return try add(sheet: range, bytes) }
            guard let text = texts.first else { return }
            // White space between elements collapses.
            elements[text].textBytes += bytes[range].reduce(0) { $0 + ($1 > 0x20 ? 1 : 0) }
        case .declaration, .instruction: break
        }
    }

    private mutating func start(_ tag: SVGTag, _ bytes: UnsafeBufferPointer<UInt8>) throws(SVGSource.Failure) {
        guard elements.count < LoadingLimits.maximumSVGElements, open.count < LoadingLimits.maximumSVGDepth else {
            throw .tooComplex
        }
        let name = bytes.string(bytes.localName(tag.name))
        let index = elements.count
        var element = Element(kind: Self.kind(of: name))
        element.cost.time = 3
        if let parent = open.last {
            if parent.lastChild >= 0 {
                elements[parent.lastChild].nextSibling = index
            } else {
                elements[parent.element].firstChild = index
            }
            open[open.count - 1].lastChild = index
        }
        for attribute in tag.attributes { try read(attribute, of: name, at: index, &element, bytes) }
        switch element.kind {
        case .shape:
            element.cost.time += Double(element.points)
            element.area = Self.area(of: name, tag, bytes)
        case .filter: element.cost.pixels += try Self.passes(of: name, tag, bytes)
        case .text: element.cost.time += 60
        case .drawn, .defined: break
        }
        elements.append(element)
        guard !tag.isEmpty else { return }
        open.append((index, -1))
        if element.kind == .text { texts.append(index) }
        if name == "style" { styleDepth = open.count }
    }

    private static func kind(of name: String) -> Kind {
        switch name {
        case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon": .shape
        case "text": .text
        case "defs", "symbol", "clipPath", "mask", "pattern", "marker", "filter", "linearGradient", "radialGradient":
            .defined
        default: name.hasPrefix("fe") ? .filter : .drawn
        }
    }

    /// The area of a rectangle or ellipse; percentages are of everything.
    private static func area(of name: String, _ tag: SVGTag, _ bytes: UnsafeBufferPointer<UInt8>) -> Double {
        func side(_ attribute: StaticString) -> Double? {
            bytes.value(of: attribute, tag).map { value in
                if bytes[value].contains(UInt8(ascii: "%")) { return .infinity }
                return SVGNumbers.all(in: bytes[value]).first.map(abs) ?? 0
            }
        }
        switch name {
        case "rect": return (side("width") ?? 0) * (side("height") ?? 0)
        case "circle": return 3.2 * (side("r") ?? 0) * (side("r") ?? 0)
        case "ellipse": return 3.2 * (side("rx") ?? side("ry") ?? 0) * (side("ry") ?? side("rx") ?? 0)
        default: return 0
        }
    }

    private mutating func read(
        _ attribute: (name: Range<Int>, value: Range<Int>), of element: String, at index: Int, _ record: inout Element,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(SVGSource.Failure) {
        let value = bytes[attribute.value]
        switch bytes.string(bytes.localName(attribute.name)) {
        case "id":
            let name = bytes.string(attribute.value)
            if identifiers[name] == nil { identifiers[name] = index }
        case "d":
            let path = SVGPath(data: value)
            (record.points, record.length) = (path.points, path.length)
        case "points":
            let path = SVGPath(points: SVGNumbers.all(in: value))
            (record.points, record.length) = (path.points, path.length)
        case "x1", "x2", "y1", "y2": record.length += SVGNumbers.all(in: value).reduce(0) { $0 + abs($1) }
        case "href":
            let text = bytes.string(attribute.value)
            if text.hasPrefix("#") {
                references.append(Reference(from: index, to: String(text.dropFirst()), use: .element))
            } else if element == "image" || element == "feImage" {
                record.cost = record.cost + (try picture(text))
            }
        case "opacity": if bytes.string(attribute.value) != "1" { record.cost.pixels += 5 }
        case "stroke-dasharray": record.dash = Self.dash(SVGNumbers.all(in: value))
        case "style": read(style: bytes.string(attribute.value), at: index, &record)
        case let name where Self.isAboutLetters(name): read(letters: name, bytes.string(attribute.value))
        case let name where bytes[attribute.value].contains(UInt8(ascii: "(")):
            refer(name, bytes.string(attribute.value), from: index)
        default: break
        }
    }

    private mutating func read(style: String, at index: Int, _ record: inout Element) {
        for declaration in style.split(separator: ";") {
            guard let colon = declaration.firstIndex(of: ":") else { continue }
            let name = declaration[..<colon].filter { !$0.isWhitespace }.lowercased()
            let value = String(declaration[declaration.index(after: colon)...])
            switch name {
            case "opacity": if value.filter({ !$0.isWhitespace }) != "1" { record.cost.pixels += 5 }
            case "mix-blend-mode", "isolation": record.cost.pixels += 5
            case "stroke-dasharray":
                let dash = Array(value.utf8).withUnsafeBufferPointer { Self.dash(SVGNumbers.all(in: $0[...])) }
                record.dash = dash
            default:
                if Self.isAboutLetters(name) {
                    read(letters: name, value)
                } else {
                    refer(name, value, from: index)
                }
            }
        }
    }

    private static func dash(_ lengths: [Double]) -> Double {
        let sum = lengths.reduce(0, +)
        return sum > 0 && !lengths.isEmpty ? max(sum / Double(lengths.count), 1e-9) : 0
    }

    private static func isAboutLetters(_ property: String) -> Bool {
        property == "font-size" || property == "font" || property.hasSuffix("-spacing") || property == "baseline-shift"
    }

    /// Sizes of letters: Pango ends the process where they are beyond its numbers. Relative ones are taken as if each were
    /// inside of all others.
    private mutating func read(letters property: String, _ value: String) {
        Array(value.utf8).withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                guard let number = SVGNumbers.next(in: bytes[...], &index).map(abs) else {
                    index += 1
                    continue
                }
                switch String(decoding: bytes[index...].prefix(2), as: UTF8.self).lowercased() {
                case let unit where unit.hasPrefix("%"): fontFactor *= max(1, number / 100)
                case "em", "ex", "re", "ch": fontFactor *= max(1, number)
                case "in": largestFont = max(largestFont, number * 96)
                case "cm", "mm", "pc": largestFont = max(largestFont, number * 38)
                case "pt", "px": largestFont = max(largestFont, number * 4 / 3)
                // The shorthand has numbers that are no sizes.
                default: if property != "font" { largestFont = max(largestFont, number) }
                }
            }
        }
    }

    private mutating func refer(_ name: String, _ value: String, from index: Int) {
        guard let target = Self.reference(in: value) else { return }
        let use: Use
        switch name {
        case "fill", "stroke": use = .paint
        case "mask": use = .mask
        case let name where name.hasPrefix("marker"): use = .marker
        default: use = .other
        }
        references.append(Reference(from: index, to: target, use: use))
    }

    /// `url(#name)` with or without quotes.
    private static func reference(in value: String) -> String? {
        guard let start = value.firstRange(of: "url(") else { return nil }
        let rest = value[start.upperBound...].drop { "\"' \t\n".contains($0) }
        guard rest.first == "#" else { return nil }
        return String(rest.dropFirst().prefix { !")\"' \t\n".contains($0) })
    }

    /// Rules, and what any element may refer to by them.
    private mutating func add(sheet range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) throws(SVGSource.Failure) {
        let text = bytes.string(range)
        rules += text.utf8.count { [UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ";")].contains($0) }
        // What nests deeply in a selector overflows the stack of librsvg's parser.
        var nesting = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "(") { nesting += 1 }
            if byte == UInt8(ascii: ")") { nesting -= 1 }
            guard nesting <= LoadingLimits.maximumSVGSelectorNesting else { throw .tooComplex }
        }
        sheetHasMarkers = sheetHasMarkers || text.contains("marker")
        for declaration in text.split(whereSeparator: { ";{}".contains($0) }) {
            if let target = Self.reference(in: String(declaration)) { sheetReferences.append(target) }
            guard let colon = declaration.firstIndex(of: ":") else { continue }
            let name = declaration[..<colon].filter { !$0.isWhitespace }.lowercased()
            if Self.isAboutLetters(name) { read(letters: name, String(declaration[colon...])) }
        }
    }

    /// A picture in the picture.
    private mutating func picture(_ url: String) throws(SVGSource.Failure) -> Cost {
        guard let data = try? DataURL(url, maximumBytes: LoadingLimits.maximumSVGBytes) else { return Cost() }
        let header = ImageHeader(bytes: data.bytes)
        if header.format == .svg {
            let inner = try SVGSource(data.bytes, isInline: false, depth: depth + 1)
            return Cost(time: 1_000, pixels: inner.pixelWork + 10)
        }
        // Of a format that is not known nobody knows how large it is.
        guard let width = header.pixelWidth, let height = header.pixelHeight else { throw .tooComplex }
        guard width <= 32_767, height <= 32_767 else { throw .tooComplex }
        pictures += width * height
        guard pictures <= LoadingLimits.maximumPixels else { throw .tooComplex }
        return Cost(time: Double(width) * Double(height) * 0.02, pixels: 10)
    }

    /// What a filter's primitive does, ns a pixel.
    private static func passes(
        of name: String, _ tag: SVGTag, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(SVGSource.Failure) -> Double {
        func largest(_ attribute: StaticString, or other: Double) -> Double {
            bytes.value(of: attribute, tag).map { SVGNumbers.all(in: bytes[$0]).map(abs).max() ?? other } ?? other
        }
        switch name {
        case "feTurbulence": return 60 + 60 * largest("numOctaves", or: 1)
        case "feConvolveMatrix":
            let order = largest("order", or: 3)
            // librsvg 2.54 ends the process where the matrix is larger.
            guard order <= 20 else { throw .tooComplex }
            return 100 + 6 * order * order
        case "feMorphology":
            let radius = largest("radius", or: 0)
            return min(3_500, 100 + 2 * (2 * radius + 1) * (2 * radius + 1))
        case "feDisplacementMap": return 250
        case "feMergeNode": return 25
        case "feMerge", "feFuncR", "feFuncG", "feFuncB", "feFuncA", "feDistantLight", "fePointLight", "feSpotLight":
            return 0
        default: return 120
        }
    }
}
