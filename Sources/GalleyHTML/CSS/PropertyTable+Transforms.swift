import GalleyText

// CSS Transforms 1, and of CSS Transforms 2 those functions that stay in the plane.

extension PropertyTable {
    mutating func addTransformProperties() {
        add(
            "transform", inherited: false, \.box.transforms, parse: { $0.transforms() },
            convert: { value, computation in
                let functions = value.members.map { computation.transform($0) }
                return functions.contains(nil) ? nil : functions.compactMap { $0 }
            })
        add(
            "transform-origin", inherited: false, \.box.transformOrigin, parse: { $0.transformOrigin() },
            convert: { value, computation in
                guard case .list(let parts) = value, parts.count == 2, let x = computation.length(parts[0]),
                    let y = computation.length(parts[1])
                else { return nil }
                return BoxPosition(x: x, y: y)
            })
        individual("translate", \.box.translation) { $0.individualTranslation() }
        individual("rotate", \.box.rotation) { $0.individualRotation() }
        individual("scale", \.box.scale) { $0.individualScale() }
        for vendor in ["-webkit-", "-moz-", "-ms-", "-o-"] {
            alias(vendor + "transform", "transform")
            alias(vendor + "transform-origin", "transform-origin")
        }
    }

    /// `translate`, `rotate` or `scale` (CSS Transforms 2 §5): `none`, or what is in terms of `transform`'s functions.
    private mutating func individual(
        _ name: String, _ field: Field<BoxTransform.Function?>,
        _ parse: @escaping @Sendable (inout ValueReader) -> CSSValue?
    ) {
        add(
            name, inherited: false, field,
            parse: { reader in reader.accept("none") ? .keyword("none") : parse(&reader) },
            convert: { value, computation in
                value.keyword == nil ? computation.transform(value).map { .some($0) } : .some(nil)
            })
    }
}

extension StyleComputation {
    /// A function as `ValueReader.transforms()` reads it.
    fileprivate func transform(_ value: CSSValue) -> BoxTransform.Function? {
        guard case .function(let name, let arguments) = value else { return nil }
        let numbers = arguments.compactMap { if case .number(let number) = $0 { number } else { nil } }
        switch name {
        case "translate":
            guard arguments.count == 2, let x = length(arguments[0]), let y = length(arguments[1]) else { return nil }
            return .translate(x: x, y: y)
        case "scale" where numbers.count == 2: return .scale(x: numbers[0], y: numbers[1])
        case "rotate" where numbers.count == 1: return .rotate(degrees: numbers[0])
        case "skew" where numbers.count == 2: return .skew(x: numbers[0], y: numbers[1])
        case "matrix" where numbers.count == 6:
            return .matrix(
                TransformMatrix(
                    a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5]))
        default: return nil
        }
    }
}

extension ValueReader {
    /// `none`, or functions, in the terms of five of them.
    fileprivate mutating func transforms() -> CSSValue? {
        if accept("none") { return .list([]) }
        var functions: [CSSValue] = []
        while token.kind == .function, functions.count < CSSLimits.maximumTransforms {
            let name = source.lowercased(token)
            var inner = arguments()
            guard let function = inner.transform(name), inner.atEnd else { return nil }
            functions.append(function)
        }
        return functions.isEmpty ? nil : .list(functions)
    }

    /// The function that these are the arguments of.
    private mutating func transform(_ name: String) -> CSSValue? {
        switch name {
        case "translate": translation(hasDepth: false)
        case "translatex": length(.percent).map { .function("translate", [$0, .length(.zero)]) }
        case "translatey": length(.percent).map { .function("translate", [.length(.zero), $0]) }
        case "translatez": length().map { _ in .function("translate", [.length(.zero), .length(.zero)]) }
        case "translate3d": translation(hasDepth: true)
        case "scale": scale(hasDepth: false)
        case "scalex": factor().map { .function("scale", [.number($0), .number(1)]) }
        case "scaley": factor().map { .function("scale", [.number(1), .number($0)]) }
        case "scalez": factor().map { _ in .function("scale", [.number(1), .number(1)]) }
        case "scale3d": scale(hasDepth: true)
        case "rotate", "rotatez": angle().map { .function("rotate", [.number($0)]) }
        case "rotatex": angle().flatMap { ValueReader.rotation((1, 0, 0), $0) }
        case "rotatey": angle().flatMap { ValueReader.rotation((0, 1, 0), $0) }
        case "rotate3d":
            axis(hasCommas: true).flatMap { axis in
                acceptComma() ? angle().flatMap { ValueReader.rotation(axis, $0) } : nil
            }
        case "skew":
            angle().flatMap { x in
                guard acceptComma() else { return .function("skew", [.number(x), .number(0)]) }
                return angle().map { .function("skew", [.number(x), .number($0)]) }
            }
        case "skewx": angle().map { .function("skew", [.number($0), .number(0)]) }
        case "skewy": angle().map { .function("skew", [.number(0), .number($0)]) }
        case "matrix": numbers().flatMap { $0.count == 6 ? .function("matrix", $0.map { .number($0) }) : nil }
        case "matrix3d": numbers().flatMap { ValueReader.matrix(inSpace: $0) }
        default: nil
        }
    }

