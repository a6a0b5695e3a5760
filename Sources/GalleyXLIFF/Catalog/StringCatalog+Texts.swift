// The texts of one key in one language. In the JSON: `localizations` > language > a node; a node has a `stringUnit`, or
// `variations` > axis > choice > node; the language's node may have `substitutions` > name > node beside either.
extension StringCatalog {
    /// Why a text cannot be set: the JSON would say two things at once. `xcstringstool` compiles such a catalog, but Xcode
    /// shows half of it and loses the rest on the next import.
    public enum Obstacle: Error, Sendable, Hashable {
        /// A text stands where variations would be, or variations where the text would be.
        case textAndVariations
        /// There are variations by something else already.
        case twoAxes(there: String)
        /// A plural form, or the text for other devices, cannot be varied further.
        case notVariable(String)
        /// The text has as many variables as it may have.
        case tooManySubstitutions

        /// A few words for a finding.
        public var words: String {
            switch self {
            case .textAndVariations: "it would be a plain text and varied at once"
            case .twoAxes(let there): "it is varied by \(there) already"
            case .notVariable(let choice): "the text for \"\(choice)\" cannot be varied further"
            case .tooManySubstitutions: "it would have more than \(XLIFFLimits.substitutionsOfAKey) substitutions"
            }
        }
    }

    /// The text of a key; `nil` when there is none in this place.
    public func text(of key: String, in locale: String, at path: CatalogPath = .root) -> Text? {
        guard var node = localization(of: key, in: locale) else { return nil }
        if let name = path.substitution {
            guard let substitution = node.object("substitutions")[name]?.object else { return nil }
            node = substitution
        }
        for step in path.steps {
            guard let next = node.object("variations").object(step.axis)[step.choice]?.object else { return nil }
            node = next
        }
        return Self.text(of: node)
    }

    /// All texts of a key, in the order of the file.
    public func texts(of key: String, in locale: String) -> [(path: CatalogPath, text: Text)] {
        guard let node = localization(of: key, in: locale) else { return [] }
        var texts: [(path: CatalogPath, text: Text)] = []
        Self.collect(node, .root, into: &texts)
        for member in node.object("substitutions").members {
            Self.collect(member.value.object ?? JSONObject(), CatalogPath(substitution: member.name), into: &texts)
        }
        return texts
    }

    /// All texts of a language, with their keys.
    public func texts(in locale: String) -> [(key: String, path: CatalogPath, text: Text)] {
        keys.flatMap { key in texts(of: key, in: locale).map { (key, $0.path, $0.text) } }
    }

    /// Whether a key has variations or substitutions in any language.
    func isVaried(_ key: String) -> Bool {
        (entry(key) ?? JSONObject()).object("localizations").members.contains {
            $0.value.object?.index(of: "variations") != nil || $0.value.object?.index(of: "substitutions") != nil
        }
    }

    static func text(of node: JSONObject) -> Text? {
        guard let unit = node["stringUnit"]?.object, let value = unit["value"]?.string else { return nil }
        return Text(value, state: unit["state"]?.string ?? "translated")
    }

    private static func collect(
        _ node: JSONObject, _ path: CatalogPath, into texts: inout [(path: CatalogPath, text: Text)]
    ) {
        if let text = text(of: node) { texts.append((path, text)) }
        for axis in node.object("variations").members {
            for choice in axis.value.object?.members ?? [] {
                var path = path
                path.steps.append(.init(axis.name, choice.name))
                collect(choice.value.object ?? JSONObject(), path, into: &texts)
            }
        }
    }

    // MARK: Editing

