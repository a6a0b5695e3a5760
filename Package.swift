// swift-tools-version: 6.1
// Galley: HTML to laid-out text, XLIFF to .strings, text measured in tests. ARCHITECTURE.md describes the rooms;
// Scripts/check-imports.py holds this list and the sources to its import table.
import PackageDescription

/// One Swift module: its name and what it may import (each is also a library product).
struct Room {
    var name: String
    var dependencies: [String]
    /// What its tests import beside these.
    var test: [String] = []
    /// Tables in the tests' folder.
    var testData: [String] = []
}

let rooms: [Room] = [
    Room(name: "GalleyUnicode", dependencies: ["CGalleyData"]),
    Room(name: "GalleyMarkup", dependencies: ["CGalleyXML", "CGalleyData"]),
    Room(name: "GalleyText", dependencies: ["GalleyUnicode"]),
    Room(
        name: "GalleyHTML", dependencies: ["GalleyMarkup", "GalleyText", "GalleyUnicode"],
        testData: ["CSS/selectors.tsv", "CSS/computed.tsv", "Elements/text.tsv", "Elements/sources.tsv"]),
    Room(
        name: "GalleyFonts",
        dependencies: ["GalleyUnicode", "CGalleyFreeType", "CGalleyFontconfig", "CGalleyHarfBuzz", "CGalleyData"]),
    Room(
        name: "GalleyShaping",
        dependencies: ["GalleyUnicode", "GalleyText", "GalleyFonts", "CGalleyHarfBuzz", "CGalleyICU"],
        testData: ["Hyphenation/words.tsv"]),
    Room(
        name: "GalleyParagraph", dependencies: ["GalleyShaping", "GalleyFonts", "GalleyText", "GalleyUnicode"]),
    Room(
        name: "GalleyLayout",
        dependencies: ["GalleyParagraph", "GalleyShaping", "GalleyFonts", "GalleyText", "GalleyUnicode"],
        test: ["GalleyLoading"]),
    Room(name: "GalleyLoading", dependencies: ["GalleyText", "CGalleyImage"]),
    Room(
        name: "GalleyRender",
        dependencies: [
            "GalleyLayout", "GalleyParagraph", "GalleyShaping", "GalleyFonts", "GalleyText", "GalleyLoading",
            "CGalleyCairo", "CGalleySVG", "CGalleyZlib",
        ]),
    Room(
        name: "GalleyXLIFF", dependencies: ["GalleyMarkup", "GalleyUnicode"], testData: ["oasis-misses.tsv"]),
    Room(
        name: "Galley",
        dependencies: [
            "GalleyUnicode", "GalleyMarkup", "GalleyText", "GalleyHTML", "GalleyFonts", "GalleyShaping",
            "GalleyParagraph", "GalleyLayout", "GalleyLoading", "GalleyRender",
        ],
        test: ["GalleyXLIFF", "GalleyTesting"]),
    Room(
        name: "GalleyTesting",
        dependencies: [
            "GalleyLayout", "GalleyParagraph", "GalleyShaping", "GalleyFonts", "GalleyText", "GalleyUnicode",
            "GalleyHTML",
        ]),
]

let package = Package(
    name: "galley",
    platforms: [.macOS(.v15)],
    products: rooms.map { .library(name: $0.name, targets: [$0.name]) } + [
        .executable(name: "galley", targets: ["GalleyTool"]),
        .executable(name: "xliffix", targets: ["XliffixTool"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        // System libraries: a module map and a shim header each.
        .systemLibrary(
            name: "CGalleyXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .systemLibrary(
            name: "CGalleyFreeType", pkgConfig: "freetype2",
            providers: [.apt(["libfreetype-dev"]), .brew(["freetype"])]),
        .systemLibrary(
            name: "CGalleyHarfBuzz", pkgConfig: "harfbuzz",
            providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
        .systemLibrary(
            name: "CGalleyCairo", pkgConfig: "cairo-ft", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
        .systemLibrary(
            name: "CGalleyFontconfig", pkgConfig: "fontconfig",
            providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
        .systemLibrary(name: "CGalleyZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CGalleyPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .systemLibrary(
            name: "CGalleyJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(
            name: "CGalleyWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
        // Small C targets of our own.
        .target(name: "CGalleyData", exclude: ["Embedded"]),
        .target(name: "CGalleyImage", dependencies: ["CGalleyPNG", "CGalleyJPEG", "CGalleyWebP"]),
        .target(name: "CGalleySVG", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "CGalleyICU",
            linkerSettings: [.linkedLibrary("icuuc", .when(platforms: [.linux]))]),
        // What tests of several rooms use.
        .target(name: "GalleyTestSupport", path: "Tests/GalleyTestSupport"),
        // The commands.
        .executableTarget(
            name: "GalleyTool",
            dependencies: ["Galley", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .executableTarget(
            name: "XliffixTool",
            dependencies: [
                "GalleyXLIFF", "GalleyLayout", "GalleyShaping", "GalleyFonts", "GalleyText",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(name: "GalleyToolTests", dependencies: ["GalleyTool"]),
        .testTarget(name: "XliffixToolTests", dependencies: ["XliffixTool"]),
    ]
        + rooms.map { .target(name: $0.name, dependencies: $0.dependencies.map { .init(stringLiteral: $0) }) }
        + rooms.map {
            .testTarget(
                name: $0.name + "Tests",
                dependencies: ([$0.name, "GalleyTestSupport"] + $0.dependencies + $0.test).map {
                    .init(stringLiteral: $0)
                },
                exclude: $0.testData)
        },
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)

// GALLEY_ROOMS=GalleyUnicode,GalleyText keeps only those targets, what they need and their tests: the quick way to
// build and test one room while working in it.
if let wanted = Context.environment["GALLEY_ROOMS"]?.split(separator: ",").map(String.init) {
    let byName = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var keep: Set<String> = []
    var pending = wanted + wanted.map { $0 + "Tests" }
    while let name = pending.popLast() {
        guard let target = byName[name], keep.insert(name).inserted else { continue }
        for case .byNameItem(let dependency, _) in target.dependencies { pending.append(dependency) }
    }
    package.targets.removeAll { !keep.contains($0.name) }
    let tools = ["galley": "GalleyTool", "xliffix": "XliffixTool"]
    package.products.removeAll { !keep.contains(tools[$0.name] ?? $0.name) }
}
