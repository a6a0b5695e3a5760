import Foundation
import GalleyMarkup

/// Reads XML property lists: the elements of Apple's `PropertyList-1.0.dtd`, which itself is never loaded.
///
/// Stricter than Apple's reader where that guesses: data are base64 and nothing else, and text between elements is a fault.
struct XMLPropertyListReader {
    /// An open `dict` or `array`.
    private struct Container {
        var isDictionary: Bool
        var dictionary = PropertyListDictionary()
        var array: [PropertyListValue] = []
        /// A key that waits for its value.
        var key: (name: String, position: SourcePosition)?
    }

    private let reader: XMLEventReader
    private let name: String
    private var open: [Container] = []
    private var root: PropertyListValue?
    /// Whether `plist` is open or was.
    private var didSeeRoot = false
    /// The element whose text is being read.
    private var leaf: (element: String, position: SourcePosition)?
    private var text: [UInt8] = []

    static func read(_ bytes: [UInt8], name: String) throws(XLIFFError) -> PropertyListValue {
        var reader = XMLPropertyListReader(reader: XMLEventReader(bytes: bytes), name: name)
        return try reader.read()
    }

    private init(reader: XMLEventReader, name: String) {
        self.reader = reader
        self.name = name
    }

    private mutating func read() throws(XLIFFError) -> PropertyListValue {
        var last = SourcePosition.start
        while let event = try next() {
            last = reader.position(of: event)
            switch event.kind {
            case .startElement: try start(event)
            case .endElement: try end(event)
            case .text: try take(event)
            case .comment, .processingInstruction, .doctype: break
            }
        }
        guard let root else { throw fail("there is no value in the property list", last) }
        return root
    }

    private func next() throws(XLIFFError) -> XMLEvent? {
        do {
            return try reader.next()
        } catch {
            throw XLIFFError(
                Finding(
                    .error, .init(rawValue: error.code.rawValue), error.message, file: name, position: error.position))
        }
    }

    private func fail(_ message: String, _ position: SourcePosition) -> XLIFFError {
        XLIFFError(Finding(.error, .propertyListSyntax, message, file: name, position: position))
    }

    private mutating func start(_ event: XMLEvent) throws(XLIFFError) {
        let element = reader.name(of: event).local
        if let leaf { throw fail("<\(element)> inside of <\(leaf.element)>", reader.position(of: event)) }
        switch element {
        case "plist":
            guard !didSeeRoot, root == nil, open.isEmpty else {
                throw fail("<plist> inside of the list", reader.position(of: event))
            }
            didSeeRoot = true
        case "dict", "array":
            try checkPlace(reader.position(of: event))
            guard open.count < XLIFFLimits.propertyListDepth else {
                throw fail("values nest too deep", reader.position(of: event))
            }
            open.append(Container(isDictionary: element == "dict"))
        case "key":
            guard open.last?.isDictionary == true else {
                throw fail("<key> outside of a <dict>", reader.position(of: event))
            }
            guard open.last?.key == nil else {
                throw fail("a key follows a key without a value", reader.position(of: event))
            }
            begin(element, reader.position(of: event))
        case "string", "integer", "real", "true", "false", "data", "date":
            try checkPlace(reader.position(of: event))
            begin(element, reader.position(of: event))
        default: throw fail("<\(element)> is no element of a property list", reader.position(of: event))
        }
    }

    private mutating func begin(_ element: String, _ position: SourcePosition) {
        leaf = (element, position)
        text.removeAll(keepingCapacity: true)
    }

    /// Whether a value may stand here.
    private func checkPlace(_ position: SourcePosition) throws(XLIFFError) {
        if let container = open.last {
            if container.isDictionary, container.key == nil { throw fail("a value without a key", position) }
        } else if root != nil {
            throw fail("a second value in the property list", position)
        }
    }

    private mutating func take(_ event: XMLEvent) throws(XLIFFError) {
        if leaf != nil { return reader.appendText(of: event, to: &text) }
        var stray: [UInt8] = []
        reader.appendText(of: event, to: &stray)
        if stray.contains(where: { $0 > 0x20 }) { throw fail("text outside of the values", reader.position(of: event)) }
    }

    private mutating func end(_ event: XMLEvent) throws(XLIFFError) {
        if let leaf {
            self.leaf = nil
            if leaf.element == "key" {
                open[open.count - 1].key = (String(decoding: text, as: UTF8.self), leaf.position)
                return
            }
            return add(try value(of: leaf.element, leaf.position))
        }
        // `plist` closes last of all.
        guard let container = open.popLast() else { return }
        if container.isDictionary {
            if let key = container.key { throw fail("\(Finding.quoted(key.name)) has no value", key.position) }
            add(.dictionary(container.dictionary))
        } else {
            add(.array(container.array))
        }
    }

    private mutating func add(_ value: PropertyListValue) {
        guard let last = open.indices.last else {
            root = value
            return
        }
        if let key = open[last].key {
            open[last].dictionary.append(.init(key: key.name, value: value, position: key.position))
            open[last].key = nil
        } else {
            open[last].array.append(value)
        }
    }

    // MARK: Values

    private func value(of element: String, _ position: SourcePosition) throws(XLIFFError) -> PropertyListValue {
        let string = String(decoding: text, as: UTF8.self)
        if element == "string" { return .string(string) }
        let word = string.trimmingCharacters(in: .whitespacesAndNewlines)
        switch element {
        case "true", "false":
            guard word.isEmpty else { throw fail("text inside of <\(element)>", position) }
            return .boolean(element == "true")
        case "integer":
            guard let integer = Self.integer(word), PropertyListValue.integers.contains(integer) else {
                throw fail("\(Finding.quoted(word)) is no integer of 64 bits", position)
            }
            return .integer(integer)
        case "real":
            guard let real = Self.real(word) else {
                throw fail("\(Finding.quoted(word)) is no number", position)
            }
            return .real(real)
        case "date":
            guard let date = PropertyListDate.seconds(word) else {
                throw fail("\(Finding.quoted(word)) is no date such as 2001-01-31T12:00:00Z", position)
            }
            return .date(date)
        default:
            let digits = text.filter { $0 > 0x20 }
            // Foundation's decoder is strict about what a valid text is, and accepts no other byte.
            guard let data = Data(base64Encoded: Data(digits)) else { throw fail("the data are not base64", position) }
            return .data(Array(data))
        }
    }

    /// Decimal, or hexadecimal after `0x`, with or without a sign.
    private static func integer(_ word: String) -> Int128? {
        let isNegative = word.hasPrefix("-")
        let digits = isNegative || word.hasPrefix("+") ? word.dropFirst() : word[...]
        guard let first = digits.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        guard let value = isHexadecimal ? Int128(digits.dropFirst(2), radix: 16) : Int128(digits) else { return nil }
        if isHexadecimal, digits.dropFirst(2).utf8.first?.hexDigit == nil { return nil }
        return isNegative ? -value : value
    }

    private static func real(_ word: String) -> Double? {
        switch word.lowercased() {
        case "nan": .nan
        case "inf", "+inf", "infinity", "+infinity": .infinity
        case "-inf", "-infinity": -.infinity
        default: word.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } ? Double(word) : nil
        }
    }
}

extension PropertyListValue {
    /// The integers that property lists hold: those of 64 bits, with a sign or without.
    static let integers = Int128(Int64.min)...Int128(UInt64.max)
}
