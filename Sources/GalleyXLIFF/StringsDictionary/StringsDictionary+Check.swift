extension StringsDictionary {
    /// What the app could not use: formats and variables that do not fit together, rules and types that are missing, plural
    /// forms that the locale needs.
    ///
    /// - Parameters:
    ///   - file: how findings name the file.
    ///   - categories: the plural categories of its locale; `nil` when they are not known.
    ///
    /// Complexity: linear.
    public func structureFindings(file: String, categories: PluralCategories?) -> [Finding] {
        keys.flatMap { structureFindings(of: $0, file: file, categories: categories) }
    }

    /// What is wrong about one key.
    func structureFindings(of key: String, file: String, categories: PluralCategories?) -> [Finding] {
        guard let pair = root.pair(key), case .dictionary(let dictionary) = pair.value else { return [] }
        let check = StructureCheck(
            key: key, position: pair.position, file: file, variables: variables(of: key), categories: categories)
        return check.findings(dictionary, leaves(of: key))
    }
}

/// Looks at what stands under one key.
private struct StructureCheck {
    typealias Key = StringsDictionary.Key

    let key: String
    let position: SourcePosition?
    let file: String
    let variables: [StringsDictionary.Variable]
    let categories: PluralCategories?

    func findings(_ dictionary: PropertyListDictionary, _ leaves: [StringsDictionary.Leaf]) -> [Finding] {
        let references = leaves.filter(\.isTranslatable).flatMap { FormatSpecifiers($0.string).variables }
        let names = Set(variables.map { ExactString($0.name) })
        var used: Set<ExactString> = []
        var findings: [Finding] = []
        let named = Finding.quoted(key)
        for reference in references
        where used.insert(ExactString(reference)).inserted && !names.contains(ExactString(reference)) {
            findings.append(
                finding(
                    .warning, "the format of \(named) names \"\(reference)\", and there is no such variable",
                    code: .undefinedSubstitution))
        }
        let plain = variables.filter { $0.path.count == 2 && $0.name != Key.widthRule && $0.name != Key.deviceRule }
        if dictionary[Key.format]?.string == nil, !plain.isEmpty {
            findings.append(
                finding(.warning, "\(named) has variables and no \(Key.format)", code: .undefinedSubstitution))
        }
        if dictionary[Key.format] != nil, variables.isEmpty {
            findings.append(finding(.warning, "\(named) has a format and no variable", code: .undefinedSubstitution))
        }
        for variable in variables {
            let isRule = variable.name == Key.widthRule || variable.name == Key.deviceRule
            if !isRule, !used.contains(ExactString(variable.name)), dictionary[Key.format] != nil {
                findings.append(
                    finding(
                        .note, "the variable \"\(variable.name)\" of \(named) is in no format", variable.position,
                        code: .undefinedSubstitution))
            }
            if variable.rule == .plural { findings += pluralFindings(variable) }
        }
        return findings
    }

    private func pluralFindings(_ variable: StringsDictionary.Variable) -> [Finding] {
        var findings: [Finding] = []
        let named = "the variable \"\(variable.name)\" of \(Finding.quoted(key))"
        if variable.valueType == nil {
            findings.append(
                finding(
                    .warning, "\(named) has no \(Key.valueType)", variable.position, code: .inferredValueType))
        }
        let present = Set(variable.categories)
        if !present.contains("other") {
            findings.append(
                finding(
                    .warning, "\(named) has no form \"other\", which every language needs", variable.position,
                    code: .missingOther))
        }
        guard let categories else { return findings }
        let missing = categories.categories.map(\.rawValue).filter { !present.contains($0) && $0 != "other" }
        if !missing.isEmpty {
            findings.append(
                finding(
                    .warning,
                    "\(named) lacks the plural form \(list(missing)), which the locale has; \"other\" is used",
                    variable.position, code: .missingCategory))
        }
        // Foundation takes "zero" for 0 in every language.
        let extra = PluralCategory.allCases.filter {
            present.contains($0.rawValue) && !categories.contains($0) && $0 != .other && $0 != .zero
        }.map(\.rawValue)
        if !extra.isEmpty {
            findings.append(
                finding(
                    .note, "\(named) has the plural form \(list(extra)), which the locale does not use",
                    variable.position,
                    code: .extraCategory))
        }
        return findings
    }

    private func list(_ categories: [String]) -> String { categories.map { "\"\($0)\"" }.joined(separator: ", ") }

    private func finding(
        _ severity: Finding.Severity, _ message: String, _ position: SourcePosition? = nil,
        code: Finding.Code
    ) -> Finding {
        Finding(severity, code, message, file: file, position: position ?? self.position)
    }
}
