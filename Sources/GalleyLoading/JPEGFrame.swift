/// What the frame header of a JPEG file says of how its pixels are coded (ITU-T T.81 §B.2.2).
package struct JPEGFrame {
    /// `SOF0` to `SOF15`: 0 is baseline, 1 extended sequential, 2 progressive; from 9 on coding is arithmetic.
    package let process: Int
    /// Bits of a sample.
    package let precision: Int
    /// The components' identifiers.
    package let components: [UInt8]

    /// Steps over the segments before the frame header; `nil` where there is none.
    package init?(_ bytes: [UInt8]) {
        guard let frame = JPEGSegments(ByteReader(bytes: bytes)).first(where: \.isFrame), frame.length >= 8,
            frame.offset + 2 + frame.length <= bytes.count
        else { return nil }
        let count = Int(bytes[frame.offset + 9])
        guard frame.length >= 8 + 3 * count else { return nil }
        process = frame.marker & 15
        precision = Int(bytes[frame.offset + 4])
        components = (0..<count).map { bytes[frame.offset + 10 + 3 * $0] }
    }

    /// Whether programs that show PDF read the file as we do, where it stands in one as it is (ISO 32000-1 §7.4.8): baseline,
    /// extended or progressive, 8 bits, grey or of three components. CMYK is inverted, as Adobe writes it, unless PDF is told, and
    /// arithmetic coding is no part of the filter. Components that are called R, G and B are no YCbCr to libjpeg, but to
    /// programs that go by the filter's `ColorTransform` alone.
    package var isPlain: Bool {
        process <= 2 && precision == 8
            && (components.count == 1 || components.count == 3 && !components.elementsEqual("RGB".utf8))
    }
}
