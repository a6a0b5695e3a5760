import CGalleySVG

/// librsvg, which draws SVG pictures where it is installed: opened when the first one is met, by this process once.
///
/// `@unchecked Sendable`: `functions` are written before it is made, and only read then; the library stays open.
package struct SVGLibrary: @unchecked Sendable {
    let functions: OpaquePointer

    /// The one that is installed; `nil` where there is none.
    package static let system = SVGLibrary(names: systemNames)

    #if canImport(Darwin)
        private static let systemNames = [
            "librsvg-2.2.dylib", "/opt/homebrew/lib/librsvg-2.2.dylib", "/usr/local/lib/librsvg-2.2.dylib",
        ]
    #else
        private static let systemNames = ["librsvg-2.so.2"]
    #endif

    /// The first of these files that there is; `nil` where there is none.
    package init?(names: [String]) {
        guard let functions = names.lazy.compactMap({ galley_svg_library_open($0) }).first else { return nil }
        self.functions = functions
    }
}
