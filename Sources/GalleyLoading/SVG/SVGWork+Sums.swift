import GalleyText

// What was read of a picture, put together.
extension SVGWork {
    /// Sums up; fails where it is too much.
    mutating func finish(viewBox: Size?) throws(SVGSource.Failure) {
        guard !elements.isEmpty else { throw .damaged }
        let letters = elements.reduce(0) { max($0, $1.textBytes) }
        let largest = largestFont * fontFactor
        guard
            letters == 0
                || (largest <= LoadingLimits.maximumSVGFontSize
                    && largest * Double(letters) <= LoadingLimits.maximumSVGLineWidth)
        else {
            throw .tooComplex
        }
        let side = max(1e-6, viewBox.map { ($0.width + $0.height) / 2 } ?? 500)
        var points = 0
        for index in elements.indices {
            let crossings = min(1e9, elements[index].length / side)
            var time = crossings * (150 + 0.06 * crossings)
            if elements[index].dash > 0 { time += 30 * min(1e12, elements[index].length / elements[index].dash) }
            let letters = Double(elements[index].textBytes)
            time += letters * 5 + 0.03 * letters * letters
            // No shape is larger than a square with its outline.
            let area = elements[index].area + elements[index].length * elements[index].length / 16
            if elements[index].kind == .shape {
                elements[index].cost.pixels += 0.02 + 0.33 * min(1, area / (side * side))
            }
            elements[index].cost.time += time
            points += elements[index].points
        }
        let all = Double(elements.count)
        var outgoing: [Int: [(to: Int, times: Double)]] = [:]
        /// What referring takes by itself: state that is saved, a clip, a surface.
        func add(_ target: Int, to source: Int, times: Double, each time: Double) {
            elements[source].cost.time += time * times
            outgoing[source, default: []].append((target, times))
        }
        for reference in references {
            guard let target = identifiers[reference.to] else { continue }
            let isShape = elements[reference.from].kind == .shape
            switch reference.use {
            case .element, .other: add(target, to: reference.from, times: 1, each: 4)
            case .mask:
                elements[reference.from].cost.pixels += 25
                add(target, to: reference.from, times: 1, each: 30)
            // What is inherited may be used by all that is inside.
            case .paint: add(target, to: reference.from, times: isShape ? 1 : all, each: 3)
            case .marker:
                let count = isShape ? elements[reference.from].points : points
                let times = Double(count) + 2
                add(target, to: reference.from, times: times, each: 60 + 0.03 * times)
            }
        }
        let fromSheet = max(all, sheetHasMarkers ? Double(points) : 0)
        for name in Set(sheetReferences) {
            if let target = identifiers[name] { add(target, to: 0, times: fromSheet, each: 3) }
        }
        var sums = [Cost?](repeating: nil, count: elements.count)
        var isOpen = [Bool](repeating: false, count: elements.count)
        total = try sum(0, outgoing, &sums, &isOpen, depth: 0)
        total.time += Double(rules) * all * 0.06
        guard total.time <= LoadingLimits.maximumSVGWork else { throw .tooComplex }
    }

    /// What drawing an element takes with all that is in it and that it refers to.
    private func sum(
        _ index: Int, _ outgoing: [Int: [(to: Int, times: Double)]], _ sums: inout [Cost?], _ isOpen: inout [Bool],
        depth: Int
    ) throws(SVGSource.Failure) -> Cost {
        if let known = sums[index] { return known }
        // What refers to itself is not drawn.
        guard !isOpen[index] else { return Cost() }
        guard depth < LoadingLimits.maximumSVGReferenceDepth else { throw .tooComplex }
        isOpen[index] = true
        var cost = elements[index].cost
        for reference in outgoing[index] ?? [] {
            cost = cost + (try sum(reference.to, outgoing, &sums, &isOpen, depth: depth + 1)) * reference.times
        }
        var child = elements[index].firstChild
        while child >= 0 {
            // What is only defined is drawn where it is referred to.
            if elements[child].kind != .defined {
                cost = cost + (try sum(child, outgoing, &sums, &isOpen, depth: depth + 1))
            }
            child = elements[child].nextSibling
        }
        isOpen[index] = false
        sums[index] = cost
        return cost
    }
}
