/// A variable of a text: which argument it stands for, and how that is written.
///
/// A catalog and its XLIFF spell it in two ways: `%#@COUNT@` and `%arg` in the catalog are `%1$#@COUNT@` and `%1$lld` in
/// the XLIFF, where the number is the argument's and `lld` is the specifier that only the catalog knows.
struct CatalogSubstitution: Hashable {
    var name: String
    /// The position of the argument, from 1.
    var argument: Int?
    /// `lld`, `@`, `lf`: without the `%`.
    var specifier: String?

    init(name: String, argument: Int? = nil, specifier: String? = nil) {
        self.name = name
        self.argument = argument
        self.specifier = specifier
    }

    init(name: String, _ node: JSONObject) {
        self.name = name
        argument = node["argNum"]?.integer.flatMap { $0 > 0 ? $0 : nil }
        specifier = node["formatSpecifier"]?.string
    }

    /// How an XLIFF writes the argument, `%1$lld`; without what is not known.
    var formatSpecifier: String { "%" + (argument.map { "\($0)$" } ?? "") + (specifier ?? "lld") }

    /// A form of this variable as the catalog has it, from XLIFF. Only the very specifier that Xcode writes for `%arg` is
    /// one: `%lld` without a number stays.
    func imported(_ form: String) -> String {
        guard argument != nil, specifier != nil else { return form }
        return Self.replacing(formatSpecifier, by: "%arg", in: form)
    }

    /// A form of this variable as XLIFF and `.stringsdict` have it.
    func exported(_ form: String) -> String { Self.replacing("%arg", by: formatSpecifier, in: form) }

    /// A text that names variables, as the catalog has it.
    static func imported(_ text: String, _ substitutions: [CatalogSubstitution]) -> String {
        substitutions.reduce(text) { text, substitution in
            guard let argument = substitution.argument else { return text }
            return replacing("%\(argument)$#@\(substitution.name)@", by: "%#@\(substitution.name)@", in: text)
        }
    }

    /// A text that names variables, as XLIFF has it.
    static func exported(_ text: String, _ substitutions: [CatalogSubstitution]) -> String {
        substitutions.reduce(text) { text, substitution in
            guard let argument = substitution.argument else { return text }
            return replacing("%#@\(substitution.name)@", by: "%\(argument)$#@\(substitution.name)@", in: text)
        }
    }

    /// Replaces a specifier wherever its `%` is not the second of a `%%`. Complexity: O(*bytes*).
    static func replacing(_ specifier: String, by other: String, in text: String) -> String {
        let pattern = Array(specifier.utf8)
        guard text.hasUTF8(pattern) else { return text }
        let bytes = Array(text.utf8)
        let percent = UInt8(ascii: "%")
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == percent, bytes[index...].starts(with: pattern) {
                result += other.utf8
                index += pattern.count
            } else {
                let length = bytes[index] == percent && index + 1 < bytes.count && bytes[index + 1] == percent ? 2 : 1
                result += bytes[index..<index + length]
                index += length
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The names of variables that a format refers to, `%#@NAME@` and `%1$#@NAME@`, in order, each with its number.
    static func references(in text: String) -> [(name: String, argument: Int?)] {
        let bytes = Array(text.utf8)
        let at = UInt8(ascii: "@")
        var found: [(name: String, argument: Int?)] = []
        var index = 0
        while let percent = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
            index = percent + 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "%") {
                index += 1
                continue
            }
            var number: Int?
            var place = index
            while place < bytes.count, place < index + 4, bytes[place] >= 0x30, bytes[place] <= 0x39 {
                number = (number ?? 0) * 10 + Int(bytes[place] - 0x30)
                place += 1
            }
            if number != nil {
                guard place < bytes.count, bytes[place] == UInt8(ascii: "$") else { continue }
                place += 1
            }
            guard bytes[place...].starts(with: [UInt8(ascii: "#"), at]) else { continue }
            guard let end = bytes[(place + 2)...].firstIndex(of: at), end > place + 2 else { continue }
            found.append((String(decoding: bytes[(place + 2)..<end], as: UTF8.self), number))
            index = end + 1
        }
        return found
    }
}

extension StringCatalog {
    /// The variables of a key in a language.
    func substitutions(of key: String, in locale: String) -> [CatalogSubstitution] {
        (localization(of: key, in: locale) ?? JSONObject()).object("substitutions").members.map {
            CatalogSubstitution(name: $0.name, $0.value.object ?? JSONObject())
        }
    }

    /// A text as XLIFF has it: with the numbers of arguments, and without `%arg`.
    package func xliffValue(of text: Text, key: String, in locale: String, at path: CatalogPath) -> String {
        let substitutions = substitutions(of: key, in: locale)
        if let name = path.substitution, let own = substitutions.first(where: { $0.name == name }) {
            return own.exported(text.value)
        }
        return CatalogSubstitution.exported(text.value, substitutions)
    }

    /// Says what a variable stands for. What the catalog says already is kept.
    mutating func define(_ substitution: CatalogSubstitution, of key: String, in locale: String) {
        edit(key) { entry in
            entry.update("localizations") { localizations in
                localizations.update(locale) { node in
                    node.update("substitutions") { substitutions in
                        substitutions.update(substitution.name) { node in
                            if let argument = substitution.argument, node.index(of: "argNum") == nil {
                                node.set("argNum", to: .number("\(argument)"))
                            }
                            if let specifier = substitution.specifier, node.index(of: "formatSpecifier") == nil {
                                node.set("formatSpecifier", to: .string(specifier))
                            }
                        }
                    }
                }
            }
        }
    }
}
