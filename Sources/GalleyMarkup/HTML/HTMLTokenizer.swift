/// Reads HTML and reports tokens.
///
/// The source first goes through `HTMLNormalizer`, which finds the tokens and leaves start tags with attributes to
/// libxml2, in a form that has nothing to repair. Everything else is decoded by then and joins them here in source order
/// (libxml2 looks at each byte of text several times, which took half of the time of parsing, and a tag without attributes
/// costs it 2,000 instructions). Memory stays within a few chunks, whatever the size of the document.
///
/// The source may come in parts: what `read` does not take has to begin the next part.
package final class HTMLTokenizer {
    private let sink: any HTMLTokenSink
    var normalizer: HTMLNormalizer
    private let reader: HTMLTagReader?
    private var sentDeclaration = false
    private var sentDoctype = false

    /// A tokenizer at the start of a document, or of the content of an element.
    package init(
        sink: any HTMLTokenSink, inside fragment: HTMLFragmentContext? = nil,
        maximumAttributes: Int = MarkupLimits.attributesPerElement
    ) {
        self.sink = sink
        normalizer = HTMLNormalizer(maximumAttributes: maximumAttributes)
        if let fragment { normalizer.enter(fragment) }
        reader = HTMLTagReader()
        if reader == nil { sink.diagnostic("libxml2 could not be started", offset: 0, limit: nil) }
    }

    /// Whether the document says, so far, that it is XHTML.
    package var isXHTML: Bool { normalizer.isXHTML }

    /// Reads a part of the source, which begins at `offset` of the whole: valid UTF-8 without carriage returns, not cut
    /// inside a character. Returns how much of it is done with; all of the last part.
    package func read(_ part: UnsafeBufferPointer<UInt8>, at offset: Int, isLast: Bool) -> Int {
        guard let reader else { return part.count }
        normalizer.begin(part, at: offset, isLast: isLast)
        var more = true
        while more, !sink.isFull {
            more = normalizer.fill()
            if !sentDeclaration, normalizer.hasXMLDeclaration {
                sink.xmlDeclaration()
                sentDeclaration = true
            }
            if !sentDoctype, let doctype = normalizer.doctype {
                sink.doctype(doctype)
                sentDoctype = true
            }
            reader.read(normalizer.output)
            normalizer.output.removeAll(keepingCapacity: true)
            report(reader)
            for repair in normalizer.repairs {
                sink.diagnostic(repair.message, offset: repair.offset, limit: repair.limit)
            }
            normalizer.repairs.removeAll()
        }
        normalizer.end()
        return sink.isFull ? part.count : normalizer.position
    }

    /// Reports what waits for the end.
    package func finish() {
        if let reader {
            reader.finish()
            report(reader)
            // Tags that libxml2 never reported.
            normalizer.removeStartTags()
            report(reader)
        }
        sink.endOfFile()
    }

    /// Reports the tokens up to the first that libxml2 has not read.
    private func report(_ reader: HTMLTagReader) {
        let count = normalizer.countOfTokens(withTags: reader.count)
        guard count > 0 else { return }
        reader.takeTags { tags in
            normalizer.tokens.withUnsafeBufferPointer { tokens in
                normalizer.text.withUnsafeBufferPointer { text in
                    sink.tokens(
                        HTMLTokenBatch(
                            UnsafeBufferPointer(rebasing: tokens[..<count]), source: normalizer.source, text: text,
                            tags: tags))
                }
            }
        }
        normalizer.removeTokens(count)
    }
}
