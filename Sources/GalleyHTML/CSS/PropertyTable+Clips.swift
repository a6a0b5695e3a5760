import GalleyText

// CSS Masking 1 §3 and §5, with the shapes of CSS Shapes 1 §3.

extension PropertyTable {
    mutating func addClips() {
        add(
            "clip", inherited: false, \.box.clip, parse: { $0.clip() },
            convert: { value, computation in
                guard case .list(let edges) = value, edges.count == 4 else { return .some(nil) }
                return Edges(
                    top: computation.length(edges[0]), right: computation.length(edges[1]),
                    bottom: computation.length(edges[2]), left: computation.length(edges[3]))
            })
        add(
            "clip-path", inherited: false, \.box.clipPath, parse: { $0.clipPath() },
            convert: { value, computation in
                guard value.keyword == nil else { return .some(nil) }
                return computation.clipPath(value).map { .some($0) }
            })
        alias("-webkit-clip-path", "clip-path")
    }
}

extension ValueReader {
    /// `auto`, or the distances of four edges from the top and the left of the border box, with commas or without.
    fileprivate mutating func clip() -> CSSValue? {
        if accept("auto") { return .keyword("auto") }
        guard isFunction("rect") else { return nil }
        var inner = arguments()
        var edges: [CSSValue] = []
        while edges.count < 4 {
            if !edges.isEmpty { _ = inner.acceptComma() }
            if inner.accept("auto") {
                edges.append(.keyword("auto"))
            } else if let length = inner.length() {
                edges.append(length)
            } else {
                return nil
            }
        }
        return inner.atEnd ? .list(edges) : nil
    }

    /// `none`, a shape, a reference box, or both in either order. Paths and references to SVG are not read.
    fileprivate mutating func clipPath() -> CSSValue? {
        if accept("none") { return .keyword("none") }
        var shape: CSSValue?
        var box: String?
        while !atEnd {
            if box == nil, let word = keyword(of: Set(StyleComputation.referenceBoxes.keys)) {
                box = word
            } else if shape == nil, token.kind == .function {
                let name = source.lowercased(token)
                var inner = arguments()
                guard let value = inner.basicShape(name), inner.atEnd else { return nil }
                shape = value
            } else {
                return nil
            }
        }
        guard shape != nil || box != nil else { return nil }
        return .function("clip", [shape ?? .keyword("none"), .keyword(box ?? "border-box")])
    }

    private mutating func basicShape(_ name: String) -> CSSValue? {
        switch name {
        case "inset": insetShape()
        case "circle":
            shapeRadius().flatMap { radius in shapeCenter().map { .function("circle", [radius] + $0) } }
        case "ellipse": ellipse()
        case "polygon": polygonShape()
        default: nil
        }
    }

    private mutating func insetShape() -> CSSValue? {
        guard let edges = upToFour(.percent) else { return nil }
        guard accept("round") else { return .function("inset", edges) }
        guard let horizontal = upToFour([.percent, .nonNegative]) else { return nil }
        guard accept(delimiter: "/") else { return .function("inset", edges + horizontal) }
        guard let vertical = upToFour([.percent, .nonNegative]) else { return nil }
        return .function("inset", edges + horizontal + vertical)
    }

    /// One to four lengths, as four.
    private mutating func upToFour(_ options: LengthOptions) -> [CSSValue]? {
        var values: [CSSValue] = []
        while values.count < 4, let value = length(options) { values.append(value) }
        switch values.count {
        case 0: return nil
        case 1: return [values[0], values[0], values[0], values[0]]
        case 2: return [values[0], values[1], values[0], values[1]]
        case 3: return [values[0], values[1], values[2], values[1]]
        default: return values
        }
    }

    /// A radius; `closest-side` where there is none.
    private mutating func shapeRadius() -> CSSValue? {
        if let word = keyword(of: ["closest-side", "farthest-side"]) { return .keyword(word) }
        if let length = length([.percent, .nonNegative]) { return length }
        return atEnd || peekKeyword() == "at" ? .keyword("closest-side") : nil
    }

