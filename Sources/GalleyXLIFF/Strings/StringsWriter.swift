/// Writes `.strings` tables byte for byte as Xcode does when it imports a localization (Xcode 13 and later):
/// UTF-8 without a mark, a comment before each entry, an empty line after it, keys in the order of
/// `localizedStandardCompare`, only `"`, `\` and the line feed escaped.
public enum StringsWriter {
    /// What stands for an empty note.
    static let noComment = "(No Comment)"
    /// What a table without an entry holds.
    static let emptyTable = "/* No Localized Strings */\n"

    /// The bytes of a table, entries sorted by key.
    ///
    /// Complexity: O(*n* log *n*) comparisons.
    public static func contents(of entries: StringsEntries) -> [UInt8] {
        guard !entries.isEmpty else { return Array(emptyTable.utf8) }
        return entries.withBytes { bytes, ranges in
            func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count + entries.count * 24)
            for index in KeyOrder.sortedIndices(count: entries.count, key: { part(ranges($0).key) }) {
                let entry = ranges(index)
                output += "/* ".utf8
                append(comment: part(entry.comment ?? 0..<0), to: &output)
                output += " */\n\"".utf8
                append(escaped: part(entry.key), to: &output)
                output += "\" = \"".utf8
                append(escaped: part(entry.value), to: &output)
                output += "\";\n\n".utf8
            }
            return output
        }
    }

    private static func append(escaped string: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        for byte in string {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case 0x0A:
                output.append(UInt8(ascii: "\\"))
                output.append(UInt8(ascii: "n"))
            default: output.append(byte)
            }
        }
    }

    /// A `*/` inside would end the comment early and make the rest of the table unreadable: it becomes `* /`.
    private static func append(comment: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        guard !comment.isEmpty else {
            output += noComment.utf8
            return
        }
        var previous: UInt8 = 0
        for byte in comment {
            if byte == UInt8(ascii: "/"), previous == UInt8(ascii: "*") { output.append(0x20) }
            output.append(byte)
            previous = byte
        }
        // "… *" before our own " */" is fine: a space stands between.
    }
}
