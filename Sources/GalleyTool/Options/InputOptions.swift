import ArgumentParser

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
        help: .init("A style sheet for HTML, under the document's own. May be given several times.", valueName: "file"))
    var css: [String] = []

    @Flag(help: "Load images over HTTP too.")
    var allowNetwork = false

    @Flag(help: "Load no images: show their alternative texts.")
    var noImages = false
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
