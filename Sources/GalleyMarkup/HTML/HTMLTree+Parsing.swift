extension HTMLTree {
    /// Parses a document or a fragment: bytes of any encoding.
    ///
    /// The encoding is sniffed as the HTML standard says; `encoding` is what the caller knows from elsewhere (an HTTP
    /// header) and yields only to a byte order mark. Never fails: broken input gives the tree that a browser would make of
    /// it, and `diagnostics`. O(bytes).
    public init(parsing bytes: [UInt8], encoding: TextEncoding? = nil) {
        let parse = HTMLParse(encoding: encoding)
        bytes.withUnsafeBufferPointer { parse.readAll($0) }
        self = parse.finish()
    }

    /// Parses a document or a fragment.
    public init(parsing html: String) {
        var html = html
        let parse = HTMLParse(encoding: .utf8)
        html.withUTF8 { parse.readAll($0) }
        self = parse.finish()
    }

    /// Parses a document, or the content of an element, within limits. O(bytes).
    ///
    /// Bytes that are clean UTF-8 are parsed where they stand; others are decoded into one copy.
    ///
    /// - Parameters:
    ///   - bytes: the document, in any encoding.
    ///   - encoding: what the caller knows; only a byte order mark overrules it.
    ///   - fragment: the element whose content the bytes are, nil for a document or what may stand in a body. The
    ///     children of the tree's body are the fragment.
    ///   - limits: how much is read.
    ///   - isCancelled: asked for every 64 KB or so; true ends the parsing.
    /// - Throws: ``MarkupError/limit(_:_:)`` where strict limits are exceeded; ``MarkupError/cancelled``.
    public init(
        parsing bytes: some Sequence<UInt8>, encoding: TextEncoding? = nil, inside fragment: HTMLFragmentContext? = nil,
        limits: MarkupLimits = .standard, isCancelled: (() -> Bool)? = nil
    ) throws(MarkupError) {
        let parse = HTMLParse(encoding: encoding, inside: fragment, limits: limits, isCancelled: isCancelled)
        if bytes.withContiguousStorageIfAvailable({ parse.readAll($0) }) == nil {
            Array(bytes).withUnsafeBufferPointer { parse.readAll($0) }
        }
        self = parse.finish()
        if let error = parse.error { throw error }
    }
}
