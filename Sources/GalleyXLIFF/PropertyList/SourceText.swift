/// A text file decoded to UTF-8, which can tell where in the file a byte of it came from.
struct SourceText: Sendable, Hashable {
    let utf8: [UInt8]
    let encoding: StringsEncoding
    /// The length of the byte order mark; 0 without one.
    let markLength: Int

    var hasMark: Bool { markLength > 0 }

    /// Decodes by the byte order mark; without one the text is UTF-8, or UTF-16 where its first character shows it.
    ///
    /// - Throws: what is wrong, with the place of the first bad byte.
    init(decoding bytes: [UInt8], name: String) throws(XLIFFError) {
        var encoding = StringsEncoding.utf8
        var mark = 0
        if let marked = StringsEncoding(markOf: bytes) {
            encoding = marked
            mark = marked.byteOrderMark.count
        } else if bytes.count >= 2, bytes[0] == 0, bytes[1] != 0 {
            // Every old-style property list begins with an ASCII character.
            encoding = .utf16BigEndian
        } else if bytes.count >= 2, bytes[0] != 0, bytes[1] == 0 {
            encoding = .utf16LittleEndian
        }
        self.encoding = encoding
        markLength = mark
        let (text, fault) = Self.decode(bytes[mark...], encoding)
        utf8 = text
        guard let fault else { return }
        var locator = SourceLocator()
        var position = locator.position(at: text.count, in: self)
        position.byteOffset = fault.offset
        throw XLIFFError(Finding(.error, .stringsEncoding, fault.message, file: name, position: position))
    }

    private typealias Fault = (offset: Int, message: String)

    /// The text up to the first bad byte.
    private static func decode(_ bytes: ArraySlice<UInt8>, _ encoding: StringsEncoding) -> ([UInt8], Fault?) {
        switch encoding {
        case .utf8:
            if String(validating: bytes, as: UTF8.self) != nil { return (Array(bytes), nil) }
            return decodeUTF8(bytes)
        case .utf16LittleEndian, .utf16BigEndian: return decodeUTF16(bytes, isLittle: encoding == .utf16LittleEndian)
        case .utf32LittleEndian, .utf32BigEndian: return decodeUTF32(bytes, isLittle: encoding == .utf32LittleEndian)
        }
    }

    private static func decodeUTF8(_ bytes: ArraySlice<UInt8>) -> ([UInt8], Fault?) {
        var offset = bytes.startIndex
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        guard offset < bytes.endIndex else { return (Array(bytes), nil) }
        let byte = String(bytes[offset], radix: 16, uppercase: true)
        return (
            Array(bytes[..<offset]),
            (offset, "the byte 0x\(byte) is not UTF-8, and there is no byte order mark; save the file as UTF-8")
        )
    }

    private static func decodeUTF16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> ([UInt8], Fault?) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        func unit(_ index: Int) -> UInt32 {
            isLittle
                ? UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
                : UInt32(bytes[index]) << 8 | UInt32(bytes[index + 1])
        }
        while index + 2 <= bytes.endIndex {
            var scalar = unit(index)
            var width = 2
            if scalar & 0xFC00 == 0xD800, index + 4 <= bytes.endIndex, unit(index + 2) & 0xFC00 == 0xDC00 {
                scalar = 0x10000 + (scalar & 0x3FF) << 10 + (unit(index + 2) & 0x3FF)
                width = 4
            }
            guard let character = Unicode.Scalar(scalar) else {
                return (text, (index, "half a surrogate pair in UTF-16"))
            }
            text.append(scalar: character)
            index += width
        }
        return (text, index < bytes.endIndex ? (index, "half a character at the end of the UTF-16") : nil)
    }

    private static func decodeUTF32(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> ([UInt8], Fault?) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 4 <= bytes.endIndex {
            let value = (0..<4).reduce(UInt32(0)) {
                $0 << 8 | UInt32(bytes[index + (isLittle ? 3 - $1 : $1)])
            }
            guard let character = Unicode.Scalar(value) else {
                return (text, (index, "this is not a character of UTF-32"))
            }
            text.append(scalar: character)
            index += 4
        }
        return (text, index < bytes.endIndex ? (index, "a part of a character at the end of the UTF-32") : nil)
    }
}

/// Turns offsets of a text into places of its file, walking on from the last one asked for.
struct SourceLocator {
    private var index = 0
    private var place = SourcePosition.start
    private var wasReturn = false

    /// The place of `target`. Complexity: linear in the distance from the last target; from the beginning when it lies
    /// before that.
    mutating func position(at target: Int, in text: SourceText) -> SourcePosition {
        if target < index { self = SourceLocator() }
        if index == 0 { place.byteOffset = text.markLength }
        let end = min(target, text.utf8.count)
        text.utf8.withUnsafeBufferPointer { bytes in
            while index < end {
                let byte = bytes[index]
                index += 1
                if byte & 0xC0 == 0x80 { continue }
                place.byteOffset += text.encoding.width(ofUTF8Lead: byte)
                if byte == 0x0A {
                    if !wasReturn { place.line += 1 }
                    place.column = 1
                } else if byte == 0x0D {
                    place.line += 1
                    place.column = 1
                } else {
                    place.column += 1
                }
                wasReturn = byte == 0x0D
            }
        }
        return place
    }
}

extension [UInt8] {
    /// Appends a character in UTF-8.
    mutating func append(scalar: Unicode.Scalar) {
        if scalar.value < 0x80 { append(UInt8(scalar.value)) } else { append(contentsOf: UTF8.encode(scalar)!) }
    }
}