    private mutating func translation(hasDepth: Bool) -> CSSValue? {
        guard let x = length(.percent) else { return nil }
        if !hasDepth, atEnd { return .function("translate", [x, .length(.zero)]) }
        guard acceptComma(), let y = length(.percent), !hasDepth || acceptComma() && length() != nil else { return nil }
        return .function("translate", [x, y])
    }

    private mutating func scale(hasDepth: Bool) -> CSSValue? {
        guard let x = factor() else { return nil }
        if !hasDepth, atEnd { return .function("scale", [.number(x), .number(x)]) }
        guard acceptComma(), let y = factor(), !hasDepth || acceptComma() && factor() != nil else { return nil }
        return .function("scale", [.number(x), .number(y)])
    }

    /// A number, or a percentage (CSS Transforms 2 §11).
    private mutating func factor() -> Double? { number() ?? percentage().map { $0 / 100 } }

    /// Numbers between commas, as many as there are in a matrix at most.
    private mutating func numbers() -> [Double]? {
        var numbers: [Double] = []
        repeat {
            guard numbers.count < 16, let number = number() else { return nil }
            numbers.append(number)
        } while acceptComma()
        return numbers
    }

    /// `matrix3d()`, column by column, where nothing that is in the plane leaves it or is seen in perspective.
    private static func matrix(inSpace m: [Double]) -> CSSValue? {
        guard m.count == 16, [2, 3, 6, 7, 8, 9, 11].allSatisfy({ m[$0] == 0 }), m[15] != 0 else { return nil }
        return .function("matrix", [0, 1, 4, 5, 12, 13].map { .number(m[$0] / m[15]) })
    }

    private mutating func axis(hasCommas: Bool) -> (Double, Double, Double)? {
        guard let x = number(), !hasCommas || acceptComma(), let y = number(), !hasCommas || acceptComma(),
            let z = number()
        else { return nil }
        return (x, y, z)
    }

    /// A turn around an axis that leaves things in the plane: around one upright to it, or halves of turns around one in it
    /// (CSS Transforms 2 §13). Of no length it changes nothing.
    private static func rotation(_ axis: (x: Double, y: Double, z: Double), _ degrees: Double) -> CSSValue? {
        if axis.x == 0, axis.y == 0 {
            return .function("rotate", [.number(axis.z > 0 ? degrees : axis.z < 0 ? -degrees : 0)])
        }
        let halves = degrees / 180
        guard axis.z == 0, halves == halves.rounded(), axis.x == 0 || axis.y == 0 else { return nil }
        let sign: Double = halves.truncatingRemainder(dividingBy: 2) == 0 ? 1 : -1
        return .function("scale", axis.y == 0 ? [.number(1), .number(sign)] : [.number(sign), .number(1)])
    }

    /// `translate`: one to three lengths.
    fileprivate mutating func individualTranslation() -> CSSValue? {
        guard let x = length(.percent) else { return nil }
        if atEnd { return .function("translate", [x, .length(.zero)]) }
        guard let y = length(.percent), atEnd || length() != nil else { return nil }
        return .function("translate", [x, y])
    }

    /// `scale`: one to three factors.
    fileprivate mutating func individualScale() -> CSSValue? {
        guard let x = factor() else { return nil }
        if atEnd { return .function("scale", [.number(x), .number(x)]) }
        guard let y = factor(), atEnd || factor() != nil else { return nil }
        return .function("scale", [.number(x), .number(y)])
    }

    /// `rotate`: an angle, before or after it perhaps an axis.
    fileprivate mutating func individualRotation() -> CSSValue? {
        func named(_ reader: inout ValueReader) -> (Double, Double, Double)? {
            switch reader.keyword(of: ["x", "y", "z"]) {
            case "x": (1, 0, 0)
            case "y": (0, 1, 0)
            case "z": (0, 0, 1)
            default: nil
            }
        }
        // A number alone is no angle here: three of them are an axis.
        var degrees = angle(allowsZero: false)
        let axis = atEnd ? nil : named(&self) ?? self.axis(hasCommas: false)
        if degrees == nil { degrees = angle(allowsZero: false) }
        guard let degrees, atEnd else { return nil }
        return ValueReader.rotation(axis ?? (0, 0, 1), degrees)
    }

    /// One or two of keywords, lengths and percentages, and a length for the depth, which nothing has here.
    fileprivate mutating func transformOrigin() -> CSSValue? {
        var x: CSSValue?
        var y: CSSValue?
        var isCentered = false
        var count = 0
        while count < 2 {
            if x == nil, let word = keyword(of: ["left", "right"]) {
                x = .length(.percent(word == "left" ? 0 : 100))
            } else if y == nil, let word = keyword(of: ["top", "bottom"]) {
                y = .length(.percent(word == "top" ? 0 : 100))
            } else if accept("center") {
                isCentered = true
            } else if x == nil, !isCentered, y == nil, let length = length(.percent) {
                x = length
            } else if y == nil, let length = length(.percent) {
                y = length
            } else {
                break
            }
            count += 1
        }
        guard count > 0 else { return nil }
        if !atEnd { guard count == 2, length() != nil else { return nil } }
        return .list([x ?? .length(.percent(50)), y ?? .length(.percent(50))])
    }
}
