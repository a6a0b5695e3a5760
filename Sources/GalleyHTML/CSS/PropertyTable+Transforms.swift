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
        for vendor in ["-webkit-", "-moz-", "-ms-", "-o-"] {
            alias(vendor + "transform", "transform")
            alias(vendor + "transform-origin", "transform-origin")
        }
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
        case "skew":
            angle().flatMap { x in
                guard acceptComma() else { return .function("skew", [.number(x), .number(0)]) }
                return angle().map { .function("skew", [.number(x), .number($0)]) }
            }
        case "skewx": angle().map { .function("skew", [.number($0), .number(0)]) }
        case "skewy": angle().map { .function("skew", [.number(0), .number($0)]) }
        case "matrix": matrix()
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

    private mutating func matrix() -> CSSValue? {
        var numbers: [CSSValue] = []
        repeat {
            guard let number = number() else { return nil }
            numbers.append(.number(number))
        } while acceptComma()
        return numbers.count == 6 ? .function("matrix", numbers) : nil
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
