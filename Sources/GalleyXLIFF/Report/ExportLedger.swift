/// The books of a conversion: every unit that is read is entered once, as written or as skipped for a reason.
struct ExportLedger {
    private(set) var counts: [String: StringsExport.Count] = [:]
    private(set) var skipped: [SkippedUnit] = []
    private(set) var findings: [Finding] = []

    /// A unit that an output file holds.
    mutating func wrote(locale: String) {
        count(locale) { $0.written += 1 }
    }

    /// A unit that no output file holds. The empty locale stands for an unknown one.
    mutating func skip(_ unit: XLIFFUnit, _ reason: SkippedUnit.Reason, in file: XLIFFFile, locale: String) {
        skipped.append(
            SkippedUnit(
                reason: reason, id: unit.id, original: file.original, document: file.document, position: unit.position,
                locale: locale))
        count(locale) { $0.skipped[reason, default: 0] += 1 }
    }

    mutating func report(
        _ severity: Finding.Severity, _ code: Finding.Code, _ message: String, in file: XLIFFFile,
        at position: SourcePosition
    ) {
        findings.append(Finding(severity, code, message, file: file.document, position: position))
    }

    /// All units of a file that cannot be converted, with one finding for them.
    mutating func leaveOut(_ file: XLIFFFile, locale: String, _ reason: SkippedUnit.Reason, _ message: String) {
        guard !file.units.isEmpty else { return }
        let count = file.units.count
        let what = file.original.isEmpty ? "" : " of \"\(file.original)\""
        report(
            .warning, .notConverted, "\(message): \(count) \(count == 1 ? "unit" : "units")\(what) left out", in: file,
            at: file.position)
        for unit in file.units { skip(unit, reason, in: file, locale: locale) }
    }

    mutating func add(findings more: [Finding]) { findings += more }

    /// Reading and converting find things in turns: shows those from `start` on in the order of the document.
    mutating func sortFindings(from start: Int) {
        let order = findings[start...].enumerated().sorted {
            let (left, right) = ($0.element.position?.byteOffset ?? 0, $1.element.position?.byteOffset ?? 0)
            return left != right ? left < right : $0.offset < $1.offset
        }
        findings.replaceSubrange(start..., with: order.map(\.element))
    }

    private mutating func count(_ locale: String, _ change: (inout StringsExport.Count) -> Void) {
        counts[locale, default: .init()].units += 1
        change(&counts[locale, default: .init()])
    }
}
