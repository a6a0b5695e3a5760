import GalleyText

/// CSS Images 3 §3, CSS Images 4 §3.3 (conic gradients); and the prefixed gradients of browsers before them, which say where
/// the gradient line starts, not where it leads, and count angles from the right, against the clock (WebKit's
/// `-webkit-linear-gradient`, the draft of 17 February 2011; `-webkit-gradient` is older still).
extension ValueReader {
    /// A gradient; nil for any other function and for what is invalid.
    mutating func gradient() -> StyleGradient? {
        guard token.kind == .function else { return nil }
        let mark = index
        var name = source.lowercased(token)[...]
        let isPrefixed = name.first == "-"
        if isPrefixed {
            guard let vendor = ["-webkit-", "-moz-", "-o-", "-ms-"].first(where: { name.hasPrefix($0) }) else {
                return nil
            }
            name.removeFirst(vendor.utf8.count)
        }
        let repeats = name.hasPrefix("repeating-")
        if repeats { name.removeFirst("repeating-".utf8.count) }
        var inner = arguments()
        let gradient: StyleGradient? =
            switch name {
            case "linear-gradient": isPrefixed ? inner.prefixedLinearGradient() : inner.linearGradient()
            case "radial-gradient": isPrefixed ? inner.prefixedRadialGradient() : inner.radialGradient()
            case "conic-gradient" where !isPrefixed: inner.conicGradient()
            case "gradient" where isPrefixed && !repeats: inner.pointGradient()
            default: nil
            }
        guard var gradient, inner.atEnd, gradient.gradient.stops.count <= CSSLimits.maximumGradientStops else {
            index = mark
            return nil
        }
        gradient.gradient.repeats = repeats
        return gradient
    }

    // MARK: - Linear

    /// `[ <angle> | to <side-or-corner> ]?` before the stops.
    private mutating func linearGradient() -> StyleGradient? {
        var line: Gradient.Line?
        var hasSpace = false
        while !atEnd {
            if line == nil, let angle = angle() {
                line = .angle(angle)
            } else if line == nil, accept("to") {
                guard let sides = sides() else { return nil }
                line = ValueReader.line(to: sides)
            } else if !hasSpace, let isKnown = interpolationMethod() {
                guard isKnown else { return nil }
                hasSpace = true
            } else {
                break
            }
        }
        guard line == nil && !hasSpace || acceptComma() else { return nil }
        return stops().map { StyleGradient(.linear(line ?? .angle(180)), $0) }
    }

    private mutating func prefixedLinearGradient() -> StyleGradient? {
        var line = Gradient.Line.angle(180)
        if let angle = angle() {
            line = .angle(90 - angle)
            guard acceptComma() else { return nil }
        } else if let sides = sides() {
            line =
                switch (sides.x, sides.y) {
                // From corner to corner: there was no "magic" yet.
                case (let right?, let bottom?):
                    .between(
                        BoxPosition(x: .percent(right ? 100 : 0), y: .percent(bottom ? 100 : 0)),
                        BoxPosition(x: .percent(right ? 0 : 100), y: .percent(bottom ? 0 : 100)))
                default: ValueReader.line(to: (sides.x.map { !$0 }, sides.y.map { !$0 }))
                }
            guard acceptComma() else { return nil }
        }
        return stops().map { StyleGradient(.linear(line), $0) }
    }

    /// One or two sides in any order: whether the right one, whether the bottom one.
    private mutating func sides() -> (x: Bool?, y: Bool?)? {
        var x: Bool?
        var y: Bool?
        while true {
            if x == nil, let word = keyword(of: ["left", "right"]) {
                x = word == "right"
            } else if y == nil, let word = keyword(of: ["top", "bottom"]) {
                y = word == "bottom"
            } else {
                return x == nil && y == nil ? nil : (x, y)
            }
        }
    }

    private static func line(to sides: (x: Bool?, y: Bool?)) -> Gradient.Line {
        switch sides {
        case (let right?, let bottom?): .corner(isRight: right, isBottom: bottom)
        case (let right?, nil): .angle(right ? 90 : 270)
        case (nil, let bottom): .angle(bottom == false ? 0 : 180)
        }
    }

