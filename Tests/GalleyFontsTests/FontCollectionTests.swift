import CGalleyHarfBuzz
import Foundation
import Testing

import GalleyFonts
import GalleyTestSupport

@Suite struct FontCollectionTests {
    static let everyTestFont = ["Regular", "Bold", "Variable", "SpaceKern"].map(testFontPath)

    @Test func familiesOfGivenFiles() throws {
        let fonts = try FontCollection(paths: Self.everyTestFont)
        let regular = fonts.instance(fonts.match(FontQuery(families: ["galley  TEST"]))[0])
        #expect(regular.face.names.full == "Galley Test Regular")
        #expect(regular.face.path == testFontPath("Regular"), "the given face before the embedded one of that name")
        let bold = fonts.instance(fonts.match(FontQuery(families: ["Galley Test"], style: .bold))[0])
        #expect(bold.face.names.full == "Galley Test Bold")
        #expect(bold.synthesis.isEmpty)
        #expect(fonts.hasFamily("Galley Test Variable") && !fonts.hasFamily("Galley"))
    }

    @Test func idsAreStableAndShared() throws {
        let fonts = try FontCollection(paths: Self.everyTestFont)
        let first = fonts.match(FontQuery(families: ["Galley Test"]))
        let again = fonts.match(FontQuery(families: ["Galley Test"], style: .regular, opticalSize: 12))
        #expect(first == again, "a face without an optical size has one instance for all sizes")
        #expect(fonts.instance(first[0]).id == first[0])
        #expect(fonts.instance(first[0]) === fonts.instance(again[0]))
        #expect(fonts.instance(FontInstanceID(rawValue: 60_000)).id == .lastResort)
    }

    @Test func variableFaceGivesAnInstanceAWeight() throws {
        let fonts = try FontCollection(paths: Self.everyTestFont)
        func instance(_ weight: Double) -> FontInstance {
            let query = FontQuery(families: ["Galley Test Variable"], style: FaceStyle(weight: weight))
            return fonts.instance(fonts.match(query)[0])
        }
        #expect(instance(400).variations.isEmpty)
        #expect(instance(640).variations == [AxisValue("wght", 640)])
        #expect(instance(1000).id == instance(900).id)
        #expect(instance(640).face === instance(400).face)
    }

    @Test func missingFamiliesAreNamed() throws {
        let fonts = try FontCollection(paths: Self.everyTestFont)
        let match = fonts.resolve(FontQuery(families: ["Nope", "Galley Test", "Also Not"]))
        #expect(match.missingFamilies == ["Nope", "Also Not"])
        #expect(match.instances.count == 1)
        #expect(fonts.resolve(FontQuery(families: ["Nope"])).instances.count == 1, "the default family")
        #expect(fonts.resolve(FontQuery(families: [])).instances.count == 1)
    }

    @Test func synthesisIsMarked() throws {
        let fonts = try FontCollection(paths: [testFontPath("SpaceKern")])
        let query = FontQuery(
            families: ["Galley Test SpaceKern"], style: FaceStyle(weight: 700, slant: .italic))
        let instance = fonts.instance(fonts.match(query)[0])
        #expect(instance.synthesis == [.bold, .oblique])
        #expect(instance.effectiveStyle.weight == 700)
        #expect(instance.effectiveStyle.slant == .oblique)
    }

    @Test func strictCollectionNeverTakesAnother() throws {
        let fonts = FontCollection.strict(faces: [try FontFace(path: testFontPath("Bold"))])
        #expect(fonts.isStrict)
        let unknown = fonts.resolve(FontQuery(families: ["Arial", "Helvetica"]))
        #expect(unknown.missingFamilies == ["Arial", "Helvetica"])
        #expect(unknown.instances == [.lastResort])
        #expect(fonts.resolve(FontQuery(families: ["serif"])).missingFamilies.isEmpty)
        let id = fonts.match(FontQuery(families: ["Galley Test"], style: .bold))[0]
        let emoji = fonts.fallback(for: ["\u{1F600}"], script: "Zyyy", language: nil, near: id, presentation: .emoji)
        #expect(emoji == FontFallback(instance: .lastResort, isCovered: false))
        #expect(FontCollection.strict().resolve(FontQuery(families: ["Galley Test"])).instances == [.lastResort])
    }

