/// Reads old-style property lists, which `.strings` files are, and says where anything is wrong.
///
/// The grammar is that of `CFOldStylePList.c`: a table is `key = value;` or `key;` any number of times, in `{}` or not;
/// values are strings, tables in `{}`, arrays in `()` and data in `<>`. Strings are quoted by `"` or `'`, or bare
/// (`[A-Za-z0-9_$/:.-]+`); `//` and `/* */` are comments. Where Apple's parser stops at junk and says nothing, or takes an
/// open comment for the end, this one reports it.
struct OldStyleParser {
    /// A table, with what it takes to edit its text.
    struct Table: Sendable, Hashable {
        struct Item: Sendable, Hashable {
            var pair: PropertyListDictionary.Pair
            /// The last comment between this entry and the one before it.
            var comment: String?
            /// From the beginning of the comment, or of the key, to after the `;`.
            var range: Range<Int>
            /// The key as it is written.
            var key: Range<Int>
            /// The value as it is written; `nil` for `key;`.
            var value: Range<Int>?
            var valuePosition: SourcePosition?
        }

        var items: [Item] = []
        /// Where another entry goes: before the closing `}`, or at the end.
        var end = 0
    }

    let text: SourceText
    let file: String
    var index = 0
    var locator = SourceLocator()
    /// The last comment since the previous entry, and where it begins.
    private var comment: (text: String, start: Int)?
    /// Escapes that do not mean what they seem to.
    var findings: [Finding] = []

    init(_ text: SourceText, file: String) {
        self.text = text
        self.file = file
    }

    /// The whole text as a value. One without a value is an empty dictionary.
    mutating func document() throws(XLIFFError) -> PropertyListValue {
        try skipSpace()
        switch peek {
        case nil: return [:]
        case UInt8(ascii: "("), UInt8(ascii: "<"):
            let value = try value(depth: 0)
            try skipSpace()
            guard peek == nil else { throw stop("text after the end of the property list") }
            return value
        case UInt8(ascii: "{"): break
        default:
            if let string = try string() {
                try skipSpace()
                if peek == nil { return .string(string) }
            }
        }
        index = 0
        return .dictionary(PropertyListDictionary(try table().items.map(\.pair)))
    }

    /// The whole text as a table.
    mutating func table() throws(XLIFFError) -> Table {
        var table = Table()
        comment = nil
        try skipSpace()
        let isBraced = peek == UInt8(ascii: "{")
        if isBraced {
            index += 1
            try skipSpace()
        }
        while let byte = peek {
            if isBraced, byte == UInt8(ascii: "}") {
                table.end = index
                index += 1
                try skipSpace()
                guard peek == nil else { throw stop("text after the closing \"}\"") }
                return table
            }
            table.items.append(try item(depth: 1))
            try skipSpace()
        }
        if isBraced { throw stop("the closing \"}\" is missing") }
        table.end = text.utf8.count
        return table
    }

    /// `key = value;` or `key;`, from its key on.
    private mutating func item(depth: Int) throws(XLIFFError) -> Table.Item {
        let position = position(at: index)
        let comment = comment
        self.comment = nil
        let keyStart = index
        guard let key = try string() else { throw stop("a key was expected, not \(described(peek))") }
        let keyRange = keyStart..<index
        try skipSpace()
        var value = PropertyListValue.string(key)
        var valueRange: Range<Int>?
        var valuePosition: SourcePosition?
        if peek == UInt8(ascii: "=") {
            index += 1
            try skipSpace()
            let start = index
            valuePosition = self.position(at: index)
            value = try self.value(depth: depth)
            valueRange = start..<index
            try skipSpace()
        }
        guard peek == UInt8(ascii: ";") else {
            throw stop(
                valueRange == nil && peek != nil
                    ? "\"=\" or \";\" was expected after the key \(Finding.quoted(key)), not \(described(peek))"
                    : "\";\" is missing after the entry of \(Finding.quoted(key))")
        }
        index += 1
        // A comment inside the entry is not the next one's.
        self.comment = nil
        return Table.Item(
            pair: .init(key: key, value: value, position: position), comment: comment?.text,
            range: (comment?.start ?? keyStart)..<index, key: keyRange, value: valueRange, valuePosition: valuePosition)
    }

