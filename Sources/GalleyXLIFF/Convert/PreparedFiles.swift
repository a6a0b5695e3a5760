import Foundation

/// Files that are written in one step, under temporary names until then, and what a report says of them.
struct PreparedFiles {
    var transaction: OutputTransaction
    var report = StringsExport.WriteReport()

    /// `walk` is on the way to what was read last.
    init(_ folder: OutputFolder, _ walk: OutputWalk) { transaction = OutputTransaction(folder, walk: walk) }

    /// Takes a file, unless it holds these bytes already.
    ///
    /// - Parameters:
    ///   - old: what is there.
    ///   - isDryRun: keep the bytes for the report instead of staging them.
    ///   - isStaged: whether the file is staged; otherwise it is only told.
    mutating func add(
        _ new: [UInt8], over old: [UInt8]?, at path: String, isDryRun: Bool, isStaged: Bool
    ) throws(OutputFolder.Obstacle) {
        guard old != new else { return report.unchanged.append(path) }
        if old == nil { report.created.append(path) } else { report.changed.append(path) }
        if isDryRun {
            report.changes.append(.init(path: path, old: old, new: new))
        } else if isStaged {
            try transaction.stage(new, at: path)
        }
    }
}

extension OutputFolder.Obstacle {
    /// As a finding about the file at `path` below `folder`, or with an empty path about the folder.
    func finding(at path: String, below folder: URL, locale: String? = nil) -> Finding {
        let above = folder.relativePath == "." ? "" : folder.relativePath + "/"
        return Finding(
            .error, code, message, file: path.isEmpty ? folder.relativePath : above + path, position: position,
            locale: locale)
    }
}
