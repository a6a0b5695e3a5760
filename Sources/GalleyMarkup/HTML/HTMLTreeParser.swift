/// Parses a document while it arrives.
///
///     let parser = HTMLTreeParser()
///     for try await chunk in body { try parser.append(chunk) }
///     let tree = try parser.finish()
///
/// However the bytes are cut, the tree and its diagnostics are those of the whole. The bytes are not kept: beside the tree
/// there are at most about 256 KB of decoded text, or one token (a tag, a comment, a script) if that is longer; where no
/// encoding is declared, also 64 KB that decide between UTF-8 and windows-1252. O(bytes) however small the chunks are.
///
/// Not for two threads at once. After `finish()` the parser is ready for another document.
public final class HTMLTreeParser {
    private let encoding: TextEncoding?
    private let fragment: HTMLFragmentContext?
    private let limits: MarkupLimits
    private let isCancelled: (() -> Bool)?
    private var parse: HTMLParse

    /// A parser at the start of a document; see ``HTMLTree/init(parsing:encoding:inside:limits:isCancelled:)``.
    public init(
        encoding: TextEncoding? = nil, inside fragment: HTMLFragmentContext? = nil, limits: MarkupLimits = .standard,
        isCancelled: (() -> Bool)? = nil
    ) {
        self.encoding = encoding
        self.fragment = fragment
        self.limits = limits
        self.isCancelled = isCancelled
        parse = HTMLParse(encoding: encoding, inside: fragment, limits: limits, isCancelled: isCancelled)
    }

    /// Makes room for a document of this length.
    package func reserve(bytes: Int) { parse.reserve(bytes: bytes) }

    /// Takes the next bytes.
    ///
    /// - Throws: ``MarkupError`` as soon as the document goes beyond a strict limit or the caller asks to stop; `finish()`
    ///   then throws the same.
    public func append(_ chunk: some Sequence<UInt8>) throws(MarkupError) {
        if chunk.withContiguousStorageIfAvailable({ parse.read($0) }) == nil {
            Array(chunk).withUnsafeBufferPointer { parse.read($0) }
        }
        if let error = parse.error { throw error }
    }

    /// Ends the document and returns its tree.
    public func finish() throws(MarkupError) -> HTMLTree {
        let done = parse
        parse = HTMLParse(encoding: encoding, inside: fragment, limits: limits, isCancelled: isCancelled)
        let tree = done.finish()
        if let error = done.error { throw error }
        return tree
    }
}
