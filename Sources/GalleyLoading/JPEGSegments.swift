/// The segments at the beginning of a JPEG file, one after another (ITU-T T.81 §B.1.1): up to the frame header, behind which no
/// caller looks, or the first scan.
struct JPEGSegments: Sequence, IteratorProtocol {
    struct Segment {
        var marker: Int
        /// Where the marker is in the file.
        var offset: Int
        /// With the two bytes that say it; 0 of a marker that stands alone.
        var length: Int

        /// Whether it is a frame header (§B.2.2).
        var isFrame: Bool { (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker) }
    }

    private let reader: ByteReader
    private var offset = 2

    init(_ reader: ByteReader) { self.reader = reader }

    mutating func next() -> Segment? {
        // A marker may have any number of fill bytes before it (§B.1.1.2).
        while reader.byte(offset) == 0xFF, reader.byte(offset + 1) == 0xFF { offset += 1 }
        guard reader.byte(offset) == 0xFF, let marker = reader.byte(offset + 1) else { return nil }
        if marker == 0x01 || (0xD0...0xD8).contains(marker) {
            defer { offset += 2 }
            return Segment(marker: marker, offset: offset, length: 0)
        }
        // Neither the end nor a scan comes before the frame.
        guard marker != 0xD9, marker != 0xDA, let length = reader.big16(offset + 2), length >= 2 else { return nil }
        defer { offset += 2 + length }
        return Segment(marker: marker, offset: offset, length: length)
    }
}
