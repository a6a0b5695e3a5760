import Foundation
import GalleyText

/// The colours along a gradient line, premultiplied: between two stops they change evenly (CSS Images 3 §3.4.2).
struct GradientRamp {
    struct Stop {
        var position: Double
        var color: PremultipliedColor
    }

    /// In order of their positions.
    private(set) var stops: [Stop] = []

    private init(_ stops: [Stop]) { self.stops = stops }

    /// Stops with all positions known (§3.4.3); `length` is what 100 % is. Hints become stops (§3.4.2).
    init(_ written: [Gradient.Stop], length: Double) {
        /// Without a colour it is a hint.
        typealias Entry = (color: PremultipliedColor?, position: Double?)
        var entries: [Entry] = written.map { stop in
            func px(_ place: Length) -> Double {
                let value = place.px + place.percent / 100 * length
                return value.isFinite ? min(max(value, -TextLimits.maximumLength), TextLimits.maximumLength) : 0
            }
            switch stop {
            case .color(let color, let place): return (PremultipliedColor(color), place.map(px))
            case .hint(let place): return (nil, px(place))
            }
        }
        // What hints need on both sides.
        while let first = entries.first, first.color == nil { entries.removeFirst() }
        while let last = entries.last, last.color == nil { entries.removeLast() }
        guard !entries.isEmpty else { return }
        if entries[0].position == nil { entries[0].position = 0 }
        if entries[entries.count - 1].position == nil { entries[entries.count - 1].position = length }
        var largest = -Double.infinity
        for index in entries.indices {
            guard let position = entries[index].position else { continue }
            largest = max(largest, position)
            entries[index].position = largest
        }
        var known = 0
        for index in entries.indices.dropFirst() {
            guard let end = entries[index].position else { continue }
            let start = entries[known].position ?? end
            for missing in known + 1..<max(index, known + 1) {
                entries[missing].position = start + (end - start) * Double(missing - known) / Double(index - known)
            }
            known = index
        }
        for (index, entry) in entries.enumerated() {
            let position = entry.position ?? 0
            if let color = entry.color {
                stops.append(Stop(position: position, color: color))
            } else if let before = stops.last, index + 1 < entries.count, let next = entries[index + 1].color {
                addHint(
                    position, from: before, to: Stop(position: entries[index + 1].position ?? position, color: next))
            }
        }
    }

    /// Stops along the curve that a hint makes of the way between two colours: halfway at its position (§3.4.2).
    private mutating func addHint(_ position: Double, from start: Stop, to end: Stop) {
        let distance = end.position - start.position
        guard distance > 0 else { return }
        let middle = (position - start.position) / distance
        if middle <= 0 { return stops.append(Stop(position: start.position, color: end.color)) }
        if middle >= 1 { return stops.append(Stop(position: end.position, color: start.color)) }
        let exponent = log(0.5) / log(middle)
        for step in 1..<RenderLimits.gradientSteps {
            let part = Double(step) / Double(RenderLimits.gradientSteps)
            stops.append(
                Stop(
                    position: start.position + distance * part,
                    color: start.color.mixed(with: end.color, pow(part, exponent))))
        }
    }

    /// The colour at a position; where two stops are at one position, that of the last.
    func color(at position: Double, isBefore: Bool = false) -> PremultipliedColor {
        guard let first = stops.first, let last = stops.last else { return PremultipliedColor(.transparent) }
        let next = stops.firstIndex { isBefore ? $0.position >= position : $0.position > position }
        guard let next else { return last.color }
        guard next > 0 else { return first.color }
        let (start, end) = (stops[next - 1], stops[next])
        let distance = end.position - start.position
        return distance > 0 ? start.color.mixed(with: end.color, (position - start.position) / distance) : end.color
    }

    /// The stops in a range, with stops at its ends.
    func cut(to range: ClosedRange<Double>) -> GradientRamp {
        var part = [Stop(position: range.lowerBound, color: color(at: range.lowerBound))]
        part += stops.filter { $0.position > range.lowerBound && $0.position < range.upperBound }
        part.append(Stop(position: range.upperBound, color: color(at: range.upperBound, isBefore: true)))
        return GradientRamp(part)
    }

    /// One period of a repeating gradient that begins at the start of a range as long as it.
    func turned(to range: ClosedRange<Double>) -> GradientRamp {
        guard let first = stops.first, let last = stops.last else { return self }
        let period = last.position - first.position
        var phase = (range.lowerBound - first.position).truncatingRemainder(dividingBy: period)
        if phase < 0 { phase += period }
        let start = first.position + phase
        var part = [Stop(position: range.lowerBound, color: color(at: start))]
        for stop in stops where stop.position > start {
            part.append(Stop(position: range.lowerBound + stop.position - start, color: stop.color))
        }
        for stop in stops where stop.position < start {
            part.append(Stop(position: range.lowerBound + stop.position + period - start, color: stop.color))
        }
        part.append(Stop(position: range.upperBound, color: phase > 0 ? color(at: start, isBefore: true) : last.color))
        return GradientRamp(part)
    }

