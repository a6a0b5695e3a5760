import GalleyText

/// CSS Color 4: every notation becomes sRGB; what sRGB cannot hold is clipped component by component, as Chromium paints
/// it.
extension ValueReader {
    mutating func color() -> StyleColor? {
        switch token.kind {
        case .hash:
            guard let color = ColorText.hexadecimal(source.string(token)) else { return nil }
            advance()
            return .color(color)
        case .identifier:
            guard let color = ColorText.named(source.lowercased(token)) ?? hashlessColor() else { return nil }
            advance()
            return color
        case .number, .dimension:
            guard let color = hashlessColor() else { return nil }
            advance()
            return color
        case .function:
            let mark = index
            let name = source.lowercased(token)
            guard ColorText.functions.contains(name) else { return nil }
            var inner = arguments()
            if let color = inner.colorFunction(name), inner.atEnd { return color }
            index = mark
            return nil
        default: return nil
        }
    }

    /// Three or six hexadecimal digits without `#` (Quirks Mode §3.1).
    private func hashlessColor() -> StyleColor? {
        guard allowsQuirks else { return nil }
        var text = String(decoding: source.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
        // A number has lost its leading zeros only if it was written short of six digits.
        if token.kind == .number || token.kind == .dimension, text.utf8.count < 6, text.utf8.count != 3 {
            text = String(repeating: "0", count: 6 - text.utf8.count) + text
        }
        guard text.utf8.count == 3 || text.utf8.count == 6 else { return nil }
        return ColorText.hexadecimal(text).map { .color($0) }
    }

    /// One component: a number, a percentage of `full`, or `none` (0).
    private mutating func component(percentOf full: Double) -> (value: Double, isPercent: Bool)? {
        if accept("none") { return (0, false) }
        if let percent = percentage() { return (percent / 100 * full, true) }
        guard let value = number() else { return nil }
        return (value, false)
    }

    /// Whether `none` stands among the arguments.
    private func hasMissingComponent(from start: Int) -> Bool {
        (start..<end).contains { source.tokens[$0].kind == .identifier && source.matches(source.tokens[$0], "none") }
    }

    private mutating func hue() -> Double? {
        if accept("none") { return 0 }
        if let degrees = angle() { return degrees }
        return number()
    }

    /// `/ alpha`, or `, alpha` in the legacy forms; 1 when there is none.
    private mutating func alpha(legacy: Bool) -> Double? {
        if atEnd { return 1 }
        guard legacy ? acceptComma() : accept(delimiter: "/") else { return nil }
        guard let alpha = component(percentOf: 1)?.value else { return nil }
        return min(max(alpha, 0), 1)
    }

    private mutating func colorFunction(_ name: String) -> StyleColor? {
        switch name {
        case "rgb", "rgba":
            let first = index
            guard let red = component(percentOf: 255) else { return nil }
            let legacy = acceptComma()
            // Only the modern forms may leave components out (§4.4).
            if legacy, hasMissingComponent(from: first) { return nil }
            guard let green = component(percentOf: 255), !legacy || acceptComma(),
                let blue = component(percentOf: 255), let alpha = alpha(legacy: legacy)
            else { return nil }
            // The comma form takes numbers or percentages, not both (§5.1).
            if legacy, red.isPercent != green.isPercent || red.isPercent != blue.isPercent { return nil }
            return .color(ColorText.rgb(red.value / 255, green.value / 255, blue.value / 255, alpha, byte: true))
        case "hsl", "hsla", "hwb":
            let first = index
            guard let hue = hue() else { return nil }
            let legacy = name != "hwb" && acceptComma()
            if legacy, hasMissingComponent(from: first) { return nil }
            guard let second = component(percentOf: 100), !legacy || second.isPercent && acceptComma(),
                let third = component(percentOf: 100), !legacy || third.isPercent, let alpha = alpha(legacy: legacy)
            else { return nil }
            let rgb =
                name == "hwb"
                ? ColorText.hwb(hue, second.value / 100, third.value / 100)
                : ColorText.hsl(hue, second.value / 100, third.value / 100)
            return .color(ColorText.rgb(rgb.0, rgb.1, rgb.2, alpha, byte: true))
        case "lab", "oklab":
            let ok = name == "oklab"
            guard let lightness = component(percentOf: ok ? 1 : 100)?.value,
                let a = component(percentOf: ok ? 0.4 : 125)?.value,
                let b = component(percentOf: ok ? 0.4 : 125)?.value,
                let alpha = alpha(legacy: false)
            else { return nil }
            return .color(ColorText.lab(lightness, a, b, alpha, ok: ok))
        case "lch", "oklch":
            let ok = name == "oklch"
            guard let lightness = component(percentOf: ok ? 1 : 100)?.value,
                let chroma = component(percentOf: ok ? 0.4 : 150)?.value, let hue = hue(),
                let alpha = alpha(legacy: false)
            else { return nil }
            let (sine, cosine) = ColorText.sineAndCosine(degrees: hue)
            return .color(ColorText.lab(lightness, max(chroma, 0) * cosine, max(chroma, 0) * sine, alpha, ok: ok))
        case "color":
            guard let space = keyword(), let first = component(percentOf: 1)?.value,
                let second = component(percentOf: 1)?.value, let third = component(percentOf: 1)?.value,
                let alpha = alpha(legacy: false)
            else { return nil }
            return ColorText.color(space, first, second, third, alpha).map { .color($0) }
        case "light-dark":
            guard let light = color(), acceptComma(), color() != nil else { return nil }
            // The page is light unless a sheet asks for `color-scheme: dark`, which text has no use for.
            return light
        case "color-mix": return colorMix()
        default: return nil
        }
    }

    /// `color-mix(in srgb, red 20%, blue)` (CSS Color 5 §3): of colours in sRGB, weighted by their alpha. Other spaces, and
    /// `currentcolor`, which is not known yet, are not read.
    private mutating func colorMix() -> StyleColor? {
        guard accept("in"), accept("srgb"), acceptComma() else { return nil }
        guard let first = mixedColor(), acceptComma(), let second = mixedColor() else { return nil }
        // What is left out is the rest of the other, and half of each where both are (§3.1).
        let share = first.percent ?? second.percent.map { 100 - $0 } ?? 50
        let other = second.percent ?? 100 - share
        let sum = share + other
        guard sum > 0 else { return nil }
        let weight = (share / sum, other / sum)
        let alpha = Double(first.color.alpha) * weight.0 + Double(second.color.alpha) * weight.1
        func mixed(_ component: KeyPath<Color, Float>) -> Double {
            let one = Double(first.color[keyPath: component] * first.color.alpha) * weight.0
            let two = Double(second.color[keyPath: component] * second.color.alpha) * weight.1
            return alpha > 0 ? (one + two) / alpha : 0
        }
        return .color(
            ColorText.rgb(mixed(\.red), mixed(\.green), mixed(\.blue), alpha * min(1, sum / 100)))
    }

    /// A colour with a percentage before or after it, from 0 to 100.
    private mutating func mixedColor() -> (color: Color, percent: Double?)? {
        var percent = percentage()
        guard case .color(let color)? = color() else { return nil }
        if percent == nil { percent = percentage() }
        if let percent, !(0...100).contains(percent) { return nil }
        return (color, percent)
    }
}

/// Conversions between colour notations.
enum ColorText {
    static let functions: Set<String> = [
        "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "light-dark", "color-mix",
    ]

