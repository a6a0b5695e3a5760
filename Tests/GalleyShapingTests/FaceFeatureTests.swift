import GalleyFonts
import GalleyText
import Testing

import GalleyShaping

/// Features of a face's declaration (`font-feature-settings` of `@font-face`).
@Suite struct FaceFeatureTests {
    /// CSS Fonts 4 §7.2: text in the face has them before its style's own, and other text of the same file has them not.
    @Test func declaredFeaturesShape() {
        let face = FontCollection.strict().instance(.lastResort).face
        let without = FaceOverrides(features: [FaceFeature(tag: "liga", value: 0)])
        let fonts = FontCollection.strict().adding(declared: [
            DeclaredFace(face, family: "Apart", overrides: without), DeclaredFace(face, family: "Joined"),
        ])
        let context = LayoutContext(fonts: fonts)
        func clusters(_ family: String, _ features: [FontFeature] = []) -> [Int] {
            var style = TextStyle()
            style.shaping = ShapingStyle(fontFamilies: [family], fontSize: 10)
            style.shaping.features = features
            return context.shape(paragraph: 0, of: AttributedText("office fi", style: style)).text.starts.flatMap { $0 }
        }
        // Twice, so that what is remembered of one is not taken for the other.
        for _ in 0..<2 {
            #expect(clusters("Apart") == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
            #expect(clusters("Joined") == [0, 1, 4, 5, 6, 7, 9])
            #expect(clusters("Apart", [FontFeature(tag: "liga", value: 1)]) == [0, 1, 4, 5, 6, 7, 9])
            #expect(clusters("Joined", [FontFeature(tag: "liga", value: 0)]) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
        }
    }
}
