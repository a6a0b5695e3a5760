/// Writes names so that every libxml2 reads them, and reads them back.
///
/// libxml2's HTML parser accepts letters, digits, `-`, `_`, `:` and `.` in a name, of at most 99 bytes. Other bytes are
/// written as `.` and two hexadecimal digits; a name that does not begin with a letter gets `x..` in front, which no other
/// escaped name begins with.
///
/// libxml2 gives `html`, `script` and some others a meaning of its own, and reports an error, which it formats, for each
/// element that it does not know. Such elements travel as `q` with their name in the place of the first attribute:
/// `<q x..section class="a"/>`.
enum HTMLNameEscape {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Appends the name of a start tag, and a space if the name is the first attribute of a carrier.
    static func appendTag(_ name: Slice<UnsafeBufferPointer<UInt8>>, known: HTMLName?, to output: inout [UInt8]) {
        if let known, HTMLElementTraits.of(known).contains(.neutral) {
            for byte in name { output.append(byte.asciiLowercased) }
        } else {
            output.append(contentsOf: [carrier, 0x20, 0x78, 0x2E, 0x2E])
            appendEscaped(name, to: &output)
        }
    }

    /// Whether a byte of a name needs no escape.
    static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D || byte == 0x5F || byte == 0x3A
    }

    /// Appends the name of an attribute or an end tag.
    static func append(_ name: Slice<UnsafeBufferPointer<UInt8>>, to output: inout [UInt8]) {
        if let first = name.first, !first.isASCIILetter { output.append(contentsOf: [0x78, 0x2E, 0x2E]) }
        appendEscaped(name, to: &output)
    }

    private static func appendEscaped(_ name: Slice<UnsafeBufferPointer<UInt8>>, to output: inout [UInt8]) {
        let start = output.count
        for byte in name {
            let byte = byte.asciiLowercased
            if isPlain(byte) {
                if output.count - start >= MarkupLimits.nameBytes { break }
                output.append(byte)
            } else if byte == 0 {
                // NUL becomes U+FFFD (§13.2.5.8, §13.2.5.33).
                if output.count - start + 9 > MarkupLimits.nameBytes { break }
                output.append(contentsOf: Array(".ef.bf.bd".utf8))
            } else {
                if output.count - start + 3 > MarkupLimits.nameBytes { break }
                output.append(0x2E)
                output.append(digits[Int(byte >> 4)])
                output.append(digits[Int(byte & 15)])
            }
        }
    }

    /// The name of the element that carries others, which for that reason carries itself too.
    static let carrier = UInt8(ascii: "q")

    /// Without the `x..` in front, if there is one.
    static func withoutMark(_ name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        name.count >= 3 && name[0] == 0x78 && name[1] == 0x2E && name[2] == 0x2E
            ? UnsafeBufferPointer(rebasing: name[3...]) : name
    }

    /// The name that an escaped one without mark stands for; nil when it stands for itself.
    static func unescaped(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard name.contains(0x2E) else { return nil }
        var result: [UInt8] = []
        var index = 0
        while index < name.count {
            if name[index] == 0x2E, index + 2 < name.count {
                result.append(value(name[index + 1]) << 4 | value(name[index + 2]))
                index += 3
            } else {
                result.append(name[index])
                index += 1
            }
        }
        // A cut name may end within a character.
        return UTF8Repair.valid(result)
    }

    private static func value(_ digit: UInt8) -> UInt8 {
        digit.isASCIIDigit ? digit - 0x30 : ((digit | 0x20) &- 0x57) & 15
    }
}

extension UTF8Repair {
    /// The bytes themselves if they are valid, a repaired copy if not.
    static func valid(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { buffer in
            firstInvalid(in: buffer) == buffer.count ? bytes : repaired(buffer, reporting: 0).bytes
        }
    }
}
