import GalleyText

extension LoadedAttachment.Format {
    /// The format that the first bytes tell, whatever a name or a server says (MIME Sniffing §6.1). O(1), but for SVG,
    /// whose root element is looked for behind declarations and comments.
    public init(sniffing bytes: some RandomAccessCollection<UInt8>) {
        func starts(with signature: [UInt8], at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).prefix(signature.count).elementsEqual(signature)
        }
        if starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if starts(with: Array("RIFF".utf8)), starts(with: Array("WEBPVP8".utf8), at: 8) {
            self = .webp
        } else if starts(with: Array("GIF87a".utf8)) || starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if SVGHeader(bytes) != nil {
            self = .svg
        } else {
            self = .unknown
        }
    }
}

extension LoadedAttachment {
    /// A resource of which the format and the natural size are read from its bytes.
    public init(bytes: [UInt8]) {
        let header = ImageHeader(bytes: bytes)
        self.init(bytes: bytes, format: header.format, naturalDimensions: header.naturalDimensions)
    }
}
