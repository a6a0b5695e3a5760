import Foundation
import Testing

import GalleyFonts
import GalleyTestSupport

/// Debian's packages as the set-up command installs them. The families are those that Chromium takes on that system
/// (`CSS.getPlatformFontsForNode`), so that lines can be compared.
@Suite(.enabled(if: Debian.isInstalled)) struct SystemFontsTests {
    let fonts: FontCollection

    init() throws { fonts = try FontCollection.system() }

    func family(_ id: FontInstanceID) -> String { fonts.instance(id).face.names.family }

    @Test(arguments: [
        ("serif", "Liberation Serif"), ("sans-serif", "Liberation Sans"), ("monospace", "DejaVu Sans Mono"),
        ("cursive", "Liberation Serif"), ("fantasy", "Liberation Serif"), ("system-ui", "Noto Sans"),
        ("emoji", "Noto Color Emoji"),
        ("Arial", "Liberation Sans"), ("helvetica", "Liberation Sans"), ("Times New Roman", "Liberation Serif"),
        ("Courier New", "Liberation Mono"), ("Georgia", "Liberation Serif"), ("Verdana", "Liberation Serif"),
        ("Nope", "Liberation Serif"), ("dejavu sans", "DejaVu Sans"), ("Noto Sans CJK JP", "Noto Sans CJK JP"),
    ])
    func families(name: String, expected: String) {
        #expect(family(fonts.match(FontQuery(families: [name]))[0]) == expected)
    }

    @Test(arguments: [
        (FaceStyle(weight: 700), "DejaVu Sans Bold"), (FaceStyle(weight: 400), "DejaVu Sans"),
        (FaceStyle(weight: 900), "DejaVu Sans Bold"), (FaceStyle(weight: 500), "DejaVu Sans"),
    ])
    func styles(style: FaceStyle, expected: String) {
        let instance = fonts.instance(fonts.match(FontQuery(families: ["DejaVu Sans"], style: style))[0])
        #expect(instance.face.names.full == expected)
        #expect(instance.synthesis.isEmpty)
    }

    @Test func italicIsFoundOrSynthesised() {
        let italic = FaceStyle(slant: .italic)
        let serif = fonts.instance(fonts.match(FontQuery(families: ["Liberation Serif"], style: italic))[0])
        #expect(serif.face.names.subfamily == "Italic")
        #expect(serif.synthesis.isEmpty)
        let thai = fonts.instance(fonts.match(FontQuery(families: ["Noto Sans Thai"], style: italic))[0])
        #expect(thai.synthesis == .oblique)
    }

    @Test(arguments: [
        ("مرحبا", "Arab", "ar", "serif", "DejaVu Sans"), ("שלום", "Hebr", "he", "monospace", "DejaVu Sans"),
        ("नमस्ते", "Deva", "hi", "serif", "Noto Serif Devanagari"),
        ("नमस्ते", "Deva", "hi", "sans-serif", "Noto Sans Devanagari"),
        ("สวัสดี", "Thai", "th", "serif", "Noto Sans Thai"), ("សួស្តី", "Khmr", "km", "serif", "Noto Sans Khmer"),
        ("日本語かな", "Hani", "ja", "serif", "Noto Serif CJK JP"), ("日本語", "Hani", "ja", "sans-serif", "Noto Sans CJK JP"),
        ("中文字", "Hani", "zh-Hans", "sans-serif", "Noto Sans CJK SC"),
        ("中文字", "Hani", "zh", "serif", "Noto Serif CJK SC"),
        ("中文字", "Hani", "zh-Hant", "sans-serif", "Noto Sans CJK TC"),
        ("中文字", "Hani", "zh-TW", "serif", "Noto Serif CJK TC"),
        ("한국어", "Hang", "ko", "serif", "Noto Serif CJK KR"), ("中文字", "Hani", "", "serif", "Noto Sans CJK JP"),
        ("မင်္ဂလာ", "Mymr", "my", "serif", "Noto Sans Myanmar"), ("வணக்கம்", "Taml", "ta", "serif", "Noto Sans Tamil"),
        ("নমস্কার", "Beng", "bn", "serif", "Noto Sans Bengali"), ("გამ", "Geor", "ka", "serif", "DejaVu Sans"),
        ("բարև", "Armn", "hy", "serif", "DejaVu Sans"), ("ሰላም", "Ethi", "am", "serif", "Noto Sans Ethiopic"),
        ("བོད", "Tibt", "bo", "serif", "Noto Serif Tibetan"), ("ສະ", "Laoo", "lo", "serif", "DejaVu Sans"),
        ("∀", "Zyyy", "en", "serif", "DejaVu Sans"), ("𝔄", "Zyyy", "en", "serif", "DejaVu Math TeX Gyre"),
    ])
    func fallbackOfScripts(text: String, script: String, language: String, near: String, expected: String) {
        let id = fonts.match(FontQuery(families: [near]))[0]
        for character in text {
            let cluster = Array(character.unicodeScalars)
            let found = fonts.fallback(for: cluster, script: FontTag(script), language: language, near: id)
            #expect(found.isCovered)
            #expect(family(found.instance) == expected, "\(character)")
            #expect(fonts.instance(found.instance).covers(cluster))
        }
    }

    /// Every script that fonts.json names has at least one of its families here, and it covers the script's letters.
    @Test func everyScriptOfTheTableIsCovered() {
        let near = fonts.match(FontQuery(families: ["serif"]))[0]
        let scripts = ScriptOfLetter()
        var checked: Set<FontTag> = []
        for value in UInt32(0x370)...0x1_F000 where value % 3 == 0 {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic,
                !(0x3400...0xD7A3).contains(value), let tag = scripts.tag(scalar), !checked.contains(tag)
            else { continue }
            let found = fonts.fallback(for: [scalar], script: tag, language: nil, near: near)
            if found.isCovered { checked.insert(tag) }
        }
        #expect(checked.count > 100)
    }

    @Test func emojiPresentation() {
        let near = fonts.match(FontQuery(families: ["serif"]))[0]
        func find(_ text: String, _ presentation: EmojiPresentation) -> String {
            let cluster = Array(text.unicodeScalars)
            let found = fonts.fallback(
                for: cluster, script: "Zyyy", language: nil, near: near, presentation: presentation)
            #expect(found.isCovered)
            return family(found.instance)
        }
        #expect(find("😀", .emoji) == "Noto Color Emoji")
        #expect(find("☺\u{FE0F}", .emoji) == "Noto Color Emoji")
        #expect(find("☺\u{FE0E}", .text) == "DejaVu Sans")
        #expect(find("👩‍👩‍👧", .emoji) == "Noto Color Emoji")
        #expect(find("🇩🇪", .emoji) == "Noto Color Emoji")
        #expect(find("1\u{FE0F}\u{20E3}", .emoji) == "Noto Color Emoji")
    }

    @Test func weightIsKeptInFallback() {
        let near = fonts.match(FontQuery(families: ["serif"], style: .bold))[0]
        let found = fonts.fallback(for: ["\u{E01}"], script: "Thai", language: "th", near: near)
        #expect(fonts.instance(found.instance).face.style.weight == 700)
    }

    @Test func unassignedCharactersAreNotCovered() {
        let near = fonts.match(FontQuery(families: ["serif"]))[0]
        let found = fonts.fallback(for: ["\u{10FFFD}"], script: "Zzzz", language: nil, near: near)
        #expect(found == FontFallback(instance: .lastResort, isCovered: false))
    }

    @Test func givenFacesComeFirst() throws {
        let given = try fonts.adding(paths: [Debian.naskh])
        let near = given.match(FontQuery(families: ["serif"]))[0]
        let found = given.fallback(for: ["\u{628}"], script: "Arab", language: "ar", near: near)
        #expect(given.instance(found.instance).face.path == Debian.naskh)
    }

    @Test func packagesAreKnown() {
        #expect(FontRegistry.package(forScript: "Khmr") == "fonts-noto-core")
        #expect(FontRegistry.package(forScript: "Hani") == "fonts-noto-cjk")
        #expect(FontRegistry.fonts(ofScript: "Hani", language: "zh-HK")?.families.first == "Noto Sans CJK TC")
        #expect(FontRegistry.package(forScript: "Qaaa") == nil)
    }
}