    private mutating func ellipse() -> CSSValue? {
        let isGiven = !atEnd && peekKeyword() != "at"
        guard let x = shapeRadius() else { return nil }
        // Both radii or none.
        if isGiven, atEnd || peekKeyword() == "at" { return nil }
        guard let y = shapeRadius(), let center = shapeCenter() else { return nil }
        return .function("ellipse", [x, y] + center)
    }

    /// `at` and a place; the middle where there is none.
    private mutating func shapeCenter() -> [CSSValue]? {
        guard accept("at") else { return [.length(.percent(50)), .length(.percent(50))] }
        return backgroundPosition().map { [$0.x, $0.y] }
    }

    private mutating func polygonShape() -> CSSValue? {
        var parts: [CSSValue] = [.keyword("nonzero")]
        if let rule = keyword(of: ["nonzero", "evenodd"]) {
            guard acceptComma() else { return nil }
            parts = [.keyword(rule)]
        }
        repeat {
            guard parts.count <= 2 * CSSLimits.maximumPolygonPoints, let x = length(.percent), let y = length(.percent)
            else { return nil }
            parts += [x, y]
        } while acceptComma()
        return .function("polygon", parts)
    }
}

extension StyleComputation {
    /// Those of SVG are what they are for boxes of CSS (CSS Masking 1 §5.1).
    fileprivate static let referenceBoxes: [String: ClipPath.ReferenceBox] = [
        "border-box": .border, "padding-box": .padding, "content-box": .content, "margin-box": .margin,
        "fill-box": .content, "stroke-box": .border, "view-box": .border,
    ]

    /// What `ValueReader.clipPath()` read.
    fileprivate func clipPath(_ value: CSSValue) -> ClipPath? {
        guard case .function(_, let parts) = value, parts.count == 2,
            let box = parts[1].keyword.flatMap({ StyleComputation.referenceBoxes[$0] })
        else { return nil }
        guard parts[0].keyword == nil else { return ClipPath(nil, of: box) }
        return shape(parts[0]).map { ClipPath($0, of: box) }
    }

    private func shape(_ value: CSSValue) -> ClipPath.Shape? {
        guard case .function(let name, let parts) = value else { return nil }
        func radius(_ value: CSSValue) -> ClipPath.Radius? {
            switch value.keyword {
            case nil: length(value).map { .length($0) }
            case "farthest-side": .farthestSide
            default: .closestSide
            }
        }
        func position(_ place: Int) -> BoxPosition? {
            guard let x = backgroundOffset(parts[place]), let y = backgroundOffset(parts[place + 1]) else { return nil }
            return BoxPosition(x: x, y: y)
        }
        switch name {
        case "inset":
            let lengths = parts.compactMap { length($0) }
            guard lengths.count == parts.count, lengths.count % 4 == 0, !lengths.isEmpty else { return nil }
            func corners(_ place: Int) -> Corners<Length> {
                Corners(
                    topLeft: lengths[place], topRight: lengths[place + 1], bottomRight: lengths[place + 2],
                    bottomLeft: lengths[place + 3])
            }
            let edges = Edges(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
            let horizontal = lengths.count > 4 ? corners(4) : Corners(.zero)
            let vertical = lengths.count > 8 ? corners(8) : horizontal
            return .inset(edges, radius: horizontal, verticalRadius: vertical == horizontal ? nil : vertical)
        case "circle" where parts.count == 3:
            guard let radius = radius(parts[0]), let center = position(1) else { return nil }
            return .circle(radius: radius, center: center)
        case "ellipse" where parts.count == 4:
            guard let x = radius(parts[0]), let y = radius(parts[1]), let center = position(2) else { return nil }
            return .ellipse(x: x, y: y, center: center)
        case "polygon":
            var points: [BoxPosition] = []
            for place in stride(from: 1, to: parts.count - 1, by: 2) {
                guard let point = position(place) else { return nil }
                points.append(point)
            }
            return .polygon(points, isEvenOdd: parts[0].keyword == "evenodd")
        default: return nil
        }
    }
}
