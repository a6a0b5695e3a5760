import ArgumentParser
import Foundation
import GalleyXLIFF

/// What is looked for, and what with.
struct CheckOptions: ParsableArguments {
    @Option(
        help: .init("Report these codes and no others, with commas; may be repeated.", valueName: "codes"),
        transform: Self.codes)
    var only: [Set<Finding.Code>] = []

    @Option(
        help: .init("Do not report these codes, with commas; may be repeated.", valueName: "codes"),
        transform: Self.codes)
    var skip: [Set<Finding.Code>] = []

    @Option(
        help: .init("Report these codes, too, which are off by default: final-punctuation.", valueName: "codes"),
        transform: Self.codes)
    var also: [Set<Finding.Code>] = []

    @Flag(help: "Warnings are errors.")
    var strict = false

    @Option(
        help: .init(
            "The font for length limits in pixels, points and glyphs that name none: a file, or a family of the system.",
            valueName: "file|family"))
    var font: String?

    @Option(help: .init("The size of that font.", valueName: "number"))
    var size = 16.0

    @Option(
        help: .init(
            "What stands for an argument when a length is measured: @=Ann, d=1,000, 2=Monday; may be repeated.",
            valueName: "argument=text"))
    var sample: [String] = []

    @Option(
        help: .init(
            "What length limits without size-unit count: char, byte, pixel, point, ... By default pixels where the XLIFF names a font, else characters.",
            valueName: "unit"))
    var sizeUnit: String?

    @Option(help: "What a character is where XLIFF limits characters.")
    var characters = XLIFFChecker.CharacterCount.graphemes

    /// Which findings count.
    var policy: FindingPolicy {
        var policy = FindingPolicy()
        policy.only = only.reduce([]) { $0.union($1) }
        policy.skip = skip.reduce([]) { $0.union($1) }
        policy.extra = also.reduce([]) { $0.union($1) }
        policy.isStrict = strict
        return policy
    }

    func validate() throws {
        guard size > 0, size <= 10_000 else { throw ValidationError("--size must be more than 0, and 10000 at most.") }
        if let sizeUnit, case .other = LengthLimit.Unit(sizeUnit: sizeUnit) {
            throw ValidationError("'\(sizeUnit)' is no unit: char, byte, col, glyph, pixel, point.")
        }
        var samples = SampleValues()
        for setting in sample where !samples.set(setting) {
            throw ValidationError("'\(setting)' is not of the form argument=text, as @=Ann.")
        }
    }

    /// For the library.
    ///
    /// - Throws: `ValidationError` when the font is not there.
    func checkerOptions() throws -> XLIFFChecker.Options {
        var options = XLIFFChecker.Options()
        options.policy = policy
        options.fontSize = size
        options.characters = characters
        options.assumedUnit = sizeUnit.map { .init(sizeUnit: $0) }
        for setting in sample { _ = options.samples.set(setting) }
        let file = font.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
        do {
            let made = try LayoutTextMeasuring.make(file: file)
            options.measuring = made.measuring
            options.font = made.family ?? font
            if let family = options.font, !made.measuring.hasFamily(family) {
                throw ValidationError("'\(family)' is neither a file nor the family of a font of this system.")
            }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ValidationError("--font: \(error)")
        }
        return options
    }

    private static func codes(_ text: String) throws -> Set<Finding.Code> {
        let codes = text.split(separator: ",").map { Finding.Code(rawValue: String($0)) }
        if let unknown = codes.first(where: { CodeDescription.of($0) == nil }) {
            throw ValidationError("'\(unknown.rawValue)' is no code; Documentation/Findings.md lists them")
        }
        guard !codes.isEmpty else { throw ValidationError("a code is missing") }
        return Set(codes)
    }
}

extension XLIFFChecker.CharacterCount: ExpressibleByArgument {}
extension FindingReport.Format: ExpressibleByArgument {}
