import CGalleyICU
import GalleyUnicode

/// Finds words in Thai, Lao, Khmer and Burmese, which are written without spaces: a dictionary is needed. ICU's, where it
/// was there when Galley was compiled; without one such text breaks where its spaces are.
package final class WordSegmenter {
    private var handle: OpaquePointer?
    private var isOpened = false
    private var marks: [UInt8] = []

    init() {}

    deinit { galley_segmenter_close(handle) }

    /// Whether there is a dictionary.
    package static var isAvailable: Bool { galley_icu_is_available() != 0 }

    /// Marks the starts of words inside `run` as places where a line may end, but for those that UAX #14 forbids by a
    /// mark or joiner (never inside a grapheme cluster).
    func markWords(
        _ run: Range<Int>, _ utf8: UnsafeBufferPointer<UInt8>, _ flags: UnsafeMutableBufferPointer<BoundaryFlags>
    ) {
        if !isOpened {
            handle = galley_segmenter_open(nil)
            isOpened = true
        }
        guard let handle, let base = utf8.baseAddress else { return }
        marks.removeAll(keepingCapacity: true)
        marks.append(contentsOf: repeatElement(0, count: run.count))
        let count = (base + run.lowerBound).withMemoryRebound(to: CChar.self, capacity: run.count) {
            galley_segmenter_mark(handle, $0, run.count, &marks)
        }
        guard count > 0 else { return }
        for offset in 1..<run.count where marks[offset] != 0 && flags[run.lowerBound + offset].contains(.grapheme) {
            flags[run.lowerBound + offset].insert(.lineAllowed)
        }
    }
}
