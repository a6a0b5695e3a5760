#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Turns offsets of decoded bytes into lines, columns and source offsets, when asked.
///
/// It keeps the bytes of the events being delivered. Asked in the order of the document, which is the rule, it passes each
/// byte once; the lines between two questions are counted without a look at every byte where the text allows.
struct XMLLocator {
    /// A place that is known.
    private struct Mark {
        /// In decoded bytes.
        var offset = 0
        var position = XMLPosition.start
        var previousWasCR = false
    }

    /// The decoded bytes that are not given up yet, from `windowOffset` on.
    var window: [UInt8] = []
    private var windowOffset = 0
    /// Where the window begins, and the last place that was asked for.
    private var base = Mark()
    private var mark = Mark()
    /// The first characters left out, and the number of all.
    private(set) var repairs: [XMLRepair] = []
    private(set) var repairCount = 0
    private var pending: ArraySlice<XMLDecoder.Trouble> = []
    private var encoding = XMLDecoder.Encoding.utf8
    private var didStart = false
    /// Whether a line may end otherwise than in LF alone.
    private var hasCR = false

    /// The bytes of a stretch that is not given up yet.
    func withBytes<Result>(at offset: Int, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        window.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[offset - windowOffset..<offset - windowOffset + count]))
        }
    }

    /// The last place that was asked for.
    var position: XMLPosition { mark.position }

    /// Gives up the bytes before `offset`: nobody will ask for a place in them any more.
    mutating func drop(before offset: Int) {
        guard offset > windowOffset else { return }
        if mark.offset < offset { advance(to: offset) }
        // Places are asked in order, so that the last one is seldom beyond.
        if mark.offset > offset { mark = located(offset, from: base) }
        base = mark
        window.removeFirst(offset - windowOffset)
        windowOffset = offset
        if hasCR, window.isEmpty { hasCR = mark.previousWasCR }
    }

    /// Looks at the bytes that were appended to the window from `start` on.
    mutating func lookForCarriageReturns(from start: Int) {
        guard !hasCR, start < window.count else { return }
        hasCR = window.withUnsafeBytes { memchr($0.baseAddress! + start, 0x0D, $0.count - start) != nil }
    }

    /// Learns what the decoder found out about the source.
    mutating func take(_ decoder: inout XMLDecoder) {
        if !didStart, let found = decoder.encoding {
            didStart = true
            encoding = found
            mark.position.byteOffset = decoder.markLength
            base = mark
        }
        if !decoder.repairs.isEmpty {
            pending.append(contentsOf: decoder.repairs)
            decoder.repairs = []
        }
    }

    /// Learns which character references the parser left out, in decoded offsets.
    mutating func take(droppedReferences: [Int]) {
        guard !droppedReferences.isEmpty else { return }
        pending.append(
            contentsOf: droppedReferences.map {
                .init(offset: $0, code: .illegalCharacter, message: "", scalar: nil, dropped: 0)
            })
        pending.sort { $0.offset < $1.offset }
    }

    /// Whether there are characters left out whose places wait to be told: then every event is located in its turn.
    var hasPendingRepairs: Bool { !pending.isEmpty }

    /// Where the construct of an event begins. The parser reports where it stood at its end; a construct of markup begins at
    /// the first "<" after the construct before it (between two constructs there is nothing else but text), the end of an
    /// empty element and a text right after it.
    mutating func locate(_ event: XMLEvent) -> XMLPosition {
        locate(offset: event.kind == .text ? event.start : firstMarkup(from: event.start, before: event.end))
    }

    /// The position of a decoded offset.
    mutating func locate(offset target: Int) -> XMLPosition {
        if target >= mark.offset {
            advance(to: target)
            return mark.position
        }
        return located(target, from: base).position
    }

    private func firstMarkup(from start: Int, before end: Int) -> Int {
        let first = start - windowOffset
        let count = min(end - windowOffset, window.count) - first
        guard first >= 0, count > 0 else { return start }
        return window.withUnsafeBytes { bytes in
            guard let place = memchr(bytes.baseAddress! + first, 0x3C, count) else { return start }
            return windowOffset + (UnsafeRawPointer(place) - bytes.baseAddress!)
        }
    }

    /// Tells the places of the characters left out up to `target`.
    mutating func advance(to target: Int) {
        let target = min(target, windowOffset + window.count)
        while let repair = pending.first, repair.offset <= target {
            mark = located(repair.offset, from: mark)
            repairCount += 1
            if repairs.count < XMLLimits.repairs {
                repairs.append(XMLRepair(scalar: repair.scalar, position: mark.position))
            }
            if repair.dropped > 0 {
                mark.position.byteOffset += repair.dropped
                mark.position.column += 1
                mark.previousWasCR = false
            }
            pending.removeFirst()
        }
        mark = located(target, from: mark)
    }

    private func located(_ target: Int, from start: Mark) -> Mark {
        guard target > start.offset else { return start }
        let range = start.offset - windowOffset..<target - windowOffset
        return window.withUnsafeBytes { bytes in
            let stretch = UnsafeRawBufferPointer(rebasing: bytes[range])
            return hasCR || encoding != .utf8
                ? Self.walk(stretch, from: start, encoding) : Self.hop(stretch, from: start)
        }
    }

    /// UTF-8 whose lines end in LF: from line to line, then over the characters of the last.
    private static func hop(_ bytes: UnsafeRawBufferPointer, from start: Mark) -> Mark {
        var mark = start
        mark.offset += bytes.count
        mark.position.byteOffset += bytes.count
        guard var place = bytes.baseAddress else { return mark }
        let end = place + bytes.count
        while let newline = memchr(place, 0x0A, end - place) {
            mark.position.line += 1
            mark.position.column = 1
            place = UnsafeRawPointer(newline) + 1
        }
        var scalars = 0
        for byte in UnsafeRawBufferPointer(start: place, count: end - place) {
            scalars &+= byte & 0xC0 == 0x80 ? 0 : 1
        }
        mark.position.column += scalars
        mark.previousWasCR = false
        return mark
    }

    /// Any encoding and line ends.
    private static func walk(
        _ bytes: UnsafeRawBufferPointer, from start: Mark, _ encoding: XMLDecoder.Encoding
    ) -> Mark {
        var line = start.position.line
        var column = start.position.column
        var wasCR = start.previousWasCR
        var scalars = 0
        var astral = 0
        for byte in bytes {
            if byte & 0xC0 == 0x80 { continue }
            scalars &+= 1
            if byte >= 0x20 {
                if byte >= 0xF0 { astral &+= 1 }
                column &+= 1
                wasCR = false
            } else if byte == 0x0A {
                if !wasCR { line &+= 1 }
                column = 1
                wasCR = false
            } else if byte == 0x0D {
                line &+= 1
                column = 1
                wasCR = true
            } else {
                column &+= 1
                wasCR = false
            }
        }
        var mark = start
        mark.offset += bytes.count
        mark.position.line = line
        mark.position.column = column
        mark.previousWasCR = wasCR
        switch encoding {
        case .utf8: mark.position.byteOffset += bytes.count
        case .utf16LittleEndian, .utf16BigEndian: mark.position.byteOffset += 2 * (scalars + astral)
        case .latin1, .windows1252, .ascii: mark.position.byteOffset += scalars
        }
        return mark
    }
}
