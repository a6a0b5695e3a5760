// swift-tools-version: 6.1
// A user's package: it depends on Galley by path. Scripts/check-consumer.sh builds and runs it.
import PackageDescription

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "galley", path: "../..")],
    targets: [
        .executableTarget(
            name: "consumer",
            dependencies: [
                .product(name: "Galley", package: "galley"), .product(name: "GalleyXLIFF", package: "galley"),
            ]),
        .testTarget(name: "MustFailTests", dependencies: [.product(name: "GalleyTesting", package: "galley")]),
    ],
    swiftLanguageModes: [.v6]
)
