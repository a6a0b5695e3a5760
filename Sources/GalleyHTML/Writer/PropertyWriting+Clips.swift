import GalleyText

extension PropertyWriting {
    mutating func addClips() {
        add("clip") { fields in
            guard let clip = fields.box.clip else { return "auto" }
            let edges = [clip.top, clip.right, clip.bottom, clip.left]
            return "rect(" + edges.map { $0.map { CSSText.length($0) } ?? "auto" }.joined(separator: ", ") + ")"
        }
        add("fill") { $0.inherited.fill.map { CSSText.color($0) } ?? "initial" }
        add("clip-path") { CSSText.clipPath($0.box.clipPath) }
    }
}

extension CSSText {
    fileprivate static func clipPath(_ path: ClipPath?) -> String {
        guard let path else { return "none" }
        let box = path.box.rawValue + "-box"
        guard let shape = path.shape else { return box }
        return path.box == .border ? self.shape(shape) : self.shape(shape) + " " + box
    }

    private static func shape(_ shape: ClipPath.Shape) -> String {
        func radius(_ radius: ClipPath.Radius) -> String {
            switch radius {
            case .length(let length): self.length(length)
            case .closestSide: "closest-side"
            case .farthestSide: "farthest-side"
            }
        }
        func corners(_ radii: Corners<Length>) -> String {
            [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].map { length($0) }.joined(
                separator: " ")
        }
        switch shape {
        case .inset(let edges, let horizontal, let vertical):
            var text = [edges.top, edges.right, edges.bottom, edges.left].map { length($0) }.joined(separator: " ")
            if horizontal != Corners(.zero) || vertical != nil { text += " round " + corners(horizontal) }
            if let vertical { text += " / " + corners(vertical) }
            return "inset(\(text))"
        case .circle(let size, let center): return "circle(\(radius(size)) at \(position(center)))"
        case .ellipse(let x, let y, let center):
            return "ellipse(\(radius(x)) \(radius(y)) at \(position(center)))"
        case .polygon(let points, let isEvenOdd):
            return "polygon(" + (isEvenOdd ? "evenodd, " : "") + points.map { position($0) }.joined(separator: ", ")
                + ")"
        }
    }
}
