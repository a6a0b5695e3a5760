/// A string catalog (`.xcstrings`): the texts of one table in all languages.
///
///     var catalog = try StringCatalog(bytes: bytes, name: "Localizable.xcstrings")
///     for key in catalog.keys { print(key, catalog.text(of: key, in: "de")?.value ?? "untranslated") }
///     catalog.setText(.init("Kaufen"), of: "Buy", in: "de")
///     let bytes = catalog.contents()
///
/// It is a view of the JSON that it was read from: whatever is not edited is written as it was, fields that nobody knows
/// of included, in the layout that the file had. A catalog made anew is laid out as Xcode does it.
///
/// Looking up a key is O(1), a text of it O(size of its entry).
public struct StringCatalog: Sendable, Hashable {
    /// A text and what is thought of it.
    public struct Text: Sendable, Hashable {
        /// `translated`, `needs_review`, `new`, `machine_translated`, or what else a version of Xcode may write.
        public var state: String
        public var value: String

        public init(_ value: String, state: String = "translated") {
            self.value = value
            self.state = state
        }
    }

    /// The top level, with an empty object in the place of `strings`.
    var root: JSONObject
    /// The members of `strings`.
    var entries: [JSONObject.Member]
    /// Where each key stands in `entries`; the first of repeated ones.
    var index: [ExactString: Int]
    let style: JSONStyle
    /// Repeated keys, and entries that are not what a catalog holds.
    public internal(set) var findings: [Finding] = []

    /// An empty catalog.
    public init(sourceLanguage: String) {
        root = JSONObject([
            .init(name: "sourceLanguage", value: .string(sourceLanguage)),
            .init(name: "strings", value: .object(JSONObject())),
            .init(name: "version", value: .string("1.0")),
        ])
        entries = []
        index = [:]
        style = .xcode
    }

    /// Reads a catalog.
    ///
    /// - Throws: ``XLIFFError`` with the place where it stops being JSON, or when it is JSON and no catalog.
    public init(bytes: [UInt8], name: String) throws(XLIFFError) {
        var parser = JSONParser(bytes: bytes, name: name)
        let value = try parser.parse()
        guard var root = value.object, let strings = root.index(of: "strings"),
            let entries = root.members[strings].value.object?.members
        else {
            throw XLIFFError(
                Finding(.error, .notCatalog, "this is not a string catalog: it has no object \"strings\"", file: name))
        }
        root.members[strings].value = .object(JSONObject())
        self.root = root
        self.entries = entries
        style = parser.style
        findings = parser.findings
        index = [:]
        index.reserveCapacity(entries.count)
        for (place, entry) in entries.enumerated() {
            let key = ExactString(entry.name)
            if index[key] == nil { index[key] = place }
            if entry.value.object == nil {
                findings.append(
                    Finding(
                        .warning, .notCatalog, "the entry of \(Finding.quoted(entry.name)) is not an object",
                        file: name, position: entry.position))
            }
        }
    }

    /// The catalog as JSON, in the layout that it had. Complexity: O(*size*).
    public func contents() -> [UInt8] {
        var root = root
        root.set("strings", to: .object(JSONObject(entries)))
        return JSONWriter.contents(of: .object(root), style: style)
    }

    public static func == (left: StringCatalog, right: StringCatalog) -> Bool {
        left.root == right.root && left.entries == right.entries
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(root)
        hasher.combine(entries)
    }
}

// MARK: The table

extension StringCatalog {
    /// The development language, whose texts are translated.
    public var sourceLanguage: String {
        get { root["sourceLanguage"]?.string ?? "en" }
        set { root.set("sourceLanguage", to: .string(newValue)) }
    }

    /// The version of the format; empty when it does not say.
    public var version: String {
        get { root["version"]?.string ?? "" }
        set { root.set("version", to: .string(newValue)) }
    }

    /// The keys in the order of the file.
    public var keys: [String] { entries.map(\.name) }

    public func contains(_ key: String) -> Bool { index[ExactString(key)] != nil }

    /// All languages that have a text, the source language included, in order.
    public var locales: [String] {
        var names: [ExactString: String] = [ExactString(sourceLanguage): sourceLanguage]
        for entry in entries {
            for member in (entry.value.object ?? JSONObject()).object("localizations").members {
                names[ExactString(member.name)] = member.name
            }
        }
        return names.values.sorted { KeyOrder.precedes($0, $1) }
    }

    /// What translators are told; `nil` when there is none.
    public func comment(of key: String) -> String? { entry(key)?["comment"]?.string }

    /// `manual`, `stale`, `extracted_with_value`, `migrated`; `nil` for a key that was found in the code.
    public func extractionState(of key: String) -> String? { entry(key)?["extractionState"]?.string }

    /// Whether the key is to be translated.
    public func isTranslatable(_ key: String) -> Bool { entry(key)?["shouldTranslate"]?.bool ?? true }

    /// Where the key was read.
    public func position(of key: String) -> SourcePosition? { index[ExactString(key)].flatMap { entries[$0].position } }

    func entry(_ key: String) -> JSONObject? { index[ExactString(key)].flatMap { entries[$0].value.object } }

    func localization(of key: String, in locale: String) -> JSONObject? {
        entry(key)?.object("localizations")[locale]?.object
    }
}
