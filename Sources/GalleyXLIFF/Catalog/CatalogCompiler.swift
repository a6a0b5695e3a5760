/// A catalog's texts for one language, as an app reads them.
public struct CompiledCatalog: Sendable, Hashable {
    /// What goes into the `.strings` file, in the catalog's order.
    public var entries: [StringsEntry] = []
    /// What goes into the `.stringsdict` file, in the catalog's order.
    public var dictionary = StringsDictionary()
    public var findings: [Finding] = []

    public init() {}
}

/// Makes of a catalog what `xcstringstool compile` makes of it for one language.
///
/// - A plain text is an entry of the `.strings` file.
/// - Plural forms are a rule whose one variable is called `value`.
/// - Devices and widths are rules of their own; the text for other devices is in the `.strings` file too, for systems that
///   look for it there.
/// - A text with substitutions is a format with a variable for each; `%arg` becomes the argument's specifier.
///
/// A text of the state `new` is no translation yet and left out, and so is a key that is not to be translated; both are there
/// in the source language, where a key without a text is its own text.
struct CatalogCompiler {
    let catalog: StringCatalog
    let locale: String
    let file: String

    private typealias Key = StringsDictionary.Key
    private var isSource: Bool { ExactString(locale) == ExactString(catalog.sourceLanguage) }
    private(set) var result = CompiledCatalog()
    /// The ids of the texts that are in the `.strings` file, and of those in the `.stringsdict` file.
    private(set) var inEntries: Set<ExactString> = []
    private(set) var inDictionary: Set<ExactString> = []

    init(catalog: StringCatalog, locale: String, file: String) {
        self.catalog = catalog
        self.locale = locale
        self.file = file
    }

    mutating func compile() {
        for entry in catalog.entries {
            guard isSource || catalog.isTranslatable(entry.name) else { continue }
            compile(entry.name)
        }
    }

    private mutating func compile(_ key: String) {
        guard let node = catalog.localization(of: key, in: locale) else {
            if isSource { append(key, key, []) }
            return
        }
        let substitutions = node.object("substitutions").members.map { member in
            let node = member.value.object ?? JSONObject()
            return Variable(substitution: CatalogSubstitution(name: member.name, node), node: node)
        }
        let devices = Self.devices(of: substitutions)
        if node.object("variations").index(of: "device") == nil, !devices.isEmpty {
            // A variable cannot be chosen by the device inside of a format, so the whole text is.
            for device in devices {
                emit(node, .root, at: [key, Key.deviceRule, device], key, substitutions, device: device)
            }
        } else {
            emit(node, .root, at: [key], key, substitutions, device: nil)
        }
        reportUnreferenced(substitutions, node, key)
    }

    // MARK: Nodes

    private struct Variable {
        var substitution: CatalogSubstitution
        var node: JSONObject

        /// Where in the catalog its text or forms for a device are.
        func place(device: String?) -> CatalogPath {
            let devices = node.object("variations").object("device")
            guard !devices.members.isEmpty else { return CatalogPath(substitution: substitution.name) }
            let choice = device.flatMap { devices[$0]?.object == nil ? nil : $0 } ?? "other"
            return CatalogPath(substitution: substitution.name, [.device(choice)])
        }
    }

    /// One node of the tree of variations, which is at `place` in the catalog, as a string or a dictionary at `path`.
    private mutating func emit(
        _ node: JSONObject, _ place: CatalogPath, at path: [String], _ key: String, _ variables: [Variable],
        device: String?
    ) {
        // A format is needed by its variables, whatever its state.
        if let text = StringCatalog.text(of: node), isSource || text.state != "new" || !variables.isEmpty {
            emit(text.value, place, at: path, key, variables, device: device)
        }
        let variations = node.object("variations")
        emitPlural(variations.object("plural"), place, at: path, key, variables, device: device)
        for member in variations.object("device").members {
            guard let child = member.value.object else { continue }
            let inner = place.appending(.device(member.name))
            emit(child, inner, at: path + [Key.deviceRule, member.name], key, variables, device: member.name)
            if member.name == "other", path.count == 1, let text = StringCatalog.text(of: child),
                isSource || text.state != "new", CatalogSubstitution.references(in: text.value).isEmpty
            {
                append(key, text.value, [inner])
            }
        }
        for member in variations.object("width").members {
            guard let child = member.value.object else { continue }
            emit(
                child, place.appending(.init("width", member.name)), at: path + [Key.widthRule, member.name], key,
                variables, device: device)
        }
    }

