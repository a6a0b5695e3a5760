extension StringsFile {
    /// The value of a key, the last if it is there twice. Setting one that is not there appends it; setting `nil` removes
    /// it, each time it is there. Complexity: linear.
    public subscript(key: String) -> String? {
        get {
            let exact = ExactString(key)
            return entries.last { ExactString($0.key) == exact }?.value
        }
        set {
            guard let newValue else { return remove(key) }
            let exact = ExactString(key)
            if let index = entries.lastIndex(where: { ExactString($0.key) == exact }) {
                entries[index].value = newValue
            } else {
                append(StringsEntry(key: key, value: newValue))
            }
        }
    }

    /// Adds an entry at the end.
    public mutating func append(_ entry: StringsEntry) { entries.append(entry) }

    /// Removes a key, each time it is there.
    public mutating func remove(_ key: String) {
        let exact = ExactString(key)
        entries.removeAll { ExactString($0.key) == exact }
    }

    /// This table with the values of `new`: what is there keeps its place and its comment, the rest is appended in the order
    /// of `new`. ``editedContents(options:)`` then gives the bytes. Complexity: linear.
    public func updated(with new: [StringsEntry]) -> StringsFile {
        var result = self
        var places: [ExactString: Int] = [:]
        places.reserveCapacity(entries.count + new.count)
        for (index, entry) in entries.enumerated() { places[ExactString(entry.key)] = index }
        for entry in new {
            if let place = places[ExactString(entry.key)] {
                result.entries[place].value = entry.value
            } else {
                places[ExactString(entry.key)] = result.entries.count
                result.entries.append(entry)
            }
        }
        return result
    }

    /// The bytes that were read, changed only where a value is another now, where a key is gone (with the comment before
    /// it), and at the end, where new keys come in their order. Comments that are there stay as they are, and so does
    /// the encoding. Without a change they are the very same bytes.
    ///
    /// An XML list is written anew in its order, and so is a binary one, as XML. A table made from nothing is written as
    /// Xcode does.
    ///
    /// - Parameter options: of these, the encoding only counts for a table made from nothing.
    ///
    /// Complexity: linear in the size of the file.
    public func editedContents(options: StringsWriter.Options = .init()) -> [UInt8] {
        switch source {
        case nil: return contents(options: options)
        case .text(let text, let table, let bytes):
            if table.items.isEmpty, text.utf8 == Array(StringsWriter.emptyTable.utf8), !entries.isEmpty {
                return contents(options: options)
            }
            var editor = StringsTextEditor(text, table, options: options)
            guard let edited = editor.apply(entries) else { return bytes }
            return text.encoding.encode(edited, marked: text.hasMark)
        case .list(let dictionary, _, let bytes):
            let edited = Self.edit(dictionary, to: entries)
            return edited == dictionary ? bytes : PropertyListValue.dictionary(edited).xmlContents()
        }
    }

    /// The dictionary with these strings; values that are not strings stay.
    private static func edit(_ dictionary: PropertyListDictionary, to entries: [StringsEntry]) -> PropertyListDictionary
    {
        var values: [ExactString: String] = [:]
        for entry in entries { values[ExactString(entry.key)] = entry.value }
        // The last string of each key is the one that an entry stands for.
        var last: [ExactString: Int] = [:]
        for (index, pair) in dictionary.pairs.enumerated() where pair.value.string != nil {
            last[ExactString(pair.key)] = index
        }
        var pairs: [PropertyListDictionary.Pair] = []
        for (index, pair) in dictionary.pairs.enumerated() {
            let key = ExactString(pair.key)
            var pair = pair
            if case .string = pair.value {
                guard let value = values[key] else { continue }
                if last[key] == index { pair.value = .string(value) }
            }
            pairs.append(pair)
        }
        for entry in entries {
            let key = ExactString(entry.key)
            guard last[key] == nil, let value = values.removeValue(forKey: key) else { continue }
            pairs.append(.init(key: entry.key, value: .string(value)))
        }
        return PropertyListDictionary(pairs)
    }
}
