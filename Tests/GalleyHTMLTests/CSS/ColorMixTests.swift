import GalleyHTML
import GalleyText
import Testing

/// `color-mix()` (CSS Color 5 §3).
@Suite struct ColorMixTests {
    static func color(_ value: String) throws -> Color? {
        let text = try AttributedText(html: "<p style=\"color: #010203; color: \(value)\">x")
        return text.style(at: 0)?.paint.color
    }

    @Test(arguments: [
        ("red 25%, blue", Color(red: 0.25, green: 0, blue: 0.75)), ("red, blue", Color(red: 0.5, green: 0, blue: 0.5)),
        ("20% white, black", Color(red: 0.2, green: 0.2, blue: 0.2)),
        ("white, black 20%", Color(red: 0.8, green: 0.8, blue: 0.8)),
        // More than all is scaled down, less makes the rest transparent.
        ("red 100%, blue 300%", nil), ("red 60%, lime 60%", Color(red: 0.5, green: 0.5, blue: 0)),
        ("red 20%, lime 20%", Color(red: 0.5, green: 0.5, blue: 0, alpha: 0.4)),
        // Weighted by alpha.
        ("red, transparent", Color(red: 1, green: 0, blue: 0, alpha: 0.5)), ("red 0%, blue 0%", nil), ("red", nil),
    ])
    func mixed(_ colors: String, _ expected: Color?) throws {
        let color = try #require(try Self.color("color-mix(in srgb, \(colors))"))
        let wanted = expected ?? Color(rgb: 0x010203)
        for component in [\Color.red, \.green, \.blue, \.alpha] {
            #expect(abs(color[keyPath: component] - wanted[keyPath: component]) < 0.001)
        }
    }
}
