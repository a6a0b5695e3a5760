import Foundation

extension StringsExport {
    /// What happens to a file that exists and holds keys that the new one lacks.
    public enum ExistingFiles: Sendable {
        /// It is an error, and no file of the locale is written: its translations would be lost.
        case protect
        /// They are kept, with the order and the comments of the file.
        case merge
        /// They are dropped.
        case replace
    }

    /// What writing did, or would do.
    public struct WriteReport: Sendable, Hashable {
        /// A file that would change, for a dry run to show.
        public struct Change: Sendable, Hashable {
            public var path: String
            /// `nil` for a new file.
            public var old: [UInt8]?
            public var new: [UInt8]
        }

        /// Paths below the output folder.
        public var created: [String] = []
        public var changed: [String] = []
        /// Files that hold these bytes already; they are not touched.
        public var unchanged: [String] = []
        /// Files of locales with an error; they are as they were.
        public var refused: [String] = []
        /// What a dry run would change.
        public var changes: [Change] = []

        public init(created: [String] = [], changed: [String] = [], unchanged: [String] = []) {
            self.created = created
            self.changed = changed
            self.unchanged = unchanged
        }

        mutating func add(_ other: Self) {
            created += other.created
            changed += other.changed
            unchanged += other.unchanged
            changes += other.changes
        }
    }

    /// Why the files of some locales were not written.
    public struct WriteError: Error, Sendable, CustomStringConvertible {
        /// What stands in the way.
        public var findings: [Finding]
        /// What was done all the same: the locales without an error are written.
        public var report: WriteReport
        public var description: String { findings.map(\.description).joined(separator: "\n") }
    }

    /// Writes the files below `folder`: for each locale all of them or none.
    ///
    /// The files are written beside their places first and renamed into them when all of the locale are there. A file
    /// whose bytes would not change is not touched. Nothing is written outside of `folder`, also not through a symbolic
    /// link in it. A catalog, which holds all locales, is written when none of its locales has an error.
    ///
    /// - Parameters:
    ///   - folder: made if it is not there.
    ///   - existing: what to do about keys that only an existing file has.
    ///   - isDryRun: check and report only.
    /// - Throws: ``WriteError``; the files of the locales that it is about are as they were before.
    @discardableResult
    public func write(
        to folder: URL, existing: ExistingFiles = .protect, isDryRun: Bool = false
    ) throws(WriteError) -> WriteReport {
        let writer = Writer(root: folder, existing: existing, isDryRun: isDryRun)
        var report = WriteReport()
        var obstacles = findings.filter { $0.severity == .error }
        var failed = failedLocales
        let catalogs = files.filter { $0.isCatalog && $0.locales.count != 1 }
        for (locales, group) in tablesByLocale() + catalogs.map({ ($0.locales, [$0]) }) {
            if failsEveryLocale || !failed.isDisjoint(with: locales) {
                report.refused += group.map(\.path)
                continue
            }
            do throws(Writer.Refusal) {
                report.add(try writer.write(group))
            } catch {
                obstacles += error.findings
                failed.formUnion(locales)
                report.refused += group.map(\.path)
            }
        }
        guard obstacles.isEmpty, failed.isEmpty, !failsEveryLocale else {
            throw WriteError(findings: obstacles, report: report)
        }
        return report
    }

    /// What is written together: the files of a locale, and with them those of another one that is in the same files.
    private func tablesByLocale() -> [(locales: [String], files: [File])] {
        var groups: [(locales: [String], files: [File])] = []
        var places: [String: Int] = [:]
        for file in files where !(file.isCatalog && file.locales.count != 1) {
            let known = Set(file.locales.compactMap { places[$0] }).sorted()
            let place = known.first ?? groups.count
            if known.isEmpty { groups.append(([], [])) }
            for other in known.dropFirst() {
                groups[place].locales += groups[other].locales
                groups[place].files += groups[other].files
                for locale in groups[other].locales { places[locale] = place }
                groups[other] = ([], [])
            }
            for locale in file.locales where places[locale] == nil {
                places[locale] = place
                groups[place].locales.append(locale)
            }
            groups[place].files.append(file)
        }
        return groups.filter { !$0.files.isEmpty }.sorted { $0.locales.lexicographicallyPrecedes($1.locales) }
    }
}

extension StringsExport.File {
    fileprivate var isCatalog: Bool {
        if case .catalog = content { return true }
        return false
    }
}

/// Writes the files of one locale.
private struct Writer {
    /// Why they cannot be written.
    struct Refusal: Error { var findings: [Finding] }

    let root: URL
    let existing: StringsExport.ExistingFiles
    let isDryRun: Bool

    func write(_ files: [StringsExport.File]) throws(Refusal) -> StringsExport.WriteReport {
        let folder = OutputFolder(path: root.path)
        var transaction = OutputTransaction(folder)
        var report = StringsExport.WriteReport()
        var obstacles: [Finding] = []
        for file in files {
            do throws(OutputFolder.Obstacle) {
                let old = try folder.contents(of: file.path)
                let new = try file.contents(over: old, existing)
                guard old != new else {
                    report.unchanged.append(file.path)
                    continue
                }
                if old == nil { report.created.append(file.path) } else { report.changed.append(file.path) }
                if isDryRun {
                    report.changes.append(.init(path: file.path, old: old, new: new))
                } else if obstacles.isEmpty {
                    try transaction.stage(new, at: file.path)
                }
            } catch {
                obstacles.append(finding(error, at: file.path, locale: file.locales.first))
            }
        }
        guard obstacles.isEmpty else {
            transaction.rollBack()
            throw Refusal(findings: obstacles)
        }
        do throws(OutputFolder.Obstacle) {
            try transaction.commit()
        } catch {
            throw Refusal(findings: [finding(error, at: "", locale: files.first?.locales.first)])
        }
        return report
    }

    private func finding(_ obstacle: OutputFolder.Obstacle, at path: String, locale: String?) -> Finding {
        let folder = root.relativePath == "." ? "" : root.relativePath + "/"
        let place = path.isEmpty ? root.relativePath : folder + path
        return Finding(
            .error, obstacle.code, obstacle.message, file: place, position: obstacle.position, locale: locale)
    }
}
