import CGalleyFreeType
import CGalleyHarfBuzz
import Foundation
import Testing

import GalleyFonts
import GalleyTestSupport

/// Broken fonts give an error or a face; never a trap.
@Suite struct HostileFontTests {
    /// Does with a font what layout and drawing do. Returns whether it was taken for a font.
    @discardableResult func exercise(_ bytes: some Collection<UInt8>) -> Bool {
        guard let faces = try? FontFace.all(in: FontData(copying: bytes)), let face = faces.first else { return false }
        let instance = FontInstance(id: .lastResort, face: face, variations: [], synthesis: [])
        #expect(instance.metrics.ascent + instance.metrics.descent > 0)
        #expect(instance.metrics.lineGap >= 0)
        #expect(FontLimits.unitsPerEm.contains(instance.unitsPerEm))
        instance.withHarfBuzzFont { font in
            for text in ["Hello \u{645}\u{631}\u{62D}\u{628}\u{627} \u{928}\u{92E}\u{938}\u{94D}\u{924}\u{947}"] {
                _ = shape(text, font)
            }
        }
        for glyph in [0, 1, 36, 72, face.glyphCount - 1, 65_535] {
            let glyph = UInt16(truncatingIfNeeded: glyph)
            _ = instance.outline(of: glyph)
            _ = instance.extents(of: glyph)
            _ = instance.advance(of: glyph)
        }
        if let freeType = try? instance.makeFreeTypeFace() {
            _ = FT_Load_Glyph(freeType.face, 36, GALLEY_FT_LOAD_NO_SCALE)
        }
        let fonts = FontCollection(faces: faces)
        let near = fonts.match(FontQuery(families: ["serif"]))[0]
        _ = fonts.fallback(for: ["\u{645}", "\u{64E}"], script: "Arab", language: "ar", near: near)
        return true
    }

    static let sources =
        [testFontPath("Regular"), testFontPath("Variable")] + (Debian.isInstalled ? [Debian.serif] : [])

    @Test(arguments: sources) func everyTableZeroedFilledOrRemoved(path: String) throws {
        let font = try PatchedFont(path: path)
        #expect(exercise(font.bytes))
        for table in font.tables {
            for fill: UInt8 in [0, 0xFF, 0x7F] {
                var broken = font
                let end = min(table.offset + min(table.length, 4_096), broken.bytes.count)
                for offset in table.offset..<end { broken.bytes[offset] = fill }
                exercise(broken.bytes)
            }
            var without = font
            without.remove(table.tag)
            exercise(without.bytes)
        }
    }

    @Test(arguments: sources) func truncated(path: String) throws {
        let bytes = try PatchedFont(path: path).bytes
        for length in [0, 1, 4, 11, 12, 13, 100, 1000, bytes.count / 4, bytes.count / 2, bytes.count - 1] {
            exercise(bytes.prefix(length))
        }
    }

    /// A fixed sequence of random damage.
    @Test(arguments: sources) func randomDamage(path: String) throws {
        let original = try PatchedFont(path: path).bytes
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        for _ in 0..<40 {
            var bytes = original
            for _ in 0..<1 + random(60) { bytes[random(min(bytes.count, 20_000))] = UInt8(random(256)) }
            exercise(bytes)
        }
    }

    @Test func unitsPerEmAreChecked() throws {
        for value in [0, 1, 15, 16_385, 65_535] {
            var font = try PatchedFont(path: testFontPath("Regular"))
            font.set("head", 18, value)
            #expect(throws: FontError.damaged(path: "<memory>", detail: "unitsPerEm is \(value)")) {
                try FontFace(bytes: font.bytes)
            }
        }
    }

    @Test func otherFormatsAreNamed() {
        func container(_ tag: String) -> [UInt8] { Array(tag.utf8) + [UInt8](repeating: 0, count: 60) }
        #expect(throws: FontError.unsupportedFormat(path: "<memory>", format: "WOFF2")) {
            try FontFace(bytes: container("wOF2"))
        }
        #expect(throws: FontError.unsupportedFormat(path: "<memory>", format: "WOFF")) {
            try FontFace(bytes: container("wOFF"))
        }
        #expect(throws: FontError.notAFont(path: "<memory>")) { try FontFace(bytes: container("<htm")) }
        #expect(throws: FontError.notAFont(path: "<memory>")) { try FontFace(bytes: []) }
    }

    static let generator = sharedFolder.appendingPathComponent("hostile/make_hostile.py").path
    static let canGenerate = FileManager.default.fileExists(atPath: generator) && Debian.isInstalled

    /// The shared hostile set, area font.
    @Test(.enabled(if: canGenerate)) func sharedHostileSet() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "galley-hostile-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try #require(run("python3", [Self.generator, folder.path, "--scale", "1", "--font", Debian.sans]) != nil)
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent("fonts"), includingPropertiesForKeys: nil)
        #expect(files.count >= 35)
        for file in files {
            let isFont = exercise(try Data(contentsOf: file))
            if ["empty.ttf", "html.ttf", "upem-zero.ttf", "woff2-lie.woff2"].contains(file.lastPathComponent) {
                #expect(!isFont)
            }
            if ["ascent-zero.ttf", "ascent-extreme.ttf"].contains(file.lastPathComponent) { #expect(isFont) }
            do { _ = try FontFace.all(path: file.path) } catch {
                #expect(error.description.contains(file.lastPathComponent))
            }
        }
    }
}
