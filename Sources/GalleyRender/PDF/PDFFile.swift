/// The objects of a PDF as it is written, from its header to its table of references (ISO 32000-1 §7.5).
///
/// Nothing is held of an object that is written but where it is; of the small ones some together are a compressed stream
/// (§7.5.7), without which structure takes more room than text.
package final class PDFFile {
    private let bytes: PDFBytes
    /// None where zlib has no memory: then nothing is compressed.
    private let deflater = Deflater()
    /// By number: an offset; below 0 the stream and the place in it; 0 where nothing has been written.
    private var places: ContiguousArray<Int> = [0]
    /// Small objects that no stream has yet: their numbers, where each begins, and all together.
    private var waiting: [(number: Int32, start: Int)] = []
    private var packed = PDFBuffer()
    private var scratch = PDFBuffer()

    private static let packedObjects = 200
    private static let packedBytes = 1 << 16

    /// Begins a file.
    package init(_ bytes: PDFBytes) {
        self.bytes = bytes
        // Bytes above 127 tell programs that it is no text (§7.5.2).
        scratch.add("%PDF-1.7\n%\u{E2}\u{E3}\u{CF}\u{D3}\n")
        bytes.append(scratch.bytes)
    }

    /// The number of an object that is to be written later.
    package func reserve() -> Int32 {
        places.append(0)
        return Int32(clamping: places.count - 1)
    }

    /// Writes an object by itself.
    package func write(_ number: Int32, _ body: PDFBuffer) {
        begin(number)
        scratch.add(bytes: body.bytes)
        scratch.add("\nendobj\n")
        bytes.append(scratch.bytes)
    }

    /// Writes a small object together with others.
    package func pack(_ number: Int32, _ body: PDFBuffer) {
        if waiting.count == PDFFile.packedObjects || packed.count > PDFFile.packedBytes { writePacked() }
        waiting.append((number, packed.count))
        packed.add(bytes: body.bytes)
        packed.add("\n")
    }

    /// Writes a stream.
    ///
    /// - Parameters:
    ///   - entries: of its dictionary, but for its length and its compression.
    ///   - data: compressed already where `entries` have a filter.
    package func writeStream(_ number: Int32, _ entries: PDFBuffer, _ data: some Collection<UInt8>) {
        begin(number)
        scratch.add("<<")
        scratch.add(bytes: entries.bytes)
        scratch.add("/Length ")
        scratch.add(data.count)
        scratch.add(">>stream\n")
        bytes.append(scratch.bytes)
        bytes.append(data)
        scratch.removeAll()
        scratch.add("\nendstream\nendobj\n")
        bytes.append(scratch.bytes)
    }

    /// Writes a stream compressed.
    package func writeStream(compressing data: [UInt8], _ number: Int32, _ entries: PDFBuffer = PDFBuffer()) {
        guard let compressed = deflater?.deflated(data) else { return writeStream(number, entries, data) }
        var entries = entries
        entries.add("/Filter/FlateDecode")
        writeStream(number, entries, compressed)
    }

    /// Ends the file with its table of references (§7.5.8).
    package func finish(root: Int32, info: Int32) {
        writePacked()
        let number = reserve()
        places[Int(number)] = bytes.count
        var entries = PDFBuffer()
        entries.add("/Type/XRef/Size ")
        entries.add(places.count)
        entries.add("/Root ")
        entries.add(object: root)
        entries.add("/Info ")
        entries.add(object: info)
        entries.add("/W[1 6 2]")
        let start = bytes.count
        // Rows differ little from those before.
        let rows = table()
        if let compressed = deflater?.deflated(PDFFile.differences(rows)) {
            entries.add("/DecodeParms<</Predictor 12/Columns 9>>/Filter/FlateDecode")
            writeStream(number, entries, compressed)
        } else {
            writeStream(number, entries, rows)
        }
        scratch.removeAll()
        scratch.add("startxref\n")
        scratch.add(start)
        scratch.add("\n%%EOF\n")
        bytes.append(scratch.bytes)
    }

    /// A row of nine bytes for each object.
    private func table() -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(places.count * 9)
        for (number, place) in places.enumerated() {
            let (kind, first, second): (UInt8, Int, Int) =
                place == 0
                ? (0, 0, number == 0 ? 0xFFFF : 0)
                : place > 0 ? (1, place, 0) : (2, -place / PDFFile.packedObjects, -place % PDFFile.packedObjects)
            rows.append(kind)
            for index in 0..<6 { rows.append(UInt8(truncatingIfNeeded: first >> (8 * (5 - index)))) }
            rows.append(UInt8(second >> 8))
            rows.append(UInt8(second & 0xFF))
        }
        return rows
    }

    /// Rows as what differs from the row before (PNG's filter Up, RFC 2083 §6.4).
    private static func differences(_ rows: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(rows.count / 9 * 10)
        for index in rows.indices {
            if index % 9 == 0 { result.append(2) }
            result.append(index < 9 ? rows[index] : rows[index] &- rows[index - 9])
        }
        return result
    }

    private func begin(_ number: Int32) {
        places[Int(number)] = bytes.count
        scratch.removeAll()
        scratch.add(Int(number))
        scratch.add(" 0 obj\n")
    }

    /// Objects that are no streams, one after another, after a list of where each begins.
    private func writePacked() {
        guard !waiting.isEmpty else { return }
        let number = reserve()
        var data = PDFBuffer()
        for (index, object) in waiting.enumerated() {
            places[Int(object.number)] = -(Int(number) * PDFFile.packedObjects + index)
            data.add(Int(object.number))
            data.add(" ")
            data.add(object.start)
            data.add(" ")
        }
        var entries = PDFBuffer()
        entries.add("/Type/ObjStm/N ")
        entries.add(waiting.count)
        entries.add("/First ")
        entries.add(data.count)
        data.add(bytes: packed.bytes)
        writeStream(compressing: data.bytes, number, entries)
        waiting.removeAll(keepingCapacity: true)
        packed.removeAll()
    }
}
