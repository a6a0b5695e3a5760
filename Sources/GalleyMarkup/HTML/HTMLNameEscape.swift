/// Writes names so that every libxml2 reads them, and reads them back.
///
/// libxml2's HTML parser accepts letters, digits, `-`, `_`, `:` and `.` in a name, of at most 99 bytes, and gives `html`,
/// `script` and some others a meaning of its own. Everything else is written as `.` and two hexadecimal digits; a name that
/// must not be recognised, or does not begin with a letter, gets `x..` in front, which no escaped name begins with.
enum HTMLNameEscape {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Appends the escaped form, lower-cased.
    static func append(_ name: Slice<UnsafeBufferPointer<UInt8>>, known: HTMLName?, to output: inout [UInt8]) {
        let start = output.count
        if let known, HTMLElementTraits.of(known).contains(.neutral) {
            for byte in name { output.append(byte.asciiLowercased) }
            return
        }
        // Unknown elements cost libxml2 2.9 an error each; the known special ones must not be recognised.
        if known != nil || name.first.map({ !$0.isASCIILetter }) ?? true {
            output.append(contentsOf: [0x78, 0x2E, 0x2E])
        }
        for byte in name {
            let byte = byte.asciiLowercased
            if byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D || byte == 0x5F || byte == 0x3A {
                if output.count - start >= MarkupLimits.nameBytes { break }
                output.append(byte)
            } else {
                if output.count - start + 3 > MarkupLimits.nameBytes { break }
                output.append(0x2E)
                output.append(digits[Int(byte >> 4)])
                output.append(digits[Int(byte & 15)])
            }
        }
    }

    /// The name that an escaped one stands for; nil when it holds no escape and stands for itself.
    static func unescaped(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard name.contains(0x2E) else { return nil }
        var result: [UInt8] = []
        var index = name.starts(with: [0x78, 0x2E, 0x2E]) ? 3 : 0
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