    private mutating func emit(
        _ text: String, _ place: CatalogPath, at path: [String], _ key: String, _ variables: [Variable],
        device: String?
    ) {
        let names = CatalogSubstitution.references(in: text).map(\.name)
        var format = text
        var used: [Variable] = []
        // The text, and the variables that became a part of it.
        var places = [place]
        for name in names where !used.contains(where: { $0.substitution.name == name }) {
            guard let variable = variables.first(where: { $0.substitution.name == name }) else {
                report(
                    .warning, .undefinedSubstitution,
                    "the text of \(Finding.quoted(key)) refers to \"\(name)\", which is not defined", key)
                continue
            }
            if let plain = Self.plainText(of: variable.node, device: device) {
                places.append(variable.place(device: device))
                let value = variable.substitution.exported(plain)
                format = CatalogSubstitution.replacing("%#@\(name)@", by: value, in: format)
                if let argument = variable.substitution.argument {
                    format = CatalogSubstitution.replacing("%\(argument)$#@\(name)@", by: value, in: format)
                }
            } else {
                used.append(variable)
            }
        }
        guard !used.isEmpty else {
            if path.count == 1 { append(key, format, places) } else { add(format, places, at: path) }
            return
        }
        add(Self.numbered(format, used.map(\.substitution)), places, at: path + [Key.format])
        for variable in used { emit(variable, at: path, key, device: device) }
    }

    /// A variable of a format: its plural forms, for the device at hand.
    private mutating func emit(_ variable: Variable, at path: [String], _ key: String, device: String?) {
        let forms = Self.node(variable.node, device: device).object("variations").object("plural")
        let texts = texts(of: forms, key).map { ($0.category, variable.substitution.exported($0.text)) }
        let path = path + [variable.substitution.name]
        add(Key.pluralRule, at: path + [Key.specificationType])
        add(variable.substitution.specifier ?? "lld", at: path + [Key.valueType])
        let place = variable.place(device: device)
        for (category, text) in texts {
            add(text, [place.appending(.init("plural", category))], at: path + [category])
        }
    }

    /// Plural forms of the text itself.
    private mutating func emitPlural(
        _ forms: JSONObject, _ place: CatalogPath, at path: [String], _ key: String, _ variables: [Variable],
        device: String?
    ) {
        let texts = texts(of: forms, key)
        guard !texts.isEmpty else { return }
        let number = number(in: texts.map(\.text), key)
        add(number.position == 1 ? "%#@value@" : "%\(number.position)$#@value@", at: path + [Key.format])
        add(Key.pluralRule, at: path + ["value", Key.specificationType])
        add(number.type, at: path + ["value", Key.valueType])
        for (category, text) in texts {
            add(text, [place.appending(.init("plural", category))], at: path + ["value", category])
        }
        // Forms may refer to variables in turn.
        let names = Set(texts.flatMap { CatalogSubstitution.references(in: $0.text).map { ExactString($0.name) } })
        for variable in variables where names.contains(ExactString(variable.substitution.name)) {
            emit(variable, at: path, key, device: device)
        }
    }

    /// The forms that are translated, in CLDR's order, `other` always among them.
    private mutating func texts(of forms: JSONObject, _ key: String) -> [(category: String, text: String)] {
        var texts: [(category: String, text: String)] = []
        for category in PluralCategory.allCases.map(\.rawValue) {
            guard let text = StringCatalog.text(of: forms.object(category)), isSource || text.state != "new" else {
                continue
            }
            texts.append((category, text.value))
        }
        if let last = texts.last, last.category != "other" {
            report(
                .warning, .missingOther,
                "the plural rule of \(Finding.quoted(key)) has no form \"other\", which every language needs; it gets "
                    + "that of \"\(last.category)\"", key)
            texts.append(("other", last.text))
        }
        return texts
    }

