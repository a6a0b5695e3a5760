import Foundation

/// The entries of a table, held as bytes: two allocations for any number of them, and no string until it is asked for.
///
///     for entry in file.entries { print(entry.key, entry.value) }
///
/// The order is that in which they were appended. Keys may repeat; ``index(ofKey:)`` finds the first.
public struct StringsEntries: RandomAccessCollection, Sendable {
    /// Where an entry's parts are: key, value and comment, one after the other.
    private struct Row: Sendable {
        var start: Int
        var key: UInt32
        var value: UInt32
        /// `UInt32.max` for none.
        var comment: UInt32
        var line: UInt32
        var column: UInt32
        var byteOffset: Int
    }

    private var bytes: [UInt8] = []
    private var rows: [Row] = []
    private var keys = KeyIndex()

    public init() {}

    public init(_ entries: some Sequence<StringsEntry>) { for entry in entries { append(entry) } }

    public var startIndex: Int { 0 }
    public var endIndex: Int { rows.count }

    public subscript(index: Int) -> StringsEntry {
        StringsEntry(
            key: String(decoding: bytes[keyRange(index)], as: UTF8.self),
            value: String(decoding: bytes[valueRange(index)], as: UTF8.self),
            comment: commentRange(index).map { String(decoding: bytes[$0], as: UTF8.self) },
            position: position(at: index))
    }

    /// Appends an entry. Complexity: O(length of its strings), amortized.
    public mutating func append(_ entry: StringsEntry) {
        let hash = KeyIndex.hash(of: entry.key)
        append(entry, hash: hash, isKnown: index(ofKey: entry.key, hash: hash) != nil)
    }

    /// Appends an entry whose key was looked for already.
    mutating func append(_ entry: StringsEntry, hash: UInt32, isKnown: Bool) {
        rows.append(row(for: entry))
        keys.append(hash: hash, isKnown: isKnown)
    }

    /// Puts an entry with the same key in the place of the one at `index`.
    mutating func replace(at index: Int, with entry: StringsEntry) { rows[index] = row(for: entry) }

    /// Keeps the bytes of an entry.
    private mutating func row(for entry: StringsEntry) -> Row {
        let start = bytes.count
        bytes.append(contentsOf: entry.key.utf8)
        let key = bytes.count - start
        bytes.append(contentsOf: entry.value.utf8)
        let value = bytes.count - start - key
        if let comment = entry.comment { bytes.append(contentsOf: comment.utf8) }
        let position = entry.position
        return Row(
            start: start, key: UInt32(clamping: key), value: UInt32(clamping: value),
            comment: entry.comment == nil ? .max : UInt32(clamping: bytes.count - start - key - value),
            line: UInt32(clamping: position?.line ?? 0), column: UInt32(clamping: position?.column ?? 0),
            byteOffset: position?.byteOffset ?? 0)
    }

    /// The first entry with this key, byte for byte. Complexity: O(length of the key).
    public func index(ofKey key: String) -> Int? {
        index(ofKey: key, hash: KeyIndex.hash(of: key))
    }

    /// The same for a key whose hash is known.
    func index(ofKey key: String, hash: UInt32) -> Int? {
        keys.first(hash: hash) { known in isEqual(keyRange(known), key) }
    }

    private func isEqual(_ range: Range<Int>, _ string: String) -> Bool {
        guard range.count == string.utf8.count else { return false }
        var string = string
        return string.withUTF8 { text in
            bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[range]).elementsEqualBytes(.init(text)) }
        }
    }

    /// Whether the entry at `index` has this value, byte for byte.
    func hasValue(_ value: String, at index: Int) -> Bool {
        isEqual(valueRange(index), value)
    }

    /// Where the entry at `index` was read.
    func position(at index: Int) -> SourcePosition? {
        let row = rows[index]
        guard row.line > 0 else { return nil }
        return SourcePosition(line: Int(row.line), column: Int(row.column), byteOffset: row.byteOffset)
    }

    /// Gives the bytes of all entries, and of each the ranges of key, value and comment.
    func withBytes<Result>(
        _ body: (UnsafeBufferPointer<UInt8>, (Int) -> (key: Range<Int>, value: Range<Int>, comment: Range<Int>?))
            -> Result
    ) -> Result {
        bytes.withUnsafeBufferPointer { buffer in
            body(buffer) { (keyRange($0), valueRange($0), commentRange($0)) }
        }
    }

    private func keyRange(_ index: Int) -> Range<Int> {
        let row = rows[index]
        return row.start..<row.start + Int(row.key)
    }

    private func valueRange(_ index: Int) -> Range<Int> {
        let start = keyRange(index).upperBound
        return start..<start + Int(rows[index].value)
    }

    private func commentRange(_ index: Int) -> Range<Int>? {
        guard rows[index].comment != .max else { return nil }
        let start = valueRange(index).upperBound
        return start..<start + Int(rows[index].comment)
    }
}

extension StringsEntries: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
    public func hash(into hasher: inout Hasher) { for entry in self { hasher.combine(entry) } }
}

extension StringsEntries: ExpressibleByArrayLiteral {
    public init(arrayLiteral entries: StringsEntry...) { self.init(entries) }
}

extension UnsafeRawBufferPointer {
    /// Whether both hold the same bytes; they are of one length.
    fileprivate func elementsEqualBytes(_ other: UnsafeRawBufferPointer) -> Bool {
        guard let baseAddress, let address = other.baseAddress else { return count == other.count }
        return memcmp(baseAddress, address, count) == 0
    }
}
