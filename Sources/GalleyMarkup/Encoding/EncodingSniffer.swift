/// Finds the encoding of a document's bytes (HTML standard, §13.2.3.2, with the whole document at hand).
///
/// In this order: a byte order mark; what the caller says; UTF-16 recognised by its zero bytes; the document's own
/// declaration (`<meta charset>`, `http-equiv`, an XML declaration); UTF-8 where the bytes are valid, or nearly so and
/// plainly nothing else; windows-1252.
struct EncodingSniffer {
    let bytes: UnsafeBufferPointer<UInt8>

    /// The encoding, and how many bytes of byte order mark to skip.
    func sniff(declared: TextEncoding?) -> (encoding: TextEncoding, skipping: Int) {
        if let known = known(declared: declared) { return known }
        let first = UTF8Repair.firstNonASCII(in: bytes)
        return (EncodingSniffer(bytes: UnsafeBufferPointer(rebasing: bytes[first...])).guess(), 0)
    }

    /// The encoding, where the first `MarkupLimits.prescanBytes` bytes or the caller say it.
    func known(declared: TextEncoding?) -> (encoding: TextEncoding, skipping: Int)? {
        if let mark = byteOrderMark() { return mark }
        if let declared { return (Self.usable(declared), 0) }
        if let wide = utf16WithoutMark() { return (wide, 0) }
        if let declared = MetaPrescan(bytes: bytes).encoding() {
            // A declaration that could be read as ASCII cannot be UTF-16.
            return (declared == .utf16LE || declared == .utf16BE ? .utf8 : Self.usable(declared), 0)
        }
        return nil
    }

    /// `x-user-defined` and the encodings that the standard replaces for safety are read as windows-1252 and as UTF-8.
    private static func usable(_ encoding: TextEncoding) -> TextEncoding {
        switch encoding.name {
        case "x-user-defined": .windows1252
        case "replacement": .utf8
        default: encoding
        }
    }

    private func byteOrderMark() -> (encoding: TextEncoding, skipping: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
        return nil
    }

    /// Markup in UTF-16 has a zero in every other byte of its first lines, and always on the same side.
    private func utf16WithoutMark() -> TextEncoding? {
        let pairs = min(bytes.count, MarkupLimits.utf16SampleBytes) / 2
        guard pairs >= 2 else { return nil }
        var evenZeros = 0
        var oddZeros = 0
        for pair in 0..<pairs {
            if bytes[2 * pair] == 0 { evenZeros += 1 }
            if bytes[2 * pair + 1] == 0 { oddZeros += 1 }
        }
        if evenZeros == 0, oddZeros * 10 >= pairs * 6 { return .utf16LE }
        if oddZeros == 0, evenZeros * 10 >= pairs * 6 { return .utf16BE }
        return nil
    }

    /// How many bytes `guess()` looks at: the sample, and a sequence that begins in it.
    static let guessedBytes = MarkupLimits.guessBytes + 8

    /// UTF-8 or windows-1252, for bytes that begin with the first one that is not ASCII.
    ///
    /// Whatever has the form of UTF-8 speaks for it, also if no character is meant (overlong forms, surrogates), and so
    /// does a long sequence that is cut. Other bytes above 0x7F speak for windows-1252, where most of them stand between
    /// letters of ASCII. A document with a few broken bytes loses only those.
    func guess() -> TextEncoding {
        var formed = 0
        var lone = 0
        var index = 0
        let end = min(bytes.count, MarkupLimits.guessBytes)
        while index < end {
            let lead = bytes[index]
            index += 1
            if lead < 0x80 { continue }
            let wanted = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF8 ? 3 : 5
            let start = index
            while index - start < wanted, index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
            let found = index - start
            // No character begins with 0xF8 to 0xFF, and windows-1252 rarely has these.
            if wanted == 5 { continue }
            if wanted > 0, found == wanted || found >= 2 || (found > 0 && index == bytes.count) {
                formed += 1
            } else {
                lone += 1
            }
        }
        return lone == 0 || formed > lone ? .utf8 : .windows1252
    }
}

