/// A `.strings` file that was read: its entries in order, with comments and places.
///
///     let file = try StringsFile(bytes: bytes, name: "de.lproj/Localizable.strings")
///     for entry in file.entries { print(entry.key, entry.value) }
public struct StringsFile: Sendable, Hashable {
    /// In the order of the file; a key may be there twice, of which Foundation takes the last.
    public var entries: [StringsEntry]
    /// Repeated keys and values that are not strings.
    public var findings: [Finding]

    /// Reads a file in UTF-8, with or without a mark, or UTF-16 with one.
    ///
    /// - Throws: ``XLIFFError`` with the place of the first fault. XML and binary property lists are legal `.strings`
    ///   files too, and are not read yet: the error says so.
    public init(bytes: [UInt8], name: String) throws(XLIFFError) {
        let text = try Self.decode(bytes, name: name)
        var parser = StringsParser(utf8: text, file: name)
        parser.parse()
        if let error = parser.findings.first(where: { $0.severity == .error }) { throw XLIFFError(error) }
        entries = parser.entries
        findings = parser.findings
        var seen: [ExactString: Int] = [:]
        for entry in entries {
            if let line = seen.updateValue(entry.position?.line ?? 0, forKey: ExactString(entry.key)) {
                findings.append(
                    Finding(
                        .warning, .duplicateID,
                        "\(Finding.quoted(entry.key)) is there already, in line \(line); the last one counts",
                        file: name, position: entry.position))
            }
        }
    }

    private static func decode(_ bytes: [UInt8], name: String) throws(XLIFFError) -> [UInt8] {
        func fail(_ message: String) -> XLIFFError {
            XLIFFError(Finding(.error, .init(rawValue: "strings-encoding"), message, file: name))
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            guard bytes.count % 2 == 0 else { throw fail("half a character at the end of the UTF-16") }
            let isLittle = bytes[0] == 0xFF
            let units = stride(from: 2, to: bytes.count, by: 2).map {
                isLittle
                    ? UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 : UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            guard let text = String(validating: units, as: UTF16.self) else { throw fail("this is not valid UTF-16") }
            return Array(text.utf8)
        }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        if body.starts(with: "bplist".utf8) { throw fail("a binary property list, which is not read yet") }
        if body.starts(with: "<?xml".utf8) || body.starts(with: "<!DOCTYPE".utf8) || body.starts(with: "<plist".utf8) {
            throw fail("an XML property list, which is not read yet")
        }
        guard String(validating: body, as: UTF8.self) != nil else {
            throw fail("neither UTF-8 nor UTF-16 with a byte order mark")
        }
        return body
    }
}
