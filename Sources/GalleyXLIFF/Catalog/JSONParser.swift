/// Reads JSON (RFC 8259) strictly, and says in which line and column anything is wrong.
///
/// UTF-8 with or without a mark. Half a surrogate pair is refused: no string of Swift can hold one. Nesting is limited by
/// ``XLIFFLimits/jsonDepth``. Complexity: O(*bytes*).
package struct JSONParser {
    private let bytes: [UInt8]
    private let file: String
    private var index = 0
    private var line = 1
    /// The column of the byte at `columnIndex`; counted on from there when a position is asked for.
    private var column = 1
    private var columnIndex = 0
    /// How the text is laid out, as far as seen.
    package private(set) var style = JSONStyle.xcode
    /// Repeated members.
    package private(set) var findings: [Finding] = []

    package init(bytes: [UInt8], name: String) {
        self.bytes = bytes
        file = name
    }

    /// The whole text as one value.
    package mutating func parse() throws(XLIFFError) -> JSONValue {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw fault("this is UTF-16; JSON is UTF-8")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw fault("this is not valid UTF-8") }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            index = 3
            columnIndex = 3
        }
        skipSpace()
        detectIndent()
        let value = try parseValue(depth: 0)
        let end = index
        skipSpace()
        guard index == bytes.count else { throw fault("text after the end of the value") }
        style.endsWithNewline = bytes[end...].contains(0x0A)
        return value
    }

    private mutating func parseValue(depth: Int) throws(XLIFFError) -> JSONValue {
        guard depth < XLIFFLimits.jsonDepth else { throw fault("values nest too deep") }
        guard index < bytes.count else { throw fault("a value was expected, not the end of the file") }
        switch bytes[index] {
        case UInt8(ascii: "{"): return .object(try parseObject(depth: depth))
        case UInt8(ascii: "["): return .array(try parseArray(depth: depth))
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
        case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
        case UInt8(ascii: "n"): return try parseWord("null", .null)
        default: return .number(try parseNumber())
        }
    }

    private mutating func parseObject(depth: Int) throws(XLIFFError) -> JSONObject {
        var object = JSONObject()
        let start = index
        index += 1
        skipSpace()
        if take("}") {
            noteEmptyContainer(from: start)
            return object
        }
        // Only large objects are worth a table.
        var seen: Set<ExactString> = []
        while true {
            let position = position
            guard peek == UInt8(ascii: "\"") else { throw fault("a name in quotes was expected, not \(described)") }
            let name = try parseString()
            let afterName = index
            skipSpace()
            guard take(":") else { throw fault("\":\" was expected, not \(described)") }
            style.colon = index - 1 > afterName ? " : " : ": "
            skipSpace()
            let value = try parseValue(depth: depth + 1)
            if object.members.count == 8 { seen = Set(object.members.map { ExactString($0.name) }) }
            let isRepeated =
                object.members.count < 8
                ? object.index(of: name) != nil : !seen.insert(ExactString(name)).inserted
            object.members.append(JSONObject.Member(name: name, value: value, position: position))
            if isRepeated {
                findings.append(
                    Finding(
                        .warning, .duplicateMember, "\(Finding.quoted(name)) is there already; the first one counts",
                        file: file, position: position))
            }
            skipSpace()
            if take("}") { return object }
            guard take(",") else { throw fault("\",\" or \"}\" was expected, not \(described)") }
            skipSpace()
        }
    }

    private mutating func parseArray(depth: Int) throws(XLIFFError) -> [JSONValue] {
        var array: [JSONValue] = []
        let start = index
        index += 1
        skipSpace()
        if take("]") {
            noteEmptyContainer(from: start)
            return array
        }
        while true {
            array.append(try parseValue(depth: depth + 1))
            skipSpace()
            if take("]") { return array }
            guard take(",") else { throw fault("\",\" or \"]\" was expected, not \(described)") }
            skipSpace()
        }
    }

    private mutating func parseWord(_ word: StaticString, _ value: JSONValue) throws(XLIFFError) -> JSONValue {
        guard take(word) else { throw fault("a value was expected, not \(described)") }
        return value
    }

    /// RFC 8259 §6.
    private mutating func parseNumber() throws(XLIFFError) -> String {
        let start = index
        _ = take("-")
        guard let first = peek, isDigit(first) else {
            index = start
            throw fault("a value was expected, not \(described)")
        }
        index += 1
        if first != UInt8(ascii: "0") { skipDigits() }
        if take(".") { try requireDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try requireDigits()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func requireDigits() throws(XLIFFError) {
        guard let byte = peek, isDigit(byte) else { throw fault("a digit was expected, not \(described)") }
        skipDigits()
    }

    private mutating func skipDigits() {
        while let byte = peek, isDigit(byte) { index += 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    // MARK: Strings

    /// RFC 8259 §7.
    private mutating func parseString() throws(XLIFFError) -> String {
        index += 1
        var start = index
        var text: [UInt8] = []
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let end = index
                index += 1
                if text.isEmpty { return String(decoding: bytes[start..<end], as: UTF8.self) }
                text += bytes[start..<end]
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text += bytes[start..<index]
                try parseEscape(into: &text)
                start = index
            case 0..<0x20: throw fault("a control character in a string must be written as \\u")
            default: index += 1
            }
        }
        throw fault("a string has no end")
    }

    private mutating func parseEscape(into text: inout [UInt8]) throws(XLIFFError) {
        let place = index
        index += 1
        guard let byte = peek else { throw fault("a string has no end") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            guard let unit = parseUnit() else { throw fault("four hexadecimal digits must follow \\u", at: place) }
            var value = UInt32(unit)
            if unit & 0xFC00 == 0xD800 {
                guard take("\\u"), let low = parseUnit(), low & 0xFC00 == 0xDC00 else {
                    throw fault("half a surrogate pair", at: place)
                }
                value = 0x10000 + UInt32(unit & 0x3FF) << 10 + UInt32(low & 0x3FF)
            }
            guard let scalar = Unicode.Scalar(value) else { throw fault("half a surrogate pair", at: place) }
            text += UTF8.encode(scalar)!
        default: throw fault("\"\\\" must be followed by one of \"\\/bfnrtu", at: place)
        }
    }

    private mutating func parseUnit() -> UInt16? {
        guard index + 4 <= bytes.count else { return nil }
        var value: UInt16 = 0
        for byte in bytes[index..<index + 4] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt16(byte - 0x30)
            case 0x41...0x46: value = value << 4 | UInt16(byte - 0x41 + 10)
            case 0x61...0x66: value = value << 4 | UInt16(byte - 0x61 + 10)
            default: return nil
            }
        }
        index += 4
        return value
    }

    // MARK: Bytes

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        index += count
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0D: index += 1
            case 0x0A:
                index += 1
                line += 1
                column = 1
                columnIndex = index
            default: return
            }
        }
    }

    /// How lines end, and what white space the first member stands behind.
    private mutating func detectIndent() {
        guard peek == UInt8(ascii: "{"), index + 1 < bytes.count else { return }
        let start = bytes[(index + 1)...].firstIndex { $0 != 0x0D && $0 != 0x0A } ?? bytes.count
        let end = bytes[start...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.count
        if bytes[(index + 1)...].starts(with: [0x0D, 0x0A]) { style.lineBreak = "\r\n" }
        guard start > index + 1, end > start, end - start <= 8 else { return }
        style.indent = String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private mutating func noteEmptyContainer(from start: Int) {
        style.opensEmptyContainers = bytes[start..<index].contains(0x0A)
    }

    /// Strings hold no line feeds, so only the column has to be counted: on from the last place asked for.
    private var position: SourcePosition {
        mutating get {
            column = bytes[columnIndex..<index].reduce(column) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
            columnIndex = index
            return SourcePosition(line: line, column: column, byteOffset: index)
        }
    }

    private mutating func fault(_ message: String) -> XLIFFError {
        XLIFFError(Finding(.error, .jsonSyntax, message, file: file, position: position))
    }

    private mutating func fault(_ message: String, at place: Int) -> XLIFFError {
        index = max(place, columnIndex)
        return fault(message)
    }

    private var described: String {
        guard let byte = peek else { return "the end of the file" }
        return byte > 0x20 && byte < 0x7F
            ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte 0x\(String(byte, radix: 16))"
    }
}
