/// Reads the old-style property list that a `.strings` file is, and says where anything is wrong.
///
/// The grammar is that of `CFOldStylePList.c`: an optional `{`, then `key = value;` or `key;`, then an optional `}`.
/// Strings are quoted by `"` or `'`, or bare (`[A-Za-z0-9_$/:.-]+`); `//` and `/* */` are comments. Where Apple's
/// parser stops at junk and says nothing, this one reports it.
struct StringsParser {
    private let bytes: [UInt8]
    private let file: String
    private var index = 0
    private var line = 1
    private var lineStart = 0
    private var counted = (start: 0, column: 1)
    /// The last comment since the previous entry.
    private var comment: String?
    private(set) var entries: [StringsEntry] = []
    private(set) var findings: [Finding] = []

    /// Ends the reading.
    private struct Stop: Error {
        var message: String
        var position: SourcePosition
    }

    init(utf8: [UInt8], file: String) {
        bytes = utf8
        self.file = file
    }

    /// Reads all; afterwards ``entries`` holds what was read, and ``findings`` has an error if that is not everything.
    mutating func parse() {
        do throws(Stop) {
            try skipSpace()
            let isBraced = peek == UInt8(ascii: "{")
            if isBraced {
                advance()
                try skipSpace()
            }
            while let byte = peek {
                if isBraced, byte == UInt8(ascii: "}") {
                    advance()
                    try skipSpace()
                    guard peek == nil else { throw stop("text after the closing \"}\"") }
                    return
                }
                try parseEntry()
                try skipSpace()
            }
            if isBraced { throw stop("the closing \"}\" is missing") }
        } catch {
            findings.append(
                Finding(.error, .init(rawValue: "strings-syntax"), error.message, file: file, position: error.position))
        }
    }

    private mutating func parseEntry() throws(Stop) {
        let start = position
        let entryComment = comment
        comment = nil
        guard let key = try parseString() else {
            throw stop("a key was expected, not \(described(peek))")
        }
        try skipSpace()
        var value: String? = key
        if peek == UInt8(ascii: "=") {
            advance()
            try skipSpace()
            let place = position
            if let string = try parseString() {
                value = string
            } else {
                try skipValue(depth: 0)
                value = nil
                findings.append(
                    Finding(
                        .warning, .init(rawValue: "strings-value"),
                        "the value of \(Finding.quoted(key)) is not a string and is passed over", file: file,
                        position: place))
            }
            try skipSpace()
        }
        if peek == UInt8(ascii: ";") {
            advance()
        } else if peek != nil, peek != UInt8(ascii: "}") {
            throw stop("\";\" is missing after the entry of \(Finding.quoted(key))")
        } else if peek == nil {
            throw stop("\";\" is missing after the entry of \(Finding.quoted(key))")
        }
        guard let value else { return }
        entries.append(StringsEntry(key: key, value: value, comment: entryComment, position: start))
    }

    // MARK: Strings

