/// A second revision of a PDF that Cairo 1.16 wrote, with what Cairo has no call for: the document's language, the wish
/// that viewers show the title, and one tree of structure elements for all pages (`+Structure`).
///
/// PDF lets a file be changed by appending (ISO 32000-1 §7.5.6): the changed objects, a table of where they are, and a
/// trailer that points back to the first table. Cairo writes these objects plainly, one item a line; where something
/// is not as expected the file is left as it is.
struct PDFRevision {
    var bytes: [UInt8]
    /// Where each object starts, by number; 0 for none.
    let offsets: [Int]
    private let firstTable: Int
    private let root: Int
    /// Objects of this revision: number and offset.
    private var changed: [(number: Int, offset: Int)] = []

    /// The file with what is given added to it. `tags` are those of all structure elements, in the order in which they
    /// were begun.
    static func adding(language: String?, tags: [PDFTag], to bytes: [UInt8]) -> [UInt8] {
        guard var revision = PDFRevision(bytes) else { return bytes }
        revision.removeDoubleResources()
        revision.markArtifacts(onPages: PDFTag.pagesWithArtifacts(tags))
        revision.changeCatalog(language: language)
        revision.joinPages(tags)
        return revision.finished()
    }

    private init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        var tail = Scanner(bytes: bytes, offset: max(0, bytes.count - 64))
        guard tail.skip(past: "startxref"), let table = tail.number(), table < bytes.count else { return nil }
        var scanner = Scanner(bytes: bytes, offset: table)
        guard scanner.skip(past: "xref"), scanner.number() == 0, let count = scanner.number(), count < bytes.count
        else {
            return nil
        }
        var offsets: [Int] = []
        for _ in 0..<count {
            guard let offset = scanner.number(), scanner.number() != nil, let kind = scanner.word() else { return nil }
            offsets.append(kind == UInt8(ascii: "n") ? offset : 0)
        }
        guard scanner.skip(past: "/Root"), let root = scanner.number(), root < count else { return nil }
        self.offsets = offsets
        self.root = root
        firstTable = table
    }

    /// Takes out, in place, the repeated names of pictures in pages' resources: Cairo lists a picture as often as it is
    /// drawn, and a name may stand in a dictionary once.
    private mutating func removeDoubleResources() {
        for number in offsets.indices where body(of: number, startsWith: "<<\n   /") != nil {
            guard let start = body(of: number, startsWith: ""), let end = end(of: number) else { continue }
            var scanner = Scanner(bytes: bytes, offset: start, end: end)
            guard scanner.skip(past: "/XObject << ") else { continue }
            var seen: Set<ArraySlice<UInt8>> = []
            var doubles: [Range<Int>] = []
            var index = scanner.offset
            while index < end, bytes[index] == UInt8(ascii: "/") {
                guard let last = bytes[index..<end].firstIndex(of: UInt8(ascii: "R")) else { break }
                if !seen.insert(bytes[index...last]).inserted { doubles.append(index..<last + 1) }
                index = last + 2
            }
            scanner = Scanner(bytes: [], offset: 0)
            seen = []
            for range in doubles { for index in range { bytes[index] = 0x20 } }
        }
    }

    private mutating func changeCatalog(language: String?) {
        var entries = "   /ViewerPreferences << /DisplayDocTitle true >>\n"
        if let language, !language.isEmpty { entries += "   /Lang \(PDFRevision.literal(language))\n" }
        change(root, "<< /Type /Catalog\n", adding: entries)
    }

    /// The object that an entry of an object's dictionary refers to.
    func reference(of key: String, in number: Int) -> Int? {
        guard let start = body(of: number, startsWith: ""), let end = end(of: number) else { return nil }
        var scanner = Scanner(bytes: bytes, offset: start, end: end)
        return scanner.skip(past: key) ? scanner.number() : nil
    }

    func end(of number: Int) -> Int? {
        var scanner = Scanner(bytes: bytes, offset: offsets[number])
        return scanner.skip(past: "endobj") ? scanner.offset : nil
    }

    mutating func replace(_ number: Int, _ content: String) {
        changed.append((number, bytes.count))
        bytes += Array("\(number) 0 obj\n\(content)endobj\n".utf8)
    }

    /// Writes a stream anew with other compressed bytes.
    mutating func replaceStream(_ number: Int, with data: [UInt8]) {
        changed.append((number, bytes.count))
        bytes += Array("\(number) 0 obj\n<< /Length \(data.count)\n   /Filter /FlateDecode\n>>\nstream\n".utf8)
        bytes += data
        bytes += Array("\nendstream\nendobj\n".utf8)
    }

    /// Writes the object anew with entries added to its dictionary, which must start with `header`.
    private mutating func change(_ number: Int, _ header: String, adding entries: String) {
        guard let start = body(of: number, startsWith: header), let end = end(of: number) else { return }
        changed.append((number, bytes.count))
        bytes += Array("\(number) 0 obj\n\(header)\(entries)".utf8) + bytes[start + header.utf8.count..<end]
        bytes.append(0x0A)
    }

    /// Where the object's content starts, if it starts so.
    func body(of number: Int, startsWith header: String) -> Int? {
        guard offsets[number] > 0 else { return nil }
        let start = offsets[number] + "\(number) 0 obj\n".utf8.count
        guard start < bytes.count, bytes[start...].starts(with: header.utf8) else { return nil }
        return start
    }

    private consuming func finished() -> [UInt8] {
        guard !changed.isEmpty else { return bytes }
        let table = bytes.count
        var text = "xref\n"
        for (number, offset) in changed.sorted(by: { $0.number < $1.number }) {
            let digits = String(offset)
            // A place in such a table has ten digits.
            guard digits.utf8.count <= 10 else { return bytes }
            text += "\(number) 1\n" + String(repeating: "0", count: 10 - digits.utf8.count) + digits + " 00000 n \n"
        }
        text += "trailer\n<< /Size \(offsets.count)\n   /Root \(root) 0 R\n"
        if let info { text += "   /Info \(info) 0 R\n" }
        text += "   /Prev \(firstTable)\n>>\nstartxref\n\(table)\n%%EOF\n"
        return bytes + Array(text.utf8)
    }

    private var info: Int? {
        var scanner = Scanner(bytes: bytes, offset: firstTable)
        return scanner.skip(past: "/Info") ? scanner.number() : nil
    }

    /// A text string: UTF-16 in hexadecimal digits (ISO 32000-1 §7.9.2.2).
    static func literal(_ string: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result = Array("<FEFF".utf8)
        for unit in string.utf16 {
            for shift in [12, 8, 4, 0] as [UInt16] { result.append(digits[Int(unit >> shift & 15)]) }
        }
        return String(decoding: result, as: UTF8.self) + ">"
    }

    /// Reads numbers and single letters between white space. Scanners must be gone before `bytes` changes: they share
    /// them, and a change would copy the file.
    struct Scanner {
        let bytes: [UInt8]
        var offset: Int
        let end: Int

        init(bytes: [UInt8], offset: Int, end: Int? = nil) {
            self.bytes = bytes
            self.offset = offset
            self.end = end ?? bytes.count
        }

        mutating func skip(past word: String) -> Bool {
            let word = Array(word.utf8)
            while offset + word.count <= end {
                if bytes[offset] == word[0], bytes[offset..<offset + word.count].elementsEqual(word) {
                    offset += word.count
                    return true
                }
                offset += 1
            }
            return false
        }

        private mutating func skipSpace() {
            while offset < end, bytes[offset] <= 0x20 { offset += 1 }
        }

        mutating func number() -> Int? {
            skipSpace()
            var value = 0
            let start = offset
            while offset < end, (0x30...0x39).contains(bytes[offset]), offset - start < 12 {
                value = value * 10 + Int(bytes[offset] - 0x30)
                offset += 1
            }
            return offset > start ? value : nil
        }

        /// The characters of a name up to white space.
        mutating func name() -> String? {
            let start = offset
            while offset < end, bytes[offset] > 0x20 { offset += 1 }
            return offset > start ? String(decoding: bytes[start..<offset], as: UTF8.self) : nil
        }

        /// The next byte that is not white space, which stays unread.
        mutating func peek() -> UInt8? {
            skipSpace()
            return offset < end ? bytes[offset] : nil
        }

        mutating func word() -> UInt8? {
            skipSpace()
            guard offset < end else { return nil }
            offset += 1
            return bytes[offset - 1]
        }
    }
}
