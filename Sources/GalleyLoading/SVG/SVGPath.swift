/// What of a path's data tells how long it takes to draw: how many points it has, and how far the way along them is.
struct SVGPath {
    /// Points of lines and curves.
    var points = 0
    /// Along the lines between them and curves' control points: at least as long as the path, but for arcs.
    var length = 0.0

    private var current = (x: 0.0, y: 0.0)
    private var start = (x: 0.0, y: 0.0)

    /// Reads path data (SVG 2 §9.3) as far as it is right.
    init(data: Slice<UnsafeBufferPointer<UInt8>>) {
        var index = data.startIndex
        var command: UInt8 = 0
        while true {
            while index < data.endIndex, data[index] <= 0x20 || data[index] == UInt8(ascii: ",") { index += 1 }
            guard index < data.endIndex else { return }
            if (data[index] | 0x20) &- 0x61 < 26 {
                command = data[index]
                index += 1
                if command | 0x20 == UInt8(ascii: "z") { line(to: start) }
                continue
            }
            guard let count = Self.numbers(of: command) else { return }
            var values: (Double, Double, Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0, 0, 0)
            for place in 0..<count {
                while index < data.endIndex, data[index] <= 0x20 || data[index] == UInt8(ascii: ",") { index += 1 }
                guard index < data.endIndex else { return }
                let isFlag = command | 0x20 == UInt8(ascii: "a") && (place == 3 || place == 4)
                var number = 0.0
                if isFlag {
                    index += 1
                } else {
                    guard let read = SVGNumbers.next(in: data, &index) else { return }
                    number = read
                }
                withUnsafeMutableBytes(of: &values) { $0.bindMemory(to: Double.self)[place] = number }
            }
            withUnsafeBytes(of: values) { draw(command, $0.bindMemory(to: Double.self), count) }
            // Further pairs after a move are lines (§9.3.3).
            if command | 0x20 == UInt8(ascii: "m") { command -= 1 }
        }
    }

    /// The points of a `polygon` or `polyline` (SVG 2 §10.6).
    init(points numbers: [Double]) {
        for index in stride(from: 0, to: numbers.count - 1, by: 2) {
            if index == 0 {
                (current.x, current.y) = (numbers[0], numbers[1])
                start = current
            } else {
                line(to: (numbers[index], numbers[index + 1]))
            }
        }
        line(to: start)
    }

    /// How many numbers a command takes.
    private static func numbers(of command: UInt8) -> Int? {
        switch command | 0x20 {
        case UInt8(ascii: "m"), UInt8(ascii: "l"), UInt8(ascii: "t"): 2
        case UInt8(ascii: "h"), UInt8(ascii: "v"): 1
        case UInt8(ascii: "c"): 6
        case UInt8(ascii: "s"), UInt8(ascii: "q"): 4
        case UInt8(ascii: "a"): 7
        default: nil
        }
    }

    private mutating func draw(_ command: UInt8, _ values: UnsafeBufferPointer<Double>, _ count: Int) {
        let isRelative = command & 0x20 != 0
        let origin = isRelative ? current : (x: 0, y: 0)
        switch command | 0x20 {
        case UInt8(ascii: "m"):
            current = (origin.x + values[0], origin.y + values[1])
            start = current
            points += 1
        case UInt8(ascii: "h"): line(to: (origin.x + values[0], current.y))
        case UInt8(ascii: "v"): line(to: (current.x, origin.y + values[0]))
        case UInt8(ascii: "a"):
            // The way around an arc of that chord: half a circle, or all of it where it is the large part.
            line(to: (origin.x + values[5], origin.y + values[6]))
            length += 4 * min(abs(values[0]) + abs(values[1]), 100_000)
        default:
            for index in stride(from: 0, to: count - 1, by: 2) {
                line(to: (origin.x + values[index], origin.y + values[index + 1]))
            }
        }
    }

    private mutating func line(to end: (x: Double, y: Double)) {
        points += 1
        length += abs(end.x - current.x) + abs(end.y - current.y)
        current = end
    }
}
