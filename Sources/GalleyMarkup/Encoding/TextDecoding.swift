import CGalleyData

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A document's bytes as valid UTF-8 with line feeds for line ends, which is what the parser reads.
package struct DecodedSource: Sendable {
    /// Valid UTF-8 without CR. May hold NUL, which the parser treats by its place.
    package var utf8: [UInt8]
    /// What the bytes were.
    package var encoding: TextEncoding
    /// Repairs.
    package var diagnostics: [MarkupDiagnostic]

    /// Decodes bytes; `declared` is what the caller knows (an HTTP header), which only a byte order mark overrules.
    ///
    /// Never fails: what cannot be decoded becomes U+FFFD and is reported. O(bytes), one copy at most for clean UTF-8.
    package init(_ bytes: [UInt8], declared: TextEncoding? = nil) {
        var diagnostics: [MarkupDiagnostic] = []
        let (decoded, encoding) = bytes.withUnsafeBufferPointer { buffer -> ([UInt8]?, TextEncoding) in
            let (encoding, skipping) = EncodingSniffer(bytes: buffer).sniff(declared: declared)
            let content = UnsafeBufferPointer(rebasing: buffer[skipping...])
            if encoding == .utf8 {
                if UTF8Repair.firstInvalid(in: content) == content.count {
                    return (skipping == 0 ? nil : Array(content), encoding)
                }
                let repair = UTF8Repair.repaired(content, reporting: MarkupLimits.reportedRepairs)
                Self.report(repair.places, count: repair.count, in: repair.bytes, to: &diagnostics)
                return (repair.bytes, encoding)
            }
            let result = ByteDecoder(encoding: encoding).decode(content)
            Self.report(result.places, count: result.count, in: result.bytes, to: &diagnostics)
            return (result.bytes, encoding)
        }
        utf8 = Self.normalizedLineEnds(decoded ?? bytes)
        self.encoding = encoding
        self.diagnostics = diagnostics
    }

    private static func report(
        _ places: [Int], count: Int, in bytes: [UInt8], to diagnostics: inout [MarkupDiagnostic]
    ) {
        var position = SourcePosition()
        for place in places {
            position.advance(to: place, in: bytes)
            diagnostics.append(
                MarkupDiagnostic(
                    severity: .warning, message: "bytes that the encoding does not have became U+FFFD",
                    offset: place, line: position.line, column: position.column))
        }
        if count > places.count {
            diagnostics.append(
                MarkupDiagnostic(
                    severity: .warning, message: "\(count - places.count) more places became U+FFFD",
                    offset: bytes.count))
        }
    }

    /// CR LF and CR become LF (HTML standard, §13.2.3.5).
    static func normalizedLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.firstIndex(of: 0x0D) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        result.append(contentsOf: bytes[..<first])
        bytes.withUnsafeBufferPointer { buffer in
            var index = first
            while index < buffer.count {
                if buffer[index] == 0x0D {
                    result.append(0x0A)
                    if index + 1 < buffer.count, buffer[index + 1] == 0x0A { index += 1 }
                } else {
                    result.append(buffer[index])
                }
                index += 1
            }
        }
        return result
    }
}

/// A line and column that moves forward through a text, so that a series of places costs one pass.
struct SourcePosition {
    private(set) var offset = 0
    private(set) var line = 1
    private(set) var lineStart = 0

    /// The column in bytes, from 1.
    var column: Int { offset - lineStart + 1 }

    /// Moves forward; a place before the present one changes nothing.
    mutating func advance(to place: Int, in bytes: [UInt8]) {
        let end = min(place, bytes.count)
        guard end > offset else { return }
        for index in offset..<end where bytes[index] == 0x0A {
            line += 1
            lineStart = index + 1
        }
        offset = end
    }
}

/// Decodes bytes of an encoding other than UTF-8.
struct ByteDecoder {
    let encoding: TextEncoding

    /// UTF-8, where U+FFFD was put (at most `MarkupLimits.reportedRepairs` places) and how often.
    struct Result {
        var bytes: [UInt8] = []
        var places: [Int] = []
        var count = 0

        mutating func replace() {
            if places.count < MarkupLimits.reportedRepairs { places.append(bytes.count) }
            count += 1
            bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
        }

