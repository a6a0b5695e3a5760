import Foundation
import Testing

import GalleyFonts
import GalleyTestSupport

@Suite struct FontFaceTests {
    @Test func embeddedFaceIsTheCommittedOne() throws {
        let committed = try Data(contentsOf: URL(fileURLWithPath: testFontPath("Regular")))
        #expect(FontFace.embedded.data.bytes.elementsEqual(committed))
        #expect(FontFace.embedded.names.family == FontFace.embeddedFamily)
    }

    @Test func testFaceIsReadCompletely() throws {
        let face = try FontFace(path: testFontPath("Bold"))
        #expect(face.names.family == "Galley Test")
        #expect(face.names.subfamily == "Bold")
        #expect(face.names.full == "Galley Test Bold")
        #expect(face.names.postScript == "GalleyTest-Bold")
        #expect(face.style == .bold)
        #expect(face.unitsPerEm == 1000)
        #expect(face.axes.isEmpty && !face.isVariable && !face.hasColor && !face.isFixedPitch)
        #expect(face.glyph(for: "A") != nil)
        #expect(face.glyph(for: "\u{1F600}") == nil)
        #expect(face.description == "Galley Test Bold (\(testFontPath("Bold")))")
    }

    @Test func facesFromMemoryEqualThoseFromFiles() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: testFontPath("Regular")))
        let face = try FontFace(bytes: bytes)
        #expect(face.path == "<memory>")
        #expect(face.names == (try FontFace(path: testFontPath("Regular"))).names)
    }

    @Test func variableFaceHasItsAxis() throws {
        let face = try FontFace(path: testFontPath("Variable"))
        #expect(face.axes == [FontAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900, isHidden: false)])
        #expect(face.axes[0].clamp(5000) == 900)
        #expect(face.axes[0].clamp(.nan) == 400)
    }

    @Test(.enabled(if: Debian.isInstalled)) func debianFaces() throws {
        let emoji = try FontFace(path: Debian.emoji)
        #expect(emoji.hasColor)
        #expect(emoji.glyph(for: "\u{1F600}") != nil)
        #expect(try FontFace(path: Debian.mono).isFixedPitch)
        #expect(try FontFace(path: Debian.serif).isSerif)
        #expect(try !FontFace(path: Debian.sans).isSerif)
        #expect(try FontFace(path: Debian.sansBold).style.weight == 700)

        let collection = try FontFace.all(path: Debian.cjk)
        #expect(collection.count >= 5)
        #expect(collection.map(\.names.family).contains("Noto Sans CJK JP"))
        #expect(Set(collection.map(\.index)).count == collection.count)
    }

    @Test func missingFilesGiveErrors() {
        #expect(throws: FontError.self) { try FontFace(path: "/nowhere/font.ttf") }
        #expect(throws: FontError.unreadable(path: "/", reason: "not a regular file")) { try FontFace(path: "/") }
        #expect(throws: FontError.unreadable(path: "/dev/zero", reason: "not a regular file")) {
            try FontFace(path: "/dev/zero")
        }
        #expect(throws: FontError.notAFont(path: #filePath)) { try FontFace(path: #filePath) }
        #expect(throws: FontError.noSuchFace(path: testFontPath("Bold"), index: 1, count: 1)) {
            try FontFace(path: testFontPath("Bold"), index: 1)
        }
        #expect(throws: FontError.noSuchFace(path: testFontPath("Bold"), index: -1, count: 1)) {
            try FontFace(path: testFontPath("Bold"), index: -1)
        }
        #expect(FontError.notAFont(path: "a.ttf").description == "a.ttf: not a TrueType or OpenType font")
    }

    @Test func freeTypeFacesAreAtTheInstancesPlace() throws {
        let face = try FontFace(path: testFontPath("Variable"))
        let thin = try face.makeFreeTypeFace(variations: [AxisValue("wght", 100)])
        let black = try face.makeFreeTypeFace(variations: [AxisValue("wght", 900)])
        #expect(thin.face != black.face)
        #expect(try face.withFreeTypeFace { Int($0.pointee.units_per_EM) } == 1000)
        #expect(try face.withFreeTypeFace { Int($0.pointee.num_glyphs) } == face.glyphCount)
    }
}
