/// Bytes in, valid UTF-8 without forbidden characters out: the first stage of the XML reader.
///
/// It knows UTF-8, UTF-16 (by byte order mark or by its first bytes), ISO-8859-1, windows-1252 and US-ASCII. The parser
/// behind it is told to expect UTF-8 whatever the XML declaration says, so that no behaviour depends on which converters
/// libxml2 was built with, and bad bytes get an exact position.
struct XMLDecoder {
    enum Encoding { case utf8, utf16LittleEndian, utf16BigEndian, latin1, windows1252, ascii }

    /// What stopped the decoder, or what it dropped: `offset` counts decoded bytes.
    struct Trouble {
        var offset: Int
        var code: XMLError.Code
        var message: String
        var scalar: UInt32? = nil
        /// How many source bytes were dropped here (recovering only).
        var dropped = 0
    }

    /// Leave forbidden characters out instead of stopping at the first.
    let isRecovering: Bool
    private(set) var encoding: Encoding?
    /// The length of the byte order mark.
    private(set) var markLength = 0
    /// How many bytes of UTF-8 came out so far.
    private(set) var decodedCount = 0
    /// Why decoding stopped; nothing is decoded after it.
    private(set) var failure: Trouble?
    /// What was dropped since the last look.
    var repairs: [Trouble] = []
    /// Source bytes that wait for the rest of their character.
    private var carry: [UInt8] = []
    private var didSeeBytes = false

    init(isRecovering: Bool) { self.isRecovering = isRecovering }

    /// Decodes `chunk` and appends the text to `output`.
    mutating func decode(_ chunk: UnsafeRawBufferPointer, isLast: Bool, into output: inout [UInt8]) {
        guard failure == nil else { return }
        didSeeBytes = didSeeBytes || !chunk.isEmpty
        if carry.isEmpty, encoding != nil {
            decodeBytes(chunk, isLast: isLast, into: &output)
        } else {
            carry.append(contentsOf: chunk)
            // The encoding shows in the XML declaration, which must be seen whole.
            if encoding == nil {
                guard isLast || carry.count >= 1_024 || carry.contains(UInt8(ascii: ">")) else { return }
                sniff()
            }
            let bytes = carry
            carry = []
            bytes.withUnsafeBytes {
                decodeBytes(.init(rebasing: $0[min(sniffedMark, $0.count)...]), isLast: isLast, into: &output)
            }
            sniffedMark = 0
        }
    }

    /// The bytes of the mark that the next decoding must pass over.
    private var sniffedMark = 0

    /// XML 1.0 appendix F: the byte order mark wins, then the pattern of the first characters, then the declaration.
    private mutating func sniff() {
        func begins(_ prefix: [UInt8]) -> Bool { carry.starts(with: prefix) }
        if begins([0xEF, 0xBB, 0xBF]) {
            encoding = .utf8
            markLength = 3
        } else if begins([0xFF, 0xFE, 0, 0]) || begins([0, 0, 0xFE, 0xFF]) || begins([0, 0, 0, 0x3C])
            || begins([0x3C, 0, 0, 0])
        {
            failure = Trouble(offset: 0, code: .unknownEncoding, message: "UTF-32 is not an encoding that is read here")
        } else if begins([0xFF, 0xFE]) {
            encoding = .utf16LittleEndian
            markLength = 2
        } else if begins([0xFE, 0xFF]) {
            encoding = .utf16BigEndian
            markLength = 2
        } else if begins([0x3C, 0]) {
            encoding = .utf16LittleEndian
        } else if begins([0, 0x3C]) {
            encoding = .utf16BigEndian
        } else {
            sniffDeclaration()
        }
        sniffedMark = markLength
    }

