import Foundation
import GalleyFonts
import GalleyShaping
import GalleyText

import GalleyParagraph

/// Faces that the tests use; those of Debian packages may be absent.
enum Faces {
    static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    static let dejaVuSerif = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
    static let liberationSerif = "/usr/share/fonts/truetype/liberation2/LiberationSerif-Regular.ttf"
    static let naskh = "/usr/share/fonts/truetype/noto/NotoNaskhArabic-Regular.ttf"
    static let devanagari = "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf"
    static let cjk = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

    static func exist(_ paths: String...) -> Bool { paths.allSatisfy(FileManager.default.fileExists) }
}

/// Layout with the embedded test face alone: at 10 px most letters are 6 px wide, the space 3 px; ascent 8, descent 2.
struct Bench {
    let context: LayoutContext
    var style = TextStyle()
    var paragraphStyle = ParagraphStyle()

    init(
        paths: [String] = [], family: String = "Galley Test", size: Double = 10,
        hyphenation: HyphenationDictionaries = .none
    ) throws {
        let fonts =
            paths.isEmpty
            ? FontCollection.strict() : FontCollection(faces: try paths.flatMap { try FontFace.all(path: $0) })
        context = LayoutContext(fonts: fonts, hyphenation: hyphenation)
        style.shaping = ShapingStyle(fontFamilies: [family], fontSize: size)
    }

    func shape(_ string: String) -> ShapedParagraph {
        context.shape(paragraph: 0, of: AttributedText(string, style: style, paragraphStyle: paragraphStyle))
    }

    func layOut(_ string: String, width: Double = .infinity, maximumLines: Int = 0) -> ParagraphLayout {
        ParagraphLayout(
            shape(string),
            ParagraphConstraints(
                width: width, maximumLines: maximumLines, truncation: maximumLines > 0 ? .ellipsis : nil),
            context: context)
    }

    /// The lines as their text would be read: hanging spaces as `·`, shown hyphens as `-`.
    func lines(_ string: String, width: Double) -> [String] { layOut(string, width: width).dump }
}

extension ParagraphLayout {
    /// Each line's inline text; hanging spaces as `·`, inserted text as it is.
    var dump: [String] {
        lines.map { line in
            let utf8 = shaped.inline.utf8
            let content = String(decoding: utf8[line.contentRange], as: UTF8.self)
            let rest = String(decoding: utf8[line.contentRange.upperBound..<line.inlineRange.upperBound], as: UTF8.self)
            let inserted = line.runs.compactMap(\.insertedText).joined()
            return content.replacingOccurrences(of: "\u{AD}", with: "") + inserted
                + rest.replacingOccurrences(of: " ", with: "·").replacingOccurrences(of: "\u{2028}", with: "↵")
        }
    }

    /// Everything that can be compared of two layouts.
    var fingerprint: [String] {
        lines.map { line in
            let runs = line.runs.map { run in
                run.withGlyphs { glyphs, _ in
                    glyphs.map { "\($0.id)@\(($0.x * 64).rounded() / 64),\(($0.y * 64).rounded() / 64)" }
                        .joined(separator: " ")
                }
            }
            return
                "\(line.sourceRange) x\((line.x * 64).rounded()) w\((line.width * 64).rounded()) y\(line.y) h\(line.height) \(runs)"
        }
    }
    /// As `fingerprint`, nothing rounded.
    var exactFingerprint: [String] {
        lines.map { line in
            let runs = line.runs.map { run in
                run.withGlyphs { glyphs, _ in
                    "\(run.inlineRange) \(run.level) \(run.isHanging) \(run.style) x\(run.x) w\(run.width) \(run.baseline) "
                        + glyphs.map { "\($0.id)@\($0.x),\($0.y)" }.joined(separator: " ")
                }
            }
            let flags = "\(line.isRightToLeft) \(line.endsWithHyphen) \(line.endsWithForcedBreak)"
            return
                "\(line.sourceRange) \(line.contentRange) \(flags) x\(line.x) w\(line.width) y\(line.y) h\(line.height) a\(line.ascent) \(runs)"
        }
    }
}