    /// A quoted or bare string, or `nil` when none begins here.
    private mutating func parseString() throws(Stop) -> String? {
        guard let first = peek else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try parseQuoted(first) }
        guard Self.isBare(first) else { return nil }
        let start = index
        while let byte = peek, Self.isBare(byte) {
            // "key/*comment*/" is a bare key and a comment.
            if byte == UInt8(ascii: "/"), index + 1 < bytes.count, index > start,
                bytes[index + 1] == UInt8(ascii: "*") || bytes[index + 1] == UInt8(ascii: "/")
            {
                break
            }
            index += 1
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private mutating func parseQuoted(_ quote: UInt8) throws(Stop) -> String {
        let start = position
        advance()
        var text: [UInt8] = []
        var surrogate: UInt16?
        func flushSurrogate(_ text: inout [UInt8]) {
            if surrogate != nil { text += "\u{FFFD}".utf8 }
        }
        while let byte = peek {
            if byte == quote {
                flushSurrogate(&text)
                advance()
                return String(decoding: text, as: UTF8.self)
            }
            guard byte == UInt8(ascii: "\\") else {
                flushSurrogate(&text)
                surrogate = nil
                text.append(byte)
                advance()
                continue
            }
            advance()
            guard let escaped = peek else { break }
            if escaped == UInt8(ascii: "U"), let unit = parseUnit() {
                // Two escapes make one character beyond the basic plane.
                if let high = surrogate, unit & 0xFC00 == 0xDC00 {
                    surrogate = nil
                    let scalar = 0x10000 + UInt32(high & 0x3FF) << 10 + UInt32(unit & 0x3FF)
                    if let character = Unicode.Scalar(scalar) { text += String(Character(character)).utf8 }
                    continue
                }
                flushSurrogate(&text)
                surrogate = unit & 0xFC00 == 0xD800 ? unit : nil
                if surrogate == nil {
                    text += String(Character(Unicode.Scalar(unit) ?? "\u{FFFD}")).utf8
                }
                continue
            }
            flushSurrogate(&text)
            surrogate = nil
            parseEscape(escaped, into: &text)
        }
        throw Stop(message: "the string that begins here has no end", position: start)
    }

    /// `Uxxxx`: one to four hexadecimal digits, a UTF-16 unit.
    private mutating func parseUnit() -> UInt16? {
        var value: UInt16 = 0
        var count = 0
        while count < 4, index + 1 + count < bytes.count, let digit = Self.hexDigit(bytes[index + 1 + count]) {
            value = value << 4 | UInt16(digit)
            count += 1
        }
        guard count > 0 else { return nil }
        index += 1 + count
        return value
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    private mutating func parseEscape(_ byte: UInt8, into text: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "a"): text.append(0x07)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "v"): text.append(0x0B)
        case 0x30...0x37:
            var value = 0
            var count = 0
            while count < 3, let digit = peek, (0x30...0x37).contains(digit) {
                value = value << 3 | Int(digit - 0x30)
                count += 1
                index += 1
            }
            text += String(Character(NextStepLatin.scalar(UInt8(truncatingIfNeeded: value)))).utf8
            return
        default: text.append(byte)
        }
        advance()
    }

    // MARK: Values that are not strings

    private mutating func skipValue(depth: Int) throws(Stop) {
        guard depth < XLIFFLimits.propertyListDepth else { throw stop("values nest too deep") }
        switch peek {
        case UInt8(ascii: "{"):
            advance()
            try skipSpace()
            while peek != UInt8(ascii: "}") {
                guard try parseString() != nil else { throw stop("a key was expected, not \(described(peek))") }
                try skipSpace()
                if peek == UInt8(ascii: "=") {
                    advance()
                    try skipSpace()
                    if try parseString() == nil { try skipValue(depth: depth + 1) }
                    try skipSpace()
                }
                guard peek == UInt8(ascii: ";") else { throw stop("\";\" is missing in a dictionary") }
                advance()
                try skipSpace()
            }
            advance()
        case UInt8(ascii: "("):
            advance()
            try skipSpace()
            while peek != UInt8(ascii: ")") {
                if try parseString() == nil { try skipValue(depth: depth + 1) }
                try skipSpace()
                if peek == UInt8(ascii: ",") {
                    advance()
                    try skipSpace()
                } else if peek != UInt8(ascii: ")") {
                    throw stop("\",\" or \")\" is missing in an array")
                }
            }
            advance()
        case UInt8(ascii: "<"):
            let start = position
            while let byte = peek, byte != UInt8(ascii: ">") { advance() }
            guard peek != nil else { throw Stop(message: "the data that begin here have no end", position: start) }
            advance()
        default: throw stop("a value was expected, not \(described(peek))")
        }
    }

    // MARK: Bytes

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func advance() {
        let byte = bytes[index]
        index += 1
        if byte == 0x0A || byte == 0x0D && (index >= bytes.count || bytes[index] != 0x0A) {
            line += 1
            lineStart = index
        }
    }

    /// Columns are counted on from the last one asked for, so that one long line is no trouble.
    private var position: SourcePosition {
        mutating get {
            if counted.start < lineStart { counted = (lineStart, 1) }
            let column = bytes[counted.start..<index].reduce(counted.column) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
            counted = (index, column)
            return SourcePosition(line: line, column: column, byteOffset: index)
        }
    }

    private mutating func stop(_ message: String) -> Stop { Stop(message: message, position: position) }

    private func described(_ byte: UInt8?) -> String {
        guard let byte else { return "the end of the file" }
        return byte > 0x20 && byte < 0x7F
            ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte 0x\(String(byte, radix: 16))"
    }

    /// Passes over white space (U+2028 and U+2029 too) and comments, and keeps the last comment.
    private mutating func skipSpace() throws(Stop) {
        while let byte = peek {
            switch byte {
            case 0x09...0x0D, 0x20: advance()
            case 0xE2
            where bytes[index...].starts(with: [0xE2, 0x80, 0xA8]) || bytes[index...].starts(with: [0xE2, 0x80, 0xA9]):
                index += 3
            case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"):
                let start = index + 2
                while let byte = peek, byte != 0x0A, byte != 0x0D { index += 1 }
                keepComment(start..<index)
            case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*"):
                let start = position
                let first = index + 2
                advance()
                advance()
                while let byte = peek {
                    if byte == UInt8(ascii: "*"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
                        break
                    }
                    advance()
                }
                guard peek != nil else {
                    throw Stop(message: "the comment that begins here has no end", position: start)
                }
                keepComment(first..<index)
                advance()
                advance()
            default: return
            }
        }
    }

    private mutating func keepComment(_ range: Range<Int>) {
        var range = range
        if let first = range.first, bytes[first] == 0x20 { range.removeFirst() }
        if let last = range.last, bytes[last] == 0x20 { range.removeLast() }
        comment = String(decoding: bytes[range], as: UTF8.self)
    }
}
