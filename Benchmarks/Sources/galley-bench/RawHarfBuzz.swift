import CHarfBuzz
import Foundation
import GalleyUnicode

/// `hb_shape` alone on the script runs of each paragraph, in the same process, with the same library and file.
struct RawHarfBuzz {
    private let font: OpaquePointer
    private let shaper = RawShaper()

    init?(path: String, index: Int) {
        guard let font = RawShaper.font(path: path, index: index, scale: 16 * 65_536) else { return nil }
        self.font = font
    }

    func measure(_ corpus: Corpus, passes: Int) {
        // Script runs are found before the clock starts.
        let texts = corpus.lines.map { line -> ([UInt8], [ScriptRun]) in
            let bytes = Array(line.utf8)
            return (bytes, bytes.withUnsafeBufferPointer { ScriptRuns.resolve($0) })
        }
        for pass in -1..<passes {
            var total: Int64 = 0
            let start = cpuTime()
            for (bytes, runs) in texts {
                for run in runs {
                    let direction = hb_script_get_horizontal_direction(hb_script_t(run.script.tag))
                    let positions = shaper.shape(
                        bytes, run.range, run.script, isRightToLeft: direction == HB_DIRECTION_RTL, font)
                    for position in positions { total += Int64(position.x_advance) }
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
