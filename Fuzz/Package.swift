// swift-tools-version: 6.1
// Fuzz targets for libFuzzer; Fuzz/run.sh builds and runs one. A package of its own, as its flags are unsafe.
import PackageDescription

func target(_ name: String, _ products: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: ["FuzzSupport"] + products.map { .product(name: $0, package: "galley") },
        swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "galley", path: "..")],
    targets: [
        .target(name: "FuzzSupport"),
        target("FuzzHTML", ["GalleyHTML", "GalleyMarkup", "GalleyText"]),
        target("FuzzCSS", ["GalleyHTML", "GalleyText"]),
        target("FuzzLayout", ["GalleyHTML", "GalleyText", "GalleyFonts", "GalleyLayout"]),
        target("FuzzPages", ["GalleyText", "GalleyFonts", "GalleyLayout"]),
        target("FuzzParagraph", ["GalleyText", "GalleyFonts", "GalleyShaping", "GalleyParagraph"]),
        target("FuzzBreaks", ["GalleyUnicode"]),
        target("FuzzBidi", ["GalleyUnicode"]),
        target("FuzzXLIFF", ["GalleyXLIFF"]),
        target("FuzzStrings", ["GalleyXLIFF"]),
        target("FuzzCatalog", ["GalleyXLIFF"]),
    ],
    swiftLanguageModes: [.v6]
)
