extension XMLEventReader {
    /// A reader as one value, which is never copied: who has it for itself alone reads without the checks that a class needs
    /// for every access.
    package struct Core: ~Copyable {
        private let parser: XMLPushParser
        private var source: any XMLByteSource
        private var decoder: XMLDecoder
        private var locator = XMLLocator()
        /// The events being delivered.
        private var batch = XMLEventBatch()
        package private(set) var names: [XMLName]
        private var chunk: [UInt8]
        private var cursor = 0
        private var isFinished = false
        /// Where the last event of the batch ends, in decoded bytes.
        private var batchEnd = 0

        package init(source: any XMLByteSource, isRecovering: Bool) {
            self.source = source
            decoder = XMLDecoder(isRecovering: isRecovering)
            chunk = [UInt8](repeating: 0, count: XMLLimits.chunkSize)
            parser = XMLPushParser(isRecovering: isRecovering)
            names = parser.sink.pointee.names.names
        }

        package mutating func next() throws(XMLError) -> XMLEvent? {
            while cursor == batch.events.count {
                if isFinished {
                    if locator.hasPendingRepairs { locator.advance(to: .max) }
                    return nil
                }
                if let error = parser.sink.pointee.error {
                    isFinished = true
                    throw error.located(by: &locator)
                }
                try feed()
            }
            let event = batch.events[cursor]
            cursor += 1
            // What was left out is told in its turn, and moves the places behind it.
            if locator.hasPendingRepairs { _ = locator.locate(event) }
            return event
        }

        /// Gives the parser one more chunk and takes the events that come of it.
        private mutating func feed() throws(XMLError) {
            var count = 0
            locator.drop(before: batchEnd)
            do {
                count = try chunk.withUnsafeMutableBytes { try source.read(into: $0) }
            } catch {
                isFinished = true
                throw XMLError(code: .source, message: "cannot be read: \(error)", position: locator.position)
            }
            let start = locator.window.count
            chunk.withUnsafeBytes {
                decoder.decode(.init(rebasing: $0[..<count]), isLast: count == 0, into: &locator.window)
            }
            locator.lookForCarriageReturns(from: start)
            locator.take(&decoder)
            let sink = parser.sink
            sink.pointee.droppedReferences.removeAll(keepingCapacity: true)
            locator.window.withUnsafeBytes { parser.parse(.init(rebasing: $0[start...])) }
            if let failure = decoder.failure {
                sink.pointee.fail(code: failure.code, message: failure.message, offset: failure.offset)
            } else if count == 0 {
                parser.finish(length: decoder.decodedCount)
                if sink.pointee.error == nil { isFinished = true }
            }
            locator.take(droppedReferences: sink.pointee.droppedReferences)
            batch.removeAll()
            swap(&batch, &sink.pointee.batch)
            if let last = batch.events.last { batchEnd = last.end }
            // Both grow at their ends: sharing one array would copy it whole for every name.
            names.append(contentsOf: sink.pointee.names.names[names.count...])
            cursor = 0
        }

        // MARK: Asking about the last event

        package var repairs: [XMLRepair] { locator.repairs }

        package var repairCount: Int { locator.repairCount }

        package mutating func position(of event: XMLEvent) -> XMLPosition { locator.locate(event) }

        package func name(of event: XMLEvent) -> XMLName { names[event.name] }

        package func text(of event: XMLEvent) -> String {
            let pieces = event.pieces
            if pieces.count == 1 { return string(batch.pieces[pieces.lowerBound]) }
            var bytes: [UInt8] = []
            appendText(of: event, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }

        package func appendText(of event: XMLEvent, to buffer: inout [UInt8]) {
            for index in event.pieces { withBytes(of: batch.pieces[index]) { buffer.append(contentsOf: $0) } }
        }

        private func withBytes<Result>(
            of piece: XMLEventBatch.Piece, _ body: (UnsafeBufferPointer<UInt8>) -> Result
        ) -> Result {
            if piece.start < 0 { return locator.withBytes(at: ~piece.start, count: piece.count, body) }
            return batch.arena.withUnsafeBufferPointer {
                body(UnsafeBufferPointer(rebasing: $0[piece.start..<piece.start + piece.count]))
            }
        }

        private func string(_ piece: XMLEventBatch.Piece) -> String {
            withBytes(of: piece) { String(decoding: $0, as: UTF8.self) }
        }

        package func attribute(_ local: String, _ namespace: String, of event: XMLEvent) -> String? {
            for index in event.attributes {
                let name = batch.attributes[index].name
                if names[name].local == local, names[name].namespace == namespace {
                    return string(batch.attributes[index].value)
                }
            }
            return nil
        }

        package func attributeCount(of event: XMLEvent) -> Int { event.attributes.count }

        package func attributeName(at index: Int, of event: XMLEvent) -> Int {
            batch.attributes[event.attributes.lowerBound + index].name
        }

        package func attributeValue(at index: Int, of event: XMLEvent) -> String {
            string(batch.attributes[event.attributes.lowerBound + index].value)
        }
    }
}

extension XMLEvent {
    fileprivate var pieces: Range<Int> { kind == .startElement ? 0..<0 : content }
    fileprivate var attributes: Range<Int> { kind == .startElement ? content : 0..<0 }
}