    /// `-webkit-gradient(linear, x y, x y, from(), color-stop(), to())`.
    private mutating func pointGradient() -> StyleGradient? {
        guard accept("linear"), acceptComma(), let start = gradientPoint(), acceptComma(), let end = gradientPoint()
        else { return nil }
        var stops: [(place: Double, color: StyleColor)] = []
        while acceptComma() {
            guard token.kind == .function else { return nil }
            let name = source.lowercased(token)
            var inner = arguments()
            var place = name == "to" ? 1.0 : 0
            if name == "color-stop" {
                guard let position = inner.percentage().map({ $0 / 100 }) ?? inner.number(), inner.acceptComma() else {
                    return nil
                }
                place = position
            } else if name != "from", name != "to" {
                return nil
            }
            guard let color = inner.color(), inner.atEnd else { return nil }
            stops.append((place, color))
        }
        guard !stops.isEmpty else { return nil }
        stops = stops.enumerated().sorted {
            ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
        }.map(\.element)
        var list = StopList()
        for stop in stops { list.append(stop.color, at: .percent(Length.clamped(stop.place * 100))) }
        return StyleGradient(.linear(.between(start, end)), list)
    }

    /// Two of keywords, percentages and numbers of px.
    private mutating func gradientPoint() -> BoxPosition? {
        func coordinate(_ reader: inout ValueReader, _ near: String, _ far: String) -> Length? {
            if let word = reader.keyword(of: [near, far, "center"]) {
                return .percent(word == near ? 0 : word == far ? 100 : 50)
            }
            return reader.percentage().map { .percent(Length.clamped($0)) }
                ?? reader.number().map { .px(Length.clamped($0)) }
        }
        guard let x = coordinate(&self, "left", "right"), let y = coordinate(&self, "top", "bottom") else { return nil }
        return BoxPosition(x: x, y: y)
    }

    // MARK: - Radial and conic

    /// `[ <ending-shape> || <size> ]? [ at <position> ]?` before the stops.
    private mutating func radialGradient() -> StyleGradient? {
        var isCircle: Bool?
        var extent: Gradient.Extent?
        var sizes: [Length] = []
        var hasSpace = false
        var center: BoxPosition?
        let first = index
        while !atEnd {
            if center == nil, isCircle == nil, let word = keyword(of: ["circle", "ellipse"]) {
                isCircle = word == "circle"
            } else if center == nil, extent == nil, sizes.isEmpty, let word = extentKeyword() {
                extent = word
            } else if center == nil, extent == nil, sizes.isEmpty,
                case .length(let size)? = length([.percent, .nonNegative])
            {
                sizes = [size]
                if case .length(let other)? = length([.percent, .nonNegative]) { sizes.append(other) }
            } else if let isValid = common(&center, &hasSpace) {
                guard isValid else { return nil }
            } else {
                break
            }
        }
        guard index == first || acceptComma() else { return nil }
        let ending: Gradient.Ending
        switch sizes.count {
        case 0:
            ending = isCircle == true ? .circle(extent ?? .farthestCorner) : .ellipse(extent ?? .farthestCorner)
        case 1:
            guard isCircle != false, !sizes[0].hasPercentage else { return nil }
            ending = .circleRadius(sizes[0])
        default:
            guard isCircle != true else { return nil }
            ending = .ellipseRadii(x: sizes[0], y: sizes[1])
        }
        return stops().map { StyleGradient(.radial(ending, at: center ?? .center), $0) }
    }

    /// `[ <position> , ]? [ [ <shape> || <extent> | <size>{2} ] , ]?`
    private mutating func prefixedRadialGradient() -> StyleGradient? {
        var center = BoxPosition.center
        let first = index
        if let place = position(), acceptComma() { center = place } else { index = first }
        var isCircle = false
        var extent = Gradient.Extent.farthestCorner
        var ending: Gradient.Ending?
        let second = index
        if case .length(let x)? = length([.percent, .nonNegative]),
            case .length(let y)? = length([.percent, .nonNegative])
        {
            ending = .ellipseRadii(x: x, y: y)
        } else {
            index = second
            while !atEnd {
                if let word = keyword(of: ["circle", "ellipse"]) {
                    isCircle = word == "circle"
                } else if let word = extentKeyword(isPrefixed: true) {
                    extent = word
                } else {
                    break
                }
            }
        }
        guard index == second || acceptComma() else { return nil }
        let shape = ending ?? (isCircle ? .circle(extent) : .ellipse(extent))
        return stops().map { StyleGradient(.radial(shape, at: center), $0) }
    }

