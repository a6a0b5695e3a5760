/// A second revision of a PDF that Cairo 1.16 wrote, with what Cairo has no call for: the document's language, the wish
/// that viewers show the title, and one tree of structure elements for all pages (`+Structure`).
///
/// PDF lets a file be changed by appending (ISO 32000-1 §7.5.6): the changed objects, a table of where they are, and a
/// trailer that points back to the first table. Cairo writes these objects plainly, one item a line; where something
/// is not as expected the file is left as it is.
///
/// A file may have as many structure elements as words, and is not held itself: what is noted of each is some bytes, and
/// elements that stay as Cairo wrote them are not written again.
struct PDFRevision {
    let bytes: PDFBytes
    /// Where each object starts, by number; 0 for none.
    private(set) var offsets: [Int] = []
    private var firstTable = 0
    private var root = 0
    private var info: Int?
    /// Objects of this revision: number and offset.
    private var changed: [(number: Int32, offset: Int)] = []

    /// Adds what is given to a file. `tags` are those of all structure elements, in the order in which they were begun.
    /// `missing` are destinations that are none.
    static func add(language: String?, tags: PDFTags, missing: PDFLinks.Missing, to bytes: PDFBytes) {
        var revision = PDFRevision(bytes: bytes)
        guard revision.readTable() else { return }
        revision.removeDoubleResources()
        revision.markArtifacts(onPages: tags.pagesWithArtifacts)
        revision.changeCatalog(language: language)
        revision.joinPages(tags, without: revision.removeLinks(to: missing))
        revision.finish()
    }

    private init(bytes: PDFBytes) { self.bytes = bytes }

    /// Reads where the objects are; `false` where something is not as expected.
    private mutating func readTable() -> Bool {
        var tail = Scanner(bytes.read(max(0, bytes.count - 64)..<bytes.count))
        guard tail.skip(past: "startxref"), let table = tail.number(), table < bytes.count else { return false }
        var scanner = Scanner(bytes.read(table..<bytes.count))
        guard scanner.skip(past: "xref"), scanner.number() == 0, let count = scanner.number(), count < bytes.count
        else { return false }
        var offsets: [Int] = []
        for _ in 0..<count {
            guard let offset = scanner.number(), scanner.number() != nil, let kind = scanner.word() else {
                return false
            }
            offsets.append(kind == UInt8(ascii: "n") ? offset : 0)
        }
        guard scanner.skip(past: "/Root"), let root = scanner.number(), root < count else { return false }
        scanner.offset = 0
        if scanner.skip(past: "/Info") { info = scanner.number() }
        self.offsets = offsets
        self.root = root
        firstTable = table
        return true
    }

    /// Takes out, in place, the repeated names of pictures in pages' resources: Cairo lists a picture as often as it is
    /// drawn, and a name may stand in a dictionary once.
    private mutating func removeDoubleResources() {
        for number in offsets.indices where starts(number, with: "<<\n   /") {
            let object = object(number)
            var scanner = Scanner(object)
            guard scanner.skip(past: "/XObject << ") else { continue }
            var seen: Set<ArraySlice<UInt8>> = []
            var index = scanner.offset
            while index < object.count, object[index] == UInt8(ascii: "/") {
                guard let last = object[index...].firstIndex(of: UInt8(ascii: "R")) else { break }
                if !seen.insert(object[index...last]).inserted {
                    bytes.replace(
                        at: start(of: number) + index, with: [UInt8](repeating: 0x20, count: last + 1 - index))
                }
                index = last + 2
            }
        }
    }

    private mutating func changeCatalog(language: String?) {
        var entries = "   /ViewerPreferences << /DisplayDocTitle true >>\n"
        if let language, !language.isEmpty { entries += "   /Lang \(PDFRevision.literal(language))\n" }
        change(root, "<< /Type /Catalog\n", adding: entries)
    }

    /// The object that an entry of an object's dictionary refers to.
    static func reference(of key: StaticString, in object: [UInt8]) -> Int? {
        var scanner = Scanner(object)
        return scanner.skip(past: key) ? scanner.number() : nil
    }

