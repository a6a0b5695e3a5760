/// What a unit gives to an output file: one place for the rules that all formats share.
struct UnitPolicy {
    /// A unit taken or left.
    enum Verdict {
        case take(key: String, value: String)
        case skip(SkippedUnit.Reason)
    }

    let options: StringsExporter.Options
    /// What the texts were taken from, where that can be looked at.
    var sources = SourceContents()

    /// Decides about one unit, and reports what is odd about it.
    ///
    /// - Parameter isCatalog: whether it goes into a catalog. There Xcode's states count as translated unless the
    ///   options say, and an empty target is meant if its state says that the translation is done: Xcode clears the text
    ///   then.
    func verdict(
        on unit: XLIFFUnit, in file: XLIFFFile, isCatalog: Bool = false, _ ledger: inout ExportLedger
    ) -> Verdict {
        if unit.kind == .binary {
            ledger.report(.warning, .notConverted, "a bin-unit is not converted", in: file, at: unit.position)
            return .skip(.binary)
        }
        guard let key = unit.key else {
            ledger.report(.warning, .missingID, "a unit without id is left out", in: file, at: unit.position)
            return .skip(.missingID)
        }
        guard let target = unit.target else {
            guard options.fallback == .source, let source = unit.source else { return .skip(.untranslated) }
            return .take(key: key, value: source)
        }
        guard (options.states ?? (isCatalog ? .xcode : .all)).accepts(unit.state) else { return .skip(.state) }
        guard target.isEmpty, let source = unit.source, !source.isEmpty else { return .take(key: key, value: target) }
        switch options.emptyTargets {
        case .keep: return .take(key: key, value: target)
        case .source: return .take(key: key, value: source)
        case .omit where isCatalog && Self.finished.contains(unit.state ?? ""):
            return .take(key: key, value: target)
        case .omit:
            ledger.report(
                .warning, .emptyTarget, "the target is empty; \(Finding.quoted(key)) is left out", in: file,
                at: unit.position)
            return .skip(.emptyTarget)
        }
    }

    /// What nearly every unit comes to, a text with a target that is not empty and counts in any state: the same as
    /// ``verdict(on:in:isCatalog:_:)`` outside of catalogs, without a copy of the unit. `nil` says nothing.
    func plainText(of units: [XLIFFUnit], _ index: Int) -> (key: String, value: String)? {
        guard units[index].kind == .text, options.states == nil, let key = units[index].key,
            let target = units[index].target, !target.isEmpty
        else { return nil }
        return (key, target)
    }

    private static let finished: Set<String> = ["translated", "final", "signed-off", "reviewed"]
}
