import Foundation

extension StringsExport {
    /// What happens to a file that exists and holds keys that the new one lacks.
    public enum ExistingFiles: Sendable {
        /// It is an error, and no file is written: its translations would be lost.
        case protect
        /// They are kept.
        case merge
        /// They are dropped.
        case replace
    }

    /// What writing did, or would do.
    public struct WriteReport: Sendable, Hashable {
        /// Paths below the output folder.
        public var created: [String] = []
        public var changed: [String] = []
        /// Files that hold these bytes already; they are not touched.
        public var unchanged: [String] = []

        public init(created: [String] = [], changed: [String] = [], unchanged: [String] = []) {
            self.created = created
            self.changed = changed
            self.unchanged = unchanged
        }
    }

    /// Why nothing was written.
    public struct WriteError: Error, Sendable, CustomStringConvertible {
        /// One finding for each file in the way.
        public var findings: [Finding]
        public var description: String { findings.map(\.description).joined(separator: "\n") }
    }

    /// Writes all files below `folder`, or none.
    ///
    /// The files are written beside their places first and renamed into them when all are there. A file whose bytes
    /// would not change is not touched. Nothing is written outside of `folder`, also not through a symbolic link in it.
    ///
    /// - Parameters:
    ///   - folder: made if it is not there.
    ///   - existing: what to do about keys that only an existing file has.
    ///   - isDryRun: check and report only.
    /// - Throws: ``WriteError``; then every file is as it was before.
    @discardableResult
    public func write(
        to folder: URL, existing: ExistingFiles = .protect, isDryRun: Bool = false
    ) throws(WriteError) -> WriteReport {
        let errors = findings.filter { $0.severity == .error }
        guard errors.isEmpty else { throw WriteError(findings: errors) }
        var output = OutputFolder(path: folder.path)
        var report = WriteReport()
        var obstacles: [Finding] = []
        for file in files {
            do throws(OutputFolder.Obstacle) {
                let old = try output.contents(of: file.path)
                let new = try merged(file, with: old, existing, in: folder)
                if old == nil { report.created.append(file.path) }
                if old == new { report.unchanged.append(file.path) }
                if let old, old != new { report.changed.append(file.path) }
                if old != new { output.plan(new, at: file.path, replacing: old) }
            } catch {
                let place = folder.relativePath == "." ? file.path : folder.relativePath + "/" + file.path
                obstacles.append(Finding(.error, error.code, error.message, file: place, position: error.position))
            }
        }
        guard obstacles.isEmpty else { throw WriteError(findings: obstacles) }
        if isDryRun { return report }
        do throws(OutputFolder.Obstacle) {
            try output.commit()
        } catch {
            throw WriteError(findings: [Finding(.error, error.code, error.message, file: folder.relativePath)])
        }
        return report
    }

    /// The bytes to write over `old`.
    private func merged(
        _ file: File, with old: [UInt8]?, _ existing: ExistingFiles, in folder: URL
    ) throws(OutputFolder.Obstacle) -> [UInt8] {
        let new = file.contents()
        guard let old, old != new, existing != .replace else { return new }
        let oldFile: StringsFile
        do {
            oldFile = try StringsFile(bytes: old, name: file.path)
        } catch {
            throw .init(
                code: .existingFile,
                message: "the file that is there cannot be read (\(error.finding.message)); --force replaces it",
                position: error.finding.position)
        }
        let written = Set(file.entries.map { ExactString($0.key) })
        // The last of repeated keys counts.
        var seen: Set<ExactString> = []
        let extra = oldFile.entries.reversed().filter {
            let key = ExactString($0.key)
            return !written.contains(key) && seen.insert(key).inserted
        }
        guard !extra.isEmpty else { return new }
        if existing == .merge { return StringsWriter.contents(of: file.entries + extra) }
        var names = extra.reversed().prefix(XLIFFLimits.keysInAMessage).map { Finding.quoted($0.key) }
        if extra.count > names.count { names.append("and \(extra.count - names.count) more") }
        throw .init(
            code: .existingKeys,
            message:
                "the file that is there has \(extra.count) \(extra.count == 1 ? "key" : "keys") without a target in "
                + "the XLIFF (\(names.joined(separator: ", "))); --merge keeps them, --force drops them",
            position: extra.last?.position)
    }
}
