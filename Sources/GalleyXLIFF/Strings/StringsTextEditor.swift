/// Changes the text of a `.strings` file where entries changed, and nowhere else.
struct StringsTextEditor {
    private let text: [UInt8]
    private let table: OldStyleParser.Table
    private let options: StringsWriter.Options
    private let newline: [UInt8]
    private var output: [UInt8] = []
    /// How much of the text is in the output, or left out.
    private var done = 0
    private var didChange = false

    init(_ text: SourceText, _ table: OldStyleParser.Table, options: StringsWriter.Options) {
        self.text = text.utf8
        self.table = table
        self.options = options
        let first = text.utf8.firstIndex { $0 == 0x0A || $0 == 0x0D }
        let isReturn = first.map { text.utf8[$0] == 0x0D } ?? false
        let isPair = isReturn && first.map { $0 + 1 < text.utf8.count && text.utf8[$0 + 1] == 0x0A } ?? false
        newline = isPair ? [0x0D, 0x0A] : isReturn ? [0x0D] : [0x0A]
    }

    /// The text with these entries, or `nil` if nothing is to be changed.
    mutating func apply(_ entries: [StringsEntry]) -> [UInt8]? {
        var values: [ExactString: String] = [:]
        values.reserveCapacity(entries.count)
        for entry in entries { values[ExactString(entry.key)] = entry.value }
        // The last string of each key is the one that an entry stands for.
        var last: [ExactString: Int] = [:]
        for (index, item) in table.items.enumerated() where item.pair.value.string != nil {
            last[ExactString(item.pair.key)] = index
        }
        for (index, item) in table.items.enumerated() {
            guard let old = item.pair.value.string else { continue }
            let key = ExactString(item.pair.key)
            guard let value = values[key] else {
                remove(item.range)
                continue
            }
            guard last[key] == index, ExactString(old) != ExactString(value) else { continue }
            if let range = item.value {
                replace(range, by: quoted(value))
            } else {
                replace(item.key.upperBound..<item.key.upperBound, by: Array(" = ".utf8) + quoted(value))
            }
        }
        // A key twice among the new ones: once, with the value that counts.
        var appended: Set<ExactString> = []
        let new = entries.filter { last[ExactString($0.key)] == nil && appended.insert(ExactString($0.key)).inserted }
        if !new.isEmpty {
            append(
                new.map {
                    StringsEntry(key: $0.key, value: values[ExactString($0.key)] ?? $0.value, comment: $0.comment)
                })
        }
        guard didChange else { return nil }
        output += text[done...]
        return output
    }

    private func quoted(_ string: String) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        var string = string
        string.withUTF8 { StringsWriter.append(escaped: $0, options: options, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
        return bytes
    }

    private mutating func replace(_ range: Range<Int>, by bytes: [UInt8]) {
        output += text[done..<range.lowerBound]
        output += bytes
        done = range.upperBound
        didChange = true
    }

    /// Removes an entry, its line end, and the empty line after it if there is one before it too.
    private mutating func remove(_ range: Range<Int>) {
        var end = range.upperBound
        while end < text.count, text[end] == 0x20 || text[end] == 0x09 { end += 1 }
        let next = endOfLine(at: end)
        output += text[done..<max(done, range.lowerBound)]
        if let next {
            end = next
            if output.isEmpty || endsWithEmptyLine(output), let empty = endOfLine(at: end) { end = empty }
        } else {
            end = range.upperBound
        }
        done = end
        didChange = true
    }

    /// After the line end that stands here.
    private func endOfLine(at index: Int) -> Int? {
        guard index < text.count else { return nil }
        if text[index] == 0x0D { return index + 1 < text.count && text[index + 1] == 0x0A ? index + 2 : index + 1 }
        return text[index] == 0x0A ? index + 1 : nil
    }

    /// How many line ends the bytes end with, up to two.
    private func lineEnds(of bytes: [UInt8]) -> Int {
        var count = 0
        var end = bytes.count
        while count < 2, end > 0, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D {
            end -= bytes[end - 1] == 0x0A && end > 1 && bytes[end - 2] == 0x0D ? 2 : 1
            count += 1
        }
        return count
    }

    private func endsWithEmptyLine(_ bytes: [UInt8]) -> Bool { lineEnds(of: bytes) == 2 }

    /// New entries before the closing brace or at the end, an empty line between each two.
    private mutating func append(_ entries: [StringsEntry]) {
        output += text[done..<max(done, table.end)]
        done = max(done, table.end)
        didChange = true
        let before = lineEnds(of: output)
        if !output.isEmpty { for _ in before..<2 { output += newline } }
        // As Xcode has it, the file ends with an empty line; one that did not still does not.
        let endsEmpty = output.isEmpty || before == 2
        for (index, entry) in entries.enumerated() {
            if index > 0 { output += newline }
            StringsWriter.append(entry, newline: newline, options: options, to: &output)
        }
        if endsEmpty { output += newline }
    }
}
