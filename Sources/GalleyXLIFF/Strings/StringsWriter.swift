/// Writes `.strings` tables byte for byte as Xcode does when it imports a localization (Xcode 13 and later):
/// UTF-8 without a mark, a comment before each entry, an empty line after it, keys in the order of
/// `localizedStandardCompare`, only `"`, `\` and the line feed escaped.
public enum StringsWriter {
    /// How a table may be written otherwise.
    public struct Options: Sendable, Hashable {
        /// Other than in UTF-8, a byte order mark comes first.
        public var encoding: StringsEncoding
        /// Write everything but printable ASCII in keys and values by `\U` and other escapes. (Comments have no escapes.)
        public var escapesNonASCII: Bool

        public init(encoding: StringsEncoding = .utf8, escapesNonASCII: Bool = false) {
            self.encoding = encoding
            self.escapesNonASCII = escapesNonASCII
        }
    }

    /// What stands for an empty note.
    static let noComment = "(No Comment)"
    /// What a table without an entry holds.
    static let emptyTable = "/* No Localized Strings */\n"

    /// The bytes of a table, entries sorted by key.
    ///
    /// Complexity: O(*n* log *n*) comparisons.
    public static func contents(of entries: StringsEntries, options: Options = .init()) -> [UInt8] {
        guard !entries.isEmpty else { return options.encoding.encode(Array(emptyTable.utf8)) }
        let text = entries.withBytes { bytes, ranges in
            func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count + entries.count * 24)
            for index in KeyOrder.sortedIndices(count: entries.count, key: { part(ranges($0).key) }) {
                let entry = ranges(index)
                append(
                    key: part(entry.key), value: part(entry.value), comment: part(entry.comment ?? 0..<0),
                    newline: [0x0A], options: options, to: &output)
                output.append(0x0A)
            }
            return output
        }
        return options.encoding.encode(text)
    }

    /// An entry and its line end, after its comment.
    static func append(_ entry: StringsEntry, newline: [UInt8], options: Options, to output: inout [UInt8]) {
        var (key, value, comment) = (entry.key, entry.value, entry.comment ?? "")
        key.withUTF8 { key in
            value.withUTF8 { value in
                comment.withUTF8 { comment in
                    append(key: key, value: value, comment: comment, newline: newline, options: options, to: &output)
                }
            }
        }
    }

    private static func append(
        key: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, comment: UnsafeBufferPointer<UInt8>,
        newline: [UInt8], options: Options, to output: inout [UInt8]
    ) {
        output += "/* ".utf8
        append(comment: comment, to: &output)
        output += " */".utf8
        output += newline
        output.append(UInt8(ascii: "\""))
        append(escaped: key, options: options, to: &output)
        output += "\" = \"".utf8
        append(escaped: value, options: options, to: &output)
        output += "\";".utf8
        output += newline
    }

    /// What stands between the quotation marks.
    static func append(escaped string: UnsafeBufferPointer<UInt8>, options: Options, to output: inout [UInt8]) {
        if options.escapesNonASCII { return appendASCII(String(decoding: string, as: UTF8.self), to: &output) }
        var start = 0
        for (index, byte) in string.enumerated()
        where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x0A {
            output.append(contentsOf: UnsafeBufferPointer(rebasing: string[start..<index]))
            output.append(UInt8(ascii: "\\"))
            output.append(byte == 0x0A ? UInt8(ascii: "n") : byte)
            start = index + 1
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: string[start...]))
    }

    private static func appendASCII(_ string: String, to output: inout [UInt8]) {
        for unit in string.utf16 {
            switch unit {
            case 0x22, 0x5C: output += [0x5C, UInt8(unit)]
            case 0x0A: output += "\\n".utf8
            case 0x0D: output += "\\r".utf8
            case 0x09: output += "\\t".utf8
            case 0x20..<0x7F: output.append(UInt8(unit))
            default:
                let digits = String(unit, radix: 16)
                output += "\\U".utf8
                output += repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
                output += digits.utf8
            }
        }
    }

    /// A `*/` inside would end the comment early and make the rest of the table unreadable: it becomes `* /`.
    private static func append(comment: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        guard !comment.isEmpty else {
            output += noComment.utf8
            return
        }
        var start = 0
        var previous: UInt8 = 0
        for (index, byte) in comment.enumerated() {
            if byte == UInt8(ascii: "/"), previous == UInt8(ascii: "*") {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: comment[start..<index]))
                output.append(0x20)
                start = index
            }
            previous = byte
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: comment[start...]))
        // "… *" before our own " */" is fine: a space stands between.
    }
}
