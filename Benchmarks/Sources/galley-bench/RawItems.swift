import CHarfBuzz
import Foundation
import GalleyFonts
import GalleyShaping

/// `hb_shape` alone on the stretches of one face, script and direction that a shaped text has: what natural text, whose
/// faces are many, is told as a ratio to. Files are opened by HarfBuzz itself.
final class RawItems {
    private struct Item {
        var range: Range<Int>
        var script: hb_script_t
        var direction: hb_direction_t
        var font: Int
    }
    private var paragraphs: [(bytes: [UInt8], items: [Item])] = []
    private var fonts: [OpaquePointer] = []
    private var known: [String: Int] = [:]
    private let buffer: OpaquePointer = hb_buffer_create()

    init(_ shaped: [ShapedParagraph], _ collection: FontCollection) {
        for paragraph in shaped {
            var items: [Item] = []
            for item in paragraph.text.items where item.kind == .text {
                let face = collection.instance(item.instance).face
                guard let font = font(face.path, face.index) else { continue }
                items.append(
                    Item(
                        range: item.range, script: hb_script_t(item.script.tag),
                        direction: item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR, font: font))
            }
            paragraphs.append((Array(paragraph.inline.utf8), items))
        }
    }

    private func font(_ path: String, _ index: Int) -> Int? {
        let key = "\(path)#\(index)"
        if let known = known[key] { return known }
        guard let blob = hb_blob_create_from_file_or_fail(path) else { return nil }
        let font: OpaquePointer = hb_font_create(hb_face_create(blob, UInt32(index)))
        hb_ot_font_set_funcs(font)
        fonts.append(font)
        known[key] = fonts.count - 1
        return fonts.count - 1
    }

    /// The time of one pass in ns.
    func shape() -> Double {
        let language = hb_language_from_string("en", 2)
        let start = cpuTime()
        for (bytes, items) in paragraphs {
            for item in items {
                hb_buffer_clear_contents(buffer)
                bytes.withUnsafeBytes { raw in
                    hb_buffer_add_utf8(
                        buffer, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
                        UInt32(item.range.lowerBound), Int32(item.range.count))
                }
                hb_buffer_set_script(buffer, item.script)
                hb_buffer_set_direction(buffer, item.direction)
                hb_buffer_set_language(buffer, language)
                hb_shape(fonts[item.font], buffer, nil, 0)
            }
        }
        return cpuTime() - start
    }
}
