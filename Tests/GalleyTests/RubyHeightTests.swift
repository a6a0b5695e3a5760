import Foundation
import Galley
import Testing

/// How high lines with ruby are: Chromium's heights, of the same face at 16 px.
@Suite struct RubyHeightTests {
    private static let path = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

    @Test(
        "The line grows where the half-leading and what is free under the line before are too small",
        .enabled(if: FileManager.default.fileExists(atPath: path)),
        arguments: [
            ("32px", 33.0, 65.0, 64.0), ("28px", 31, 59, 56), ("24px", 29, 55, 50), ("22px", 28, 54, 48),
            ("19px", 27, 53, 45), ("16px", 25, 50, 41), ("normal", 29, 55, 50),
        ])
    func heights(lineHeight: String, one: Double, two: Double, second: Double) throws {
        let fonts = FontCollection.strict(faces: try FontFace.all(path: Self.path))
        let ruby = "<ruby>漢字<rt>かんじ</rt></ruby>"
        for (body, want) in [(ruby, one), ("\(ruby)<br>\(ruby)", two), ("あ<br>\(ruby)", second)] {
            let html =
                "<!DOCTYPE html><html lang=ja><body style='margin:0;font:16px/\(lineHeight) \"Noto Sans CJK JP\"'>\(body)"
            let layout = DocumentLayout(try AttributedText(html: html), fonts: fonts, width: 300)
            #expect(layout.size.height == want, "\(body)")
        }
    }
}