    /// A colour name in lower case.
    static func named(_ name: String) -> StyleColor? {
        if let value = NamedColors.values[name] { return .color(Color(rgb: value)) }
        if name == "currentcolor" { return .current }
        if name == "transparent" { return .color(.transparent) }
        return NamedColors.system[name].map { .color(Color(rgb: $0)) }
    }

    /// 3, 4, 6 or 8 hexadecimal digits, without `#`.
    static func hexadecimal(_ text: String) -> Color? {
        let digits = text.utf8.compactMap { hexValue($0) }
        guard digits.count == text.utf8.count, [3, 4, 6, 8].contains(digits.count) else { return nil }
        let bytes: [UInt32] =
            digits.count < 6
            ? digits.map { $0 * 17 } : stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
        let alpha = bytes.count == 4 ? Float(bytes[3]) / 255 : 1
        return Color(
            red: Float(bytes[0]) / 255, green: Float(bytes[1]) / 255, blue: Float(bytes[2]) / 255, alpha: alpha)
    }

    /// Components from 0 to 1, clipped; rounded to bytes where the notation has bytes.
    static func rgb(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double, byte: Bool = false) -> Color {
        func clip(_ value: Double) -> Float {
            let value = min(max(value.isNaN ? 0 : value, 0), 1)
            return byte ? Float((value * 255).rounded()) / 255 : Float(value)
        }
        return Color(red: clip(red), green: clip(green), blue: clip(blue), alpha: Float(min(max(alpha, 0), 1)))
    }