    /// A value of any kind; `depth` counts the tables and arrays around it.
    private mutating func value(depth: Int) throws(XLIFFError) -> PropertyListValue {
        if let string = try string() { return .string(string) }
        switch peek {
        case UInt8(ascii: "{"):
            try checkDepth(depth)
            index += 1
            var dictionary = PropertyListDictionary()
            try skipSpace()
            while peek != UInt8(ascii: "}") {
                dictionary.append(try item(depth: depth + 1).pair)
                try skipSpace()
            }
            index += 1
            return .dictionary(dictionary)
        case UInt8(ascii: "("):
            try checkDepth(depth)
            index += 1
            var array: [PropertyListValue] = []
            try skipSpace()
            while peek != UInt8(ascii: ")") {
                array.append(try value(depth: depth + 1))
                try skipSpace()
                if peek == UInt8(ascii: ",") {
                    index += 1
                    try skipSpace()
                } else if peek != UInt8(ascii: ")") {
                    throw stop("\",\" or \")\" is missing in an array")
                }
            }
            index += 1
            return .array(array)
        case UInt8(ascii: "<"): return .data(try data())
        default: throw stop("a value was expected, not \(described(peek))")
        }
    }

    private mutating func checkDepth(_ depth: Int) throws(XLIFFError) {
        if depth >= XLIFFLimits.propertyListDepth { throw stop("values nest too deep") }
    }

    /// `<0fab 12>`: two digits a byte, white space between bytes.
    private mutating func data() throws(XLIFFError) -> [UInt8] {
        let start = index
        index += 1
        var data: [UInt8] = []
        while let byte = peek {
            if byte == UInt8(ascii: ">") {
                index += 1
                return data
            }
            if let high = byte.hexDigit {
                index += 1
                guard let low = peek?.hexDigit else { throw stop("a byte of the data lacks its second digit") }
                data.append(high << 4 | low)
                index += 1
            } else if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
                index += 1
            } else if lineSeparatorFollows {
                index += 3
            } else {
                throw stop("data are made of hexadecimal digits, not of \(described(byte))")
            }
        }
        throw stop("the data that begin here have no end", at: start)
    }

    // MARK: White space

    /// Passes over white space (U+2028 and U+2029 too) and comments, and keeps the last comment.
    private mutating func skipSpace() throws(XLIFFError) {
        while let byte = peek {
            switch byte {
            case 0x09...0x0D, 0x20: index += 1
            case 0xE2 where lineSeparatorFollows: index += 3
            case UInt8(ascii: "/") where peekNext == UInt8(ascii: "/"):
                let start = index
                while let byte = peek, byte != 0x0A, byte != 0x0D, !lineSeparatorFollows { index += 1 }
                keepComment(start + 2..<index, start)
            case UInt8(ascii: "/") where peekNext == UInt8(ascii: "*"):
                let start = index
                index += 2
                while let byte = peek, byte != UInt8(ascii: "*") || peekNext != UInt8(ascii: "/") { index += 1 }
                guard peek != nil else { throw stop("the comment that begins here has no end", at: start) }
                keepComment(start + 2..<index, start)
                index += 2
            default: return
            }
        }
    }

    private mutating func keepComment(_ range: Range<Int>, _ start: Int) {
        var range = range
        if let first = range.first, text.utf8[first] == 0x20 { range.removeFirst() }
        if let last = range.last, text.utf8[last] == 0x20 { range.removeLast() }
        comment = (String(decoding: text.utf8[range], as: UTF8.self), start)
    }

    // MARK: Bytes

    var peek: UInt8? { index < text.utf8.count ? text.utf8[index] : nil }
    var peekNext: UInt8? { index + 1 < text.utf8.count ? text.utf8[index + 1] : nil }

    /// Whether U+2028 or U+2029 is next.
    private var lineSeparatorFollows: Bool {
        index + 2 < text.utf8.count && text.utf8[index] == 0xE2 && text.utf8[index + 1] == 0x80
            && (text.utf8[index + 2] == 0xA8 || text.utf8[index + 2] == 0xA9)
    }

    mutating func position(at offset: Int) -> SourcePosition { locator.position(at: offset, in: text) }

    mutating func stop(_ message: String, at offset: Int? = nil) -> XLIFFError {
        XLIFFError(
            Finding(.error, .stringsSyntax, message, file: file, position: position(at: offset ?? index)))
    }

    /// The character at the current place, for a message.
    private func described(_ byte: UInt8?) -> String {
        guard let byte else { return "the end of the file" }
        if byte < 0x80 {
            return byte > 0x20 && byte < 0x7F
                ? "\"\(Character(Unicode.Scalar(byte)))\"" : "the byte 0x\(String(byte, radix: 16))"
        }
        let character =
            String(decoding: text.utf8[index...].prefix(4), as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
        let isQuote = "\u{201C}\u{201D}\u{201E}\u{201F}\u{2018}\u{2019}\u{AB}\u{BB}\u{FF02}".unicodeScalars.contains(
            character)
        let name = "\"\(character)\" (U+\(String(character.value, radix: 16, uppercase: true)))"
        return isQuote ? "\(name); strings stand between straight quotation marks" : name
    }
}
