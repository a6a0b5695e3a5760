import CGalleyHarfBuzz
import Foundation
import Testing

import GalleyFonts
import GalleyTestSupport

@Suite struct FontInstanceTests {
    /// Our font functions over the table against HarfBuzz's own, over every text: glyphs and positions alike.
    private func expectEqualToHarfBuzz(_ instance: FontInstance) {
        let own = hb_font_create(instance.face.hbFace)!
        defer { hb_font_destroy(own) }
        let values = instance.variations.map { hb_variation_t(tag: $0.tag.rawValue, value: $0.value) }
        hb_font_set_variations(own, values, UInt32(values.count))
        for text in sampleTexts {
            let ours = instance.withHarfBuzzFont { shape(text, $0) }
            #expect(ours == shape(text, own), "\(instance.face) \(text)")
        }
        instance.withAdvances { advances in
            #expect(advances.count == instance.face.glyphCount)
            let differing = advances.indices.filter {
                advances[$0] != hb_font_get_glyph_h_advance(own, UInt32($0))
            }
            #expect(differing.isEmpty, "\(instance.face): \(differing.count) advances differ")
        }
    }

    @Test(arguments: ["Regular", "Bold", "SpaceKern"]) func testFacesEqualHarfBuzz(style: String) throws {
        let face = try FontFace(path: testFontPath(style))
        expectEqualToHarfBuzz(FontInstance(id: .lastResort, face: face, variations: [], synthesis: []))
    }

    @Test(arguments: [100, 250, 400, 900] as [Float]) func variableFaceEqualsHarfBuzz(weight: Float) throws {
        let face = try FontFace(path: testFontPath("Variable"))
        let instance = FontInstance(
            id: .lastResort, face: face, variations: [AxisValue("wght", weight)], synthesis: [])
        expectEqualToHarfBuzz(instance)
        let widths: [Float: Int32] = [100: 580, 400: 600, 900: 680]
        if let width = widths[weight] {
            #expect(instance.advance(of: try #require(face.glyph(for: "n"))) == width)
        }
    }

    @Test(.enabled(if: Debian.isInstalled), arguments: Debian.all) func debianFacesEqualHarfBuzz(path: String) throws {
        expectEqualToHarfBuzz(
            FontInstance(id: .lastResort, face: try FontFace(path: path), variations: [], synthesis: []))
    }

    @Test func glyphsOfTheTableAreThoseOfTheFace() throws {
        let face = FontFace.embedded
        let instance = FontInstance(id: .lastResort, face: face, variations: [], synthesis: [])
        let differing = (UInt32(0)...0x1_1000).compactMap(Unicode.Scalar.init).filter {
            instance.glyph(for: $0) != face.glyph(for: $0)
        }
        #expect(differing.isEmpty)
        #expect(instance.advance(of: 65_535) == 0)
    }

    /// The table beside the fonts: by our font, and by hb-shape where it is installed.
    @Test func expectedAdvances() throws {
        let table = try String(contentsOf: fontsFolder.appendingPathComponent("expected-advances.tsv"), encoding: .utf8)
        var instances: [String: FontInstance] = [:]
        for style in ["Regular", "Bold", "SpaceKern"] {
            instances[style] = FontInstance(
                id: .lastResort, face: try FontFace(path: testFontPath(style)), variations: [], synthesis: [])
        }
        let lines = table.split(separator: "\n").dropFirst()
        #expect(lines.count > 500)
        for line in lines {
            let fields = line.split(separator: "\t")
            let instance = try #require(instances[String(fields[0])])
            let text = String(
                String.UnicodeScalarView(
                    fields[1].split(separator: " ").compactMap { UInt32($0.dropFirst(2), radix: 16) }
                        .compactMap(Unicode.Scalar.init)))
            let placed = instance.withHarfBuzzFont { shape(text, $0) }
            #expect(Int32(fields[2]) == placed.map(\.advance).reduce(0, +), "\(fields[0]) \(text)")
            #expect(!placed.contains { $0.glyph == 0 })
        }
    }

    @Test(.enabled(if: hasHBShape), arguments: ["Regular", "Bold"]) func expectedAdvancesByHBShape(style: String) throws
    {
        let table = try String(contentsOf: fontsFolder.appendingPathComponent("expected-advances.tsv"), encoding: .utf8)
        for line in table.split(separator: "\n").dropFirst() where line.hasPrefix(style + "\t") {
            let fields = line.split(separator: "\t")
            guard style == "Bold" ? fields[1] < "U+0100" : fields[1].contains(" ") else { continue }
            let arguments = ["--no-glyph-names", "--no-clusters", "--unicodes", String(fields[1]), testFontPath(style)]
            let output = try #require(run("hb-shape", arguments))
            // [gid+advance|gid@x,y+advance]
            let sum = output.split(separator: "|").compactMap { glyph in
                glyph.split(separator: "+").last.flatMap { Int($0.prefix { $0.isNumber || $0 == "-" }) }
            }.reduce(0, +)
            #expect(sum == Int(fields[2]), "\(fields[1]): \(output)")
        }
    }

    @Test func marksSitOnTheirBase() throws {
        let instance = FontInstance(id: .lastResort, face: .embedded, variations: [], synthesis: [])
        let placed = instance.withHarfBuzzFont { shape("x\u{301}", $0) }
        #expect(placed.count == 2)
        #expect(placed[1].advance == 0)
        #expect(placed[1].x == -300, "in the middle of a letter 600 wide")
    }

    @Test func syntheticBoldKeepsAdvances() throws {
        let plain = FontInstance(id: .lastResort, face: .embedded, variations: [], synthesis: [])
        let bold = FontInstance(id: .lastResort, face: .embedded, variations: [], synthesis: [.bold, .oblique])
        for text in sampleTexts {
            #expect(plain.withHarfBuzzFont { shape(text, $0) } == bold.withHarfBuzzFont { shape(text, $0) })
        }
    }

    @Test func outlinesAndExtentsAgree() throws {
        let instance = FontInstance(id: .lastResort, face: .embedded, variations: [], synthesis: [])
        let glyph = try #require(instance.glyph(for: "g"))
        let outline = instance.outline(of: glyph)
        let box = try #require(instance.extents(of: glyph))
        #expect(!outline.isEmpty)
        #expect(outline.points.map(\.x).min() == Float(box.left))
        #expect(outline.points.map(\.x).max() == Float(box.right))
        #expect(outline.points.map(\.y).min() == Float(box.bottom))
        #expect(outline.points.map(\.y).max() == Float(box.top))
        #expect(box.bottom < 0, "a descender")
        #expect(outline.steps.filter { $0 == .move }.count == outline.steps.filter { $0 == .close }.count)
        #expect(instance.outline(of: try #require(instance.glyph(for: " "))).isEmpty)
        #expect(instance.outline(of: 65_535).isEmpty)
    }

    @Test(.enabled(if: Debian.isInstalled)) func outlinesOfEveryKindHaveTheirPoints() throws {
        let points: [GlyphOutline.Step: Int] = [.move: 1, .line: 1, .quadratic: 2, .cubic: 3, .close: 0]
        for (path, kind) in [(Debian.serif, GlyphOutline.Step.quadratic), (Debian.cjk, .cubic)] {
            let instance = FontInstance(
                id: .lastResort, face: try FontFace(path: path), variations: [], synthesis: [])
            let outline = instance.outline(of: try #require(instance.glyph(for: "S")))
            #expect(outline.steps.contains(kind))
            #expect(outline.steps.compactMap { points[$0] }.reduce(0, +) == outline.points.count)
        }
    }
}
