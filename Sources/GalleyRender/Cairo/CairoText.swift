/// Text as Cairo takes it: noncharacters (U+FDD0 to U+FDEF, U+FFFE, U+FFFF and their like) make it give up a whole
/// file.
enum CairoText {
    /// Whether valid UTF-8 holds a noncharacter.
    static func hasNoncharacters(_ bytes: ContiguousArray<UInt8>.SubSequence) -> Bool {
        var found = false
        forEachNoncharacter(in: bytes) { _, _ in found = true }
        return found
    }

    /// The bytes with others of the same number for each noncharacter: U+FFFD, or the private U+10FFFD for four bytes.
    static func withoutNoncharacters(_ bytes: ContiguousArray<UInt8>.SubSequence) -> ContiguousArray<UInt8> {
        var result = ContiguousArray(bytes)
        forEachNoncharacter(in: bytes) { offset, count in
            let replacement: [UInt8] = count == 3 ? [0xEF, 0xBF, 0xBD] : [0xF4, 0x8F, 0xBF, 0xBD]
            for index in 0..<count { result[offset + index] = replacement[index] }
        }
        return result
    }

    /// A string without noncharacters, and without NUL, which ends Cairo's strings.
    static func valid(_ string: String) -> String {
        func isInvalid(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value == 0 || (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
        }
        guard string.unicodeScalars.contains(where: isInvalid) else { return string }
        return String(String.UnicodeScalarView(string.unicodeScalars.map { isInvalid($0) ? "\u{FFFD}" : $0 }))
    }

    /// Calls `body` with the offset from the start and the length of each.
    private static func forEachNoncharacter(
        in bytes: ContiguousArray<UInt8>.SubSequence, _ body: (_ offset: Int, _ count: Int) -> Void
    ) {
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + 2 < bytes.count {
                let lead = bytes[index]
                if lead == 0xEF {
                    let (second, third) = (bytes[index + 1], bytes[index + 2])
                    if (second == 0xB7 && (0x90...0xAF).contains(third)) || (second == 0xBF && third >= 0xBE) {
                        body(index, 3)
                    }
                    index += 3
                } else if lead >= 0xF0, index + 3 < bytes.count {
                    if bytes[index + 1] & 0x0F == 0x0F, bytes[index + 2] == 0xBF, bytes[index + 3] >= 0xBE {
                        body(index, 4)
                    }
                    index += 4
                } else {
                    index += 1
                }
            }
        }
    }
}