    @Test func lastResortCoversWhatItHas() throws {
        let fonts = FontCollection(faces: [])
        let id = fonts.match(FontQuery(families: ["sans-serif"]))[0]
        #expect(id == .lastResort)
        #expect(fonts.fallback(for: ["e", "\u{301}"], script: "Latn", language: nil, near: id).isCovered)
        #expect(!fonts.fallback(for: ["\u{1200}"], script: "Ethi", language: nil, near: id).isCovered)
        #expect(fonts.fallback(for: [], script: "Zyyy", language: nil, near: id).isCovered)
    }

    @Test func addingPutsLaterFacesFirst() throws {
        let first = try FontCollection(paths: [testFontPath("Regular")])
        let both = try first.adding(paths: [testFontPath("Bold"), testFontPath("SpaceKern")])
        #expect(first.faces.count == 2)
        #expect(both.faces.count == 4)
        #expect(both.faces.map(\.fullName).first == "Galley Test Bold")
        #expect(both.faces.last?.path == "<built in>")
        #expect(throws: FontError.self) { try both.adding(paths: ["/nowhere.ttf"]) }
        #expect(try first.adding(files: [URL(fileURLWithPath: testFontPath("Bold"))]).faces.count == 3)
    }

    /// Beyond the limit an instance that exists already is taken, and no id is handed out twice.
    @Test func instancesHaveALimit() throws {
        let fonts = try FontCollection(paths: [testFontPath("Variable"), testFontPath("Bold")])
        fonts.state.withLock { $0.instanceLimit = 10 }
        var ids: Set<FontInstanceID> = []
        for step in 0..<100 {
            let style = FaceStyle(weight: 100 + Double(step) * 8)
            let id = fonts.match(FontQuery(families: ["Galley Test Variable"], style: style))[0]
            #expect(fonts.instance(id).face.names.family == "Galley Test Variable")
            ids.insert(id)
        }
        #expect(ids.count == 9)
        #expect(fonts.instanceCount == 10)
        // No instance of this face exists, and none can be made.
        #expect(fonts.match(FontQuery(families: ["Galley Test"], style: .bold)) == [.lastResort])
    }

    @Test func variationSettingsAreWrittenAsCSS() throws {
        let fonts = try FontCollection(paths: [testFontPath("Variable")])
        let query = FontQuery(families: ["Galley Test Variable"], style: .bold)
        #expect(fonts.instance(fonts.match(query)[0]).variationSettings == "wght=700.0")
        #expect(fonts.instance(.lastResort).variationSettings.isEmpty)
    }

    /// Several tasks over one collection get what one task gets.
    @Test func tasksShareACollection() async throws {
        let paths = Debian.isInstalled ? Debian.all : Self.everyTestFont
        let shared = try FontCollection(paths: paths)

        @Sendable func work(_ fonts: FontCollection) -> [String] {
            var results: [String] = []
            for weight in [300.0, 400, 700] {
                for family in ["Galley Test", "DejaVu Sans", "serif", "monospace", "Nope"] {
                    let query = FontQuery(families: [family], style: FaceStyle(weight: weight))
                    for id in fonts.match(query) {
                        let instance = fonts.instance(id)
                        for text in sampleTexts {
                            let placed = instance.withHarfBuzzFont { shape(text, $0) }
                            results.append("\(instance.face.names.full) \(placed)")
                        }
                        for character in sampleTexts.joined() {
                            let found = fonts.fallback(
                                for: Array(character.unicodeScalars), script: "Zyyy", language: nil, near: id)
                            results.append(fonts.instance(found.instance).face.names.full)
                        }
                    }
                }
            }
            return results
        }
        let expected = work(try FontCollection(paths: paths))
        await withTaskGroup(of: [String].self) { group in
            for _ in 0..<4 { group.addTask { work(shared) } }
            for await result in group { #expect(result == expected) }
        }
    }
}
