import CGalleyHarfBuzz

/// A face's character map for the BMP as two-stage arrays, filled whole once: 256 pages of 256 glyph ids. Pages without
/// a glyph share one page of zeros.
///
/// `@unchecked Sendable`: written in `init` only, freed in `deinit` only.
final class CharacterMap: @unchecked Sendable {
    let pages: UnsafeMutablePointer<UnsafePointer<UInt16>?>
    private let storage: UnsafeMutablePointer<UInt16>

    init(font: OpaquePointer, face: OpaquePointer) {
        let set = hb_set_create()!
        defer { hb_set_destroy(set) }
        hb_face_collect_unicodes(face, set)

        // First which pages there are, then their glyphs.
        var pageOf = [Int](repeating: 0, count: Int(GALLEY_BMP_PAGES))
        var pageCount = 1
        var first: hb_codepoint_t = hb_codepoint_t.max
        var last: hb_codepoint_t = 0
        while hb_set_next_range(set, &first, &last) != 0, first < 0x1_0000 {
            for page in Int(first >> 8)...Int(min(last, 0xFFFF) >> 8) where pageOf[page] == 0 {
                pageOf[page] = pageCount
                pageCount += 1
            }
            first = last
        }
        storage = .allocate(capacity: pageCount * 256)
        storage.initialize(repeating: 0, count: pageCount * 256)
        pages = .allocate(capacity: Int(GALLEY_BMP_PAGES))
        for page in 0..<Int(GALLEY_BMP_PAGES) {
            (pages + page).initialize(to: UnsafePointer(storage + pageOf[page] * 256))
        }
        var unicode = hb_codepoint_t.max
        while hb_set_next(set, &unicode) != 0, unicode < 0x1_0000 {
            var glyph: hb_codepoint_t = 0
            if hb_font_get_nominal_glyph(font, unicode, &glyph) != 0, glyph <= 0xFFFF {
                storage[pageOf[Int(unicode >> 8)] * 256 + Int(unicode & 0xFF)] = UInt16(glyph)
            }
        }
    }

    deinit {
        pages.deallocate()
        storage.deallocate()
    }
}
