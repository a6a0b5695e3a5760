extension XLIFFFile {
    /// What would go wrong in the app: translations whose format specifiers do not fit the arguments of the source.
    ///
    /// An argument that the translation does not use is a warning; one that the source does not have, or has with
    /// another type, is an error, since reading it can crash. Plural forms may leave their number out ("one day").
    public func specifierFindings() -> [Finding] {
        let isPlural = OriginalPath(original).kind == .stringsDictionary
        return units.flatMap { unit -> [Finding] in
            // Xcode gives a form that only the translation has its id as the source.
            guard let source = unit.source, let target = unit.target, !target.isEmpty,
                source != unit.key || !hasForm(unit),
                source.utf8.contains(UInt8(ascii: "%")) || target.utf8.contains(UInt8(ascii: "%"))
            else { return [] }
            let mayOmit = isPlural || hasForm(unit)
            return findings(unit, from: FormatSpecifiers(source), to: FormatSpecifiers(target), mayOmit: mayOmit)
        }
    }

    /// Whether the unit is one form of a catalog's string: `key|==|plural.one`.
    private func hasForm(_ unit: XLIFFUnit) -> Bool { unit.key?.hasUTF8(Array("|==|".utf8)) == true }

    private func findings(
        _ unit: XLIFFUnit, from source: FormatSpecifiers, to target: FormatSpecifiers, mayOmit: Bool
    ) -> [Finding] {
        let positions = Set(source.arguments.keys).union(target.arguments.keys).sorted()
        return positions.compactMap { position -> Finding? in
            let key = Finding.quoted(unit.key ?? "")
            switch (source.arguments[position], target.arguments[position]) {
            case (let expected?, nil):
                return mayOmit
                    ? nil
                    : finding(
                        .warning, .missingSpecifier,
                        "the target of \(key) lacks \(expected.specifier) (argument \(position))", unit)
            case (nil, let extra?):
                return finding(
                    .error, .extraSpecifier,
                    "the target of \(key) has \(extra.specifier), but there is no argument \(position)", unit)
            case (let expected?, let found?) where expected.type != found.type:
                // A variable stands for an argument whose type is written elsewhere.
                if case .variable = expected.type { return nil }
                if case .variable = found.type { return nil }
                if case (.integer, .integer) = (expected.type, found.type) {
                    return finding(
                        .warning, .changedSpecifier,
                        "the target of \(key) has \(found.specifier) for \(expected.specifier), an integer of another size",
                        unit)
                }
                return finding(
                    .error, .changedSpecifier,
                    "the target of \(key) has \(found.specifier) where argument \(position) is \(expected.specifier)",
                    unit
                )
            default: return nil
            }
        }
    }

    private func finding(
        _ severity: Finding.Severity, _ code: Finding.Code, _ message: String, _ unit: XLIFFUnit
    ) -> Finding {
        Finding(severity, code, message, file: document, position: unit.targetPosition ?? unit.position)
    }
}
