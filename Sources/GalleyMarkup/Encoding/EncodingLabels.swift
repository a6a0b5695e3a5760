/// The labels by which documents name their encodings (Encoding standard, §4.2).
enum EncodingLabels {
    private static let byLabel: [String: TextEncoding] = {
        var labels: [String: TextEncoding] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let name = words.first else { continue }
            let encoding = TextEncoding(name: String(name))
            for label in words.dropFirst() { labels[String(label)] = encoding }
        }
        return labels
    }()

    /// The encoding of a label; ASCII case and surrounding white space do not matter.
    static func encoding(for label: some Sequence<UInt8>) -> TextEncoding? {
        var bytes = Array(label)
        while let last = bytes.last, last.isHTMLSpace { bytes.removeLast() }
        bytes = bytes.drop { $0.isHTMLSpace }.map(\.asciiLowercased)
        return byLabel[String(decoding: bytes, as: UTF8.self)]
    }
}

extension TextEncoding {
    /// The encoding of a label such as `latin1`, `utf8` or `x-sjis`; nil for a label that the Encoding standard does not know.
    /// `UTF-7` is unknown by intent.
    public init?(label: String) {
        guard let encoding = EncodingLabels.encoding(for: label.utf8) else { return nil }
        self = encoding
    }
}

extension UInt8 {
    /// Tab, line feed, form feed, carriage return or space (HTML: "ASCII whitespace").
    @inlinable var isHTMLSpace: Bool {
        self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0C || self == 0x0D
    }

    /// `a` to `z`, `A` to `Z`.
    @inlinable var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// `0` to `9`.
    @inlinable var isASCIIDigit: Bool { self &- 0x30 < 10 }

    /// The byte with an ASCII capital made small.
    @inlinable var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
