// swift-tools-version: 6.1
// Measures Galley; the JSON lines that it prints can stand beside those of other engines' harnesses.
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "galley", path: "..")],
    targets: [
        // Raw hb_shape in the same process: every speed is told as a ratio to it.
        .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
        // Raw libxml2 events, for HTML.
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .executableTarget(
            name: "galley-bench",
            dependencies: [
                "CHarfBuzz", "CLibXML2", .product(name: "GalleyHTML", package: "galley"),
                .product(name: "GalleyMarkup", package: "galley"), .product(name: "GalleyText", package: "galley"),
                .product(name: "GalleyFonts", package: "galley"),
                .product(name: "GalleyShaping", package: "galley"),
                .product(name: "GalleyParagraph", package: "galley"),
                .product(name: "GalleyLayout", package: "galley"),
                .product(name: "GalleyRender", package: "galley"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
