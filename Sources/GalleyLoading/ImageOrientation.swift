/// How a stored raster must be turned to be shown: the Exif tag 0x0112 (Exif 2.32 §4.6.4), by its numbers.
public enum ImageOrientation: UInt8, Sendable, Hashable {
    case upright = 1
    case mirrored, rotatedHalf, flipped, transposed, rotatedRight, transversed, rotatedLeft

    /// Whether width and height change places.
    public var swapsAxes: Bool { rawValue >= 5 }

    /// The orientation in a TIFF structure's first directory; `nil` when it has none.
    init?(tiff reader: ByteReader, at start: Int, end: Int) {
        let isBig = reader.has("MM", at: start)
        guard isBig || reader.has("II", at: start) else { return nil }
        func short(_ offset: Int) -> Int? { isBig ? reader.big16(offset) : reader.little16(offset) }
        func long(_ offset: Int) -> Int? { isBig ? reader.big32(offset) : reader.little32(offset) }
        guard short(start + 2) == 42, let directory = long(start + 4), let count = short(start + directory) else {
            return nil
        }
        for entry in 0..<count {
            let offset = start + directory + 2 + entry * 12
            guard offset + 12 <= end else { return nil }
            if short(offset) == 0x0112 {
                guard let value = short(offset + 8), let raw = UInt8(exactly: value) else { return nil }
                self.init(rawValue: raw)
                return
            }
        }
        return nil
    }

    /// Where the pixel that is shown at (x, y) is stored; `width` and `height` are those of the stored raster.
    @inline(__always)
    func source(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch self {
        case .upright: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .rotatedHalf: (width - 1 - x, height - 1 - y)
        case .flipped: (x, height - 1 - y)
        case .transposed: (y, x)
        case .rotatedRight: (y, height - 1 - x)
        case .transversed: (width - 1 - y, height - 1 - x)
        case .rotatedLeft: (width - 1 - y, x)
        }
    }
}
