/// How widths are compared with the room for them: in 1/64 px, as Blink does (DESIGN.md, Rounding).
public enum LineRounding {
    /// Up to the next 1/64 px; sums of Double that are meant to be equal stay equal.
    @inlinable @inline(__always)
    public static func up(_ width: Double) -> Double {
        let value = width * 64 - slop
        // x86-64 rounds by a call, before which all registers are saved: there is one for each line and each place to end it.
        // At 1.5 * 2^52 a Double has no bits for fractions: adding that rounds to the nearest, which is one off at most.
        guard value.magnitude < 0x1p51 else { return value.rounded(.up) / 64 }
        let nearest = (value + 0x1.8p52) - 0x1.8p52
        return (nearest < value ? nearest + 1 : nearest) / 64
    }

    /// The most that is rounded up to no more than `room`.
    @inlinable @inline(__always)
    public static func down(_ room: Double) -> Double {
        let value = room * 64
        guard value.magnitude < 0x1p51 else { return (value.rounded(.down) + slop) / 64 }
        let nearest = (value + 0x1.8p52) - 0x1.8p52
        return ((nearest > value ? nearest - 1 : nearest) + slop) / 64
    }

    /// In 1/64 px: less than this is no difference but an error of adding up.
    @inlinable static var slop: Double { 1e-6 }
}
