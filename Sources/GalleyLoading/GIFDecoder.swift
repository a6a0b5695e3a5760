import GalleyText

/// The first frame of a GIF (GIF89a), on a transparent canvas.
enum GIFDecoder {
    static func decode(_ bytes: [UInt8], maximumPixels: Int) throws(ImageDecoder.Failure) -> DecodedImage {
        let reader = ByteReader(bytes: bytes)
        guard let width = reader.little16(6), let height = reader.little16(8), let flags = reader.byte(10), width > 0,
            height > 0
        else { throw .damaged(.gif) }
        guard width * height <= maximumPixels else { throw .tooLarge(maximumPixels: maximumPixels) }
        var offset = 13
        let globalTable = flags & 0x80 != 0 ? colors(reader, at: &offset, count: 2 << (flags & 7)) : []
        var transparent: Int?
        while let introducer = reader.byte(offset) {
            switch introducer {
            case 0x21:
                // Only the graphic control extension matters: its transparent index.
                if reader.byte(offset + 1) == 0xF9, let packed = reader.byte(offset + 3), packed & 1 != 0 {
                    transparent = reader.byte(offset + 6)
                }
                offset += 2
                skipBlocks(reader, &offset)
            case 0x2C:
                return try frame(
                    reader, offset + 1, canvas: (width, height), globalTable: globalTable, transparent: transparent)
            default:
                throw .damaged(.gif)
            }
        }
        throw .damaged(.gif)
    }

    private static func frame(
        _ reader: ByteReader, _ start: Int, canvas: (width: Int, height: Int), globalTable: [UInt32],
        transparent: Int?
    ) throws(ImageDecoder.Failure) -> DecodedImage {
        guard let left = reader.little16(start), let top = reader.little16(start + 2),
            let width = reader.little16(start + 4), let height = reader.little16(start + 6),
            let flags = reader.byte(start + 8), width > 0, height > 0
        else { throw .damaged(.gif) }
        var offset = start + 9
        let table = flags & 0x80 != 0 ? colors(reader, at: &offset, count: 2 << (flags & 7)) : globalTable
        var image = DecodedImage(
            width: canvas.width, height: canvas.height,
            pixels: ContiguousArray(repeating: 0, count: canvas.width * canvas.height))
        var rows = RowOrder(height: height, isInterlaced: flags & 0x40 != 0)
        var x = 0
        var isComplete = false
        LZWReader(reader: reader, offset: offset).read { index in
            let row = rows.current + top
            if index != transparent, table.indices.contains(index), row < image.height, x + left < image.width {
                image.pixels[row * image.width + x + left] = table[index]
            }
            x += 1
            if x == width {
                x = 0
                isComplete = !rows.advance()
            }
            return !isComplete
        }
        image.isTruncated = !isComplete
        return image
    }

    private static func colors(_ reader: ByteReader, at offset: inout Int, count: Int) -> [UInt32] {
        var table: [UInt32] = []
        for _ in 0..<count {
            guard let red = reader.byte(offset), let green = reader.byte(offset + 1), let blue = reader.byte(offset + 2)
            else { break }
            table.append(0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
            offset += 3
        }
        return table
    }

    private static func skipBlocks(_ reader: ByteReader, _ offset: inout Int) {
        while let length = reader.byte(offset) {
            offset += 1 + length
            if length == 0 { return }
        }
    }

    /// The rows in the order in which they are stored: four passes when interlaced.
    private struct RowOrder {
        var height: Int
        var isInterlaced: Bool
        var current = 0
        var pass = 0

        /// Goes to the next row; `false` after the last one.
        mutating func advance() -> Bool {
            guard isInterlaced else {
                current += 1
                return current < height
            }
            current += [8, 8, 4, 2][pass]
            while current >= height {
                pass += 1
                guard pass < 4 else { return false }
                current = [0, 4, 2, 1][pass]
            }
            return true
        }
    }

    /// GIF's variable-length LZW (Appendix F); every code is checked, and output stops when the sink says so.
    private struct LZWReader {
        var reader: ByteReader
        var offset: Int

        func read(_ sink: (Int) -> Bool) {
            guard let rootBits = reader.byte(offset), (2...8).contains(rootBits) else { return }
            let clear = 1 << rootBits
            var prefix = ContiguousArray<Int>(repeating: 0, count: 4_096)
            var suffix = ContiguousArray<Int>(repeating: 0, count: 4_096)
            for code in 0..<clear { suffix[code] = code }
            var next = clear + 2
            var bits = rootBits + 1
            var previous: Int?
            var first = 0
            var stack: ContiguousArray<Int> = []
            var position = offset + 1
            var left = 0
            var buffer = 0
            var held = 0
            while true {
                while held < bits {
                    if left == 0 {
                        guard let length = reader.byte(position), length > 0 else { return }
                        left = length
                        position += 1
                    }
                    guard let byte = reader.byte(position) else { return }
                    buffer |= byte << held
                    held += 8
                    position += 1
                    left -= 1
                }
                let code = buffer & ((1 << bits) - 1)
                buffer >>= bits
                held -= bits
                if code == clear {
                    next = clear + 2
                    bits = rootBits + 1
                    previous = nil
                    continue
                }
                guard code != clear + 1, code <= next, code < 4_096, previous != nil || code < clear else { return }
                stack.removeAll(keepingCapacity: true)
                var walk = code
                if let previous, code == next {
                    stack.append(first)
                    walk = previous
                }
                while walk >= clear {
                    stack.append(suffix[walk])
                    walk = prefix[walk]
                }
                first = suffix[walk]
                stack.append(first)
                while let index = stack.popLast() {
                    guard sink(index) else { return }
                }
                if let previous, next < 4_096 {
                    prefix[next] = previous
                    suffix[next] = first
                    next += 1
                    if next == 1 << bits, bits < 12 { bits += 1 }
                }
                previous = code
            }
        }
    }
}