    mutating func replace(_ number: Int, _ content: String) {
        changed.append((Int32(number), bytes.count))
        bytes.append("\(number) 0 obj\n\(content)endobj\n".utf8)
    }

    /// Writes an object anew, from what `object(_:)` has, its end included.
    mutating func replace(_ number: Int, bytes content: some Collection<UInt8>) {
        changed.append((Int32(number), bytes.count))
        bytes.append("\(number) 0 obj\n".utf8)
        bytes.append(content)
        bytes.append(CollectionOfOne(0x0A))
    }

    /// Writes a stream anew with other compressed bytes.
    mutating func replaceStream(_ number: Int, with data: [UInt8]) {
        changed.append((Int32(number), bytes.count))
        bytes.append("\(number) 0 obj\n<< /Length \(data.count)\n   /Filter /FlateDecode\n>>\nstream\n".utf8)
        bytes.append(data)
        bytes.append("\nendstream\nendobj\n".utf8)
    }

    /// Writes the object anew with entries added to its dictionary, which must start with `header`.
    private mutating func change(_ number: Int, _ header: String, adding entries: String) {
        guard starts(number, with: header) else { return }
        let rest = object(number)[header.utf8.count...]
        changed.append((Int32(number), bytes.count))
        bytes.append("\(number) 0 obj\n\(header)\(entries)".utf8)
        bytes.append(rest + [0x0A])
    }

    /// Where an object's content starts.
    func start(of number: Int) -> Int {
        var digits = 1
        var rest = number / 10
        while rest > 0 { (digits, rest) = (digits + 1, rest / 10) }
        return offsets[number] + digits + " 0 obj\n".utf8.count
    }

    /// Whether an object's content starts so.
    func starts(_ number: Int, with header: String) -> Bool {
        guard offsets[number] > 0 else { return false }
        var index = start(of: number)
        for byte in header.utf8 {
            guard bytes[index] == byte else { return false }
            index += 1
        }
        return true
    }

    /// An object's content, through its end; empty for none.
    func object(_ number: Int) -> [UInt8] { offsets[number] > 0 ? bytes.object(at: start(of: number)) : [] }

    private mutating func finish() {
        guard !changed.isEmpty else { return }
        let table = bytes.count
        var text = "xref\n"
        for (number, offset) in changed.sorted(by: { $0.number < $1.number }) {
            let digits = String(offset)
            // A place in such a table has ten digits.
            guard digits.utf8.count <= 10 else { return }
            text += "\(number) 1\n" + String(repeating: "0", count: 10 - digits.utf8.count) + digits + " 00000 n \n"
        }
        text += "trailer\n<< /Size \(offsets.count)\n   /Root \(root) 0 R\n"
        if let info { text += "   /Info \(info) 0 R\n" }
        text += "   /Prev \(firstTable)\n>>\nstartxref\n\(table)\n%%EOF\n"
        bytes.append(text.utf8)
    }

    /// A text string: UTF-16 in hexadecimal digits (ISO 32000-1 §7.9.2.2).
    static func literal(_ string: String) -> String {
        if string.isEmpty { return "()" }
        let digits = Array("0123456789ABCDEF".utf8)
        var result = Array("<FEFF".utf8)
        for unit in string.utf16 {
            for shift in [12, 8, 4, 0] as [UInt16] { result.append(digits[Int(unit >> shift & 15)]) }
        }
        return String(decoding: result, as: UTF8.self) + ">"
    }

    /// Reads numbers and single letters between white space.
    struct Scanner {
        private let bytes: [UInt8]
        var offset = 0
        private var end: Int { bytes.count }

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func skip(past word: StaticString) -> Bool {
            let count = word.utf8CodeUnitCount
            while offset + count <= end {
                var matched = 0
                while matched < count, bytes[offset + matched] == word.utf8Start[matched] { matched += 1 }
                if matched == count {
                    offset += count
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
