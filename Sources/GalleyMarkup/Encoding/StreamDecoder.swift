/// From bytes that arrive in pieces to valid UTF-8 with line feeds for line ends; any cut gives the same text, the same
/// encoding and the same diagnostics as the whole.
///
/// Until the encoding is known the bytes wait: at most `MarkupLimits.prescanBytes` for a declaration, and where there is
/// none, `MarkupLimits.guessBytes` from the first byte that is not ASCII. After that only an unfinished character waits.
struct StreamDecoder {
    private let declared: TextEncoding?
    private var state = State.sniffing
    /// Bytes that wait.
    private var held: [UInt8] = []
    private var output = ByteDecoder.Output()
    private var endsInCR = false
    private var places: [Int] = []

    private enum State {
        /// Waiting for as much as a declaration may take.
        case sniffing
        /// Nothing is declared, and all so far is ASCII.
        case guessing
        case decoding(ByteDecoder, TextEncoding)
    }

    /// Decodes from the start; `declared` is what the caller knows, which only a byte order mark overrules.
    init(declared: TextEncoding?) {
        self.declared = declared
    }

    /// The encoding, once it is decided.
    var encoding: TextEncoding? {
        if case .decoding(_, let encoding) = state { encoding } else { nil }
    }

    /// What was repaired so far, without lines; and how much more that was, if the text is used as a whole.
    func diagnostics(isWhole: Bool) -> [MarkupDiagnostic] {
        var result = places.map {
            MarkupDiagnostic(
                severity: .warning, message: "bytes that the encoding does not have became U+FFFD", offset: $0)
        }
        if isWhole, output.count > places.count {
            result.append(
                MarkupDiagnostic(
                    severity: .warning, message: "\(output.count - places.count) more places became U+FFFD",
                    offset: places.last ?? 0))
        }
        return result
    }

    /// Decodes the next bytes to the end of `text`, which begins at `offset` of the decoded source.
    mutating func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, to text: inout [UInt8], offset: Int
    ) {
        if isWaiting, !isLast, held.count + bytes.count < waitsFor {
            held.append(contentsOf: bytes)
        } else if held.isEmpty {
            let taken = advance(bytes, isLast: isLast, to: &text, offset: offset)
            held.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[taken...]))
        } else {
            held.append(contentsOf: bytes)
            let waiting = held
            held.removeAll(keepingCapacity: true)
            let taken = waiting.withUnsafeBufferPointer { advance($0, isLast: isLast, to: &text, offset: offset) }
            held.append(contentsOf: waiting[taken...])
        }
    }

    private var isWaiting: Bool {
        if case .decoding = state { return false }
        return !held.isEmpty || waitsFor == MarkupLimits.prescanBytes
    }

    /// How many bytes the decision takes that is open.
    private var waitsFor: Int {
        if case .sniffing = state { MarkupLimits.prescanBytes } else { EncodingSniffer.guessedBytes }
    }

    /// As far as the state allows; returns how many bytes were taken.
    private mutating func advance(
        _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, to text: inout [UInt8], offset: Int
    ) -> Int {
        var taken = 0
        if case .sniffing = state {
            guard isLast || bytes.count >= MarkupLimits.prescanBytes else { return 0 }
            let sniffer = EncodingSniffer(bytes: bytes)
            if let (encoding, skipping) = sniffer.known(declared: declared) {
                begin(encoding)
                taken = skipping
            } else {
                state = .guessing
            }
        }
        if case .guessing = state {
            let first = UTF8Repair.firstNonASCII(in: bytes)
            let guess = EncodingSniffer(bytes: UnsafeBufferPointer(rebasing: bytes[first...]))
            // ASCII is the same in either encoding; no encoding is decided while there is nothing else.
            if isLast || guess.bytes.count >= EncodingSniffer.guessedBytes {
                begin(guess.guess())
            } else {
                append(UnsafeBufferPointer(rebasing: bytes[..<first]), ByteDecoder(.utf8), false, &text, offset)
                return first
            }
        }
        guard case .decoding(let decoder, _) = state else { return taken }
        let rest = UnsafeBufferPointer(rebasing: bytes[taken...])
        return taken + append(rest, decoder, isLast, &text, offset)
    }

    private mutating func begin(_ encoding: TextEncoding) {
        state = .decoding(ByteDecoder(encoding), encoding)
    }

    @discardableResult
    private mutating func append(
        _ bytes: UnsafeBufferPointer<UInt8>, _ decoder: ByteDecoder, _ isLast: Bool, _ text: inout [UInt8],
        _ offset: Int
    ) -> Int {
        // The bytes move into the output and back, so that nothing is copied.
        swap(&output.bytes, &text)
        defer { swap(&output.bytes, &text) }
        let start = output.bytes.count
        output.places.removeAll(keepingCapacity: true)
        let taken = decoder.decode(bytes, isLast: isLast, to: &output)
        normalizeLineEnds(from: start)
        places.append(contentsOf: output.places.prefix(MarkupLimits.reportedRepairs - places.count).map { $0 + offset })
        return taken
    }

    /// CR LF and CR become LF (HTML standard, §13.2.3.5).
    private mutating func normalizeLineEnds(from start: Int) {
        var read = start
        if endsInCR, start < output.bytes.count {
            // The LF for it is written already.
            endsInCR = false
            if output.bytes[start] == 0x0A { read += 1 }
        }
        guard read < output.bytes.count else {
            output.bytes.removeLast(output.bytes.count - start)
            return
        }
        guard read > start || output.bytes[read...].contains(0x0D) else { return }
        var write = start
        var place = 0
        output.bytes.withUnsafeMutableBufferPointer { bytes in
            while read < bytes.count {
                while place < output.places.count, output.places[place] <= read {
                    output.places[place] -= read - write
                    place += 1
                }
                let byte = bytes[read]
                read += 1
                if byte == 0x0D {
                    bytes[write] = 0x0A
                    if read < bytes.count {
                        if bytes[read] == 0x0A { read += 1 }
                    } else {
                        endsInCR = true
                    }
                } else {
                    bytes[write] = byte
                }
                write += 1
            }
        }
        output.bytes.removeLast(output.bytes.count - write)
    }
}
