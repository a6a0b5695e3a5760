import GalleyText

extension PropertyWriting {
    mutating func addBackgrounds() {
        add("background-image") { fields in
            fields.box.backgroundImages.isEmpty
                ? "none" : fields.box.backgroundImages.map(CSSText.image).joined(separator: ", ")
        }
        layers("background-repeat", \.repetitions) { both in
            both.compactMap { CSSText.repetitions[$0] }.joined(separator: " ")
        }
        layers("background-position-x", \.positionsX) { CSSText.length($0) }
        layers("background-position-y", \.positionsY) { CSSText.length($0) }
        layers("background-attachment", \.attachments) { "\($0)" }
        layers("background-origin", \.origins) { "\($0)-box" }
        layers("background-clip", \.clips) { $0 == .text ? "text" : "\($0)-box" }
        layers("background-size", \.extents) { extent in
            switch extent {
            case .cover: "cover"
            case .contain: "contain"
            case .size(let width, let height): CSSText.size(width) + " " + CSSText.size(height)
            }
        }
    }

    private mutating func layers<Value>(
        _ name: String, _ list: any KeyPath<BackgroundLists, [Value]> & Sendable,
        _ write: @escaping @Sendable (Value) -> String
    ) {
        add(name) { fields in
            (fields.box.backgroundLists ?? BackgroundLists())[keyPath: list].map(write).joined(separator: ", ")
        }
    }
}

extension CSSText {
    fileprivate static let repetitions: [BackgroundLayout.Repetition: String] = [
        .repeat: "repeat", .once: "no-repeat", .space: "space", .round: "round",
    ]

    static func image(_ image: StyleImage?) -> String {
        switch image {
        case nil: "none"
        case .url(let url): self.url(url)
        case .gradient(let gradient): self.gradient(gradient)
        }
    }

    /// A gradient as a function; one between two points as the prefixed function that alone can say it.
    package static func gradient(_ style: StyleGradient) -> String {
        let gradient = style.gradient
        let prefix = gradient.repeats ? "repeating-" : ""
        let stops = gradient.stops.enumerated().map { index, stop in
            switch stop {
            case .hint(let place): length(place)
            case .color(let color, let place):
                stopColor(color, index, of: style) + (place.map { " " + length($0) } ?? "")
            }
        }.joined(separator: ", ")
        switch gradient.shape {
        case .linear(.angle(let degrees)): return "\(prefix)linear-gradient(\(number(degrees))deg, \(stops))"
        case .linear(.corner(let isRight, let isBottom)):
            return "\(prefix)linear-gradient(to \(corner(isRight, isBottom)), \(stops))"
        case .linear(.between(let start, let end)):
            if let isRight = isFar(start.x, end.x), let isBottom = isFar(start.y, end.y) {
                return "-webkit-\(prefix)linear-gradient(\(corner(isRight, isBottom)), \(stops))"
            }
            return "-webkit-gradient(linear, \(point(start)), \(point(end)), \(pointStops(style)))"
        case .radial(let ending, let center):
            return "\(prefix)radial-gradient(\(self.ending(ending)) at \(position(center)), \(stops))"
        case .conic(let degrees, let center):
            return "\(prefix)conic-gradient(from \(number(degrees))deg at \(position(center)), \(stops))"
        }
    }

    private static func corner(_ isRight: Bool, _ isBottom: Bool) -> String {
        (isRight ? "right" : "left") + (isBottom ? " bottom" : " top")
    }

    /// Whether a coordinate leads from the far edge to the near one; nil where it does not lead from edge to edge.
    private static func isFar(_ start: Length, _ end: Length) -> Bool? {
        if start == .percent(0), end == .percent(100) { return false }
        return start == .percent(100) && end == .percent(0) ? true : nil
    }

    static func position(_ position: BoxPosition) -> String {
        length(position.x) + " " + length(position.y)
    }

    /// The value of `transform`.
    package static func transforms(_ functions: [BoxTransform.Function]) -> String {
        let list = functions.map { function in
            switch function {
            case .translate(let x, let y): "translate(\(length(x)), \(length(y)))"
            case .scale(let x, let y): "scale(\(number(x)), \(number(y)))"
            case .rotate(let degrees): "rotate(\(number(degrees))deg)"
            case .skew(let x, let y): "skew(\(number(x))deg, \(number(y))deg)"
            case .matrix(let matrix):
                "matrix(" + matrix.numbers.map { number($0) }.joined(separator: ", ") + ")"
            }
        }
        return list.isEmpty ? "none" : list.joined(separator: " ")
    }

    /// The value of `translate` or `scale`, or of `rotate` around the usual axis.
    static func individual(_ function: BoxTransform.Function?) -> String {
        switch function {
        case .translate(let x, let y): length(x) + " " + length(y)
        case .scale(let x, let y): number(x) + " " + number(y)
        case .rotate(let degrees): number(degrees) + "deg"
        case .skew, .matrix, nil: "none"
        }
    }

    /// Numbers are px there.
    private static func point(_ position: BoxPosition) -> String {
        [position.x, position.y].map { $0.percent == 0 ? number($0.px) : number($0.percent) + "%" }
            .joined(separator: " ")
    }

    private static func pointStops(_ style: StyleGradient) -> String {
        style.gradient.stops.enumerated().compactMap { index, stop in
            guard case .color(let color, let place) = stop else { return nil }
            return "color-stop(\(number((place?.percent ?? 0) / 100)), \(stopColor(color, index, of: style)))"
        }.joined(separator: ", ")
    }

    private static func stopColor(_ color: Color, _ index: Int, of style: StyleGradient) -> String {
        style.currentStops.contains(index) ? "currentcolor" : self.color(color)
    }

    private static func ending(_ ending: Gradient.Ending) -> String {
        func word(_ extent: Gradient.Extent) -> String {
            switch extent {
            case .closestSide: "closest-side"
            case .closestCorner: "closest-corner"
            case .farthestSide: "farthest-side"
            case .farthestCorner: "farthest-corner"
            }
        }
        switch ending {
        case .circle(let extent): return "circle " + word(extent)
        case .ellipse(let extent): return "ellipse " + word(extent)
        case .circleRadius(let radius): return "circle " + length(radius)
        case .ellipseRadii(let x, let y): return "ellipse \(length(x)) \(length(y))"
        }
    }
}