    private mutating func sniffDeclaration() {
        encoding = .utf8
        guard carry.starts(with: Array("<?xml".utf8)), let end = carry.firstIndex(of: UInt8(ascii: ">")) else { return }
        let declaration = String(decoding: carry[..<end], as: UTF8.self)
        guard let label = Self.encodingLabel(in: declaration) else { return }
        switch label.lowercased() {
        case "utf-8", "utf8": break
        case "iso-8859-1", "latin1", "latin-1", "iso_8859-1": encoding = .latin1
        case "windows-1252", "cp1252": encoding = .windows1252
        case "us-ascii", "ascii": encoding = .ascii
        // Bytes that we can read as ASCII are not UTF-16, whatever they claim.
        case let other where other.hasPrefix("utf-16") || other.hasPrefix("ucs-2") || other.hasPrefix("utf16"): break
        default:
            failure = Trouble(
                offset: 0, code: .unknownEncoding,
                message: "the encoding \"\(label)\" is not read here; save the document as UTF-8")
        }
    }

    private static func encodingLabel(in declaration: String) -> String? {
        guard let marker = declaration.firstRange(of: "encoding") else { return nil }
        let rest = declaration[marker.upperBound...].drop { $0.isWhitespace }
        guard rest.first == "=" else { return nil }
        let value = rest.dropFirst().drop { $0.isWhitespace }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        let label = value.dropFirst().prefix { $0 != quote }
        return label.isEmpty ? nil : String(label)
    }

    private mutating func decodeBytes(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into output: inout [UInt8]) {
        guard failure == nil, let encoding else { return }
        let before = output.count
        output.reserveCapacity(before + bytes.count)
        switch encoding {
        case .utf8: decodeUTF8(bytes, isLast: isLast, into: &output)
        case .utf16LittleEndian, .utf16BigEndian: decodeUTF16(bytes, isLast: isLast, into: &output)
        case .latin1, .windows1252, .ascii: decodeSingleBytes(bytes, encoding, into: &output)
        }
        decodedCount += output.count - before
    }

    /// Records a forbidden character. Says whether decoding goes on.
    private mutating func meet(_ scalar: UInt32, at offset: Int, length: Int) -> Bool {
        let digits = String(scalar, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let trouble = Trouble(
            offset: offset, code: .illegalCharacter, message: "the character \(name) is not allowed in XML",
            scalar: scalar, dropped: length)
        if isRecovering { repairs.append(trouble) } else { failure = trouble }
        return isRecovering
    }

    // MARK: The encodings

    private mutating func decodeUTF8(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into output: inout [UInt8]) {
        let base = decodedCount - output.count
        var index = 0
        var clean = 0  // the start of the stretch that is not copied yet
        let count = bytes.count
        func flush(_ output: inout [UInt8]) {
            if clean < index { output.append(contentsOf: bytes[clean..<index]) }
        }
        while index < count {
            // Eight bytes of plain ASCII at a time: no high bit, nothing below space. The lowest bit that shows is exact.
            while index &+ 8 <= count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let low = (word &- 0x2020_2020_2020_2020) & ~word
                let other = (word | low) & 0x8080_8080_8080_8080
                if other != 0 {
                    index &+= other.trailingZeroBitCount >> 3
                    break
                }
                index &+= 8
            }
            guard index < count else { break }
            let byte = bytes[index]
            if byte >= 0x20, byte < 0x80 {
                index += 1
                continue
            }
            if byte < 0x20 {
                if byte == 0x0A || byte == 0x09 || byte == 0x0D {
                    index += 1
                    continue
                }
                flush(&output)
                guard meet(UInt32(byte), at: base + output.count, length: 1) else { return }
                index += 1
                clean = index
                continue
            }
            let length = Self.sequenceLength(bytes, at: index)
            if length > 0 {
                if length == 3, byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE {  // U+FFFE, U+FFFF
                    flush(&output)
                    guard meet(0xFFC0 | UInt32(bytes[index + 2] & 0x3F), at: base + output.count, length: 3) else {
                        return
                    }
                    index += 3
                    clean = index
                } else {
                    index += length
                }
            } else if !isLast, length < 0 {
                flush(&output)
                carry = Array(bytes[index...])
                return
            } else {
                flush(&output)
                let hex = String(byte, radix: 16, uppercase: true)
                failure = Trouble(
                    offset: base + output.count, code: .invalidEncoding, message: "the byte 0x\(hex) is not UTF-8 here")
                return
            }
        }
        flush(&output)
    }

