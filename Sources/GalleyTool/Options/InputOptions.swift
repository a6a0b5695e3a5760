import ArgumentParser
import Foundation
import Galley

/// What is read and how it is understood.
struct InputOptions: ParsableArguments {
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case html, text
    }

    @Option(
        help: .init("What the input is; told by the file's extension or its first characters otherwise."))
    var from: Kind?

    @Option(name: .customLong("base-url"), help: .init("What relative URLs refer to.", valueName: "url"))
    var baseURL: String?

    @Option(
        help: .init(
            "The folder below which pictures, fonts and style sheets of HTML may be read (the document's).",
            valueName: "dir"))
    var root: String?

    @Option(
        help: .init("A style sheet for HTML, under the document's own. May be given several times.", valueName: "file"))
    var css: [String] = []

    @Option(
        name: .customLong("text-scale"),
        help: .init("Multiply the sizes of HTML's text, not of its boxes (1).", valueName: "factor"))
    var textScale = 1.0

    @Option(
        name: .customLong("max-image"),
        help: .init("Scale HTML's images down to fit into this many px, as 400x300.", valueName: "WxH"))
    var maximumImage: ImageLimit?

    @Option(help: .init("The colour of HTML's links, as a colour of CSS that is #rrggbb.", valueName: "colour"))
    var linkColor: HexadecimalColor?

    @Flag(help: "Ignore the style sheets and style attributes of HTML documents.")
    var ignoreStyles = false

    @Flag(help: "Show what is in closed details elements.")
    var openDetails = false

    @Flag(help: "Load images over HTTP too.")
    var allowNetwork = false

    @Flag(help: "Load no images: show their alternative texts.")
    var noImages = false

    func validate() throws {
        try check(textScale, "--text-scale", 0.05...20)
        if let root {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder.boolValue else {
                throw ValidationError("--root must name a folder: \(root)")
            }
        }
    }
}

/// A size in px: `400x300`.
struct ImageLimit: ExpressibleByArgument, Sendable {
    var size: Size

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...1_000_000).contains(width),
            (1...1_000_000).contains(height)
        else { return nil }
        size = Size(width: width, height: height)
    }
}

/// A colour: `#rrggbb`.
struct HexadecimalColor: ExpressibleByArgument, Sendable {
    var color: Color

    init?(argument: String) {
        let digits = argument.drop { $0 == "#" }
        guard digits.utf8.count == 6, let number = UInt32(digits, radix: 16) else { return nil }
        color = Color(rgb: number)
    }
}

/// Which faces there are, and how text without a style of its own looks.
struct FontOptions: ParsableArguments {
    @Option(help: .init("A font file to use beside the system's fonts. May be given several times.", valueName: "file"))
    var font: [String] = []

    @Option(help: .init("The family of text that names none.", valueName: "name"))
    var family: String?

    @Option(help: .init("The size of text that names none, in px (16).", valueName: "px"))
    var size: Double?

    func validate() throws {
        try check(size, "--size", 1...1_000)
    }

    var look: Look { Look(fontFiles: font, family: family, size: size) }
}

/// The faces beside the system's, and the default look of text.
struct Look: Sendable {
    var fontFiles: [String] = []
    var family: String?
    var size: Double?
}

/// What is said beside the result.
struct ReportOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false
}

/// Refuses numbers that make no sense, in words.
func check(_ value: Double?, _ name: String, _ range: ClosedRange<Double>) throws {
    guard let value else { return }
    guard range.contains(value) else {
        throw ValidationError("\(name) must be a number from \(plain(range.lowerBound)) to \(plain(range.upperBound)).")
    }
}

/// A number without `.0`.
func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
}
