/// Adds what a `.stringsdict` file needs and XLIFF does not carry: the rules and value types of variables, and, where
/// translations are missing, formats, variables and forms without which the app could not use the rest.
struct DictionaryCompletion {
    typealias Key = StringsDictionary.Key

    /// Something to tell about a key of the app.
    struct Remark {
        var key: String
        var finding: Finding
    }

    private(set) var result: StringsDictionary
    private(set) var remarks: [Remark] = []
    /// The paths of strings that no unit gave.
    private(set) var added: [[String]] = []
    /// The texts in the development language, by the same paths.
    private let sources: StringsDictionary
    /// The file that is there in this locale, whose translations are good.
    private let existing: StringsDictionary?
    /// Files that say more than XLIFF; the first that knows something is believed.
    private let templates: [StringsDictionary]

    init(
        _ texts: StringsDictionary, sources: StringsDictionary, existing: StringsDictionary?,
        templates: [StringsDictionary]
    ) {
        result = texts
        self.sources = sources
        self.existing = existing
        self.templates = (existing.map { [$0] } ?? []) + templates
    }

    mutating func complete() {
        for key in result.keys {
            completeFormat(of: key)
            completeVariables(of: key)
            completeForms(of: key)
            completeTypes(of: key)
        }
    }

    @discardableResult
    private mutating func write(_ string: String, at path: [String]) -> Bool {
        guard result.setString(string, at: path) else { return false }
        added.append(path)
        return true
    }

    private mutating func remark(
        _ severity: Finding.Severity, _ code: Finding.Code, _ key: String, _ message: String
    ) {
        remarks.append(Remark(key: key, finding: Finding(severity, code, message, file: "")))
    }

    // MARK: Formats

    /// The format of a key without a translated one. One that only names variables needs no translation.
    private mutating func completeFormat(of key: String) {
        let path = [key, Key.format]
        guard result[path: path] == nil else { return }
        let variables = result.variables(of: key).filter { $0.path.count == 2 && !Self.isRule($0.name) }
        guard !variables.isEmpty else { return }
        if let known = existing?[path: path] {
            write(known, at: path)
        } else if let source = sources[path: path] ?? templates.lazy.compactMap({ $0[path: path] }).first {
            write(source, at: path)
            if !Self.isOnlyReferences(source) {
                remark(
                    .warning, .undefinedSubstitution, key,
                    "the format of \(Finding.quoted(key)) is not translated; the source's is written, since its variables need it"
                )
            }
        } else if variables.count == 1 {
            write("%#@\(variables[0].name)@", at: path)
            remark(
                .note, .undefinedSubstitution, key,
                "\(Finding.quoted(key)) has no format in the XLIFF; \"%#@\(variables[0].name)@\" is written"
            )
        }
    }

    // MARK: Variables that formats name

    /// Variables that a text names and no unit translates: the app would fail without them.
    private mutating func completeVariables(of key: String) {
        var known = Set(result.variables(of: key).map { ExactString($0.name) })
        var pending = result.leaves(of: key).flatMap { FormatSpecifiers($0.string).variables }
        while let name = pending.popLast() {
            guard known.insert(ExactString(name)).inserted else { continue }
            let path = [key, name]
            if let dictionary = existing?.dictionary(at: path) {
                for leaf in StringsDictionary(dictionary).leaves where write(leaf.string, at: path + leaf.path) {
                    pending += FormatSpecifiers(leaf.string).variables
                }
                continue
            }
            guard let dictionary = ([sources] + templates).lazy.compactMap({ $0.dictionary(at: path) }).first else {
                continue
            }
            for leaf in StringsDictionary(dictionary).leaves where write(leaf.string, at: path + leaf.path) {
                pending += FormatSpecifiers(leaf.string).variables
            }
            remark(
                .warning, .undefinedSubstitution, key,
                "the variable \"\(name)\" of \(Finding.quoted(key)) is not translated; the source's is written, since the format needs it"
            )
        }
    }

    // MARK: Forms

