/// Reads the tokens of PDF (ISO 32000-1 §7.2, §7.3).
package struct PDFScanner {
    private let bytes: [UInt8]
    package var offset: Int

    package init(_ bytes: [UInt8], at offset: Int) {
        self.bytes = bytes
        self.offset = max(0, offset)
    }

    package var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// White space and comments.
    package mutating func skipSpace() {
        while let byte = peek {
            if byte == UInt8(ascii: "%") {
                while let byte = peek, byte != 0x0A, byte != 0x0D { offset += 1 }
            } else if PDFScanner.isSpace(byte) {
                offset += 1
            } else {
                return
            }
        }
    }

    /// Past the next place where a word stands.
    package mutating func skip(past word: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        while offset + wanted.count <= bytes.count {
            if bytes[offset..<offset + wanted.count].elementsEqual(wanted) {
                offset += wanted.count
                return true
            }
            offset += 1
        }
        return false
    }

    /// The next word, name, string or bracket; empty at the end.
    package mutating func token() -> ArraySlice<UInt8> {
        skipSpace()
        let start = offset
        guard let first = peek else { return bytes[bytes.count...] }
        offset += 1
        switch first {
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): break
        case UInt8(ascii: "("): skipString()
        case UInt8(ascii: ">"): if peek == first { offset += 1 }
        case UInt8(ascii: "<"):
            if peek == first {
                offset += 1
            } else {
                while let byte = peek, byte != UInt8(ascii: ">") { offset += 1 }
                offset = min(offset + 1, bytes.count)
            }
        default: while let byte = peek, !PDFScanner.isSpace(byte), !PDFScanner.isDelimiter(byte) { offset += 1 }
        }
        return bytes[start..<offset]
    }

    /// A number without a sign; `nil`, and nothing is read, where there is none.
    package mutating func integer() -> Int? {
        var ahead = self
        guard let value = Int(String(decoding: ahead.token(), as: UTF8.self)), value >= 0 else { return nil }
        self = ahead
        return value
    }

    /// Past a value: a dictionary or list with all in it, a reference, or one token.
    package mutating func skipValue() {
        var depth = 0
        repeat {
            let token = token()
            guard let first = token.first else { return }
            let isBracket = first == UInt8(ascii: "[") || token.elementsEqual("<<".utf8)
            if isBracket { depth += 1 }
            if first == UInt8(ascii: "]") || token.elementsEqual(">>".utf8) { depth -= 1 }
            guard depth == 0, first >= 0x30, first <= 0x39 else { continue }
            var ahead = self
            if ahead.integer() != nil, ahead.token().elementsEqual("R".utf8) { self = ahead }
        } while depth > 0
    }

    private mutating func skipString() {
        var depth = 1
        while depth > 0, let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "\\"): offset = min(offset + 1, bytes.count)
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C || byte == 0
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
            true
        default: false
        }
    }
}
