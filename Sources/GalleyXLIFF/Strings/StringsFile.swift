/// A `.strings` file: its entries in order, with comments and places.
///
///     var file = try StringsFile(bytes: bytes, name: "de.lproj/Localizable.strings")
///     file["greeting"] = "Guten Tag"
///     let edited = file.editedContents()      // all else as it was
///     let fresh = file.contents()             // as Xcode would write the table
///
/// All three formats of property lists are legal `.strings` files. Keys are equal if their bytes are.
public struct StringsFile: Sendable, Hashable {
    /// In the order of the file; a key may be there twice, of which Foundation takes the last.
    public var entries: [StringsEntry]
    /// What reading brought up: repeated keys, values that are not strings, escapes that do not mean what they seem to.
    public var findings: [Finding]
    /// What was read; `nil` for a table made from nothing.
    let source: Source?

    /// What an edit starts from.
    enum Source: Sendable, Hashable {
        case text(SourceText, OldStyleParser.Table, bytes: [UInt8])
        case list(PropertyListDictionary, PropertyListFormat, bytes: [UInt8])
    }

    /// A table of these entries.
    public init(entries: [StringsEntry] = []) {
        self.entries = entries
        findings = []
        source = nil
    }

    /// Reads a file: old-style text in UTF-8, or in UTF-16 or UTF-32 with a byte order mark, an XML or a binary property
    /// list. UTF-16 without a mark is read where it shows, and reported, since Foundation does not read it.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: how findings name the file.
    /// - Throws: ``XLIFFError`` with the place of the first fault.
    ///
    /// Complexity: linear in the size of the file.
    public init(bytes: [UInt8], name: String) throws(XLIFFError) {
        entries = []
        findings = []
        switch PropertyListFormat(of: bytes) {
        case .oldStyle:
            let text = try SourceText(decoding: bytes, name: name)
            var parser = OldStyleParser(text, file: name)
            let table = try parser.table()
            source = .text(text, table, bytes: bytes)
            findings = Self.encodingFindings(text, name: name) + parser.findings
            entries.reserveCapacity(table.items.count)
            for item in table.items {
                add(item.pair, comment: item.comment, valuePosition: item.valuePosition, name: name)
            }
        case let format:
            let value = try PropertyListValue(bytes: bytes, name: name)
            guard case .dictionary(let dictionary) = value else {
                throw XLIFFError(
                    Finding(
                        .error, .propertyListSyntax, "the property list is \(value.kind), not a dictionary", file: name)
                )
            }
            source = .list(dictionary, format, bytes: bytes)
            for pair in dictionary.pairs { add(pair, comment: nil, valuePosition: pair.position, name: name) }
        }
        reportRepeatedKeys(name: name)
    }

    /// How the file was written; `nil` for a table made from nothing.
    public var format: PropertyListFormat? {
        switch source {
        case nil: nil
        case .text: .oldStyle
        case .list(_, let format, _): format
        }
    }

    /// The encoding of a text that was read; `nil` for the other formats.
    public var encoding: StringsEncoding? { if case .text(let text, _, _) = source { text.encoding } else { nil } }

    /// The bytes of the table as Xcode writes one: sorted by key, each entry after its comment, of repeated keys the
    /// last.
    ///
    /// Complexity: O(*n* log *n*).
    public func contents(options: StringsWriter.Options = .init()) -> [UInt8] {
        var last: [ExactString: Int] = [:]
        last.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() { last[ExactString(entry.key)] = index }
        let single = entries.enumerated().lazy.filter { last[ExactString($0.element.key)] == $0.offset }
        return StringsWriter.contents(of: StringsEntries(single.map(\.element)), options: options)
    }

    // MARK: Reading

    private mutating func add(
        _ pair: PropertyListDictionary.Pair, comment: String?, valuePosition: SourcePosition?, name: String
    ) {
        if case .string(let value) = pair.value {
            entries.append(StringsEntry(key: pair.key, value: value, comment: comment, position: pair.position))
        } else {
            findings.append(
                Finding(
                    .warning, .stringsValue,
                    "the value of \(Finding.quoted(pair.key)) is \(pair.value.kind), not a string, and is passed over",
                    file: name, position: valuePosition))
        }
    }

    private static func encodingFindings(_ text: SourceText, name: String) -> [Finding] {
        var findings: [Finding] = []
        if text.utf8.isEmpty {
            findings.append(
                Finding(.note, .stringsEncoding, "the file is empty, which Foundation does not read", file: name))
        }
        if text.encoding != .utf8, !text.hasMark {
            findings.append(
                Finding(
                    .warning, .stringsEncoding,
                    "UTF-16 without a byte order mark, which Foundation does not read", file: name, position: .start))
        }
        return findings
    }

    private mutating func reportRepeatedKeys(name: String) {
        var seen: [ExactString: Int] = [:]
        seen.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() {
            guard let earlier = seen.updateValue(index, forKey: ExactString(entry.key)) else { continue }
            let place = entries[earlier].position.map { ", in line \($0.line)" } ?? ""
            findings.append(
                Finding(
                    .warning, .duplicateID,
                    "\(Finding.quoted(entry.key)) is there already\(place); the last one counts",
                    file: name, position: entry.position))
        }
    }
}

extension StringsFile: Codable {
    /// A list of entries.
    public init(from decoder: any Decoder) throws { self.init(entries: try [StringsEntry](from: decoder)) }

    /// The entries; how they were written is not coded.
    public func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}
