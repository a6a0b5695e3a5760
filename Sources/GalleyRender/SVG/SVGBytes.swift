import GalleyText

/// Bytes of SVG in the making.
struct SVGBytes {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func append(_ other: SVGBytes) { bytes.append(contentsOf: other.bytes) }

    /// A length in px to a thousandth, as short as it can be.
    mutating func number(_ value: Double) { number(value, parts: 1_000) }

    /// A factor to a millionth.
    mutating func factor(_ value: Double) { number(value, parts: 1_000_000) }

    /// A number to a part of one, which is a power of ten.
    private mutating func number(_ value: Double, parts: Int) {
        let scaled = (value * Double(parts)).rounded()
        guard scaled.isFinite, abs(scaled) < 1e15 else {
            raw("0")
            return
        }
        var rest = Int(abs(scaled))
        if scaled < 0, rest > 0 { bytes.append(UInt8(ascii: "-")) }
        raw(String(rest / parts))
        rest %= parts
        guard rest > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var unit = parts / 10
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / unit))
            rest %= unit
            unit /= 10
        }
    }

    /// ` name="value"`
    mutating func attribute(_ name: StaticString, _ value: Double) {
        raw(" ")
        raw(name)
        raw("=\"")
        number(value)
        raw("\"")
    }

    mutating func attribute(_ name: StaticString, _ value: some StringProtocol) {
        raw(" ")
        raw(name)
        raw("=\"")
        text(value.utf8)
        raw("\"")
    }

    /// What has a colour.
    enum Paint {
        case fill, stroke, stop
    }

    /// ` fill="#rrggbb"` and how opaque it is.
    mutating func paint(_ color: Color, of paint: Paint) {
        var opaque = color
        opaque.alpha = 1
        let names: (color: StaticString, opacity: StaticString) =
            switch paint {
            case .fill: ("fill", "fill-opacity")
            case .stroke: ("stroke", "stroke-opacity")
            case .stop: ("stop-color", "stop-opacity")
            }
        attribute(names.color, opaque.hexadecimal)
        if color.alpha < 1 { attribute(names.opacity, Double(max(0, color.alpha))) }
    }

    /// Where a rectangle is.
    mutating func place(_ rect: Rect) {
        attribute("x", rect.x)
        attribute("y", rect.y)
        attribute("width", rect.width)
        attribute("height", rect.height)
    }

    /// Valid UTF-8 as text or an attribute's value; what XML 1.0 has no place for is U+FFFD (§2.2).
    mutating func text(_ utf8: some Sequence<UInt8>) {
        var last: (UInt8, UInt8) = (0, 0)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case UInt8(ascii: "\""): raw("&quot;")
            case 0x09, 0x0A, 0x0D: raw(" ")
            case 0..<0x20: raw("\u{FFFD}")
            case 0xBE...0xBF where last == (0xEF, 0xBF):
                // U+FFFE and U+FFFF.
                bytes.removeLast(2)
                raw("\u{FFFD}")
            default: bytes.append(byte)
            }
            last = (last.1, byte)
        }
    }

    /// A command of a path, or what else comes before two numbers, and these.
    mutating func point(_ command: StaticString, _ x: Double, _ y: Double) {
        raw(command)
        number(x)
        raw(" ")
        number(y)
    }

    /// A rectangle, rounded where radii say so, as the data of a path.
    mutating func path(_ rect: Rect, _ radius: Corners<CornerRadius>) {
        let radius = radius.fitting(rect)
        func corner(_ radius: CornerRadius, _ x: Double, _ y: Double) {
            guard radius.x > 0, radius.y > 0 else { return }
            point("A", radius.x, radius.y)
            point(" 0 0 1 ", x, y)
        }
        point("M", rect.minX + radius.topLeft.x, rect.minY)
        point("L", rect.maxX - radius.topRight.x, rect.minY)
        corner(radius.topRight, rect.maxX, rect.minY + radius.topRight.y)
        point("L", rect.maxX, rect.maxY - radius.bottomRight.y)
        corner(radius.bottomRight, rect.maxX - radius.bottomRight.x, rect.maxY)
        point("L", rect.minX + radius.bottomLeft.x, rect.maxY)
        corner(radius.bottomLeft, rect.minX, rect.maxY - radius.bottomLeft.y)
        point("L", rect.minX, rect.minY + radius.topLeft.y)
        corner(radius.topLeft, rect.minX + radius.topLeft.x, rect.minY)
        raw("Z")
    }

    /// Corners as the data of a path.
    mutating func polygon(_ points: [Point]) {
        for (index, point) in points.enumerated() {
            self.point(index == 0 ? "M" : "L", point.x, point.y)
        }
        raw("Z")
    }
}
