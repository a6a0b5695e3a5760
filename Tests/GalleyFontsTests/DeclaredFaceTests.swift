import Foundation
import Testing

import GalleyFonts
import GalleyTestSupport

/// Faces under the names and for the styles that a document says (`@font-face`).
@Suite struct DeclaredFaceTests {
    private func face(_ style: String) throws -> FontFace { try FontFace(path: testFontPath(style)) }

    private func instances(_ fonts: FontCollection, _ family: String, weight: Double = 400) -> [FontInstance] {
        fonts.match(FontQuery(families: [family], style: FaceStyle(weight: weight))).map(fonts.instance)
    }

    @Test func declaredNamesHideOthers() throws {
        let fonts = try FontCollection(paths: [testFontPath("Regular"), testFontPath("Variable")])
            .adding(declared: [DeclaredFace(try face("Bold"), family: "galley test")])
        #expect(instances(fonts, "Galley Test")[0].face.names.full == "Galley Test Bold")
        #expect(instances(fonts, "Galley Test")[0].synthesis.isEmpty, "the rule says 400, whatever the file says")
        #expect(instances(fonts, "Galley Test", weight: 700)[0].synthesis == .bold)
        #expect(instances(fonts, "Galley Test Variable")[0].face.names.family == "Galley Test Variable")
        #expect(fonts.instance(.lastResort).face.path == "<built in>")
        // More faces leave the declared ones.
        let more = fonts.adding(faces: [try face("SpaceKern")])
        #expect(instances(more, "Galley Test")[0].face.names.full == "Galley Test Bold")
    }

    @Test func declaredFacesAreNoFallback() throws {
        let fonts = FontCollection(faces: [try face("SpaceKern")])
            .adding(declared: [DeclaredFace(try face("Bold"), family: "X")])
        let id = fonts.match(FontQuery(families: ["Galley Test SpaceKern"]))[0]
        for scalar in ["e", "\u{301}", "\u{5D0}", "\u{6C34}"] as [Unicode.Scalar] {
            let found = fonts.fallback(for: [scalar], script: "Zyyy", language: nil, near: id)
            #expect(fonts.instance(found.instance).face.names.full != "Galley Test Bold")
        }
    }

    /// CSS Fonts 4 §5.2: the faces of a composite face show a character each, the last rule first.
    @Test func rangesMakeOneFace() throws {
        let lower = FaceOverrides(unicodeRanges: [0x61...0x7A])
        let fonts = FontCollection(faces: []).adding(declared: [
            DeclaredFace(try face("Regular"), family: "X"),
            DeclaredFace(try face("Bold"), family: "X", overrides: lower),
            DeclaredFace(try face("SpaceKern"), family: "X", weights: 700...700, overrides: lower),
        ])
        let found = instances(fonts, "X")
        #expect(found.map(\.face.names.full) == ["Galley Test Bold", "Galley Test Regular"])
        #expect(found[0].glyph(for: "e") != nil && found[0].glyph(for: "A") == nil)
        #expect(found[0].covers(["e"]) && !found[0].covers(["A"]) && found[1].covers(["A"]))
        #expect(instances(fonts, "X", weight: 700).map(\.face.names.full) == ["Galley Test SpaceKern Regular"])
    }

    @Test func axesStayInTheRange() throws {
        let variable = try face("Variable")
        let fonts = FontCollection(faces: []).adding(declared: [
            DeclaredFace(variable, family: "X", weights: 300...500),
            DeclaredFace(variable, family: "Y", weights: 1...1000, variations: [AxisValue("wght", 250)]),
        ])
        #expect(instances(fonts, "X", weight: 300)[0].variations == [AxisValue("wght", 300)])
        #expect(instances(fonts, "X", weight: 900)[0].variations == [AxisValue("wght", 500)])
        #expect(instances(fonts, "X", weight: 900)[0].synthesis == .bold)
        #expect(instances(fonts, "Y", weight: 900)[0].variations == [AxisValue("wght", 250)])
        let query = FontQuery(families: ["Y"], axisValues: [AxisValue("wght", 111)])
        #expect(fonts.instance(fonts.match(query)[0]).variations == [AxisValue("wght", 111)])
    }

    @Test func measuresAreReplacedAndScaled() throws {
        let overrides = FaceOverrides(sizeAdjust: 2, ascent: 0.5, descent: 0.25, lineGap: 0.1)
        let fonts = FontCollection(faces: []).adding(declared: [
            DeclaredFace(try face("Regular"), family: "X", overrides: overrides)
        ])
        let instance = instances(fonts, "X")[0]
        let own = fonts.instance(.lastResort).metrics
        #expect(instance.metrics.ascent == instance.unitsPerEm)
        #expect(instance.metrics.descent == instance.unitsPerEm / 2)
        #expect(instance.metrics.lineGap == instance.unitsPerEm / 5)
        #expect(instance.metrics.xHeight == own.xHeight * 2)
        #expect(instance.metrics.zeroAdvance == own.zeroAdvance * 2)
        #expect(instance.pixelsPerUnit(fontSize: 10) == 20 / Double(instance.unitsPerEm))
        // What is no size is none.
        let odd = FaceOverrides(sizeAdjust: .nan, ascent: -.infinity, descent: .nan, lineGap: 1e300)
        #expect(odd == FaceOverrides(sizeAdjust: 1, ascent: 0, descent: nil, lineGap: FontLimits.maximumOverride))
    }

