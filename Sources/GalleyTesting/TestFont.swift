import Foundation
import GalleyFonts
import GalleyText

/// A font for measuring: faces given by file and nothing else, so that the answer is the same on every machine.
///
///     let font = try TestFont(file: fontURL, size: 16)
///     let generated = TestFont(size: 10)            // the generated face: known advances
///
/// No font of the system is ever looked at. A character that no given face has is a failure that names it.
public struct TestFont: Sendable {
    /// The given faces and the generated one.
    public let fonts: FontCollection
    /// The family of the first face given.
    public let family: String
    /// In px.
    public var size: Double
    /// 1 to 1000; picks among the given faces of the family.
    public var weight: Double = 400
    public var isItalic = false
    /// A BCP 47 tag; empty when it does not matter.
    public var language = ""
    public var letterSpacing = 0.0
    public var lineHeight: LineHeight = .normal

    /// The faces of one file. Throws `FontError` naming the file when it is none.
    public init(file: URL, size: Double) throws {
        try self.init(files: [file], size: size)
    }

    /// The faces of several files, such as a regular and a bold one; the first names the family.
    public init(files: [URL], size: Double) throws {
        var faces: [FontFace] = []
        for file in files { faces += try FontFace.all(path: file.path) }
        guard let first = faces.first else { throw TestFontError.noFiles }
        fonts = FontCollection.strict(faces: faces)
        family = first.names.typographicFamily
        self.size = size
    }

    /// The generated test face, which is part of the library: every advance is written in
    /// `Fonts/expected-advances.tsv`.
    public init(size: Double) {
        fonts = FontCollection.strict()
        family = FontFace.embedded.names.typographicFamily
        self.size = size
    }

    /// The style that text in this font has.
    public var style: TextStyle {
        var style = TextStyle()
        style.shaping.fontFamilies = [family]
        style.shaping.fontSize = size
        style.shaping.fontWeight = weight
        style.shaping.fontSlant = isItalic ? .italic : .normal
        style.shaping.language = language
        style.shaping.letterSpacing = .px(letterSpacing)
        style.lineHeight = lineHeight
        return style
    }
}

/// Why a test font could not be made, beside `FontError`.
public enum TestFontError: Error, Sendable, Hashable, CustomStringConvertible {
    case noFiles

    public var description: String { "no font file was given" }
}
