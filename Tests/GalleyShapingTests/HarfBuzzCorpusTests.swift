import CGalleyHarfBuzz
import Foundation
import GalleyFonts
import GalleyTestSupport
import GalleyText
import Testing

import GalleyShaping

/// Glyph ids, clusters, advances and offsets of whole texts against HarfBuzz called directly, with its own font functions
/// over the same file: static and variable faces, a collection, bitmaps in colour, faces whose space kerns; with caches
/// and short cuts and without.
@Suite("HarfBuzz called directly says the same")
struct HarfBuzzCorpusTests {
    struct Face: Sendable, CustomStringConvertible {
        var path: String
        var family: String
        var variations: [FontVariation] = []
        /// Languages of the declaration of human rights, as its files are named, and of Corpus/.
        var texts: [String]
        var description: String { family + variations.map { " \($0.axis)=\($0.value)" }.joined() }
    }

    private static let noto = "/usr/share/fonts/truetype/noto/"
    private static let western = ["deu_1996", "ell_monotonic", "rus", "article", "code-and-lists"]

    static let faces =
        [
            Face(path: Faces.dejaVu, family: "DejaVu Sans", texts: western + ["arb", "heb", "arabic-hebrew"]),
            Face(path: Faces.liberationSerif, family: "Liberation Serif", texts: western),
            Face(path: noto + "NotoSans-Regular.ttf", family: "Noto Sans", texts: western),
            Face(path: noto + "NotoSerif-Italic.ttf", family: "Noto Serif", texts: western),
            Face(path: Faces.naskh, family: "Noto Naskh Arabic", texts: ["arb", "arabic-hebrew", "arabic-naskh"]),
            Face(
                path: noto + "NotoNastaliqUrdu-Regular.ttf", family: "Noto Nastaliq Urdu",
                texts: ["arb", "arabic-nastaliq"]),
            Face(path: Faces.devanagari, family: "Noto Sans Devanagari", texts: ["hin", "hindi-thai", "devanagari"]),
            Face(path: Faces.thai, family: "Noto Sans Thai", texts: ["tha", "hindi-thai", "thai"]),
            Face(path: noto + "NotoSansKhmer-Regular.ttf", family: "Noto Sans Khmer", texts: ["khm", "khmer"]),
            Face(
                path: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", family: "Noto Sans CJK JP",
                texts: ["jpn", "cmn_hans", "kor", "cjk", "chinese", "japanese", "korean"]),
            Face(path: noto + "NotoColorEmoji.ttf", family: "Noto Color Emoji", texts: ["emoji"]),
            Face(
                path: testFontPath("SpaceKern"), family: "Galley Test SpaceKern", texts: western),
        ]
        + [100.0, 650, 900].map { weight in
            Face(
                path: testFontPath("Variable"), family: "Galley Test Variable",
                variations: [FontVariation(axis: OpenTypeTag("wght"), value: weight)], texts: western)
        }

    private static let emoji = """
        👩‍👩‍👧‍👦 👍🏽 🇩🇪🇫🇷🇯 ☺️ ☺︎ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️‍🔥 👩🏾‍🚀
        😀😃😄 😁😆😅 🤣😂
        """

    /// The lines of a text by its name: what a document of Corpus/ says, one of its specimens, or a declaration of
    /// ../shared, which has no lines where that is absent.
    private static func lines(_ name: String) -> [String] {
        if name == "emoji" { return emoji.components(separatedBy: "\n") }
        let corpus = packageRoot.appendingPathComponent("Corpus/expected/\(name).txt")
        if let text = try? String(contentsOf: corpus, encoding: .utf8) { return text.components(separatedBy: "\n") }
        let marked = [
            packageRoot.appendingPathComponent("Corpus/specimens/\(name).html"),
            sharedFolder.appendingPathComponent("data/udhr/udhr_\(name).xml"),
        ]
        let text = marked.lazy.compactMap { try? String(contentsOf: $0, encoding: .utf8) }.first ?? ""
        return text.components(separatedBy: "\n").map { line in
            line.replacingOccurrences(of: "<[^>]*>", with: "", options: .regularExpression)
                .trimmingCharacters(in: .whitespaces)
        }
    }