        mutating func append(_ scalar: UInt32) {
            guard scalar != 0xFFFD, let scalar = Unicode.Scalar(scalar) else { return replace() }
            if scalar.value < 0x80 {
                bytes.append(UInt8(scalar.value))
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
    }

    func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
        switch encoding {
        case .utf16LE: utf16(bytes, low: 0, high: 1)
        case .utf16BE: utf16(bytes, low: 1, high: 0)
        default:
            if let table = Self.singleByteTable(encoding.name) {
                singleByte(bytes, table: table)
            } else if let result = multiByte(bytes) {
                result
            } else {
                // No converter on this machine: keep at least what is ASCII or UTF-8.
                utf8(bytes)
            }
        }
    }

    private func utf8(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
        let repair = UTF8Repair.repaired(bytes, reporting: MarkupLimits.reportedRepairs)
        return Result(bytes: repair.bytes, places: repair.places, count: repair.count)
    }

    private func utf16(_ bytes: UnsafeBufferPointer<UInt8>, low: Int, high: Int) -> Result {
        var result = Result()
        result.bytes.reserveCapacity(bytes.count)
        var index = 0
        func unit(_ at: Int) -> UInt32 { UInt32(bytes[at + high]) << 8 | UInt32(bytes[at + low]) }
        while index + 1 < bytes.count {
            let first = unit(index)
            index += 2
            if first & 0xF800 != 0xD800 {
                result.append(first)
            } else if first < 0xDC00, index + 1 < bytes.count, unit(index) & 0xFC00 == 0xDC00 {
                result.append(0x10000 + ((first & 0x3FF) << 10 | unit(index) & 0x3FF))
                index += 2
            } else {
                result.replace()
            }
        }
        if index < bytes.count { result.replace() }
        return result
    }

    private static func singleByteTable(_ name: String) -> UnsafePointer<UInt16>? {
        let wanted = name == "ISO-8859-8-I" ? "iso-8859-8" : name.lowercased()
        let names = String(cString: galley_single_byte_names()).split(separator: " ")
        guard let index = names.firstIndex(where: { $0 == wanted }) else { return nil }
        return galley_single_byte_tables() + index * 128
    }

    private func singleByte(_ bytes: UnsafeBufferPointer<UInt8>, table: UnsafePointer<UInt16>) -> Result {
        var result = Result()
        result.bytes.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 { result.bytes.append(byte) } else { result.append(UInt32(table[Int(byte) - 0x80])) }
        }
        return result
    }

    /// What iconv calls the encodings of several bytes a character; GBK is decoded as GB18030, as the standard says.
    private var converterNames: [String] {
        switch encoding.name {
        case "Shift_JIS": ["CP932", "SHIFT_JIS"]
        case "EUC-JP": ["EUC-JP-MS", "EUC-JP"]
        case "ISO-2022-JP": ["ISO-2022-JP"]
        case "GBK", "gb18030": ["GB18030"]
        case "Big5": ["BIG5-HKSCS", "BIG5"]
        case "EUC-KR": ["CP949", "EUC-KR"]
        default: []
        }
    }

    private func multiByte(_ bytes: UnsafeBufferPointer<UInt8>) -> Result? {
        let failed = iconv_t(bitPattern: -1)
        var converter: iconv_t? = failed
        for name in converterNames where converter == failed { converter = iconv_open("UTF-8", name) }
        guard let open = converter, open != failed else { return nil }
        defer { iconv_close(open) }
        var result = Result()
        result.bytes.reserveCapacity(bytes.count + bytes.count / 2)
        let room = 1 << 16
        let output = UnsafeMutablePointer<CChar>.allocate(capacity: room)
        defer { output.deallocate() }
        let start = UnsafeMutablePointer(
            mutating: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self))
        var input = start
        var left = bytes.count
        while left > 0, let here = input {
            var out: UnsafeMutablePointer<CChar>? = output
            var space = room
            let status = iconv(open, &input, &left, &out, &space)
            let error = errno
            result.bytes.append(
                contentsOf: UnsafeRawBufferPointer(start: output, count: room - space))
            guard status == .max else { break }  // (size_t)-1: an error

            if error == E2BIG, input != here || space < room { continue }
            // A wrong or cut sequence: one U+FFFD for its lead byte and a trail byte that is not ASCII.
            guard let place = input, left > 0 else { break }
            result.replace()
            var skipped = 1
            if UInt8(bitPattern: place[0]) >= 0x80, left > 1, UInt8(bitPattern: place[1]) >= 0x80 { skipped = 2 }
            input = place + skipped
            left -= skipped
        }
        return result
    }
}
