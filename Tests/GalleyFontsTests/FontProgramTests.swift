import Foundation
import Testing

import GalleyFonts

/// What PDF embeds.
struct FontProgramTests {
    private static func instance(_ path: String, _ variations: [AxisValue] = []) throws -> FontInstance {
        FontInstance(id: .lastResort, face: try FontFace(path: path), variations: variations, synthesis: [])
    }

    @Test func glyphsKeepTheirNumbers() throws {
        let own = try Self.instance(fontsFolder.appendingPathComponent("GalleyTest-Regular.ttf").path)
        let glyph = try #require(own.glyph(for: "x"))
        let program = try #require(own.program(of: [glyph], isKeyed: false))
        #expect(!program.isCFF && program.box.count == 4 && program.box[3] > program.box[1])
        let cut = FontInstance(
            id: .lastResort, face: try FontFace(bytes: program.bytes), variations: [], synthesis: [])
        #expect(cut.outline(of: glyph) == own.outline(of: glyph) && !cut.outline(of: glyph).isEmpty)
        #expect(try cut.outline(of: #require(own.glyph(for: "y"))).isEmpty)
        #expect(own.characterIdentifiers == nil)
    }

    @Test func variableFacesAreCutAtTheirPlace() throws {
        let own = try Self.instance(
            fontsFolder.appendingPathComponent("GalleyTest-Variable.ttf").path, [AxisValue("wght", 700)])
        let glyph = try #require(own.glyph(for: "H"))
        let program = try #require(own.program(of: [glyph], isKeyed: false))
        let face = try FontFace(bytes: program.bytes)
        #expect(!face.isVariable)
        let cut = FontInstance(id: .lastResort, face: face, variations: [], synthesis: [])
        let (one, other) = (try #require(cut.extents(of: glyph)), try #require(own.extents(of: glyph)))
        #expect(abs(one.right - other.right) <= 1 && abs(one.top - other.top) <= 1)
    }

    private static let keyed = Debian.cjk

    @Test(.enabled(if: FileManager.default.fileExists(atPath: keyed))) func keyedFacesKeepTheirIdentifiers() throws {
        let own = try Self.instance(Self.keyed)
        let identifiers = try #require(own.characterIdentifiers)
        let glyph = try #require(own.glyph(for: "\u{6C34}"))
        #expect(identifiers.count == own.face.glyphCount && identifiers[Int(glyph)] != 0)
        let program = try #require(own.program(of: [glyph], isKeyed: true))
        // Some outlines, not a list of all of its 65,535 glyphs.
        #expect(program.isCFF && program.bytes.count < 20_000)
    }
}
