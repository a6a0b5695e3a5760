import Foundation
import Galley

/// What all inputs of a run share: the fonts and the style sheets of the options, the system's dictionaries.
struct Resources: Sendable {
    var fonts: FontCollection
    let hyphenation = HyphenationDictionaries.system()
    var styleSheets: [String]
    /// What is to be said of them.
    private(set) var diagnostics: [Diagnostic] = []

    /// Opens them; throws a diagnostic that names the file.
    init(_ look: Look, css: [String]) throws(InputError) {
        let system = (try? FontCollection.system()) ?? FontCollection(faces: [])
        do throws(FontError) {
            fonts = try look.fontFiles.isEmpty ? system : system.adding(paths: look.fontFiles)
        } catch {
            throw InputError(font: error, files: look.fontFiles)
        }
        if let family = look.family, !fonts.hasFamily(family) {
            diagnostics.append(Diagnostic(.warning, code: "no-such-family", "no font has the family \"\(family)\""))
        }
        styleSheets = []
        for path in css {
            styleSheets.append(TextDecoding.string(Array(try Input(path: path).read())))
        }
    }
}

extension InputError {
    /// A font's error names its file already.
    init(font error: FontError, files: [String]) {
        let message = "\(error)"
        let file = files.first { message.hasPrefix($0 + ": ") } ?? ""
        self.init(
            code: "font", message: file.isEmpty ? message : String(message.dropFirst(file.count + 2)), file: file)
    }
}

/// Bytes of plain text as a string.
enum TextDecoding {
    /// UTF-8, repaired; UTF-16 with a byte order mark.
    static func string(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let isLittle = bytes[0] == 0xFF
            var units: [UInt16] = []
            for index in stride(from: 2, to: bytes.count - 1, by: 2) {
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                units.append(isLittle ? second << 8 | first : first << 8 | second)
            }
            return String(decoding: units, as: UTF16.self)
        }
        return String(decoding: bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0), as: UTF8.self)
    }
}
