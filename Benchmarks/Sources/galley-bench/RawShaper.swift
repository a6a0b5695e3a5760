import CHarfBuzz
import GalleyUnicode

/// `hb_shape` alone, over one buffer, with fonts that HarfBuzz itself opens: what every speed of ours is told as a ratio to.
struct RawShaper {
    private let buffer: OpaquePointer = hb_buffer_create()
    private let language = hb_language_from_string("en", 2)

    /// A font over a file; `scale` in 16.16 font units an em, those of the face when `nil`.
    static func font(path: String, index: Int, scale: Int32? = nil) -> OpaquePointer? {
        guard let blob = hb_blob_create_from_file_or_fail(path) else { return nil }
        guard let font = hb_font_create(hb_face_create(blob, UInt32(index))) else { return nil }
        hb_ot_font_set_funcs(font)
        if let scale { hb_font_set_scale(font, scale, scale) }
        return font
    }

    /// Shapes a part of a text and lets `body` see the positions.
    @inline(__always)
    func shape(
        _ bytes: [UInt8], _ range: Range<Int>, _ script: Script, isRightToLeft: Bool, _ font: OpaquePointer
    ) -> UnsafeBufferPointer<hb_glyph_position_t> {
        hb_buffer_clear_contents(buffer)
        bytes.withUnsafeBytes { raw in
            hb_buffer_add_utf8(
                buffer, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
                UInt32(range.lowerBound), Int32(range.count))
        }
        hb_buffer_set_script(buffer, hb_script_t(script.tag))
        hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_language(buffer, language)
        hb_shape(font, buffer, nil, 0)
        var count: UInt32 = 0
        let positions = hb_buffer_get_glyph_positions(buffer, &count)
        return UnsafeBufferPointer(start: positions, count: Int(count))
    }
}
