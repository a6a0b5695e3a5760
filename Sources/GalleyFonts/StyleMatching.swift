/// The choice of a face within its family: CSS Fonts 4 §5.2 steps 4.1 to 4.3, with ranges for variable faces.
package enum StyleMatching {
    /// The position of the best face in `candidates`; the first of equals. `nil` for no candidates.
    package static func best(_ candidates: [FontDescriptor], for wanted: FaceStyle) -> Int? {
        var best: (position: Int, penalty: Penalty)?
        for (position, candidate) in candidates.enumerated() {
            let penalty = Penalty(candidate, wanted)
            if let current = best, !(penalty < current.penalty) { continue }
            best = (position, penalty)
        }
        return best?.position
    }

    /// Smaller is better; width counts before slant, slant before weight.
    private struct Penalty: Comparable {
        var stretch: Double
        var slant: Double
        var weight: Double

        init(_ face: FontDescriptor, _ wanted: FaceStyle) {
            stretch = stretchPenalty(face.stretches, wanted.stretch)
            slant = slantPenalty(face, wanted.slant)
            weight = weightPenalty(face.weights, wanted.weight)
        }

        static func < (left: Penalty, right: Penalty) -> Bool {
            (left.stretch, left.slant, left.weight) < (right.stretch, right.slant, right.weight)
        }
    }

    /// Added for values on the side that the rule looks at second: more than any distance on the first side.
    private static let secondSide = 10_000.0

    /// Up to 100 %: narrower widths first, then wider; above: the other way round.
    package static func stretchPenalty(_ available: ClosedRange<Double>, _ wanted: Double) -> Double {
        if available.contains(wanted) { return 0 }
        let isNarrower = available.upperBound < wanted
        let distance = isNarrower ? wanted - available.upperBound : available.lowerBound - wanted
        return isNarrower == (wanted <= 100) ? distance : distance + secondSide
    }

    /// 400 to 500: up to 500, then below, then above. Below 400: lighter, then bolder. Above 500: bolder, then lighter.
    package static func weightPenalty(_ available: ClosedRange<Double>, _ wanted: Double) -> Double {
        if available.contains(wanted) { return 0 }
        let isLighter = available.upperBound < wanted
        let distance = isLighter ? wanted - available.upperBound : available.lowerBound - wanted
        if (400...500).contains(wanted) {
            if !isLighter && available.lowerBound <= 500 { return distance }
            return isLighter ? distance + secondSide : distance + 2 * secondSide
        }
        return isLighter == (wanted < 400) ? distance : distance + secondSide
    }

    /// Italic: italic, oblique, normal. Oblique: oblique by nearness of the angle, italic, normal. Normal: normal,
    /// oblique, italic.
    package static func slantPenalty(_ face: FontDescriptor, _ wanted: FaceSlant) -> Double {
        switch (wanted, face.style.slant) {
        case (.normal, .normal), (.italic, .italic): 0
        case (.oblique(let wanted), .oblique(let has)): min(abs(wanted - has), 180)
        case (.italic, _) where face.canSlant, (.oblique, _) where face.canSlant: 0
        case (.normal, _) where face.canSlant: 0
        case (.normal, .oblique), (.italic, .oblique): secondSide
        case (.oblique, .italic): secondSide
        case (.normal, .italic), (.italic, .normal), (.oblique, .normal): 2 * secondSide
        }
    }

    /// The places on `axes` that come nearest to `wanted`; only what differs from the default, sorted by tag.
    package static func axisValues(of axes: [FontAxis], for query: FontQuery) -> [AxisValue] {
        var values: [AxisValue] = []
        for axis in axes {
            var value: Float? =
                switch axis.tag {
                case .weight: Float(query.style.weight)
                case .width: Float(query.style.stretch)
                case .slant:
                    switch query.style.slant {
                    case .normal: nil
                    case .oblique(let degrees): Float(-degrees)
                    // An italic face is wanted; where the only axis is a slant, its standard angle serves.
                    case .italic: axes.contains { $0.tag == .italic } ? nil : Float(-FaceSlant.defaultObliqueDegrees)
                    }
                case .italic: query.style.slant == .italic ? 1 : nil
                case .opticalSize: query.opticalSize.map { Float($0) }
                default: nil
                }
            if let set = query.axisValues.last(where: { $0.tag == axis.tag }) { value = set.value }
            if let value, axis.clamp(value) != axis.defaultValue {
                values.append(AxisValue(axis.tag, axis.clamp(value)))
            }
        }
        return values.sorted { $0.tag < $1.tag }
    }

    /// What has to be synthesised on `face`. Bold as Blink does it: for requests of 600 and more that are over 200
    /// beyond what the face has.
    package static func synthesis(on face: FontDescriptor, for query: FontQuery) -> FaceSynthesis {
        var synthesis: FaceSynthesis = []
        if query.style.weight >= 600, query.style.weight > face.weights.upperBound + 200 { synthesis.insert(.bold) }
        if query.style.slant != .normal, face.style.slant == .normal, !face.canSlant { synthesis.insert(.oblique) }
        return synthesis.intersection(query.allowedSynthesis)
    }
}
