import Foundation
import GalleyXLIFF

/// What a run came to, for a person.
enum Summary {
    /// One line for each locale, and one for the files.
    static func text(
        of export: StringsExport, _ report: StringsExport.WriteReport, below folder: String, isDryRun: Bool,
        style: Terminal.Painter
    ) -> String {
        let findings = Dictionary(grouping: export.findings) { $0.locale ?? "" }
        var rows: [[String]] = []
        for (locale, count) in export.counts.sorted(by: { $0.key < $1.key }) {
            let reasons = SkippedUnit.Reason.allCases.compactMap { reason in
                count.skipped[reason].map { "\($0) \(reason.words)" }
            }
            rows.append([
                locale.isEmpty ? "(none)" : locale, plural(count.units, "unit"), "\(count.written) written",
                (reasons + severities(of: findings[locale] ?? [])).joined(separator: ", "),
            ])
        }
        var lines = table(rows).map { row in
            style.paint(row[0], .bold) + "  " + row[1] + "  " + style.paint(row[2], .good) + "  "
                + style.paint(row[3], .dim)
        }
        lines.append(filesLine(report, below: folder, isDryRun: isDryRun))
        return lines.map(trimmed).joined(separator: "\n")
    }

    /// `2 errors`, `1 warning`; notes are no matter for a summary.
    private static func severities(of findings: [Finding]) -> [String] {
        [Finding.Severity.error, .warning].compactMap { severity in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : plural(count, "\(severity)")
        }
    }

    /// How many files there are, and what became of them.
    static func filesLine(_ report: StringsExport.WriteReport, below folder: String, isDryRun: Bool) -> String {
        let place = folder == "." ? "the current folder" : folder
        let parts = [
            (report.created.count, "new"), (report.changed.count, "changed"), (report.unchanged.count, "unchanged"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let total = report.created.count + report.changed.count + report.unchanged.count
        guard total > 0 else { return "no file to write" }
        return "\(plural(total, "file")) below \(place): \(parts.joined(separator: ", "))"
            + (isDryRun ? " (dry run: nothing was written)" : "")
    }

    /// What was not written, and why.
    static func refusal(_ report: StringsExport.WriteReport, of export: StringsExport) -> String {
        let written = report.created.count + report.changed.count + report.unchanged.count
        guard written > 0 else { return "nothing was written" }
        return "\(plural(report.refused.count, "file")) of locales with an error not written"
    }

    static func plural(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

    /// Pads the columns of all rows to the same widths, the last one excepted.
    static func table(_ rows: [[String]]) -> [[String]] {
        guard let columns = rows.first?.count else { return [] }
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                guard column + 1 < columns else { return cell }
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return cell.first?.isNumber == true ? padding + cell : cell + padding
            }
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