/// A configuration of the test's own: what fontconfig lists, and what becomes of files that change afterwards.
@Suite struct OwnConfigurationTests {
    /// Calls `body` with a folder that holds the named test fonts and a configuration over it.
    func withFonts(
        _ styles: [String], preparing prepare: (URL) throws -> Void = { _ in },
        _ body: (URL, FontCollection) throws -> Void
    ) throws {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appendingPathComponent("galley-fonts-\(UUID().uuidString)")
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: folder) }
        for style in styles {
            try manager.copyItem(
                atPath: testFontPath(style), toPath: folder.appendingPathComponent(style + ".ttf").path)
        }
        try Data("not a font".utf8).write(to: folder.appendingPathComponent("Broken.ttf"))
        try prepare(folder)
        let configuration = folder.appendingPathComponent("fonts.conf")
        let text = """
            <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
            <fontconfig><dir>\(folder.path)</dir><cachedir>\(folder.path)/cache</cachedir></fontconfig>
            """
        try Data(text.utf8).write(to: configuration)
        try body(folder, try FontCollection.system(configuration: configuration.path))
    }

    @Test func facesAreDescribedWithoutOpening() throws {
        try withFonts(["Regular", "Bold", "Variable"]) { _, fonts in
            #expect(fonts.faces.count == 4, "three and the embedded one")
            let bold = try #require(fonts.faces.first { $0.fullName == "Galley Test Bold" })
            #expect(bold.style == .bold)
            #expect(!bold.isVariable && !bold.hasColor)
            let variable = try #require(fonts.faces.first { $0.family == "Galley Test Variable" })
            #expect(variable.isVariable)
            #expect(variable.weights == 100...900)
            #expect(variable.style == .regular)

            let query = FontQuery(families: ["Galley Test Variable"], style: FaceStyle(weight: 850))
            let instance = fonts.instance(fonts.match(query)[0])
            #expect(instance.variations == [AxisValue("wght", 850)])
            #expect(instance.synthesis.isEmpty)
        }
    }

    /// Two packages may bring one family in two versions, as Debian's of Liberation do.
    @Test(arguments: ["Newer.ttf", "Zzz.ttf"]) func theNewestVersionOfAFaceIsTaken(_ name: String) throws {
        func addNewerVersion(_ folder: URL) throws {
            var font = try Data(contentsOf: URL(fileURLWithPath: testFontPath("Regular")))
            let record = try #require(
                (0..<Int(font[5])).map { 12 + 16 * $0 }.first { font[$0..<$0 + 4].elementsEqual("head".utf8) })
            let head = font[record + 8..<record + 12].reduce(0) { $0 << 8 | Int($1) }
            // The high half of `fontRevision`.
            font[head + 4] = 0x7F
            try font.write(to: folder.appendingPathComponent(name))
        }
        try withFonts(["Regular"], preparing: addNewerVersion) { _, fonts in
            let match = fonts.match(FontQuery(families: ["Galley Test"], style: .regular))
            #expect(fonts.instance(match[0]).face.path.hasSuffix(name))
        }
    }

    @Test func genericFamiliesWithoutTheUsualFonts() throws {
        try withFonts(["Bold"]) { _, fonts in
            for name in ["serif", "sans-serif", "monospace", "system-ui"] {
                let instance = fonts.instance(fonts.match(FontQuery(families: [name], style: .bold))[0])
                #expect(instance.face.names.family == "Galley Test")
            }
        }
    }

    @Test func listedFilesThatVanishAreNoTrap() throws {
        try withFonts(["SpaceKern", "Bold"]) { folder, fonts in
            for file in ["SpaceKern.ttf", "Bold.ttf"] {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(file))
            }
            let match = fonts.resolve(FontQuery(families: ["Galley Test SpaceKern", "Galley Test"], style: .bold))
            #expect(match.instances.allSatisfy { fonts.instance($0).face.path == "<built in>" })
            #expect(!match.instances.isEmpty)
        }
    }

    @Test func aMissingConfigurationIsAnError() {
        #expect(throws: FontError.noSystemFonts(reason: "/nowhere.conf is no fontconfig configuration")) {
            try FontCollection.system(configuration: "/nowhere.conf")
        }
    }
}

/// A letter's script, by the name of its character: good enough to visit many scripts.
struct ScriptOfLetter {
    private let scripts: [(prefix: String, tag: FontTag)]

    init() {
        scripts = FontRegistry.scriptLines.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "|")
            return fields[0].contains("-") ? nil : (fields[1].uppercased() + " ", FontTag(String(fields[0])))
        }
    }

    func tag(_ scalar: Unicode.Scalar) -> FontTag? {
        guard let name = scalar.properties.name else { return nil }
        return scripts.first { name.hasPrefix($0.prefix) }?.tag
    }
}
