import Foundation
import GalleyXLIFF

/// What the checker says about units of one file.
func check(
    _ units: String..., original: String = "App/en.lproj/Localizable.strings", target: String = "de",
    _ change: (inout XLIFFChecker.Options) -> Void = { _ in }
) throws -> [Finding] {
    var options = XLIFFChecker.Options()
    change(&options)
    var checker = XLIFFChecker(options: options)
    let text = xliff(original: original, target: target, units.joined(separator: "\n"))
    return try XLIFFDocument(data: Data(text.utf8), name: "de.xliff").files.flatMap { checker.check($0) }
}

/// Escapes a text for XML.
func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case "\r": result += "&#13;"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// The codes of what the checker says about one unit.
func codes(
    _ source: String, _ target: String, original: String = "App/en.lproj/Localizable.strings", locale: String = "de",
    id: String = "k", _ change: (inout XLIFFChecker.Options) -> Void = { _ in }
) throws -> [Finding.Code] {
    try check(unit(id, escaped(source), escaped(target)), original: original, target: locale, change).map(\.code)
}
