import CHarfBuzz
import Foundation
import GalleyUnicode

/// `hb_shape` alone on the script runs of each paragraph, in the same process, with the same library and file: what
/// every speed of ours is told as a ratio to.
struct RawHarfBuzz {
    private let font: OpaquePointer
    private let buffer: OpaquePointer

    init?(path: String, index: UInt32) {
        guard let blob = hb_blob_create_from_file_or_fail(path) else { return nil }
        let face = hb_face_create(blob, index)
        font = hb_font_create(face)
        hb_ot_font_set_funcs(font)
        hb_font_set_scale(font, 16 * 65_536, 16 * 65_536)
        buffer = hb_buffer_create()
    }

    func measure(_ corpus: Corpus, passes: Int) {
        // Script runs are found before the clock starts.
        let texts = corpus.lines.map { line -> ([UInt8], [ScriptRun]) in
            let bytes = Array(line.utf8)
            return (bytes, bytes.withUnsafeBufferPointer { ScriptRuns.resolve($0) })
        }
        let language = hb_language_from_string("en", 2)
        for pass in -1..<passes {
            var total: Int64 = 0
            let start = cpuTime()
            for (bytes, runs) in texts {
                for run in runs {
                    hb_buffer_clear_contents(buffer)
                    bytes.withUnsafeBytes { raw in
                        hb_buffer_add_utf8(
                            buffer, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
                            UInt32(run.range.lowerBound), Int32(run.range.count))
                    }
                    let script = hb_script_t(run.script.tag)
                    hb_buffer_set_script(buffer, script)
                    hb_buffer_set_direction(buffer, hb_script_get_horizontal_direction(script))
                    hb_buffer_set_language(buffer, language)
                    hb_shape(font, buffer, nil, 0)
                    var count: UInt32 = 0
                    if let positions = hb_buffer_get_glyph_positions(buffer, &count) {
                        for index in 0..<Int(count) { total += Int64(positions[index].x_advance) }
                    }
                }
            }
            let elapsed = cpuTime() - start
            if pass >= 0 {
                Measurement(
                    peer: "harfbuzz", name: "shape", corpus: corpus.name, nanoseconds: elapsed,
                    items: corpus.lines.count, bytes: corpus.bytes, check: Double(total) / 65_536
                ).report()
            }
        }
    }
}