    @Test(arguments: faces.filter { Faces.exist($0.path) }, [true, false])
    func sameGlyphs(_ face: Face, cached: Bool) throws {
        var bench = try Bench(paths: [face.path], family: face.family)
        bench.style.shaping.variations = face.variations
        bench.paragraphStyle.baseDirection = .natural
        bench.context.switches.wordCache = cached
        let raw = try RawHarfBuzz(face.path, variations: face.variations)
        var (glyphs, differing) = (0, [String]())
        // Twice, so that what is cached is used.
        for _ in 0..<2 {
            for line in face.texts.flatMap(Self.lines) where !line.isEmpty {
                let shaped = bench.shape(line)
                for item in shaped.text.items where item.kind == .text {
                    let instance = bench.context.fonts.instance(item.instance)
                    guard instance.face.names.family == face.family else { continue }
                    let ours = shaped.text.glyphRecords(of: item)
                    glyphs += ours.count
                    let theirs = raw.shape(Array(shaped.inline.utf8), item)
                    if ours != theirs { differing.append("\(line): \(ours) not \(theirs)") }
                }
            }
        }
        #expect(glyphs > 20)
        #expect(differing.isEmpty, "\(differing.count) items, first \(differing.first ?? "")")
    }
}

/// One glyph as both sides tell it: lengths in font units.
struct GlyphRecord: Equatable, CustomStringConvertible {
    var id: Int
    var cluster: Int
    var advance: Int
    var x: Int
    var y: Int
    var description: String { "\(id)=\(cluster)@\(x),\(y)+\(advance)" }
}

extension ShapedText {
    /// An item's glyphs in visual order, as HarfBuzz has them.
    func glyphRecords(of item: TextItem) -> [GlyphRecord] {
        var records: [GlyphRecord] = []
        let clusters = item.isRightToLeft ? Array(item.clusters.reversed()) : Array(item.clusters)
        for cluster in clusters {
            for glyph in glyphRange(ofCluster: cluster, in: item) {
                let advance = glyphAdvance(glyph, in: item) ?? advance(ofCluster: cluster, in: item)
                let offset = glyphOffset(glyph, in: item)
                records.append(
                    GlyphRecord(
                        id: Int(self.glyph(glyph, in: item)), cluster: start(ofCluster: cluster, in: item),
                        advance: Int(advance), x: Int(offset.x), y: Int(offset.y)))
            }
        }
        return records
    }
}

/// HarfBuzz with nothing of Galley's between: its own font functions over a file.
private final class RawHarfBuzz {
    private let font: OpaquePointer
    private let buffer: OpaquePointer

    struct Unreadable: Error {}

    init(_ path: String, variations: [FontVariation]) throws {
        guard let blob = hb_blob_create_from_file_or_fail(path) else { throw Unreadable() }
        let face = hb_face_create(blob, 0)
        hb_blob_destroy(blob)
        font = hb_font_create(face)
        hb_face_destroy(face)
        let values = variations.map {
            hb_variation_t(tag: hb_tag_from_string("\($0.axis)", -1), value: Float($0.value))
        }
        hb_font_set_variations(font, values, UInt32(values.count))
        buffer = hb_buffer_create()
    }

    deinit {
        hb_buffer_destroy(buffer)
        hb_font_destroy(font)
    }

    func shape(_ utf8: [UInt8], _ item: TextItem) -> [GlyphRecord] {
        hb_buffer_clear_contents(buffer)
        hb_buffer_set_direction(buffer, item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, hb_script_t(rawValue: item.script.tag))
        var flags = HB_BUFFER_FLAG_DEFAULT.rawValue
        if item.start == 0 { flags |= HB_BUFFER_FLAG_BOT.rawValue }
        if Int(item.end) == utf8.count { flags |= HB_BUFFER_FLAG_EOT.rawValue }
        hb_buffer_set_flags(buffer, hb_buffer_flags_t(rawValue: flags))
        utf8.withUnsafeBytes { bytes in
            hb_buffer_add_utf8(
                buffer, bytes.bindMemory(to: CChar.self).baseAddress, Int32(utf8.count), item.start,
                Int32(item.end - item.start))
        }
        hb_shape(font, buffer, nil, 0)
        var count: UInt32 = 0
        let infos = hb_buffer_get_glyph_infos(buffer, &count)
        let positions = hb_buffer_get_glyph_positions(buffer, &count)
        guard let infos, let positions else { return [] }
        return (0..<Int(count)).map { index in
            GlyphRecord(
                id: Int(infos[index].codepoint), cluster: Int(infos[index].cluster),
                advance: Int(positions[index].x_advance), x: Int(positions[index].x_offset),
                y: Int(positions[index].y_offset))
        }
    }
}
