import Foundation
import GalleyText

extension Color {
    /// The colour of the lit or of the shaded half of a carved border (CSS Backgrounds 3 §4.2 leaves it open): as
    /// Chromium 156 has it, a lighter colour and a darker one; a very dark colour gives two lighter ones, a very light
    /// one itself and a darker one.
    func lit(_ isLit: Bool) -> Color {
        let luminance = luminance
        if luminance < 0.015 { return isLit ? lighter.lighter : lighter }
        if isLit { return luminance > 0.833 ? self : lighter }
        let brightness = max(red, green, blue)
        return scaled(by: max(0, brightness - Color.carving) / brightness)
    }

    /// How much brighter or darker its brightest component becomes.
    private static let carving: Float = 0.33

    private var lighter: Color {
        let brightness = max(red, green, blue)
        if brightness <= 0 {
            return Color(red: Color.carving, green: Color.carving, blue: Color.carving, alpha: alpha)
        }
        return scaled(by: min(1, brightness + Color.carving) / brightness)
    }

    private func scaled(by factor: Float) -> Color {
        Color(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha)
    }

    /// Relative luminance (WCAG 2.2, after IEC 61966-2-1).
    private var luminance: Float {
        func linear(_ value: Float) -> Float {
            value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
