import GalleyText

/// Takes the page of a PDF that Cairo wrote into another as a form (ISO 32000-1 §8.10): its content, and the objects that this
/// names.
///
/// Of such a file (version 1.4: nothing is packed) only the syntax of objects is relied on, not how Cairo puts things: where
/// something is not as expected nothing is taken.
package struct PDFImport {
    private let source: [UInt8]
    /// By number; 0 for none.
    private var offsets: [Int] = []
    private var numbers: [Int: Int32] = [:]
    /// Objects whose new numbers are known and that are not written yet.
    private var waiting: [Int] = []
    private let file: PDFFile

    /// The form's object; `nil` where the file cannot be read.
    ///
    /// - Parameters:
    ///   - size: of the page, in its points.
    ///   - origin: where its upper left corner stands in px; a point of it is one.
    package static func form(from source: [UInt8], size: Size, at origin: Point, to file: PDFFile) -> Int32? {
        var reading = PDFImport(source, file)
        guard reading.readTable(), let page = reading.page else { return nil }
        return reading.writeForm(page, size, origin)
    }

    private init(_ source: [UInt8], _ file: PDFFile) {
        self.source = source
        self.file = file
    }

    private mutating func readTable() -> Bool {
        var end = PDFScanner(source, at: max(0, source.count - 64))
        guard end.skip(past: "startxref"), let table = end.integer() else { return false }
        var scanner = PDFScanner(source, at: table)
        guard scanner.skip(past: "xref"), scanner.integer() == 0, let count = scanner.integer(), count < source.count
        else { return false }
        for _ in 0..<count {
            guard let offset = scanner.integer(), scanner.integer() != nil else { return false }
            scanner.skipSpace()
            offsets.append(scanner.peek == UInt8(ascii: "n") ? offset : 0)
            scanner.offset += 1
        }
        return true
    }

    /// The first object that is a page.
    private var page: Range<Int>? {
        for number in offsets.indices {
            guard let range = dictionary(number), let type = value(of: "/Type", in: range) else { continue }
            var scanner = PDFScanner(source, at: type)
            if scanner.token().elementsEqual("/Page".utf8) { return range }
        }
        return nil
    }

    private mutating func writeForm(_ page: Range<Int>, _ size: Size, _ origin: Point) -> Int32? {
        guard let contents = reference(of: "/Contents", in: page), let content = stream(contents),
            let resources = reference(of: "/Resources", in: page)
        else { return nil }
        let form = file.reserve()
        var entries = PDFBuffer()
        entries.add("/Type/XObject/Subtype/Form/Group<</S/Transparency/CS/DeviceRGB/I true>>/BBox[0 0 ")
        entries.add([size.width, size.height])
        // Its y grows upwards.
        entries.add("]/Matrix[1 0 0 -1 ")
        entries.add([origin.x, origin.y + size.height])
        entries.add("]/Resources ")
        entries.add(object: number(of: resources))
        if value(of: "/Filter", in: content.dictionary) != nil { entries.add("/Filter/FlateDecode") }
        file.writeStream(form, entries, source[content.data])
        while let next = waiting.popLast() { copy(next) }
        return form
    }

    /// The new number of an object, which is then written.
    private mutating func number(of old: Int) -> Int32 {
        if let known = numbers[old] { return known }
        let number = file.reserve()
        numbers[old] = number
        waiting.append(old)
        return number
    }

    private mutating func copy(_ old: Int) {
        guard let number = numbers[old] else { return }
        if let stream = stream(old) {
            // The dictionary without its brackets and its length.
            var entries = PDFBuffer()
            add(stream.dictionary.dropFirst(2).dropLast(2), to: &entries, withoutLength: true)
            file.writeStream(number, entries, source[stream.data])
        } else {
            var body = PDFBuffer()
            add(object(old), to: &body, withoutLength: false)
            file.write(number, body)
        }
    }

    /// Adds syntax with new references. In a dictionary of names a name stands once: Cairo lists a picture as often as it is drawn.
    private mutating func add(_ range: Range<Int>, to buffer: inout PDFBuffer, withoutLength: Bool) {
        var scanner = PDFScanner(source, at: range.lowerBound)
        var seen: Set<ArraySlice<UInt8>> = []
        while scanner.offset < range.upperBound {
            let token = scanner.token()
            guard !token.isEmpty, token.endIndex <= range.upperBound else { break }
            // That of a stream is its writer's.
            if withoutLength, token.elementsEqual("/Length".utf8) {
                scanner.skipValue()
                continue
            }
            if let first = token.first, first >= 0x30, first <= 0x39 {
                var ahead = scanner
                let generation = ahead.token()
                if generation.elementsEqual("0".utf8), ahead.token().elementsEqual("R".utf8),
                    let old = Int(String(decoding: token, as: UTF8.self))
                {
                    buffer.add(" ")
                    buffer.add(object: number(of: old))
                    scanner = ahead
                    continue
                }
            }
            if token.elementsEqual("<<".utf8) { seen.removeAll() }
            if token.first == UInt8(ascii: "/") {
                var ahead = scanner
                if ahead.integer() != nil, ahead.integer() == 0, ahead.token().elementsEqual("R".utf8),
                    !seen.insert(source[token.startIndex..<ahead.offset]).inserted
                {
                    scanner = ahead
                    continue
                }
            }
            buffer.add(" ")
            buffer.add(bytes: token)
        }
    }

    // MARK: Reading

    /// What an object is, from after its number to where it ends, or a stream begins.
    private func object(_ number: Int) -> Range<Int> {
        guard offsets.indices.contains(number), offsets[number] > 0 else { return 0..<0 }
        var scanner = PDFScanner(source, at: offsets[number])
        guard scanner.integer() == number, scanner.integer() == 0, scanner.token().elementsEqual("obj".utf8) else {
            return 0..<0
        }
        scanner.skipSpace()
        let start = scanner.offset
        scanner.skipValue()
        return start..<scanner.offset
    }

    private func dictionary(_ number: Int) -> Range<Int>? {
        let range = object(number)
        return range.count >= 4 && source[range].starts(with: "<<".utf8) ? range : nil
    }

    private func stream(_ number: Int) -> (dictionary: Range<Int>, data: Range<Int>)? {
        guard let dictionary = dictionary(number) else { return nil }
        var scanner = PDFScanner(source, at: dictionary.upperBound)
        guard scanner.token().elementsEqual("stream".utf8), let length = length(in: dictionary) else { return nil }
        if scanner.peek == 0x0D { scanner.offset += 1 }
        let start = scanner.offset + 1
        return length >= 0 && start + length <= source.count ? (dictionary, start..<start + length) : nil
    }

    private func length(in dictionary: Range<Int>) -> Int? {
        guard let place = value(of: "/Length", in: dictionary) else { return nil }
        var scanner = PDFScanner(
            source, at: reference(of: "/Length", in: dictionary).map { object($0).lowerBound } ?? place)
        return scanner.integer()
    }

    private func reference(of key: StaticString, in dictionary: Range<Int>) -> Int? {
        guard let place = value(of: key, in: dictionary) else { return nil }
        var scanner = PDFScanner(source, at: place)
        guard let number = scanner.integer(), scanner.integer() == 0, scanner.token().elementsEqual("R".utf8) else {
            return nil
        }
        return number
    }

    /// Where the value of a key of a dictionary is.
    private func value(of key: StaticString, in dictionary: Range<Int>) -> Int? {
        let wanted = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        var scanner = PDFScanner(source, at: dictionary.lowerBound + 2)
        while scanner.offset < dictionary.upperBound - 2 {
            let token = scanner.token()
            guard token.first == UInt8(ascii: "/") else { return nil }
            scanner.skipSpace()
            if token.elementsEqual(wanted) { return scanner.offset }
            scanner.skipValue()
        }
        return nil
    }
}
