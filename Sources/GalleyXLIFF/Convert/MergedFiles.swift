/// Files of one path become one: a compiled catalog may have the name of a table beside it.
///
/// A text that both have is written once, and both units count as written. One that differs is an error, as it is when two
/// tables of the XLIFF are merged.
struct MergedFiles {
    private var files: [StringsExport.File] = []
    private var places: [ExactString: Int] = [:]

    /// Complexity: O(*texts*) for those that share a path.
    static func merge(_ files: [StringsExport.File], _ ledger: inout ExportLedger) -> [StringsExport.File] {
        var merged = MergedFiles()
        for file in files { merged.add(file, &ledger) }
        return merged.files
    }

    private mutating func add(_ file: StringsExport.File, _ ledger: inout ExportLedger) {
        guard let place = places[ExactString(file.path)] else {
            places[ExactString(file.path)] = files.count
            return files.append(file)
        }
        var first = files[place]
        // Let go of it, so that it is changed in place.
        files[place].content = .strings([])
        let collision: String?
        switch (first.content, file.content) {
        case (.strings(var entries), .strings(let more)):
            collision = Self.merge(more, into: &entries)
            first.content = .strings(entries)
        case (.dictionary(var dictionary), .dictionary(let more)):
            collision = Self.merge(more, file.addedTexts, into: &dictionary, &first.addedTexts)
            first.content = .dictionary(dictionary)
        default: collision = ""
        }
        if let collision {
            let what = collision.isEmpty ? "they are of two formats" : "\(Finding.quoted(collision)) differs"
            let names = [first.originals, file.originals].map { "\"\($0.joined(separator: "\", \""))\"" }
            for locale in file.locales {
                ledger.add(findings: [
                    Finding(
                        .error, .pathCollision,
                        "\(names[0]) and \(names[1]) would both be \(file.path), but \(what)", file: "",
                        locale: locale)
                ])
            }
        }
        first.locales = Self.union(first.locales, file.locales)
        first.originals = Self.union(first.originals, file.originals)
        files[place] = first
    }

    private static func union(_ left: [String], _ right: [String]) -> [String] {
        var list = NameList()
        for name in left + right { list.insert(name) }
        return list.names
    }

    /// - Returns: the first key that has two values.
    private static func merge(_ more: StringsEntries, into entries: inout StringsEntries) -> String? {
        var collision: String?
        for entry in more {
            guard let known = entries.index(ofKey: entry.key) else {
                entries.append(entry)
                continue
            }
            if !entries.hasValue(entry.value, at: known) { collision = collision ?? entry.key }
        }
        return collision
    }

    /// Texts that no unit gave make room for those that one did.
    ///
    /// - Returns: the first path that has two strings.
    private static func merge(
        _ more: StringsDictionary, _ moreAdded: Set<ExactString>, into dictionary: inout StringsDictionary,
        _ added: inout Set<ExactString>
    ) -> String? {
        var collision: String?
        for leaf in more.leaves {
            let id = ExactString(leaf.unitID.description)
            let isAdded = moreAdded.contains(id)
            if let known = dictionary[path: leaf.path] {
                guard !isAdded else { continue }
                if added.remove(id) != nil {
                    dictionary.setString(leaf.string, at: leaf.path)
                } else if ExactString(known) != ExactString(leaf.string) {
                    collision = collision ?? leaf.path.joined(separator: "/")
                }
            } else if dictionary.setString(leaf.string, at: leaf.path) {
                if isAdded { added.insert(id) }
            } else {
                collision = collision ?? leaf.path.joined(separator: "/")
            }
        }
        dictionary.sort()
        return collision
    }
}