    /// Which argument a plural rule counts, and how it is written: what the forms say, else those of the source language,
    /// else the key.
    private mutating func number(in texts: [String], _ key: String) -> (position: Int, type: String) {
        let source = catalog.texts(of: key, in: catalog.sourceLanguage).map(\.text.value)
        for text in texts.reversed() + source.reversed() + [key] {
            if let number = FormatSpecifiers(text).firstNumber { return number }
        }
        report(
            .warning, .inferredValueType,
            "no form of \(Finding.quoted(key)) shows the number that it is chosen by; taken as %lld", key)
        return (1, "lld")
    }

    // MARK: Output

    /// - Parameter places: where in the catalog it comes from.
    private mutating func append(_ key: String, _ value: String, _ places: [CatalogPath]) {
        for place in places { inEntries.insert(ExactString(CatalogUnitID.text(key: key, path: place))) }
        result.entries.append(
            StringsEntry(
                key: key, value: value, comment: catalog.comment(of: key), position: catalog.position(of: key)))
    }

    private mutating func add(_ string: String, _ places: [CatalogPath] = [], at path: [String]) {
        guard let key = path.first else { return }
        guard !result.dictionary.setString(string, at: path) else {
            for place in places { inDictionary.insert(ExactString(CatalogUnitID.text(key: key, path: place))) }
            return
        }
        report(
            .warning, .overlappingShapes,
            "\(Finding.quoted(key)) has two texts for \"\(path.dropFirst().joined(separator: "/"))\"; the first is taken",
            key)
    }

    private mutating func report(
        _ severity: Finding.Severity, _ code: Finding.Code, _ message: String, _ key: String
    ) {
        result.findings.append(
            Finding(severity, code, message, file: file, position: catalog.position(of: key)))
    }

    private mutating func reportUnreferenced(_ variables: [Variable], _ node: JSONObject, _ key: String) {
        guard !variables.isEmpty else { return }
        let texts = catalog.texts(of: key, in: locale)
        let names = Set(
            texts.flatMap { CatalogSubstitution.references(in: $0.text.value).map { ExactString($0.name) } })
        for variable in variables where !names.contains(ExactString(variable.substitution.name)) {
            report(
                .warning, .undefinedSubstitution,
                "no text of \(Finding.quoted(key)) refers to its substitution \"\(variable.substitution.name)\"", key)
        }
    }

    // MARK: Variables

    private static func devices(of variables: [Variable]) -> [String] {
        var devices: [String] = []
        for variable in variables {
            for member in variable.node.object("variations").object("device").members
            where !devices.contains(member.name) {
                devices.append(member.name)
            }
        }
        return devices
    }

    /// The part of a variable for a device; the whole when it does not depend on one.
    private static func node(_ node: JSONObject, device: String?) -> JSONObject {
        let devices = node.object("variations").object("device")
        guard !devices.members.isEmpty else { return node }
        return devices[device ?? "other"]?.object ?? devices.object("other")
    }

    /// The text of a variable that is chosen by nothing but the device.
    private static func plainText(of node: JSONObject, device: String?) -> String? {
        StringCatalog.text(of: self.node(node, device: device))?.value
    }

    /// A format whose references take the right arguments: unless they do in their order, they get numbers.
    private static func numbered(_ format: String, _ substitutions: [CatalogSubstitution]) -> String {
        let arguments = FormatSpecifiers(format).arguments
        let isInOrder = substitutions.allSatisfy { substitution in
            guard let argument = substitution.argument else { return true }
            return arguments[argument]?.type == .variable(substitution.name)
        }
        return isInOrder ? format : CatalogSubstitution.exported(format, substitutions)
    }
}

extension FormatSpecifiers {
    /// The first argument that is a number: its position, and its specifier's length and conversion, `lld` of `%2$-5lld`.
    var firstNumber: (position: Int, type: String)? {
        for (position, argument) in arguments.sorted(by: { $0.key < $1.key }) where argument.specifier != "*" {
            switch argument.type {
            case .integer, .floating: return (position, FormatValueType.type(of: argument.specifier) ?? "")
            default: continue
            }
        }
        return nil
    }
}

extension StringCatalog {
    /// What an app reads in a language, as `xcstringstool compile` makes it. Complexity: O(*size*).
    ///
    /// - Parameter name: how findings name the catalog.
    public func compiled(for locale: String, name: String = "") -> CompiledCatalog {
        var compiler = CatalogCompiler(catalog: self, locale: locale, file: name)
        compiler.compile()
        return compiler.result
    }
}
