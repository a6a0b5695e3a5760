#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where the lines of a text begin, kept while the text passes by, so that any offset has its line and column later.
///
/// A byte a line (and one for each 255 bytes of a long one), with a mark every 256 lines: about a hundredth of the text.
/// Appending is O(bytes) at the speed of `memchr`, a look-up O(log lines).
struct SourceLines: Sendable {
    /// The length of a line with its line feed, below 255; 255 stands for so many bytes of a line that goes on.
    private var pieces: [UInt8] = []
    /// What stands before each 256th piece.
    private var marks: [Mark] = []
    /// The bytes after the last piece.
    private var open = 0
    private var end = Mark(offset: 0, line: 1, lineStart: 0)

    private struct Mark: Sendable {
        var offset: UInt32
        var line: UInt32
        var lineStart: UInt32

        mutating func advance(_ piece: UInt8) {
            if piece == 255 {
                offset += 255
            } else {
                offset += UInt32(piece)
                line += 1
                lineStart = offset
            }
        }
    }

    /// Continues the text. The whole is at most `MarkupLimits.maximumDocumentBytes` long.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        var start = 0
        while start < bytes.count {
            guard let found = memchr(base + start, 0x0A, bytes.count - start) else {
                open += bytes.count - start
                return
            }
            let next = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
            var length = open + next - start
            while length >= 255 {
                add(255)
                length -= 255
            }
            add(UInt8(length))
            open = 0
            start = next
        }
    }

    private mutating func add(_ piece: UInt8) {
        if pieces.count & 255 == 0 { marks.append(end) }
        pieces.append(piece)
        end.advance(piece)
    }

    /// The line and column of an offset; of the end, for one beyond it.
    func position(of offset: Int) -> MarkupPosition {
        let offset = max(0, min(offset, Int(end.offset) + open))
        var low = 0
        var high = marks.count
        while low < high {
            let middle = (low + high) / 2
            if Int(marks[middle].offset) <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return MarkupPosition(line: 1, column: offset + 1, offset: offset) }
        var place = marks[low - 1]
        var index = (low - 1) * 256
        while index < pieces.count {
            var next = place
            next.advance(pieces[index])
            if Int(next.offset) > offset { break }
            place = next
            index += 1
        }
        return MarkupPosition(line: Int(place.line), column: offset - Int(place.lineStart) + 1, offset: offset)
    }
}
