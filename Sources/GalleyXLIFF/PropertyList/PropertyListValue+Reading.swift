extension PropertyListValue {
    /// Reads a property list of any format.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: how the error names the file.
    /// - Throws: ``XLIFFError`` with the place of the first fault. Nothing outside of `bytes` is ever read, and entities are
    ///   refused.
    ///
    /// Complexity: linear in the size of the file.
    public init(bytes: [UInt8], name: String) throws(XLIFFError) {
        switch PropertyListFormat(of: bytes) {
        case .binary: self = try BinaryPropertyListReader.read(bytes, name: name)
        case .xml: self = try XMLPropertyListReader.read(bytes, name: name)
        case .oldStyle:
            var parser = OldStyleParser(try SourceText(decoding: bytes, name: name), file: name)
            self = try parser.document()
        }
    }
}

extension PropertyListFormat {
    /// The format that the first bytes show.
    init(of bytes: [UInt8]) {
        // `bplist00` may be a bare key too, but no text has such bytes.
        if bytes.starts(with: "bplist".utf8), bytes.contains(where: { $0 < 0x09 || (0x0E..<0x20).contains($0) }) {
            self = .binary
            return
        }
        // Byte order marks and the zeros of UTF-16 do not matter here.
        let characters = bytes.lazy.filter { $0 != 0 && $0 < 0x80 }.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard characters.first == UInt8(ascii: "<") else {
            self = .oldStyle
            return
        }
        // `<0fab>` is data of an old-style list.
        let isData = characters.dropFirst().first { !($0 == 0x20 || (0x09...0x0D).contains($0) || $0.hexDigit != nil) }
        self = isData == UInt8(ascii: ">") || isData == nil ? .oldStyle : .xml
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit.
    var hexDigit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