    /// The length of the well-formed sequence at `index` (Unicode table 3-7); 0 when ill-formed, -1 when cut off.
    private static func sequenceLength(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
        let lead = bytes[index]
        let (length, lower, upper): (Int, UInt8, UInt8)
        switch lead {
        case 0xC2...0xDF: (length, lower, upper) = (2, 0x80, 0xBF)
        case 0xE0: (length, lower, upper) = (3, 0xA0, 0xBF)
        case 0xED: (length, lower, upper) = (3, 0x80, 0x9F)
        case 0xE1...0xEF: (length, lower, upper) = (3, 0x80, 0xBF)
        case 0xF0: (length, lower, upper) = (4, 0x90, 0xBF)
        case 0xF1...0xF3: (length, lower, upper) = (4, 0x80, 0xBF)
        case 0xF4: (length, lower, upper) = (4, 0x80, 0x8F)
        default: return 0
        }
        for position in 1..<length {
            guard index + position < bytes.count else { return -1 }
            let byte = bytes[index + position]
            guard position == 1 ? byte >= lower && byte <= upper : byte & 0xC0 == 0x80 else { return 0 }
        }
        return length
    }

    private mutating func decodeUTF16(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into output: inout [UInt8]) {
        let base = decodedCount - output.count
        let isLittle = encoding == .utf16LittleEndian
        func unit(_ index: Int) -> UInt32 {
            isLittle
                ? UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
                : UInt32(bytes[index]) << 8 | UInt32(bytes[index + 1])
        }
        var index = 0
        while index + 2 <= bytes.count {
            let first = unit(index)
            var scalar = first
            var length = 2
            if first & 0xFC00 == 0xD800 {
                if index + 4 > bytes.count, !isLast { break }
                if index + 4 <= bytes.count, unit(index + 2) & 0xFC00 == 0xDC00 {
                    scalar = 0x10000 + (first & 0x3FF) << 10 + (unit(index + 2) & 0x3FF)
                    length = 4
                }
            }
            guard let character = Unicode.Scalar(scalar) else {
                failure = Trouble(
                    offset: base + output.count, code: .invalidEncoding, message: "half a surrogate pair in UTF-16")
                return
            }
            if Self.isAllowed(scalar) {
                output.append(contentsOf: UTF8.encode(character)!)
            } else if !meet(scalar, at: base + output.count, length: length) {
                return
            }
            index += length
        }
        carry = Array(bytes[index...])
        if isLast, !carry.isEmpty {
            failure = Trouble(
                offset: base + output.count, code: .invalidEncoding,
                message: "half a character at the end of the UTF-16")
        }
    }

    private mutating func decodeSingleBytes(
        _ bytes: UnsafeRawBufferPointer, _ encoding: Encoding, into output: inout [UInt8]
    ) {
        let base = decodedCount - output.count
        for byte in bytes {
            var scalar = UInt32(byte)
            if byte >= 0x80 {
                if encoding == .windows1252, byte < 0xA0 { scalar = UInt32(Self.windows1252[Int(byte) - 0x80]) }
                if encoding == .ascii {
                    failure = Trouble(
                        offset: base + output.count, code: .invalidEncoding,
                        message: "the byte 0x\(String(byte, radix: 16, uppercase: true)) is not US-ASCII")
                    return
                }
            }
            if Self.isAllowed(scalar), let character = Unicode.Scalar(scalar) {
                output.append(contentsOf: UTF8.encode(character)!)
            } else if !meet(scalar, at: base + output.count, length: 1) {
                return
            }
        }
    }

    /// XML 1.0 §2.2, Char.
    private static func isAllowed(_ scalar: UInt32) -> Bool {
        scalar >= 0x20 ? scalar & 0xFFFF_FFFE != 0xFFFE : scalar == 0x09 || scalar == 0x0A || scalar == 0x0D
    }

    /// The Encoding Standard's windows-1252, 0x80 to 0x9F.
    private static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
