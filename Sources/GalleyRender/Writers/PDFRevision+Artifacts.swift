import CGalleyZlib

// ISO 32000-1 §14.8.2.2: backgrounds, borders, headers and footers are artifacts, no part of the document's content. Cairo
// 1.16 knows none, so what is one is drawn as an element of the type Private; here its marks in the pages' content become
// those of artifacts. The elements are left out of the tree when pages are joined.
extension PDFRevision {
    /// The name of elements that are no content.
    static let artifactName = "Private"

    /// Changes the content of the pages that have artifacts, by number from 1, in place: it becomes shorter. Linear in the
    /// content.
    mutating func markArtifacts(onPages numbers: Set<Int>) {
        guard !numbers.isEmpty else { return }
        for number in offsets.indices {
            guard let page = pageNumber(of: number), numbers.contains(page),
                let content = PDFRevision.reference(of: "/Contents ", in: object(number)), content < offsets.count
            else { continue }
            markArtifacts(inStream: content)
        }
    }

    /// The number that Cairo writes beside each page.
    func pageNumber(of object: Int) -> Int? {
        guard starts(object, with: "<< /Type /Page %") else { return nil }
        var scanner = Scanner(self.object(object))
        guard scanner.skip(past: "%") else { return nil }
        return scanner.number()
    }

    private mutating func markArtifacts(inStream number: Int) {
        guard let data = streamData(number) else { return }
        let changed = bytes.read(data.range).withUnsafeBufferPointer { bytes -> [UInt8]? in
            guard let plain = Zlib.inflated(bytes), let marked = PDFRevision.markingArtifacts(in: plain)
            else { return nil }
            return Zlib.deflated(marked)
        }
        guard let changed else { return }
        guard changed.count <= data.range.count else { return replaceStream(number, with: changed) }
        // White space may stand before the end of a stream.
        let rest = [UInt8](repeating: 0x0A, count: data.range.count - changed.count)
        bytes.replace(at: data.range.lowerBound, with: changed + rest)
        let digits = Array(String(changed.count).utf8)
        let spaces = [UInt8](repeating: 0x20, count: data.length.count - digits.count)
        bytes.replace(at: data.length.lowerBound, with: spaces + digits)
    }

    /// Where the compressed bytes of a stream stand, and the digits of their number; `nil` where it is not as expected.
    private func streamData(_ number: Int) -> (range: Range<Int>, length: Range<Int>)? {
        guard starts(number, with: "<< /Length ") else { return nil }
        let start = start(of: number)
        let head = bytes.read(start..<min(bytes.count, start + 128))
        guard let length = PDFRevision.reference(of: "/Length ", in: head), length < offsets.count else { return nil }
        var scanner = Scanner(object(length))
        guard scanner.peek() != nil else { return nil }
        let first = self.start(of: length) + scanner.offset
        guard let count = scanner.number() else { return nil }
        let digits = first..<self.start(of: length) + scanner.offset
        let header = "<< /Length \(length) 0 R\n   /Filter /FlateDecode\n>>\nstream\n"
        let data = start + header.utf8.count
        guard head.starts(with: header.utf8), data + count <= bytes.count else { return nil }
        return (data..<data + count, digits)
    }

    /// Content with the marks of artifacts; `nil` where it has none. `/Private << /MCID 7 >> BDC` becomes `/Artifact BMC`.
    private static func markingArtifacts(in content: [UInt8]) -> [UInt8]? {
        let mark = Array("/\(artifactName) << /MCID ".utf8)
        let end = Array(">> BDC".utf8)
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index + mark.count <= content.count {
            guard content[index] == mark[0], content[index..<index + mark.count].elementsEqual(mark) else {
                index += 1
                continue
            }
            var close = index + mark.count
            while close < content.count, content[close] != end[0] { close += 1 }
            guard close + end.count <= content.count, content[close..<close + end.count].elementsEqual(end) else {
                return nil
            }
            if result.isEmpty { result.reserveCapacity(content.count) }
            result += content[copied..<index]
            result += "/Artifact BMC".utf8
            index = close + end.count
            copied = index
        }
        guard copied > 0 else { return nil }
        return result + content[copied...]
    }
}

/// Compressed streams (RFC 1950).
enum Zlib {
    static func inflated(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.avail_in = UInt32(clamping: bytes.count)
        var result: [UInt8] = []
        let step = max(4_096, bytes.count * 4)
        while true {
            let start = result.count
            var status = Z_OK
            result.append(contentsOf: repeatElement(0, count: step))
            result.withUnsafeMutableBufferPointer { buffer in
                stream.next_out = buffer.baseAddress.map { $0 + start }
                stream.avail_out = UInt32(clamping: step)
                status = inflate(&stream, Z_NO_FLUSH)
            }
            result.removeLast(Int(stream.avail_out))
            if status == Z_STREAM_END { return result }
            guard status == Z_OK, stream.avail_in > 0 || stream.avail_out == 0 else { return nil }
        }
    }

    static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(UInt(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        let status = result.withUnsafeMutableBufferPointer {
            compress($0.baseAddress, &count, bytes, UInt(bytes.count))
        }
        guard status == Z_OK else { return nil }
        result.removeLast(result.count - Int(count))
        return result
    }
}
