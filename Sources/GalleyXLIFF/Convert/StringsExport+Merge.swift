extension StringsExport.File {
    /// The bytes to write over `old`; of a catalog, without the texts of the `failed` locales.
    func contents(
        over old: [UInt8]?, _ existing: StringsExport.ExistingFiles, without failed: Set<String> = []
    ) throws(OutputFolder.Obstacle) -> [UInt8] {
        switch content {
        case .strings(let entries): try strings(entries, over: old, existing)
        case .dictionary(let dictionary): try self.dictionary(dictionary, over: old, existing)
        case .catalog(let update): try catalog(update, over: old, existing, without: failed)
        }
    }

    /// A catalog that is there is updated in place: nothing of it is lost, whether merging is asked for or not.
    private func catalog(
        _ update: CatalogUpdate, over old: [UInt8]?, _ existing: StringsExport.ExistingFiles,
        without failed: Set<String>
    ) throws(OutputFolder.Obstacle) -> [UInt8] {
        var catalog: StringCatalog?
        if let old, existing != .replace {
            do throws(XLIFFError) {
                catalog = try StringCatalog(bytes: old, name: path)
            } catch {
                throw Self.unreadable(error)
            }
        }
        do throws(CatalogUpdate.Refusal) {
            let updated = try update.applied(to: catalog ?? update.base, excluding: failed)
            if let old, updated == catalog { return old }
            return updated.contents()
        } catch {
            throw .init(
                code: .overlappingShapes,
                message: "the catalog that is there does not take a text: \(error.obstacle.words); --force replaces it",
                locale: error.locale)
        }
    }

    private func dictionary(
        _ new: StringsDictionary, over old: [UInt8]?, _ existing: StringsExport.ExistingFiles
    ) throws(OutputFolder.Obstacle) -> [UInt8] {
        guard let old, existing != .replace else { return new.contents() }
        let oldFile: StringsDictionary
        do throws(XLIFFError) {
            oldFile = try StringsDictionary(bytes: old, name: path)
        } catch {
            throw Self.unreadable(error)
        }
        if existing == .merge {
            var merged = oldFile
            for leaf in new.leaves
            where !addedTexts.contains(ExactString(leaf.unitID.description)) || oldFile[path: leaf.path] == nil {
                guard merged.setString(leaf.string, at: leaf.path) else {
                    throw .init(
                        code: .overlappingShapes,
                        message: "the file that is there has something else in the place of "
                            + "\(Finding.quoted(leaf.path.joined(separator: "/"))); --force replaces it", position: nil)
                }
            }
            return merged.root == oldFile.root ? old : merged.contents()
        }
        let extra = oldFile.leaves.filter { $0.isTranslatable && new[path: $0.path] == nil }
        guard !extra.isEmpty else { return new.contents() }
        throw Self.lostKeys(
            extra.map { $0.path.joined(separator: "/") }, position: extra.first?.position)
    }

    private static func unreadable(_ error: XLIFFError) -> OutputFolder.Obstacle {
        .init(
            code: .existingFile,
            message: "the file that is there cannot be read (\(error.finding.message)); --force replaces it",
            position: error.finding.position)
    }

    private func strings(
        _ entries: StringsEntries, over old: [UInt8]?, _ existing: StringsExport.ExistingFiles
    ) throws(OutputFolder.Obstacle) -> [UInt8] {
        let new = StringsWriter.contents(of: entries, options: stringsOptions)
        guard let old, old != new, existing != .replace else { return new }
        let oldFile: StringsFile
        do throws(XLIFFError) {
            oldFile = try StringsFile(bytes: old, name: path)
        } catch {
            throw Self.unreadable(error)
        }
        if existing == .merge { return oldFile.updated(with: Array(entries)).editedContents(options: stringsOptions) }
        // The last of repeated keys counts.
        var seen: Set<ExactString> = []
        let extra = oldFile.entries.reversed().filter {
            entries.index(ofKey: $0.key) == nil && seen.insert(ExactString($0.key)).inserted
        }
        guard !extra.isEmpty else { return new }
        throw Self.lostKeys(extra.reversed().map(\.key), position: extra.last?.position)
    }

    /// Keys that writing would drop.
    static func lostKeys(_ keys: [String], position: SourcePosition?) -> OutputFolder.Obstacle {
        var names = keys.prefix(XLIFFLimits.keysInAMessage).map { Finding.quoted($0) }
        if keys.count > names.count { names.append("and \(keys.count - names.count) more") }
        return .init(
            code: .existingKeys,
            message:
                "the file that is there has \(keys.count) \(keys.count == 1 ? "key" : "keys") without a target in "
                + "the XLIFF (\(names.joined(separator: ", "))); --merge keeps them, --force drops them",
            position: position)
    }
}