    /// Every plural rule needs a form `other`.
    private mutating func completeForms(of key: String) {
        for variable in result.variables(of: key)
        where variable.rule == .plural && !Self.isRule(variable.name) && !variable.categories.contains("other") {
            let path = variable.path + ["other"]
            let named = "the variable \"\(variable.name)\" of \(Finding.quoted(key)) has no form \"other\""
            if let known = existing?[path: path] {
                write(known, at: path)
            } else if let source = sources[path: path] {
                write(source, at: path)
                remark(.warning, .missingOther, key, "\(named), which is needed; the source's is written")
            } else if let last = PluralCategory.allCases.map(\.rawValue).last(where: { category in
                variable.forms.contains { $0.category == category && $0.text != nil }
            }), let text = variable.forms.first(where: { $0.category == last })?.text {
                write(text, at: path)
                remark(
                    .warning, .missingOther, key, "\(named), which is needed; the form \"\(last)\" is written for it")
            }
        }
    }

    // MARK: Rules and value types

    private mutating func completeTypes(of key: String) {
        let positions = positions(in: key)
        for variable in result.variables(of: key) where !Self.isRule(variable.name) {
            let known = templates.lazy.compactMap { $0.dictionary(at: variable.path) }
            let ruleName = known.compactMap { $0[Key.specificationType]?.string }.first ?? variable.rule.name
            if result[path: variable.path + [Key.specificationType]] == nil {
                write(ruleName, at: variable.path + [Key.specificationType])
            }
            guard ruleName == Key.pluralRule, variable.valueType == nil else { continue }
            let path = variable.path + [Key.valueType]
            let type =
                known.compactMap { $0[Key.valueType]?.string }.first
                ?? inferredType(of: variable, position: positions[ExactString(variable.name)])
            write(type ?? "d", at: path)
            if type == nil {
                remark(
                    .warning, .inferredValueType, key,
                    "no form of the variable \"\(variable.name)\" of \(Finding.quoted(key)) shows the type of its number; \"d\" is written"
                )
            }
        }
    }

    /// Which argument each variable takes, by the first text that names it.
    private func positions(in key: String) -> [ExactString: Int] {
        var positions: [ExactString: Int] = [:]
        for leaf in result.leaves(of: key) where leaf.string.utf8.contains(UInt8(ascii: "#")) {
            for use in FormatSpecifiers(leaf.string).uses {
                guard case .variable(let name) = use.type, positions[ExactString(name)] == nil else { continue }
                positions[ExactString(name)] = use.position
            }
        }
        return positions
    }

    /// The type that the forms show, those of the translation first.
    private func inferredType(of variable: StringsDictionary.Variable, position: Int?) -> String? {
        let sourceForms = sources.dictionary(at: variable.path).map { StringsDictionary($0).leaves.map(\.string) } ?? []
        for text in variable.forms.compactMap(\.text) + sourceForms {
            if let type = FormatValueType.inferred(from: text, position: position) { return type }
        }
        return nil
    }

    /// Whether a format has nothing to translate: specifiers, punctuation and spaces only.
    private static func isOnlyReferences(_ format: String) -> Bool {
        var rest = Array(format.utf8)
        for use in FormatSpecifiers(format).uses.reversed() { rest.removeSubrange(use.range) }
        return !String(decoding: rest, as: UTF8.self).unicodeScalars.contains { $0.properties.isAlphabetic }
    }

    /// Rules that are keys themselves say what they are by their name.
    private static func isRule(_ name: String) -> Bool { name == Key.widthRule || name == Key.deviceRule }
}

/// The value type of a plural rule: a format specifier without its `%`, such as `d`, `lld` or `@`.
enum FormatValueType {
    /// The type that a form of a variable reads its number by: the specifier without a position, which stands for the
    /// variable's own argument, or the one with the variable's position. `nil` if there is none.
    static func inferred(from form: String, position: Int?) -> String? {
        for use in FormatSpecifiers(form).uses where use.specifier != "*" {
            switch use.type {
            case .integer, .floating, .object: break
            default: continue
            }
            if !use.isPositioned || use.position == position { return type(of: use.specifier) }
        }
        return nil
    }

    /// The length and conversion at the end of a specifier: `lld` of `%1$-5lld`.
    static func type(of specifier: String) -> String? {
        let letters = specifier.utf8.reversed().prefix {
            $0 == UInt8(ascii: "@") || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        }
        return letters.isEmpty ? nil : String(decoding: letters.reversed(), as: UTF8.self)
    }
}
