/// The objects of a PDF as it is written, from its header to its table of references (ISO 32000-1 §7.5).
///
/// Nothing is held of an object that is written but where it is; of the small ones some together are a compressed stream
/// (§7.5.7), without which structure takes more room than text.
package final class PDFFile {
    private let bytes: PDFBytes
    /// None where zlib has no memory: then nothing is compressed.
    private let deflater = Deflater()
    /// By number: above 0 which of `offsets` it is at, counted from 1; below 0 which of the packed objects it is; 0 where nothing
    /// has been written. Four bytes, as there may be an object for each word.
    private var places: ContiguousArray<Int32> = [0]
    private var offsets: ContiguousArray<Int> = []
    /// The streams of packed objects, each with as many of them as fit but for those that are too long together.
    private var streams: ContiguousArray<Int32> = []
    /// Small objects that no stream has yet: their numbers, where each begins, and all together.
    private var waiting: [(number: Int32, start: Int)] = []
    private var packed = PDFBuffer()
    private var scratch = PDFBuffer()

    private static let packedObjects = 200
    private static let packedBytes = 1 << 16
    /// Of so many objects the table is put together at once.
    private static let tableRows = 4_096

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

    /// The first of the numbers of so many objects that are to be written later.
    package func reserve(_ count: Int) -> Int32 {
        let first = places.count
        // Growing as arrays do would take half as much again for a moment, at the end of a file of a million elements.
        places.reserveCapacity(first + count + count / 16)
        places.append(contentsOf: repeatElement(0, count: count))
        return Int32(clamping: first)
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
        setOffset(of: number)
        var entries = PDFBuffer()
        entries.add("/Type/XRef/Size ")
        entries.add(places.count)
        entries.add("/Root ")
        entries.add(object: root)
        entries.add("/Info ")
        entries.add(object: info)
        entries.add("/W[1 6 2]")
        let start = bytes.count
        if let compressed = compressedTable() {
            entries.add("/DecodeParms<</Predictor 12/Columns 9>>/Filter/FlateDecode")
            writeStream(number, entries, compressed)
        } else {
            var rows: [UInt8] = []
            for number in places.indices {
                let row = row(number)
                for index in 0..<Row.byteCount { rows.append(row.byte(index)) }
            }
            writeStream(number, entries, rows)
        }
        scratch.removeAll()
        scratch.add("startxref\n")
        scratch.add(start)
        scratch.add("\n%%EOF\n")
        bytes.append(scratch.bytes)
    }

    /// What the table says of an object.
    private func row(_ number: Int) -> Row {
        let place = Int(places[number])
        if place == 0 { return Row(kind: 0, first: 0, second: number == 0 ? 0xFFFF : 0) }
        if place > 0 { return Row(kind: 1, first: offsets[place - 1], second: 0) }
        let packed = -place - 1
        return Row(
            kind: 2, first: Int(streams[packed / PDFFile.packedObjects]), second: packed % PDFFile.packedObjects)
    }

    /// A row of the table: of which kind the object is, and two numbers.
    private struct Row {
        static let byteCount = 9
        var kind: UInt8
        var first: Int
        var second: Int

        func byte(_ index: Int) -> UInt8 {
            switch index {
            case 0: kind
            case 1...6: UInt8(truncatingIfNeeded: first >> (8 * (6 - index)))
            default: UInt8(truncatingIfNeeded: second >> (8 * (8 - index)))
            }
        }
    }

    /// The rows of the table, some at a time, each as what differs from the row before: they differ little (PNG's filter Up, RFC
    /// 2083 §6.4).
    private func compressedTable() -> [UInt8]? {
        var number = 0
        var last = Row(kind: 0, first: 0, second: 0)
        return deflater?.deflated { part in
            let end = min(number + PDFFile.tableRows, places.count)
            while number < end {
                let row = row(number)
                part.append(2)
                for index in 0..<Row.byteCount { part.append(row.byte(index) &- last.byte(index)) }
                last = row
                number += 1
            }
            return number < places.count
        }
    }

    private func setOffset(of number: Int32) {
        offsets.append(bytes.count)
        places[Int(number)] = Int32(clamping: offsets.count)
    }

    private func begin(_ number: Int32) {
        setOffset(of: number)
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
            places[Int(object.number)] = Int32(clamping: -(streams.count * PDFFile.packedObjects + index) - 1)
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
        // Compressed as they are: what holds all that a long document has at its top is some MB long.
        if let compressed = deflater?.deflated([data.bytes, packed.bytes]) {
            entries.add("/Filter/FlateDecode")
            writeStream(number, entries, compressed)
        } else {
            writeStream(number, entries, data.bytes + packed.bytes)
        }
        streams.append(number)
        waiting.removeAll(keepingCapacity: true)
        packed.removeAll()
    }
}