    /// Sets the text of a key. The key, the language and the variations on the way are made when they are not there; new
    /// keys come last until ``sortKeys()``.
    ///
    /// - Throws: ``Obstacle``; then nothing is changed.
    public mutating func setText(
        _ text: Text, of key: String, in locale: String, at path: CatalogPath = .root
    ) throws(Obstacle) {
        if let obstacle = obstacle(toTextOf: key, in: locale, at: path) { throw obstacle }
        edit(key) { entry in
            entry.update("localizations") { localizations in
                localizations.update(locale) { node in
                    guard let name = path.substitution else {
                        Self.set(text, at: path.steps[...], in: &node)
                        return
                    }
                    node.update("substitutions") { substitutions in
                        substitutions.update(name) { Self.set(text, at: path.steps[...], in: &$0) }
                    }
                }
            }
        }
    }

    private static func set(_ text: Text, at steps: ArraySlice<CatalogPath.Step>, in node: inout JSONObject) {
        guard let step = steps.first else {
            node.update("stringUnit") { unit in
                unit.set("state", to: .string(text.state))
                unit.set("value", to: .string(text.value))
            }
            return
        }
        node.update("variations") { variations in
            variations.update(step.axis) { axis in
                axis.update(step.choice) { set(text, at: steps.dropFirst(), in: &$0) }
            }
        }
    }

    /// What stands against a text at `path`.
    func obstacle(toTextOf key: String, in locale: String, at path: CatalogPath) -> Obstacle? {
        for (index, step) in path.steps.enumerated() where index + 1 < path.steps.count {
            // "Plural case cannot be further varied", "Fallback value cannot be further varied" (xcstringstool).
            if step.axis == "plural" || step.choice == "other" { return .notVariable(step.choice) }
        }
        var node = localization(of: key, in: locale) ?? JSONObject()
        if let name = path.substitution {
            let substitutions = node.object("substitutions")
            if substitutions.members.count >= XLIFFLimits.substitutionsOfAKey, substitutions.index(of: name) == nil {
                return .tooManySubstitutions
            }
            node = substitutions.object(name)
        }
        for step in path.steps {
            if node.index(of: "stringUnit") != nil { return .textAndVariations }
            let variations = node.object("variations")
            if let other = variations.members.first(where: { $0.name != step.axis }) {
                return .twoAxes(there: other.name)
            }
            node = variations.object(step.axis).object(step.choice)
        }
        return node.index(of: "variations") != nil ? .textAndVariations : nil
    }

    /// Removes a language from a key.
    public mutating func removeLocalization(of key: String, in locale: String) {
        guard contains(key) else { return }
        edit(key) { entry in entry.update("localizations") { $0.remove(locale) } }
    }

    /// Sets or removes what translators are told.
    public mutating func setComment(_ comment: String?, of key: String) {
        edit(key) { entry in
            if let comment { entry.set("comment", to: .string(comment)) } else { entry.remove("comment") }
        }
    }

    /// Sets or removes where the key comes from.
    public mutating func setExtractionState(_ state: String?, of key: String) {
        edit(key) { entry in
            if let state { entry.set("extractionState", to: .string(state)) } else { entry.remove("extractionState") }
        }
    }

    /// Puts the keys into Xcode's order (``KeyOrder``). Complexity: O(*n* log *n*).
    public mutating func sortKeys() {
        let order = KeyOrder.sortedIndices(of: entries.map(\.name))
        entries = order.map { entries[$0] }
        index.removeAll(keepingCapacity: true)
        for (place, entry) in entries.enumerated().reversed() { index[ExactString(entry.name)] = place }
    }

    /// Changes the entry of a key in place; makes it when it is not there.
    mutating func edit(_ key: String, _ change: (inout JSONObject) -> Void) {
        let exact = ExactString(key)
        let place: Int
        if let known = index[exact] {
            place = known
        } else {
            place = entries.count
            index[exact] = place
            entries.append(.init(name: key, value: .object(JSONObject())))
        }
        var object = entries[place].value.object ?? JSONObject()
        // So that `object` is the only owner and is changed without a copy.
        entries[place].value = .null
        change(&object)
        entries[place].value = .object(object)
    }
}
