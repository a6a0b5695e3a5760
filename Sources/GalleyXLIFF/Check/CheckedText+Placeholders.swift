extension CheckedText {
    /// Format specifiers by position and type, and placeholders by name.
    ///
    /// An argument that the translation does not use is a warning; one that the source does not have, or has with
    /// another type, is an error, since reading it can crash.
    func checkPlaceholders(_ forms: PluralForms?, _ reporter: inout CheckReporter) {
        if has([.percent, .leadEF, .leadD8]) { checkSpecifiers(forms, &reporter) }
        if has([.dollar, .backslash]), let source { checkNames(in: source, &reporter) }
    }

    private func checkSpecifiers(_ forms: PluralForms?, _ reporter: inout CheckReporter) {
        guard has(.percent) else { return }
        if let source, FormatSpecifiers.areSurelySame(source, target) { return }
        let found = FormatSpecifiers(target)
        let own = source.map { FormatSpecifiers($0) }
        let group = form.flatMap { forms?.specifiers(of: $0) }
        // The argument of a plural rule is there in all its forms, whether this form's source shows it or not.
        guard let expected = own ?? group else { return }
        SpecifierComparison(
            text: self, expected: expected, group: group, found: found,
            isOmittable: form.map { isOmittable($0, forms, reporter.locale) } ?? false
        ).report(&reporter)
    }

    /// Whether a form may leave its number out: it stands for one number ("one day"), or the translation shows the number
    /// elsewhere, as its form `other` has none either.
    private func isOmittable(_ form: PluralFormID, _ forms: PluralForms?, _ locale: String) -> Bool {
        guard let category = form.category, category != "other" else { return false }
        return PluralFormID.isOneNumber(category, locale: locale) || forms?.otherShowsNumber(form) == false
    }

    private func checkNames(in source: String, _ reporter: inout CheckReporter) {
        guard NamedPlaceholders.mayBe(in: source) || NamedPlaceholders.mayBe(in: target) else { return }
        let (expected, found) = (NamedPlaceholders(source).counts, NamedPlaceholders(target).counts)
        guard expected != found else { return }
        for name in expected.keys.sorted() where found[name] == nil {
            reporter.report(.missingPlaceholder, "the target of \(key) lacks \(name)", unit)
        }
        for name in found.keys.sorted() where expected[name] == nil {
            reporter.report(.extraPlaceholder, "the target of \(key) has \(name), which the source lacks", unit)
        }
    }
}

/// The specifiers of a translation against those that the source allows.
private struct SpecifierComparison {
    let text: CheckedText
    let expected: FormatSpecifiers
    /// The specifiers of all the forms of the text, if it is a form.
    let group: FormatSpecifiers?
    let found: FormatSpecifiers
    let isOmittable: Bool

    func report(_ reporter: inout CheckReporter) {
        reportMissing(&reporter)
        reportExtraAndChanged(&reporter)
        reportPercents(&reporter)
    }

    private func reportMissing(_ reporter: inout CheckReporter) {
        var mistyped = found.nearMisses.filter { !expected.nearMisses.contains($0) }[...]
        let used = Set(found.uses.map(\.position))
        for (position, argument) in expected.arguments.sorted(by: { $0.key < $1.key }) where !used.contains(position) {
            if let typed = mistyped.popFirst() {
                reporter.report(
                    .malformedSpecifier,
                    "the target of \(text.key) has \(Finding.quoted(typed)), which is no specifier, where argument "
                        + "\(position) is \(argument.specifier)", text.unit)
            } else if !isOmittable {
                reporter.report(
                    .missingSpecifier,
                    "the target of \(text.key) lacks \(argument.specifier) (argument \(position))", text.unit)
            }
        }
    }

    private func reportExtraAndChanged(_ reporter: inout CheckReporter) {
        var types: [Int: [FormatSpecifiers.Use]] = [:]
        for use in expected.uses + (group?.uses ?? []) { types[use.position, default: []].append(use) }
        // Two arguments change places: one word on how to write that.
        let isReordered =
            found.uses.count > 1 && found.uses.count == expected.uses.count
            && !found.uses.contains(where: \.isPositioned)
            && found.uses.map(\.specifier).sorted() == expected.uses.map(\.specifier).sorted()
        let advice = isReordered ? "; arguments in another order need their numbers (%2$...)" : ""
        var seen: Set<Int> = []
        for use in found.uses.sorted(by: { $0.position < $1.position }) {
            guard let allowed = types[use.position] else {
                guard seen.insert(use.position).inserted else { continue }
                reporter.report(
                    .extraSpecifier,
                    "the target of \(text.key) has \(use.specifier), but there is no argument \(use.position)",
                    text.unit)
                continue
            }
            guard !allowed.contains(where: { $0.type == use.type }), !isVariableForItsValue(use, allowed),
                seen.insert(use.position).inserted
            else { continue }
            let first = allowed[0]
            if use.type.isInteger, allowed.contains(where: { $0.type.isInteger }) {
                reporter.report(
                    .changedSpecifier,
                    "the target of \(text.key) has \(use.specifier) for \(first.specifier), an integer of another size",
                    text.unit, severity: .warning)
            } else {
                reporter.report(
                    .changedSpecifier,
                    "the target of \(text.key) has \(use.specifier) where argument \(use.position) is "
                        + first.specifier + advice, text.unit)
            }
        }
        if found.uses.contains(where: { $0.type == .counter }), expected.uses.contains(where: { $0.type == .counter }) {
            reporter.report(.writingSpecifier, "the target of \(text.key) has %n, as its source does", text.unit)
        }
    }

    /// A variable stands for an argument whose type is written elsewhere.
    private func isVariableForItsValue(_ use: FormatSpecifiers.Use, _ allowed: [FormatSpecifiers.Use]) -> Bool {
        allowed.contains { $0.type.isVariable != use.type.isVariable || $0.type == .variable("arg") }
    }

    /// In a format, each percent sign is doubled. Where the source's are not, the text is none, or all are wrong alike.
    private func reportPercents(_ reporter: inout CheckReporter) {
        guard expected.isFormat, expected.loosePercents == 0 else { return }
        let mistyped = found.nearMisses.contains { !expected.nearMisses.contains($0) }
        guard found.loosePercents > 0, !mistyped else { return }
        reporter.report(
            .unescapedPercent, "the target of \(text.key) is a format and has a single % sign", text.unit)
    }
}
