import CGalleyData

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Decodes bytes of one encoding that arrive in pieces; any cut gives the same text.
///
/// `decode` takes as much of its argument as is whole: what it leaves begins the next piece.
struct ByteDecoder {
    private let decoding: Decoding

    private enum Decoding {
        case utf8
        /// Which byte of a pair is which.
        case utf16(low: Int, high: Int)
        case singleByte(UnsafePointer<UInt16>)
        case multiByte(Converter)
    }

    /// An open converter of iconv.
    private final class Converter {
        let handle: iconv_t
        /// Whether the meaning of bytes depends on escape sequences before them.
        let isStateful: Bool

        init(_ handle: iconv_t, isStateful: Bool) {
            self.handle = handle
            self.isStateful = isStateful
        }

        deinit { iconv_close(handle) }
    }

    /// UTF-8, where U+FFFD was put (at most `MarkupLimits.reportedRepairs` places) and how often.
    struct Output {
        var bytes: [UInt8] = []
        var places: [Int] = []
        var count = 0

        mutating func replace() {
            if places.count < MarkupLimits.reportedRepairs { places.append(bytes.count) }
            count += 1
            bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
        }

        @inline(__always)
        mutating func append(_ scalar: UInt32) {
            guard scalar != 0xFFFD, let scalar = Unicode.Scalar(scalar) else { return replace() }
            if scalar.value < 0x80 {
                bytes.append(UInt8(scalar.value))
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
    }

    /// Without a converter on this machine, what is ASCII or UTF-8 is kept at least.
    init(_ encoding: TextEncoding) {
        switch encoding {
        case .utf8: decoding = .utf8
        case .utf16LE: decoding = .utf16(low: 0, high: 1)
        case .utf16BE: decoding = .utf16(low: 1, high: 0)
        default:
            if let table = Self.singleByteTable(encoding.name) {
                decoding = .singleByte(table)
            } else if let converter = Self.converter(encoding.name) {
                decoding = .multiByte(converter)
            } else {
                decoding = .utf8
            }
        }
    }

    /// Appends the text of the bytes and returns how many were taken: all when it is the last piece.
    func decode(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, to output: inout Output) -> Int {
        switch decoding {
        case .utf8: Self.utf8(bytes, isLast, &output)
        case .utf16(let low, let high): Self.utf16(bytes, low: low, high: high, isLast, &output)
        case .singleByte(let table): Self.singleByte(bytes, table, &output)
        case .multiByte(let converter): Self.multiByte(bytes, converter, isLast, &output)
        }
    }

    private static func utf8(_ bytes: UnsafeBufferPointer<UInt8>, _ isLast: Bool, _ output: inout Output) -> Int {
        var index = 0
        while index < bytes.count {
            let bad = UTF8Repair.firstInvalid(in: bytes, from: index)
            output.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<bad]))
            guard bad < bytes.count else { return bytes.count }
            let length = UTF8Repair.invalidLength(in: bytes, at: bad)
            // A character whose end has not arrived.
            if !isLast, bad + length == bytes.count, UTF8Repair.announcedLength(of: bytes[bad]) > length { return bad }
            output.replace()
            index = bad + length
        }
        return index
    }

    private static func utf16(
        _ bytes: UnsafeBufferPointer<UInt8>, low: Int, high: Int, _ isLast: Bool, _ output: inout Output
    ) -> Int {
        var index = 0
        func unit(_ at: Int) -> UInt32 { UInt32(bytes[at + high]) << 8 | UInt32(bytes[at + low]) }
        while index + 1 < bytes.count {
            let first = unit(index)
            if first & 0xF800 != 0xD800 {
                output.append(first)
                index += 2
            } else if first < 0xDC00, index + 3 < bytes.count, unit(index + 2) & 0xFC00 == 0xDC00 {
                output.append(0x10000 + ((first & 0x3FF) << 10 | unit(index + 2) & 0x3FF))
                index += 4
            } else if first < 0xDC00, index + 3 >= bytes.count, !isLast {
                return index
            } else {
                output.replace()
                index += 2
            }
        }
        guard isLast, index < bytes.count else { return index }
        output.replace()
        return bytes.count
    }

    private static func singleByteTable(_ name: String) -> UnsafePointer<UInt16>? {
        let wanted = name == "ISO-8859-8-I" ? "iso-8859-8" : name.lowercased()
        let names = String(cString: galley_single_byte_names()).split(separator: " ")
        guard let index = names.firstIndex(where: { $0 == wanted }) else { return nil }
        return galley_single_byte_tables() + index * 128
    }

    private static func singleByte(
        _ bytes: UnsafeBufferPointer<UInt8>, _ table: UnsafePointer<UInt16>, _ output: inout Output
    ) -> Int {
        for byte in bytes {
            if byte < 0x80 { output.bytes.append(byte) } else { output.append(UInt32(table[Int(byte) - 0x80])) }
        }
        return bytes.count
    }

    /// What iconv calls the encodings of several bytes a character; GBK is decoded as GB18030, as the standard says.
    private static func converter(_ name: String) -> Converter? {
        let names: [String] =
            switch name {
            case "Shift_JIS": ["CP932", "SHIFT_JIS"]
            case "EUC-JP": ["EUC-JP-MS", "EUC-JP"]
            case "ISO-2022-JP": ["ISO-2022-JP"]
            case "GBK", "gb18030": ["GB18030"]
            case "Big5": ["BIG5-HKSCS", "BIG5"]
            case "EUC-KR": ["CP949", "EUC-KR"]
            default: []
            }
        for name in names {
            if let handle = iconv_open("UTF-8", name), handle != iconv_t(bitPattern: -1) {
                return Converter(handle, isStateful: name.hasPrefix("ISO-2022"))
            }
        }
        return nil
    }

    private static func multiByte(
        _ bytes: UnsafeBufferPointer<UInt8>, _ converter: Converter, _ isLast: Bool, _ output: inout Output
    ) -> Int {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { room in
            /// One call; iconv may hold characters back, which a call without input asks for.
            func convert(
                _ input: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ left: UnsafeMutablePointer<Int>?
            ) -> Int32 {
                var out = room.baseAddress
                var space = room.count
                let status = iconv(converter.handle, input, left, &out, &space)
                let error = status == -1 ? errno : 0
                output.bytes.append(
                    contentsOf: UnsafeRawBufferPointer(start: room.baseAddress, count: room.count - space))
                return error
            }
            var input = UnsafeMutablePointer(
                mutating: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self))
            var left = bytes.count
            while left > 0, let here = input {
                let before = output.bytes.count
                let error = convert(&input, &left)
                if error == 0, input != here { continue }
                if error == E2BIG, input != here || output.bytes.count > before { continue }
                guard let place = input, left > 0 else { break }
                // A sequence that is cut, or one whose second byte decides how much of it is wrong.
                if !isLast, error == EINVAL || error == 0 || left == 1 { return bytes.count - left }
                // One U+FFFD for the lead byte and a trail byte that is not ASCII.
                if !converter.isStateful { _ = convert(nil, nil) }
                output.replace()
                var skipped = 1
                if UInt8(bitPattern: place[0]) >= 0x80, left > 1, UInt8(bitPattern: place[1]) >= 0x80 { skipped = 2 }
                input = place + skipped
                left -= skipped
            }
            if isLast { _ = convert(nil, nil) }
            return bytes.count
        }
    }
}