/// The prescan for an encoding in the first bytes of a document (HTML standard, §13.2.3.2 "prescan a byte stream").
struct MetaPrescan {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private let end: Int

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        end = min(bytes.count, MarkupLimits.prescanBytes)
    }

    func encoding() -> TextEncoding? {
        var scan = self
        return scan.run()
    }

    private mutating func run() -> TextEncoding? {
        if let declared = xmlDeclaration() { return declared }
        while position < end {
            guard bytes[position] == 0x3C else {
                position += 1
                continue
            }
            if matches("<!--") {
                skipComment()
            } else if matches("<meta"), position + 5 < end,
                bytes[position + 5].isHTMLSpace || bytes[position + 5] == 0x2F
            {
                position += 5
                if let found = metaElement() { return found }
            } else if position + 1 < end,
                bytes[position + 1].isASCIILetter
                    || (bytes[position + 1] == 0x2F && position + 2 < end && bytes[position + 2].isASCIILetter)
            {
                while position < end, !bytes[position].isHTMLSpace, bytes[position] != 0x3E { position += 1 }
                while attribute() != nil {}
            } else if position + 1 < end, [0x21, 0x2F, 0x3F].contains(bytes[position + 1]) {
                while position < end, bytes[position] != 0x3E { position += 1 }
            }
            position += 1
        }
        return nil
    }

    /// `<?xml version="1.0" encoding="..."?>` at the very start.
    private func xmlDeclaration() -> TextEncoding? {
        guard matches("<?xml") else { return nil }
        guard let close = bytes[..<end].firstIndex(of: 0x3E) else { return nil }
        let declaration = String(decoding: bytes[..<close], as: UTF8.self)
        guard let keyword = declaration.firstRange(ofASCII: "encoding") else { return nil }
        let rest = declaration[keyword.upperBound...].drop { $0 == " " || $0 == "=" }
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        return EncodingLabels.encoding(for: rest.dropFirst().prefix { $0 != quote }.utf8)
    }

    private mutating func skipComment() {
        // `<!-->` is a whole comment: its end may share the two hyphens.
        position += 2
        while position < end {
            if matches("-->") {
                position += 2
                return
            }
            position += 1
        }
    }

    private mutating func metaElement() -> TextEncoding? {
        var gotPragma = false
        var needPragma: Bool?
        var charset: TextEncoding?
        var seen: Set<[UInt8]> = []
        while let (name, value) = attribute() {
            guard seen.insert(name).inserted else { continue }
            switch String(decoding: name, as: UTF8.self) {
            case "http-equiv":
                if value.map(\.asciiLowercased) == Array("content-type".utf8) { gotPragma = true }
            case "content":
                if charset == nil, let found = Self.charset(inContent: value) {
                    charset = found
                    needPragma = true
                }
            case "charset":
                charset = EncodingLabels.encoding(for: value)
                needPragma = false
            default: break
            }
        }
        // A tag that the scanned bytes cut off declares nothing.
        guard position < end, let needPragma, !needPragma || gotPragma else { return nil }
        return charset
    }

    /// `text/html; charset=utf-8` (HTML standard, "extracting a character encoding from a meta element").
    static func charset(inContent value: [UInt8]) -> TextEncoding? {
        let keyword = Array("charset".utf8)
        var index = 0
        while index + keyword.count <= value.count {
            guard value[index..<index + keyword.count].map(\.asciiLowercased) == keyword else {
                index += 1
                continue
            }
            index += keyword.count
            while index < value.count, value[index].isHTMLSpace { index += 1 }
            guard index < value.count, value[index] == 0x3D else { continue }
            index += 1
            while index < value.count, value[index].isHTMLSpace { index += 1 }
            guard index < value.count else { return nil }
            if value[index] == 0x22 || value[index] == 0x27 {
                guard let close = value[(index + 1)...].firstIndex(of: value[index]) else { return nil }
                return EncodingLabels.encoding(for: value[(index + 1)..<close])
            }
            return EncodingLabels.encoding(for: value[index...].prefix { !$0.isHTMLSpace && $0 != 0x3B })
        }
        return nil
    }

    /// "Get an attribute": nil at the end of the tag.
    private mutating func attribute() -> (name: [UInt8], value: [UInt8])? {
        while position < end, bytes[position].isHTMLSpace || bytes[position] == 0x2F { position += 1 }
        guard position < end, bytes[position] != 0x3E else { return nil }
        var name: [UInt8] = []
        while position < end {
            let byte = bytes[position]
            if byte == 0x3D, !name.isEmpty { break }
            if byte.isHTMLSpace || byte == 0x2F || byte == 0x3E { break }
            name.append(byte.asciiLowercased)
            position += 1
        }
        while position < end, bytes[position].isHTMLSpace { position += 1 }
        guard position < end, bytes[position] == 0x3D else { return (name, []) }
        position += 1
        while position < end, bytes[position].isHTMLSpace { position += 1 }
        guard position < end else { return nil }
        var value: [UInt8] = []
        let quote = bytes[position]
        if quote == 0x22 || quote == 0x27 {
            position += 1
            while position < end, bytes[position] != quote {
                value.append(bytes[position])
                position += 1
            }
            guard position < end else { return nil }
            position += 1
        } else {
            while position < end, !bytes[position].isHTMLSpace, bytes[position] != 0x3E {
                value.append(bytes[position])
                position += 1
            }
        }
        return (name, value)
    }

    private func matches(_ text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= end else { return false }
        return text.withUTF8Buffer { wanted in
            wanted.indices.allSatisfy { bytes[position + $0].asciiLowercased == wanted[$0] }
        }
    }
}

extension String {
    /// The first place of an ASCII word.
    fileprivate func firstRange(ofASCII word: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(word) { return start..<index(start, offsetBy: word.count) }
            start = index(after: start)
        }
        return nil
    }
}
