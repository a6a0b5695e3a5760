/// A colour in sRGB with straight alpha; components from 0 to 1.
public struct Color: Hashable, Codable, Sendable {
    public var red: Float
    public var green: Float
    public var blue: Float
    public var alpha: Float

    public static let black = Color(red: 0, green: 0, blue: 0)
    public static let white = Color(red: 1, green: 1, blue: 1)
    public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

    @inlinable public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// From a number such as `0x1E90FF`.
    @inlinable public init(rgb: UInt32) {
        self.init(
            red: Float((rgb >> 16) & 255) / 255, green: Float((rgb >> 8) & 255) / 255, blue: Float(rgb & 255) / 255)
    }

    /// Whether nothing of it is seen.
    @inlinable public var isTransparent: Bool { alpha <= 0 }

    /// The shortest of `#rrggbb` and `#rrggbbaa` that says it.
    public var hexadecimal: String {
        func hex(_ value: Float) -> String {
            let byte = UInt8(max(0, min(255, (value * 255).rounded())))
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }
        return "#" + hex(red) + hex(green) + hex(blue) + (alpha < 1 ? hex(alpha) : "")
    }
}