    @Test func namedInstances() throws {
        let variable = try face("Variable")
        #expect(variable.namedInstances.map(\.coordinates) == [100, 400, 900].map { [AxisValue("wght", $0)] })
        #expect(variable.namedInstances.map(\.name) == ["Thin", "Regular", "Black"])
        #expect(try face("Regular").namedInstances.isEmpty)
        let fonts = FontCollection(faces: [variable, try face("Bold")])
        let black = try #require(fonts.face(named: "galley test variable  black"))
        #expect(black.face === variable && black.variations == [AxisValue("wght", 900)])
        #expect(fonts.face(named: "Galley Test Bold")?.face.names.full == "Galley Test Bold")
        #expect(fonts.face(named: "GalleyTest-Bold")?.variations.isEmpty == true)
        #expect(fonts.face(named: "Galley Test") == nil, "a family is no face")
        #expect(fonts.face(named: "") == nil)
    }

    static let containers = run("python3", ["-c", "import fontTools, brotli"]) != nil ? ["woff", "woff2"] : []

    /// A font in a container is the font: the same glyphs, advances and shaping.
    @Test(arguments: containers) func containersAreUnpacked(_ flavor: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("galley-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("font.\(flavor)").path
        let script = """
            import sys; from fontTools.ttLib import TTFont
            font = TTFont(sys.argv[1]); font.flavor = sys.argv[3]; font.save(sys.argv[2])
            """
        for original in [testFontPath("Regular"), testFontPath("Variable")] {
            try #require(run("python3", ["-c", script, original, path, flavor]) != nil)
            let packed = try FontCollection(paths: [path])
            let plain = try FontCollection(paths: [original])
            let (one, other) = (packed.instance(.init(rawValue: 1)), plain.instance(.init(rawValue: 1)))
            #expect(packed.faces[0].fullName == plain.faces[0].fullName)
            #expect(packed.faces[0].path == path)
            #expect(one.face.axes == other.face.axes && one.metrics == other.metrics)
            for text in sampleTexts {
                #expect(one.withHarfBuzzFont { shape(text, $0) } == other.withHarfBuzzFont { shape(text, $0) })
            }
            // Cut off anywhere it is an error, not a trap.
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            for count in stride(from: 0, to: bytes.count - 1, by: max(1, bytes.count / 40)) {
                _ = try? FontFace(bytes: bytes[..<count])
            }
            var damaged = bytes
            for index in stride(from: 0, to: bytes.count, by: 7) { damaged[index] ^= UInt8(truncatingIfNeeded: index) }
            #expect(throws: FontError.self) { try FontFace(bytes: damaged) }
        }
    }

    /// A collection of two faces, in memory and in a file; damaged in one face the other is left.
    @Test(.enabled(if: hasFontTools)) func collections() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("galley-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("two.ttc").path
        let script = """
            import sys; from fontTools.ttLib import TTCollection, TTFont
            made = TTCollection(); made.fonts = [TTFont(path) for path in sys.argv[2:]]; made.save(sys.argv[1])
            """
        try #require(run("python3", ["-c", script, path, testFontPath("Regular"), testFontPath("Bold")]) != nil)
        let faces = try FontFace.all(path: path)
        #expect(faces.map(\.names.full) == ["Galley Test Regular", "Galley Test Bold"])
        #expect(faces.map(\.index) == [0, 1])
        #expect(faces[1].description == "Galley Test Bold (\(path)#1)")
        #expect(throws: FontError.noSuchFace(path: path, index: 2, count: 2)) { try FontFace(path: path, index: 2) }
        let fonts = try FontCollection(paths: [path])
        let bold = fonts.instance(fonts.match(FontQuery(families: ["Galley Test"], style: .bold))[0])
        #expect(bold.face.index == 1 && bold.synthesis.isEmpty)
        let single = FontInstance(
            id: .lastResort, face: try FontFace(path: testFontPath("Bold")), variations: [], synthesis: [])
        for text in sampleTexts {
            #expect(bold.withHarfBuzzFont { shape(text, $0) } == single.withHarfBuzzFont { shape(text, $0) })
        }
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(try FontFace(bytes: bytes, index: 1).names.full == "Galley Test Bold")
        // The second face's directory offset points nowhere.
        var damaged = bytes
        damaged.replaceSubrange(16..<20, with: [0x7F, 0xFF, 0xFF, 0xF0])
        let folderPath = folder.appendingPathComponent("damaged.ttc")
        try Data(damaged).write(to: folderPath)
        #expect(try FontFace.all(path: folderPath.path).map(\.names.full) == ["Galley Test Regular"])
    }
}