    /// CSS Color 4 §7.1
    static func hsl(_ hue: Double, _ saturation: Double, _ lightness: Double) -> (Double, Double, Double) {
        let saturation = min(max(saturation, 0), 1)
        let lightness = min(max(lightness, 0), 1)
        var hue = hue.truncatingRemainder(dividingBy: 360)
        if hue < 0 { hue += 360 }
        func component(_ n: Double) -> Double {
            let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
            let a = saturation * min(lightness, 1 - lightness)
            return lightness - a * max(-1, min(k - 3, 9 - k, 1))
        }
        return (component(0), component(8), component(4))
    }

    /// CSS Color 4 §8.1
    static func hwb(_ hue: Double, _ whiteness: Double, _ blackness: Double) -> (Double, Double, Double) {
        let white = max(whiteness, 0)
        let black = max(blackness, 0)
        if white + black >= 1 {
            let gray = white / (white + black)
            return (gray, gray, gray)
        }
        let pure = hsl(hue, 1, 0.5)
        let scale = 1 - white - black
        return (pure.0 * scale + white, pure.1 * scale + white, pure.2 * scale + white)
    }

    /// Lab (D50) or OKLab to sRGB (CSS Color 4 §9, §10.11 sample code).
    static func lab(_ lightness: Double, _ a: Double, _ b: Double, _ alpha: Double, ok: Bool) -> Color {
        let a = min(max(a, -1000), 1000)
        let b = min(max(b, -1000), 1000)
        if ok {
            let lightness = min(max(lightness, 0), 1)
            let l = cubed(lightness + 0.3963377773761749 * a + 0.2158037573099136 * b)
            let m = cubed(lightness - 0.1055613458156586 * a - 0.0638541728258133 * b)
            let s = cubed(lightness - 0.0894841775298119 * a - 1.2914855480194092 * b)
            return linear(
                4.0767416360759574 * l - 3.3077115392580616 * m + 0.2309699031821044 * s,
                -1.2684379732850317 * l + 2.6097573492876882 * m - 0.3413193760026573 * s,
                -0.0041960761386756 * l - 0.7034186179359362 * m + 1.7076146940746117 * s, alpha)
        }
        let lightness = min(max(lightness, 0), 100)
        let kappa = 24389.0 / 27
        let epsilon = 216.0 / 24389
        let fy = (lightness + 16) / 116
        let fx = a / 500 + fy
        let fz = fy - b / 200
        let x = cubed(fx) > epsilon ? cubed(fx) : (116 * fx - 16) / kappa
        let y = lightness > kappa * epsilon ? cubed(fy) : lightness / kappa
        let z = cubed(fz) > epsilon ? cubed(fz) : (116 * fz - 16) / kappa
        return xyzD50(x * 0.3457 / 0.3585, y, z * (1 - 0.3457 - 0.3585) / 0.3585, alpha)
    }

    static func xyzD50(_ x: Double, _ y: Double, _ z: Double, _ alpha: Double) -> Color {
        // Bradford adaptation to D65.
        xyzD65(
            0.955473421488075 * x - 0.02309845494876471 * y + 0.06325924320057072 * z,
            -0.0283697093338637 * x + 1.0099953980813041 * y + 0.021041441191917323 * z,
            0.012314014864481998 * x - 0.020507649298898964 * y + 1.330365926242124 * z, alpha)
    }

