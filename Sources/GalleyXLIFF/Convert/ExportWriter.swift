import Foundation

/// Writes the files of an export: for each locale all of them or none.
///
/// Everything is prepared under temporary names before anything is given its own. A catalog that several locales share
/// gets the texts of those without an error, and takes its name in one step with the tables of them all.
struct ExportWriter {
    /// What is written in one step.
    private struct Group {
        var locales: Set<String> = []
        var paths: [String] = []
        var files: PreparedFiles

        mutating func take(_ other: Group) {
            locales.formUnion(other.locales)
            paths += other.paths
            files.transaction.take(other.files.transaction)
            files.report.add(other.files.report)
        }
    }

    private let root: URL
    private let folder: OutputFolder
    /// On the way to what is read and staged.
    private let walk: OutputWalk
    private let existing: StringsExport.ExistingFiles
    private let isDryRun: Bool
    private var groups: [Group] = []
    /// The locales that are not written.
    private(set) var failed: Set<String>
    private(set) var obstacles: [Finding] = []
    private(set) var report = StringsExport.WriteReport()

    init(root: URL, existing: StringsExport.ExistingFiles, isDryRun: Bool, failed: Set<String>) {
        self.root = root
        folder = OutputFolder(path: root.path)
        walk = OutputWalk(folder)
        self.existing = existing
        self.isDryRun = isDryRun
        self.failed = failed
    }

    mutating func write(_ files: [StringsExport.File]) {
        let tables = Dictionary(grouping: files.filter { $0.locales.count == 1 }) { $0.locales[0] }
        for (locale, files) in tables.sorted(by: { $0.key < $1.key }) { prepare(files, of: locale) }
        let catalogs = prepare(catalogs: files.filter { $0.locales.count != 1 })
        for group in groups.reversed() where !group.locales.isDisjoint(with: failed) { refuse(group) }
        groups.removeAll { !$0.locales.isDisjoint(with: failed) }
        for catalog in catalogs { join(catalog) }
        for group in groups { commit(group) }
        report.refused.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    // MARK: Preparing

    private func group(_ locales: Set<String>, _ files: [StringsExport.File]) -> Group {
        Group(locales: locales, paths: files.map(\.path), files: PreparedFiles(folder, walk))
    }

    /// The tables of one locale, and the catalogs that hold no other.
    private mutating func prepare(_ files: [StringsExport.File], of locale: String) {
        var group = group([locale], files)
        guard !failed.contains(locale) else { return refuse(group) }
        var found: [Finding] = []
        for file in files {
            do throws(OutputFolder.Obstacle) {
                // With an obstacle the rest is only looked at, to tell all of them.
                try prepare(file, in: &group, isStaged: found.isEmpty)
            } catch {
                found.append(error.finding(at: file.path, below: root, locale: locale))
            }
        }
        if found.isEmpty { return groups.append(group) }
        obstacles += found
        failed.insert(locale)
        refuse(group)
    }

    /// The catalogs of several locales, with the texts of those that have not failed. One that fails takes its locales
    /// along, whose texts are then in no other either.
    private mutating func prepare(catalogs: [StringsExport.File]) -> [Group] {
        var prepared: [Group] = []
        var refused: Set<Int> = []
        var index = 0
        while index < catalogs.count {
            defer { index += 1 }
            let catalog = catalogs[index]
            let locales = Set(catalog.locales).subtracting(failed)
            // A table that two locales' names lead to has no texts to leave out.
            let isWhole = catalog.isCatalog || locales.count == catalog.locales.count
            if refused.contains(index) || !isWhole || (locales.isEmpty && !catalog.locales.isEmpty) { continue }
            var group = group(locales, [catalog])
            do throws(OutputFolder.Obstacle) {
                try prepare(catalog, in: &group, isStaged: true)
                prepared.append(group)
            } catch {
                let locale = error.locale ?? catalog.locales.first
                obstacles.append(error.finding(at: catalog.path, below: root, locale: locale))
                let atFault = error.locale.map { [$0] } ?? locales
                if atFault.isSubset(of: failed) { refused.insert(index) }
                failed.formUnion(atFault)
                // What was prepared with their texts is prepared again without.
                for group in prepared.reversed() { group.files.transaction.undone() }
                group.files.transaction.rollBack()
                prepared = []
                index = -1
            }
        }
        let written = Set(prepared.flatMap(\.paths))
        report.refused += catalogs.map(\.path).filter { !written.contains($0) }
        return prepared
    }

    private func prepare(
        _ file: StringsExport.File, in group: inout Group, isStaged: Bool
    ) throws(OutputFolder.Obstacle) {
        let old = try walk.contents(of: file.path)
        let new = try file.contents(over: old, existing, without: failed)
        try group.files.add(new, over: old, at: file.path, isDryRun: isDryRun, isStaged: isStaged)
    }

    /// Makes one group of a catalog and the groups of its locales.
    private mutating func join(_ catalog: Group) {
        var whole = group([], [])
        for group in groups where !group.locales.isDisjoint(with: catalog.locales) { whole.take(group) }
        groups.removeAll { !$0.locales.isDisjoint(with: catalog.locales) }
        whole.take(catalog)
        groups.append(whole)
    }

    // MARK: Ending

    private mutating func refuse(_ group: Group) {
        group.files.transaction.undone()
        report.refused += group.paths
    }

    private mutating func commit(_ group: Group) {
        var group = group
        do throws(OutputFolder.Obstacle) {
            try group.files.transaction.commit()
            report.add(group.files.report)
        } catch {
            let locale = group.locales.count == 1 ? group.locales.first : nil
            obstacles.append(error.finding(at: "", below: root, locale: locale))
            failed.formUnion(group.locales)
            report.refused += group.paths
        }
    }
}

extension StringsExport.File {
    fileprivate var isCatalog: Bool {
        if case .catalog = content { return true }
        return false
    }
}

extension OutputTransaction {
    /// Removes what was staged; the transaction is not used any more.
    fileprivate func undone() {
        var transaction = self
        transaction.rollBack()
    }
}
