/// The parsing of one document: bytes are decoded, cut at the limits, rewritten, tokenized and built into a tree.
final class HTMLParse {
    private var decoder: StreamDecoder
    private let encoding: TextEncoding?
    /// Decoded text that is not parsed yet.
    private var pending: [UInt8] = []
    /// Where it begins in the decoded source.
    private var base = 0
    /// How much of it the line table knows.
    private var counted = 0
    /// How much there has to be before parsing goes on: an unfinished token is only read again when it has doubled.
    private var wanted = MarkupLimits.chunkBytes
    private var lines = SourceLines()
    private let sink: HTMLTreeSink
    private let tokenizer: HTMLTokenizer
    private let limits: MarkupLimits
    private let isCancelled: (() -> Bool)?
    private var wasCancelled = false
    /// Nothing more is taken: a limit is met, or the caller has cancelled.
    private var isDone = false
    private var sourceEncoding: TextEncoding?
    /// Where the rest was left out. How far beyond it the stages before had come depends on how the bytes were cut.
    private var cut: Int?

    init(
        encoding: TextEncoding? = nil, inside fragment: HTMLFragmentContext? = nil, limits: MarkupLimits = .standard,
        isCancelled: (() -> Bool)? = nil
    ) {
        self.encoding = encoding
        self.limits = limits.clamped
        self.isCancelled = isCancelled
        decoder = StreamDecoder(declared: encoding)
        sink = HTMLTreeSink(limits: self.limits, fragment: fragment)
        tokenizer = HTMLTokenizer(
            sink: sink, inside: fragment, maximumAttributes: self.limits.attributesPerElement)
        sink.isCancelled = { [unowned self] in checkCancelled() }
    }

    /// Why there is no tree; only complete after `finish()`.
    var error: MarkupError? {
        if wasCancelled { return .cancelled }
        guard limits.isStrict, let exceeded = sink.builder.exceeded else { return nil }
        return .limit(exceeded.limit, lines.position(of: exceeded.offset))
    }

    private func checkCancelled() -> Bool {
        if !wasCancelled, isCancelled?() == true { wasCancelled = true }
        return wasCancelled
    }

    func reserve(bytes: Int) { sink.builder.reserve(bytes: min(max(0, bytes), limits.documentBytes)) }

    /// Reads a whole document, in place if it is clean UTF-8.
    func readAll(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let clean = DecodedSource.cleanUTF8(in: bytes, declared: encoding) {
            sourceEncoding = .utf8
            let content = UnsafeBufferPointer(rebasing: bytes[clean])
            reserve(bytes: content.count)
            _ = parse(content, isLast: true)
            isDone = true
        } else {
            read(bytes)
        }
    }

    /// Reads the next bytes of a document.
    func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < bytes.count, !isDone {
            let end = min(start + MarkupLimits.decodedBytes, bytes.count)
            decoder.decode(
                UnsafeBufferPointer(rebasing: bytes[start..<end]), isLast: false, to: &pending, offset: base)
            start = end
            if pending.count >= wanted { parsePending(isLast: false) }
        }
    }

    /// Ends the document.
    func finish() -> HTMLTree {
        if !isDone {
            decoder.decode(UnsafeBufferPointer(start: nil, count: 0), isLast: true, to: &pending, offset: base)
            parsePending(isLast: true)
        }
        tokenizer.finish()
        var tree = sink.takeTree()
        tree.isXHTML = tokenizer.isXHTML
        tree.encoding = sourceEncoding ?? decoder.encoding ?? .utf8
        tree.lines = lines
        tree.diagnostics = located(decoder.diagnostics(isWhole: cut == nil), tree.diagnostics)
        return tree
    }

    private func parsePending(isLast: Bool) {
        let taken = pending.withUnsafeBufferPointer { parse($0, isLast: isLast) }
        base += taken
        counted -= taken
        pending.removeSubrange(..<taken)
        wanted = max(MarkupLimits.chunkBytes, 2 * pending.count)
    }

    /// Parses what stands at `base`; returns how much of it is done with.
    private func parse(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Int {
        var part = part
        let isTooLong = base + part.count > limits.documentBytes
        if isTooLong {
            // Not inside a character.
            var end = limits.documentBytes - base
            while end > 0, part[end] & 0xC0 == 0x80 { end -= 1 }
            part = UnsafeBufferPointer(rebasing: part[..<end])
        }
        lines.append(UnsafeBufferPointer(rebasing: part[min(counted, part.count)...]))
        counted = max(counted, part.count)
        let taken = tokenizer.read(part, at: base, isLast: isLast || isTooLong)
        if sink.isFull {
            isDone = true
            cut = sink.builder.exceeded?.offset
        } else if isTooLong {
            isDone = true
            cut = base + part.count
            sink.diagnostic(
                "the document is longer than \(limits.documentBytes) bytes; the rest was left out",
                offset: base + part.count, limit: .documentBytes)
        }
        return isDone ? part.count : taken
    }

    /// All diagnostics in source order, with lines and columns.
    private func located(_ decoding: [MarkupDiagnostic], _ parsing: [MarkupDiagnostic]) -> [MarkupDiagnostic] {
        (decoding + parsing).filter { $0.offset <= cut ?? .max }.enumerated()
            .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .prefix(MarkupLimits.diagnostics)
            .map { item in
                var diagnostic = item.element
                let position = lines.position(of: diagnostic.offset)
                (diagnostic.line, diagnostic.column) = (position.line, position.column)
                return diagnostic
            }
    }
}