    static func xyzD65(_ x: Double, _ y: Double, _ z: Double, _ alpha: Double) -> Color {
        linear(
            3.2409699419045226 * x - 1.537383177570094 * y - 0.4986107602930034 * z,
            -0.9692436362808796 * x + 1.8759675015077202 * y + 0.04155505740717559 * z,
            0.05563007969699366 * x - 0.20397695888897652 * y + 1.0569715142428786 * z, alpha)
    }

    /// `color(space ...)` for the spaces that text documents use.
    static func color(_ space: String, _ a: Double, _ b: Double, _ c: Double, _ alpha: Double) -> Color? {
        switch space {
        case "srgb": return rgb(a, b, c, alpha)
        case "srgb-linear": return linear(a, b, c, alpha)
        case "display-p3":
            let (r, g, b) = (expanded(a), expanded(b), expanded(c))
            return xyzD65(
                0.4865709486482162 * r + 0.26566769316909306 * g + 0.1982172852343625 * b,
                0.2289745640697488 * r + 0.6917385218365064 * g + 0.079286914093745 * b,
                0.04511338185890264 * g + 1.043944368900976 * b, alpha)
        case "a98-rgb":
            let (r, g, b) = (signedPower(a, 563.0 / 256), signedPower(b, 563.0 / 256), signedPower(c, 563.0 / 256))
            return xyzD65(
                0.5766690429101305 * r + 0.1855582379065463 * g + 0.1882286462349947 * b,
                0.29734497525053605 * r + 0.6273635662554661 * g + 0.07529145849399788 * b,
                0.02703136138641234 * r + 0.07068885253582723 * g + 0.9913375368376388 * b, alpha)
        case "prophoto-rgb":
            func linear(_ value: Double) -> Double { abs(value) <= 16.0 / 512 ? value / 16 : signedPower(value, 1.8) }
            let (r, g, b) = (linear(a), linear(b), linear(c))
            return xyzD50(
                0.7977666449006423 * r + 0.13518129740053308 * g + 0.0313477341283922 * b,
                0.2880748288194013 * r + 0.711835234241873 * g + 0.00008993693872564 * b,
                0.8251046025104602 * b, alpha)
        case "rec2020":
            // BT.1886: the reference display's 2.4 (CSS Color 4 §10.7).
            let (r, g, b) = (signedPower(a, 2.4), signedPower(b, 2.4), signedPower(c, 2.4))
            return xyzD65(
                0.6369580483012914 * r + 0.14461690358620832 * g + 0.1688809751641721 * b,
                0.2627002120112671 * r + 0.6779980715188708 * g + 0.05930171646986196 * b,
                0.028072693049087428 * g + 1.060985057710791 * b, alpha)
        case "display-p3-linear":
            return xyzD65(
                0.4865709486482162 * a + 0.26566769316909306 * b + 0.1982172852343625 * c,
                0.2289745640697488 * a + 0.6917385218365064 * b + 0.079286914093745 * c,
                0.04511338185890264 * b + 1.043944368900976 * c, alpha)
        case "xyz", "xyz-d65": return xyzD65(a, b, c, alpha)
        case "xyz-d50": return xyzD50(a, b, c, alpha)
        default: return nil
        }
    }

    /// The power of the magnitude, with the sign.
    private static func signedPower(_ value: Double, _ exponent: Double) -> Double {
        value < 0 ? -power(-value, exponent) : power(value, exponent)
    }

    private static func cubed(_ value: Double) -> Double { value * value * value }

    private static func linear(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> Color {
        rgb(compressed(red), compressed(green), compressed(blue), alpha)
    }

    /// Linear light to sRGB.
    private static func compressed(_ value: Double) -> Double {
        let value = min(max(value, 0), 1)
        return value <= 0.0031308 ? value * 12.92 : 1.055 * power(value, 1 / 2.4) - 0.055
    }

    /// sRGB to linear light.
    private static func expanded(_ value: Double) -> Double {
        let value = min(max(value, 0), 1)
        return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
    }

    private static func power(_ base: Double, _ exponent: Double) -> Double { MathFunctions.power(base, exponent) }

    static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
        let radians = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
        return (MathFunctions.sine(radians), MathFunctions.cosine(radians))
    }
}
