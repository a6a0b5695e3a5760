/// What a unit gives to an output file: one place for the rules that all formats share.
struct UnitPolicy {
    /// A unit taken or left.
    enum Verdict {
        case take(key: String, value: String)
        case skip(SkippedUnit.Reason)
    }

    let options: StringsExporter.Options

    /// Decides about one unit, and reports what is odd about it.
    func verdict(on unit: XLIFFUnit, in file: XLIFFFile, _ ledger: inout ExportLedger) -> Verdict {
        if unit.kind == .binary {
            ledger.report(.warning, .notConverted, "a bin-unit is not converted", in: file, at: unit.position)
            return .skip(.binary)
        }
        guard let key = unit.id else {
            ledger.report(.warning, .missingID, "a unit without id is left out", in: file, at: unit.position)
            return .skip(.missingID)
        }
        guard let target = unit.target else { return .skip(.untranslated) }
        if target.isEmpty, unit.source?.isEmpty == false {
            ledger.report(
                .warning, .emptyTarget, "the target is empty; \(Finding.quoted(key)) is left out", in: file,
                at: unit.position)
            return .skip(.emptyTarget)
        }
        return .take(key: key, value: target)
    }
}
