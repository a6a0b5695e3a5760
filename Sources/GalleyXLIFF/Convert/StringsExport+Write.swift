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

            public init(path: String, old: [UInt8]?, new: [UInt8]) {
                self.path = path
                self.old = old
                self.new = new
            }
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
    /// link in it. A catalog, which may hold several locales, gets the texts of those without an error.
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
        let errors = findings.filter { $0.severity == .error }
        var writer = ExportWriter(root: folder, existing: existing, isDryRun: isDryRun, failed: failedLocales)
        guard !failsEveryLocale else {
            var report = WriteReport()
            report.refused = files.map(\.path)
            throw WriteError(findings: errors, report: report)
        }
        writer.write(files)
        let obstacles = errors + writer.obstacles
        guard obstacles.isEmpty, writer.failed.isEmpty else {
            throw WriteError(findings: obstacles, report: writer.report)
        }
        return writer.report
    }
}