    private mutating func extentKeyword(isPrefixed: Bool = false) -> Gradient.Extent? {
        let extent: Gradient.Extent
        switch peekKeyword() {
        case "closest-side": extent = .closestSide
        case "closest-corner": extent = .closestCorner
        case "farthest-side": extent = .farthestSide
        case "farthest-corner": extent = .farthestCorner
        case "contain" where isPrefixed: extent = .closestSide
        case "cover" where isPrefixed: extent = .farthestCorner
        default: return nil
        }
        advance()
        return extent
    }

    /// `[ from <angle> ]? [ at <position> ]?` before the stops.
    private mutating func conicGradient() -> StyleGradient? {
        var start: Double?
        var center: BoxPosition?
        var hasSpace = false
        let first = index
        while !atEnd {
            if start == nil, center == nil, accept("from") {
                start = angle()
                guard start != nil else { return nil }
            } else if let isValid = common(&center, &hasSpace) {
                guard isValid else { return nil }
            } else {
                break
            }
        }
        guard index == first || acceptComma() else { return nil }
        return stops(areAngles: true).map {
            StyleGradient(.conic(from: start ?? 0, at: center ?? .center), $0)
        }
    }

    /// What may stand before the stops around a centre, each once: its place, and the space of the colours. False where it is
    /// invalid, nil where there is none.
    private mutating func common(_ center: inout BoxPosition?, _ hasSpace: inout Bool) -> Bool? {
        if center == nil, accept("at") {
            center = position()
            return center != nil
        }
        guard !hasSpace, let isKnown = interpolationMethod() else { return nil }
        hasSpace = true
        return isKnown
    }

    private mutating func position() -> BoxPosition? {
        func length(_ value: CSSValue) -> Length? {
            if case .list(let parts) = value, parts.count == 2, case .length(let distance) = parts[1] {
                return .percent(100) + -distance
            }
            if case .length(let length) = value { return length }
            return nil
        }
        guard let value = backgroundPosition(), let x = length(value.x), let y = length(value.y) else { return nil }
        return BoxPosition(x: x, y: y)
    }

    // MARK: - Stops

    /// Stops as they are collected.
    fileprivate struct StopList {
        var stops: [Gradient.Stop] = []
        var current: [Int] = []

        mutating func append(_ color: StyleColor, at place: Length?) {
            if color == .current { current.append(stops.count) }
            stops.append(.color(color.resolved(.black), at: place))
        }
    }

    /// `<color-stop-list>` (CSS Images 4 §3.5.1): colours with up to two positions, a hint between two of them.
    private mutating func stops(areAngles: Bool = false) -> StopList? {
        var list = StopList()
        var isAfterHint = true
        repeat {
            var places: [Length] = []
            func readPlaces(_ reader: inout ValueReader) {
                while places.count < 2, let place = reader.stopPosition(areAngles) { places.append(place) }
            }
            readPlaces(&self)
            if let color = color() {
                if places.isEmpty { readPlaces(&self) }
                list.append(color, at: places.first)
                if places.count == 2 { list.append(color, at: places[1]) }
                isAfterHint = false
            } else {
                guard places.count == 1, !isAfterHint else { return nil }
                list.stops.append(.hint(places[0]))
                isAfterHint = true
            }
        } while acceptComma()
        return isAfterHint ? nil : list
    }

    /// A length or a percentage; around a circle an angle, as its percentage.
    private mutating func stopPosition(_ isAngle: Bool) -> Length? {
        if isAngle {
            if let angle = angle() { return .percent(Length.clamped(angle / 3.6)) }
            return percentage().map { .percent(Length.clamped($0)) }
        }
        if case .length(let length)? = length(.percent) { return length }
        return nil
    }

    /// `in <color-space>` (CSS Images 4 §3.1), read over: false where it is invalid, nil where there is none.
    private mutating func interpolationMethod() -> Bool? {
        guard accept("in") else { return nil }
        let polar: Set<String> = ["hsl", "hwb", "lch", "oklch"]
        let rectangular: Set<String> = [
            "srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020", "lab", "oklab", "xyz", "xyz-d50",
            "xyz-d65",
        ]
        if keyword(of: rectangular) != nil { return true }
        guard keyword(of: polar) != nil else { return false }
        if keyword(of: ["shorter", "longer", "increasing", "decreasing"]) != nil { return accept("hue") }
        return true
    }
}

extension StyleGradient {
    fileprivate init(_ shape: Gradient.Shape, _ list: ValueReader.StopList) {
        self.init(Gradient(shape, list.stops), currentStops: list.current)
    }
}
