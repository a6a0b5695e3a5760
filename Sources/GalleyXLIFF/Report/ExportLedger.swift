/// The books of a conversion: every unit that is read is entered once, as written or as skipped for a reason.
struct ExportLedger {
    private var booked: [String: StringsExport.Count] = [:]
    /// Entries of one kind that are not booked yet: most units are what the one before was.
    private var pending: (locale: String, reason: SkippedUnit.Reason?, count: Int) = ("", nil, 0)
    private(set) var skipped: [SkippedUnit] = []
    private(set) var findings: [Finding] = []
    /// Locales with an error: none of their files may be written.
    private(set) var failedLocales: Set<String> = []
    /// Whether a document has an error and nothing says which locales it was for.
    private(set) var failsEveryLocale = false

    private let keepsSkippedUnits: Bool
    /// The locales of the input, by what they are called in the output.
    private var outputLocales: [ExactString: NameList] = [:]
    /// Where the findings of the document at hand begin.
    private var documentStart = 0
    /// How often each code came up in the document, so that one cause cannot fill the memory.
    private var repetitions: [Finding.Code: Int] = [:]
    /// The locales that the document has files for.
    private var documentLocales: Set<String> = []
    /// Whether the document has an error that no locale is named for.
    private var documentHasFailed = false

    init(keepsSkippedUnits: Bool) { self.keepsSkippedUnits = keepsSkippedUnits }

    /// The units of a file element, whatever becomes of them; each is to be entered as written or skipped.
    mutating func read(_ file: XLIFFFile, locale: String) {
        guard !file.units.isEmpty else { return }
        count(locale) { $0.units += file.units.count }
    }

    /// A unit that an output file holds.
    mutating func wrote(locale: String) { enter(nil, locale: locale) }

    /// The counts of each locale.
    var counts: [String: StringsExport.Count] {
        var ledger = self
        ledger.book()
        return ledger.booked
    }

    /// Enters a unit as written, or as skipped for a reason.
    private mutating func enter(_ reason: SkippedUnit.Reason?, locale: String) {
        if pending.reason != reason || pending.locale != locale {
            book()
            pending = (locale, reason, 0)
        }
        pending.count += 1
    }

    private mutating func book() {
        let (locale, reason, number) = pending
        pending.count = 0
        guard number > 0 else { return }
        count(locale) { count in
            if let reason { count.skipped[reason, default: 0] += number } else { count.written += number }
        }
    }

    /// A unit that was entered as written, and is in no output file after all.
    mutating func withdraw(_ id: String, from origin: TextOrigin, _ reason: SkippedUnit.Reason) {
        if keepsSkippedUnits {
            skipped.append(
                SkippedUnit(
                    reason: reason, id: id, original: origin.original, document: origin.document,
                    position: origin.position ?? .start, locale: origin.locale))
        }
        book()
        booked[origin.locale]?.written -= 1
        booked[origin.locale]?.skipped[reason, default: 0] += 1
    }

    /// Two locales that are one in the output are worth a word, once.
    mutating func enter(_ locale: String, as output: String, in file: XLIFFFile) {
        var inputs = outputLocales[ExactString(output)] ?? NameList()
        guard inputs.insert(locale) else { return }
        outputLocales[ExactString(output)] = inputs
        guard inputs.names.count > 1 else { return }
        report(
            .warning, .localeCollision,
            "\"\(inputs.names[0])\" and \"\(locale)\" are both written as \"\(output)\"", in: file, at: file.position)
    }

    /// A unit that no output file holds. The empty locale stands for an unknown one.
    mutating func skip(_ unit: XLIFFUnit, _ reason: SkippedUnit.Reason, in file: XLIFFFile, locale: String) {
        skip(unit.key, at: unit.position, reason, in: file, locale: locale)
    }

    /// The same for a unit with this key at this place.
    mutating func skip(
        _ id: String?, at position: SourcePosition, _ reason: SkippedUnit.Reason, in file: XLIFFFile, locale: String
    ) {
        if keepsSkippedUnits {
            skipped.append(
                SkippedUnit(
                    reason: reason, id: id, original: file.original, document: file.document, position: position,
                    locale: locale))
        }
        enter(reason, locale: locale)
    }

    mutating func report(
        _ severity: Finding.Severity, _ code: Finding.Code, _ message: @autoclosure () -> String, in file: XLIFFFile,
        at position: SourcePosition
    ) {
        if severity == .error, let locale = file.targetLanguage { failedLocales.insert(locale) }
        guard countRepetition(of: code) else { return }
        findings.append(
            Finding(
                severity, code, message(), file: file.document, position: position, locale: file.targetLanguage))
    }

    /// What others found in the document at hand.
    mutating func add(findings more: [Finding]) {
        for finding in more {
            if finding.severity == .error {
                if let locale = finding.locale { failedLocales.insert(locale) } else { documentHasFailed = true }
            }
            if countRepetition(of: finding.code) { findings.append(finding) }
        }
    }

    mutating func beginFile(locale: String) { documentLocales.insert(locale) }

    /// Ends a document; when it has an error, its locales have failed.
    mutating func endDocument(named name: String) {
        if documentHasFailed {
            failedLocales.formUnion(documentLocales)
            failsEveryLocale = failsEveryLocale || documentLocales.isEmpty
        }
        // Reading and converting found things in turns; show them in the order of the document.
        let order = findings[documentStart...].enumerated().sorted {
            let (left, right) = ($0.element.position?.byteOffset ?? 0, $1.element.position?.byteOffset ?? 0)
            return left != right ? left < right : $0.offset < $1.offset
        }
        findings.replaceSubrange(documentStart..., with: order.map(\.element))
        for (code, count) in repetitions.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where count > XLIFFLimits.findingsOfOneCode {
            let severity = findings.last { $0.code == code }?.severity ?? .note
            findings.append(
                Finding(severity, code, "\(count - XLIFFLimits.findingsOfOneCode) more findings like these", file: name)
            )
        }
        repetitions = [:]
        documentLocales = []
        documentHasFailed = false
        documentStart = findings.count
    }

    private mutating func countRepetition(of code: Finding.Code) -> Bool {
        func next(_ count: inout Int) -> Int {
            count += 1
            return count
        }
        return next(&repetitions[code, default: 0]) <= XLIFFLimits.findingsOfOneCode
    }

    private mutating func count(_ locale: String, _ change: (inout StringsExport.Count) -> Void) {
        change(&booked[locale, default: .init()])
    }
}
