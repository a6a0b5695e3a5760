import Foundation
import GalleyText

/// A sector of a conic gradient so narrow that its arc may be a straight line.
struct GradientSector {
    /// In turns from where the gradient starts.
    var range: ClosedRange<Double>
    var start: Color
    var end: Color

    /// The sectors of one turn, none wider than `widest`; `steps` cuts those whose colours differ.
    static func all(
        _ stops: [GradientGeometry.Stop], widest: Double = 1.0 / 36, smoothest: Double = 1
    ) -> [GradientSector] {
        var sectors: [GradientSector] = []
        for (first, second) in zip(stops, stops.dropFirst()) where second.offset > first.offset {
            let length = second.offset - first.offset
            let limit = first.color == second.color ? widest : min(widest, smoothest)
            let count = max(1, Int((length / limit).rounded(.up)))
            for index in 0..<count {
                let (low, high) = (Double(index) / Double(count), Double(index + 1) / Double(count))
                sectors.append(
                    GradientSector(
                        range: first.offset + length * low...first.offset + length * high,
                        start: mixed(first.color, second.color, low), end: mixed(first.color, second.color, high)))
            }
        }
        return sectors
    }

    static func mixed(_ one: Color, _ two: Color, _ part: Double) -> Color {
        let part = Float(part)
        return Color(
            red: one.red + (two.red - one.red) * part, green: one.green + (two.green - one.green) * part,
            blue: one.blue + (two.blue - one.blue) * part, alpha: one.alpha + (two.alpha - one.alpha) * part)
    }

    /// The two ends of its arc, outside of a box of some size.
    func corners(_ center: Point, from: Double, size: Size) -> (Point, Point) {
        let reach =
            1.01 * (max(abs(center.x), abs(size.width - center.x)) + max(abs(center.y), abs(size.height - center.y)))
        func point(_ turn: Double) -> Point {
            let angle = from + turn * 2 * .pi
            return Point(x: center.x + sin(angle) * reach, y: center.y - cos(angle) * reach)
        }
        return (point(range.lowerBound), point(range.upperBound))
    }
}
