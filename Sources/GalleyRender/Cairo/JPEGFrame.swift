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
        func number(_ offset: Int) -> Int? {
            offset + 1 < bytes.count ? Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) : nil
        }
        var offset = 2
        while true {
            // A marker may have any number of fill bytes before it (§B.1.1.2).
            while offset + 1 < bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] == 0xFF { offset += 1 }
            guard offset + 1 < bytes.count, bytes[offset] == 0xFF else { return nil }
            let marker = bytes[offset + 1]
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                offset += 2
                continue
            }
            // Neither the end nor a scan comes before the frame.
            guard marker != 0xD9, marker != 0xDA, let length = number(offset + 2), length >= 2 else { return nil }
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                guard length >= 8, offset + 2 + length <= bytes.count else { return nil }
                let count = Int(bytes[offset + 9])
                guard length >= 8 + 3 * count else { return nil }
                process = Int(marker & 15)
                precision = Int(bytes[offset + 4])
                components = (0..<count).map { bytes[offset + 10 + 3 * $0] }
                return
            }
            offset += 2 + length
        }
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
