extension XMLEventReader {
    /// The state of a reader in one value, which is never copied: each call takes exclusive access to it once.
    struct Core: ~Copyable {
        private let parser: XMLPushParser
        private var source: any XMLByteSource
        private var decoder: XMLDecoder
        private(set) var locator = XMLLocator()
        /// The events being delivered.
        private(set) var batch = XMLEventBatch()
        private(set) var names: [XMLName]
        private var chunk: [UInt8]
        private var cursor = 0
        private var isFinished = false

        init(source: any XMLByteSource, isRecovering: Bool) {
            self.source = source
            decoder = XMLDecoder(isRecovering: isRecovering)
            chunk = [UInt8](repeating: 0, count: XMLLimits.chunkSize)
            parser = XMLPushParser(isRecovering: isRecovering)
            names = parser.sink.names.names
        }

        mutating func next() throws(XMLError) -> XMLEvent? {
            while true {
                while cursor >= batch.events.count {
                    if isFinished { return nil }
                    if let error = parser.sink.error {
                        isFinished = true
                        throw error.located(by: &locator)
                    }
                    try feed()
                }
                let record = batch.events[cursor]
                cursor += 1
                let event = locator.locate(record)
                if !record.isDeclaration { return event }
            }
        }

        /// Gives the parser one more chunk and takes the events that come of it.
        private mutating func feed() throws(XMLError) {
            var count = 0
            do {
                count = try chunk.withUnsafeMutableBytes { try source.read(into: $0) }
            } catch {
                isFinished = true
                throw XMLError(code: .source, message: "cannot be read: \(error)", position: locator.position)
            }
            locator.dropPassedBytes()
            let start = locator.window.count
            chunk.withUnsafeBytes {
                decoder.decode(.init(rebasing: $0[..<count]), isLast: count == 0, into: &locator.window)
            }
            locator.take(&decoder)
            parser.sink.droppedReferences.removeAll(keepingCapacity: true)
            locator.window.withUnsafeBytes { parser.parse(.init(rebasing: $0[start...])) }
            if let failure = decoder.failure {
                parser.sink.fail(code: failure.code, message: failure.message, offset: failure.offset)
            } else if count == 0 {
                parser.finish(length: decoder.decodedCount)
                if parser.sink.error == nil { isFinished = true }
            }
            locator.take(droppedReferences: parser.sink.droppedReferences)
            batch.removeAll()
            swap(&batch, &parser.sink.batch)
            if parser.sink.names.names.count > names.count { names = parser.sink.names.names }
            cursor = 0
        }

        func attribute(_ local: String, _ namespace: String, in range: Range<Int>) -> String? {
            for index in range {
                let name = batch.attributes[index].name
                if names[name].local == local, names[name].namespace == namespace {
                    return batch.string(batch.attributes[index].value)
                }
            }
            return nil
        }
    }
}
