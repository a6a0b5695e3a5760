import Foundation

/// The root of the package.
public let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// Data from outside the repository: `GALLEY_SHARED`, or the folder `shared` beside the package.
public let sharedFolder =
    ProcessInfo.processInfo.environment["GALLEY_SHARED"].map { URL(fileURLWithPath: $0) }
    ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared")

/// The path of a face of Fonts/ by its style.
public func testFontPath(_ style: String) -> String {
    packageRoot.appendingPathComponent("Fonts/GalleyTest-\(style).ttf").path
}
