import CGalleyHarfBuzz
import GalleyFonts
import GalleyUnicode

/// One `hb_buffer_t`, kept and emptied between uses.
///
/// Cluster level 0 (monotone, graphemes): a cluster is never less than a grapheme cluster as HarfBuzz sees it.
final class HarfBuzzBuffer {
    private let pointer: OpaquePointer

    init() {
        pointer = hb_buffer_create()
        hb_buffer_set_cluster_level(pointer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
    }

    deinit { hb_buffer_destroy(pointer) }

    /// Shapes `range` of `utf8` in font units; what stands around it is context (Arabic joins across it).
    /// `tellsConcatenation` asks for the flags that say where results can be put together.
    func shape(
        _ utf8: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, item: TextItem, style: FontStyle,
        instance: FontInstance, tellsConcatenation: Bool = false
    ) {
        hb_buffer_clear_contents(pointer)
        hb_buffer_set_direction(pointer, item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_script(pointer, hb_script_t(rawValue: item.script.tag))
        hb_buffer_set_language(pointer, style.language)
        var flags = HB_BUFFER_FLAG_DEFAULT.rawValue
        if range.lowerBound == 0 { flags |= HB_BUFFER_FLAG_BOT.rawValue }
        if range.upperBound == utf8.count { flags |= HB_BUFFER_FLAG_EOT.rawValue }
        if tellsConcatenation { flags |= HB_BUFFER_FLAG_PRODUCE_UNSAFE_TO_CONCAT.rawValue }
        hb_buffer_set_flags(pointer, hb_buffer_flags_t(rawValue: flags))
        utf8.baseAddress?.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
            hb_buffer_add_utf8(
                pointer, $0, Int32(clamping: utf8.count), UInt32(range.lowerBound), Int32(range.count))
        }
        let features = style.features(for: item, in: instance)
        instance.withHarfBuzzFont { font in
            features.withUnsafeBufferPointer {
                hb_shape(font, pointer, $0.baseAddress, UInt32($0.count))
            }
        }
    }

    /// Lets `body` read the glyphs of the last shaping.
    @inline(__always)
    func withGlyphs<Result>(
        _ body: (UnsafeBufferPointer<hb_glyph_info_t>, UnsafeBufferPointer<hb_glyph_position_t>) -> Result
    ) -> Result {
        var count: UInt32 = 0
        let infos = hb_buffer_get_glyph_infos(pointer, &count)
        let positions = hb_buffer_get_glyph_positions(pointer, &count)
        return body(
            UnsafeBufferPointer(start: infos, count: Int(count)),
            UnsafeBufferPointer(start: positions, count: Int(count)))
    }
}

extension Script {
    /// Letters that join: letter spacing would tear them (CSS Text 4 §8.2.1, appendix D).
    package var isCursive: Bool {
        switch self {
        case .arabic, .syriac, .mongolian, .nko, .phagsPa, .mandaic, .manichaean, .adlam, .hanifiRohingya, .sogdian,
            .psalterPahlavi, .chorasmian, .oldUyghur:
            true
        default: false
        }
    }
}