    /// The periods that a range shows.
    func repeated(in range: ClosedRange<Double>) -> GradientRamp {
        guard let first = stops.first, let last = stops.last else { return self }
        let period = last.position - first.position
        let before = ((range.lowerBound - first.position) / period).rounded(.down)
        let after = ((range.upperBound - first.position) / period).rounded(.up)
        let count = Int(min(max(after - before, 1), 10_000))
        guard count * stops.count <= RenderLimits.maximumGradientStops else {
            return GradientRamp([average(in: range)])
        }
        var all: [Stop] = []
        for index in 0..<count {
            let offset = (before + Double(index)) * period
            all += stops.map { Stop(position: $0.position + offset, color: $0.color) }
        }
        return GradientRamp(all).cut(to: range)
    }

    private func average(in range: ClosedRange<Double>) -> Stop { Stop(position: range.lowerBound, color: average) }

    /// The same colours at equal distances.
    var evenlySpaced: GradientRamp {
        GradientRamp(stops.enumerated().map { Stop(position: Double($0.offset), color: $0.element.color) })
    }

    /// The average colour between the first and the last stop.
    var average: PremultipliedColor {
        guard let first = stops.first, let last = stops.last, last.position > first.position else {
            return stops.last?.color ?? PremultipliedColor(.transparent)
        }
        var sum = PremultipliedColor(.transparent)
        for (start, end) in zip(stops, stops.dropFirst()) {
            let weight = (end.position - start.position) / (last.position - first.position)
            sum.add(start.color.mixed(with: end.color, 0.5), weight)
        }
        return sum
    }

    /// Stops with straight alpha, between which an even change is right too: more of them where colours change together with
    /// the alpha, and a transparent stop has the colour of its neighbour.
    func straightStops(in range: ClosedRange<Double>) -> [GradientGeometry.Stop] {
        let length = range.upperBound - range.lowerBound
        var result: [GradientGeometry.Stop] = []
        func add(_ position: Double, _ color: Color) {
            let offset = length > 0 ? min(max((position - range.lowerBound) / length, 0), 1) : 0
            let stop = GradientGeometry.Stop(offset: offset, color: color)
            if result.last != stop { result.append(stop) }
        }
        let steps = min(RenderLimits.gradientSteps, max(1, RenderLimits.maximumGradientStops / max(1, stops.count)))
        for (start, end) in zip(stops, stops.dropFirst()) {
            if end.position <= start.position { continue }
            let (from, to) = (start.color, end.color)
            if from.alpha <= 0 || to.alpha <= 0 {
                add(start.position, from.alpha <= 0 ? to.color(alpha: 0) : from.color)
                add(end.position, to.alpha <= 0 ? from.color(alpha: 0) : to.color)
                continue
            }
            add(start.position, from.color)
            if from.alpha != to.alpha, !from.hasSameColor(as: to) {
                for step in 1..<max(steps, 1) {
                    let part = Double(step) / Double(steps)
                    add(
                        start.position + (end.position - start.position) * part, from.mixed(with: to, part).color)
                }
            }
            add(end.position, to.color)
        }
        if result.isEmpty, let only = stops.last { add(only.position, only.color.color) }
        return result
    }
}

/// A colour whose components are multiplied by its alpha.
struct PremultipliedColor: Equatable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    init(_ color: Color) {
        func unit(_ value: Float) -> Double { value.isFinite ? Double(min(max(value, 0), 1)) : 0 }
        alpha = unit(color.alpha)
        red = unit(color.red) * alpha
        green = unit(color.green) * alpha
        blue = unit(color.blue) * alpha
    }

    /// With straight alpha.
    var color: Color { color(alpha: alpha) }

    /// The colour with another alpha.
    func color(alpha other: Double) -> Color {
        guard alpha > 0 else { return Color(red: 0, green: 0, blue: 0, alpha: Float(other)) }
        return Color(
            red: Float(red / alpha), green: Float(green / alpha), blue: Float(blue / alpha), alpha: Float(other))
    }

    func mixed(with other: PremultipliedColor, _ part: Double) -> PremultipliedColor {
        var result = self
        result.red += (other.red - red) * part
        result.green += (other.green - green) * part
        result.blue += (other.blue - blue) * part
        result.alpha += (other.alpha - alpha) * part
        return result
    }

    mutating func add(_ other: PremultipliedColor, _ weight: Double) {
        red += other.red * weight
        green += other.green * weight
        blue += other.blue * weight
        alpha += other.alpha * weight
    }

    func hasSameColor(as other: PremultipliedColor) -> Bool {
        let (one, two) = (color, other.color)
        return abs(one.red - two.red) + abs(one.green - two.green) + abs(one.blue - two.blue) < 1.0 / 1024
    }
}
