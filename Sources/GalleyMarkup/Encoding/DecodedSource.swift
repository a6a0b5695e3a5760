#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A document's bytes as valid UTF-8 with line feeds for line ends, which is what the parser reads.
package struct DecodedSource: Sendable {
    /// Valid UTF-8 without CR. May hold NUL, which the parser treats by its place.
    package var utf8: [UInt8]
    /// What the bytes were.
    package var encoding: TextEncoding
    /// Repairs.
    package var diagnostics: [MarkupDiagnostic]

    /// Decodes bytes; `declared` is what the caller knows (an HTTP header), which only a byte order mark overrules.
    ///
    /// Never fails: what cannot be decoded becomes U+FFFD and is reported. O(bytes), one copy at most for clean UTF-8.
    package init(_ bytes: [UInt8], declared: TextEncoding? = nil) {
        let clean = bytes.withUnsafeBufferPointer { Self.cleanUTF8(in: $0, declared: declared) }
        if let clean {
            utf8 = clean.lowerBound == 0 ? bytes : Array(bytes[clean])
            encoding = .utf8
            diagnostics = []
        } else {
            self = bytes.withUnsafeBufferPointer { DecodedSource(decoding: $0, declared: declared) }
        }
    }

    /// Decodes bytes into a copy.
    init(decoding bytes: UnsafeBufferPointer<UInt8>, declared: TextEncoding?) {
        var decoder = StreamDecoder(declared: declared)
        utf8 = []
        utf8.reserveCapacity(bytes.count + bytes.count / 8)
        decoder.decode(bytes, isLast: true, to: &utf8, offset: 0)
        encoding = decoder.encoding ?? .utf8
        diagnostics = decoder.diagnostics(isWhole: true)
    }

    /// The part of the bytes that can be parsed as it stands: valid UTF-8 without CR, behind a byte order mark; nil when
    /// something has to be decoded or repaired.
    static func cleanUTF8(in bytes: UnsafeBufferPointer<UInt8>, declared: TextEncoding?) -> Range<Int>? {
        let (encoding, skipping) = EncodingSniffer(bytes: bytes).sniff(declared: declared)
        guard encoding == .utf8 else { return nil }
        let content = UnsafeBufferPointer(rebasing: bytes[skipping...])
        guard UTF8Repair.firstInvalid(in: content) == content.count, !content.hasCarriageReturn else { return nil }
        return skipping..<bytes.count
    }
}

extension UnsafeBufferPointer where Element == UInt8 {
    /// Whether a CR stands anywhere.
    fileprivate var hasCarriageReturn: Bool {
        guard let baseAddress else { return false }
        return memchr(baseAddress, 0x0D, count) != nil
    }
}
