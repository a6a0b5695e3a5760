extension HTMLTree {
    /// Parses a document or a fragment: bytes of any encoding.
    ///
    /// The encoding is sniffed as the HTML standard says; `encoding` is what the caller knows from elsewhere (an HTTP
    /// header) and yields only to a byte order mark. Never fails: broken input gives the tree that a browser would make of
    /// it, and `diagnostics`. O(bytes).
    public init(parsing bytes: [UInt8], encoding: TextEncoding? = nil) {
        self.init(DecodedSource(bytes, declared: encoding))
    }

    /// Parses a document or a fragment.
    public init(parsing html: String) {
        self.init(parsing: Array(html.utf8), encoding: .utf8)
    }

    /// Parses decoded text.
    package init(_ source: DecodedSource) {
        let sink = HTMLTreeSink()
        let tokenizer = HTMLTokenizer(sink: sink)
        let limit = min(source.utf8.count, MarkupLimits.documentBytes)
        let isXHTML = source.utf8.withUnsafeBufferPointer {
            tokenizer.run(UnsafeBufferPointer(rebasing: $0[..<limit]))
        }
        if limit < source.utf8.count {
            sink.diagnostic("the document is longer than \(limit) bytes; the rest was left out", offset: limit)
        }
        let builder = sink.builder
        self = builder.tree
        self.isXHTML = isXHTML
        encoding = source.encoding
        diagnostics = source.diagnostics + builder.locatedDiagnostics(in: source.utf8)
        for index in nodes.indices { nodes[index].flags = 0 }
    }
}

extension HTMLTreeBuilder {
    /// The diagnostics in source order, with lines and columns: one pass over the source for all.
    func locatedDiagnostics(in source: [UInt8]) -> [MarkupDiagnostic] {
        var position = SourcePosition()
        return tree.diagnostics.sorted { $0.offset < $1.offset }.map { diagnostic in
            var located = diagnostic
            position.advance(to: diagnostic.offset, in: source)
            (located.line, located.column) = (position.line, position.column)
            return located
        }
    }
}
