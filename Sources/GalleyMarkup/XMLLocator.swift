/// Turns offsets of decoded bytes into lines, columns and source offsets, walking forward once over the bytes.
struct XMLLocator {
    /// The decoded bytes that are not passed yet, from `windowOffset` on.
    var window: [UInt8] = []
    private var windowOffset = 0
    /// The decoded offset that `position` stands for.
    private var offset = 0
    private(set) var position = XMLPosition.start
    private(set) var repairs: [XMLRepair] = []
    private var pending: ArraySlice<XMLDecoder.Trouble> = []
    private var encoding = XMLDecoder.Encoding.utf8
    private var didStart = false
    private var previousWasCR = false

    /// Frees the bytes before the current position.
    mutating func dropPassedBytes() {
        let passed = offset - windowOffset
        guard passed > 0 else { return }
        window.removeFirst(passed)
        windowOffset = offset
    }

    /// Learns what the decoder found out about the source.
    mutating func take(_ decoder: inout XMLDecoder) {
        if !didStart, let found = decoder.encoding {
            didStart = true
            encoding = found
            position.byteOffset = decoder.markLength
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

    /// The event with the position of its construct: the parser reports where it stood at its end.
    mutating func locate(_ event: XMLEventBatch.Event) -> XMLEvent {
        var result = event.event
        if event.beginsHere {
            // The first "<" that was not passed yet: between two constructs there is nothing else but text.
            advance(to: firstMarkup(before: event.end))
        }
        result.position = position
        advance(to: max(offset, event.end))
        return result
    }

    /// The position of a decoded offset at or after the current one.
    mutating func locate(offset target: Int) -> XMLPosition {
        advance(to: target)
        return position
    }

    private func firstMarkup(before end: Int) -> Int {
        var index = offset - windowOffset
        let limit = min(end - windowOffset, window.count)
        while index < limit {
            if window[index] == UInt8(ascii: "<") { return index + windowOffset }
            index += 1
        }
        return offset
    }

    private mutating func advance(to target: Int) {
        let target = min(target, windowOffset + window.count)
        while let repair = pending.first, repair.offset <= target {
            walk(to: repair.offset)
            repairs.append(XMLRepair(scalar: repair.scalar, position: position))
            if repair.dropped > 0 {
                position.byteOffset += repair.dropped
                position.column += 1
                previousWasCR = false
            }
            pending.removeFirst()
        }
        walk(to: target)
    }

    private mutating func walk(to target: Int) {
        guard target > offset else { return }
        let range = offset - windowOffset..<target - windowOffset
        var line = position.line
        var column = position.column
        var wasCR = previousWasCR
        var scalars = 0
        var astral = 0
        window.withUnsafeBufferPointer { bytes in
            for index in range {
                let byte = bytes[index]
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
        }
        position.line = line
        position.column = column
        previousWasCR = wasCR
        switch encoding {
        case .utf8: position.byteOffset += target - offset
        case .utf16LittleEndian, .utf16BigEndian: position.byteOffset += 2 * (scalars + astral)
        case .latin1, .windows1252, .ascii: position.byteOffset += scalars
        }
        offset = target
    }
}
