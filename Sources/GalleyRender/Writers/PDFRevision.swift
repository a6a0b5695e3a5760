/// A second revision of a PDF that Cairo 1.16 wrote, with what Cairo has no call for: the document's language, the
/// alternative texts of figures, the wish that viewers show the title, one document element around all pages.
///
/// PDF lets a file be changed by appending (ISO 32000-1 §7.5.6): the changed objects, a table of where they are, and a
/// trailer that points back to the first table. Cairo writes these objects plainly, one item a line; where something
/// is not as expected the file is left as it is.
struct PDFRevision {
    private var bytes: [UInt8]
    /// Where each object starts, by number; 0 for none.
    private let offsets: [Int]
    private let firstTable: Int
    private let root: Int
    /// Objects of this revision: number and offset.
    private var changed: [(number: Int, offset: Int)] = []

    /// The file with what is given added to it. `alternativeTexts` are those of all figures in the order of their tags.
    static func adding(language: String?, alternativeTexts: [String?], to bytes: [UInt8]) -> [UInt8] {
        guard var revision = PDFRevision(bytes) else { return bytes }
        revision.removeDoubleResources()
        revision.changeCatalog(language: language)
        revision.joinDocuments()
        revision.changeFigures(alternativeTexts)
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

    /// Moves the elements of all pages into the first page's document element. Content that is in no element of its
    /// page (backgrounds, borders) stays in the page's own, which becomes one without meaning.
    private mutating func joinDocuments() {
        let header = "<< /Type /StructElem\n   /S /Document\n"
        let documents = offsets.indices.filter { body(of: $0, startsWith: header) != nil }
        guard documents.count > 1, let first = documents.first,
            let root = offsets.indices.first(where: { body(of: $0, startsWith: "<< /Type /StructTreeRoot\n") != nil }),
            let tree = reference(of: "/ParentTree", in: root)
        else { return }
        var kids: [String] = []
        var firstPage: Int?
        for document in documents {
            guard let content = content(of: document) else { return }
            if document == first {
                firstPage = content.page
                kids += content.marks.map(String.init)
            } else if !content.marks.isEmpty, let page = content.page {
                let marks = content.marks.map(String.init).joined(separator: " ")
                replace(
                    document,
                    "<< /Type /StructElem\n   /S /NonStruct\n   /P \(first) 0 R\n   /Pg \(page) 0 R\n   /K [ \(marks) ]\n>>\n"
                )
                kids.append("\(document) 0 R")
            }
            // The first document has the lowest number, so there is room for it in place of another.
            for child in content.elements where document != first { replaceParent(of: child, document, by: first) }
            kids += content.elements.map { "\($0) 0 R" }
        }
        let page = firstPage.map { "   /Pg \($0) 0 R\n" } ?? ""
        replace(first, "\(header)   /P \(root) 0 R\n\(page)   /K [ \(kids.joined(separator: "\n      ")) ]\n>>\n")
        replace(root, "<< /Type /StructTreeRoot\n   /ParentTree \(tree) 0 R\n   /K [ \(first) 0 R ]\n>>\n")
    }

    /// The child elements of a structure element and its marked content; `nil` if anything else is in it.
    private func content(of element: Int) -> (elements: [Int], marks: [Int], page: Int?)? {
        guard let start = body(of: element, startsWith: ""), let end = end(of: element) else { return nil }
        var scanner = Scanner(bytes: bytes, offset: start, end: end)
        guard scanner.skip(past: "/K ") else { return ([], [], nil) }
        var elements: [Int] = []
        var marks: [Int] = []
        var isList = false
        if scanner.peek() == UInt8(ascii: "[") {
            isList = true
            _ = scanner.word()
        }
        repeat {
            guard let number = scanner.number(), number < offsets.count else { return nil }
            var ahead = scanner
            if ahead.number() == 0, ahead.word() == UInt8(ascii: "R") {
                elements.append(number)
                scanner = ahead
            } else {
                marks.append(number)
            }
        } while isList && scanner.peek() != UInt8(ascii: "]")
        return (elements, marks, reference(of: "/Pg", in: element))
    }

    /// The object that an entry of an object's dictionary refers to.
    private func reference(of key: String, in number: Int) -> Int? {
        guard let start = body(of: number, startsWith: ""), let end = end(of: number) else { return nil }
        var scanner = Scanner(bytes: bytes, offset: start, end: end)
        return scanner.skip(past: key) ? scanner.number() : nil
    }

    private func end(of number: Int) -> Int? {
        var scanner = Scanner(bytes: bytes, offset: offsets[number])
        return scanner.skip(past: "endobj") ? scanner.offset : nil
    }

    /// Overwrites the parent of an element in place.
    private mutating func replaceParent(of child: Int, _ old: Int, by new: Int) {
        guard let start = body(of: child, startsWith: "<< /Type /StructElem\n   /S /") else { return }
        let from = Array("\n   /P \(old) 0 R\n".utf8)
        var to = Array("\n   /P \(new) 0 R".utf8)
        guard to.count < from.count else { return }
        to += repeatElement(0x20, count: from.count - to.count - 1) + [0x0A]
        // The second end of line is that of the element's kind.
        var ends = 0
        var index = start
        while index + from.count <= bytes.count, ends < 2 {
            if bytes[index] == 0x0A {
                ends += 1
                if ends == 2 { break }
            }
            index += 1
        }
        guard ends == 2, bytes[index..<index + from.count].elementsEqual(from) else { return }
        for (offset, byte) in to.enumerated() { bytes[index + offset] = byte }
    }

    private mutating func replace(_ number: Int, _ content: String) {
        changed.append((number, bytes.count))
        bytes += Array("\(number) 0 obj\n\(content)endobj\n".utf8)
    }

    private mutating func changeFigures(_ texts: [String?]) {
        guard texts.contains(where: { $0 != nil }) else { return }
        let header = "<< /Type /StructElem\n   /S /Figure\n"
        let figures = offsets.indices.filter { body(of: $0, startsWith: header) != nil }
        guard figures.count == texts.count else { return }
        for (figure, text) in zip(figures, texts) {
            if let text { change(figure, header, adding: "   /Alt \(PDFRevision.literal(text))\n") }
        }
    }

    /// Writes the object anew with entries added to its dictionary, which must start with `header`.
    private mutating func change(_ number: Int, _ header: String, adding entries: String) {
        guard let start = body(of: number, startsWith: header), let end = end(of: number) else { return }
        changed.append((number, bytes.count))
        bytes += Array("\(number) 0 obj\n\(header)\(entries)".utf8) + bytes[start + header.utf8.count..<end]
        bytes.append(0x0A)
    }

    /// Where the object's content starts, if it starts so.
    private func body(of number: Int, startsWith header: String) -> Int? {
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
    private struct Scanner {
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
